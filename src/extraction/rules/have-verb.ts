/** What having something tells: pets, kin, things of one's own, and what one has on certain days. */
import type { Complement } from "./complement.ts"
import type { FactKind } from "./kinds.ts"
import { ACTIVITIES, BELONGINGS, EVENTS, FOODS, KIN, PETS } from "./lexicon.ts"
import { phraseHas, wordSet } from "./verb-rule.ts"
import { hasTag } from "./words.ts"

/** What one is a member of, so that having it tells something even without its day. */
const JOINED = /^(?:choir|orchestra|band|rehearsals?|rowing)$/
const RECORD = /^(?:new |personal ){1,2}(?:best|record|score|pb)\b/
const CASUAL = /^(?:friends?|manager|boss|family|coworker|colleague|pet)$/
const EARNED = wordSet("job degree phd masters company business internship")

export function scoreHave(c: Complement): number {
  if (c.deictic || c.preposition !== null) return 0
  if (isActivity(c)) return c.timed || JOINED.test(c.head) ? 1 : 0
  if (hasTag(c.tags, c.first, "PastTense", "Participle")) return 0
  if (phraseHas(c, PETS) || KIN.has(c.head)) return dear(c)
  return isRecord(c) || (!c.technical && isOwn(c)) ? 1 : 0
}

function dear(c: Complement): number {
  if (CASUAL.test(c.head)) return 0.8
  return c.determiner === "the" ? 0 : 1
}

function isOwn(c: Complement): boolean {
  if (c.determiner !== "the" && (phraseHas(c, BELONGINGS) || isAppointment(c))) return true
  return c.lower.includes("experience") && c.lower.some((word) => /^years?$/.test(word))
}

function isRecord(c: Complement): boolean {
  return c.determiner === "a" && RECORD.test(c.phrase.join(" "))
}

export function kindOfHave(c: Complement): FactKind {
  if (phraseHas(c, PETS)) return "pet"
  if (phraseHas(c, KIN)) return "family"
  if (isActivity(c)) return "schedule"
  if (isRecord(c)) return "event"
  if (phraseHas(c, wordSet("allergy allergies"))) return "constraint"
  if (c.lower.includes("experience")) return "skill"
  if (isAppointment(c)) return "appointment"
  return EARNED.has(c.head) ? "work" : "belonging"
}

function isActivity(c: Complement): boolean {
  return ACTIVITIES.has(c.head) && c.determiner === null
}

function isAppointment(c: Complement): boolean {
  return c.timed && phraseHas(c, EVENTS) && !/\b(?:lately|recently)\b/.test(c.text)
}

/** "I can't have dairy": judged by what cannot be had. */
export function isFood(c: Complement): boolean {
  return c.lower.length <= 4 && FOODS.has(c.head)
}
