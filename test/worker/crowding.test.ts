/**
 * Talk that a viewer may not read takes no place in their recall and moves no score: twin guilds, one with
 * hidden talk and one without, answer alike.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { indexTerms } from "../../src/text/stems.ts"
import { ok } from "./http.ts"
import { START, setClock } from "./live.ts"
import { embedAll, fakeModels, isolate } from "./recall-asker.ts"

const MINUTE = 60_000
const HIDDEN = 250

beforeEach(() => setClock(START))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface Fact {
  fact: string
  channel: string
  at: number
}

async function withChannels(guild: string): Promise<void> {
  for (const [id, audience] of [
    ["100", "everyone"],
    ["300", "restricted"],
  ])
    await ok("POST", `/v1/guilds/${guild}/channels/${id}/messages`, {
      channel: { name: "talk", audience },
      messages: [],
    })
}

/** Inserts memories with evidence and full text, in this order. */
async function remember(guild: string, facts: readonly Fact[]): Promise<void> {
  const { n = 0 } = (await env.DB.prepare("SELECT count(*) AS n FROM memories").first<{ n: number }>()) ?? {}
  const rows = facts.map((one, at) => ({
    ...one,
    id: `${guild}m${n + at}`,
    terms: indexTerms(guild, one.fact),
  }))
  const list = JSON.stringify(rows)
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence, lifetime,
        expires_at, status, evidence_count, said_at, last_said_at, created_at, version)
      SELECT value->>'id', ?2, 'guild', ?2, value->>'fact', value->>'id', 'episode', '[]', 'medium', 1, 1, 'permanent', NULL, 'active', 1,
        value->>'at', value->>'at', value->>'at', 1 FROM json_each(?1) ORDER BY key`,
    ).bind(list, guild),
    env.DB.prepare(
      `INSERT INTO evidence (memory_id, ref, guild_id, channel_id, author_id, excerpt, said_at, method, source)
      SELECT value->>'id', 'r', ?2, value->>'channel', '11', value->>'fact', value->>'at', 'rule', 'passive' FROM json_each(?1)`,
    ).bind(list, guild),
    env.DB.prepare(
      `INSERT INTO memory_terms (rowid, terms) SELECT m.seq, j.value->>'terms' FROM json_each(?1) j JOIN memories m ON m.id = j.value->>'id'`,
    ).bind(list),
  ])
}

/** Inserts notes with full text, in this order. */
async function note(guild: string, facts: readonly Fact[]): Promise<void> {
  const { n = 0 } = (await env.DB.prepare("SELECT count(*) AS n FROM notes").first<{ n: number }>()) ?? {}
  const list = JSON.stringify(
    facts.map((one, at) => ({ ...one, id: `n_${guild}${n + at}`, terms: indexTerms(guild, one.fact) })),
  )
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO notes (id, guild_id, channel_id, kind, title, summary, participants, first_message_id, from_at, to_at, method)
      SELECT value->>'id', ?2, value->>'channel', 'conversation', value->>'fact', '', '[]', '1', value->>'at', value->>'at', 'rule'
      FROM json_each(?1) ORDER BY key`,
    ).bind(list, guild),
    env.DB.prepare(
      `INSERT INTO note_terms (rowid, terms) SELECT n.seq, j.value->>'terms' FROM json_each(?1) j JOIN notes n ON n.id = j.value->>'id'`,
    ).bind(list),
  ])
}

const OPEN: Fact[] = [
  "The zeppelin festival is in June",
  "The harbor festival needs helpers with boats and ropes and a great deal of patience",
  "A zeppelin needs helium",
  "The festival has music",
].map((fact, at) => ({ fact, channel: "100", at: START - 500 * MINUTE + at }))

/** Newer than what is open, and full of the words that are asked for. */
const SECRET: Fact[] = Array.from({ length: HIDDEN }, (_, at) => ({
  fact: at % 5 === 0 ? `zeppelin festival helium plan ${at}` : `zeppelin festival ${at}`,
  channel: "300",
  at: START - 400 * MINUTE + at,
}))

type Put = (guild: string, facts: readonly Fact[]) => Promise<void>

/** Returns what an outsider sees in a guild with hidden talk and in its twin without, cold and warm. */
async function twins(
  first: string,
  second: string,
  {
    put,
    query,
    bound = () => Promise.resolve({}),
  }: { put: Put; query: string; bound?: (guild: string) => Promise<Partial<Env>> },
) {
  const seen = []
  for (const [guild, facts] of [
    [first, [...OPEN.slice(0, 2), ...SECRET, ...OPEN.slice(2)]],
    [second, OPEN],
  ] as const) {
    await withChannels(guild)
    await put(guild, facts)
    const asker = isolate(await bound(guild))
    for (const _ of ["cold", "warm"]) {
      const { items } = await asker.ask(guild, { query, channel_id: "100", max_items: 20, min_score: 0 })
      seen.push(items.map((item) => ({ text: item.text, score: Reflect.get(item, "score") })))
    }
  }
  return seen
}

test.each([
  ["memories", "9241", remember],
  ["notes", "9242", note],
] as const)("hidden %s take no place in an outsider's answer and move no score", async (_, guild, put) => {
  const query = "zeppelin festival helium"
  const [cold, warm, ...without] = await twins(`${guild}1`, `${guild}2`, { put, query })
  expect(cold?.map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining("festival is in June")]),
  )
  expect(cold).toHaveLength(4)
  expect(without).toEqual([cold, warm])
})

test("hidden memories do not push an outsider's latest ones out of recall", async () => {
  const [cold, warm, ...without] = await twins("92431", "92432", { put: remember, query: "anything new" })
  expect(cold?.length).toBeGreaterThan(0)
  expect(without).toEqual([cold, warm])
})

test("hidden vectors near a question take no place of readable ones and move no score", async () => {
  const bound = async (guild: string) => {
    const model = fakeModels()
    await embedAll(guild, model)
    return { AI: model.ai }
  }
  const beagles: Put = (guild, facts) =>
    remember(
      guild,
      facts.map((one, at) => ({
        ...one,
        fact: `beagle ${one.fact.replace("zeppelin", at % 2 ? "" : "airship")}`,
      })),
    )
  const [cold, warm, ...without] = await twins("92441", "92442", { put: beagles, query: "canine", bound })
  expect(cold?.length).toBeGreaterThan(3)
  expect(without).toEqual([cold, warm])
})
