/** What the steps of an erasure work with: the job, the database, and the guild's objects as they are reached from here. */
import type { ChannelBuffer } from "../channel/channel-buffer.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { GuildIndex } from "../vectors/guild-index.ts"
import type { ErasureJob } from "./jobs.ts"
import type { PersonTracesStore } from "./person-traces-store.ts"
import type { ErasurePage } from "./plan.ts"

/** Questions that wait for their answer. */
export interface PendingAnswers {
  erasePerson(userId: Id): Promise<void>
  wipe(): Promise<void>
}

export interface ErasureContext {
  job: ErasureJob
  db: Database
  /** A fresh way to a channel's object: one that was wiped answers to no old one. */
  channel(id: Id): DurableObjectStub<ChannelBuffer>
  /** A fresh way to the guild's vector index. */
  index(): DurableObjectStub<GuildIndex>
  /** A fresh way to what answers the guild's questions. */
  responder(): PendingAnswers
  said: PersonTracesStore
  /** Stands for the person in what is kept of them, for this erasure alone. */
  pseudonym: string
  /** Goes into the keys of what they said, for this erasure alone. */
  salt: number
  now(): Time
}

/** One page of one step. Cut off anywhere and run again, it comes to the same. Throws where something is out of reach. */
export type ErasureStep = (erasing: ErasureContext, cursor: string | null) => Promise<ErasurePage>

export const DONE: ErasurePage = { next: null }
