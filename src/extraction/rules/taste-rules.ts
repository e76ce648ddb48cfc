/** Verbs of liking, using and what one does again and again. */
import { type Complement, isProper } from "./complement.ts"
import { BELONGINGS, EVENTS, MACHINE, PRODUCTS } from "./lexicon.ts"
import {
  ALWAYS,
  isThing,
  names,
  PAST,
  PRESENT,
  plain,
  rule,
  TURN,
  type VerbRule,
  when,
  words,
} from "./verb-rule.ts"

const BOOKS = words(
  "books novels fiction comics manga poetry sci-fi fantasy book novel mysteries biographies romance",
)
const WRITINGS = words(
  "book novel song poem poetry album thesis story stories memoir screenplay paper music fiction dissertation script firmware software code games apps",
)
const MATCHES =
  /^(?:rugby|football|cricket|tennis|golf|hockey|baseball|basketball|boxing|f1|cup|prix|oscars|eurovision|darts|snooker|game|match|race|fight|final|finals|olympics|superbowl|playoffs|derby|finale)$/

function liked(c: Complement): number {
  if (c.loose || c.preposition !== null || MACHINE.has(c.head)) return 0
  if (
    /^(?:all of|(?:my|our) (?:life|self|job|luck)$|the (?:idea|thought|fact|way|sound|look))\b/.test(c.text)
  )
    return 0
  return (c.determiner === "the" && !isProper(c)) || c.phrase.length > 5 ? 0.8 : 1
}

function used(c: Complement): number {
  const product = PRODUCTS.has(c.head) && c.words.length <= 7
  if (c.loose || c.preposition !== null || c.determiner === "the" || /ing$/.test(c.first)) return 0
  if (!product && !isThing(c)) return 0
  return c.determiner === "a" || c.determiner === "my" ? 0.8 : 1
}

function played(c: Complement): number {
  if (!plain(c) || /^(?:around|with|back|along|safe|dumb|devil's)$/.test(c.first)) return 0
  return c.preposition === null || c.preposition === "for" || c.preposition === "in" ? 1 : 0
}

function consumed(c: Complement): number {
  return plain(c) && c.phrase.length > 0 && c.determiner !== "the" && !c.timed ? 1 : 0
}

/** "I climb", "I swim every morning": what one does with the body or hands. */
function active(c: Complement): number {
  if (c.first === "") return 0.8
  if (!plain(c)) return 0
  const often =
    /^(?:every|each|on|a|in|with|for|to|competitively|daily|regularly|at|about|ultramarathons|marathons|nights|mornings|weekends)$/
  return often.test(c.first) || (c.determiner === null && /[^s]s$/.test(c.head)) ? 1 : 0.8
}

/** Places that one runs for others, and the words that say where. */
const VENUES = words(
  "library museum cinema club shelter gallery school hostel hotel inn pub bar gym clinic nursery orchard brewery magazine theater theatre laundromat market stall farm cafe kitchen",
)

function ran(c: Complement): number {
  if (!c.loose && names(c, VENUES) && / (?:on|in|at|near|by|downtown)\b/.test(c.text)) return 1
  if (!plain(c)) return 0
  if (names(c, EVENTS, BELONGINGS) || /^(?:every|marathons|ultramarathons|ultras)$/.test(c.first)) return 1
  return c.preposition === null && c.determiner === null && c.phrase.length <= 2 && isProper(c) ? 0.8 : 0
}

function watched(c: Complement): number {
  if (!plain(c) || c.preposition !== null) return 0
  return c.determiner === "the" && !MATCHES.test(c.head) ? 0.8 : 1
}

function authored(c: Complement): number {
  const film = c.phrase.includes("script") && c.phrase.some((word) => /^(?:movie|film|play|tv)$/.test(word))
  return (plain(c) || (film && !c.loose)) && c.preposition === null && names(c, WRITINGS) ? 1 : 0
}

/** "I built a shed": true, but often of the moment. */
function made(c: Complement): number {
  return plain(c) &&
    c.preposition === null &&
    c.determiner !== null &&
    c.determiner !== "the" &&
    c.phrase.length <= 5
    ? 0.8
    : 0
}

function worn(c: Complement): number {
  if (!plain(c) || c.timed || c.determiner === "the") return 0
  return c.determiner === null ? 1 : 0.8
}

const read = when((c) => c.determiner !== "the" && c.preposition === null && (names(c, BOOKS) || isProper(c)))
const collected = when((c) => c.determiner === null && c.preposition === null)
const taste = rule("taste", PRESENT, liked)
const sport = rule("habit", ALWAYS, active)
const craft = rule("habit", PRESENT, active)

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
  stand: rule("taste", "base", liked),
  use: rule("tool", PRESENT, used),
  play: rule("habit", `${PRESENT} gerund`, played),
  collect: rule("habit", PRESENT, collected),
  read: rule("habit", `${PRESENT} gerund`, read),
  watch: rule("pastime", `${PRESENT} gerund`, watched),
  eat: rule("constraint", PRESENT, consumed),
  drink: rule("constraint", PRESENT, consumed),
  smoke: rule("habit", PRESENT, (c) => (plain(c) ? 1 : 0)),
  wear: rule("habit", PRESENT, worn),
  write: rule("habit", ALWAYS, authored, (c) => (c.determiner === null ? "habit" : "event")),
  publish: rule("event", PAST, authored),
  paint: rule("habit", ALWAYS, made),
  build: rule("event", TURN, made),
  make: rule("event", PAST, made),
  run: rule("habit", ALWAYS, ran, (c) =>
    names(c, EVENTS) ? "event" : names(c, BELONGINGS, VENUES) ? "work" : "habit",
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
