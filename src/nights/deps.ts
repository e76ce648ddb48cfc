/**
 * Dependencies of a nightly run: the guild's current state, its models and its limits; and the types its
 * phases share.
 */
import type { ChatModel } from "../ai/chat.ts"
import type { EmbeddingModel } from "../ai/embedding/embedding.ts"
import type { LocalDate } from "../domain/calendar.ts"
import type { Measure } from "../domain/metrics.ts"
import type { QuestionDays } from "../domain/question-counts.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { Entered } from "../runtime/enter.ts"
import type { VectorKind } from "../vectors/vector-index.ts"
import type { Run } from "./ledger/runs.ts"

export interface NightDeps {
  db: Database
  guildId: Id
  /** `null` if none is bound. */
  chat: ChatModel | null
  embedder: EmbeddingModel | null
  /** Maximum model calls about people in one run. People beyond it wait for another run. */
  mostCalls: number
  /** True if nothing may be written in any guild. */
  readOnly: boolean
  /** The operator's cap for all guilds in a month; `null` for none. */
  deploymentCapUsd: number | null
  /** Returns true if the day's allowances leave room for what can wait. `null` on the paid plan. */
  mayDoOptionalWork: (() => Promise<boolean>) | null
  measure: Measure
  now(): Time
  /**
   * Reads the guild's current state; each step calls it again. Refuses a guild that is unknown or leaving.
   */
  enter(): Promise<Entered>
  /**
   * Makes a channel delete messages past their retention, and sets its alarm if that was lost. Returns the
   * number of messages deleted.
   */
  tidyChannel(channelId: Id): Promise<number>
  /**
   * Returns the row numbers for which the guild's own index holds vectors: at most `limit`, in order, after
   * `after`.
   */
  heldVectors(kind: VectorKind, after: number, limit: number): Promise<number[]>
  /** Returns the mean direction of what was last said in a time; `null` if nothing of it has a vector. */
  weekCentroid(from: Time, to: Time): Promise<number[] | null>
  /** Returns the counts of recalls and answers by day, as the guild's index holds them. */
  questions(): Promise<QuestionDays>
  /** Makes the index forget those up to and including a day. */
  dropQuestions(through: LocalDate): Promise<void>
  /** Returns true if another run's instance has ended although the ledger records it as running. */
  hasEnded(other: KnownRun): Promise<boolean>
  /** Tells the guild's index that there is something to embed or to remove. */
  wakeIndex(): Promise<void>
}

/** A requested run. */
export interface Night {
  guildId: Id
  runId: string
  trigger: "schedule" | "hand"
  requestedBy: string
}

/**
 * A run's plan, decided once: what later steps must agree on however often they are retried. Holds only ids,
 * dates and times.
 */
export interface NightPlan {
  guildId: Id
  runId: string
  /** Local date on which the run started. */
  day: LocalDate
  timezone: string
  /** When the run started. */
  at: Time
  /** Local days the run covers, oldest first: those since the last run, at most seven. */
  days: { date: LocalDate; from: Time; to: Time }[]
}

/** A run as the ledger identifies it. */
export type KnownRun = Pick<Run, "id" | "startedAt">

// Steps are named units of work, each done once. Cloudflare Workflows run them in production; tests run them
// with failures.

export interface Steps {
  /**
   * Runs the work under this name, retries it if it throws, and returns its first result. The result is JSON
   * of at most 1 MiB without anyone's words, because Cloudflare stores it for days. Throws if the step is
   * given up.
   */
  do<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** A phase of a run. It does its work in its own steps. */
export type NightPhase = (steps: Steps, deps: NightDeps, plan: NightPlan) => Promise<void>
