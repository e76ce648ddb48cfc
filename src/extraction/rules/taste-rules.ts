/** Verbs of liking, using and what one does again and again. */
import { type Complement, isProper } from "./complement.ts"
import { BELONGINGS, EVENTS, MACHINE, PRODUCTS } from "./lexicon.ts"
import {
  ALL_FORMS,
  CHANGE_FORMS,
  clearIf,
  isConcrete,
  isProductName,
  PAST_FORMS,
  PRESENT_FORMS,
  phraseHas,
  type VerbRule,
  verbRule,
  wordSet,
} from "./verb-rule.ts"

const BOOKS = wordSet(
  "books novels fiction comics manga poetry sci-fi fantasy book novel mysteries biographies romance",
)
const WRITINGS = wordSet(
  "book novel song poem poetry album thesis story stories memoir screenplay paper music fiction dissertation script firmware software code games apps",
)
const MATCHES =
  /^(?:rugby|football|cricket|tennis|golf|hockey|baseball|basketball|boxing|f1|cup|prix|oscars|eurovision|darts|snooker|game|match|race|fight|final|finals|olympics|superbowl|playoffs|derby|finale)$/

function liked(c: Complement): number {
  if (c.deictic || c.preposition !== null || MACHINE.has(c.head)) return 0
  if (
    /^(?:all of|(?:my|our) (?:life|self|job|luck)$|the (?:idea|thought|fact|way|sound|look))\b/.test(c.text)
  )
    return 0
  return (c.determiner === "the" && !isProper(c)) || c.phrase.length > 5 ? 0.8 : 1
}

function used(c: Complement): number {
  const product = PRODUCTS.has(c.head) && c.words.length <= 7
  if (c.deictic || c.preposition !== null || c.determiner === "the" || /ing$/.test(c.first)) return 0
  if (!product && !isProductName(c)) return 0
  return c.determiner === "a" || c.determiner === "my" ? 0.8 : 1
}

function played(c: Complement): number {
  if (!isConcrete(c) || /^(?:around|with|back|along|safe|dumb|devil's)$/.test(c.first)) return 0
  return c.preposition === null || c.preposition === "for" || c.preposition === "in" ? 1 : 0
}

function consumed(c: Complement): number {
  return isConcrete(c) && c.phrase.length > 0 && c.determiner !== "the" && !c.timed ? 1 : 0
}

/** "I climb", "I swim every morning": what one does with the body or hands. */
function active(c: Complement): number {
  if (c.first === "") return 0.8
  if (!isConcrete(c)) return 0
  const often =
    /^(?:every|each|on|a|in|with|for|to|competitively|daily|regularly|at|about|ultramarathons|marathons|nights|mornings|weekends)$/
  return often.test(c.first) || (c.determiner === null && /[^s]s$/.test(c.head)) ? 1 : 0.8
}

/** Places that one runs for others, and the words that say where. */
const VENUES = wordSet(
  "library museum cinema club shelter gallery school hostel hotel inn pub bar gym clinic nursery orchard brewery magazine theater theatre laundromat market stall farm cafe kitchen",
)

function ran(c: Complement): number {
  if (!c.deictic && phraseHas(c, VENUES) && / (?:on|in|at|near|by|downtown)\b/.test(c.text)) return 1
  if (!isConcrete(c)) return 0
  if (phraseHas(c, EVENTS, BELONGINGS) || /^(?:every|marathons|ultramarathons|ultras)$/.test(c.first))
    return 1
  return c.preposition === null && c.determiner === null && c.phrase.length <= 2 && isProper(c) ? 0.8 : 0
}

function watched(c: Complement): number {
  if (!isConcrete(c) || c.preposition !== null) return 0
  return c.determiner === "the" && !MATCHES.test(c.head) ? 0.8 : 1
}

function authored(c: Complement): number {
  const film = c.phrase.includes("script") && c.phrase.some((word) => /^(?:movie|film|play|tv)$/.test(word))
  return (isConcrete(c) || (film && !c.deictic)) && c.preposition === null && phraseHas(c, WRITINGS) ? 1 : 0
}

/** "I built a shed": true, but often of the moment. */
function made(c: Complement): number {
  return isConcrete(c) &&
    c.preposition === null &&
    c.determiner !== null &&
    c.determiner !== "the" &&
    c.phrase.length <= 5
    ? 0.8
    : 0
}

function worn(c: Complement): number {
  if (!isConcrete(c) || c.timed || c.determiner === "the") return 0
  return c.determiner === null ? 1 : 0.8
}

const read = clearIf(
  (c) => c.determiner !== "the" && c.preposition === null && (phraseHas(c, BOOKS) || isProper(c)),
)
const collected = clearIf((c) => c.determiner === null && c.preposition === null)
const taste = verbRule("taste", PRESENT_FORMS, liked)
const sport = verbRule("habit", ALL_FORMS, active)
const craft = verbRule("habit", PRESENT_FORMS, active)

export const TASTE_RULES: Record<string, VerbRule> = {
  love: taste,
  like: taste,
  hate: taste,
  adore: taste,
  dislike: taste,
  despise: taste,
  enjoy: taste,
  prefer: taste,
  detest: taste,
  stand: verbRule("taste", "base", liked),
  use: verbRule("tool", PRESENT_FORMS, used),
  play: verbRule("habit", `${PRESENT_FORMS} gerund`, played),
  collect: verbRule("habit", PRESENT_FORMS, collected),
  read: verbRule("habit", `${PRESENT_FORMS} gerund`, read),
  watch: verbRule("pastime", `${PRESENT_FORMS} gerund`, watched),
  eat: verbRule("constraint", PRESENT_FORMS, consumed),
  drink: verbRule("constraint", PRESENT_FORMS, consumed),
  smoke: verbRule("habit", PRESENT_FORMS, (c) => (isConcrete(c) ? 1 : 0)),
  wear: verbRule("habit", PRESENT_FORMS, worn),
  write: verbRule("habit", ALL_FORMS, authored, (c) => (c.determiner === null ? "habit" : "event")),
  publish: verbRule("event", PAST_FORMS, authored),
  paint: verbRule("habit", ALL_FORMS, made),
  build: verbRule("event", CHANGE_FORMS, made),
  make: verbRule("event", PAST_FORMS, made),
  run: verbRule("habit", ALL_FORMS, ran, (c) =>
    phraseHas(c, EVENTS) ? "event" : phraseHas(c, BELONGINGS, VENUES) ? "work" : "habit",
  ),
  climb: sport,
  hike: sport,
  swim: sport,
  cycle: sport,
  meditate: sport,
  surf: craft,
  ski: craft,
  garden: craft,
  knit: craft,
  bake: craft,
  dance: craft,
  sing: craft,
  draw: craft,
  sew: craft,
  crochet: craft,
  brew: craft,
  fish: craft,
  sculpt: craft,
  weave: craft,
  carve: craft,
  quilt: craft,
  row: craft,
}
