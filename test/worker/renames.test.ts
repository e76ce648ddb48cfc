/** A rename changes every fact: about the person, and about others who name them. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import worker from "../../src/index.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, tell } from "./guild-structure.ts"
import { channelPath, hear, memories, ok, type RecallBody, recall, talk } from "./http.ts"
import { ada, asks, bo, clubMembers, runCommand } from "./people-world.ts"
import { faultsOfDatabase } from "./snapshot.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 3_600_000
const facts = async (guild: string) => (await memories(guild)).map(({ fact }) => fact).sort()

/** Renames a person as Discord's member event does. */
async function rename(guild: string, id: string, name: string): Promise<void> {
  const members = clubMembers.map((one) =>
    (one.user as { id: string }).id === id ? member(id, [], name) : one,
  )
  await tell(guild, guildStructure(guild, [], { members }))
}

async function everyFiveMinutes(): Promise<void> {
  await worker.scheduled({ cron: "*/5 * * * *" } as ScheduledController, env)
}

test("within five minutes every fact has the new name, and recall finds it under that name", async () => {
  const guild = "97901"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  for (const fact of ["Ada plays the viola", "Ada's sister lives in Bergen", "Bo lives with Ada"])
    await runCommand(asks(guild, ada), "remember", { values: { fact } })
  await rename(guild, "11", "Moss")
  await everyFiveMinutes()
  expect(await facts(guild)).toEqual([
    "Bo lives with Moss",
    "Moss plays the viola",
    "Moss's sister lives in Bergen",
  ])
  const { items } = await recall(guild, { query: "What does Moss play?" })
  expect(items[0]?.text).toBe("Moss plays the viola")
  expect(await faultsOfDatabase()).toEqual([])
  // A second run finds nothing to do.
  const before = await memories(guild)
  await everyFiveMinutes()
  expect(await memories(guild)).toEqual(before)
})

test("who speaks under a new name is known under it at once: nothing is doubled", async () => {
  const guild = "97902"
  const says = (id: number, name: string, words: string) =>
    hear(guild, "100", talk(id, NOON + id * HOUR, [["11", name, words]]))
  await says(1, "Ada", "I play the viola")
  await says(2, "Moss", "I play the viola")
  await says(3, "Moss", "I live in Oslo")
  expect(await facts(guild)).toEqual(["Moss lives in Oslo", "Moss plays the viola"])
  expect((await memories(guild)).find(({ fact }) => fact.includes("viola"))?.evidence_count).toBe(2)
})

test("facts told of somebody unnamed get the name of a message, also of one sent before", async () => {
  const guild = "97919"
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "anyone here?"]]))
  for (const text of ["I play the viola", "I live in Oslo"])
    await ok("POST", `/v1/guilds/${guild}/members/77/remember`, { text })
  expect(await facts(guild)).toEqual(["member 77 lives in Oslo", "member 77 plays the viola"])
  await hear(guild, "100", talk(2, NOON + HOUR, [["77", "Moss", "good to be here"]]))
  expect(await facts(guild)).toEqual(["Moss lives in Oslo", "Moss plays the viola"])
})

test("a name told later takes the place of the one that stood in for it", async () => {
  const guild = "97918"
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "anyone here?"]]))
  const told = (body: object) => ok("POST", `/v1/guilds/${guild}/members/77/remember`, body)
  await told({ text: "I play the viola" })
  await told({ text: "I live in Oslo", name: "Moss" })
  expect(await facts(guild)).toEqual(["Moss lives in Oslo", "Moss plays the viola"])
})

test("a model is shown today's names", async () => {
  const guild = "97903"
  const model = await bindModel(channelOf(guild, "100"), () => [claim("P1", "Ada plays the viola")])
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I play the viola"]]))
  model.says = () => []
  await hear(guild, "100", talk(2, NOON + HOUR, [["11", "Moss", "my viola has a new bow since last week"]]))
  expect(model.prompts.at(-1)).toContain("M1 P1: Moss plays the viola")
})

test("a conversation read after the rename does not bring the old name back", async () => {
  const guild = "97908"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  const said = talk(1, Date.now() - 60_000, [["11", "Ada", "I play the viola"]])
  await ok("POST", `${channelPath(guild, GENERAL)}/messages`, {
    channel: { name: "general" },
    messages: said,
  })
  await rename(guild, "11", "Moss")
  await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
  expect(await facts(guild)).toEqual(["Moss plays the viola"])
  const row = await env.DB.prepare("SELECT name FROM members WHERE guild_id = ? AND id = '11'")
    .bind(guild)
    .first()
  expect(row).toEqual({ name: "Moss" })
})

test("another member of the same name keeps it in facts about others, as do words that only look alike", async () => {
  const guild = "97904"
  const twins = [...clubMembers, member("19", [], "Ada")]
  await tell(guild, guildStructure(guild, [], { members: twins }))
  for (const [fact, about] of [
    ["Bo lives with Ada", bo],
    ["Bo collects Adamas stones", bo],
  ] as const)
    await runCommand(asks(guild, bo), "remember", {
      values: { fact },
      people: { member: { ...about, bot: false, roles: [] } },
    })
  await tell(
    guild,
    guildStructure(guild, [], {
      members: twins.map((one) =>
        (one.user as { id: string }).id === "11" ? member("11", [], "Moss") : one,
      ),
    }),
  )
  await everyFiveMinutes()
  expect(await facts(guild)).toEqual(["Bo collects Adamas stones", "Bo lives with Ada"])
})

test("an opted-out person's name goes from others' facts, whatever it was when they were told", async () => {
  const guild = "97905"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  await runCommand(asks(guild, bo), "remember", { values: { fact: "Bo lives with Ada" } })
  await rename(guild, "11", "Moss")
  await everyFiveMinutes()
  await ok("PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "out", name: "Moss" })
  const seen = await ok<RecallBody>("POST", `/v1/guilds/${guild}/recall`, {
    query: "who does Bo live with",
    viewer_id: "13",
  })
  expect(JSON.stringify(seen)).not.toMatch(/Ada|Moss/)
})

test("what one may not read keeps to its readers, and a decision that two facts hold stays", async () => {
  const guild = "97906"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  await hear(guild, MOD_ROOM, talk(1, NOON, [["11", "Ada", "I love archery"]]))
  await hear(guild, GENERAL, talk(1_001, NOON, [["11", "Ada", "I love bookbinding"]]))
  await rename(guild, "11", "Moss")
  await everyFiveMinutes()
  const shown = await runCommand(asks(guild, bo), "profile", {
    people: { user: { id: "11", name: "Moss", bot: false, roles: [] } },
  })
  expect(shown.text).toContain("Moss loves bookbinding")
  expect(shown.text).not.toContain("archery")
})

test("an erasure leaves no former name", async () => {
  const guild = "97907"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  await rename(guild, "11", "Moss")
  await env.DB.prepare("UPDATE members SET name = '' WHERE guild_id = ? AND id = '11'").bind(guild).run()
  const row = await env.DB.prepare("SELECT former_name FROM members WHERE guild_id = ? AND id = '11'")
    .bind(guild)
    .first()
  expect(row).toEqual({ former_name: null })
})
