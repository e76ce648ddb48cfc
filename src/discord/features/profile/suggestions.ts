/** What is suggested while somebody types: their own memories and topics, as they may read them there. */

import { type ListedMemory, listMemories, personFilter } from "../../../memory/read/manage.ts"
import type { InteractionContext, Suggestion } from "../../bot/ui/command.ts"
import { readAsAsker } from "../../bot/ui/guild-reader.ts"
import { oneLine } from "../../bot/ui/text.ts"

/** Discord's limits. */
const MOST = 25
const LONGEST = 100
/** So many of one's latest memories are looked through for topics. */
const FOR_TOPICS = 200

/** Facts about the asker that hold the words, latest first; of no words, the latest. `value` makes of each what the option takes. */
export async function suggestOwnFacts(
  asked: InteractionContext,
  words: string,
  value: (found: ListedMemory) => string,
): Promise<Suggestion[]> {
  const found = await listOwnFacts(asked, { words: words.trim() === "" ? null : words.trim(), limit: MOST })
  return distinct(
    found.map((one) => ({ name: oneLine(one.memory.fact, LONGEST), value: oneLine(value(one), LONGEST) })),
  )
}

/** Topics of facts about the asker that begin with the words, or hold them; the most frequent first. */
export async function suggestOwnTopics(asked: InteractionContext, words: string): Promise<Suggestion[]> {
  const wanted = words.trim().toLowerCase()
  const counts = new Map<string, number>()
  for (const { memory } of await listOwnFacts(asked, { words: null, limit: FOR_TOPICS }))
    for (const topic of memory.topics) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  const fitting = [...counts].filter(([topic]) => topic.toLowerCase().includes(wanted))
  const first = ([topic]: [string, number]) => Number(!topic.toLowerCase().startsWith(wanted))
  return distinct(
    fitting
      .sort((a, b) => first(a) - first(b) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([topic]) => ({ name: oneLine(topic, LONGEST), value: oneLine(topic, LONGEST) })),
  )
}

async function listOwnFacts(
  asked: InteractionContext,
  { words, limit }: { words: string | null; limit: number },
) {
  // Suggestions are seen by the asker alone, wherever they type.
  const filter = { ...personFilter(asked.asker.id), status: "active", words } as const
  return readAsAsker({ ...asked, isPrivate: true }, (db, viewer) =>
    listMemories(db, viewer, filter, { after: null, limit }),
  )
}

/** Discord takes no empty names, and no value twice. */
function distinct(all: readonly Suggestion[]): Suggestion[] {
  const byValue = new Map(
    all.filter(({ name, value }) => name !== "" && value !== "").map((one) => [one.value, one]),
  )
  return [...byValue.values()].slice(0, MOST)
}
