/** Which verbs make facts, of which kind, and what must follow them. 1 is a clear fact, 0.8 worth logging, 0 none. */
import { type Complement, isPlace, isProper, isTagged } from "./complement.ts"
import type { Kind } from "./kinds.ts"
import { BELONGINGS, EVENTS, GOT_THINGS, KIN, LANGUAGES, MACHINE, PETS, PLACES_TO_GO } from "./lexicon.ts"
import type { Form } from "./verbs.ts"

export interface VerbRule {
  kind: Kind
  /** The forms it speaks of facts in: "present" covers love and loves, "past" moved and have moved, "gerund" am moving. */
  tenses: string
  judge: (c: Complement) => number
  kindOf?: (c: Complement) => Kind
}

const any = (c: Complement) => (c.first === "" ? 1 : solid(c))
const solid = (c: Complement) => (c.loose ? 0 : 1)
const owned = (c: Complement) => (c.loose || c.machine ? 0 : c.determiner === "a" || c.determiner === "my" || isProper(c) ? 1 : 0.8)
const liked = (c: Complement) => (c.loose || c.preposition !== null || MACHINE.has(c.head) ? 0 : c.determiner === "the" && !isProper(c) ? 0.8 : c.phrase.length > 5 ? 0.8 : 1)
const oneOf = (...sets: Set<string>[]) => (c: Complement) => c.phrase.some((word) => sets.some((set) => set.has(word)))
const rule = (kind: Kind, tenses: string, judge: VerbRule["judge"], kindOf?: VerbRule["kindOf"]): VerbRule =>
  kindOf === undefined ? { kind, tenses, judge } : { kind, tenses, judge, kindOf }
const to = (...prepositions: string[]) => (c: Complement) => c.preposition !== null && prepositions.includes(c.preposition)

const toPlace = to("to", "from", "into", "near", "in", "back", "across", "out", "around")
const moved = (c: Complement): number => {
  if (c.loose || c.machine) return 0
  if (/^(?:in|out|back|away|abroad|house|houses|home)$/.test(c.first) && !(c.first === "in" && c.phrase[0] !== "with" && !isPlace(c))) return c.lower.length <= 8 ? 1 : 0.8
  if (!toPlace(c)) return 0
  return isPlace(c) || oneOf(new Set(["house", "apartment", "flat", "city", "country", "state", "place", "town", "home", "dorm"]))(c) ? 1 : 0.8
}
const went = (c: Complement): number => {
  if (c.loose || c.machine) return 0
  if (/^(?:camping|hiking|skiing|surfing|fishing|climbing|kayaking|swimming|biking|sailing|diving|snowboarding|backpacking|dancing|vegan|vegetarian|abroad)$/.test(c.first)) return 1
  if (c.preposition === "on") return oneOf(EVENTS, new Set(["hike", "cruise", "honeymoon", "tour", "safari", "leave", "roadtrip"]))(c) ? 1 : 0
  if (c.preposition !== "to") return 0
  return isTagged(c, "Place", "City", "Country") || oneOf(PLACES_TO_GO, EVENTS)(c) ? 1 : isProper(c) ? 0.8 : 0
}
const lived = (c: Complement) => (c.loose || c.machine ? 0 : to("in", "near", "with", "at", "on", "outside", "between", "by")(c) || /^(?:alone|abroad|downtown|together|next)$/.test(c.first) ? 1 : 0)
const worked = (c: Complement): number => {
  if (c.loose) return 0
  if (/^(?:nights|remotely|full-time|part-time|freelance|weekends|shifts)$/.test(c.first)) return 1
  if (c.preposition === "on") return c.determiner === "the" || c.machine ? 0 : 1
  return to("at", "as", "for", "in", "with")(c) && !c.machine ? (c.preposition === "with" || c.preposition === "in" ? 0.8 : 1) : 0
}
const workedOn = (c: Complement) => (c.preposition === "on" && !c.loose && !c.machine ? (c.determiner === "the" && !isProper(c) ? 0.8 : 1) : worked(c))
const got = (c: Complement): number => {
  if (/^(?:married|engaged|divorced|promoted|hired|laid|accepted|fired|pregnant|elected|citizenship)$/.test(c.first)) return c.loose && c.lower.some((word) => /^(?:it|that|this|you)$/.test(word)) ? 0 : 1
  if (c.first === "into" && !c.loose) return isProper(c) || oneOf(new Set(["college", "university", "school", "grad", "photography"]))(c) ? 1 : 0
  if (c.first === "back") return !c.loose && /^(?:from|to|into)$/.test(c.lower[1] ?? "") && !c.machine && isProperRest(c) ? 1 : 0
  if (c.preposition !== null || c.loose) return 0
  return oneOf(GOT_THINGS)(c) && !/^(?:dog|cat|job)$/.test(c.phrase[0] ?? "") || (oneOf(GOT_THINGS)(c) && c.determiner !== null) ? 1 : 0
}
const isProperRest = (c: Complement) => c.words.slice(1).some((word) => /^\p{Lu}/u.test(word)) || c.lower.some((word) => EVENTS.has(word) || PLACES_TO_GO.has(word))
const gotKind = (c: Complement): Kind => (oneOf(PETS)(c) ? "pet" : oneOf(new Set(["job", "offer", "position", "role", "internship", "gig", "promotion", "promoted", "hired", "fired", "laid", "tenure"]))(c) ? "work" : c.first === "back" ? "event" : /^(?:bike|tickets?)$/.test(c.head) ? "event" : "milestone")
const had = (c: Complement): number => {
  if (c.loose || c.preposition !== null) return 0
  if (oneOf(PETS, KIN)(c)) return /^(?:friend|friends|manager|boss|family|coworker|colleague|baby|kid|child|pet)$/.test(c.head) ? 0.8 : c.determiner === "the" ? 0 : 1
  if (c.machine) return 0
  if (oneOf(BELONGINGS)(c) && c.determiner !== "the") return 1
  if (c.timed && oneOf(EVENTS)(c) && c.determiner !== "the") return 1
  return c.lower.some((word) => /^years?$/.test(word)) && c.lower.includes("experience") ? 1 : 0
}
const hadKind = (c: Complement): Kind => (oneOf(PETS)(c) ? "pet" : oneOf(KIN)(c) ? "family" : oneOf(new Set(["allergy", "allergies"]))(c) ? "constraint" : c.lower.includes("experience") ? "skill" : oneOf(EVENTS)(c) && c.timed ? "plan" : /^(?:job|degree|phd|masters|company|business|internship)$/.test(c.head) ? "work" : "belonging")
const petOr = (kind: Kind) => (c: Complement): Kind => (oneOf(PETS)(c) ? "pet" : kind)
const started = (c: Complement): number => {
  if (c.loose || c.machine) return 0
  if (/^(?:learning|playing|running|painting|studying|volunteering|dating|reading|writing|training|therapy|college|university|uni|school|work|working|med|grad)$/.test(c.first)) return 1
  return oneOf(new Set(["job", "company", "business", "band", "blog", "podcast", "school", "college", "university", "degree", "phd", "course", "class", "internship", "shop", "store", "startup", "club", "group", "diet", "bakery"]))(c) ? 1 : 0
}
const finished = (c: Complement): number => (c.loose || c.machine || c.preposition !== null ? 0 : oneOf(EVENTS, BELONGINGS, new Set(["book", "novel", "phd", "dissertation", "essay", "school", "college", "training", "course", "album", "painting", "project", "manuscript", "residency", "bootcamp"]))(c) || isProper(c) && c.determiner !== "the" ? 1 : c.determiner === "my" ? 0.8 : 0)
const joined = (c: Complement): number => (c.loose || c.machine || c.preposition !== null ? 0 : oneOf(new Set(["gym", "team", "band", "club", "company", "army", "navy", "marines", "group", "startup", "choir", "orchestra", "league", "guild", "church", "community", "board", "union", "military", "firm"]))(c) ? 1 : isProper(c) ? 0.8 : 0)
const quitted = (c: Complement): number => (/^(?:smoking|drinking|vaping|coffee|caffeine|sugar|alcohol|facebook|twitter)$/.test(c.first) ? 1 : oneOf(new Set(["job", "school", "college", "company", "band", "team", "gym", "army", "navy", "wife", "husband"]))(c) && !c.loose && c.determiner !== null ? 1 : 0)
const made = (c: Complement): number => (c.loose || c.machine || c.preposition !== null || c.determiner === "the" || c.phrase.length > 5 ? 0 : c.determiner === null ? 0 : 0.8)
const authored = (c: Complement): number => (c.loose || c.machine || c.preposition !== null ? 0 : oneOf(new Set(["book", "novel", "song", "songs", "poem", "poems", "poetry", "album", "thesis", "story", "stories", "memoir", "screenplay", "paper", "music", "fiction", "dissertation"]))(c) ? 1 : 0)
const read = (c: Complement): number => (c.loose || c.machine || c.determiner === "the" || c.preposition !== null ? 0 : oneOf(new Set(["books", "novels", "fiction", "comics", "manga", "poetry", "sci-fi", "fantasy", "book", "novel", "mysteries", "biographies", "romance"]))(c) || isProper(c) ? 1 : 0)
const played = (c: Complement): number => (c.loose || c.machine || (c.preposition !== null && c.preposition !== "for" && c.preposition !== "in") || /^(?:around|with|back)$/.test(c.first) ? 0 : 1)
const used = (c: Complement): number => (c.loose || c.preposition !== null || c.determiner === "the" || MACHINE.has(c.head) || !/^[\p{L}\d][\p{L}\d .,+#'&-]*$/u.test(c.text) || !/\p{L}{2}/u.test(c.phrase.join(" ")) || c.phrase.length > 3 || c.words.length > 9 || /ing$/.test(c.first) ? 0 : c.determiner === "a" || c.determiner === "my" ? 0.8 : 1)
const spoke = (c: Complement) => (c.lower.some((word) => LANGUAGES.has(word)) && !c.loose ? 1 : 0)
const studied = (c: Complement) => (c.loose || c.machine || c.determiner === "the" ? 0 : 1)
const learned = (c: Complement) => (c.loose || MACHINE.has(c.head) || /^(?:a|an|lots|some|about|from|that|how|more|the|as|to)$/.test(c.first) && !(c.first === "how" && c.lower[1] === "to") ? 0 : 1)
const ate = (c: Complement) => (c.loose || c.machine || c.phrase.length === 0 || c.determiner === "the" || c.timed ? 0 : 1)
const active = (c: Complement): number => (c.first === "" ? 0.8 : c.loose || c.machine ? 0 : /^(?:every|each|on|a|in|with|for|to|competitively|semi-professionally|daily|regularly|at|about|ultramarathons|marathons)$/.test(c.first) ? 1 : 0.8)
const ran = (c: Complement): number => (c.loose || c.machine ? 0 : oneOf(EVENTS, BELONGINGS)(c) || /^(?:every|marathons|ultramarathons|ultras)$/.test(c.first) ? 1 : c.preposition === null && c.determiner === null && c.phrase.length <= 2 && isProper(c) ? 0.8 : 0)
const won = (c: Complement): number => (c.loose || c.machine || c.determiner === null ? 0 : 1)
const lost = (c: Complement): number => (oneOf(KIN, PETS, new Set(["job", "house", "home"]))(c) && c.determiner === "my" && !c.loose ? 1 : 0)
const met = (c: Complement): number => (c.determiner === "my" && oneOf(KIN)(c) && !c.loose ? 1 : 0)
const watched = (c: Complement): number => (c.loose || c.machine || c.preposition !== null ? 0 : c.determiner === "the" ? (/^(?:game|match|race|fight|final|finals|olympics|superbowl|playoffs|derby)$/.test(c.head) ? 1 : 0.8) : 1)
const born = (c: Complement): number => (c.loose ? 0 : 1)
const turned = (c: Complement): number => (/^(?:1[89]|[2-9]\d)$|^(?:thirty|forty|fifty|sixty|seventy|eighty|ninety|twenty)/.test(c.first) && c.lower.length <= 5 ? 1 : 0)
const dated = (c: Complement): number => (c.loose || c.machine ? 0 : 1)
const become = (c: Complement): number => (c.loose || c.machine || c.preposition !== null ? 0 : 1)
const brokeUp = (c: Complement): number => (c.first === "up" && !c.machine && !c.lower.some((word) => /^(?:it|this|that|into)$/.test(word)) ? 1 : c.determiner === "my" && /^(?:leg|arm|wrist|ankle|foot|hand|finger|nose|rib|collarbone|toe|hip)$/.test(c.head) ? 1 : 0)
const grew = (c: Complement): number => (c.first === "up" && /^(?:in|near|on|with|speaking|around|playing|outside)$/.test(c.lower[1] ?? "") && !c.machine && !c.lower.some((word) => /^(?:it|this|you|there)$/.test(word)) ? 1 : c.loose || c.machine || c.preposition !== null || c.determiner === "the" ? 0 : 1)
const taken = (c: Complement): number => (c.loose || c.machine ? 0 : c.first === "up" ? 1 : oneOf(new Set(["class", "classes", "course", "lessons", "sabbatical", "exam", "leave", "trip"]))(c) ? 1 : 0)
const signed = (c: Complement): number => (c.first === "up" && c.lower[1] === "for" && !c.loose && !c.machine && oneOf(EVENTS, new Set(["class", "classes", "lessons", "gym"]))({ ...c, phrase: c.lower }) ? 1 : 0)
const applied = (c: Complement): number => (!c.loose && !c.machine && to("to", "for", "at", "with")(c) && (oneOf(new Set(["job", "jobs", "university", "college", "school", "phd", "internship", "position", "role", "visa", "citizenship", "startup", "company", "scholarship"]))(c) || isTagged(c, "Organization")) ? 1 : 0)
const called = (c: Complement): number => (c.first === "me" && c.lower.length <= 3 ? 1 : 0)
const workKind = (c: Complement): Kind => (c.preposition === "on" ? "task" : "work")

const PRESENT = "base third"
const PAST = "past participle"
const ALL = "base third past participle gerund"

export const VERB_RULES: Record<string, VerbRule> = {
  live: rule("home", ALL, lived),
  move: rule("home", "past participle gerund base", moved),
  relocate: rule("home", "past participle gerund base", moved),
  work: rule("work", ALL, workedOn, workKind),
  freelance: rule("work", ALL, any),
  study: rule("study", ALL, studied),
  major: rule("study", ALL, studied),
  graduate: rule("study", ALL, (c) => (c.first === "" || !(c.loose || c.machine) ? 1 : 0)),
  teach: rule("work", "base third gerund", (c) => (c.loose || c.machine || c.determiner === "the" || c.first === "me" ? 0 : 1)),
  grow: rule("origin", ALL, grew, (c) => (c.first === "up" ? "origin" : "habit")),
  love: rule("taste", PRESENT, liked), like: rule("taste", PRESENT, liked), hate: rule("taste", PRESENT, liked),
  adore: rule("taste", PRESENT, liked), dislike: rule("taste", PRESENT, liked), despise: rule("taste", PRESENT, liked),
  enjoy: rule("taste", PRESENT, liked), prefer: rule("taste", PRESENT, liked), detest: rule("taste", PRESENT, liked),
  stand: rule("taste", "base", liked),
  play: rule("pastime", "base third gerund", played, () => "habit"),
  use: rule("tool", PRESENT, used),
  speak: rule("skill", PRESENT, spoke),
  own: rule("belonging", PRESENT, owned, petOr("belonging")),
  collect: rule("habit", PRESENT, (c) => (c.loose || c.machine || c.determiner !== null || c.preposition !== null ? 0 : 1)),
  drive: rule("belonging", PRESENT, (c) => (c.loose || c.preposition !== null || !(c.determiner === "a" || c.determiner === "my") ? 0 : 1)),
  have: rule("belonging", ALL, had, hadKind),
  raise: rule("family", "gerund base third", (c) => (oneOf(KIN, PETS)(c) && !c.loose ? 1 : 0)),
  foster: rule("pet", ALL, (c) => (oneOf(KIN, PETS)(c) && !c.loose ? 1 : 0)),
  get: rule("milestone", "past participle gerund", got, gotKind),
  accept: rule("work", PAST, (c) => (oneOf(new Set(["offer", "job", "position", "role", "internship", "promotion"]))(c) && !c.loose ? 1 : 0)),
  land: rule("work", PAST, (c) => (oneOf(new Set(["offer", "job", "position", "role", "internship", "gig"]))(c) && !c.loose ? 1 : 0)),
  adopt: rule("milestone", "past participle gerund", owned, petOr("milestone")),
  rescue: rule("pet", PAST, (c) => (oneOf(PETS)(c) && !c.loose ? 1 : 0)),
  buy: rule("belonging", "past participle gerund", owned, petOr("belonging")),
  sell: rule("event", PAST, owned), order: rule("event", PAST, (c) => Math.min(0.8, owned(c))),
  marry: rule("family", "past participle gerund", (c) => (c.loose || c.machine ? 0 : 1)),
  divorce: rule("family", "past participle gerund", (c) => (c.loose || c.machine ? 0 : 1)),
  propose: rule("family", PAST, (c) => (c.preposition === "to" && !c.loose && !c.machine ? 1 : 0)),
  date: rule("family", "gerund", dated),
  break: rule("milestone", "past participle", brokeUp),
  retire: rule("work", "past participle gerund", any),
  bear: rule("origin", PAST, born),
  turn: rule("milestone", "past participle gerund", turned),
  start: rule("milestone", "past participle gerund", started, (c) => (/job|work|company|business|shop|internship|startup/.test(c.text) ? "work" : /college|school|degree|phd|uni|course|class/.test(c.text) ? "study" : "habit")),
  begin: rule("milestone", "past participle", started, (c) => (/job|work|company|business/.test(c.text) ? "work" : "habit")),
  finish: rule("event", "past participle", finished), complete: rule("event", "past participle", finished),
  pass: rule("event", "past participle", (c) => (oneOf(EVENTS, new Set(["exams", "bar", "finals"]))(c) && !c.loose && !c.machine ? 1 : 0)),
  fail: rule("event", "past participle", (c) => (oneOf(EVENTS)(c) && !c.loose && !c.machine ? 1 : 0)),
  submit: rule("event", PAST, (c) => Math.min(finished(c), 1)), defend: rule("event", PAST, finished),
  quit: rule("milestone", "past participle gerund", quitted, (c) => (/job|company/.test(c.text) ? "work" : "milestone")),
  leave: rule("work", "past participle gerund", quitted),
  join: rule("event", "past participle gerund", joined),
  enroll: rule("study", "past participle gerund", (c) => (!c.loose && !c.machine && to("in", "at")(c) ? 1 : 0)),
  volunteer: rule("habit", ALL, (c) => (!c.loose && !c.machine && to("at", "for", "with", "in")(c) ? 1 : 0)),
  coach: rule("work", "base third gerund", (c) => (c.loose || c.machine || c.determiner === "the" ? 0 : 1)),
  win: rule("event", PAST, won), lose: rule("milestone", PAST, lost), meet: rule("family", PAST, met),
  go: rule("event", "past participle gerund", went), fly: rule("event", "past participle gerund", (c) => (c.preposition === "to" && !c.loose && isPlace(c) ? 1 : 0)),
  travel: rule("event", ALL, (c) => (c.preposition !== null && !c.loose && isPlace(c) ? 1 : 0)),
  visit: rule("event", "past participle gerund base", (c) => (c.loose || c.machine || c.preposition !== null ? 0 : isPlace(c) || oneOf(KIN, PLACES_TO_GO)(c) ? 1 : 0)),
  attend: rule("event", PAST, (c) => (c.loose || c.machine ? 0 : 1)),
  host: rule("event", PAST, (c) => (c.loose || c.machine || !oneOf(EVENTS)(c) ? 0 : 1)),
  celebrate: rule("event", "past participle gerund", (c) => (c.loose || c.machine ? 0 : 1)),
  organize: rule("event", PAST, (c) => (c.loose || c.machine || !oneOf(EVENTS)(c) ? 0 : 1)),
  publish: rule("event", PAST, authored), write: rule("habit", ALL, authored, (c) => (c.determiner === null ? "habit" : "event")),
  paint: rule("habit", ALL, made), build: rule("event", "past participle gerund", made), make: rule("event", PAST, made),
  open: rule("work", "past participle gerund", (c) => (!c.loose && !c.machine && oneOf(BELONGINGS)(c) ? 1 : 0)),
  launch: rule("work", PAST, (c) => (!c.loose && !c.machine && oneOf(BELONGINGS)(c) ? 1 : 0)),
  run: rule("habit", ALL, ran, (c) => (oneOf(EVENTS)(c) ? "event" : oneOf(BELONGINGS)(c) ? "work" : "habit")),
  climb: rule("habit", ALL, active), hike: rule("habit", ALL, active), swim: rule("habit", ALL, active),
  cycle: rule("habit", ALL, active), surf: rule("habit", PRESENT, active), ski: rule("habit", PRESENT, active),
  garden: rule("habit", PRESENT, active), knit: rule("habit", PRESENT, active), bake: rule("habit", PRESENT, active),
  meditate: rule("habit", ALL, active), dance: rule("habit", PRESENT, active), sing: rule("habit", PRESENT, active),
  learn: rule("skill", "gerund base past participle", learned), practice: rule("skill", ALL, learned),
  train: rule("goal", "gerund", (c) => (c.preposition === "for" && !c.loose && !c.machine ? 1 : 0)),
  read: rule("habit", "base third gerund", read),
  watch: rule("pastime", "base third gerund", watched),
  eat: rule("constraint", "base third", ate), drink: rule("constraint", "base third", ate), smoke: rule("habit", "base third", (c) => (c.loose || c.machine ? 0 : 1)),
  wear: rule("habit", "base third", (c) => (c.loose || c.machine || c.timed || c.determiner === "the" ? 0 : c.determiner === null ? 1 : 0.8)),
  take: rule("event", "past participle gerund", taken), sign: rule("event", PAST, signed),
  apply: rule("work", "past participle gerund", applied), interview: rule("work", PAST, (c) => (!c.loose && !c.machine && to("at", "with", "for")(c) ? 1 : 0)),
  become: rule("identity", "past participle base gerund", become), call: rule("name", "base", called),
  plan: rule("plan", "gerund", (c) => (!c.loose && !c.machine && oneOf(EVENTS)(c) ? 1 : 0)),
  book: rule("event", PAST, (c) => (!c.loose && !c.machine && (oneOf(EVENTS)(c) || /flights?|tickets?|trip/.test(c.head)) ? 1 : 0)),
}

export function allows(rule: VerbRule, form: Form): boolean {
  return rule.tenses.split(" ").includes(form)
}
