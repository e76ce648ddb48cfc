/** Changing several memories at once: first shown, then done, then undone exactly; never more than one may change. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { changeMany, itemsIn, memoryRows, undoIn } from "./bulk-page.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, hear, type MemoryBody, memories as memoriesOf, ok, talk } from "./http.ts"

const GUILD = "9465"
/** A guild whose facts wait for approval. */
const ASKING = "94691"
/** Holds Manage Server and reads no #mods. */
const MANAGER = "946501"
const MEMBER = "946502"
const ADA = "11"
const MANAGING = "946550"
const BASE = `/app/g/${GUILD}`

function structureOf(guild: string) {
  const structure = guildStructure(guild, [], {
    members: [
      member(OWNER, [], "Olga"),
      member(MANAGER, [MANAGING], "Mia"),
      member(MEMBER, [], "Ben"),
      member(ADA, [], "Ada"),
    ],
  })
  const { guild: told } = structure as { guild: { roles: unknown[] } }
  told.roles.push({ id: MANAGING, name: "managers", permissions: String(1n << 5n), tags: {} })
  return structure
}

beforeAll(async () => {
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "general", audience: "everyone" })
  await adaSays(GUILD, MOD_ROOM, "I love banning trolls", { name: "mods", audience: "restricted" })
  await tell(GUILD, structureOf(GUILD))
  await tell(ASKING, structureOf(ASKING))
  await ok("PATCH", `/v1/guilds/${ASKING}/policy`, { gate: { mode: "manual" } })
  const lines = ["I love rowing boats", "I play the theorbo", "I live in Valparaíso"]
  await hear(
    ASKING,
    GENERAL,
    talk(
      20_000,
      NOON,
      lines.map((words) => [ADA, "Ada", words]),
    ),
  )
  await hear(ASKING, GENERAL, talk(21_000, NOON + 7_200_000, [["12", "Bo", "I collect pocket watches"]]))
})

function memories(): Promise<MemoryBody[]> {
  return memoriesOf(GUILD)
}

async function idOf(word: string): Promise<string> {
  return (await memories()).find(({ fact }) => fact.includes(word))?.id ?? ""
}

async function lastAudit(guild: string) {
  const row = env.DB.prepare(
    "SELECT action, target, actor, detail FROM audit WHERE guild_id = ? AND action <> 'read.all' ORDER BY seq DESC LIMIT 1",
  ).bind(guild)
  return row.first<{ action: string; target: string; actor: string; detail: string }>()
}

test("selected memories are shown before they go, go once, and come back by undo", async () => {
  const [olga, before] = [await PageBrowser.of(OWNER), await memoryRows(GUILD)]
  expect((await olga.get(`${BASE}/memories`)).html).toContain('type="checkbox" name="id"')
  const id = await idOf("hiking")
  const preview = await olga.get(`${BASE}/memories/selected?do=forget&id=${id}`)
  expect(preview.text).toContain("1 memory would go")
  expect(await memoryRows(GUILD)).toEqual(before)
  const gone = await changeMany(olga, BASE, `do=forget&id=${id}`)
  expect(gone.text).toContain("Forgotten.")
  expect(await idOf("hiking")).toBe("")
  await olga.post(`${BASE}/undo`, { undo: undoIn(gone) })
  expect(await memoryRows(GUILD)).toEqual(before)
})

test("all that a filter matches is kept for longer at once, in one row of the audit log, and exactly restored", async () => {
  const [olga, before] = [await PageBrowser.of(OWNER), await memoryRows(GUILD)]
  const [hiking, trolls] = [await idOf("hiking"), await idOf("trolls")]
  const preview = await olga.get(`${BASE}/memories/selected?do=lifetime-3d&all=1&q=loves`)
  expect(preview.text).toContain("2 memories would be kept for 3 days")
  expect(preview.text).toContain("2 of these expire at once.")
  expect(await memoryRows(GUILD)).toEqual(before)
  const item = itemsIn(preview)
  const act = crypto.randomUUID()
  const form = { act, do: "lifetime-3d", item, back: `${BASE}/memories?q=loves` }
  const done = await olga.submit(`${BASE}/memories/change-selected`, form)
  expect(done.text).toContain("Saved.")
  expect(done.text).toContain("2 memories were changed.")
  expect(done.text).toContain("2 of them expired at once.")
  const again = await olga.get(`${BASE}/memories/selected?do=lifetime-1d&all=1&q=loves`)
  expect(again.text).toContain("Of these, 2 have expired already.")
  expect(done.html).toContain('value="loves"')
  expect((await memories()).map((one) => (one as { lifetime?: string }).lifetime)).toEqual(["3d", "3d"])
  const row = await lastAudit(GUILD)
  expect(row).toMatchObject({
    action: "memory.correct",
    actor: `member ${OWNER}`,
    detail: '{"fields":["lifetime"]}',
  })
  expect(row?.target.split(" ").sort()).toEqual([hiking, trolls].sort())
  const after = await memoryRows(GUILD)
  // Sent twice, and sent from a preview that is out of date.
  expect(undoIn(await olga.submit(`${BASE}/memories/change-selected`, form))).toBe(undoIn(done))
  const late = await olga.submit(`${BASE}/memories/change-selected`, { do: "importance-low", item })
  expect(late.text).toContain("Some of these memories changed after you opened the preview")
  expect(await memoryRows(GUILD)).toEqual(after)
  const undone = await olga.submit(`${BASE}/undo`, { undo: undoIn(done) })
  expect(undone.text).toContain("Restored. 2 memories are as they were.")
  expect(await memoryRows(GUILD)).toEqual(before)
})

test("what waits for approval is approved or rejected at once, and each decision is undone exactly", async () => {
  const base = `/app/g/${ASKING}`
  const [olga, before] = [await PageBrowser.of(OWNER), await memoryRows(ASKING)]
  const waiting = () => memoriesOf(ASKING, "?status=queued")
  const all = (await waiting()).length
  expect(all).toBeGreaterThan(2)
  const approved = await changeMany(olga, base, "do=approve&all=1")
  expect(approved.text).toContain("Approved.")
  expect(await waiting()).toEqual([])
  expect((await lastAudit(ASKING))?.action).toBe("memory.approve")
  await olga.post(`${base}/undo`, { undo: undoIn(approved) })
  expect(await memoryRows(ASKING)).toEqual(before)
  const rejected = await changeMany(olga, base, "do=reject&all=1&about=11")
  expect(rejected.text).toContain("Rejected.")
  expect((await waiting()).map(({ subject_id }) => subject_id)).toEqual(["12"])
  expect((await lastAudit(ASKING))?.action).toBe("memory.reject")
  await olga.post(`${base}/undo`, { undo: undoIn(rejected) })
  expect(await memoryRows(ASKING)).toEqual(before)
})

test("one that changed since, or that the change does not concern, stops the whole change", async () => {
  const base = `/app/g/${ASKING}`
  const [olga, before] = [await PageBrowser.of(OWNER), await memoryRows(ASKING)]
  const items = itemsIn(await olga.get(`${base}/memories/selected?do=approve&all=1`))
  const old = items.map((item, nth) => (nth === 0 ? item.replace(/\d+$/, "7") : item))
  for (const item of [old, [...items, `m_${"0".repeat(24)}.1`]]) {
    const answer = await olga.submit(`${base}/memories/change-selected`, { do: "approve", item })
    expect(answer.text).toContain("Nothing was changed now")
  }
  const many = Array.from({ length: 101 }, (_, nth) => `m_${String(nth).padStart(24, "0")}.1`)
  expect((await olga.post(`${base}/memories/change-selected`, { do: "approve", item: many })).status).toBe(
    400,
  )
  expect((await olga.post(`${base}/memories/change-selected`, { do: "burn", item: items })).status).toBe(400)
  expect(await memoryRows(ASKING)).toEqual(before)
})

test("a member changes their own memories only, and decides on nothing", async () => {
  const [ada, id] = [await PageBrowser.of(ADA), await idOf("hiking")]
  const list = await ada.get(`${BASE}/memories`)
  expect(list.html).toMatch(/<option value="lifetime-permanent"[^>]*>\s*Keep permanently/)
  expect(list.html).not.toContain('<option value="approve"')
  expect((await ada.get(`${BASE}/memories/selected?do=approve&all=1`)).status).toBe(400)
  const before = await memoryRows(GUILD)
  const done = await changeMany(ada, BASE, "do=importance-high&all=1")
  expect(done.text).toContain("Saved.")
  expect((await lastAudit(GUILD))?.target).toBe(id)
  await ada.post(`${BASE}/undo`, { undo: undoIn(done) })
  expect(await memoryRows(GUILD)).toEqual(before)
})

test("nobody sees or changes what they cannot read, and members have no boxes for memories of others", async () => {
  const [ben, mia] = [await PageBrowser.of(MEMBER), await PageBrowser.of(MANAGER)]
  const [open, hidden] = [await idOf("hiking"), await idOf("trolls")]
  const before = await memoryRows(GUILD)
  expect((await ben.get(`${BASE}/memories`)).html).not.toContain('type="checkbox" name="id"')
  for (const query of [`do=forget&id=${open}`, "do=forget&all=1"]) {
    const preview = await ben.get(`${BASE}/memories/selected?${query}`)
    expect(preview.text).toContain("Nothing would change")
    expect(itemsIn(preview)).toEqual([])
  }
  const version = /\.(\d+)$/.exec(
    itemsIn(await mia.get(`${BASE}/memories/selected?do=forget&id=${open}`))[0] ?? "",
  )
  const item = `${open}.${version?.[1]}`
  for (const kind of ["forget", "lifetime-1d"])
    expect((await ben.post(`${BASE}/memories/change-selected`, { do: kind, item })).status).toBe(403)
  const preview = await mia.get(`${BASE}/memories/selected?do=forget&id=${hidden}`)
  expect(preview.text).toContain("Nothing is selected")
  expect((await mia.get(`${BASE}/memories/selected?do=forget&all=1`)).html).not.toContain("trolls")
  const blind = await mia.submit(`${BASE}/memories/change-selected`, { do: "forget", item: `${hidden}.1` })
  expect(blind.text).toContain("Nothing was changed now")
  expect(await memoryRows(GUILD)).toEqual(before)
})
