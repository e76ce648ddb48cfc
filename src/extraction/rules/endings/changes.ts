/**
 * Words in a sentence that tell of a change in one matter of the speaker's life, wherever they stand: "boise is
 * officially home", "first week as a locksmith done". Data only; `ended-facts.ts` applies it.
 */
import { QuickPattern } from "../../../text/quick-pattern.ts"
import type { EndingExample, LifeMatter } from "./ending.ts"

export interface MatterChange {
  of: LifeMatter
  said: QuickPattern
  examples: readonly EndingExample[]
}

const change = (of: LifeMatter, said: string, examples: readonly EndingExample[]): MatterChange => ({
  of,
  said: new QuickPattern(`(?<![\\p{L}])(?:${said.replace(/\s*\n\s*/g, "")})(?![\\p{L}])`, "iu"),
  examples,
})

export const CHANGES: readonly MatterChange[] = [
  change(
    "home",
    `(?:i am|we are|i have|we have|^|i|we) (?:moved|relocated|moving) (?:out|away|in|house|flats?|apartments?|cities|countries)|(?:is|feels like) (?:officially |finally |now )?home(?: now)?|(?:unpacked|unpacking|still (?:living )?(?:out of|between|in)) (?:the last |my last |all the )?box(?:es)?|last box (?:is )?unpacked|(?:from|in|at) (?:my|our|the) new (?:flat|apartment|place|house|city|town)|got the keys|signed (?:the|a) (?:new )?lease|(?:i am|we are) (?:officially )?(?:a )?\\p{L}+ residents? now|made it to .{3,25} for good
    |neue[rn]? (?:wohnung|bude|wg)|umgezogen|ummeldung|umzug (?:ist )?(?:geschafft|fertig|durch)|hab .{0,20}ne eigene bude|nuevo (?:piso|depa|departamento)|me mudé|nos mudamos|me he mudado|primera noche en|nouvel appart|déménag(?:é|ée)|emménagé|apê novo|me mudei|casa nova`,
    [
      ["Ana lives in Tacoma.", "ok last box unpacked, boise is officially home", true],
      ["Ana lives in Berlin.", "greetings from my new flat in leipzig", true],
      ["Ana lives in Leeds.", "moved my desk", false],
    ],
  ),
  change(
    "job",
    `(?:first|1st|second) (?:day|week|month|shift) (?:at|as|in|with)(?! (?:school|uni|college))|handed in my (?:notice|badge|apron|keys|resignation|uniform)|my (?:last|final) (?:day|shift|week) (?:was|is|today)|last (?:day|shift) was|(?:got|was|been|getting) (?:laid off|fired|let go|sacked|made redundant|the sack|the boot|hired (?:at|as|by)|promoted to)|put in my (?:two weeks|notice)|(?:changed|switched) (?:jobs|careers)|(?:i have|i) (?:left|quit) (?:my|the) (?:job|gig|company)|new job|new gig|new boss at|start(?:ed|ing)? (?:at|as an?) .{3,30} (?:today|monday|this week|last week)|career change|no boss|self[- ]employed now|freelanc(?:e|ing) now|(?:i am|am) (?:now )?(?:retired|unemployed|jobless|out of (?:a job|work)|between jobs)
    |neuer job|neue stelle|(?:hab|habe) (?:da )?gekündigt|(?:wurde|worden|bin) (?:jetzt )?(?:gekündigt|gefeuert|entlassen|raus bei|arbeitslos|in rente)|letzter (?:arbeits)?tag|fang .{3,30} an als|nuevo trabajo|trabajo nuevo|me (?:echaron|despidieron|han echado|han despedido)|(?:dejé el|cambié de) (?:trabajo|curro)|renuncié|último día en|entregué (?:la|el) \\p{L}+|nouveau (?:boulot|taf|job)|j'ai démissionné|(?:quitté mon|changé de) (?:boulot|taf|travail|job)|(?:fait|été) (?:virée?|licenciée?)|dernier jour|emprego novo|trampo novo|pedi demissão|fui demitid[oa]|agora sou|último dia n[oa]`,
    [
      ["Ana is a nurse.", "first week as a locksmith done", true],
      ["Ana works at Aldi.", "handed in my badge today", true],
      ["Ana works at Siemens.", "got laid off", true],
      ["Ana trabaja en Siemens.", "me echaron ayer", true],
      ["Ana trabalha na Vivo.", "fui demitida", true],
    ],
  ),
  change(
    "study",
    `dropped out|^graduated|i (?:have )?graduated|defended my (?:thesis|phd)|got my (?:degree|diploma)|transferred (?:to|out)|(?:switched|changed) (?:my )?(?:majors?|courses?|degrees?|programs?|to)|no longer a student|student no more|done with (?:uni|college|school)|(?:studium|uni) (?:geschmissen|beendet|abgeschlossen|abgebrochen|fertig)|exmatrikuliert|studiengang gewechselt|me (?:cambié|gradué|recibí)|(?:dejé|acabé|terminé) (?:la|mi) (?:carrera|uni)|réorienté(?:e)?|changé de (?:fac|filière)|(?:lâché|arrêté|fini|terminé) (?:la fac|mes études|ma licence|mon master)|tranquei|(?:larguei|terminei|acabei) (?:a faculdade|o curso|a facul)|me formei|mudei de curso|troquei de curso`,
    [
      ["Ana studies chemistry at Leeds.", "dropped out last week", true],
      ["Ana étudie la physique.", "j'ai lâché la fac", true],
    ],
  ),
  change(
    "partner",
    `(?:we|he|she|and (?:i|me)|^) (?:have )?(?:broke up|split(?: up)?|separated|divorced|got divorced|ended things|called it (?:off|quits))|me and \\p{L}+ (?:broke up|split up|called it (?:off|quits))|not together(?: anymore)?|no longer together|newly single|got dumped|(?:i am|am|being|back to) single|divorce (?:is )?final|my ex(?: now)?|dumped me|it is over between us|we are over|got engaged|we got married|just married|im married|tied the knot|schluss gemacht|getrennt|geschieden|nicht mehr zusammen|wieder single|auseinander|ya fue|lo dejamos|terminamos|rompimos|cortamos|solter[oa]|on s'est (?:séparés?|quittés?)|on (?:n'est|est) plus ensemble|on a rompu|célibataire|rompu|separamos|(?:a gente|nós) (?:terminou|terminamos|separou)|solteir[oa]`,
    [
      ["Ana is in a relationship with Josh.", "me and josh called it off sunday", true],
      ["Ana is dating Tom.", "we broke up", true],
      ["Ana is dating Tom.", "im single again", true],
      ["Ana is dating Tom.", "they broke up in season 2", false],
      ["Ana sale con Tom.", "lo dejamos hace un mes", true],
      ["Ana sort avec Tom.", "on s'est séparés", true],
      ["Ana namora Tom.", "a gente terminou ontem", true],
    ],
  ),
  change(
    "pet",
    `rainbow bridge|put (?:him|her|them) down|(?:passed away|died) (?:on|last|this|in|yesterday|today|peacefully)|eingeschläfert|über die regenbogenbrücke|se nos fue|on a dû (?:l')?endormir|virou estrelinha`,
    [["Ana has a cat.", "gato crossed the rainbow bridge last night", true]],
  ),
  change(
    "vehicle",
    `drove off with|(?:sold|scrapped|totaled|wrecked) (?:it|her|him)|failed its mot|new (?:car|bike|truck|van|motorbike|wheels|ride)|(?:car|bike|truck|van) (?:is|got) (?:sold|scrapped|totaled|stolen)|no (?:more )?car(?: now| anymore)?|switched to (?:an? )?(?:e-?bike|bike|car|scooter)|neues (?:auto|rad|motorrad)|neuer wagen|coche nuevo|moto nueva|nouvelle (?:voiture|moto)|carro novo|moto nova`,
    [["Ana drives a Corolla.", "scrapyard got it, new car comes monday", true]],
  ),
  change(
    "device",
    `typing (?:this )?(?:on|from) (?:an?|the|my)|new (?:phone|laptop|pc|rig|console|tablet|keyboard|headset|monitor)|upgraded (?:to|from)|(?:finally )?switched to (?:an? )?(?:iphone|android|pixel|mac|macbook|windows|ps5|pc)|neues handy|neuer (?:pc|laptop|rechner)|móvil nuevo|(?:pc|laptop|celu) nuev[oa]|nouveau (?:tél|téléphone|pc|portable)|(?:pc|celular|notebook|note) novo`,
    [["Ana uses a Pixel 6.", "typing this on the iphone 15", true]],
  ),
  change(
    "game",
    `been an? \\p{L}+ main|(?:i am|am) an? \\p{L}+ main now|main(?:ing)? \\p{L}+ now|swapped mains?|changed mains?|new main|(?:only|just) play(?:ing)? \\p{L}+(?: \\p{L}+)? (?:now|these days)|main \\p{L}+ agora|troquei de main|aposentei|ahora (?:voy|juego) de|cambié de main|spiel\\p{L}* jetzt nur noch|heil\\p{L}* ab jetzt`,
    [["Ana mains Mercy in Overwatch.", "been a kiri main since the rework", true]],
  ),
  change(
    "diet",
    `(?:i )?caved|eat(?:ing)? (?:meat|fish|cheese|dairy|chicken|bacon|steak) again|not (?:vegan|vegetarian|veggie) anymore|(?:vegan|vegetarian|veggie) no more|(?:started|back to) eating (?:meat|fish|cheese|dairy|chicken|bacon|steak)|officially out|back on (?:meat|dairy|cheese|gluten)|went (?:fully )?(?:vegan|vegetarian|veggie|keto)|(?:i am|am) (?:fully )?(?:vegan|vegetarian|veggie|keto) now|ess\\p{L}* wieder (?:fleisch|fisch|käse)|vuelvo a comer (?:carne|pescado)|volví a comer|remange (?:de la viande|du poisson)|voltei a comer|nunca mais`,
    [["Ana is vegan.", "ok confession i caved, 4 years and im officially out", true]],
  ),
  change(
    "zone",
    `on (?:pacific|eastern|central|mountain|uk|european|japan) time (?:these days|now)|(?:utc|gmt|cet|est|pst|cst|jst|bst)[+-]?\\d* (?:now|these days|from now on)|(?:my )?time ?zone (?:is|changed|switched)(?: to)? (?:now )?|neue zeitzone|jetzt in (?:utc|gmt|cet)|fuso|huso`,
    [["Ana is in the Eastern time zone (EST).", "im on pacific time these days", true]],
  ),
  change(
    "pronouns",
    `(?:it is |its )?(?:she|he|they|xe|ze)/\\p{L}+ (?:from (?:now|here) on|now|for me now|these days|going forward|instead)|(?:switched|changed) (?:my )?pronouns|new pronouns`,
    [["Ana uses she/her pronouns.", "hey small thing, its they/them from now on", true]],
  ),
  change(
    "role",
    `stepp(?:ed|ing) (?:down|back)|resign(?:ed|ing) as|not (?:an? )?(?:admin|mod|moderator|leader|captain|officer|dm|gm) (?:anymore|now)|(?:gave|given|handed|giving|handing) (?:up|over|back|in) (?:my |the )?(?:mod|admin|role|hammer|badge|captain|leadership)|no longer (?:mod|admin|captain|leading)|bin kein\\p{L}* (?:mod|admin) mehr|dejé de ser (?:mod|admin)|rendu mon rôle|saí da moderação`,
    [["Ana is a moderator on the server.", "stepping down as mod after tonight guys", true]],
  ),
]
