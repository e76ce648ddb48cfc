/** With diversity, what was shown lately in a place gives way to finds that are as good; without it, nothing changes. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { ShownLately } from "../../src/domain/shown-lately.ts"
import { decodeTrace } from "../../src/recall/log/trace.ts"
import { deep } from "../dice.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, OFFTOPIC, tell } from "./guild-structure.ts"
import { hear, ok, recall, talk } from "./http.ts"
import { quietly, setClock } from "./live.ts"

quietly({ silent: ["error", "warn"], at: NOON })

const HOBBIES = ["rowing", "knitting", "chess", "archery", "pottery", "fencing", "juggling", "origami"]

async function club(guild: string, diversity: number): Promise<string> {
  const members = ["11", "12"].map((id) => member(id, [MODS], id === "11" ? "Ada" : "Bo"))
  await tell(guild, { ...guildStructure(guild), members })
  await ok("PUT", `/v1/guilds/${guild}/policy`, { recall: { diversity } })
  // Only what a test asks to be logged is logged; by chance, one recall in twenty would be too.
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab: { recall_share: 0 } })
  for (const [at, hobby] of HOBBIES.entries())
    await hear(guild, GENERAL, talk(9_000 + 100 * at, NOON - 3_600_000, [["11", "Ada", `I love ${hobby}`]]))
  return guild
}

const ask = { query: "what does Ada love?", max_items: 2, channel_id: GENERAL }

/** Counts the recalls that the guild's object knows of. */
async function known(guild: string): Promise<number> {
  const days = Object.values(await env.INDEXES.getByName(guild).questionDays())
  return days.flatMap(({ recall: counts = {} }) => Object.values(counts)).reduce((sum, n) => sum + n, 0)
}

/** Asks, and waits until the guild's object knows what was shown. */
async function shown(guild: string, more: object = {}): Promise<string[]> {
  const before = await known(guild)
  const { items } = await recall(guild, { ...ask, ...more })
  await expect.poll(() => known(guild), { timeout: 5_000 }).toBe(before + 1)
  setClock(Date.now() + 60_000)
  return items.map(({ text }) => text)
}

test("the next recall in the same place shows other finds that are as good, and later the first ones again", async () => {
  const guild = await club("794101", 0.9)
  const first = await shown(guild)
  const second = await shown(guild)
  expect(first).toHaveLength(2)
  expect(second.filter((text) => first.includes(text))).toEqual([])
  setClock(Date.now() + 4 * 3_600_000)
  expect(await shown(guild)).toEqual(first)
})

deep("other places and other readers are not affected, nor by what one person alone saw", async () => {
  const guild = await club("794102", 0.9)
  const first = await shown(guild)
  expect(await shown(guild, { channel_id: OFFTOPIC })).toEqual(first)
  expect(await shown(guild, { viewer_id: "12" })).toEqual(first)
  expect(await shown(guild, { viewer_id: "11" })).toEqual(first)
  const plain = await club("794103", 0.9)
  await shown(plain, { viewer_id: "12" })
  await shown(plain, { channel_id: MOD_ROOM })
  expect(await shown(plain)).toEqual(first)
})

test("a find that is better than all others stays, however often it was shown", async () => {
  const guild = await club("794104", 0.5)
  const chess = { query: "does Ada love chess?" }
  const tries = [await shown(guild, chess), await shown(guild, chess), await shown(guild, chess)]
  for (const texts of tries) expect(texts[0]).toContain("chess")
})

test("without diversity a recall neither asks what was shown nor tells it, and repeats itself", async () => {
  const guild = await club("794105", 0)
  const first = await shown(guild)
  expect(await shown(guild)).toEqual(first)
  await ok("PUT", `/v1/guilds/${guild}/policy`, { recall: { diversity: 0.9 } })
  // Nothing was noted before, so the first one is as ever.
  expect(await shown(guild)).toEqual(first)
  expect(await shown(guild)).not.toEqual(first)
})

test("a logged recall says how recent its candidates were", async () => {
  const guild = await club("794106", 0.9)
  await shown(guild)
  await shown(guild, { log: true })
  const rows = env.DB.prepare("SELECT candidates FROM recall_log WHERE guild_id = ?").bind(guild)
  await expect.poll(async () => (await rows.all()).results.length).toBe(1)
  const trace = decodeTrace((await rows.first<string>("candidates")) ?? "")
  const recent = trace.candidates.filter((one) => one.recent > 0)
  expect(recent.length).toBeGreaterThanOrEqual(2)
  for (const { recent: one } of recent) expect(one).toBeCloseTo(0.5 ** (1 / 30), 2)
})

test("what was shown is kept within bounds", () => {
  const lately = new ShownLately()
  for (let place = 0; place < 300; place += 1)
    lately.note(
      `p${place}`,
      Array.from({ length: 150 }, (_, at) => `i${at}`),
      NOON,
    )
  expect(lately.recent("p0", NOON).size).toBe(0)
  expect([...lately.recent("p299", NOON).keys()][0]).toBe("i50")
  expect(lately.recent("p299", NOON + 3 * 3_600_000 + 1).size).toBe(0)
})
