/** Context of an erasure's steps: the job, the database and access to the guild's objects. */
import type { ChannelBuffer } from "../channel/channel-buffer.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { GuildIndex } from "../vectors/guild-index.ts"
import type { ErasureJob } from "./jobs.ts"
import type { PersonTracesStore } from "./person-traces-store.ts"
import type { ErasurePage } from "./plan.ts"

/** The guild's pending answers. */
interface PendingAnswers {
  erasePerson(userId: Id): Promise<void>
  wipe(): Promise<void>
}

/** The guild's uploads that wait to be read. */
interface PendingUploads {
  erasePerson(userId: Id): Promise<void>
  eraseChannels(channels: Id[]): Promise<void>
  countOf(userId: Id): Promise<number>
  wipe(): Promise<void>
}

export interface ErasureContext {
  job: ErasureJob
  db: Database
  /** Returns a fresh stub of a channel's object: one that was wiped does not answer to an old stub. */
  channel(id: Id): DurableObjectStub<ChannelBuffer>
  /** Returns a fresh stub of the guild's vector index. */
  index(): DurableObjectStub<GuildIndex>
  /** Returns a fresh stub of the guild's responder. */
  responder(): PendingAnswers
  /** Returns a fresh stub of the object that runs the guild's nights on the free plan. */
  nightAlarm(): Pick<PendingAnswers, "wipe">
  /** Returns a fresh stub of the object that imports the guild's old messages. */
  historyImporter(): PendingUploads
  tracesStore: PersonTracesStore
  /** Replaces the person in records that stay. Used for this erasure only. */
  pseudonym: string
  /** Salt for the hashes of their words. Used for this erasure only. */
  salt: number
  now(): Time
}

/**
 * One page of one step. Idempotent: it may be cut off anywhere and run again. Throws if something is
 * unreachable.
 */
export type ErasureStep = (erasing: ErasureContext, cursor: string | null) => Promise<ErasurePage>

export const DONE: ErasurePage = { next: null }
