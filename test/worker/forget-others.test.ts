/** Forgetting by meaning, one's own statements about others, and what others said of others. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { maintenanceViewer } from "../../src/access/audience.ts"
import { listMemories, personFilter } from "../../src/memory/read/manage.ts"
import { enterActive } from "../../src/runtime/enter.ts"
import { findByMeaning } from "../../src/runtime/meaning.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, tell } from "./guild-structure.ts"
import { adaSays, hear, memories, ok, talk } from "./http.ts"
import {
  ada,
  asks,
  bo,
  buttonOf,
  clubMembers,
  cy,
  manager,
  press,
  runCommand,
  type Somebody,
  someone,
} from "./people-world.ts"
import { embedAll, fakeModels } from "./recall-asker.ts"

async function club(guild: string, told: readonly [Somebody, string, Somebody?][]): Promise<void> {
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  for (const [nth, [who, fact, about]] of told.entries()) {
    const people = about ? { member: someone(about.id, about.name) } : {}
    // A statement is known by its millisecond.
    const id = String(BigInt(asks(guild, who).id) - (BigInt(nth + 1) << 22n))
    await runCommand(asks(guild, who, { id }), "remember", { values: { fact }, people })
  }
}

async function facts(guild: string): Promise<string[]> {
  return (await memories(guild)).map(({ fact }) => fact).sort()
}

const forgets = (guild: string, who: Somebody, what: string, about?: Somebody) =>
  runCommand(asks(guild, who), "forget", {
    values: { what },
    people: about ? { member: someone(about.id, about.name) } : {},
  })

test.each([
  ["where I live", "Ada moved to Oslo", "Ada paints fences"],
  ["my job", "Ada teaches at a school as a teacher", "Ada paints fences"],
  ["how old I am", "Ada was born in 1990", "Ada paints fences"],
  ["my boyfriend", "Ada is engaged to Nils", "Ada paints fences"],
  ["wo ich wohne", "Ada moved to Oslo", "Ada paints fences"],
])("“forget %s” asks about “%s”, even if it is the only match", async (what, meant, other) => {
  const guild = `9770${what.length}${what.charCodeAt(0)}`
  await club(guild, [
    [ada, meant],
    [ada, other],
  ])
  const asked = await forgets(guild, ada, what)
  expect(asked.text).toContain("Is it one of these?")
  expect(asked.options.map(({ label }) => label)).toEqual([meant])
  expect(await facts(guild)).toHaveLength(2)
  await press(asks(guild, ada), "forget-picked", { values: asked.options.map(({ value }) => value) })
  expect(await facts(guild)).toEqual([other])
})

test("one's own statement about somebody else is forgotten by its words", async () => {
  await club("97720", [[ada, "Bo collects stamps", bo]])
  expect((await forgets("97720", ada, "Bo's stamps")).text).toContain("Forgotten")
  expect(await facts("97720")).toEqual([])
})

test("what others said of somebody is offered to that person, without its words", async () => {
  const guild = "97721"
  await club(guild, [[ada, "Bo collects stamps", bo]])
  const refused = await forgets(guild, cy, "stamps", bo)
  expect(refused.text).toContain("Not yours to forget")
  expect(await facts(guild)).toHaveLength(1)
  const [option] = refused.options
  const posted = await press(asks(guild, cy), "forget-ask", { values: [option?.value ?? ""] })
  expect(posted.text).toContain(`<@${bo.id}>: <@${cy.id}> asks`)
  expect(posted.text).not.toContain("stamps")
  const look = buttonOf(posted, "Look at it")
  const seen = await press(asks(guild, bo), look)
  expect(seen.text).toContain("Bo collects stamps")
  await press(asks(guild, bo), buttonOf(seen, "Forget"))
  expect(await facts(guild)).toEqual([])
})

test("a manager forgets what others said of others and what the server decided", async () => {
  const guild = "97722"
  await club(guild, [
    [ada, "Bo collects stamps", bo],
    [ada, "The server meets every Sunday for board games"],
  ])
  expect((await forgets(guild, manager, "stamps", bo)).text).toContain("Forgotten")
  expect((await forgets(guild, manager, "board games")).text).toContain("Forgotten")
  expect(await facts(guild)).toEqual([])
})

test("facts that the asker cannot read are neither found, nor offered, nor counted", async () => {
  const guild = "97723"
  await club(guild, [])
  await adaSays(guild, MOD_ROOM, "I love archery", {})
  await adaSays(guild, GENERAL, "I love bookbinding", {})
  const hidden = await forgets(guild, bo, "archery", ada)
  expect(hidden.text).toBe((await forgets(guild, bo, "falconry", ada)).text.replace("falconry", "archery"))
  expect((await forgets(guild, bo, "bookbinding", ada)).text).toContain("Not yours to forget")
  const id = (await memories(guild)).find(({ fact }) => fact.includes("archery"))?.id ?? ""
  const posted = await press(asks(guild, bo), "forget-ask", { values: [id] })
  expect(posted.text).toBe("I don't remember anything about that.")
})

test("with an embedding model, words that no fact has find the fact that is near in meaning", async () => {
  const guild = "97725"
  await club(guild, [
    [ada, "Ada has a beagle"],
    [ada, "Ada paints fences"],
  ])
  const model = fakeModels()
  await embedAll(guild, model)
  const runtime = { env: { ...env, AI: model.ai }, waitUntil: () => undefined }
  const entered = await enterActive(runtime.env, guild)
  const viewer = maintenanceViewer(entered.structure)
  const known = await listMemories(entered.db, viewer, personFilter("11"), { after: null, limit: 10 })
  const find = (words: string) => findByMeaning(runtime, { entered, viewer }, { words, known })
  expect((await find("canine")).map(({ memory }) => memory.fact)).toEqual(["Ada has a beagle"])
  expect(await find("quantum chromodynamics")).toEqual([])
})

test("over HTTP, a match by meaning is confirmed first", async () => {
  const guild = "97724"
  await club(guild, [
    [ada, "Ada moved to Oslo"],
    [ada, "Ada paints fences"],
  ])
  const path = `/v1/guilds/${guild}/members/11/forget`
  const asked = await ok("POST", path, { text: "where I live", viewer_id: "11" })
  expect(asked).toMatchObject({
    forgotten: [],
    needs_confirmation: true,
    matches: [{ fact: "Ada moved to Oslo" }],
  })
  expect(await facts(guild)).toHaveLength(2)
  await ok("POST", path, { text: "where I live", confirm: true, viewer_id: "11" })
  expect(await facts(guild)).toEqual(["Ada paints fences"])
})

test.each([
  ["that Bo collects stamps"],
  ["bo's stamps"],
  ["the stamps of Bo"],
  ["what Ziggy collects"],
  ["that ziggy collects stamps"],
  ["everything about Ziggy"],
])("“forget %s” means Bo, by name or nickname, and leaves one's own stamps", async (what) => {
  const guild = `9773${what.length}${what.charCodeAt(0)}`
  await club(guild, [
    [bo, "Bo goes by Ziggy"],
    [ada, "Ada collects stamps"],
    [ada, "Bo collects stamps", bo],
  ])
  const own = await forgets(guild, cy, what)
  expect(own.text).toContain("Not yours to forget")
  await forgets(guild, ada, what)
  const left = await facts(guild)
  expect(left).toContain("Ada collects stamps")
  expect(left).toContain("Bo goes by Ziggy")
  expect(left).not.toContain("Bo collects stamps")
})

test("somebody named of whom nothing like that is known: one's own fact is asked about, never forgotten at once", async () => {
  const guild = "97740"
  await club(guild, [
    [ada, "Ada collects stamps"],
    [bo, "Bo paints fences"],
  ])
  const asked = await forgets(guild, ada, "that Bo collects stamps")
  expect(asked.text).toContain("Is it one of these?")
  expect(await facts(guild)).toContain("Ada collects stamps")
})

test("several members of one name are asked about unless the whole name is given", async () => {
  const guild = "97741"
  const twins: Somebody[] = [
    { id: "21", name: "Dana Moss" },
    { id: "22", name: "Dana Reed" },
  ]
  await club(
    guild,
    twins.map((twin) => [twin, `${twin.name} collects stamps`]),
  )
  const asked = await forgets(guild, manager, "that Dana collects stamps")
  expect(asked.text).toContain("Several members are called Dana")
  expect(asked.text).toContain("`member` option")
  expect(await facts(guild)).toHaveLength(2)
  const whole = await forgets(guild, manager, "that Dana Reed collects stamps")
  expect(whole.text).toContain("Forgotten")
  expect(await facts(guild)).toEqual(["Dana Moss collects stamps"])
})

test("a nickname that only others may read names nobody", async () => {
  const guild = "97742"
  await club(guild, [[ada, "Ada paints fences"]])
  const before = await forgets(guild, ada, "that Ziggy collects stamps")
  await hear(guild, MOD_ROOM, talk(9_000, NOON, [[bo.id, bo.name, "I go by Ziggy"]]))
  expect((await facts(guild)).join()).toContain("Ziggy")
  const after = await forgets(guild, ada, "that Ziggy collects stamps")
  expect(after.text).toBe(before.text)
})
