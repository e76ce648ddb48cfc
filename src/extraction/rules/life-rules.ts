/** Verbs of home, family, pets and the turns of a life. */
import { type Complement, isPlace, isProper } from "./complement.ts"
import { kindOfHave, scoreHave } from "./have-verb.ts"
import type { FactKind } from "./kinds.ts"
import { EVENTS, GOT_THINGS, KIN, PETS, PLACES_TO_GO } from "./lexicon.ts"
import { isTime } from "./times.ts"
import {
  ALL_FORMS,
  anyObject,
  CHANGE_FORMS,
  clearIf,
  hasPreposition,
  isConcrete,
  isProductName,
  objectIn,
  PAST_FORMS,
  PRESENT_FORMS,
  phraseHas,
  scoreOwned,
  type VerbRule,
  verbRule,
  wordSet,
} from "./verb-rule.ts"
import { hasTag } from "./words.ts"

const DWELLINGS = wordSet(
  "house apartment flat city country state place town home dorm village neighborhood condo",
)
const JOBS = wordSet("job offer position role internship gig promotion promoted hired fired laid tenure")

const petOr =
  (kind: FactKind) =>
  (c: Complement): FactKind =>
    phraseHas(c, PETS) ? "pet" : kind

function lived(c: Complement): number {
  if (!isConcrete(c)) return 0
  const somewhere = hasPreposition(c, "in", "near", "with", "at", "on", "outside", "between", "by")
  return somewhere || /^(?:alone|abroad|downtown|together|next)$/.test(c.first) ? 1 : 0
}

function moved(c: Complement): number {
  if (isTime(c.text)) return 1
  if (!isConcrete(c)) return 0
  const settled = /^(?:out|back|away|abroad|house|houses|home)$/.test(c.first) || /^in with /i.test(c.text)
  if (settled) return c.lower.length <= 8 ? 1 : 0.8
  if (!hasPreposition(c, "to", "from", "into", "near", "in", "across", "out", "around")) return 0
  return isPlace(c) || phraseHas(c, DWELLINGS) ? 1 : 0.8
}

function got(c: Complement): number {
  const vague = c.lower.some((word) => /^(?:it|that|this|you)$/.test(word))
  if (
    /^(?:married|engaged|divorced|promoted|hired|laid|accepted|fired|pregnant|elected|citizenship)$/.test(
      c.first,
    )
  )
    return vague ? 0 : 1
  if (c.deictic) return 0
  if (c.first === "into")
    return isProper(c) || phraseHas(c, wordSet("college university school grad photography")) ? 1 : 0
  if (c.first === "back")
    return !c.technical && /^(?:from|to|into)$/.test(c.lower[1] ?? "") && isTrip(c) ? 1 : 0
  if (c.preposition !== null || !phraseHas(c, GOT_THINGS)) return 0
  return c.determiner !== null || !/^(?:dog|cat|job)$/.test(c.phrase[0] ?? "") ? 1 : 0
}

function isTrip(c: Complement): boolean {
  if (
    c.lower.some(
      (word) =>
        hasTag(c.tags, word, "City", "Country", "Region") || EVENTS.has(word) || PLACES_TO_GO.has(word),
    )
  )
    return true
  return c.words.slice(1).some((word) => /^\p{Lu}/u.test(word))
}

function gotKind(c: Complement): FactKind {
  if (phraseHas(c, PETS)) return "pet"
  if (phraseHas(c, JOBS)) return "work"
  return c.first === "back" || /^(?:bike|tickets?)$/.test(c.head) ? "event" : "milestone"
}

function broke(c: Complement): number {
  if (c.first === "up")
    return !c.technical && !c.lower.some((word) => /^(?:it|this|that|into)$/.test(word)) ? 1 : 0
  return 0
}

function grew(c: Complement): number {
  if (c.first !== "up") return isConcrete(c) && c.preposition === null && c.determiner !== "the" ? 1 : 0
  const where = /^(?:in|near|on|with|speaking|around|playing|outside)$/.test(c.lower[1] ?? "")
  return where && !c.technical && !c.lower.some((word) => /^(?:it|this|you|there)$/.test(word)) ? 1 : 0
}

function turned(c: Complement): number {
  const age = /^(?:1[89]|[2-9]\d)$|^(?:thirty|forty|fifty|sixty|seventy|eighty|ninety|twenty)/
  return age.test(c.first) && c.lower.length <= 5 ? 1 : 0
}

const dear = clearIf((c) => phraseHas(c, KIN, PETS))
const own = (c: Complement) => c.determiner === "my" && !c.deictic

export const LIFE_RULES: Record<string, VerbRule> = {
  live: verbRule("home", ALL_FORMS, lived),
  move: verbRule("home", CHANGE_FORMS, moved),
  relocate: verbRule("home", CHANGE_FORMS, moved),
  grow: verbRule("origin", ALL_FORMS, grew, (c) => (c.first === "up" ? "origin" : "habit")),
  own: verbRule("belonging", PRESENT_FORMS, scoreOwned, petOr("belonging")),
  drive: verbRule(
    "belonging",
    PRESENT_FORMS,
    clearIf((c) => c.preposition === null && (c.determiner === "a" || c.determiner === "my")),
  ),
  have: verbRule("belonging", ALL_FORMS, scoreHave, kindOfHave),
  raise: verbRule("family", `${PRESENT_FORMS} gerund`, dear),
  foster: verbRule("pet", ALL_FORMS, dear),
  get: verbRule("milestone", CHANGE_FORMS, got, gotKind),
  adopt: verbRule("milestone", CHANGE_FORMS, scoreOwned, petOr("milestone")),
  rescue: verbRule("pet", PAST_FORMS, objectIn(PETS)),
  buy: verbRule("belonging", CHANGE_FORMS, scoreOwned, petOr("belonging")),
  sell: verbRule("event", CHANGE_FORMS, (c) => (c.timed && isConcrete(c) ? 1 : scoreOwned(c))),
  order: verbRule("event", PAST_FORMS, (c) => Math.min(0.8, scoreOwned(c))),
  marry: verbRule("family", CHANGE_FORMS, anyObject),
  divorce: verbRule("family", CHANGE_FORMS, anyObject),
  propose: verbRule(
    "family",
    PAST_FORMS,
    clearIf((c) => c.preposition === "to"),
  ),
  date: verbRule("family", "gerund", anyObject),
  break: verbRule("milestone", PAST_FORMS, broke),
  turn: verbRule("milestone", CHANGE_FORMS, turned),
  lose: verbRule(
    "milestone",
    PAST_FORMS,
    clearIf((c) => own(c) && phraseHas(c, KIN, PETS, wordSet("job house home"))),
  ),
  meet: verbRule(
    "family",
    PAST_FORMS,
    clearIf((c) => own(c) && phraseHas(c, KIN)),
  ),
  die: verbRule("milestone", PAST_FORMS, (c) => (c.first === "" || c.timed ? 1 : 0)),
  save: verbRule(
    "goal",
    "gerund",
    clearIf((c) => /^(?:up )?for (?:an?|my|our) /i.test(c.text)),
  ),
  switch: verbRule("tool", PAST_FORMS, (c) =>
    c.deictic ||
    !hasPreposition(c, "to", "from") ||
    !isProductName({ ...c, text: c.words.slice(1).join(" ") })
      ? 0
      : c.timed
        ? 1
        : 0.8,
  ),
  become: verbRule(
    "identity",
    `${CHANGE_FORMS} base`,
    clearIf((c) => c.preposition === null),
  ),
  call: verbRule("name", "base", (c) => (c.first === "me" && c.lower.length <= 3 ? 1 : 0)),
}
