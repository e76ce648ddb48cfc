/**
 * Material for golden files of Discord pages: facts in every state, hostile words, and the text form of a
 * page.
 */

import { componentsReply, type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import type { Memory } from "../../src/domain/types.ts"
import type { FoundMemory } from "../../src/memory/read/search.ts"
import { DAY, evidence, known, NOON } from "./builders.ts"
import { layout } from "./golden.ts"

export const HOSTILE =
  "**bold** <@11> @everyone [a](https://evil.example) `code` ||hidden|| # big discord.gg/x \u202eabc"
export const LONG = `${"Ada told a long story about the harbor. ".repeat(30)}end`

type Page = Parameters<typeof componentsReply>[0]
export type Part = readonly [title: string, text: string]
export const page = (title: string, ...components: Page[]): Part => [
  title,
  layout(replyBody(componentsReply(...components))),
]
export const reply = (title: string, made: Reply): Part => [title, layout(replyBody(made))]

/** Builds a memory with this many statements, some told directly and some with nothing to quote. */
export function found(fact: string, given: Partial<Memory> = {}, statements = 3): FoundMemory {
  const { merges: _, ...memory } = known(fact, { id: "m_0123456789abcdef01234567" })
  const said = Array.from({ length: statements }, (_, nth) => ({
    ...evidence({ messageId: nth === 1 ? null : `100${nth}`, channelId: nth === 1 ? null : "800" }),
    authorId: nth === 2 ? "2" : "1",
    excerpt: ["…", fact, ""][nth % 3] ?? "",
    saidAt: NOON + nth * 1_000,
    memoryId: memory.id,
    fact,
    certainty: 1,
    filing: null,
  }))
  return { memory: { ...memory, ...given }, subjectName: "Kai", evidence: said }
}

export const rich: Partial<Memory> = {
  type: "task_state",
  section: "relationships",
  topics: ["boats", "*rowing*"],
  importance: "high",
  lifetime: "90d",
  expiresAt: NOON + 90 * DAY,
  evidenceCount: 9,
  lastSaidAt: NOON,
  confidence: 0.95,
}
