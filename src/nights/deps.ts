/** What a night works with: the guild as it is now, its models, and what it may spend. */
import type { ChatModel } from "../ai/chat.ts"
import type { EmbeddingModel } from "../ai/embedding/embedding.ts"
import type { LocalDate } from "../domain/calendar.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { Entered } from "../runtime/enter.ts"
import type { VectorKind } from "../vectors/vector-index.ts"
import type { Run } from "./ledger/runs.ts"

export interface NightDeps {
  db: Database
  guildId: Id
  /** null: none is bound. */
  chat: ChatModel | null
  embedder: EmbeddingModel | null
  /** So many calls to models are made for people in one night; for whom none is left, another night asks. */
  mostCalls: number
  /** Nothing is written in any guild. */
  readOnly: boolean
  now(): Time
  /** The guild as it is at this moment; each step asks anew. Refuses one that is unknown or leaving. */
  enter(): Promise<Entered>
  /** Has a channel let go of what its retention no longer covers, and set its alarm where that was lost; how many messages went. */
  tidyChannel(channelId: Id): Promise<number>
  /** Of which rows the guild's own index holds vectors: at most `limit` numbers in order, after one. */
  heldVectors(kind: VectorKind, after: number, limit: number): Promise<number[]>
  /** Whether the instance of another night has ended, though the ledger says that it is under way. */
  hasEnded(other: KnownRun): Promise<boolean>
  /** Tells the guild's index that there is something to embed or to remove. */
  wakeIndex(): Promise<void>
}

/** A night as it is asked for. */
export interface Night {
  guildId: Id
  runId: string
  trigger: "schedule" | "hand"
  requestedBy: string
}

/** A night as it is planned, once: what later steps must agree on however often they are done again. Ids, dates and times alone. */
export interface NightPlan {
  guildId: Id
  runId: string
  /** The local date it was begun on. */
  day: LocalDate
  timezone: string
  /** When it was begun. */
  at: Time
  /** The local days it tells of, the oldest first: those since the last night, the last seven at most. */
  days: { date: LocalDate; from: Time; to: Time }[]
}

/** A night as the ledger knows it. */
export type KnownRun = Pick<Run, "id" | "startedAt">

// What a night is made of: named pieces of work, each done once. The platform's Workflow is one way to do them, a test that fails them another.

export interface Steps {
  /**
   * Does the work under this name, again where it throws, and returns what it returned the first time it did not. The value is JSON of
   * at most 1 MiB and holds nobody's words: the platform keeps it for days. Throws where it is given up.
   */
  do<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** A part of the night; each does its work in steps of its own. */
export type NightPhase = (steps: Steps, tools: NightDeps, plan: NightPlan) => Promise<void>
