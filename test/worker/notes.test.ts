/**
 * A reader finds the conversations they may read, and their topics, in the list of notes; nobody else learns
 * that they exist.
 */
import { env } from "cloudflare:workers"
import { sql } from "drizzle-orm"
import { afterAll, expect, test } from "vitest"
import { operatorViewer } from "../../src/access/audience.ts"
import { type Database, guildDatabase, runBatch } from "../../src/memory/db/database.ts"
import { listNotes, type NoteFilter, notesInSpan } from "../../src/memory/read/note-pages.ts"
import { topicsDuring } from "../../src/memory/read/note-reads.ts"
import { deep } from "../dice.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, OFFTOPIC, tell } from "./guild-structure.ts"
import { call, hear, ok, type Page, talk } from "./http.ts"
import { night, scripted } from "./night-stage.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NIGHT = NOON + 14 * HOUR

interface NoteBody {
  id: string
  kind: "conversation" | "topic_cluster"
  channel_id: string
  title: string
  summary: string
  participants: { id: string; name: string; line: string | null }[]
  from: string
  to: string
  url: string
  window_id: string | null
  conversations: { id: string; channel_id: string; title: string; from: string; to: string; url: string }[]
}

function notes(guild: string, query = ""): Promise<Page<NoteBody>> {
  return ok<Page<NoteBody>>("GET", `/v1/guilds/${guild}/notes?${query}`)
}

async function ids(guild: string, query = ""): Promise<string[]> {
  return (await notes(guild, query)).items.map(({ id }) => id)
}

function noteOf(guild: string, channel: string, message: number): string {
  return `n_w_${guild}_${channel}_${message}_${message + 1}`
}

/** Ada and Boris talk about something in a channel, `hours` after noon. */
function talked(
  guild: string,
  channel: string,
  { id, hours, of }: { id: number; hours: number; of: string },
) {
  const said = talk(id, NOON + hours * HOUR, [
    ["11", "Ada", `the ${of} broke again`],
    ["12", "Boris", `then we should mend the ${of}`],
  ])
  return hear(guild, channel, said, {})
}

/**
 * Three conversations about the heater in #general, one about cheese in #off-topic, three about the raid
 * among mods, then a night.
 */
async function village(guild: string): Promise<{ heater: NoteBody; raid: NoteBody }> {
  const members = [member("11", [], "Ada"), member("12", [], "Boris"), member("13", [MODS], "Cleo")]
  await tell(guild, guildStructure(guild, [], { members }))
  for (const [n, hours] of [0, 2, 4].entries()) {
    await talked(guild, GENERAL, { id: 1_000 + n * 10, hours, of: "greenhouse heater" })
    await talked(guild, MOD_ROOM, { id: 3_000 + n * 10, hours: hours + 1, of: "zugzwang gate" })
  }
  await talked(guild, OFFTOPIC, { id: 2_000, hours: 6, of: "cheese knife" })
  const chat = scripted(({ user }) => {
    const all = [...user.matchAll(/^\[(\d+)\] (.*)$/gm)]
    const of = /zugzwang/.test(user) ? "zugzwang gate" : "greenhouse heater"
    const own = all.filter(([, , note = ""]) => note.includes(of)).map(([, number]) => Number(number))
    return {
      topics: [
        {
          title: `Mending the ${of}`,
          summary: `The ${of} broke again. Boris should mend the ${of}.`,
          notes: own,
        },
      ],
    }
  })
  await night(guild, { at: NIGHT, tools: { chat } })
  const { items } = await notes(guild, "kind=topic_cluster")
  const [heater, raid] = ["heater", "zugzwang"].map((word) => items.find(({ title }) => title.includes(word)))
  if (!heater || !raid) throw new Error(`topics: ${items.map(({ title }) => title)}`)
  return { heater, raid }
}

deep("notes are listed by end time, latest first, and a topic links to its conversations", async () => {
  const guild = "7610001"
  const { heater } = await village(guild)
  const { items, next } = await notes(guild, "viewer_id=11")
  expect(next).toBeNull()
  expect(items.map(({ to }) => to)).toEqual(
    items
      .map(({ to }) => to)
      .toSorted()
      .reverse(),
  )
  expect(items.filter(({ kind }) => kind === "conversation").map(({ id }) => id)).toEqual([
    noteOf(guild, OFFTOPIC, 2_000),
    ...[1_020, 1_010, 1_000].map((id) => noteOf(guild, GENERAL, id)),
  ])
  const one = await ok<NoteBody>("GET", `/v1/guilds/${guild}/notes/${heater.id}?viewer_id=11`)
  expect(one).toEqual(items.find(({ kind }) => kind === "topic_cluster"))
  expect(one).toMatchObject({ channel_id: GENERAL, window_id: null, from: "2026-11-20T12:00:00.000Z" })
  expect(one.conversations).toMatchObject(
    [1_000, 1_010, 1_020].map((id, n) => ({
      id: noteOf(guild, GENERAL, id),
      channel_id: GENERAL,
      from: new Date(NOON + n * 2 * HOUR).toISOString(),
      url: `https://discord.com/channels/${guild}/${GENERAL}/${id}`,
    })),
  )
  const talk = await ok<NoteBody>(
    "GET",
    `/v1/guilds/${guild}/notes/${noteOf(guild, OFFTOPIC, 2_000)}?viewer_id=11`,
  )
  expect(talk).toMatchObject({
    window_id: `w_${guild}_${OFFTOPIC}_2000_2001`,
    url: `https://discord.com/channels/${guild}/${OFFTOPIC}/2000`,
    conversations: [],
  })
  expect(talk.participants.map(({ name }) => name).sort()).toEqual(["Ada", "Boris"])
})

deep(
  "a list for a channel or a person holds only what they may read, and a hidden note is answered like a nonexistent one",
  async () => {
    const guild = "7610002"
    const { heater, raid } = await village(guild)
    const closed = [raid.id, ...[3_000, 3_010, 3_020].map((id) => noteOf(guild, MOD_ROOM, id))]
    for (const [reader, sees] of [
      ["viewer_id=11", false],
      [`channel_id=${GENERAL}`, false],
      ["viewer_id=13", true],
      [`channel_id=${MOD_ROOM}`, true],
      ["", true],
    ] as const) {
      const found = new Set(await ids(guild, reader))
      expect(found.has(heater.id), reader).toBe(true)
      for (const id of closed) {
        expect(found.has(id), `${id} for ${reader}`).toBe(sees)
        const real = await call<{ type: string }>("GET", `/v1/guilds/${guild}/notes/${id}?${reader}`)
        const never = await call("GET", `/v1/guilds/${guild}/notes/n_never?${reader}`)
        expect(never.status).toBe(404)
        if (sees) expect(real.status).toBe(200)
        else expect(JSON.stringify(real).replaceAll(id, "n_never")).toBe(JSON.stringify(never))
      }
    }
    expect((await call("GET", `/v1/guilds/${guild}/notes?viewer_id=77`)).status).toBe(404)
    expect((await call("GET", `/v1/guilds/7610003/notes/${heater.id}`)).status).toBe(404)
  },
)

deep("notes filter by kind, channel, person and time, alone and together", async () => {
  const guild = "7610004"
  const { heater, raid } = await village(guild)
  await hear(
    guild,
    OFFTOPIC,
    talk(2_100, NOON + 8 * HOUR, [["13", "Cleo", "the cheese was eaten by mice"]]),
    {},
  )
  const mice = `n_w_${guild}_${OFFTOPIC}_2100_2100`
  const general = [1_020, 1_010, 1_000].map((id) => noteOf(guild, GENERAL, id))
  const at = (hours: number) => encodeURIComponent(new Date(NOON + hours * HOUR).toISOString())
  expect((await ids(guild, "kind=topic_cluster")).sort()).toEqual([heater.id, raid.id].sort())
  expect(await ids(guild, "kind=topic_cluster&viewer_id=11")).toEqual([heater.id])
  expect(await ids(guild, "kind=conversation&viewer_id=11")).toEqual([
    mice,
    noteOf(guild, OFFTOPIC, 2_000),
    ...general,
  ])
  expect((await ids(guild, `in_channel=${GENERAL}`)).sort()).toEqual([heater.id, ...general].sort())
  expect(await ids(guild, "participant_id=13")).toEqual([mice])
  expect((await ids(guild, `participant_id=12&in_channel=${GENERAL}`)).sort()).toEqual(
    [heater.id, ...general].sort(),
  )
  expect(await ids(guild, "participant_id=12&kind=topic_cluster&viewer_id=11")).toEqual([heater.id])
  expect(await ids(guild, "participant_id=13&kind=topic_cluster")).toEqual([])
  expect(await ids(guild, `from=${at(6)}&viewer_id=11`)).toEqual([mice, noteOf(guild, OFFTOPIC, 2_000)])
  expect(await ids(guild, `until=${at(1)}&viewer_id=11`)).toEqual([general[2]])
  expect(await ids(guild, `kind=topic_cluster&from=${at(5)}`)).toEqual([raid.id])
  expect(await ids(guild, `kind=topic_cluster&until=${at(-30)}`)).toEqual([])
})

deep(
  "paging brings each note once in the full list's order, even if several ended at the same time",
  async () => {
    const guild = "7610005"
    await village(guild)
    await talked(guild, OFFTOPIC, { id: 2_500, hours: 2, of: "bread knife" })
    await talked(guild, OFFTOPIC, { id: 2_600, hours: 4, of: "butter knife" })
    for (const filter of ["", "kind=topic_cluster", "participant_id=11", "viewer_id=11"]) {
      const whole = await ids(guild, `${filter}&limit=200`)
      expect(new Set(whole).size).toBe(whole.length)
      for (const limit of [1, 2, 3]) {
        const paged: string[] = []
        let cursor: string | null = ""
        while (cursor !== null) {
          const page: Page<NoteBody> = await notes(
            guild,
            `${filter}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
          )
          paged.push(...page.items.map(({ id }) => id))
          cursor = page.next
        }
        expect(paged, `${filter} by ${limit}`).toEqual(whole)
      }
    }
  },
)

test("a cursor or time far in the past or future gives an empty page and no error", async () => {
  const guild = "7610006"
  await talked(guild, GENERAL, { id: 1_000, hours: 0, of: "heater" })
  for (const at of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0]) {
    const cursor = btoa(JSON.stringify({ at, id: "n_x" })).replaceAll("=", "")
    for (const kind of ["", "&kind=topic_cluster", "&participant_id=11"])
      expect((await call("GET", `/v1/guilds/${guild}/notes?cursor=${cursor}${kind}`)).status).toBe(200)
  }
  for (const span of ["until=0000-01-01T00:00:00Z", "from=9999-12-31T23:59:59Z"])
    expect(await ids(guild, `${span}&kind=topic_cluster`)).toEqual([])
})

deep(
  "a member who opted out is neither named in notes nor found by their id, except by themselves",
  async () => {
    const guild = "7610007"
    const { heater } = await village(guild)
    await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "out" })
    const all = await notes(guild, "viewer_id=11")
    expect(all.items.map(({ id }) => id)).toContain(heater.id)
    expect(JSON.stringify(all)).not.toMatch(/Boris|"12"/)
    const one = await ok("GET", `/v1/guilds/${guild}/notes/${heater.id}?viewer_id=11`)
    expect(JSON.stringify(one)).not.toMatch(/Boris|"12"/)
    expect(await ids(guild, "participant_id=12&viewer_id=11")).toEqual([])
    expect(await ids(guild, "participant_id=12&viewer_id=11&kind=topic_cluster")).toEqual([])
    expect(await ids(guild, "participant_id=12&viewer_id=12")).toContain(heater.id)
  },
)

const [CROWDED, DAYS, TALKS, TOPICS, SOURCES] = ["7610010", 30, 120, 3, 4]

/** A month of a talkative guild, with three topics of four conversations each day. */
async function crowded(): Promise<void> {
  const held = Array.from({ length: DAYS * TALKS }, (_, n) => {
    const [day, nth] = [Math.floor(n / TALKS), n % TALKS]
    const people = [{ id: nth % 40 === 0 ? "8" : "9", name: "Somebody", line: null }]
    return {
      id: `n_w_${CROWDED}_${n}`,
      kind: "conversation",
      channel: `4${nth % 10}`,
      at: NOON - day * DAY + nth * 60_000,
      people,
    }
  })
  const topics = Array.from({ length: DAYS * TOPICS }, (_, n) => {
    const [day, nth] = [Math.floor(n / TOPICS), n % TOPICS]
    const of = Array.from(
      { length: SOURCES + Number(nth === 1) },
      (_, m) => held[day * TALKS + nth * SOURCES + m]?.id,
    )
    const at = NOON - day * DAY + nth * 60_000
    return {
      id: `t_${new Date(at).toISOString().slice(0, 10)}_p_${nth}`,
      kind: "topic_cluster",
      channel: "40",
      at,
      people: [],
      of,
    }
  })
  const rows = JSON.stringify([...held, ...topics])
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO notes (id, guild_id, channel_id, kind, title, summary, participants, first_message_id, from_at, to_at, method)
        SELECT value->>'id', ?, value->>'channel', value->>'kind', 'A title', 'A summary', value->'people', '1', value->>'at', value->>'at', 'rule' FROM json_each(?)`,
    ).bind(CROWDED, rows),
    env.DB.prepare(
      `INSERT INTO note_sources (guild_id, cluster_id, source_id, channel_id)
        SELECT ?, n.value->>'id', s.value, '40' FROM json_each(?) n, json_each(n.value->'of') s`,
    ).bind(CROWDED, rows),
  ])
}

/** These rows have no full text, and other tests check the whole database. */
afterAll(async () => {
  await env.DB.prepare("DELETE FROM notes WHERE guild_id = ?").bind(CROWDED).run()
})

const ANY: NoteFilter = { kind: null, channelId: null, participantId: null, during: null }

/** Returns the result of a read with its query plan and the number of rows read. */
async function metered<T>(read: (db: Database) => Promise<T>) {
  const spent = { plan: "", read: 0 }
  const prepare = (query: string) => {
    const statement = env.DB.prepare(query)
    const bind = (...values: unknown[]) => {
      const bound = statement.bind(...values)
      const all = async () => {
        const answer = await bound.all()
        const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
          .bind(...values)
          .all<{ detail: string }>()
        spent.read += answer.meta.rows_read
        spent.plan += plan.results.map(({ detail }) => detail).join("\n")
        return answer
      }
      return { all, first: async () => (await all()).results[0] }
    }
    return { bind }
  }
  // A list of notes calls only these methods.
  const db = guildDatabase({ DB: { prepare } as unknown as D1Database }, CROWDED)
  return { found: await read(db), ...spent }
}

/** Reads a page of ten. */
async function cost(filter: Partial<NoteFilter>, after: { at: number; id: string } | null = null) {
  const { found, ...spent } = await metered((db) =>
    listNotes(db, operatorViewer(CROWDED), { ...ANY, ...filter }, { after, limit: 10 }),
  )
  return { notes: found.length, ...spent }
}

test("a page reads about as many rows as it shows, however many there are and wherever it starts", async () => {
  await crowded()
  const middle = { at: NOON - 15 * DAY, id: "z" }
  const pages = {
    all: await cost({}),
    "all, later": await cost({}, middle),
    conversations: await cost({ kind: "conversation" }),
    topics: await cost({ kind: "topic_cluster" }),
    "topics, later": await cost({ kind: "topic_cluster" }, middle),
    "a person's": await cost({ participantId: "8", kind: "conversation" }),
    "a week's": await cost({ during: { from: NOON - 20 * DAY, to: NOON - 13 * DAY } }),
  }
  console.log(
    JSON.stringify(Object.fromEntries(Object.entries(pages).map(([page, { read }]) => [page, read]))),
  )
  for (const [page, { notes, read, plan }] of Object.entries(pages)) {
    expect(notes, page).toBe(10)
    // A topic with its four conversations is about thirty rows.
    expect(read, page).toBeLessThan(400)
    expect(plan, page).not.toMatch(/SCAN (?:notes|note_sources|note_people|np|s|held)\b/)
  }
})

test("a time span's topics come from sixty at most, the largest first", async () => {
  const month = { from: NOON - 40 * DAY, to: NOON + DAY }
  const query = topicsDuring(operatorViewer(CROWDED), month, { until: Number.MAX_SAFE_INTEGER, limit: 15 })
  const [found] = await runBatch(guildDatabase(env, CROWDED), [
    sql`SELECT notes.id FROM (${query}) t CROSS JOIN notes WHERE notes.seq = t.seq ORDER BY t.place`,
  ])
  // The second of each day is the largest, and the latest day comes first.
  const days = Array.from({ length: 15 }, (_, day) => new Date(NOON - day * DAY).toISOString().slice(0, 10))
  expect(found?.results.map((row) => (row as { id: string }).id)).toEqual(days.map((day) => `t_${day}_p_1`))
  console.log(JSON.stringify({ ofAMonth: found?.meta.rows_read }))
  expect(found?.meta.rows_read).toBeLessThan(60 * 40)
})

test("a recap reads only its days, and at most the latest hundred conversations", async () => {
  const during = (days: number) =>
    metered((db) => notesInSpan(db, operatorViewer(CROWDED), { from: NOON - days * DAY, to: NOON + DAY }))
  const [two, fortnight] = [await during(1), await during(14)]
  console.log(JSON.stringify({ twoDays: two.read, fortnight: fortnight.read }))
  expect(two.found.filter(({ kind }) => kind === "topic_cluster")).toHaveLength(2 * TOPICS)
  expect(fortnight.found.filter(({ kind }) => kind === "topic_cluster")).toHaveLength(15 * TOPICS)
  for (const { found, plan, read } of [two, fortnight]) {
    expect(found.filter(({ kind }) => kind === "conversation")).toHaveLength(100)
    expect(plan).not.toMatch(/SCAN (?:notes|note_sources|c|s)\b/)
    expect(read).toBeLessThan(2_000)
  }
})
