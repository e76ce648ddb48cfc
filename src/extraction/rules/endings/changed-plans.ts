/**
 * Finds plans that their author changes later: "I'm moving on the 5th now instead of the 28th". The plan keeps its place
 * and gets the new date; if nobody can tell the new date, it ends. Works across windows, against known memories. Pure.
 */
import { localDate } from "../../../domain/calendar.ts"
import type { Claim, FactTime, Id, Memory, Message } from "../../../domain/types.ts"
import { languageOf } from "../../../text/language.ts"
import { withoutMoments } from "../../../text/schedules.ts"
import { stems } from "../../../text/stems.ts"
import type { HeardFact } from "../fragments.ts"
import { joinedMessages } from "../joined-messages.ts"
import { RELATIVE } from "../phrases/en-words.ts"
import { factOf } from "../phrases/told.ts"
import { timeWords } from "../phrases/when.ts"
import { nounsOfPlan } from "./plan-cues.ts"
import { changeIn, type NewTime } from "./said-changes.ts"

interface PlanContext {
  messages: readonly Message[]
  timezone: string
  /** Known memories that this channel's readers may read. */
  known: readonly Memory[]
}

/** A talk's facts, and its changes of plans. */
export interface ChangedPlans {
  facts: HeardFact[]
  /** Changes and ends of known plans. */
  claims: Claim[]
  /** Facts that replace a known plan, with its id. */
  replaced: ReadonlyMap<HeardFact, Id>
}

/** A plan of the author, told in this talk or known from before. */
interface Plan {
  heard: HeardFact | null
  memory: Memory | null
  fact: string
  time: FactTime
  /** The line that told it; 0 if it is known from before. */
  line: number
}

/** Returns the facts with what their authors changed later. */
export function changedPlans(facts: readonly HeardFact[], context: PlanContext): ChangedPlans {
  const plans = new Plans(facts, context)
  for (const { message, lines } of joinedMessages(context.messages)) plans.hear(message, lines)
  return { facts: [...plans.kept], claims: [...plans.claims.values()], replaced: plans.replaced }
}

class Plans {
  readonly kept: Set<HeardFact>
  readonly claims = new Map<Id, Claim>()
  readonly replaced = new Map<HeardFact, Id>()
  readonly #context: PlanContext

  constructor(facts: readonly HeardFact[], context: PlanContext) {
    this.kept = new Set(facts)
    this.#context = context
  }

  hear(message: Message, lines: readonly number[]): void {
    const said = changeIn(message, this.#context)
    if (said === null) return
    const facts = [...this.kept]
    const before = { ...this.#context, facts, gone: new Set(this.claims.keys()) }
    const plan = planMeant(said.text, plansOf(message, lines[0] ?? 0, before), lines[0] ?? 0)
    if (plan === null) return
    const newer = facts.filter((fact) => isOf(fact, message) && lines.every((line) => fact.lines.has(line)))
    const whole = said.at && newer.find((fact) => tellsMore(fact, plan, message))
    if (whole && said.at) this.#replace(plan, whole, said.at)
    else if (said.at === null) this.#end(plan, { said: said.text, lines })
    else if (isOtherTime(said.at.time, plan.time))
      this.#move(plan, said.at, { said: said.text, lines, newer })
  }

  #replace({ heard, memory }: Plan, by: HeardFact, at: NewTime): void {
    if (heard) this.kept.delete(heard)
    if (memory) this.replaced.set(by, memory.id)
    if (by.time === null) Object.assign(by, { ...at, told: withoutTime(by.told) })
  }

  #end({ heard, memory }: Plan, { said, lines }: Cited): void {
    if (heard) this.kept.delete(heard)
    if (memory) this.claims.set(memory.id, claimOf(memory, { fact: said, at: null, lines }))
  }

  #move({ heard, memory }: Plan, at: NewTime, { newer, lines }: Cited & { newer: HeardFact[] }): void {
    for (const fact of newer) if (fact.time?.when === at.time.when) this.kept.delete(fact)
    if (heard) {
      Object.assign(heard, at)
      for (const line of lines) heard.lines.add(line)
    }
    const fact = memory && withTime(memory, at.when)
    if (memory && fact !== null) this.claims.set(memory.id, claimOf(memory, { fact, at, lines }))
  }
}

interface Cited {
  said: string
  lines: readonly number[]
}

/** Returns a known plan at its new time, or its end if there is none. */
function claimOf(
  { subject, type, section, importance, lifetime, topics, id }: Memory,
  { fact, at, lines }: { fact: string; at: NewTime | null; lines: readonly number[] },
): Claim {
  const filing = { subject, type, section, importance, lifetime, topics, target: id, reportedBy: null }
  const op = at === null ? ("forget" as const) : ("update" as const)
  return { ...filing, op, fact, time: at?.time ?? null, confidence: 1, lines: [...lines] }
}

/** Returns a known plan's fact at a new time; `null` if its words do not show which of them are its time. */
function withTime({ fact, time }: Memory, when: string): string | null {
  const language = languageOf(fact)
  const [from, to] = [time?.when?.slice(0, 10) ?? null, time?.until?.slice(0, 10) ?? null]
  const isDay = (from ?? to ?? "").length === 10
  const before = isDay ? timeWords({ from, to }, language) : ""
  if (before !== "" && fact.includes(before)) return fact.replace(before, when)
  if (language !== "en") return null
  const bare = withoutTime(fact)
  return fact.startsWith(bare) ? `${bare} ${when}` : null
}

function withoutTime(fact: string): string {
  return withoutMoments(fact.replace(/[\s.]+$/u, ""))
    .replace(/(?:[\s,]+(?:in|on|at|by|of|the))?[\s,]*$/u, "")
    .replace(/ {2,}/g, " ")
}

function plansOf(
  { author, at }: Message,
  line: number,
  { facts, known, timezone, gone }: PlanContext & { facts: readonly HeardFact[]; gone: ReadonlySet<Id> },
): Plan[] {
  const today = localDate(at, timezone)
  const isAhead = (time: FactTime | null): time is FactTime =>
    time !== null && (time.until ?? time.when ?? "") >= today.slice(0, (time.until ?? time.when ?? "").length)
  const told = facts.flatMap((heard): Plan[] => {
    const last = Math.max(...heard.lines)
    const { time } = heard
    return isAhead(time) && last < line && isOf(heard, { author })
      ? [{ heard, memory: null, fact: factOf(heard), time, line: last }]
      : []
  })
  const before = known.flatMap((memory): Plan[] => {
    const { fact, time, subject, status, id } = memory
    const isMine = subject.scope === "user" && subject.id === author.id && status === "active"
    return isMine && !gone.has(id) && isAhead(time) && !OF_KIN.test(fact)
      ? [{ heard: null, memory, fact, time, line: 0 }]
      : []
  })
  return [...told, ...before]
}
const OF_KIN = new RegExp(`^\\S+(?: \\S+)?['’]s (?:birthday|(?:\\p{L}+ )?(?:${RELATIVE}))(?![\\p{L}])`, "iu")

function isOf({ person, speaker, isKin, kind }: HeardFact, { author }: Pick<Message, "author">): boolean {
  return person.id === author.id && speaker.id === author.id && !isKin && kind !== "birthday"
}

/** Returns the one plan that a sentence means: it shares a word with it, or is spoken of as "it" right after. */
function planMeant(text: string, plans: readonly Plan[], line: number): Plan | null {
  const named = new Set(stems(text))
  const shared = plans.filter(
    ({ fact }) =>
      RETURNS.test(text) === RETURNS.test(fact) &&
      [...mattersOf(fact), ...stems(nounsOfPlan(fact))].some((stem) => named.has(stem)),
  )
  if (shared.length > 0) return shared.length === 1 ? (shared[0] ?? null) : null
  const recent = plans.filter((plan) => plan.line > 0 && line - plan.line <= NEAR)
  return IT.test(text) && recent.length === 1 ? (recent[0] ?? null) : null
}
const NEAR = 4
const IT =
  /^(?:[\p{L}]+[\s,:]+){0,3}?(?:it|that|it['’]?s|that['’]?s|das|es|eso|ça|c['’]est|isso)(?![\p{L}])/iu
const RETURNS =
  /(?<![\p{L}])(?:home|back(?! to)|return\p{L}*|zurück|vuelv\p{L}+|de vuelta|regres\p{L}+|retour|rentre|volt\p{L}+)(?![\p{L}])/iu

/** Stems of what is planned, without names and places. */
function mattersOf(fact: string): string[] {
  const [, ...words] = withoutMoments(fact).split(/\s+/u)
  const plain = words.filter((word, at) => !/^\p{Lu}/u.test(word) || GERMAN_NOUN.test(words[at - 1] ?? ""))
  return stems(plain.join(" ")).filter((stem) => stem.length > 2 && !GENERIC.has(stem))
}
const GERMAN_NOUN = /^(?:eine?n?|die|der|das|den|seine?n?|ihre?n?)$/u
const GENERIC = new Set(
  stems("has have is going go goes will get got new their from with for the hat ist tiene va est a as at"),
)

/** A fact that tells of the same matter what the plan does not, with a date: another place, "moving to Elm Road on the 5th instead". */
function tellsMore(fact: HeardFact, plan: Plan, { author }: Message): boolean {
  const matters = new Set(mattersOf(plan.fact))
  const isSame = fact.kind === plan.heard?.kind || mattersOf(fact.told).some((stem) => matters.has(stem))
  const told = new Set(stems(plan.fact))
  const names = new Set(stems(author.name))
  const own = stems(fact.told).filter((stem) => !names.has(stem))
  return isSame && own.some((stem) => !told.has(stem))
}

/** "Back on the 5th" is no new date of "away from the 1st to the 3rd". */
function isOtherTime(a: FactTime, b: FactTime): boolean {
  const isSameShape = (a.when === null) === (b.when === null) && (a.until === null) === (b.until === null)
  return isSameShape && (a.when !== b.when || a.until !== b.until)
}
