/**
 * Recognizes what is told in confidence, in five languages: "don't tell anyone, but …", "bleibt unter uns". Such a line
 * becomes no memory and is quoted to nobody; nor is a line of its author beside it, if it says no more than that. Pure.
 */
import type { Message } from "../domain/types.ts"
import { mayMatch, PatternTable, QuickPattern } from "../text/quick-pattern.ts"
import { remembered } from "../text/remembered.ts"

const START = "(?<![\\p{L}\\d])"
const END = "(?![\\p{L}\\d])"
/** Beginnings of a clause. "The distance between you and me" tells no secret. */
const CLAUSE =
  "(?:^|[.,;:!?…()-]\\s*|(?<![\\p{L}])(?:but|and|so|ok|okay|just|this|that|it|aber|und|das|pero|y|esto)\\s)"

/** A clause that ends, and no question within it: "nobody knows yet who wins". */
const OVER =
  "(?=\\s*(?:[.;:!?…()–—]|,(?!\\s(?:who|what|how|why|if|which|where|when|wer|was|wie|ob|wo|wann|warum|wieso|quién|qué|cómo|si|cuándo|dónde)(?!\\p{L}))|$|(?:but|yet|so|until|till|before|because|aber|also|bis|bevor|pero|así que|hasta)(?!\\p{L})))"
/** Words for finding something out, and what is found out. */
const LEARNS =
  "(?:know|find out|hear|learn)(?: (?:about|of) (?:this|that|it|the \\p{L}+|my \\p{L}+|our \\p{L}+)| (?:this|that|it)| any(?: of it|thing))?(?: yet)?"
const POST_DE = "(?:posten|teilen|veröffentlichen|verbreiten|weiter ?leiten|weiter ?schicken)"
const POST_ES =
  "(?:publi(?:ques|quéis|quen|que)|compart(?:as|áis|an|a)|sub(?:as|áis|an)|difund(?:as|áis|an)|poste(?:es|éis|en)|reenv(?:íes|iéis|íen)|divulg(?:ues|uéis|uen)|coment(?:es|éis|en)|cuent(?:es|en)|contéis|dig(?:as|áis|an))"

const SHAPES = new PatternTable(
  [
    // English.
    "(?:do ?n['’]?t|do not|never|pl(?:ea)?se? no(?:t| one)?|not to|(?:you|u) (?:ca|wo)n['’]?t) (?:ever |go |you dare |you )?(?:tell(?:ing)?|mention|repeat|say|breathe|whisper|leak|spill|share)(?: (?:this|that|it|a word|a thing|any of this|anything))?(?: of this| about this)?(?: to| with)? (?:any(?:one|body| ?1)|no ?(?:one|body)|a soul|the others|(?:any(?: of the)?|the) others?)(?! (?:what to|how to|to (?!me|my)|else['’]s))",
    "(?:do ?n['’]?t|do not) tell (?!me(?!\\p{L}))(?:him|her|them|(?:my|his|her|our) \\p{L}+|\\p{Lu}\\p{Ll}+)(?: yet)?(?:[.,;:!?…]|$| (?:but|yet|that i|about (?:this|it)|i (?:said|told)|we))",
    "(?:do ?n['’]?t|do not|please never) (?:repeat|spread|share|leak|pass on) (?:this|that|it)(?: (?:around|on|further|please|pls|elsewhere|outside|anywhere))?(?:[.,;:!?…]|$| (?:but|outside|to|with))",
    "(?:keep|kept|keeping|stays?|staying|leave) (?:(?:this|that|it|all this|what i \\p{L}+)(?: \\p{L}+)? )?(?:just |strictly |only )?between (?:us|you and (?:me|i)|the (?:two|three|four) of us|ourselves)",
    `${CLAUSE}(?:strictly |just |only )?between (?:us|you and (?:me|i))(?=\\s*(?:[.,;:!?…)]|$|but)|,? (?:i|he|she|they|my)['’ ])`,
    "keep (?:this|that|it|all this|what i \\p{L}+)(?: (?:news|part|info|one))? (?:to (?:yourself|yourselves|urself)|quiet(?! (?:in the (?:library|stairs|stairwell|hall)|after|at night|during)(?!\\p{L}))|secret|private|confidential|under wraps|on the (?:down ?low|dl|quiet)|hush(?: hush)?|in confidence|off the record|in this (?:channel|room|chat|server)|in here|here)",
    "keep (?:quiet|schtum|mum) about (?:this|that|it)|(?:mum['’]?s|mums) the word|not a (?:word|soul) (?:of this |about this )?to (?:any(?:one|body)|the others|my|\\p{Lu})|off the record|in (?:strict(?:est)? )?confidence|(?:this|that|it)(?:['’]s| is|s)? (?:strictly )?(?:confidential|hush[- ]hush|for your (?:eyes|ears) only|not public(?: yet)?|a secret(?= (?:for now|still|so|but|ok|please))|still a secret)",
    "(?:this|that|it) (?:stays|does ?n['’]?t leave|must ?n['’]?t leave|can['’]?t leave|never leaves) (?:in )?(?:here|this (?:channel|room|chat|server|group)|with (?:you|us)|among us)|no ?(?:one|body) (?:else )?(?:can|must|may|should|is allowed to|gets to|has to|needs to) (?:know|find out|hear)(?: about)?(?: (?:this|that|it|yet|of this))?(?=\\s*(?:[.,;:!?…]|$|but|yet|about))",
    `(?:do ?n['’]?t|do not|(?:please|pls) never) (?:you dare |ever |go )?(?:re)?(?:post|publish|forward|tweet|screenshot|quote|share|spread|leak) (?:this|that|it|any of (?:this|it))(?: (?:around|further|please|pls|publicly|online|yet|anywhere(?: else)?|elsewhere))*${OVER}`,
    "between (?:you,? me,?|me,? you,?|us),? and (?:the|this) (?:(?:gate|lamp|bed|door|fence|goal)[ -]?posts?|(?:four )?walls?)",
    `${CLAUSE}between you and me(?! (?:there|we|is|are|was|were|lies?|have|had)(?!\\p{L}))`,
    `(?<!(?<!\\p{L})(?:i|we|you|u|one|it) )(?:(?:must|should|may|ought|is|are) ?(?:n['’]?t|not|never)|better not|(?:ca|wo)n['’]?t|can ?not|can never)(?: be)?(?: supposed to| allowed to| meant to| to)?(?: ever)? ${LEARNS}${OVER}`,
    `(?:do ?n['’]?t|do not|never) let (?!me |us |it )(?:\\p{L}+ ){1,3}?(?:know|find out|hear|see)(?: (?:about )?(?:this|that|it))?${OVER}`,
    `(?:(?:have|has) ?n['’]?t|have not|has not|not) told (?:any(?:one|body)|a soul|my \\p{L}+|the others)(?: (?:yet|else|about (?:this|it)))+${OVER}|so s+h{2,}|(?:no ?(?:one|body)|none of them) (?:else )?knows? (?:about )?(?:this|that|it|yet)(?: yet)?${OVER}`,
    `keep(?:ing)? (?:(?:my|our|the|his|her|their) )?(?:news|pregnancy|engagement|breakup|wedding|surprise|offer|resignation|this one|that one) (?:quiet|secret|private|to (?:yourself|yourselves)|under wraps)|🤫`,
    // German.
    "(?:nicht|nichts|bitte nicht|niemals|bloß nicht|ja nicht) (?:davon )?(?:weiter ?(?:sagen|erzählen|geben|tratschen|verraten)|rum ?erzählen|herum ?erzählen|ausplaudern)|sag(?:t|s|ts)?(?:['’]?s| es| das| davon)?(?: \\p{L}+)? (?:bitte |bloß |ja )?(?:niemand(?:em|en)?|kein(?:em|er|en)|nicht weiter|ihr nichts|ihm nichts)|erzähl(?:t|s|ts)?(?:['’]?s| es| das| davon)?(?: \\p{L}+)? (?:bitte |bloß |ja )?(?:niemand(?:em|en)?|kein(?:em|er|en)|nicht (?:weiter|rum|herum))|verrat(?:e|et)?(?:['’]?s| es| das)?(?: \\p{L}+)? (?:niemand(?:em|en)?|kein(?:em|er)|nicht|nichts)",
    "(?:bleibt|bleib|behalte?t?(?: das| es| ihr| du)*|muss|soll|sollte)(?: (?:aber|bitte|nur|jetzt|erst ?mal|das|es|schön|alles))* unter uns|(?:behalt(?:e|et)?|behaltet)(?:['’]?s| es| das| bitte)* (?:bitte )?für (?:dich|euch)|streng vertraulich|im vertrauen(?: gesagt)?|kein wort (?:davon |darüber )?(?:zu|an|darüber)|(?:soll|darf|muss) (?:das |es |davon )?(?:sonst )?(?:niemand|keiner)(?: \\p{L}+)? (?:wissen|erfahren)|(?:niemand|keiner) (?:soll|darf|muss)(?: (?:das|es|davon|was))* (?:wissen|erfahren)|(?:das |es )?ist (?:noch )?(?:geheim|ein geheimnis)(?=\\s*(?:[.,;:!?…]|$|aber))",
    `${CLAUSE}(?:mal |nur )?unter uns(?: gesagt)?(?=\\s*(?:[,:]|gesagt))`,
    `(?:nicht|nichts|nie|niemals) (?:davon )?(?:weiter|rum|herum)[ -]?(?:posten|plaudern|schicken|leiten|verbreiten)|(?:bitte|bloß|ja) (?:das |es |davon )?(?:nicht|nichts|nirgends|nirgendwo) ${POST_DE}|(?:nirgends|nirgendwo) (?:${POST_DE}|erzählen|erwähnen)|(?:poste?|teile?|verbreite|leite)t?(?:['’]?s| es| das)(?: bitte| bloß)? (?:nicht|nirgends|nirgendwo|mit niemand\\p{L}*)(?: weiter| rum| herum)?${OVER}|an die große glocke`,
    `(?<!(?<!\\p{L})(?:ich|man|wir|du|ihr) )(?:darf|dürfen|soll|sollen|sollte|sollten)(?: (?!(?:ich|man|wir|du|ihr) )\\p{L}+){0,3}? (?:nicht|nichts|nie|niemals|keinesfalls)(?: (?:davon|darüber|das|es))? (?:wissen|erfahren|mitbekommen|mitkriegen|raus ?finden|heraus ?finden|raus ?kriegen)${OVER}`,
    `(?:weiß|wissen)(?: (?:das|es|davon|bisher|bislang|sonst|noch|aber)){0,3} noch (?:niemand|keiner)(?: davon)?${OVER}|noch (?:weiß|wissen)(?: (?:das|es|davon|sonst))* (?:niemand|keiner)(?: (?:davon|was davon|etwas davon))?${OVER}|(?:niemand|keiner) weiß(?: (?:das|es|davon|bisher|bislang|noch|was)){1,3}(?: davon)?(?<! es| das)${OVER}`,
    // Spanish.
    "no (?:se )?(?:l[oe]s?|le)? ?(?:digas|digáis|digan|dig[aá]i?s|cuentes|contéis|cuenten|comentes|comentéis|comenten)(?: (?:esto|eso|nada|lo))? a (?:nadie|ninguno|los demás)|no (?:se lo|lo|se los|le) (?:digas|digáis|digan|cuentes|contéis|cuenten|comentes|repitas|repitáis)(?: (?:por favor|porfa|todavía|aún|a (?:mi|su) \\p{L}+|a \\p{Lu}\\p{Ll}+))?(?=\\s*(?:[.,;:!?…]|$|pero|que))|no (?:digas|digáis|digan) nada(?=\\s*(?:[.,;:!?…]|$|pero|de esto|a ))|que (?:esto )?(?:quede|no salga|no se entere nadie|nadie se entere)(?: (?:entre (?:nosotr[oa]s|tú y yo|tu y yo)|de aquí))?(?=\\s*(?:[.,;:!?…]|$|pero|de ))|(?:esto )?(?:queda|quede|se queda|que se quede)(?: solo| sólo| esto)? (?:entre (?:nosotr[oa]s|tú y yo|tu y yo)|aquí)(?=\\s*(?:[.,;:!?…]|$|pero))|guárd(?:ame|enme|adme) (?:el|un) secreto|guarda(?:d|me)? el secreto|en confianza(?=\\s*[,:])|(?:es|sigue siendo) (?:un )?secreto(?=\\s*(?:[.,;:!?…]|$|pero))",
    `${CLAUSE}entre (?:nosotr[oa]s|tú y yo|tu y yo)(?=\\s*[,:])`,
    `no (?:se )?(?:l[oea]s?|nos) ${POST_ES}(?: (?:en (?:ningún (?:lado|sitio|lugar)|ninguna (?:parte|red)|(?:las )?redes|público|internet)|por (?:ahí|favor|aquí)|porfa|con nadie|todavía|aún|a nadie))*${OVER}|no ${POST_ES} (?:esto|eso|nada de (?:esto|eso))(?: (?:en ning\\p{L}+ \\p{L}+|por ahí|porfa|por favor|con nadie|a nadie))*${OVER}`,
    `no se enteren?(?: (?:de (?:esto|eso|nada)))?(?! de que va)(?!\\p{L})|no (?:se (?:puede|pueden|debe|deben) enterar|(?:puede|pueden|debe|deben) (?:enterarse|saberlo|saber (?:nada|esto|de esto)))(?!\\p{L})|no tiene que (?:enterarse|saberlo)(?!\\p{L})`,
    `nadie (?:lo sabe|sabe nada)(?: (?:todavía|aún|de momento|por ahora))${OVER}|(?:todavía|aún) (?:no lo sabe nadie|nadie lo sabe|no sabe nada nadie)${OVER}|nadie sabe nada de (?:esto|eso)${OVER}`,
    // French.
    "(?:ne )?(?:le |l['’]|lui )?(?:dis|dites|répète|répétez|raconte|racontez)(?:[- ]le)? (?:ça |rien |pas )*(?:à )(?:personne|quiconque)|n['’]en (?:parle|parlez)(?: (?:pas|à personne))+|(?:ne )?(?:le )?(?:répète|répétez|ébruite|ébruitez) (?:pas|rien)|(?:que )?(?:ça |cela )?(?:reste|garde(?:z)?[- ](?:ça|le))(?: strictement)? (?:entre nous|pour (?:toi|vous))|pas un mot à (?:personne|qui que ce soit)|(?:c['’]est|encore) (?:un )?secret(?=\\s*(?:[.,;:!?…]|$|mais))|en toute confidence",
    `${CLAUSE}entre nous(?=\\s*[,:])`,
    // Portuguese.
    "não (?:(?:conta|conte|contem|contes|fala|fale|falem|fales|diga|digam|digas|diz|espalha|espalhe|comenta|comente)(?: (?:isso|isto|nada))?(?: (?:pra|para|a|com))? ninguém|(?:conta|conte|espalha|espalhe) (?:isso )?(?:pra|para) (?:ela|ele|eles|ninguém))|(?:que )?(?:isso |isto )?(?:fica|fique)(?: só| isso)? entre (?:nós|a gente)|guarda(?:r)? (?:esse )?segredo|(?:é|ainda é) segredo(?=\\s*(?:[.,;:!?…]|$|mas))|ninguém (?:pode|deve) (?:saber|ficar sabendo)",
    `${CLAUSE}(?:cá )?entre nós(?=\\s*[,:])`,
  ].map((source) => new QuickPattern(`${START}(?:${source})${END}`, "iu")),
  (shape) => shape,
)

/** Words that go with a wish for silence and tell nothing. */
const AROUND =
  /(?<![\p{L}])(?:but|please|pls|plz|ok(?:ay)?|so|psst+|hey|guys|all|also|btw|lol|and|though|yet|for now|aber|bitte|also|leute|ja|und|das|es|muss|pero|por ?favor|porfa|chicos|esto|oye|mais|s['’]il (?:te|vous) pla[iî]t|mas|gente|this|that|it|now|obviously|by the way|todavía|aún|noch)(?![\p{L}])/giu
const MOST_BESIDE = 2

const confidenceIn = remembered(
  (text): { isBare: boolean } | null => {
    const plain = text.replace(/’/gu, "'")
    const found = SHAPES.among(mayMatch(plain.toLowerCase())).flatMap(
      ({ regExp }) => regExp.exec(plain) ?? [],
    )
    const [first] = found
    if (first === undefined) return null
    const beside =
      plain
        .replace(first, " ")
        .replace(AROUND, " ")
        .match(/[\p{L}\p{N}]{2,}/gu) ?? []
    return { isBare: beside.length <= MOST_BESIDE }
  },
  { most: 1_000 },
)

/** Returns true if a text asks its readers to keep it to themselves. */
export function isConfidence(text: string): boolean {
  return confidenceIn(text) !== null
}

type Said = Pick<Message, "content" | "author" | "role">

/** Returns the places of the messages that are told in confidence: lines in the order in which they were sent. */
export function confidencesIn(messages: readonly Said[]): Set<number> {
  const told = new Set<number>()
  for (const [at, { content, role, author }] of messages.entries()) {
    const found = role === "keepsake" ? null : confidenceIn(content)
    if (found === null) continue
    told.add(at)
    // "Don't tell anyone but", and in the next line what nobody is to know; or the other way round.
    if (found.isBare)
      for (const beside of [at - 1, at + 1])
        if (messages[beside]?.author.id === author.id && messages[beside]?.role === role) told.add(beside)
  }
  return told
}
