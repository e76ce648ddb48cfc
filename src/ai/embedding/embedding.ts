/**
 * The port that turns texts into vectors, and the checks every implementation shares. It knows no vendor and
 * makes no call.
 */

import type { Usage } from "../../domain/types.ts"
import { truncate } from "../../text/truncate.ts"
import { estimatedTokens } from "../chat/completion.ts"
import type { FailureKind } from "../chat.ts"
import { abortAfter, OVERDUE } from "../deadline.ts"
import { classifyFailure, describeFailure, errorText, type ServiceFailure } from "../failures.ts"

/**
 * `vectors` are in the order of the texts, all of one length, finite and not zero. `usage` of a failure is
 * what may have been billed for it.
 * @internal
 */
export type EmbedReply =
  | { kind: "ok"; vectors: Float32Array[]; usage: Usage }
  | { kind: "failed"; failure: FailureKind; detail: string; usage: Usage | null }

export interface EmbeddingModel {
  /** The model's name, as it is written to rows, index and usage. */
  readonly model: string
  /**
   * Embeds 1 to MAX_TEXTS texts, each cut to its first MAX_TEXT_CHARS characters. Never throws for anything
   * the service does, and never outlives `timeoutMs`.
   */
  embed(texts: readonly string[], timeoutMs: number): Promise<EmbedReply>
}

/** The limit of Workers AI for one call. */
export const MAX_TEXTS = 100
/** Some 1,000 to 2,000 tokens: one vector cannot represent more of a memory or note. */
const MAX_TEXT_CHARS = 4_000
/** More than any model in use has. A longer vector is rejected. */
const MAX_DIMENSIONS = 8_192

/**
 * The result of one call: unchecked numbers, or a failure still to be classified. `inputTokens` is as billed,
 * if reported.
 */
export type RawEmbeddings =
  | { kind: "rows"; rows: readonly unknown[]; inputTokens: number | null }
  | { kind: "unreadable"; what: string }
  | { kind: "resting"; detail: string }
  | { kind: "trouble"; trouble: ServiceFailure }

/**
 * Returns an EmbeddingModel over one way of calling a service. An exception of `call` counts as a network
 * failure.
 */
export function embedder(
  model: string,
  call: (texts: string[], signal: AbortSignal) => Promise<RawEmbeddings>,
): EmbeddingModel {
  return {
    model,
    async embed(texts, timeoutMs) {
      if (texts.length === 0 || texts.length > MAX_TEXTS)
        throw new Error(`asked to embed ${texts.length} texts in one call`)
      const capped = texts.map((text) => truncate(text.toWellFormed(), MAX_TEXT_CHARS, { ellipsis: false }))
      const estimate = usageOf(model, estimatedTokens(capped.join("")))
      const raw = await abortAfter(timeoutMs, (signal) => attempt(() => call(capped, signal)))
      if (raw !== OVERDUE) return read(raw, capped.length, estimate)
      // The service may continue and be billed.
      return failed("retry_now", `no reply within ${timeoutMs} ms`, estimate)
    },
  }
}

async function attempt(call: () => Promise<RawEmbeddings>): Promise<RawEmbeddings> {
  try {
    return await call()
  } catch (thrown) {
    // Any exception of the service or the network is an outcome here, not a bug.
    return { kind: "trouble", trouble: { status: null, text: errorText(thrown) } }
  }
}

function read(raw: RawEmbeddings, count: number, estimate: Usage): EmbedReply {
  switch (raw.kind) {
    case "trouble":
      return failed(classifyFailure(raw.trouble), describeFailure(raw.trouble), null)
    case "resting":
      return failed("retry_later", raw.detail, null)
    case "unreadable":
      return failed("retry_later", `the service answered with ${raw.what}`, estimate)
    case "rows": {
      const usage = raw.inputTokens === null ? estimate : { ...estimate, inputTokens: raw.inputTokens }
      return checked(raw.rows, count, usage)
    }
  }
}

/**
 * Checks the vectors. A wrong number of vectors or dimensions means that the service is misconfigured;
 * invalid numbers are the fault of the texts.
 */
function checked(rows: readonly unknown[], count: number, usage: Usage): EmbedReply {
  if (rows.length !== count)
    return failed("retry_later", `the service returned ${rows.length} vectors for ${count} texts`, usage)
  const vectors: Float32Array[] = []
  for (const row of rows) {
    if (!Array.isArray(row) || row.length === 0 || row.length > MAX_DIMENSIONS)
      return failed("retry_later", "the service returned something that is not a vector", usage)
    if (row.length !== (vectors[0]?.length ?? row.length))
      return failed("retry_later", "the service returned vectors of several lengths", usage)
    const vector = numbers(row)
    if (!vector)
      return failed("bad_reply", "a vector is zero or contains something that is not a number", usage)
    vectors.push(vector)
  }
  return { kind: "ok", vectors, usage }
}

/** Checked by hand: a reply holds a hundred thousand numbers, and a schema would visit each several times. */
function numbers(row: readonly unknown[]): Float32Array | null {
  const vector = new Float32Array(row.length)
  let any = false
  for (let at = 0; at < row.length; at++) {
    const value = row[at]
    if (typeof value !== "number") return null
    vector[at] = value
    // Read back from the array: a number too large for 32 bits has become infinite.
    if (!Number.isFinite(vector[at])) return null
    any ||= vector[at] !== 0
  }
  return any ? vector : null
}

function usageOf(model: string, inputTokens: number): Usage {
  return { purpose: "embedding", model, inputTokens, outputTokens: 0 }
}

function failed(failure: FailureKind, detail: string, usage: Usage | null): EmbedReply {
  return { kind: "failed", failure, detail, usage }
}
