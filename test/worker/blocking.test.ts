/** A server's block list, windows of a fixed size, and new servers that record nothing until they are set up. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { openGuild } from "../../src/policy/guild.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, tell } from "./guild-structure.ts"
import { channelPath, hear, memories, ok, talk } from "./http.ts"
import { nextId, parsed, slash } from "./interacting.ts"
import { ada, asks, bo, clubMembers, manager, runCommand, someone } from "./people-world.ts"

const OPEN = { name: "general", audience: "everyone" }
const facts = async (guild: string) => (await memories(guild)).map(({ fact }) => fact).sort()
const block = (guild: string, path: "block" | "unblock", member = bo) =>
  runCommand(asks(guild, manager), "keepsake", { path, people: { member: someone(member.id, member.name) } })

test("what a blocked member says is not recorded; unblocked, it is again", async () => {
  const guild = "98001"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  const both = (id: number, hobby: string) =>
    hear(
      guild,
      GENERAL,
      talk(id, NOON + id * 3_600_000, [
        ["11", "Ada", `I play the ${hobby}`],
        ["12", "Bo", `I collect ${hobby}s`],
      ]),
      OPEN,
    )
  await both(10, "viola")
  expect(await facts(guild)).toEqual(["Ada plays the viola", "Bo collects violas"])
  expect((await block(guild, "block")).text).toContain("Blocked")
  await both(20, "harp")
  expect((await facts(guild)).filter((fact) => fact.startsWith("Bo"))).toEqual(["Bo collects violas"])
  const listed = await runCommand(asks(guild, manager), "keepsake", { path: "block" })
  expect(listed.text).toContain("<@12>")
  await block(guild, "unblock")
  await both(30, "lute")
  expect(await facts(guild)).toContain("Bo collects lutes")
  expect((await runCommand(asks(guild, manager), "keepsake", { path: "block" })).text).toContain(
    "Nobody is blocked",
  )
})

test("a blocked member is refused questions and statements, and keeps the rights to their own data", async () => {
  const guild = "98002"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  await runCommand(asks(guild, bo), "remember", { values: { fact: "Bo collects stamps" } })
  await block(guild, "block")
  const take = (user: string, name: string) =>
    env.RESPONDERS.getByName(guild).take({
      kind: "interaction",
      interaction: parsed(
        slash("ask", { guild, user, name, id: nextId() }, { values: { question: "who collects stamps?" } }),
      ),
    })
  expect(await take("12", "Bo")).toBe("blocked")
  const own = await runCommand(asks(guild, bo), "forget", { values: { what: "stamps" } })
  expect(own.text).toContain("Forgotten")
})

test("a manager cannot block themself, and a member cannot block anybody", async () => {
  const guild = "98003"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  expect((await block(guild, "block", manager)).text).toContain("is you")
  const refused = await runCommand(asks(guild, ada), "keepsake", {
    path: "block",
    people: { member: someone("12", "Bo") },
  })
  expect(refused.text).toContain("Manage Server")
  expect((await ok<{ blocked: string[] }>("GET", `/v1/guilds/${guild}/settings`)).blocked).toEqual([])
})

test("strict windows close at exactly the given number, even if conversations overlap", async () => {
  const guild = "98004"
  await ok("PUT", `/v1/guilds/${guild}/settings`, { strict_windows: true, max_messages: 4 })
  // Two conversations that interleave would keep a window open for twice as many messages.
  const lines = Array.from({ length: 9 }, (_, n): [string, string, string] =>
    n % 2 === 0
      ? ["11", "Ada", `the sourdough starter needs rye flour ${n}`]
      : ["12", "Bo", `this kernel driver panics on boot ${n}`],
  )
  await ok("POST", `${channelPath(guild, GENERAL)}/messages`, {
    channel: OPEN,
    messages: talk(1, NOON, lines),
  })
  await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
  const { items } = await ok<{ items: { messages: number }[] }>("GET", `/v1/guilds/${guild}/windows`)
  expect(items.map(({ messages }) => messages).sort()).toEqual([1, 4, 4])
})

test("a new server with channels off by default records nothing until a manager chooses channels", async () => {
  const guild = "98005"
  await openGuild(guildDatabase(env, guild), guild, { now: NOON, mode: "off" })
  const messages = talk(10, NOON, [["11", "Ada", "I play the viola"]])
  await ok("POST", `${channelPath(guild, GENERAL)}/messages`, { channel: OPEN, messages })
  expect(await facts(guild)).toEqual([])
  await runCommand(asks(guild, manager), "keepsake", {
    path: "channel",
    channels: { channel: { id: GENERAL, name: "general", type: 0 } },
    values: { mode: "full" },
  })
  await hear(guild, GENERAL, talk(20, Date.now(), [["11", "Ada", "I play the harp"]]), OPEN)
  expect(await facts(guild)).toEqual(["Ada plays the harp"])
})
