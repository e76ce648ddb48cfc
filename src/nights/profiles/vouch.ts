/** What speaks, beside a model's word, for two facts in different words being the same: that a second model finds them near in meaning. */
import type { EmbeddingModel } from "../../ai/embedding/embedding.ts"
import { MAX_TEXTS } from "../../ai/embedding/embedding.ts"
import type { Usage } from "../../domain/types.ts"
import type { Operation } from "../../memory/facts/operations.ts"
import { says } from "../../text/says.ts"
import type { Row } from "./rows.ts"

/** Cosine from which two facts are taken for near. Nearness alone proves nothing: tea and coffee are near as well. */
const NEAR = 0.85
const TIMEOUT_MS = 10_000

/** Facts by id: the one whose wording stays, and the one that goes. */
export type Pair = [into: string, from: string]

/**
 * The pairs, among the merges that a model proposed, that need somebody to vouch for them and have it. None where no embedding model is
 * bound or it fails: then words alone decide, and the two facts stay apart.
 */
export async function vouchedFor(
  embedder: EmbeddingModel | null,
  operations: readonly Operation[],
  rows: readonly Row[],
): Promise<{ alike: Pair[]; usage: Usage[] }> {
  const facts = new Map(rows.map(({ memory }) => [memory.id, memory.fact]))
  const pairs = operations.flatMap((operation) =>
    operation.kind === "merge" ? pairsOf(operation, facts) : [],
  )
  const texts = [...new Set(pairs.flat().map((id) => facts.get(id) ?? ""))]
  if (embedder === null) return { alike: [], usage: [] }
  const { vectors, usage } = await embedded(embedder, texts)
  const vectorOf = (id: string) => vectors.get(facts.get(id) ?? "")
  return { alike: pairs.filter(([into, from]) => cosine(vectorOf(into), vectorOf(from)) > NEAR), usage }
}

/** What the texts mean, as far as the model says; in calls of as many as it takes at once. */
async function embedded(embedder: EmbeddingModel, texts: readonly string[]) {
  const vectors = new Map<string, Float32Array | undefined>()
  const usage: Usage[] = []
  for (let from = 0; from < texts.length; from += MAX_TEXTS) {
    const some = texts.slice(from, from + MAX_TEXTS)
    const reply = await embedder.embed(some, TIMEOUT_MS)
    if (reply.usage !== null) usage.push(reply.usage)
    if (reply.kind === "failed") break
    for (const [index, text] of some.entries()) vectors.set(text, reply.vectors[index])
  }
  return { vectors, usage }
}

/** Those that words alone would keep apart, and that with somebody's word they would not. */
function pairsOf({ into, from }: Extract<Operation, { kind: "merge" }>, facts: Map<string, string>): Pair[] {
  const whole = facts.get(into) ?? ""
  return from
    .filter((id) => {
      const part = facts.get(id) ?? ""
      return !says(whole, part) && says(whole, part, () => true)
    })
    .map((id): Pair => [into, id])
}

/** -1 to 1; 0 where there is no vector. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0
  const [dot, left, right] = [product(a, b), product(a, a), product(b, b)]
  return dot / Math.sqrt(left * right)
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
