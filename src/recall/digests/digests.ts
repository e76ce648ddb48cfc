/**
 * Digests of people for one viewer: the queries that read them, and what to serve. Never waits for a model.
 */
import type { ChatModel } from "../../ai/chat.ts"
import { weekOf } from "../../domain/calendar.ts"
import type { Id, Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import {
  factsFromRows,
  linesOf,
  type ReadFact,
  rememberedPeople,
  storedDigests,
  topFacts,
} from "../../memory/write/digests.ts"
import { isFactLine } from "./compose.ts"
import type { DigestLine, DigestPlan } from "./fingerprint.ts"
import { MOST_FACTS, MOST_LINES, planDigests } from "./plan.ts"
import { staleKinds, writeDigests } from "./write.ts"

/** Maximum number of people per read. */
const MOST_PEOPLE = 7

/** Matches the longest window that the settings allow. */
const LONGEST_WINDOW = 120 * 60_000

/** Time and time zone that digests are read for. */
export interface DigestMoment {
  now: Time
  /** If set, digests are composed as of that time and nothing is stored. `null` means now. */
  asOf: Time | null
  timezone: string
  /** True if the guild's members must opt in to be remembered. */
  optIn: boolean
  /** True if digests may tell patterns, mood and changes. */
  tone: boolean
}

/** Dependencies for serving and rewriting digests. */
export interface DigestDeps {
  db: Database
  viewer: Viewer
  /** `null` if no model is bound. */
  chat: ChatModel | null
  /** Checks the guild's caps right before the model call. */
  mayAsk(): Promise<boolean>
  readOnly: boolean
}

/** Plain prose; `null` if there is nothing to tell. */
interface Digests {
  context: string | null
  today: string | null
  history: string | null
}

export interface ServedDigests {
  digests: Map<Id, Digests>
  plans: DigestPlan[]
  /**
   * Has a model rewrite stale digests. Run it after the response has been sent (`waitUntil`). `null` if none
   * is stale.
   */
  refresh: (() => Promise<void>) | null
}

/**
 * Queries for the first seven people, to run in a batch with others. Pass their rows to `digestsFrom` in this
 * order.
 */
export function digestQueries(db: Database, viewer: Viewer, people: readonly Id[], moment: DigestMoment) {
  const limited = people.slice(0, MOST_PEOPLE)
  const now = moment.asOf ?? moment.now
  const days = weekOf(now, moment.timezone).map(({ from, to }) => ({
    from,
    to: moment.asOf === null ? to : Math.min(to, moment.asOf + 1),
  }))
  return [
    rememberedPeople(db, viewer, limited, moment.optIn),
    storedDigests(db, viewer, limited),
    linesOf(db, viewer, limited, { days, most: MOST_LINES }),
    topFacts(db, viewer, limited, {
      now,
      until: moment.asOf ?? Number.MAX_SAFE_INTEGER,
      each: MOST_FACTS,
    }),
  ] as const
}

type Rows<Q extends readonly PromiseLike<unknown>[]> = { [K in keyof Q]: Awaited<Q[K]> }
export type DigestRows = Rows<ReturnType<typeof digestQueries>>

/**
 * Builds digests from the rows. People who may not be remembered are left out; people with nothing to tell
 * get `null` digests.
 */
export function digestsFrom(rows: DigestRows, moment: DigestMoment, deps: DigestDeps): ServedDigests {
  const now = moment.asOf ?? moment.now
  const clock = { now, timezone: moment.timezone, tone: moment.tone }
  const plans = knownPeople(rows, moment).map((known) => planDigests(known, clock))
  const digests = new Map(plans.map((plan) => [plan.id, digestBodies(plan)]))
  return { digests, plans, refresh: refreshOf(plans, moment, deps) }
}

function knownPeople([people, stored, lines, rows]: DigestRows, moment: DigestMoment) {
  const facts = factsFromRows(rows, moment.asOf ?? moment.now)
  return people.map(({ id, name }) => ({
    id,
    name,
    stored: moment.asOf === null ? stored.filter((row) => row.userId === id) : [],
    lines: withFacts(
      lines.filter((row) => row.userId === id),
      facts.filter((row) => row.userId === id),
    ),
    facts: facts.filter((row) => row.userId === id),
  }))
}

/** Lines, latest first. A line built from facts is replaced by those of its facts that are still valid. */
function withFacts(rows: DigestRows[2], facts: readonly ReadFact[]): DigestLine[] {
  const lines = rows.flatMap(({ noteId, at, line, title }): DigestLine[] => {
    const own: DigestLine = { source: "note", id: noteId, at, text: line, title }
    const learned = isFactLine(line)
      ? facts.filter(({ saidAt }) => saidAt <= at && at - saidAt <= LONGEST_WINDOW)
      : []
    return learned.length === 0 ? [own] : learned.map(asLine)
  })
  // Two conversations within two hours can both claim the same fact.
  const byId = new Map(lines.map((line) => [line.id, line]))
  return [...byId.values()].sort((a, b) => b.at - a.at)
}

function asLine({ id, saidAt, fact }: ReadFact): DigestLine {
  return { source: "fact", id, at: saidAt, text: fact, title: "" }
}

function digestBodies(plan: DigestPlan): Digests {
  return { context: plan.context.body, today: plan.day.body, history: plan.history.body }
}

function refreshOf(
  plans: readonly DigestPlan[],
  moment: DigestMoment,
  deps: DigestDeps,
): ServedDigests["refresh"] {
  const { db, viewer, chat, mayAsk, readOnly } = deps
  const stale = plans.filter((plan) => staleKinds(plan).length > 0)
  if (chat === null || readOnly || moment.asOf !== null || stale.length === 0) return null
  const writer = { db, viewer, readAt: moment.now, chat, mayAsk, optIn: moment.optIn }
  return () => writeDigests(stale, writer)
}
