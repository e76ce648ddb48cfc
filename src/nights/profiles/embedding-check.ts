/**
 * The embedding check: a merge of facts in different words needs, in addition to the chat model's proposal, an
 * embedding model that finds them similar. It writes nothing.
 */
import { type EmbeddingModel, MAX_TEXTS } from "../../ai/embedding/embedding.ts"
import type { Usage } from "../../domain/types.ts"
import type { Operation } from "../../memory/facts/operations.ts"
import { entails } from "../../text/entails.ts"
import type { Row } from "./rows.ts"

/**
 * Cosine above which two facts are similar. Similarity alone proves nothing: tea and coffee are similar too.
 */
const SIMILAR_MEANING = 0.85
const TIMEOUT_MS = 10_000

/** Facts by id: the one whose wording stays, and the one merged into it. */
type Pair = [into: string, from: string]

/**
 * Returns the proposed merges that need the check and pass it. Returns none if no embedding model is bound or
 * it fails: words alone then decide, and the two facts stay apart.
 */
export async function embeddingCheck(
  embedder: EmbeddingModel | null,
  operations: readonly Operation[],
  rows: readonly Row[],
): Promise<{ alike: Pair[]; usage: Usage[] }> {
  const facts = new Map(rows.map(({ memory }) => [memory.id, memory.fact]))
  const pairs = operations.flatMap((operation) =>
    operation.kind === "merge" ? pairsToCheck(operation, facts) : [],
  )
  const texts = [...new Set(pairs.flat().map((id) => facts.get(id) ?? ""))]
  if (embedder === null) return { alike: [], usage: [] }
  const { vectors, usage } = await embedTexts(embedder, texts)
  const vectorOf = (id: string) => vectors.get(facts.get(id) ?? "")
  return {
    alike: pairs.filter(([into, from]) => cosine(vectorOf(into), vectorOf(from)) > SIMILAR_MEANING),
    usage,
  }
}

/** Embeds the texts in calls of at most MAX_TEXTS. Texts after a failed call have no vector. */
async function embedTexts(embedder: EmbeddingModel, texts: readonly string[]) {
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

/** Returns the pairs that words alone would keep apart and that the check can join. */
function pairsToCheck(
  { into, from }: Extract<Operation, { kind: "merge" }>,
  facts: Map<string, string>,
): Pair[] {
  const whole = facts.get(into) ?? ""
  return from
    .filter((id) => {
      const part = facts.get(id) ?? ""
      return !entails(whole, part) && entails(whole, part, () => true)
    })
    .map((id): Pair => [into, id])
}

/** Returns -1 to 1; 0 if a vector is missing. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0
  const [dot, left, right] = [product(a, b), product(a, a), product(b, b)]
  return dot / Math.sqrt(left * right)
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
