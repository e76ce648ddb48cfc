/** Words of German phrases: verbs, relatives, days of every week, and the order of words. Pure. */

/** Alternatives of a pattern. */
export const WIR = "(?:(?:ich|wir) )?"
/** Small words between a verb and what it says. */
export const NOW =
  "(?:(?:jetzt|nun|bald|dann|erst|schon|endlich|wieder|leider|auch|dort|da|neu|immer|ab jetzt|ab sofort|ab dann|seit kurzem|seit neue?stem|neuerdings|mittlerweile|inzwischen|gerade) )*"
const KIN_PLURAL = "(?:groß|schwieger)?eltern|geschwistern?|kindern?|enkeln?|freunden"
const KIN_F =
  "(?:groß|schwieger)?mutter|mama|oma|schwester|tante|tochter|cousine|freundin|nichte|enkelin|familie|frau|schwägerin|mitbewohnerin"
const KIN_M =
  "(?:groß|schwieger)?vater|papa|opa|bruder|onkel|sohn|cousin|freund|neffen?|enkel|mann|schwager|mitbewohner"
export const RELATIVES = `${KIN_F}|${KIN_M}`
export const WITH_KIN = `(?:(?:meinen|unseren|den) (?<noun>${KIN_PLURAL})|(?:meiner|unserer|der) (?<nounf>${KIN_F})|(?:meinem|unserem|dem) (?<nounm>${KIN_M}))`
const WEEKDAY = "(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|sonnabend)"
/** Days of every week: "dienstags und donnerstags", "jeden Montag". */
export const RECURS = `(?:jeden ${WEEKDAY}(?:abend|nachmittag|morgen)?|${WEEKDAY}s(?:(?:,| und| &) ${WEEKDAY}s)*(?: abends| nachmittags| morgens)?)`
export const HOUSE_PET =
  "hunde?|hündin|kater|katzen?|kaninchen|hamster|meerschweinchen|wellensittiche?|papagei|schildkröten?|pferde?|ponys?|ratten?|hühner|huhn|frettchen|schlange|welpen?|kätzchen"
export const OCCASION =
  "(?:(?!keine?|nicht|nächste|diese|jede|deine|seine|ihre|eure)\\p{L}{3,} )?\\p{L}*(?:prüfung|klausur|vorstellungsgespräch|bewerbungsgespräch|auftritt|konzert|hochzeit|turnier|wettkampf|marathon|umzug|einschulung|abschlussfeier|wohnungsbesichtigung|premiere|probetag|probearbeiten)(?:en)?"
export const EMPLOYED =
  "(?<prep>bei|bei der|bei den|beim|in|in der|in einer|in einem|im|an der|am) (?!(?:null|vorne|start|spiel|game|kopf|anfang|ende|bett|wochenende|morgen|abend)(?![\\p{L}]))<org:words>"

/** Forms of first persons whose third person is not made by an ending. */
const THIRD: Record<string, string> = Object.fromEntries(
  `bin ist|sind ist|hab hat|habe hat|haben hat|werd wird|werde wird|werden wird|fahr fährt|fahre fährt|fahren fährt|lauf läuft|laufe läuft|laufen läuft|schlaf schläft|schlafe schläft|les liest|lese liest|lesen liest|ess isst|esse isst|essen isst|nehm nimmt|nehme nimmt|geb gibt|gebe gibt|seh sieht|sehe sieht|treff trifft|treffe trifft|treffen trifft|sprech spricht|spreche spricht|helf hilft|helfe hilft|lass lässt|lasse lässt|trag trägt|trage trägt|halt hält|halte hält|lad lädt|lade lädt|fang fängt|fange fängt|fangen fängt|vergess vergisst|vergesse vergisst|verlass verlässt|verlasse verlässt|wasch wäscht|wasche wäscht|back backt|muss muss|möchte möchte|würde würde|hätte hätte|wäre wäre|könnte könnte|müsste müsste|wünsche wünscht|zog zog|bekam bekam|fand fand|kann kann|will will|darf darf|soll soll|mag mag|weiß weiß|war war|hatte hatte|wurde wurde|ging ging|kam kam|wohnte wohnte|arbeitete arbeitete|lebte lebte|spielte spielte|hasse hasst|heiße heißt|heiß heißt|tanze tanzt|putze putzt|sitze sitzt|reise reist|beweg bewegt|handle handelt|sammle sammelt|sammel sammelt|bastle bastelt|bastel bastelt|wechsle wechselt|wechsel wechselt|kletter klettert|klettere klettert|wander wandert|wandere wandert`
    .split("|")
    .map((pair) => pair.split(" ") as [string, string]),
)
/** Stems that chat uses without their ending. */
const STEMS = new Set(
  "geh mach spiel trainier schwimm arbeit koch lern sing tanz putz reit jogg wohn leb zieh flieg komm hör trink studier such kauf brauch lieb find freu mal schreib bleib ernähr".split(
    " ",
  ),
)

const TE_STEM =
  /(?:arbeit|wart|miet|reit|biet|bet|leit|test|heirat|acht|cht|bereit|streit|gestalt|halt|bitt|schnitt|rat|hüt|brat|röst|rast|ost|fast)e$/u

/** Returns "geht" for "gehe", "geh" and "gehen", or `null` if it may be no verb in first person. */
export function thirdPerson(verb: string): string | null {
  const word = verb.toLowerCase()
  const known = THIRD[word]
  if (known !== undefined) return known
  // "Kaufte" is past, and the same in third person.
  if (/te$/u.test(word) && !TE_STEM.test(word)) return word
  const stem = STEMS.has(word) ? word : /^(\p{L}{2,}?)en?$/u.exec(word)?.[1]
  return stem === undefined ? null : ended(stem)
}

function ended(stem: string): string {
  return /(?:[td]|[^lrhmn][mn])$/u.test(stem) ? `${stem}et` : `${stem}t`
}

/** Verbs of what people do every week, as alternatives of a pattern. */
export const WEEKLY_VERB =
  "gehe?n?|bin|sind|mache?n?|habe?|haben|spiele?n?|trainiere?n?|schwimme?n?|laufe?n?|arbeite?n?|koche?n?|lerne?n?|singe?n?|tanze?n?|putze?n?|fahre?n?|reite?n?|jogge?n?|klettere?n?"

/** Words at the beginning after which the verb comes before its subject. */
const LEAD = new RegExp(
  `^(?:(?<lead>(?:ab|seit|von) (?:jetzt(?: an)?|sofort|heute|kurzem|neue?stem|dann|gestern)|seit \\p{L}+(?: \\p{L}+)?|jetzt|nun|neuerdings|mittlerweile|inzwischen|aktuell|endlich|leider|am liebsten|übers wochenende|${RECURS}),? )?(?<verb>\\p{L}+) (?<who>ich|wir) (?<rest>.+)$`,
  "iu",
)
const NO_VERB =
  /^(?:dass|wenn|weil|ob|wo|was|wie|als|da|bis|damit|obwohl|sobald|bevor|nachdem|seit|falls|wer|denn|sondern|nur|auch|woher|wann|warum|nicht|aber|und|oder|w[üu]rde?n?|möchten?|wollte?n?|könnten?|sollten?|hätten?|wären?)$/iu

/** "Jetzt wohne ich in Bonn" as "ich wohne jetzt in Bonn". A clause that begins with its verb asks, unless a time led it. */
export function subjectFirst(clause: string, isLed: boolean): string {
  const plain = clause.replace(/ (?:übrigens|btw)(?= )/giu, "")
  const { lead, verb = "", who = "", rest = "" } = LEAD.exec(plain)?.groups ?? {}
  if ((lead === undefined && !isLed) || verb === "" || NO_VERB.test(verb)) return plain
  return [who, verb, ...(lead === undefined ? [] : [lead]), rest].join(" ")
}
