/** Refusals on Discord are worded for members of a server, not for API callers. */

import { expect, test } from "vitest"
import { notKeptReason } from "../../src/discord/bot/ui/memory-texts.ts"
import { formatRefusal } from "../../src/discord/bot/ui/refusals.ts"
import { EN } from "../../src/discord/texts/en.ts"
import type { Refusal } from "../../src/domain/errors.ts"
import { SENSITIVE } from "../../src/domain/types.ts"

const ID = "418273650918273999"
const INSIDE =
  /\bguild|deployment|\bAPI\b|\bbody\b|\bkey does\b|m_[0-9a-f]|e_\d|\d{17,}|undefined|NaN|\d{4}-\d\d-\d\dT/

/** Every refusal that a Discord action can cause. */
const REFUSALS: Refusal[] = [
  { reason: "forbidden" },
  { reason: "unknown_guild", guildId: ID },
  { reason: "unknown_channel", channelId: ID },
  { reason: "unknown_member", userId: ID },
  { reason: "unknown_memory", memoryId: "m_0123456789abcdef01234567" },
  { reason: "unknown_erasure", erasureId: `e_${ID}` },
  { reason: "unknown_command" },
  { reason: "servers_only" },
  { reason: "read_only" },
  { reason: "writing_off" },
  { reason: "reading_off" },
  { reason: "guild_not_served" },
  { reason: "opted_out" },
  { reason: "secret" },
  ...SENSITIVE.map((kind) => ({ reason: "sensitive", kind }) as const),
  { reason: "instruction" },
  { reason: "leaving", until: "2026-12-24T10:00:00.000Z" },
  { reason: "memory_full", limit: 200 },
  { reason: "duplicate_fact", memoryId: "m_0123456789abcdef01234567" },
  { reason: "busy" },
  { reason: "invalid", issues: [{ field: "mode", problem: "does not exist" }] },
  { reason: "nothing_known" },
  { reason: "not_yours" },
  { reason: "managers_only" },
  { reason: "undo_over" },
  { reason: "cooling_down", seconds: 4 },
]

test.each(REFUSALS.map((refusal) => [JSON.stringify(refusal), refusal] as const))(
  "%s is worded for members of a server",
  (_, refusal) => {
    const told = formatRefusal(refusal, EN)
    expect(told).not.toMatch(INSIDE)
    expect(told).toMatch(/^[A-Z].*\.$/s)
    expect(told.length).toBeLessThan(300)
  },
)

test("a refusal gives the time of a server's erasure in each reader's own clock", () => {
  expect(formatRefusal({ reason: "leaving", until: "2026-12-24T10:00:00.000Z" }, EN)).toContain(
    "<t:1798106400:R>",
  )
})

test("a refusal of a sensitive class names it in plain words", () => {
  expect(formatRefusal({ reason: "sensitive", kind: "minors" }, EN)).toBe(
    "That is about children. This server does not save that kind of information.",
  )
  expect(notKeptReason("sensitive:minors", EN)).toBe("it is about children, which this server does not save")
  expect(notKeptReason("sensitive:__proto__", EN)).toBe("it is sensitive, which this server does not save")
})
