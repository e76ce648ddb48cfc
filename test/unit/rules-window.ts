/** Builders that turn compact talk into the input of the rules. */

import type { Claim, Extraction, Message, Person, Window } from "../../src/domain/types.ts"
import { type CheckedClaims, checkClaims } from "../../src/extraction/claims.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"

/** After midnight "tomorrow" may mean today. */
const NOON = 12 * 3_600_000

/** Builds the `index`-th line of a talk, ten seconds after the one before, at noon. */
export function lineOf(author: Person, content: string, index = 0): Message {
  return {
    id: String(1000 + index),
    guildId: "7",
    channelId: "8",
    author,
    role: "member",
    content,
    at: NOON + index * 10_000,
    replyTo: null,
    mentions: [],
    attachments: [],
    source: "passive",
  }
}

function windowOf(messages: Message[], channelName: string | null): Window {
  return { id: "w", guildId: "7", channelId: "8", channelName, messages, reason: "lull" }
}

/** Extracts from these messages. Their authors and `others` are the known members. */
export function extractFrom(
  messages: Message[],
  others: Person[] = [],
  channelName: string | null = null,
): Extraction {
  const members = [...messages.map((message) => message.author), ...others]
  return extractByRules({ window: windowOf(messages, channelName), members })
}

/** Returns the claims of full confidence, which pass the default gate. */
export function sure(extraction: Extraction): Claim[] {
  return extraction.claims.filter((claim) => claim.confidence === 1)
}

export const CAST = ["Alice", "Bob", "Charlie", "Dave", "Eve", "Frank", "Grace"]
export const person = (name: string): Person => ({ id: String(100 + CAST.indexOf(name)), name })

/** Extracts from lines in the form "Name: words". `others` are silent members. */
export function extractLines(text: string, others: string[] = []): Extraction {
  return extractFrom(messagesIn(text), others.map(person))
}

/** Extracts from lines as `extractLines` does, and checks the claims against a cap. */
export function checkLines(text: string, mostClaims: number): CheckedClaims {
  const messages = messagesIn(text)
  const offered = messages.map(({ author }) => author)
  const terms = { offered, sensitive: DEFAULT_POLICY.sensitive, mostClaims, timezone: "UTC" }
  return checkClaims(extractFrom(messages), windowOf(messages, null), terms)
}

function messagesIn(text: string): Message[] {
  return text
    .trim()
    .split("\n")
    .map((line, index) => {
      const [, name = "", content = ""] = /^\s*(\w+): (.*)$/.exec(line) ?? []
      return lineOf(person(name), content, index)
    })
}

/**
 * Extracts from lines separated by bars: "Name: words", or "Name>2: words" for a reply to line 2. Frank is a
 * silent member.
 */
export function extractTalk(talk: string): Extraction {
  const ids = new Map<string, string>()
  const messages = talk.split("|").map((line, index): Message => {
    const [, name = "", to, content = ""] = /^(\w+)(?:>(\d+))?: (.*)$/.exec(line) ?? []
    if (!ids.has(name)) ids.set(name, String(100 + ids.size))
    const message = lineOf({ id: ids.get(name) ?? "", name }, content, index)
    return to === undefined ? message : { ...message, replyTo: String(999 + Number(to)) }
  })
  return extractFrom(messages, [{ id: "900", name: "Frank" }])
}
