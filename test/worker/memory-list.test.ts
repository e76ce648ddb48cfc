/** The list of memories of a large guild: it reads few rows, and holds the same as if it read all. */
import { env } from "cloudflare:workers"
import { afterAll, expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { ok, type Page } from "./http.ts"

const GUILD = "8471"
/** With pages of two, the late ones are among the last sixteen or so. */
const MEMORIES = 80
const PAGE = 2

interface Stated {
  id: string
  /** Minutes after noon at which each channel heard it. */
  open: number | null
  closed: number | null
}

/** `openEvery`: one memory in so many was said where everyone reads, at a time that the closed room's order hides. */
function statements(openEvery: number): Stated[] {
  return Array.from({ length: MEMORIES }, (_, n) => ({
    id: `m_${n.toString(16).padStart(24, "0")}`,
    open: n % openEvery === 0 ? (n * 37) % 101 : null,
    closed: n % openEvery === 0 && n % 3 !== 0 ? null : (n * 53) % 97,
  }))
}

async function clear(): Promise<void> {
  await env.DB.prepare("DELETE FROM evidence WHERE guild_id = ?").bind(GUILD).run()
  await env.DB.prepare("DELETE FROM memories WHERE guild_id = ?").bind(GUILD).run()
}

// They have no full text, which other tests look for in every row.
afterAll(clear)

async function store(all: readonly Stated[]): Promise<void> {
  await clear()
  const at = (minutes: number) => NOON + minutes * 60_000
  const last = ({ open, closed }: Stated) => at(Math.max(open ?? 0, closed ?? 0))
  const memory = env.DB.prepare(
    `INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence,
      lifetime, status, evidence_count, version, said_at, last_said_at, created_at)
     VALUES (?1, ?2, 'user', '11', ?1, ?1, 'preference', '[]', 'medium', 0.8, 0.8, 'permanent', 'active', 1, 1, ?3, ?3, ?3)`,
  )
  const evidence = env.DB.prepare(
    `INSERT INTO evidence (memory_id, ref, guild_id, message_id, channel_id, author_id, excerpt, said_at, method, source)
     VALUES (?, ?, ?, ?, ?, '11', 'tea', ?, 'rule', 'passive')`,
  )
  await env.DB.batch(all.map((one) => memory.bind(one.id, GUILD, last(one))))
  const said = all.flatMap(({ id, open, closed }) =>
    [[GENERAL, open] as const, [MOD_ROOM, closed] as const].flatMap(([channel, minutes]) =>
      minutes === null ? [] : [evidence.bind(id, `${id} ${channel}`, GUILD, "1", channel, at(minutes))],
    ),
  )
  await env.DB.batch(said)
}

/** Returns every page's ids for a member who reads the open channel, or for a moderator who reads both. */
async function listed(viewer: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ""; ; ) {
    const path = `/v1/guilds/${GUILD}/memories?viewer_id=${viewer}&limit=${PAGE}${cursor}`
    const { items, next } = await ok<Page<{ id: string }>>("GET", path)
    ids.push(...items.map(({ id }) => id))
    if (next === null) return ids
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
}

test.each([
  ["most", 1],
  ["few", 9],
  ["almost none", 40],
])("a reader of %s memories is shown each once, last said first", async (_, openEvery) => {
  const members = [member("12", [], "Bo"), member("13", [MODS], "Cy")]
  await tell(GUILD, guildStructure(GUILD, [], { members }))
  const all = statements(openEvery)
  await store(all)
  const inOrder = (timeOf: (one: Stated) => number | null) =>
    all
      .flatMap((one) => {
        const time = timeOf(one)
        return time === null ? [] : [{ id: one.id, time }]
      })
      .sort((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id)
  expect(await listed("12")).toEqual(inOrder(({ open }) => open))
  expect(await listed("13")).toEqual(
    inOrder(({ open, closed }) =>
      open === null && closed === null ? null : Math.max(open ?? 0, closed ?? 0),
    ),
  )
})
