/** Verbs of work, study and what one is learning or has finished. */
import { type Complement, isProper, isTagged } from "./complement.ts"
import type { Kind } from "./kinds.ts"
import { BELONGINGS, EVENTS, INSTRUMENTS, LANGUAGES, MACHINE, PROGRAMMING } from "./lexicon.ts"
import {
  ALWAYS,
  anything,
  led,
  names,
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

const SCHOOLS = words("school college university uni grad med degree phd course class")
const VENTURES = words(
  "job company business band blog podcast internship shop store startup club group diet bakery restaurant",
)
const PURSUITS =
  /^(?:learning|playing|running|painting|studying|volunteering|dating|reading|writing|training|therapy|college|university|uni|school|work|working|med|grad)$/
const WORKS = words(
  "book novel phd dissertation essay school college training course album painting project manuscript residency bootcamp",
)
const POSTS = words("offer job position role internship promotion gig")
const TEAMS = words(
  "gym team band club company army navy marines group startup choir orchestra league guild church community board union military firm",
)
const SOUGHT = words(
  "job jobs university college school phd internship position role visa citizenship startup company scholarship",
)
const LEFT = words("job school college company band team gym army navy wife husband")

function worked(c: Complement): number {
  if (c.loose) return 0
  if (/^(?:nights|remotely|full-time|part-time|freelance|weekends|shifts)$/.test(c.first)) return 1
  if (/^(?:from home|night|nights|day|shift|weekends)\b/.test(c.text)) return 1
  if (c.machine) return 0
  if (c.preposition === "on")
    return (c.determiner === "the" && !isProper(c)) ||
      /^(?:new )?projects?(?: lately| recently)?$/.test(c.phrase.join(" "))
      ? 0.8
      : 1
  if (led(c, "with", "in")) return 0.8
  return led(c, "at", "as", "for") ? 1 : 0
}

function learned(c: Complement): number {
  if (c.loose || MACHINE.has(c.head)) return 0
  if (c.first === "how") return c.lower[1] === "to" && !c.machine ? 1 : 0
  if (c.first === "to") return c.machine || c.lower.length < 2 ? 0 : 1
  if (c.first === "the") return names(c, INSTRUMENTS) ? 1 : 0
  return /^(?:a|an|lots|some|quite|about|from|that|more|the|as|to)$/.test(c.first) ? 0 : 1
}

function started(c: Complement): number {
  if (!plain(c)) return 0
  return PURSUITS.test(c.first) || names(c, SCHOOLS, VENTURES) ? 1 : 0
}

function startedKind(c: Complement): Kind {
  if (/job|work|company|business|shop|internship|startup|store|bakery/.test(c.text)) return "work"
  return /college|school|degree|phd|uni|course|class/.test(c.text) ? "study" : "habit"
}

function finished(c: Complement): number {
  if (!plain(c) || c.preposition !== null) return 0
  if (names(c, EVENTS, BELONGINGS, WORKS) || (isProper(c) && c.determiner !== "the")) return 1
  return c.determiner === "my" ? 0.8 : 0
}

function joined(c: Complement): number {
  if (!plain(c) || c.preposition !== null) return 0
  return names(c, TEAMS) ? 1 : isProper(c) ? 0.8 : 0
}

function quitted(c: Complement): number {
  if (/^(?:smoking|drinking|vaping|coffee|caffeine|sugar|alcohol|facebook|twitter)$/.test(c.first)) return 1
  return !c.loose && c.determiner !== null && names(c, LEFT) ? 1 : 0
}

const examined = some(EVENTS, words("exams bar finals"))
const passed = (c: Complement) => (c.first === "away" ? 1 : examined(c))
const study = when((c) => c.determiner !== "the" && !/^(?:hard|all|a|together)$/.test(c.first))
const opened = when((c) => names(c, BELONGINGS))
const applied = when(
  (c) => led(c, "to", "for", "at", "with") && (names(c, SOUGHT) || isTagged(c, "Organization")),
)

const EMPLOYERS =
  / for (?:an? |the )?(?:\w+ )?(?:hospital|company|city|government|council|university|agency|museum|bank|startup|charity|school|studio|firm|newspaper)\b/i

/** "I do graphic design for a living", "I'm doing a PhD". */
function did(c: Complement): number {
  if (c.loose) return 0
  if (c.determiner === null && EMPLOYERS.test(c.text)) return 1
  return / for (?:a living|work|a job)\b/i.test(c.text) ||
    (c.determiner === "a" &&
      names(c, SCHOOLS, words("masters bachelors residency internship apprenticeship")))
    ? 1
    : 0
}

const coding = when(
  (c) => names(c, PROGRAMMING) || (led(c, "in") && c.lower.some((word) => PROGRAMMING.has(word))),
)
const SEARCHED = words(
  "job jobs apartment flat house roommate place internship work girlfriend boyfriend therapist",
)

export const WORK_RULES: Record<string, VerbRule> = {
  work: rule("work", ALWAYS, worked, (c) => (c.preposition === "on" ? "task" : "work")),
  freelance: rule("work", ALWAYS, (c) => (c.first === "" || plain(c) ? 1 : 0)),
  retire: rule("work", TURN, (c) => (c.first === "" || plain(c) ? 1 : 0)),
  study: rule("study", ALWAYS, study),
  major: rule("study", ALWAYS, study),
  graduate: rule("study", ALWAYS, (c) => (c.first === "" || plain(c) ? 1 : 0)),
  enroll: rule(
    "study",
    TURN,
    when((c) => led(c, "in", "at")),
  ),
  teach: rule(
    "work",
    `${PRESENT} gerund`,
    when((c) => c.determiner !== "the" && c.first !== "me"),
  ),
  coach: rule(
    "work",
    `${PRESENT} gerund`,
    when((c) => c.determiner !== "the"),
  ),
  accept: rule("work", PAST, (c) => (!c.loose && names(c, POSTS) ? 1 : 0)),
  land: rule("work", PAST, (c) => (!c.loose && names(c, POSTS) ? 1 : 0)),
  start: rule("milestone", TURN, started, startedKind),
  begin: rule("milestone", TURN, started, startedKind),
  finish: rule("event", PAST, finished),
  complete: rule("event", PAST, finished),
  submit: rule("event", PAST, finished),
  defend: rule("event", PAST, finished),
  pass: rule("event", PAST, passed, (c) => (c.first === "away" ? "milestone" : "event")),
  fail: rule("event", PAST, some(EVENTS)),
  quit: rule("milestone", TURN, quitted, (c) => (/job|company/.test(c.text) ? "work" : "milestone")),
  leave: rule("work", TURN, quitted),
  join: rule("event", TURN, joined),
  volunteer: rule(
    "habit",
    ALWAYS,
    when((c) => led(c, "at", "for", "with", "in", "as", "on")),
  ),
  open: rule("work", TURN, opened),
  launch: rule("work", PAST, opened),
  apply: rule("work", TURN, applied),
  interview: rule(
    "work",
    PAST,
    when((c) => led(c, "at", "with", "for")),
  ),
  learn: rule("skill", `${TURN} base`, learned),
  practice: rule("skill", ALWAYS, learned),
  speak: rule("skill", PRESENT, (c) => (!c.loose && c.lower.some((word) => LANGUAGES.has(word)) ? 1 : 0)),
  train: rule(
    "goal",
    "gerund",
    when((c) => c.preposition === "for" || c.preposition === "as"),
  ),
  do: rule("work", `${PRESENT} gerund`, did, (c) =>
    / for (?:a living|work|a job)\b/i.test(c.text) || EMPLOYERS.test(c.text) ? "work" : "study",
  ),
  know: rule("skill", PRESENT, (c) =>
    !c.loose &&
    c.preposition === null &&
    c.phrase.length <= 3 &&
    (names(c, PROGRAMMING) || c.lower.some((word) => LANGUAGES.has(word)))
      ? 1
      : 0,
  ),
  code: rule("skill", `${PRESENT} gerund`, coding),
  program: rule("skill", `${PRESENT} gerund`, coding),
  look: rule(
    "goal",
    "gerund",
    when((c) => c.preposition === "for" && names(c, SEARCHED)),
  ),
  bear: rule("origin", PAST, anything),
}
