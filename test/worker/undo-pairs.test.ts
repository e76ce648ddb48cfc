/**
 * An undo also restores decisions that two facts are both true, unless one of them says something else by
 * now.
 */
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { guildStructure, member, tell } from "./guild-structure.ts"
import { hear, type MemoryBody, memories, ok, talk } from "./http.ts"
import { type Answer, ada, asks, bo, buttonOf, press, runCommand, someone } from "./people-world.ts"
import { faultsOfDatabase } from "./snapshot.ts"

const START = Date.parse("2091-03-01T12:00:00Z")
const PLAYS = "Ada plays the marimba"

afterEach(async () => {
  vi.useRealTimers()
  expect(await faultsOfDatabase()).toEqual([])
})

interface Home {
  guild: string
  id(fact: string): string
  pairs(): Promise<string[][]>
}

/**
 * Ada plays the marimba and lives in Uppsala. Bo says that she does not play it, and a manager keeps both.
 */
async function home(guild: string): Promise<Home> {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
  await tell(guild, guildStructure(guild, [], { members: [member("11", [], "Ada"), member("12", [], "Bo")] }))
  const lines: [string, string, string][] = [
    ["11", "Ada", "I play the marimba"],
    ["11", "Ada", "I live in Uppsala"],
  ]
  await hear(guild, "200", talk(Number(guild) * 1_000, START - 3_600_000, lines), {})
  const values = { fact: "Ada doesn't play the marimba" }
  await runCommand(asks(guild, bo), "remember", { values, people: { member: someone("11", "Ada") } })
  const known = await memories(guild)
  const doubted = known.find(({ contradicts }) => contradicts !== null)
  await ok("POST", `/v1/guilds/${guild}/review/${doubted?.id}`, { decision: "both" })
  const id = (fact: string) => {
    const found = known.find((memory: MemoryBody) => memory.fact.includes(fact))?.id
    if (found === undefined) throw new Error(`nothing known of ${fact}`)
    return found
  }
  return { guild, id, pairs: () => pairsOf(guild) }
}

async function pairsOf(guild: string): Promise<string[][]> {
  const rows = await env.DB.prepare("SELECT one, other FROM both_hold WHERE guild_id = ? ORDER BY one, other")
    .bind(guild)
    .raw<string[]>()
  return rows
}

const forgets = ({ guild, id }: Home, fact: string, who = ada) =>
  press(asks(guild, who), `forget:${id(fact)}`)
const takesBack = ({ guild }: Home, deed: Answer, who = ada) =>
  press(asks(guild, who), buttonOf(deed, "Undo"))

test("undoing a forget restores the decision to keep both, and neither fact is contested", async () => {
  const world = await home("7620401")
  const before = await world.pairs()
  expect(before).toEqual([[world.id(PLAYS), world.id("Ada doesn't")].sort()])
  const gone = await forgets(world, PLAYS)
  expect(await world.pairs()).toEqual([])
  expect((await takesBack(world, gone)).text).toContain("Undone")
  expect(await world.pairs()).toEqual(before)
  expect((await memories(world.guild)).map(({ contradicts }) => contradicts)).toEqual([null, null, null])
})

test("undoing a correction restores the decision to keep both", async () => {
  const world = await home("7620402")
  const before = await world.pairs()
  const fields = { fact: "Ada plays the vibraphone", importance: "high", lifetime: "90d" }
  const done = await press(asks(world.guild, ada), `corrected:${world.id(PLAYS)}`, { fields })
  expect(await world.pairs()).toEqual([])
  expect((await takesBack(world, done)).text).toContain("Undone")
  expect(await world.pairs()).toEqual(before)
})

test("both facts forgotten together are restored as a pair", async () => {
  const world = await home("7620403")
  const before = await world.pairs()
  const asked = await runCommand(asks(world.guild, ada), "forget", { values: { what: "everything" } })
  const sure = await press(asks(world.guild, ada), buttonOf(asked, "Forget all"))
  const gone = await press(asks(world.guild, ada), buttonOf(sure, "Forget all"))
  expect([await memories(world.guild), await world.pairs()]).toEqual([[], []])
  await takesBack(world, gone)
  expect(await world.pairs()).toEqual(before)
})

test("a fact is restored alone if the other was reworded or deleted", async () => {
  const reworded = await home("7620404")
  const gone = await forgets(reworded, PLAYS)
  const address = `/v1/guilds/7620404/memories/${reworded.id("Ada doesn't")}`
  await ok("PATCH", address, { fact: "Ada doesn't like Uppsala in winter" })
  expect((await takesBack(reworded, gone)).text).toContain("Undone")
  expect(await reworded.pairs()).toEqual([])

  const left = await home("7620405")
  const first = await forgets(left, PLAYS)
  await ok("DELETE", `/v1/guilds/7620405/memories/${left.id("Ada doesn't")}`)
  expect((await takesBack(left, first)).text).toContain("Undone")
  expect(await left.pairs()).toEqual([])
})

test("undoing the forget of another fact leaves the pair alone", async () => {
  const world = await home("7620406")
  const before = await world.pairs()
  const gone = await forgets(world, "Uppsala")
  expect(await world.pairs()).toEqual(before)
  await takesBack(world, gone)
  expect(await world.pairs()).toEqual(before)
})
