/**
 * Suggests option values while someone types: their own memories and topics, as far as they may read them.
 */

import { type ListedMemory, listMemories, personFilter } from "../../../memory/read/manage.ts"
import type { InteractionContext, Suggestion } from "../../bot/ui/command.ts"
import { readAsAsker } from "../../bot/ui/guild-reader.ts"
import { oneLine } from "../../bot/ui/text.ts"

/** Discord's limits. */
const MOST = 25
const LONGEST = 100
/** The latest memories that are searched for topics. */
const FOR_TOPICS = 200

/**
 * Suggests facts about the asker that contain the words, latest first; without words, the latest. `value`
 * returns the option's value for a fact.
 */
export async function suggestOwnFacts(
  context: InteractionContext,
  words: string,
  value: (found: ListedMemory) => string,
): Promise<Suggestion[]> {
  const found = await listOwnFacts(context, { words: words.trim() === "" ? null : words.trim(), limit: MOST })
  return distinctSuggestions(
    found.map((one) => ({ name: oneLine(one.memory.fact, LONGEST), value: oneLine(value(one), LONGEST) })),
  )
}

/**
 * Suggests topics of facts about the asker that contain the words: those that start with them first, then the
 * most frequent.
 */
export async function suggestOwnTopics(context: InteractionContext, words: string): Promise<Suggestion[]> {
  const wanted = words.trim().toLowerCase()
  const counts = new Map<string, number>()
  for (const { memory } of await listOwnFacts(context, { words: null, limit: FOR_TOPICS }))
    for (const topic of memory.topics) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  const matching = [...counts].filter(([topic]) => topic.toLowerCase().includes(wanted))
  const first = ([topic]: [string, number]) => Number(!topic.toLowerCase().startsWith(wanted))
  return distinctSuggestions(
    matching
      .sort((a, b) => first(a) - first(b) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([topic]) => ({ name: oneLine(topic, LONGEST), value: oneLine(topic, LONGEST) })),
  )
}

async function listOwnFacts(
  context: InteractionContext,
  { words, limit }: { words: string | null; limit: number },
) {
  // Only the asker sees suggestions, in any channel.
  const filter = { ...personFilter(context.asker.id), status: "active", words } as const
  return readAsAsker({ ...context, isPrivate: true }, (db, viewer) =>
    listMemories(db, viewer, filter, { after: null, limit }),
  )
}

/** Discord accepts no empty names and no repeated values. */
function distinctSuggestions(all: readonly Suggestion[]): Suggestion[] {
  const byValue = new Map(
    all.filter(({ name, value }) => name !== "" && value !== "").map((one) => [one.value, one]),
  )
  return [...byValue.values()].slice(0, MOST)
}
