/** Fixtures for answers: a recall item, and the input of an answer. */

import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import type { AnswerInput } from "../../src/recall/answer/prompt.ts"
import type { Item } from "../../src/recall/context.ts"
import { NOBODY } from "../../src/recall/participants.ts"

export const NOW = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000

export function urlOf(id: string): string {
  return `https://discord.com/channels/900/800/${id}`
}

/** Builds a fact about Ada from a message of hers two days ago. */
export function item(id: string, text: string, given: Partial<Item> = {}): Item {
  return {
    kind: "memory",
    id: `m_${id}`,
    text,
    score: 0.1,
    at: NOW - 2 * DAY,
    subject: { id: "11", name: "Ada" },
    type: "profile",
    section: "bio",
    permanent: true,
    confidence: 0.9,
    topics: [],
    title: null,
    sources: [{ message_id: id, channel_id: "800", author_id: "11", url: urlOf(id), excerpt: text }],
    ...given,
  }
}

export function matter(question: string, items: Item[], given: Partial<AnswerInput> = {}): AnswerInput {
  return {
    question,
    questionId: "9999",
    ownId: "777",
    asker: { id: "22", name: "Bo" },
    mentions: [],
    turns: [],
    searched: question,
    items,
    people: NOBODY,
    peopleRule: DEFAULT_POLICY.people,
    channelId: "800",
    sensitive: DEFAULT_POLICY.sensitive,
    channelNames: new Map([["801", "harbor"]]),
    manner: { persona: null, houseRules: null },
    now: NOW,
    timezone: "UTC",
    ...given,
  }
}
