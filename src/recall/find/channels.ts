/** Asks channels for their messages, side by side and with a deadline; chooses which of many are worth asking. */
import { OVERDUE, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import type { MessageHit, MessageQuery, MessageRule } from "../../memory/read/search.ts"
import type { FirstLookup } from "./lookups.ts"
import type { Question } from "./question.ts"

/** The messages of one channel that this viewer may read. */
export interface SearchableChannel {
  id: Id
  search(query: MessageQuery): Promise<MessageHit[]>
}

const MESSAGES = 50
const DEADLINE_MS = 1_500

/** One list a channel that answered; `late` where one failed or took too long: the rest answers without it. */
export async function searchChannels(
  channels: readonly SearchableChannel[],
  question: Question,
  rule: MessageRule,
): Promise<{ lists: MessageHit[][]; late: boolean }> {
  if (channels.length === 0 || question.words.trim() === "") return { lists: [], late: false }
  const { words, hints, speakers, asksWhen, asksNow, during } = question
  const query: MessageQuery = {
    words,
    hints,
    speakers,
    asksWhen,
    asksNow,
    during,
    before: question.until,
    limit: MESSAGES,
    rule: messageRule(rule),
  }
  const lists = await Promise.all(channels.map((channel) => inTime(channel, query)))
  return { lists: lists.filter((list) => list !== null), late: lists.includes(null) }
}

/** The channels that the first finds come from, the best finds first. */
export function promisingChannels(
  channels: readonly SearchableChannel[],
  { matching, notes }: Pick<FirstLookup, "matching" | "notes">,
  most: number,
): SearchableChannel[] {
  const worth = new Map<Id, number>()
  const count = (id: Id | null, place: number) => {
    if (id !== null) worth.set(id, (worth.get(id) ?? 0) + 1 / (5 + place))
  }
  for (const [place, { evidence }] of matching.entries()) count(evidence.at(-1)?.channelId ?? null, place)
  for (const [place, note] of notes.entries()) count(note.channelId, place)
  return channels
    .filter(({ id }) => worth.has(id))
    .sort((a, b) => (worth.get(b.id) ?? 0) - (worth.get(a.id) ?? 0))
    .slice(0, most)
}

async function inTime(channel: SearchableChannel, query: MessageQuery): Promise<MessageHit[] | null> {
  try {
    const hits = await within(DEADLINE_MS, () => channel.search(query))
    return hits === OVERDUE ? null : hits
  } catch (error) {
    console.warn({
      event: "recall.degraded",
      source: "messages",
      channel: channel.id,
      error: describeError(error),
    })
    return null
  }
}

/** Only what a channel needs goes over the wire. */
function messageRule(rule: MessageRule): MessageRule {
  const { neighbor_weight, conversation_weight, speaker_weight, time_weight, second_search_weight } = rule
  return { neighbor_weight, conversation_weight, speaker_weight, time_weight, second_search_weight }
}
