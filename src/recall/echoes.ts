/** Finds recalled messages that add nothing to the other items. Pure. */
import type { Id } from "../domain/types.ts"
import { stems } from "../text/stems.ts"
import type { Item } from "./context.ts"
import { isQuotable } from "./item-sources.ts"

export function isSaidBy({ kind, sources }: Pick<Item, "kind" | "sources">, authorId: Id | null): boolean {
  return kind === "message" && sources.some((source) => source.author_id === authorId)
}

/**
 * Removes messages that add nothing: sources of a memory in the list, and messages found only for the
 * preceding message if that one is itself in the list.
 */
export function withoutEchoes(items: readonly Item[], question: string): Item[] {
  const questionStems = new Set(stems(question))
  const memories = items.filter(({ kind }) => kind === "memory")
  const kept: Item[] = []
  for (const item of items)
    if (item.kind !== "message" || !isEcho(item, [...memories, ...kept], questionStems)) kept.push(item)
  return kept
}

function isEcho(
  { text, sources }: Item,
  others: readonly Item[],
  questionStems: ReadonlySet<string>,
): boolean {
  const [own] = sources
  const cited = others.flatMap((other) => (other.kind === "note" ? [] : other.sources))
  if (cited.some((source) => source.message_id !== null && source.message_id === own?.message_id)) return true
  if (stems(own?.excerpt ?? "").some((stem) => questionStems.has(stem))) return false
  return cited.some(({ excerpt }) => isQuotable(excerpt) && text.includes(excerpt))
}
