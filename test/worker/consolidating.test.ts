/**
 * A merge in the real database is applied completely or not at all, and later changes to a memory also apply
 * to what was merged into it.
 */
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { batchConflict } from "../../src/memory/write/commit.ts"
import { NOON } from "./builders.ts"
import { byFact, CALLED, decide, facts, HAS, knownOf, learn, merge, restsOn, write } from "./consolidating.ts"
import { dumpDatabase, found } from "./dump.ts"
import { eraseThrough, START } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { call, channelPath, hear, ok, recall, talk } from "./http.ts"
import { asks, buttonOf, press } from "./people-world.ts"
import { faultsOfDatabase, rowCounts } from "./snapshot.ts"

const HISTORY = "?status=superseded"

afterEach(async () => {
  vi.useRealTimers()
  expect(await faultsOfDatabase()).toEqual([])
})

async function cat(guild: string): Promise<void> {
  await learn(guild, 1, HAS)
  await learn(guild, 2, CALLED)
  expect(await facts(guild)).toEqual([HAS, CALLED].sort())
}

test("two facts that say the same become one, with higher confidence and the sources of both, and recall finds it", async () => {
  await cat("97601")
  const sure = (await byFact("97601", HAS))?.confidence ?? 1
  expect((await merge("97601", HAS, CALLED)).refused).toEqual([])
  expect(await facts("97601")).toEqual([HAS])
  const one = await byFact("97601", HAS)
  expect(one).toMatchObject({ evidence_count: 2 })
  expect(one?.confidence).toBeGreaterThan(sure)
  expect(one?.sources.map((source) => source.message_id).sort()).toEqual(["1000", "2000"])
  expect(await byFact("97601", CALLED, HISTORY)).toMatchObject({ superseded_by: one?.id })
  const told = (await recall("97601", { query: "cat Miso" })).items.filter(({ kind }) => kind === "memory")
  expect(told.map(({ text }) => text)).toEqual([HAS])
})

test("a merge written again on stale data is rolled back and changes nothing", async () => {
  await cat("97602")
  const known = await knownOf("97602")
  const [into, from] = known.map(({ memory }) => memory.id)
  const result = decide(known, [{ kind: "merge", into: into ?? "", from: [from ?? ""] }])
  await write("97602", known, result)
  const [rows, before] = [await rowCounts("97602"), await knownOf("97602")]
  const error = await write("97602", known, result).catch((thrown: unknown) => thrown)
  expect(batchConflict(error)).toBe("stale")
  expect([await rowCounts("97602"), await knownOf("97602")]).toEqual([rows, before])
})

test("a new message or an opt-out in between rolls back a merge decided earlier", async () => {
  await cat("97603")
  const known = await knownOf("97603")
  const [into, from] = known.map(({ memory }) => memory.id)
  const result = decide(known, [{ kind: "merge", into: into ?? "", from: [from ?? ""] }])
  await env.DB.prepare("UPDATE members SET consent = 'out' WHERE guild_id = '97603' AND id = '11'").run()
  expect(batchConflict(await write("97603", known, result).catch((thrown: unknown) => thrown))).toBe("stale")
  expect(await knownOf("97603")).toEqual([])
  await env.DB.prepare("UPDATE members SET consent = NULL WHERE guild_id = '97603' AND id = '11'").run()
  await learn("97603", 3, CALLED)
  expect(batchConflict(await write("97603", known, result).catch((thrown: unknown) => thrown))).toBe("stale")
  expect(await facts("97603")).toEqual([HAS, CALLED].sort())
})

test("consolidation skips facts about, from or naming people who opted out or never agreed", async () => {
  const guild = "97604"
  await cat(guild)
  await hear(guild, "100", talk(8_000, NOON - 3_600_000, [["12", "Zora", "hi all"]]))
  await learn(guild, 3, "Ada plays chess with Zora")
  await learn(guild, 4, "Ada bakes bread", { by: "13" })
  expect(await knownOf(guild)).toHaveLength(4)
  const objects = (id: string) =>
    env.DB.prepare("UPDATE members SET consent = 'out' WHERE guild_id = ? AND id = ?").bind(guild, id).run()
  await objects("12")
  expect((await knownOf(guild)).map(({ memory }) => memory.fact)).not.toContain("Ada plays chess with Zora")
  expect(await knownOf(guild)).toHaveLength(3)
  await objects("13")
  expect((await knownOf(guild)).map(({ memory }) => memory.fact).sort()).toEqual([HAS, CALLED].sort())
  expect(await knownOf(guild, true)).toEqual([])
})

test.each<[string, "1000" | "2000", string, string[]]>([
  ["97610", "1000", CALLED, ["2000"]],
  ["97611", "2000", HAS, ["1000"]],
])(
  "deleting a message after a merge leaves nothing of it, and keeps the other wording",
  async (guild, message, left, rests) => {
    const word = { "1000": `zebrafinch${guild}`, "2000": `quokka${guild}` }
    await learn(guild, 1, HAS, { words: `my cat is named Miso, ${word["1000"]}` })
    await learn(guild, 2, CALLED, { words: `the cat is called Miso, ${word["2000"]}` })
    await merge(guild, HAS, CALLED)
    expect((await call("DELETE", `${channelPath(guild, "100")}/messages/${message}`)).status).toBe(204)
    expect(await facts(guild)).toEqual([left])
    const one = await byFact(guild, left)
    expect(one).toMatchObject({ evidence_count: 1, confidence: 0.8 })
    expect(await restsOn(one?.id)).toEqual(rests)
    expect(found(await dumpDatabase(), [word[message]])).toEqual([])
  },
)

test("deleting both source messages, in either order, leaves neither fact", async () => {
  for (const [guild, order] of [
    ["97612", ["1000", "2000"]],
    ["97613", ["2000", "1000"]],
  ] as const) {
    await cat(guild)
    await merge(guild, HAS, CALLED)
    for (const message of order) await call("DELETE", `${channelPath(guild, "100")}/messages/${message}`)
    expect([await facts(guild), await facts(guild, HISTORY)]).toEqual([[], []])
  }
})

test("repeating the merged wording raises the memory's confidence and keeps its wording", async () => {
  await cat("97620")
  await merge("97620", HAS, CALLED)
  await learn("97620", 3, CALLED)
  expect(await facts("97620")).toEqual([HAS])
  expect(await byFact("97620", HAS)).toMatchObject({ evidence_count: 3 })
  expect(await byFact("97620", CALLED, HISTORY)).toMatchObject({
    superseded_by: (await byFact("97620", HAS))?.id,
  })
})

test("repeating the merged wording before other readers creates a memory of its own, and they see no other", async () => {
  const guild = "97621"
  await tell(
    guild,
    guildStructure(guild, [], { members: [member("12", [], "Bo"), member("13", [MODS], "Cy")] }),
  )
  await learn(guild, 1, HAS, { channel: MOD_ROOM, info: {} })
  await learn(guild, 2, CALLED, { channel: MOD_ROOM, info: {} })
  expect((await merge(guild, HAS, CALLED)).refused).toEqual([])
  expect(await facts(guild, "?viewer_id=12")).toEqual([])
  await learn(guild, 3, CALLED, { channel: GENERAL, info: {} })
  expect(await facts(guild, "?viewer_id=12")).toEqual([CALLED])
  expect(await facts(guild, "?viewer_id=13")).toEqual([HAS, CALLED].sort())
  expect(await facts(guild, "?viewer_id=12&status=superseded")).toEqual([])
})

test("facts with different readers are not merged, and no wording leaves its channel", async () => {
  const guild = "97622"
  await tell(
    guild,
    guildStructure(guild, [], { members: [member("12", [], "Bo"), member("13", [MODS], "Cy")] }),
  )
  await learn(guild, 1, HAS, { channel: MOD_ROOM, info: {} })
  await learn(guild, 2, CALLED, { channel: GENERAL, info: {} })
  const { refused } = await merge(guild, CALLED, HAS)
  expect(refused.map(({ objection }) => objection)).toEqual(["other_readers"])
  expect(await facts(guild, "?viewer_id=12")).toEqual([CALLED])
})

test("forgetting a memory forgets all that was merged into it; undo restores all of it", async () => {
  const guild = "97630"
  await cat(guild)
  await merge(guild, HAS, CALLED)
  const [kept, id] = [await knownOf(guild), (await byFact(guild, HAS))?.id ?? ""]
  const gone = await press(asks(guild, { id: "11", name: "Ada" }), `forget:${id}`)
  expect(gone.text).toContain(HAS)
  expect(gone.text).not.toContain(CALLED)
  expect([await facts(guild), await facts(guild, HISTORY)]).toEqual([[], []])
  await press(asks(guild, { id: "11", name: "Ada" }), buttonOf(gone, "Undo"))
  expect(await knownOf(guild)).toEqual(kept)
  expect(await facts(guild, HISTORY)).toEqual([CALLED])
})

test("a forgotten memory leaves no word of itself or its merged facts in any table", async () => {
  const guild = "97631"
  await learn(guild, 1, "Ada has a cat named Xylofon", { words: "my cat is named Xylofon" })
  await learn(guild, 2, "Ada's cat is called Xylofon", { words: "the cat is called Xylofon" })
  await merge(guild, "Ada has a cat named Xylofon", "Ada's cat is called Xylofon")
  const id = (await byFact(guild, "Ada has a cat named Xylofon"))?.id
  expect((await call("DELETE", `/v1/guilds/${guild}/memories/${id}`)).status).toBe(204)
  expect(found(await dumpDatabase(), ["xylofon"])).toEqual([])
})

test("correcting a memory detaches what was merged into it: repeating those words does not support the new fact", async () => {
  const guild = "97640"
  await cat(guild)
  await merge(guild, HAS, CALLED)
  const id = (await byFact(guild, HAS))?.id
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { fact: "Ada has a cat named Momo" })
  await call("DELETE", `${channelPath(guild, "100")}/messages/1000`)
  expect(await facts(guild)).toEqual(["Ada has a cat named Momo"])
  // Ada's own later statement replaces the correction and does not count as its source.
  await learn(guild, 3, CALLED)
  expect(await facts(guild)).toEqual([CALLED])
  expect(await byFact(guild, CALLED)).toMatchObject({ evidence_count: 1 })
  expect(await byFact(guild, "Ada has a cat named Momo", HISTORY)).toMatchObject({ evidence_count: 1 })
})

test("a memory corrected to a merged wording takes that wording", async () => {
  const guild = "97641"
  await cat(guild)
  await merge(guild, HAS, CALLED)
  const id = (await byFact(guild, HAS))?.id
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { fact: CALLED })
  expect(await facts(guild)).toEqual([CALLED])
  await learn(guild, 3, CALLED)
  expect((await byFact(guild, CALLED))?.id).toBe(id)
  expect(await facts(guild)).toEqual([CALLED])
})

test("approving a merged fact by hand makes it a memory of its own again", async () => {
  const guild = "97642"
  await cat(guild)
  await merge(guild, HAS, CALLED)
  const id = (await byFact(guild, CALLED, HISTORY))?.id
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { status: "active" })
  expect(await facts(guild)).toEqual([HAS, CALLED].sort())
  await call("DELETE", `/v1/guilds/${guild}/memories/${(await byFact(guild, HAS))?.id}`)
  expect(await facts(guild)).toEqual([CALLED])
})

test("a retired fact returns when the message that retired it is deleted", async () => {
  const guild = "97650"
  await learn(guild, 1, "Ada rents a flat in Oslo")
  await learn(guild, 2, "Ada bought a house in Bergen")
  const known = await knownOf(guild)
  const [memory, because] = ["Oslo", "Bergen"].map(
    (town) => known.find(({ memory: one }) => one.fact.includes(town))?.memory.id ?? "",
  )
  await write(guild, known, decide(known, [{ kind: "retire", memory: memory ?? "", because: because ?? "" }]))
  expect(await facts(guild)).toEqual(["Ada bought a house in Bergen"])
  await call("DELETE", `${channelPath(guild, "100")}/messages/2000`)
  expect(await facts(guild)).toEqual(["Ada rents a flat in Oslo"])
})

test("a reworded memory keeps its readers and is found by its new words", async () => {
  const guild = "97651"
  await tell(guild, guildStructure(guild, [], { members: [member("12", [], "Bo")] }))
  const former = "Ada really just has a cat that is named Miso"
  await learn(guild, 1, former, { channel: GENERAL, info: {} })
  const known = await knownOf(guild)
  const id = known[0]?.memory.id ?? ""
  await write(guild, known, decide(known, [{ kind: "reword", memory: id, fact: HAS }]))
  expect(await facts(guild, "?viewer_id=12")).toEqual([HAS])
  await learn(guild, 2, HAS, { channel: GENERAL, info: {} })
  expect(await byFact(guild, HAS)).toMatchObject({ evidence_count: 2 })
  expect(await facts(guild)).toEqual([HAS])
})

test("erasing a person removes their statements from a merged memory and keeps those of others", async () => {
  const guild = "97660"
  // Alarms run only when the test says so.
  vi.useFakeTimers({ toFake: ["Date"], now: START })
  await learn(guild, 1, HAS)
  await learn(guild, 2, CALLED, { by: "13" })
  await merge(guild, HAS, CALLED)
  expect(await byFact(guild, HAS)).toMatchObject({ evidence_count: 2 })
  await ok("POST", `/v1/guilds/${guild}/members/13/erase`, {})
  await eraseThrough(guild)
  expect([await facts(guild), await facts(guild, HISTORY)]).toEqual([[HAS], []])
  expect(await byFact(guild, HAS)).toMatchObject({ evidence_count: 1 })
  expect(await restsOn((await byFact(guild, HAS))?.id)).toEqual(["1000"])
})
