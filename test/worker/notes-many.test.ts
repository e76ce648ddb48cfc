/** Large volumes: the longest page of notes is served, and a two-week recap omits no topic. */
import { env } from "cloudflare:workers"
import { afterAll, expect, test } from "vitest"
import { operatorViewer } from "../../src/access/audience.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { listNotes, notesInSpan } from "../../src/memory/read/note-pages.ts"
import { NOON } from "./builders.ts"

const [WORDY, BUSY] = ["7640001", "7640002"]
const DAY = 86_400_000
/** D1's documented limit on the size of one value, in bytes. The local database does not enforce it. */
const MOST_BYTES = 2_000_000

interface Row {
  id: string
  kind: "conversation" | "topic_cluster"
  at: number
  people: { id: string; name: string; line: string }[]
}

async function noted(guild: string, rows: Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 40)
    await env.DB.prepare(
      `INSERT INTO notes (id, guild_id, channel_id, kind, title, summary, participants, first_message_id, from_at, to_at, method)
        SELECT value->>'id', ?, '40', value->>'kind', 'A title', 'A summary', value->'people', '1', value->>'at', value->>'at', 'rule' FROM json_each(?)`,
    )
      .bind(guild, JSON.stringify(rows.slice(from, from + 40)))
      .run()
}

afterAll(async () => {
  for (const guild of [WORDY, BUSY])
    await env.DB.prepare("DELETE FROM notes WHERE guild_id = ?").bind(guild).run()
})

/** A database that records the longest value it was asked for. */
function weighing(guild: string) {
  const asked = { longest: 0 }
  const bytes = (value: unknown) => (typeof value === "string" ? new TextEncoder().encode(value).length : 0)
  const prepare = (query: string) => ({
    bind(...values: unknown[]) {
      const all = async () => {
        const answer = await env.DB.prepare(query)
          .bind(...values)
          .all<Record<string, unknown>>()
        asked.longest = Math.max(
          asked.longest,
          ...answer.results.flatMap((row) => Object.values(row).map(bytes)),
        )
        return answer
      }
      return { all, first: async () => (await all()).results[0] }
    },
  })
  // A list of notes calls only these methods.
  return { db: guildDatabase({ DB: { prepare } as unknown as D1Database }, guild), asked }
}

test("the longest page of notes with many participants stays within D1's limit on one value", async () => {
  const people = Array.from({ length: 60 }, (_, n) => ({
    id: `${n}`,
    name: `Person ${n}`,
    line: "щ".repeat(200),
  }))
  const rows = Array.from({ length: 201 }, (_, n) => n)
  await noted(
    WORDY,
    rows.map((n) => ({ id: `n_w_${n}`, kind: "conversation", at: NOON + n, people })),
  )
  const { db, asked } = weighing(WORDY)
  const any = { kind: null, channelId: null, participantId: null, during: null }
  const found = await listNotes(db, operatorViewer(WORDY), any, { after: null, limit: 201 })
  expect(found.map(({ id }) => id)).toEqual(rows.map((n) => `n_w_${200 - n}`))
  expect(asked.longest).toBeGreaterThan(10_000)
  expect(asked.longest).toBeLessThan(MOST_BYTES)
})

test("a two-week recap lists each day's topics, as many as the settings allow", async () => {
  const topics = Array.from({ length: 15 * 8 }, (_, n): Row => {
    const at = NOON - Math.floor(n / 8) * DAY + (n % 8)
    return {
      id: `t_${new Date(at).toISOString().slice(0, 10)}_p_${n % 8}`,
      kind: "topic_cluster",
      at,
      people: [],
    }
  })
  await noted(BUSY, topics)
  await env.DB.prepare(
    "INSERT INTO note_sources (guild_id, cluster_id, source_id, channel_id) SELECT guild_id, id, 'n_' || id, '40' FROM notes WHERE guild_id = ?",
  )
    .bind(BUSY)
    .run()
  const span = { from: NOON - 14.5 * DAY, to: NOON + DAY / 2 }
  expect(await notesInSpan(guildDatabase(env, BUSY), operatorViewer(BUSY), span)).toHaveLength(topics.length)
})
