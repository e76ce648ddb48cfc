/** Talk as tests write it, in the shapes that the rules take. */

import type { Claim, Extraction, Message, Person, Window } from "../../src/domain/types.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"

/** The `index`-th line of a talk, ten seconds after the one before. */
export function lineOf(author: Person, content: string, index = 0): Message {
  return {
    id: String(1000 + index),
    guildId: "7",
    channelId: "8",
    author,
    role: "member",
    content,
    at: index * 10_000,
    replyTo: null,
    mentions: [],
    attachments: [],
    source: "passive",
  }
}

export function windowOf(messages: Message[]): Window {
  return { id: "w", guildId: "7", channelId: "8", channelName: null, messages, reason: "lull" }
}

/** What is read of messages; their authors and `others` are the known members. */
export function extractFrom(messages: Message[], others: Person[] = []): Extraction {
  const members = [...messages.map((message) => message.author), ...others]
  return extractByRules({ window: windowOf(messages), members })
}

/** The claims that pass the gate as it comes. */
export function sure(extraction: Extraction): Claim[] {
  return extraction.claims.filter((claim) => claim.confidence === 1)
}

export const CAST = ["Alice", "Bob", "Charlie", "Dave", "Eve", "Frank", "Grace"]
export const person = (name: string): Person => ({ id: String(100 + CAST.indexOf(name)), name })

/** Lines as "Name: words"; `others` are members who say nothing. */
export function extractLines(text: string, others: string[] = []): Extraction {
  const messages = text
    .trim()
    .split("\n")
    .map((line, index) => {
      const [, name = "", content = ""] = /^\s*(\w+): (.*)$/.exec(line) ?? []
      return lineOf(person(name), content, index)
    })
  return extractFrom(messages, others.map(person))
}

/** Lines parted by bars, "Name: words", or "Name>2: words" for a reply to line 2. Frank is a member who says nothing. */
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
