/** Verbs of home, family, pets and the turns of a life. */
import { type Complement, isPlace, isProper } from "./complement.ts"
import { had, hadKind } from "./having.ts"
import type { Kind } from "./kinds.ts"
import { EVENTS, GOT_THINGS, KIN, PETS, PLACES_TO_GO } from "./lexicon.ts"
import { isTime } from "./times.ts"
import {
  ALWAYS,
  anything,
  isThing,
  led,
  names,
  owned,
  PAST,
  PRESENT,
  plain,
  rule,
  some,
  TURN,
  type VerbRule,
  when,
  words,
} from "./verb-rule.ts"
import { has } from "./words.ts"

const DWELLINGS = words(
  "house apartment flat city country state place town home dorm village neighborhood condo",
)
const JOBS = words("job offer position role internship gig promotion promoted hired fired laid tenure")

const petOr =
  (kind: Kind) =>
  (c: Complement): Kind =>
    names(c, PETS) ? "pet" : kind

function lived(c: Complement): number {
  if (!plain(c)) return 0
  const somewhere = led(c, "in", "near", "with", "at", "on", "outside", "between", "by")
  return somewhere || /^(?:alone|abroad|downtown|together|next)$/.test(c.first) ? 1 : 0
}

function moved(c: Complement): number {
  if (isTime(c.text)) return 1
  if (!plain(c)) return 0
  const settled = /^(?:out|back|away|abroad|house|houses|home)$/.test(c.first) || /^in with /i.test(c.text)
  if (settled) return c.lower.length <= 8 ? 1 : 0.8
  if (!led(c, "to", "from", "into", "near", "in", "across", "out", "around")) return 0
  return isPlace(c) || names(c, DWELLINGS) ? 1 : 0.8
}

function got(c: Complement): number {
  const vague = c.lower.some((word) => /^(?:it|that|this|you)$/.test(word))
  if (
    /^(?:married|engaged|divorced|promoted|hired|laid|accepted|fired|pregnant|elected|citizenship)$/.test(
      c.first,
    )
  )
    return vague ? 0 : 1
  if (c.loose) return 0
  if (c.first === "into")
    return isProper(c) || names(c, words("college university school grad photography")) ? 1 : 0
  if (c.first === "back")
    return !c.machine && /^(?:from|to|into)$/.test(c.lower[1] ?? "") && isTrip(c) ? 1 : 0
  if (c.preposition !== null || !names(c, GOT_THINGS)) return 0
  return c.determiner !== null || !/^(?:dog|cat|job)$/.test(c.phrase[0] ?? "") ? 1 : 0
}

function isTrip(c: Complement): boolean {
  if (
    c.lower.some(
      (word) => has(c.tags, word, "City", "Country", "Region") || EVENTS.has(word) || PLACES_TO_GO.has(word),
    )
  )
    return true
  return c.words.slice(1).some((word) => /^\p{Lu}/u.test(word))
}

function gotKind(c: Complement): Kind {
  if (names(c, PETS)) return "pet"
  if (names(c, JOBS)) return "work"
  return c.first === "back" || /^(?:bike|tickets?)$/.test(c.head) ? "event" : "milestone"
}

function broke(c: Complement): number {
  if (c.first === "up")
    return !c.machine && !c.lower.some((word) => /^(?:it|this|that|into)$/.test(word)) ? 1 : 0
  return 0
}

function grew(c: Complement): number {
  if (c.first !== "up") return plain(c) && c.preposition === null && c.determiner !== "the" ? 1 : 0
  const where = /^(?:in|near|on|with|speaking|around|playing|outside)$/.test(c.lower[1] ?? "")
  return where && !c.machine && !c.lower.some((word) => /^(?:it|this|you|there)$/.test(word)) ? 1 : 0
}

function turned(c: Complement): number {
  const age = /^(?:1[89]|[2-9]\d)$|^(?:thirty|forty|fifty|sixty|seventy|eighty|ninety|twenty)/
  return age.test(c.first) && c.lower.length <= 5 ? 1 : 0
}

const dear = when((c) => names(c, KIN, PETS))
const own = (c: Complement) => c.determiner === "my" && !c.loose

export const LIFE_RULES: Record<string, VerbRule> = {
  live: rule("home", ALWAYS, lived),
  move: rule("home", TURN, moved),
  relocate: rule("home", TURN, moved),
  grow: rule("origin", ALWAYS, grew, (c) => (c.first === "up" ? "origin" : "habit")),
  own: rule("belonging", PRESENT, owned, petOr("belonging")),
  drive: rule(
    "belonging",
    PRESENT,
    when((c) => c.preposition === null && (c.determiner === "a" || c.determiner === "my")),
  ),
  have: rule("belonging", ALWAYS, had, hadKind),
  raise: rule("family", `${PRESENT} gerund`, dear),
  foster: rule("pet", ALWAYS, dear),
  get: rule("milestone", TURN, got, gotKind),
  adopt: rule("milestone", TURN, owned, petOr("milestone")),
  rescue: rule("pet", PAST, some(PETS)),
  buy: rule("belonging", TURN, owned, petOr("belonging")),
  sell: rule("event", TURN, (c) => (c.timed && plain(c) ? 1 : owned(c))),
  order: rule("event", PAST, (c) => Math.min(0.8, owned(c))),
  marry: rule("family", TURN, anything),
  divorce: rule("family", TURN, anything),
  propose: rule(
    "family",
    PAST,
    when((c) => c.preposition === "to"),
  ),
  date: rule("family", "gerund", anything),
  break: rule("milestone", PAST, broke),
  turn: rule("milestone", TURN, turned),
  lose: rule(
    "milestone",
    PAST,
    when((c) => own(c) && names(c, KIN, PETS, words("job house home"))),
  ),
  meet: rule(
    "family",
    PAST,
    when((c) => own(c) && names(c, KIN)),
  ),
  die: rule("milestone", PAST, (c) => (c.first === "" || c.timed ? 1 : 0)),
  save: rule(
    "goal",
    "gerund",
    when((c) => /^(?:up )?for (?:an?|my|our) /i.test(c.text)),
  ),
  switch: rule("tool", PAST, (c) =>
    c.loose || !led(c, "to", "from") || !isThing({ ...c, text: c.words.slice(1).join(" ") })
      ? 0
      : c.timed
        ? 1
        : 0.8,
  ),
  become: rule(
    "identity",
    `${TURN} base`,
    when((c) => c.preposition === null),
  ),
  call: rule("name", "base", (c) => (c.first === "me" && c.lower.length <= 3 ? 1 : 0)),
}
