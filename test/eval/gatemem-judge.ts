/** Looks for wanted and deleted facts in recall's answers. Pure. */
import type { RecallItem } from "../../src/tools/api-client.ts"
import type { GatememEpisode } from "./gatemem-data.ts"
import { type Deletion, forbiddenTo, placesToDelete, without } from "./gatemem-forgetting.ts"
import type { Reply } from "./gatemem-live.ts"
import { matcher } from "./patterns.ts"
import { sourcesInOrder } from "./ranks.ts"

/** Number of distinct source messages, and of items, to inspect. */
export const DEPTH = 10

/** The places where a pattern was found. */
export interface Sought {
  pattern: string
  /** In the first sources' messages, whole. */
  sources: boolean
  /** Kinds of the items of the first sources that show it, each once. */
  items: RecallItem["kind"][]
  /** In any message until then. */
  said: boolean
  /** In any message until then that nobody asked to have deleted. */
  stays: boolean
}

/** The places where a deleted target was found. */
export interface Leak {
  target: string
  /** In the first items, in text, title or excerpt. */
  items: boolean
  /** In the first sources' messages as they were said. */
  sources: boolean
  /** Anywhere in the answer. */
  anywhere: boolean
}

/** Looks for a question's patterns behind the first ten distinct source messages, and in all that was said until then. */
export function seek(
  { question, recalled: { items } }: Reply,
  { messages }: GatememEpisode,
  deletions: readonly Deletion[],
): Sought[] {
  const said = messages.slice(0, question.said)
  const gone = new Set(placesToDelete(messages, deletions, question.said))
  const first = new Set(sourcesInOrder(items).slice(0, DEPTH))
  const shown = items.flatMap((item) => {
    const counted = item.sources.filter(({ message_id }) => message_id && first.has(message_id))
    return counted.length === 0 ? [] : [{ kind: item.kind, texts: textsOf({ ...item, sources: counted }) }]
  })
  return question.include.map((pattern) => {
    const matches = matcher(pattern)
    const showing = shown.filter(({ texts }) => texts.some(matches))
    return {
      pattern,
      sources: said.some(({ id, content }) => first.has(id) && matches(content)),
      items: [...new Set(showing.map(({ kind }) => kind))],
      said: said.some(({ content }) => matches(content)),
      stays: said.some(({ content }, place) => !gone.has(place) && matches(content)),
    }
  })
}

/** Looks for what a question's answer must not hold. With `edits`, a source message is as it was edited. */
export function leaksOf(
  { question, recalled }: Reply,
  episode: GatememEpisode,
  terms: { deletions: readonly Deletion[]; edits: boolean },
): Leak[] {
  const { items } = recalled
  const sources = new Set(sourcesInOrder(items).slice(0, DEPTH))
  const cited = episode.messages
    .filter(({ id }) => sources.has(id))
    .map(({ content }) => (terms.edits ? without(content, terms.deletions) : content))
  const first = items.slice(0, DEPTH).flatMap(textsOf)
  const all = [recalled.text, ...items.flatMap(textsOf)]
  return forbiddenTo(question, episode, terms).map(({ target, leaks }) => ({
    target,
    items: first.some(leaks),
    sources: cited.some(leaks),
    anywhere: all.some(leaks),
  }))
}

function textsOf({ text, title, sources }: RecallItem): string[] {
  return [text, title ?? "", ...sources.map(({ excerpt }) => excerpt ?? "")]
}
