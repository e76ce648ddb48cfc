/** The claims of plans, and the plans that are known of a channel. Pure. */
import { localDate } from "../../../domain/calendar.ts"
import type { Claim, Id, Memory, Time } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"
import { KIND_FILINGS } from "../kinds.ts"
import { eventIn, GROUP_WORDS } from "./group-words.ts"
import { dayWords, timeIn, timeOf } from "./when.ts"

export interface Plan {
  /** With its article: "the raid", "die Probe". */
  event: string
  date: string
  clock: string | null
  lines: Set<number>
  proposer: Id
  isSettled: boolean
  /** A line names the event together with a day, so that the day is surely the event's. */
  isSure: boolean
}

export interface KnownPlan {
  memory: Memory
  date: string
}

/** The channel's plans that lie ahead, by their event. Of two for the same event, neither. */
export function knownPlans(
  known: readonly Memory[],
  {
    channelId,
    language,
    since,
    timezone,
  }: { channelId: Id; language: Language; since: Time; timezone: string },
): Map<string, KnownPlan> {
  const plans = new Map<string, KnownPlan>()
  const twice = new Set<string>()
  for (const memory of known) {
    const event = eventIn(memory.fact, language)
    const told = { at: memory.saidAt, timezone, language }
    const date = memory.time?.when?.slice(0, DATE_LENGTH) ?? timeIn(memory.fact, told)?.from ?? ""
    const isAhead = memory.status === "active" && date >= localDate(since, timezone)
    if (memory.subject.id !== channelId || event === null || !isAhead || date.length < DATE_LENGTH) continue
    if (plans.has(event)) twice.add(event)
    plans.set(event, { memory, date })
  }
  for (const event of twice) plans.delete(event)
  return plans
}
const DATE_LENGTH = "2026-05-16".length

/** "The match" is the one plan of a match: "the away match", "das Auswärtsspiel". */
export function planOf(event: string, known: ReadonlyMap<string, KnownPlan>): KnownPlan | undefined {
  const noun = nounOf(event)
  const meant = [...known].filter(([one]) => nounOf(one).endsWith(noun) || noun.endsWith(nounOf(one)))
  return meant.length === 1 ? meant[0]?.[1] : undefined
}

function nounOf(event: string): string {
  return event.replace(/^\S+ /u, "").toLowerCase()
}

export function toCancellation(
  { id, subject, fact, type, section, importance, lifetime, topics }: Memory,
  line: number,
): Claim {
  return {
    ...{ type, section, importance, lifetime, topics, subject },
    ...{
      op: "forget",
      fact: `Called off: ${fact}`,
      time: null,
      confidence: 1,
      lines: [line],
      target: id,
      reportedBy: null,
    },
  }
}

export function toPlanClaim(
  plan: Plan,
  {
    channelId,
    language,
    timezone,
    moved,
  }: { channelId: Id; language: Language; timezone: string; moved: Id | null },
): Claim {
  const { type, section, importance, lifetime, topic } = KIND_FILINGS.gathering
  const said = GROUP_WORDS[language].fact(plan.event, dayWords(plan.date, language), plan.clock)
  return {
    op: moved === null ? "save" : "update",
    subject: { scope: "channel", id: channelId },
    fact: said.charAt(0).toUpperCase() + said.slice(1),
    type,
    section,
    importance,
    lifetime,
    time: timeOf({ from: plan.date, to: null, clock: plan.clock }, timezone),
    topics: [plan.event.replace(/^\S+ /, ""), topic],
    confidence: 1,
    lines: [...plan.lines].sort((a, b) => a - b),
    target: moved,
    reportedBy: null,
  }
}
