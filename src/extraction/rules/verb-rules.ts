/** Every verb that makes facts, and the rule it follows. */

import { type Complement, isPlace, isProper, isTagged } from "./complement.ts"
import { EVENTS, KIN, PLACES_TO_GO } from "./lexicon.ts"
import { LIFE_RULES } from "./life-rules.ts"
import { TASTE_RULES } from "./taste-rules.ts"
import { isTime } from "./times.ts"
import {
  ALL_FORMS,
  anyObject,
  CHANGE_FORMS,
  clearIf,
  isConcrete,
  isPlacePhrase,
  PAST_FORMS,
  phraseHas,
  type Scorer,
  type VerbRule,
  verbRule,
  wordSet,
} from "./verb-rule.ts"
import type { VerbForm } from "./verbs.ts"
import { WORK_RULES } from "./work-rules.ts"

// Verbs of going places and of what happened once.

const OUTDOORS =
  /^(?:camping|hiking|skiing|surfing|fishing|climbing|kayaking|swimming|biking|sailing|diving|snowboarding|backpacking|dancing|vegan|vegetarian|abroad)$/
const BACK = /^back to (?:school|college|uni|university|work|teaching)\b/i
const OUTINGS = wordSet("hike cruise honeymoon tour safari leave roadtrip retreat")
const LESSONS = wordSet("class classes course lessons sabbatical exam leave trip gym")

function went(c: Complement): number {
  if (!isConcrete(c)) return 0
  if (OUTDOORS.test(c.first) || BACK.test(c.text)) return 1
  if (c.preposition === "on") return phraseHas(c, EVENTS, OUTINGS) ? 1 : 0
  if (c.preposition !== "to") return 0
  if (isTagged(c, "Place", "City", "Country") || phraseHas(c, PLACES_TO_GO, EVENTS)) return 1
  return isProper(c) ? 0.8 : 0
}

const visited: Scorer = (c) => (isTime(c.text) || toSee(c) ? 1 : 0)
const toSee = (c: Complement) =>
  isConcrete(c) && c.preposition === null && (isPlace(c) || phraseHas(c, KIN, PLACES_TO_GO))
const held = clearIf((c) => phraseHas(c, EVENTS))
const taken: Scorer = (c) =>
  !c.deictic && ((!c.technical && c.first === "up") || phraseHas(c, LESSONS)) ? 1 : 0
const signedUp = clearIf(
  (c) =>
    c.first === "up" && c.lower[1] === "for" && c.lower.some((word) => EVENTS.has(word) || LESSONS.has(word)),
)
const booked = clearIf((c) => phraseHas(c, EVENTS) || /^(?:flights?|tickets?|trip)$/.test(c.head))

const EVENT_RULES: Record<string, VerbRule> = {
  go: verbRule("event", CHANGE_FORMS, went, (c) =>
    /^(?:back )?to (?:school|college|uni|university|grad school)\b/i.test(c.text) ? "study" : "event",
  ),
  fly: verbRule(
    "event",
    CHANGE_FORMS,
    clearIf((c) => c.preposition === "to" && isPlace(c)),
  ),
  travel: verbRule("event", ALL_FORMS, clearIf(isPlacePhrase)),
  visit: verbRule("event", `${CHANGE_FORMS} base`, visited),
  attend: verbRule("event", PAST_FORMS, anyObject),
  host: verbRule("event", PAST_FORMS, held),
  organize: verbRule("event", PAST_FORMS, held),
  plan: verbRule("plan", "gerund", held),
  celebrate: verbRule("event", CHANGE_FORMS, anyObject),
  win: verbRule(
    "event",
    PAST_FORMS,
    clearIf((c) => c.determiner !== null),
  ),
  take: verbRule("event", CHANGE_FORMS, taken),
  sign: verbRule("event", PAST_FORMS, signedUp),
  book: verbRule("event", PAST_FORMS, booked),
}

export const VERB_RULES: Record<string, VerbRule> = {
  ...LIFE_RULES,
  ...WORK_RULES,
  ...TASTE_RULES,
  ...EVENT_RULES,
}

export function allowsForm(rule: VerbRule, form: VerbForm): boolean {
  return rule.forms.split(" ").includes(form)
}
