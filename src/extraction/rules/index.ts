/**
 * Extraction without a model: reads a window by tables of phrases and claims nothing if unsure. `line.ts` and
 * `source-filter.ts` leave out what is not meant, `talk.ts` follows a talk, `questions.ts` and `open-questions.ts` bind
 * answers, `fragments.ts` completes, `phrases/` holds the tables by language, who is meant and when, `endings/` says what
 * is over, `group.ts` what a group announces, and `note.ts` and `title.ts` compose the note.
 */

import type { Extraction, Memory, MemoryType, Person, Window } from "../../domain/types.ts"
import { DEFAULT_POLICY } from "../../policy/policy.ts"
import type { SensitiveRule } from "../../privacy/sensitive.ts"
import { claimsOf } from "./claims.ts"
import { eventClaims, withoutEvents } from "./events.ts"
import { readLines } from "./line.ts"
import { composeDigests, composeNote } from "./note.ts"
import { sensitivityTest } from "./source-filter.ts"

/**
 * A window and the guild's known members, including participants. Facts about anyone else are not claimed.
 */
export interface RulesInput {
  window: Window
  members: Person[]
  /** Sensitive categories that the guild refuses. Defaults to refusing all. */
  sensitive?: SensitiveRule
  /** The guild's time zone. */
  timezone?: string
  /** Memories that are known to the channel's readers: what is said may end or replace them. */
  known?: readonly Memory[]
  /** The type of memory that a statement in an event becomes. */
  eventType?: MemoryType
}

/** Pure and deterministic. Never throws. */
export function extractByRules(input: RulesInput): Extraction {
  const window = withoutEvents(input.window)
  const speakers = window.messages
    .filter((message) => message.role === "member")
    .map((message) => message.author)
  const members = [...new Map([...input.members, ...speakers].map((person) => [person.id, person])).values()]
  const lines = readLines(window)
  const isSensitive = sensitivityTest(input.sensitive ?? DEFAULT_POLICY.sensitive, members)
  const timezone = input.timezone ?? "UTC"
  const { messages, channelId, channelName } = window
  const known = input.known ?? []
  const claims = claimsOf({ messages, members, channelId, channelName, timezone, isSensitive, known })
  const quotable = lines.filter(({ text, isBot, isToBot }) => !isBot && !isToBot && !isSensitive(text))
  return {
    method: "rule",
    model: null,
    promptHash: null,
    note: composeNote(quotable, claims, timezone),
    claims: [
      ...claims,
      ...eventClaims(input.window, { type: input.eventType ?? "episode", timezone, people: members }),
    ],
    digests: composeDigests(
      lines.filter(({ text }) => !isSensitive(text)),
      claims,
    ),
    usage: [],
  }
}
