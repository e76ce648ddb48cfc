/** Verbs of work, study and what one is learning or has finished. */
import { type Complement, isProper, isTagged } from "./complement.ts"
import type { FactKind } from "./kinds.ts"
import { BELONGINGS, EVENTS, INSTRUMENTS, LANGUAGES, MACHINE, PROGRAMMING } from "./lexicon.ts"
import {
  ALL_FORMS,
  anyObject,
  CHANGE_FORMS,
  clearIf,
  hasPreposition,
  isConcrete,
  objectIn,
  PAST_FORMS,
  PRESENT_FORMS,
  phraseHas,
  type VerbRule,
  verbRule,
  wordSet,
} from "./verb-rule.ts"

const SCHOOLS = wordSet("school college university uni grad med degree phd course class")
const VENTURES = wordSet(
  "job company business band blog podcast internship shop store startup club group diet bakery restaurant",
)
const PURSUITS =
  /^(?:learning|playing|running|painting|studying|volunteering|dating|reading|writing|training|therapy|college|university|uni|school|work|working|med|grad)$/
const WORKS = wordSet(
  "book novel phd dissertation essay school college training course album painting project manuscript residency bootcamp",
)
const POSTS = wordSet("offer job position role internship promotion gig")
const TEAMS = wordSet(
  "gym team band club company army navy marines group startup choir orchestra league guild church community board union military firm",
)
const SOUGHT = wordSet(
  "job jobs university college school phd internship position role visa citizenship startup company scholarship",
)
const LEFT = wordSet("job school college company band team gym army navy wife husband")

function worked(c: Complement): number {
  if (c.deictic) return 0
  if (/^(?:nights|remotely|full-time|part-time|freelance|weekends|shifts)$/.test(c.first)) return 1
  if (/^(?:from home|night|nights|day|shift|weekends)\b/.test(c.text)) return 1
  if (c.technical) return 0
  if (c.preposition === "on")
    return (c.determiner === "the" && !isProper(c)) ||
      /^(?:new )?projects?(?: lately| recently)?$/.test(c.phrase.join(" "))
      ? 0.8
      : 1
  if (hasPreposition(c, "with", "in")) return 0.8
  return hasPreposition(c, "at", "as", "for") ? 1 : 0
}

function learned(c: Complement): number {
  if (c.deictic || MACHINE.has(c.head)) return 0
  if (c.first === "how") return c.lower[1] === "to" && !c.technical ? 1 : 0
  if (c.first === "to") return c.technical || c.lower.length < 2 ? 0 : 1
  if (c.first === "the") return phraseHas(c, INSTRUMENTS) ? 1 : 0
  return /^(?:a|an|lots|some|quite|about|from|that|more|the|as|to)$/.test(c.first) ? 0 : 1
}

function started(c: Complement): number {
  if (!isConcrete(c)) return 0
  return PURSUITS.test(c.first) || phraseHas(c, SCHOOLS, VENTURES) ? 1 : 0
}

function startedKind(c: Complement): FactKind {
  if (/job|work|company|business|shop|internship|startup|store|bakery/.test(c.text)) return "work"
  return /college|school|degree|phd|uni|course|class/.test(c.text) ? "study" : "habit"
}

function finished(c: Complement): number {
  if (!isConcrete(c) || c.preposition !== null) return 0
  if (phraseHas(c, EVENTS, BELONGINGS, WORKS) || (isProper(c) && c.determiner !== "the")) return 1
  return c.determiner === "my" ? 0.8 : 0
}

function joined(c: Complement): number {
  if (!isConcrete(c) || c.preposition !== null) return 0
  return phraseHas(c, TEAMS) ? 1 : isProper(c) ? 0.8 : 0
}

function quitted(c: Complement): number {
  if (/^(?:smoking|drinking|vaping|coffee|caffeine|sugar|alcohol|facebook|twitter)$/.test(c.first)) return 1
  return !c.deictic && c.determiner !== null && phraseHas(c, LEFT) ? 1 : 0
}

const examined = objectIn(EVENTS, wordSet("exams bar finals"))
const passed = (c: Complement) => (c.first === "away" ? 1 : examined(c))
const study = clearIf((c) => c.determiner !== "the" && !/^(?:hard|all|a|together)$/.test(c.first))
const opened = clearIf((c) => phraseHas(c, BELONGINGS))
const applied = clearIf(
  (c) =>
    hasPreposition(c, "to", "for", "at", "with") && (phraseHas(c, SOUGHT) || isTagged(c, "Organization")),
)

const EMPLOYERS =
  / for (?:an? |the )?(?:\w+ )?(?:hospital|company|city|government|council|university|agency|museum|bank|startup|charity|school|studio|firm|newspaper)\b/i

/** "I do graphic design for a living", "I'm doing a PhD". */
function did(c: Complement): number {
  if (c.deictic) return 0
  if (c.determiner === null && EMPLOYERS.test(c.text)) return 1
  return / for (?:a living|work|a job)\b/i.test(c.text) ||
    (c.determiner === "a" &&
      phraseHas(c, SCHOOLS, wordSet("masters bachelors residency internship apprenticeship")))
    ? 1
    : 0
}

const coding = clearIf(
  (c) =>
    phraseHas(c, PROGRAMMING) || (hasPreposition(c, "in") && c.lower.some((word) => PROGRAMMING.has(word))),
)
const SEARCHED = wordSet(
  "job jobs apartment flat house roommate place internship work girlfriend boyfriend therapist",
)

export const WORK_RULES: Record<string, VerbRule> = {
  work: verbRule("work", ALL_FORMS, worked, (c) => (c.preposition === "on" ? "task" : "work")),
  freelance: verbRule("work", ALL_FORMS, (c) => (c.first === "" || isConcrete(c) ? 1 : 0)),
  retire: verbRule("work", CHANGE_FORMS, (c) => (c.first === "" || isConcrete(c) ? 1 : 0)),
  study: verbRule("study", ALL_FORMS, study),
  major: verbRule("study", ALL_FORMS, study),
  graduate: verbRule("study", ALL_FORMS, (c) => (c.first === "" || isConcrete(c) ? 1 : 0)),
  enroll: verbRule(
    "study",
    CHANGE_FORMS,
    clearIf((c) => hasPreposition(c, "in", "at")),
  ),
  teach: verbRule(
    "work",
    `${PRESENT_FORMS} gerund`,
    clearIf((c) => c.determiner !== "the" && c.first !== "me"),
  ),
  coach: verbRule(
    "work",
    `${PRESENT_FORMS} gerund`,
    clearIf((c) => c.determiner !== "the"),
  ),
  accept: verbRule("work", PAST_FORMS, (c) => (!c.deictic && phraseHas(c, POSTS) ? 1 : 0)),
  land: verbRule("work", PAST_FORMS, (c) => (!c.deictic && phraseHas(c, POSTS) ? 1 : 0)),
  start: verbRule("milestone", CHANGE_FORMS, started, startedKind),
  begin: verbRule("milestone", CHANGE_FORMS, started, startedKind),
  finish: verbRule("event", PAST_FORMS, finished),
  complete: verbRule("event", PAST_FORMS, finished),
  submit: verbRule("event", PAST_FORMS, finished),
  defend: verbRule("event", PAST_FORMS, finished),
  pass: verbRule("event", PAST_FORMS, passed, (c) => (c.first === "away" ? "milestone" : "event")),
  fail: verbRule("event", PAST_FORMS, objectIn(EVENTS)),
  quit: verbRule("milestone", CHANGE_FORMS, quitted, (c) =>
    /job|company/.test(c.text) ? "work" : "milestone",
  ),
  leave: verbRule("work", CHANGE_FORMS, quitted),
  join: verbRule("event", CHANGE_FORMS, joined),
  volunteer: verbRule(
    "habit",
    ALL_FORMS,
    clearIf((c) => hasPreposition(c, "at", "for", "with", "in", "as", "on")),
  ),
  open: verbRule("work", CHANGE_FORMS, opened),
  launch: verbRule("work", PAST_FORMS, opened),
  apply: verbRule("work", CHANGE_FORMS, applied),
  interview: verbRule(
    "work",
    PAST_FORMS,
    clearIf((c) => hasPreposition(c, "at", "with", "for")),
  ),
  learn: verbRule("skill", `${CHANGE_FORMS} base`, learned),
  practice: verbRule("skill", ALL_FORMS, learned),
  speak: verbRule("skill", PRESENT_FORMS, (c) =>
    !c.deictic && c.lower.some((word) => LANGUAGES.has(word)) ? 1 : 0,
  ),
  train: verbRule(
    "goal",
    "gerund",
    clearIf((c) => c.preposition === "for" || c.preposition === "as"),
  ),
  do: verbRule("work", `${PRESENT_FORMS} gerund`, did, (c) =>
    / for (?:a living|work|a job)\b/i.test(c.text) || EMPLOYERS.test(c.text) ? "work" : "study",
  ),
  know: verbRule("skill", PRESENT_FORMS, (c) =>
    !c.deictic &&
    c.preposition === null &&
    c.phrase.length <= 3 &&
    (phraseHas(c, PROGRAMMING) || c.lower.some((word) => LANGUAGES.has(word)))
      ? 1
      : 0,
  ),
  code: verbRule("skill", `${PRESENT_FORMS} gerund`, coding),
  program: verbRule("skill", `${PRESENT_FORMS} gerund`, coding),
  look: verbRule(
    "goal",
    "gerund",
    clearIf((c) => c.preposition === "for" && phraseHas(c, SEARCHED)),
  ),
  bear: verbRule("origin", PAST_FORMS, anyObject),
}
