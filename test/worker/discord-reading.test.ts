/**
 * A guild that changes between two reads from Discord never shows what has been closed since, whatever was
 * cached before.
 */
import { expect, test } from "vitest"
import { GENERAL, guildStructure, MODS, member, only, tell, textChannel } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"
import { ada, asks, bo, runCommand, someone, suggested } from "./people-world.ts"

const ATTIC = "220"

async function house(guild: string, attic: Record<string, unknown>[]): Promise<void> {
  const members = [member("11", [], "Ada"), member("12", [], "Bo")]
  await tell(guild, guildStructure(guild, [textChannel(ATTIC, attic)], { members }))
}

test("a channel closed between two looks at a profile is neither shown nor suggested to its subject until it reopens", async () => {
  const guild = "648213907715520931"
  await house(guild, [])
  await adaSays(guild, GENERAL, "I love marquetry", {})
  await adaSays(guild, ATTIC, "I love campanology", {})
  const seen = async () =>
    (await runCommand(asks(guild, bo), "profile", { people: { user: someone("11", "Ada") } })).text
  const offered = async () =>
    (await suggested(asks(guild, ada), "forget", { name: "what", value: "love" }))
      .map(({ name }) => name)
      .sort()
  for (const round of ["first", "second"]) {
    expect(await seen(), round).toContain("campanology")
    expect(await offered(), round).toEqual(["Ada loves campanology", "Ada loves marquetry"])
    await house(guild, only(guild, MODS))
    const closed = await seen()
    expect(closed, round).toContain("marquetry")
    expect(closed, round).not.toContain("campanology")
    expect(await offered(), round).toEqual(["Ada loves marquetry"])
    await house(guild, [])
  }
})

test("a guild about to be erased shows nothing, even if it was read a moment before", async () => {
  const guild = "648213907715520932"
  await house(guild, [])
  await adaSays(guild, GENERAL, "I love falconry", {})
  const look = () => runCommand(asks(guild, ada), "profile")
  expect((await look()).text).toContain("falconry")
  expect((await look()).text).toContain("falconry")
  await ok("DELETE", `/v1/guilds/${guild}`)
  expect((await look()).text).not.toContain("falconry")
})
