/** The port to a reranker: a model that reads a question and a text together and says how well the one answers the other. It owns the shapes; it makes no call. */

import type { Usage } from "../../domain/types.ts"
import type { FailureKind } from "../chat.ts"

/**
 * `scores` stand by position beside the texts that were asked about: 0 (unrelated) to 1 (answers it), comparable within
 * one reply only; null where the service returned none. `usage` is what was or may have been billed, null where nothing was.
 */
export type RerankReply =
  | { kind: "ok"; scores: (number | null)[]; usage: Usage | null }
  | { kind: "failed"; failure: FailureKind; detail: string; usage: Usage | null }

export interface Reranker {
  /** The model's name, as it is written to usage. */
  readonly model: string
  /**
   * One call for all texts. What exceeds the model's window is cut. Never throws for anything the service does, and
   * never outlives `timeoutMs` milliseconds.
   */
  rerank(query: string, texts: readonly string[], timeoutMs: number): Promise<RerankReply>
}
