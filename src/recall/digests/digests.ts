/** Digests of people for one reader: the queries to read them with, and what to serve. Nobody waits for a model here. */
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

/** People that one read has digests of, at most. */
export const MOST_PEOPLE = 7

/** A window's messages span no more than the settings allow. */
const LONGEST_WINDOW = 120 * 60_000

/** When digests are read, and by whose clock. */
export interface DigestMoment {
  now: Time
  /** As of an earlier time: composed from what was there then, and nothing is stored. null: now. */
  asOf: Time | null
  timezone: string
  /** In an opt-in guild, silence means no. */
  optIn: boolean
}

/** What writing them takes. */
export interface DigestDeps {
  db: Database
  viewer: Viewer
  /** null: no model is bound. */
  chat: ChatModel | null
  /** Whether the guild's caps allow it, asked when it comes to it. */
  mayAsk(): Promise<boolean>
  readOnly: boolean
}

/** Plain prose; null where there is nothing to tell. */
export interface Digests {
  context: string | null
  today: string | null
  history: string | null
}

export interface ServedDigests {
  digests: Map<Id, Digests>
  plans: DigestPlan[]
  /** To run once the answer is on its way (`waitUntil`): has a model write what is stale. null where there is nothing to write. */
  refresh: (() => Promise<void>) | null
}

/** The queries to stand in a batch with others, for the first seven people; `digestsFrom` reads their rows, in this order. */
export function digestQueries(db: Database, viewer: Viewer, people: readonly Id[], moment: DigestMoment) {
  const few = people.slice(0, MOST_PEOPLE)
  const now = moment.asOf ?? moment.now
  const days = weekOf(now, moment.timezone).map(({ from, to }) => ({
    from,
    to: moment.asOf === null ? to : Math.min(to, moment.asOf + 1),
  }))
  return [
    rememberedPeople(db, viewer, few, moment.optIn),
    storedDigests(db, viewer, few),
    linesOf(db, viewer, few, { days, most: MOST_LINES }),
    topFacts(db, viewer, few, {
      now,
      until: moment.asOf ?? Number.MAX_SAFE_INTEGER,
      each: MOST_FACTS,
    }),
  ] as const
}

type Rows<Q extends readonly PromiseLike<unknown>[]> = { [K in keyof Q]: Awaited<Q[K]> }
export type DigestRows = Rows<ReturnType<typeof digestQueries>>

/** What to serve of the rows. Whoever may not be remembered is not in it; whoever has nothing to tell has nulls. */
export function digestsFrom(rows: DigestRows, moment: DigestMoment, means: DigestDeps): ServedDigests {
  const now = moment.asOf ?? moment.now
  const clock = { now, timezone: moment.timezone }
  const plans = knownPeople(rows, moment).map((known) => planDigests(known, clock))
  const digests = new Map(plans.map((plan) => [plan.id, wordsOf(plan)]))
  return { digests, plans, refresh: refreshOf(plans, moment, means) }
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

/** The lines, latest first. One that was made of facts gives way to those of them that still stand. */
function withFacts(rows: DigestRows[2], facts: readonly ReadFact[]): DigestLine[] {
  const lines = rows.flatMap(({ noteId, at, line, title }): DigestLine[] => {
    const own: DigestLine = { source: "note", id: noteId, at, text: line, title }
    const learned = isFactLine(line)
      ? facts.filter(({ saidAt }) => saidAt <= at && at - saidAt <= LONGEST_WINDOW)
      : []
    return learned.length === 0 ? [own] : learned.map(asLine)
  })
  // Two conversations within two hours may both claim a fact.
  const byId = new Map(lines.map((line) => [line.id, line]))
  return [...byId.values()].sort((a, b) => b.at - a.at)
}

function asLine({ id, saidAt, fact }: ReadFact): DigestLine {
  return { source: "fact", id, at: saidAt, text: fact, title: "" }
}

function wordsOf(plan: DigestPlan): Digests {
  return { context: plan.context.body, today: plan.day.body, history: plan.history.body }
}

function refreshOf(
  plans: readonly DigestPlan[],
  moment: DigestMoment,
  means: DigestDeps,
): ServedDigests["refresh"] {
  const { db, viewer, chat, mayAsk, readOnly } = means
  const stale = plans.filter((plan) => staleKinds(plan).length > 0)
  if (chat === null || readOnly || moment.asOf !== null || stale.length === 0) return null
  const desk = { db, viewer, readAt: moment.now, chat, mayAsk, optIn: moment.optIn }
  return () => writeDigests(stale, desk)
}
