/** Every verb that makes facts, and the rule it follows. */

import { type Complement, isPlace, isProper, isTagged } from "./complement.ts"
import { EVENTS, KIN, PLACES_TO_GO } from "./lexicon.ts"
import { LIFE_RULES } from "./life-rules.ts"
import { TASTE_RULES } from "./taste-rules.ts"
import { isTime } from "./times.ts"
import {
  ALWAYS,
  anything,
  type Judge,
  names,
  PAST,
  plain,
  rule,
  TURN,
  toPlace,
  type VerbRule,
  when,
  words,
} from "./verb-rule.ts"
import type { Form } from "./verbs.ts"
import { WORK_RULES } from "./work-rules.ts"

// Verbs of going places and of what happened once.

const OUTDOORS =
  /^(?:camping|hiking|skiing|surfing|fishing|climbing|kayaking|swimming|biking|sailing|diving|snowboarding|backpacking|dancing|vegan|vegetarian|abroad)$/
const BACK = /^back to (?:school|college|uni|university|work|teaching)\b/i
const OUTINGS = words("hike cruise honeymoon tour safari leave roadtrip retreat")
const LESSONS = words("class classes course lessons sabbatical exam leave trip gym")

function went(c: Complement): number {
  if (!plain(c)) return 0
  if (OUTDOORS.test(c.first) || BACK.test(c.text)) return 1
  if (c.preposition === "on") return names(c, EVENTS, OUTINGS) ? 1 : 0
  if (c.preposition !== "to") return 0
  if (isTagged(c, "Place", "City", "Country") || names(c, PLACES_TO_GO, EVENTS)) return 1
  return isProper(c) ? 0.8 : 0
}

const visited: Judge = (c) => (isTime(c.text) || toSee(c) ? 1 : 0)
const toSee = (c: Complement) =>
  plain(c) && c.preposition === null && (isPlace(c) || names(c, KIN, PLACES_TO_GO))
const held = when((c) => names(c, EVENTS))
const taken: Judge = (c) => (!c.loose && ((!c.machine && c.first === "up") || names(c, LESSONS)) ? 1 : 0)
const signedUp = when(
  (c) =>
    c.first === "up" && c.lower[1] === "for" && c.lower.some((word) => EVENTS.has(word) || LESSONS.has(word)),
)
const booked = when((c) => names(c, EVENTS) || /^(?:flights?|tickets?|trip)$/.test(c.head))

const EVENT_RULES: Record<string, VerbRule> = {
  go: rule("event", TURN, went, (c) =>
    /^(?:back )?to (?:school|college|uni|university|grad school)\b/i.test(c.text) ? "study" : "event",
  ),
  fly: rule(
    "event",
    TURN,
    when((c) => c.preposition === "to" && isPlace(c)),
  ),
  travel: rule("event", ALWAYS, when(toPlace)),
  visit: rule("event", `${TURN} base`, visited),
  attend: rule("event", PAST, anything),
  host: rule("event", PAST, held),
  organize: rule("event", PAST, held),
  plan: rule("plan", "gerund", held),
  celebrate: rule("event", TURN, anything),
  win: rule(
    "event",
    PAST,
    when((c) => c.determiner !== null),
  ),
  take: rule("event", TURN, taken),
  sign: rule("event", PAST, signedUp),
  book: rule("event", PAST, booked),
}

export const VERB_RULES: Record<string, VerbRule> = {
  ...LIFE_RULES,
  ...WORK_RULES,
  ...TASTE_RULES,
  ...EVENT_RULES,
}

export function allows(rule: VerbRule, form: Form): boolean {
  return rule.forms.split(" ").includes(form)
}
