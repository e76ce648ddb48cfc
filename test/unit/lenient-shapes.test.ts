/** An odd side field of a role, channel, thread or member counts as absent. What decides access must be readable. */
import fc from "fast-check"
import { expect, test } from "vitest"
import type { z } from "zod"
import {
  LenientChannelEvent,
  LenientMemberEvent,
  LenientRole,
  LenientThreadEvent,
} from "../../src/discord/gateway/events/lenient-shapes.ts"
import { propertyRuns } from "../dice.ts"
import { channelOf, memberOf, roleOf } from "../discord/guild.ts"

const ADA = { id: "11", username: "ada", global_name: "Ada", bot: false, avatar: null, discriminator: "0" }
const overwrites = [{ id: "21", type: "role" as const, allow: 0n, deny: 1_024n }]
const thread = { id: "500", type: 12, guild_id: "1", parent_id: "100", name: "a thread", member_ids: ["11"] }

const KINDS: Record<string, { shape: z.ZodType; body: Record<string, unknown>; core: string[] }> = {
  role: { shape: LenientRole, body: { ...roleOf("21", { botId: "55" }) }, core: ["id", "permissions"] },
  channel: {
    shape: LenientChannelEvent,
    body: { ...channelOf("1", "100", { overwrites, topic: "boats", parentId: "90" }) },
    core: ["id", "guild_id", "type", "parent_id", "nsfw", "permission_overwrites"],
  },
  thread: { shape: LenientThreadEvent, body: thread, core: ["id", "guild_id", "type", "parent_id"] },
  member: {
    shape: LenientMemberEvent,
    body: { ...memberOf(ADA, { roles: ["21"], joinedAt: "2026-01-01T00:00:00Z" }), guild_id: "1" },
    core: ["user", "roles", "guild_id"],
  },
}

/** No field takes this value. */
const ODD = { odd: [Number.NaN] }

test.each(Object.entries(KINDS))(
  "a %s is read whatever one side field holds, and is unreadable with an odd core",
  (_, kind) => {
    const { shape, body, core } = kind
    expect(shape.safeParse(body).success).toBe(true)
    const side = Object.keys(body).filter((name) => !core.includes(name))
    fc.assert(
      fc.property(fc.constantFrom(...side), fc.jsonValue(), (name, value) => {
        expect(shape.safeParse({ ...body, [name]: value }).success, name).toBe(true)
      }),
      { numRuns: propertyRuns(200) },
    )
    for (const name of core) expect(shape.safeParse({ ...body, [name]: ODD }).success, name).toBe(false)
  },
)

test("a person with unreadable names is called by their id", () => {
  const odd = { ...KINDS.member?.body, user: { ...ADA, username: 5, global_name: [] } }
  expect(LenientMemberEvent.parse(odd).user).toEqual({
    id: "11",
    username: "11",
    global_name: null,
    bot: false,
  })
})
