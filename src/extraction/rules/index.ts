/** Extraction without a model: parses a window's English by rules and claims nothing if unsure. */

import type { Extraction, Person, Window } from "../../domain/types.ts"
import { DEFAULT_POLICY } from "../../policy/policy.ts"
import type { SensitiveRule } from "../../privacy/sensitive.ts"
import { toClaims } from "./claims.ts"
import { readConversation } from "./conversation.ts"
import { readLines } from "./line.ts"
import { composeDigests, composeNote } from "./note.ts"
import { mergedClaims, saidClaims } from "./phrases/claims.ts"
import { planClaims } from "./phrases/plans.ts"
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
}

/** Pure and deterministic. Never throws. */
export function extractByRules(input: RulesInput): Extraction {
  const { window } = input
  const speakers = window.messages
    .filter((message) => message.role === "member")
    .map((message) => message.author)
  const members = [...new Map([...input.members, ...speakers].map((person) => [person.id, person])).values()]
  const lines = readLines(window, members)
  const guild = { id: window.guildId, name: window.guildId }
  const propositions = readConversation({ lines, names: spokenNames(members), guild })
  const isSensitive = sensitivityTest(input.sensitive ?? DEFAULT_POLICY.sensitive, members)
  const timezone = input.timezone ?? "UTC"
  const parsed = toClaims(propositions, { guild, members, isSensitive, timezone })
  const { messages, channelId } = window
  const said = saidClaims({ messages, timezone, isSensitive })
  const plans = planClaims({ messages, channelId, timezone })
  const claims = mergedClaims(parsed, said, plans)
  const quotable = lines.filter(({ text, isBot, isToBot }) => !isBot && !isToBot && !isSensitive(text))
  return {
    method: "rule",
    model: null,
    promptHash: null,
    note: composeNote(quotable, claims, { propositions, timezone }),
    claims,
    digests: composeDigests(
      lines.filter(({ text }) => !isSensitive(text)),
      claims,
    ),
    usage: [],
  }
}

/** Names that are also common words. They count as names only if capitalized. */
const AMBIGUOUS_NAMES = new Set(
  "will may mark bill hope grace joy rose art jack rob pat sue drew guy max dean dawn faith summer april june august me you it he she they we who i someone everyone root linux ubuntu people anyone nobody one".split(
    " ",
  ),
)

/** Returns the names members go by, full and first, without those that two members share. */
function spokenNames(members: Person[]): Map<string, Person> {
  const names = new Map<string, Person>()
  const shared = new Set<string>()
  const add = (name: string, person: Person) => {
    const known = names.get(name)
    if (known !== undefined && known.id !== person.id) shared.add(name)
    names.set(name, person)
  }
  for (const person of members) {
    const [first = ""] = person.name.split(/\s+/)
    for (const name of new Set([person.name, first])) {
      if (name.length < 2 || name.includes("'")) continue
      add(name, person)
      if (!AMBIGUOUS_NAMES.has(name.toLowerCase())) add(name.toLowerCase(), person)
    }
  }
  for (const name of shared) names.delete(name)
  return names
}
