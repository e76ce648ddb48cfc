/**
 * Updates a guild's vector index from the database. Each step can be cut off anywhere and run again without
 * harm.
 */
import { z } from "zod"
import type { FailureKind } from "../ai/chat.ts"
import { costUsd } from "../ai/cost.ts"
import { type EmbeddingModel, MAX_TEXTS } from "../ai/embedding/embedding.ts"
import type { Id, Time, Usage } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { recordUsage } from "../memory/write/usage.ts"
import {
  markEmbedded,
  markVectorsRemoved,
  moveEmbeddingHome,
  pendingRemovals,
  queueStrayRemovals,
  readEmbeddingHome,
  readUnembedded,
  type UnembeddedRow,
} from "../memory/write/vectors.ts"
import type { StateRows } from "../runtime/object/state-rows.ts"
import type { VectorIndex } from "./vector-index.ts"

export interface IndexDeps {
  db: Database
  guildId: Id
  /** `null` without an embedding model: vectors are then removed but none are added. */
  model: EmbeddingModel | null
  /** The index in use. `home` is its name with the model's, as rows are marked. */
  index: VectorIndex
  home: string
  /** Every index that may hold vectors of this guild from before a change of settings. */
  everywhere: readonly VectorIndex[]
  /** Stores the upsert in progress. */
  state: StateRows
  timeoutMs: number
  /** Returns true if the guild's caps allow a model call. */
  mayAsk(): Promise<boolean>
  now(): Time
}

/** `idle`: nothing is left to do. `more`: time ran out. */
export type IndexUpdate =
  | { kind: "idle" }
  | { kind: "more" }
  | { kind: "wait"; until: "later" | "tomorrow"; detail: string }
  /** Rows wait for a cap of the guild. This is not a failure: each wake checks the cap again. */
  | { kind: "capped" }

const REMOVE_AT_ONCE = 1_000
const IN_PROGRESS = "under_way"
/** A text every model accepts. */
const PROBE_TEXT = "hello"

/**
 * An upsert that was begun. Whatever happened to it, its vectors must end up recorded in their rows or be
 * removed.
 */
const UpsertInProgress = z.object({
  rows: z.array(z.object({ kind: z.enum(["memory", "note"]), seq: z.int() })),
  spent: z.array(
    z.object({
      purpose: z.string(),
      model: z.string(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      costUsd: z.number().nullable().exactOptional(),
    }),
  ),
})

/**
 * Works until nothing is left or until the model or `deadline` stops it. Throws if the index or the database
 * is unreachable. `attempts` is the number of failed runs before this one.
 */
export async function updateIndex(deps: IndexDeps, attempts: number, deadline: Time): Promise<IndexUpdate> {
  await recover(deps)
  const { db, guildId, model, home } = deps
  if (model && (await readEmbeddingHome(db, guildId)) !== home) await moveEmbeddingHome(db, guildId, home)
  let size = firstBatchSize(attempts)
  while (deps.now() < deadline) {
    await removePending(deps)
    if (!model) return { kind: "idle" }
    const rows = await readUnembedded(db, guildId, size)
    if (rows.length === 0) return { kind: "idle" }
    if (!(await deps.mayAsk())) return { kind: "capped" }
    const reply = await embed(deps, model, rows.map(embeddingText))
    if (reply.kind === "ok") {
      await storeVectors(deps, rows, reply)
      size = Math.min(MAX_TEXTS, size * 2)
      continue
    }
    const next = afterFailure(reply.failure, rows.length, attempts)
    if (next.kind === "wait") return { ...next, detail: reply.detail }
    if (next.kind === "smaller") size = next.size
    else if (await accepts(deps, model, PROBE_TEXT)) await skipRows(deps, rows, reply.detail)
    else return { kind: "wait", until: "later", detail: reply.detail }
  }
  return { kind: "more" }
}

/** Embeds texts and records the cost of a failure. The cost of a success is recorded with its result. */
async function embed({ db, guildId, now, timeoutMs }: IndexDeps, model: EmbeddingModel, texts: string[]) {
  const reply = await model.embed(texts, timeoutMs)
  if (reply.kind === "failed" && reply.usage)
    await recordUsage(db, guildId, { usage: priced([reply.usage]), now: now() })
  return reply
}

/** Returns true if the model embeds this text now. */
async function accepts(deps: IndexDeps, model: EmbeddingModel, text: string): Promise<boolean> {
  const reply = await embed(deps, model, [text])
  if (reply.kind === "ok")
    await recordUsage(deps.db, deps.guildId, { usage: priced([reply.usage]), now: deps.now() })
  return reply.kind === "ok"
}

/**
 * Writes vectors into the index and marks their rows as embedded. The stored upsert repairs a crash between
 * the two.
 */
async function storeVectors(
  deps: IndexDeps,
  rows: UnembeddedRow[],
  reply: { vectors: Float32Array[]; usage: Usage },
): Promise<void> {
  const { db, guildId, model, home, index, state, now } = deps
  const spent = [reply.usage]
  const entries = rows.flatMap(({ kind, seq, place }, at) => {
    const vector = reply.vectors[at]
    return vector ? [{ kind, seq, vector, place }] : []
  })
  state.set(IN_PROGRESS, { rows: rows.map(({ kind, seq }) => ({ kind, seq })), spent })
  await index.upsert(guildId, entries, model?.model ?? "")
  await markEmbedded(db, guildId, rows, { home, spent: priced(spent), now: now() })
  state.set(IN_PROGRESS, null)
}

/** Repairs a run that was cut off. If only its last step was lost, that call's tokens are counted twice. */
async function recover({ db, guildId, state, now }: IndexDeps): Promise<void> {
  const left = state.get(IN_PROGRESS, UpsertInProgress.nullable())
  if (left === null) return
  await queueStrayRemovals(db, guildId, left.rows, { spent: priced(left.spent), now: now() })
  state.set(IN_PROGRESS, null)
}

/** Marks rows as embedded without a vector, and removes any older vector of theirs. */
async function skipRows(deps: IndexDeps, rows: UnembeddedRow[], detail: string): Promise<void> {
  const { db, guildId, home, everywhere, now } = deps
  console.warn({ event: "embedding.left_out", guild: guildId, rows: rows.map((row) => row.id), detail })
  for (const index of everywhere) await index.delete(guildId, rows)
  await markEmbedded(db, guildId, rows, { home, spent: [], now: now() })
}

/** Removes pending vectors from every index before any is added. */
async function removePending({ db, guildId, everywhere }: IndexDeps): Promise<void> {
  for (;;) {
    const rows = await pendingRemovals(db, guildId, REMOVE_AT_ONCE)
    if (rows.length === 0) return
    for (const index of everywhere) await index.delete(guildId, rows)
    await markVectorsRemoved(db, guildId, rows)
    if (rows.length < REMOVE_AT_ONCE) return
  }
}

function priced(usage: readonly Usage[]) {
  return usage.map((spent) => ({ ...spent, costUsd: costUsd(spent) }))
}

// The text that represents a memory or a note in the vector index. Pure.

const Topics = z.array(z.string()).catch([])

/** Returns a memory's subject name, fact and topics, or a note's title and summary. @internal */
export function embeddingText(row: Pick<UnembeddedRow, "kind" | "words" | "subjectName">): string {
  const [first, second] = row.words
  if (row.kind === "note") return `${first}\n${second}`
  const topics = Topics.parse(JSON.parse(second)).join(", ")
  return [row.subjectName, first, topics].filter(Boolean).join("\n")
}

// Decides what to do after the model failed to embed some texts. Pure.

/**
 * - `smaller`: one text may be the cause; retry with fewer texts.
 * - `doubt`: this single text may be the cause. If the model accepts another text, skip this one's vector, so
 * that it does not block the rest for good.
 * - `wait`: nothing works before then.
 */
type Next =
  | { kind: "smaller"; size: number }
  | { kind: "doubt" }
  | { kind: "wait"; until: "later" | "tomorrow" }

/**
 * After this many failed runs, with texts sent one by one, an outage and a text that breaks the model look
 * alike.
 */
const MANY_ATTEMPTS = 7

/** `size` is the number of texts sent, `attempts` the number of failed runs before this one. @internal */
export function afterFailure(failure: FailureKind, size: number, attempts: number): Next {
  if (failure === "stop_today") return { kind: "wait", until: "tomorrow" }
  if (failure === "bad_reply" && size > 1) return { kind: "smaller", size: Math.floor(size / 2) }
  if (failure === "bad_reply" || (size === 1 && attempts >= MANY_ATTEMPTS)) return { kind: "doubt" }
  return { kind: "wait", until: "later" }
}

/**
 * Returns the number of texts in a run's first call. It shrinks after each failed run, so that a failing
 * batch progresses in parts.
 * @internal
 */
export function firstBatchSize(attempts: number): number {
  return Math.max(1, MAX_TEXTS >> Math.min(attempts, MANY_ATTEMPTS))
}
