/** Changing several memories at once: decisions that exclude each other, notes, a last day, and what is too large to undo. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { changeMany, itemsIn, memoryRows, undoIn } from "./bulk-page.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, member, OWNER, tell } from "./guild-structure.ts"
import { hear, memories as memoriesOf, ok, talk } from "./http.ts"

/** Guilds whose facts wait for approval, and one whose facts count at once. */
const [OPPOSED, NOTED, DATED] = ["94692", "94693", "94694"]
const [ADA, BO] = ["11", "12"]

let olga: PageBrowser
/** How many conversations there were. */
let talks = 0

beforeAll(async () => {
  for (const guild of [OPPOSED, NOTED, DATED]) {
    const members = [member(OWNER, [], "Olga"), member(ADA, [], "Ada"), member(BO, [], "Bo")]
    await tell(guild, guildStructure(guild, [], { members }))
    if (guild !== DATED) await ok("PATCH", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  }
  olga = await PageBrowser.of(OWNER)
})

/** Ada says lines, each in a conversation of its own. */
async function said(guild: string, ...lines: string[]): Promise<void> {
  for (const words of lines) {
    await hear(guild, GENERAL, talk(40_000 + 100 * talks, NOON + 7_200_000 * talks, [[ADA, "Ada", words]]))
    talks += 1
  }
}

test("of two facts that exclude each other, one change approves neither", async () => {
  const base = `/app/g/${OPPOSED}`
  await said(OPPOSED, "I live in Ulaanbaatar", "I live in Montevideo", "I play the hurdy-gurdy")
  const before = await memoryRows(OPPOSED)
  const refused = await changeMany(olga, base, "do=approve&all=1")
  expect(refused.text).toContain("Two of these facts contradict each other, so nothing was approved.")
  expect(undoIn(refused)).toBe("")
  expect(await memoryRows(OPPOSED)).toEqual(before)
})

test("notes state a rejected fact no longer, and state it again after an undo", async () => {
  const base = `/app/g/${NOTED}`
  const lines: [string, string, string][] = [
    [ADA, "Ada", "I play the glockenspiel"],
    [BO, "Bo", "I collect snow globes"],
  ]
  await hear(NOTED, GENERAL, talk(42_000, NOON, lines))
  // Rules leave out of a note what waits. A model's note may state it.
  const summary = "Ada plays the glockenspiel. Bo collects snow globes. Nobody hurried."
  await env.DB.prepare("UPDATE notes SET summary = ? WHERE guild_id = ?").bind(summary, NOTED).run()
  const notes = async () => JSON.stringify((await memoryRows(NOTED))[2])
  const before = await memoryRows(NOTED)
  const rejected = await changeMany(olga, base, `do=reject&all=1&about=${ADA}`)
  expect(rejected.text).toContain("Rejected.")
  expect(await notes()).not.toContain("glockenspiel")
  expect(await notes()).toContain("Bo collects snow globes. Nobody hurried.")
  await olga.post(`${base}/undo`, { undo: undoIn(rejected) })
  expect(await memoryRows(NOTED)).toEqual(before)
})

interface Timed {
  fact: string
  until: string | null
  expires_at: string | null
}

async function timesOf(guild: string): Promise<Timed[]> {
  return (await memoriesOf(guild)).map((one) => one as unknown as Timed)
}

test("facts are kept until a day: it is asked for, previewed, and exactly undone", async () => {
  const base = `/app/g/${DATED}`
  await said(DATED, "I love yodeling", "I have two ferrets")
  const before = await memoryRows(DATED)
  const asked = await olga.get(`${base}/memories/selected?do=until&all=1&about=${ADA}`)
  expect(asked.html).toMatch(/name="day"[^>]*type="date"|type="date"[^>]*name="day"/)
  expect(asked.html).toContain(`name="about" value="${ADA}"`)
  expect(asked.html).not.toContain("Choose a day from today on")
  for (const day of ["2020-02-03", "2099-02-30", "soon"]) {
    const again = await olga.get(`${base}/memories/selected?do=until&all=1&day=${day}`)
    expect(again.text, day).toContain("Choose a day from today on")
    expect(itemsIn(again), day).toEqual([])
  }
  const preview = await olga.get(`${base}/memories/selected?do=until&all=1&day=2099-12-24`)
  expect(preview.text).toContain("2 memories would be kept until Thursday, December 24, 2099")
  expect(await memoryRows(DATED)).toEqual(before)
  const form = { do: "until", day: "2099-12-24", item: itemsIn(preview) }
  const late = await olga.post(`${base}/memories/change-selected`, { ...form, day: "2020-02-03" })
  expect(late.status).toBe(400)
  expect(await memoryRows(DATED)).toEqual(before)
  const done = await olga.submit(`${base}/memories/change-selected`, form)
  expect(done.text).toContain("Saved.")
  for (const one of await timesOf(DATED))
    expect(one).toMatchObject({ until: "2099-12-24", expires_at: "2099-12-24T23:59:59.999Z" })
  expect((await olga.get(`${base}/memories/selected?do=until&all=1&day=2099-12-24`)).text).toContain(
    "Ending that day already",
  )
  await olga.post(`${base}/undo`, { undo: undoIn(done) })
  expect(await memoryRows(DATED)).toEqual(before)
})

test("a fact that begins after the day is left out, and one that begins before keeps its beginning", async () => {
  const base = `/app/g/${DATED}`
  const [first, second] = (await memoriesOf(DATED)).map(({ id }) => id)
  await ok("PATCH", `/v1/guilds/${DATED}/memories/${first}`, { when: "2099-12-25" })
  await ok("PATCH", `/v1/guilds/${DATED}/memories/${second}`, { when: "2099-12-01" })
  const preview = await olga.get(`${base}/memories/selected?do=until&all=1&day=2099-12-24`)
  expect(itemsIn(preview).map((item) => item.split(".")[0])).toEqual([second])
  await changeMany(olga, base, "do=until&all=1&day=2099-12-24")
  const changed = await ok("GET", `/v1/guilds/${DATED}/memories/${second}`)
  expect(changed).toMatchObject({ when: "2099-12-01", until: "2099-12-24" })
})

test("a change that is too large to be undone is made, and the page offers no undo", async () => {
  const base = `/app/g/${DATED}`
  await said(DATED, "I play the serpent")
  const id = (await memoriesOf(DATED, "?q=serpent"))[0]?.id ?? ""
  // As many statements as a fact gets that somebody repeats for years.
  await env.DB.prepare(
    `INSERT INTO evidence (memory_id, ref, guild_id, author_id, excerpt, said_at, method, source)
      SELECT memory_id, 'r' || j.key, guild_id, author_id, ?2, said_at, method, source
      FROM evidence, json_each(?3) j WHERE memory_id = ?1`,
  )
    .bind(id, "so it goes ".repeat(30), JSON.stringify(Array.from({ length: 1_000 }, () => 0)))
    .run()
  const gone = await changeMany(olga, base, `do=forget&id=${id}`)
  expect(gone.text).toContain("too large to store what was there before, so it cannot be undone")
  expect(gone.text).not.toContain("You can undo this")
  expect(undoIn(gone)).toBe("")
  expect(await memoriesOf(DATED, "?q=serpent")).toEqual([])
})
