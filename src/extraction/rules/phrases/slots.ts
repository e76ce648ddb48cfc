/** The words of a phrase's slots as they stand in a fact. Pure. */
import { FIRST_PERSON } from "../../support/words.ts"
import { STOPWORDS } from "../lexicon.ts"
import { NO_PLACE_NAME } from "../played-words.ts"
import { mentionsTime } from "../times.ts"
import type { Phrase, PhraseMatch, PhraseTable } from "./phrase.ts"
import { capitalized, inThirdPerson } from "./retell.ts"
import { isBareWeekday } from "./unclear-days.ts"

/** Returns the slots as they stand in a fact, or `null` if one of them names nothing. */
export function slotsOf(
  found: PhraseMatch,
  phrase: Phrase,
  table: PhraseTable,
): Record<string, string> | null {
  const slots: Record<string, string> = {}
  for (const { name, value } of found.slots) {
    const clean = phrase.open.has(name) ? cleaned(value, table) : named(value, table)
    if (clean === null || namesNothing(clean, name, phrase, table)) return null
    const verb = name === "does" ? (table.third?.(clean) ?? clean) : clean
    const told = name === "did" ? verb.toLowerCase() : verb
    slots[name] = CAPITAL.test(name) ? capitalized(clean, table.language) : told
  }
  return slots
}

function namesNothing(words: string, slot: string, { kind }: Phrase, { language }: PhraseTable): boolean {
  if (
    (language === "en" ? POINTS : POINTS_ELSEWHERE).test(words) ||
    (language === "en" && slot === "what" && NEXT_CLAUSE.test(words))
  )
    return true
  if (PLACE.test(slot) && language !== "en")
    if (NO_PLACE_ELSEWHERE.test(words) || isBareWeekday(words, language)) return true
  if (PLACE.test(slot)) return NO_PLACES.some((one) => one.test(words)) || mentionsTime(words)
  // "I like Sundays", in a talk of shifts, is no taste.
  return (
    (kind === "taste" &&
      (mentionsTime(words) || DAY_ENDS.some((end) => isBareWeekday(words.replace(end, ""), language)))) ||
    (slot === "org" && NO_EMPLOYER.test(words))
  )
}

/** "Mondays", "Montage", "lunes". */
const DAY_ENDS = [/[se]$/u, /$/u]

/** An open slot ends with the cut word. */
export function endsCut({ text, slots }: PhraseMatch, { open }: Phrase, cut: string | null): boolean {
  const isLast = slots.some(({ name, value, end }) => {
    return open.has(name) && end === text.length && value.toLowerCase().endsWith(cut ?? "")
  })
  return cut !== null && isLast
}

function named(value: string, table: PhraseTable): string {
  const usual = table.usual[value.toLowerCase()]
  if (table.language === "es") return usual ?? value.replace(/(?<!\p{L})mi(?=s?(?!\p{L}))/giu, "su")
  return usual ?? (table.language === "en" ? inThirdPerson(value) : value)
}

/** Slots that name people and places. */
const CAPITAL =
  /^(?:place|there|spot|friend|ex|org|site|name|names|own|noun[fm]?|nation|tongue|tongues|alias|by|so)$/

const PLACE = /^(?:place|there|spot)$/
/** No place that somebody lives in: "in fear", "from the future", "a swamp", "my head". */
const NO_PLACE =
  /(?<![\p{L}])and(?![\p{L}])|^(?:fear|mars|narnia|el baño|casa|the (?:north|south|east|west)$|denial|hell|heaven|peace|hope|pain|sin|chaos|bed|pajamas|pyjamas|theory|general|fact|love|debt|trouble|shock|awe|tears|person|case|vain|a (?:minute|while|moment|bit|hurry|rush|meeting|call)|(?:\p{L}+ )?(?:fear|dread|terror|misery|poverty|luxury|squalor|filth|regret|shame|silence|exile|darkness|isolation|limbo|purgatory)|(?:sweat|yoga )?pants|sweats|hoodies?|leggings|jeans|shorts|.*docs|accounting|marketing|sales|class(?:es)?|meetings?|court|therapy|session|training|school|line|traffic|transit|town|.*(?:vents|swamp|dumpster|simulation|level|tab|branch|channel|voice|vc|lobby|queue|game|dream|thread|dms?)|the (?!(?:countryside|suburbs|city|north|south|east|west|midlands|netherlands|us|uk|usa|states|philippines|bay|alps|mountains|highlands|bronx|czech|lake|coast|black|middle|deep|far|rockies|prairies|sticks|capital)).*|(?:my|your|his|her|their) .*|an? (?!(?:\p{L}+ ){0,2}(?:town|village|city|suburb|flat|house|apartment|cabin|farm|van|boat|island|studio|cottage|commune|dorm|hostel|place)).*)$/iu

/** "Nach dem Essen", "nach Wien oder nicht". */
const NO_PLACE_ELSEWHERE =
  /^(?:d[ei][mnr]|eine[mnr]?|den|meine\p{L}*|unsere\p{L}*|oben|unten|vorne?|hinten|links|rechts|draußen|drüben|drinnen|full|tope|muerte|contra|ello|marcha|línea|directo|racha|obras|huelga|baja|blanco|forma|plan|proceso|camino|paro|juego|linux|windows|android|arch|ubuntu|debian|fedora|discord|mac|ios|vim|neovim|firefox|chrome|\p{L}+[aei]r(?:te|l[aeo]s?|me|se|nos|os))(?![\p{L}])|(?<![\p{L}])(?:oder|nicht|wenn|mit|und|o|ni|quizás?|tal vez|con|para|por|y)(?![\p{L}])/iu

/** "En el quinto", "la oficina": no name. */
const FLOOR =
  /^(?:el|la|los|las|una?) \p{Ll}|^(?:letras|ciencias|humanas|exatas|phase|step|stage)(?![\p{L}])/u
const NO_PLACES = [NO_PLACE, FLOOR, NO_PLACE_NAME]

const NO_EMPLOYER =
  /^\d|^\p{L}+ing |(?<![\p{L}])(?:pace|tomorrow|noon|dawn|midnight|page \d+|cats?|dogs?)(?![\p{L}])|^(?:food|free|fun|money|peanuts|tips|exposure|nothing|beer|pizza|cash|attention|home|tribute)$/iu

/** Words in an open slot with which another clause begins. */
const NEXT_CLAUSE =
  /(?<![\p{L}])(?:but|because|cause|cuz|bc|coz|if|so|that|which|who|while|when|where|i|you|youre|youve|youll|ur|u|yall|he|she|it|they|we|is|are|was|were|has|does|exists?|will|can|though|although|unless|until|than me|tbh|never|btw|lol)(?![\p{L}])/iu

/** "This nick": which one was said elsewhere. */
const POINTS = /(?<![\p{L}])(?:this|these|those)(?![\p{L}])/iu
const POINTS_ELSEWHERE =
  /(?<![\p{L}])(?:dies\p{L}*|est[aeo]s?|es[aeo]s|esa|cet|cette|ces?|ess[ae]s?)(?![\p{L}])/iu

/** "Holding them": whom or what it means was said elsewhere. */
const ENDS_OPEN = /(?:^|\s)(?:them|it|him|her|this|that|those|these|there|ones?|each other)$/iu
/** "To a convention together": with whom was said elsewhere. "Working together" tells of nobody. */
const TOGETHER = /(?<!ing) together$/iu

/** Returns a slot's words, or `null` if they name nothing that means something on its own. */
function cleaned(value: string, { empty, usual, fillers, language }: PhraseTable): string | null {
  const words = value
    .replace(/^(?:An?|The)(?= \p{Ll})/u, (article) => article.toLowerCase())
    .replace(fillers, "")
    .replace(language === "en" ? TOGETHER : /(?!)/u, "")
    .trim()
    .replace(/[.'’-]+$/g, "")
  if (words === "" || empty.test(words)) return null
  const all = words.toLowerCase().split(/\s+/)
  if (all.every((word) => STOPWORDS.has(word))) return null
  if (language === "en" && / together$/iu.test(words)) return null
  if (language === "en" && (NEXT_CLAUSE.test(words) || ENDS_OPEN.test(words))) return null
  const told = language === "en" ? inThirdPerson(words) : words
  return FIRST_PERSON.test(told) ? null : (usual[words.toLowerCase()] ?? told)
}
