/** Facts that the policy hides, that await review or were rejected are for the person concerned and for managers. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, member, tell } from "./guild-structure.ts"
import { call, ok, type Page } from "./http.ts"

const GUILD = "94630"
const BASE = `/app/g/${GUILD}`
const [ADA, BO, MANAGER] = ["9463010", "9463011", "9463012"]
const WITHHELD = { shadow: "quokkas", queued: "axolotls", superseded: "numbats" } as const
const OPEN = "wombats"
const idOf = (word: string) =>
  `m_${[...word]
    .map((c) => c.charCodeAt(0).toString(16))
    .join("")
    .padEnd(24, "0")
    .slice(0, 24)}`

async function store(word: string, status: string): Promise<void> {
  const id = idOf(word)
  const fact = `Ada loves ${word}`
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence,
        lifetime, status, evidence_count, version, said_at, last_said_at, created_at)
       VALUES (?1, ?2, 'user', ?3, ?4, ?1, 'preference', '[]', 'medium', 0.8, 0.8, 'permanent', ?5, 1, 1, ?6, ?6, ?6)`,
    ).bind(id, GUILD, ADA, fact, status, NOON),
    env.DB.prepare(
      `INSERT INTO evidence (memory_id, ref, guild_id, message_id, channel_id, author_id, excerpt, said_at, method, source)
       VALUES (?1, ?1, ?2, '1', ?3, ?4, ?5, ?6, 'rule', 'passive')`,
    ).bind(id, GUILD, GENERAL, ADA, fact, NOON),
  ])
}

beforeAll(async () => {
  const members = [member(ADA, [], "Ada"), member(BO, [], "Bo"), member(MANAGER, ["73"], "Mana")]
  const told = guildStructure(GUILD, [], { members })
  const guild = told.guild as { roles: unknown[] }
  guild.roles.push({ id: "73", name: "managers", permissions: String(1n << 5n) })
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, {})
  await tell(GUILD, told)
  await store(OPEN, "active")
  for (const [status, word] of Object.entries(WITHHELD)) await store(word, status)
  return async () => {
    // They have no full text, which other tests look for in every row.
    await env.DB.prepare("DELETE FROM evidence WHERE guild_id = ?").bind(GUILD).run()
    await env.DB.prepare("DELETE FROM memories WHERE guild_id = ?").bind(GUILD).run()
  }
}, 60_000)

/** Returns the words that lists over HTTP show for these fields, whatever the status asked for. */
async function listed(fields: string): Promise<string[]> {
  const words = new Set<string>()
  for (const status of ["", "&status=shadow", "&status=queued", "&status=superseded"]) {
    const path = `/v1/guilds/${GUILD}/memories?limit=1${status}&${fields}`
    for (let cursor = ""; ; ) {
      const { items, next } = await ok<Page<{ fact: string }>>("GET", path + cursor)
      for (const { fact } of items) words.add(fact.replace("Ada loves ", ""))
      if (next === null) break
      cursor = `&cursor=${encodeURIComponent(next)}`
    }
  }
  return [...words].sort()
}

const ALL = [OPEN, ...Object.values(WITHHELD)].sort()

test.each([
  ["another member", `viewer_id=${BO}`, [OPEN]],
  ["everyone in a channel", `channel_id=${GENERAL}`, [OPEN]],
  ["the person concerned", `viewer_id=${ADA}`, ALL],
  ["a manager", `viewer_id=${MANAGER}`, ALL],
])("lists over HTTP show %s the facts that are theirs to see, page by page", async (_, fields, words) => {
  expect(await listed(fields)).toEqual(words)
})

test.each([
  ["another member", BO, false],
  ["the person concerned", ADA, true],
  ["a manager", MANAGER, true],
])("pages show withheld facts to %s as the rule says", async (_, person, may) => {
  const browser = await PageBrowser.of(person)
  const lists = ["memories", "memories?status=shadow", "memories?status=queued", "memories?status=superseded"]
  const pages = [...lists, "memories?q=loves", `people/${ADA}`]
  let seen = ""
  for (const path of pages) seen += (await browser.get(`${BASE}/${path}`)).html
  expect(seen).toContain(OPEN)
  for (const word of Object.values(WITHHELD)) {
    expect(seen.includes(word), word).toBe(may)
    expect((await browser.get(`${BASE}/memories/${idOf(word)}`)).status, word).toBe(may ? 200 : 403)
  }
  if (may) expect(seen).toContain("Hidden")
})

test("only managers can filter by what is withheld", async () => {
  const filters = async (person: string) =>
    (await (await PageBrowser.of(person)).get(`${BASE}/memories`)).html
  expect(await filters(BO)).not.toMatch(/value="(?:shadow|queued)"/)
  expect(await filters(MANAGER)).toContain('<option value="shadow">Hidden</option>')
})

test("a withheld fact is unknown to another person's key, and its page counts only what is shown", async () => {
  for (const word of Object.values(WITHHELD)) {
    const path = `/v1/guilds/${GUILD}/memories/${idOf(word)}?viewer_id=`
    expect((await call("GET", path + BO)).status).toBe(404)
    expect((await call("GET", path + ADA)).status).toBe(200)
  }
})
