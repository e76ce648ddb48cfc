/** Diversity: what was shown lately in a place gives way to finds that are as good. Pure. */
import type { Viewer } from "../domain/types.ts"
import type { Item } from "./context.ts"

/** Names a place by its channel and its readers: what one person alone sees is a place of its own. */
export function placeName({ channelId, userId }: Pick<Viewer, "channelId" | "userId">): string {
  return `${channelId ?? ""}:${userId ?? ""}`
}

/** Names an item in the list of what was shown. */
export function shownItemName({ kind, id }: Pick<Item, "kind" | "id">): string {
  return `${kind} ${id}`
}

/**
 * Lets finds that are as good pass what was shown lately: an item with a recency r gives way to a fresher one with at least
 * 1 − diversity · r of its score. With a diversity of 0, nothing moves. `items` must be best first.
 */
export function spreadRecent(
  items: readonly Item[],
  recencyOf: (item: Item) => number,
  diversity: number,
): Item[] {
  if (diversity === 0) return [...items]
  const left = items.map((item) => ({ item, recency: recencyOf(item) }))
  if (left.every(({ recency }) => recency === 0)) return [...items]
  const spread: Item[] = []
  while (left.length > 0) {
    const [first] = left
    if (first === undefined) break
    const enough = (1 - diversity * first.recency) * first.item.score
    const at = left.findIndex(({ item, recency }) => recency < first.recency && item.score >= enough)
    spread.push(...left.splice(Math.max(0, at), 1).map(({ item }) => item))
  }
  return spread
}
