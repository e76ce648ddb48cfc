/**
 * For ten minutes a forgotten or corrected fact can be restored exactly, unless it was erased, withdrawn or
 * its subject opted out meanwhile.
 */
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { guildDatabase, purgeUndo } from "../../src/memory/db/database.ts"
import { undoChange } from "../../src/memory/removal/undo.ts"
import { deep } from "../dice.ts"
import { dumpDatabase, found } from "./dump.ts"
import { guildStructure, member, tell } from "./guild-structure.ts"
import { channelPath, hear, type MemoryBody, memories, ok, recall, talk } from "./http.ts"
import { type Answer, ada, asks, bo, buttonOf, press, runCommand, someone } from "./people-world.ts"
import { faultsOfDatabase } from "./snapshot.ts"

const START = Date.parse("2091-03-01T12:00:00Z")
const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
})

function clock(at: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: at })
}

/** Ada states what she likes and where she lives, and Bo contradicts some of it. */
async function home(guild: string): Promise<MemoryBody[]> {
  clock(START)
  await tell(guild, guildStructure(guild, [], { members: [member("11", [], "Ada"), member("12", [], "Bo")] }))
  await hear(
    guild,
    "200",
    talk(Number(guild) * 1_000, START - 60 * MINUTE, [
      ["11", "Ada", "I love cloudberries"],
      ["11", "Ada", "I live in Uppsala"],
      ["11", "Ada", "I play the marimba"],
    ]),
    {},
  )
  await runCommand(asks(guild, bo), "remember", { values: { fact: "I have a whippet" } })
  const values = { fact: "Ada doesn't play the marimba" }
  await runCommand(asks(guild, bo), "remember", { values, people: { member: someone("11", "Ada") } })
  return memories(guild)
}

/** Returns all rows of a guild except records of when something was done. */
async function everything(guild: string): Promise<Record<string, unknown[]>> {
  const tables = {
    memories: "SELECT * FROM memories WHERE guild_id = ?1 ORDER BY seq",
    evidence: "SELECT * FROM evidence WHERE guild_id = ?1 ORDER BY memory_id, ref",
    both_hold: "SELECT * FROM both_hold WHERE guild_id = ?1 ORDER BY one, other",
    notes: "SELECT * FROM notes WHERE guild_id = ?1 ORDER BY seq",
    note_people: "SELECT * FROM note_people WHERE guild_id = ?1 ORDER BY user_id, note_seq",
    windows: "SELECT * FROM windows WHERE guild_id = ?1 ORDER BY id",
    forgotten: "SELECT * FROM forgotten WHERE guild_id = ?1 ORDER BY message_id",
    terms:
      "SELECT v.term, m.id FROM memory_term_instances v JOIN memories m ON m.seq = v.doc WHERE m.guild_id = ?1 ORDER BY m.id, v.offset",
    found:
      "SELECT m.id FROM memory_terms t JOIN memories m ON m.seq = t.rowid WHERE m.guild_id = ?1 ORDER BY 1",
    noted: "SELECT n.id FROM note_terms t JOIN notes n ON n.seq = t.rowid WHERE n.guild_id = ?1 ORDER BY 1",
    removals: "SELECT * FROM vector_removals WHERE guild_id = ?1",
  }
  await env.DB.prepare(
    "CREATE VIRTUAL TABLE IF NOT EXISTS memory_term_instances USING fts5vocab('memory_terms', 'instance')",
  ).run()
  const names = Object.keys(tables)
  const results = await env.DB.batch(Object.values(tables).map((query) => env.DB.prepare(query).bind(guild)))
  await env.DB.prepare("DROP TABLE memory_term_instances").run()
  return Object.fromEntries(names.map((name, nth) => [name, results[nth]?.results ?? []]))
}

function idOf(known: readonly MemoryBody[], word: string): string {
  const id = known.find(({ fact }) => fact.includes(word))?.id
  if (id === undefined) throw new Error(`nothing known of ${word}`)
  return id
}

function forgets(guild: string, id: string, who = ada): Promise<Answer> {
  return press(asks(guild, who), `forget:${id}`)
}

const withoutVersions = (rows: Record<string, unknown[]>) =>
  JSON.parse(JSON.stringify(rows, (key, value) => (key === "version" ? undefined : value)))

test("undoing a forget restores every table and the same recall", async () => {
  const guild = "96401"
  const known = await home(guild)
  const ask = { query: "what of Ada, the marimba, cloudberries or Uppsala?", user_id: "11" }
  const [before, told] = [await everything(guild), await recall(guild, ask)]
  expect(before.notes?.length).toBeGreaterThan(0)
  expect(known.filter(({ contradicts }) => contradicts !== null)).toHaveLength(2)
  for (const word of ["Uppsala", "loves cloudberries", "Ada plays the marimba"]) {
    const gone = await forgets(guild, idOf(known, word))
    expect(gone.text).toContain("Forgotten")
    expect(gone.text).toContain(word)
    const after = await everything(guild)
    expect(after).not.toEqual(before)
    expect(JSON.stringify([after.memories, after.notes])).not.toContain(word)
    clock(Date.now() + MINUTE)
    const undone = await press(asks(guild, ada), buttonOf(gone, "Undo"))
    expect(undone.text).toContain("Undone")
    expect(withoutVersions(await everything(guild))).toEqual(withoutVersions(before))
    clock(START)
    expect((await recall(guild, ask)).items).toEqual(told.items)
  }
  expect(await faultsOfDatabase()).toEqual([])
})

deep("undoing a correction restores the wording for everyone who could read it", async () => {
  const guild = "96402"
  const id = idOf(await home(guild), "Uppsala")
  const before = await everything(guild)
  const fields = { fact: "Ada lives in Tromsø", importance: "high", lifetime: "90d" }
  const done = await press(asks(guild, ada), `corrected:${id}`, { fields })
  expect(done.text).toContain("Ada lives in Tromsø")
  expect((await recall(guild, { query: "Tromsø", viewer_id: "12" })).text).toContain("Tromsø")
  await press(asks(guild, ada), buttonOf(done, "Undo"))
  expect(withoutVersions(await everything(guild))).toEqual(withoutVersions(before))
  expect((await memories(guild)).find((memory) => memory.id === id)?.fact).toBe("Ada lives in Uppsala")
  expect(await faultsOfDatabase()).toEqual([])
})

test("facts forgotten together are restored together", async () => {
  const guild = "96403"
  await home(guild)
  const before = await everything(guild)
  const asked = await runCommand(asks(guild, ada), "forget", { values: { what: "everything" } })
  expect(asked.text).toContain("Which of these?")
  expect(await everything(guild)).toEqual(before)
  const sure = await press(asks(guild, ada), buttonOf(asked, "Forget all"))
  expect(await everything(guild)).toEqual(before)
  const gone = await press(asks(guild, ada), buttonOf(sure, "Forget all"))
  expect((await memories(guild)).map(({ subject_id }) => subject_id)).toEqual(["12"])
  await press(asks(guild, ada), buttonOf(gone, "Undo"))
  expect(withoutVersions(await everything(guild))).toEqual(withoutVersions(before))
})

deep("a change can be undone once within ten minutes, by its author or a manager", async () => {
  const guild = "96404"
  const id = idOf(await home(guild), "Uppsala")
  const gone = await forgets(guild, id)
  const undoId = buttonOf(gone, "Undo")
  expect((await press(asks(guild, bo), undoId)).text).toContain("can't undo this")
  const asked = asks(guild, ada)
  expect((await press(asked, undoId)).text).toContain("Undone")
  // Repeating the press after a crash gives the same answer; a new press comes too late.
  expect((await press(asked, undoId)).text).toContain("Undone")
  expect((await press(asks(guild, ada), undoId)).text).toContain("can't undo this")
  expect((await memories(guild)).filter((memory) => memory.id === id)).toHaveLength(1)

  const manager = { id: "13", name: "Cy", permissions: 1n << 5n }
  const managed = await forgets(guild, id)
  expect((await press(asks(guild, manager), buttonOf(managed, "Undo"))).text).toContain("Undone")

  const late = await forgets(guild, id)
  clock(Date.now() + 10 * MINUTE)
  expect((await press(asks(guild, ada), buttonOf(late, "Undo"))).text).toContain("can't undo this")
  await purgeUndo(env, Date.now())
  expect(found(await dumpDatabase(), ["Uppsala"]).filter((row) => row.startsWith("D1 undo"))).toEqual([])
})

test("a newer statement stands, and the fact it replaces is not restored", async () => {
  const guild = "96405"
  const id = idOf(await home(guild), "Uppsala")
  for (const words of ["I live in Uppsala", "I live in Tampere"]) {
    const gone = await forgets(guild, idOf(await memories(guild), "lives in"))
    clock(Date.now() + MINUTE)
    await runCommand(asks(guild, ada), "remember", { values: { fact: words } })
    expect((await press(asks(guild, ada), buttonOf(gone, "Undo"))).text).toContain("can't undo this")
    const home = (await memories(guild)).filter(({ fact }) => fact.includes("lives in"))
    expect(home.map(({ fact }) => fact)).toEqual([words.replace("I live", "Ada lives")])
  }
  expect(id).not.toBe("")
})

test("undoing one forget keeps the words of a later forgotten fact out of the notes", async () => {
  const guild = "96406"
  const known = await home(guild)
  const first = await forgets(guild, idOf(known, "Uppsala"))
  const second = await forgets(guild, idOf(known, "loves cloudberries"))
  await press(asks(guild, ada), buttonOf(first, "Undo"))
  const notes = JSON.stringify((await everything(guild)).notes)
  expect(notes).not.toContain("cloudberries")
  // Both messages stay unread, because the later forget was not undone.
  expect((await everything(guild)).forgotten?.length).toBeGreaterThan(0)
  await press(asks(guild, ada), buttonOf(second, "Undo"))
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(
    expect.arrayContaining(["Ada lives in Uppsala", "Ada loves cloudberries"]),
  )
  expect(await faultsOfDatabase()).toEqual([])
})

test("another guild's change cannot be undone from here", async () => {
  const guild = "96407"
  const gone = await forgets(guild, idOf(await home(guild), "Uppsala"))
  const id = buttonOf(gone, "Undo").split(":")[1] ?? ""
  const outcome = await undoChange(guildDatabase(env, "96499"), "96499", {
    id,
    userId: "11",
    manages: true,
    press: "1",
    now: Date.now(),
  })
  expect(outcome).toEqual({ reason: "undo_over" })
})

const VOIDING: [what: string, void_: (guild: string) => Promise<unknown>][] = [
  ["its message is deleted", (guild) => ok("DELETE", `${channelPath(guild, "200")}/messages/${guild}001`)],
  [
    "its message is edited",
    (guild) =>
      ok("PATCH", `${channelPath(guild, "200")}/messages/${guild}001`, { content: "I live nowhere" }),
  ],
  ["she opts out", (guild) => ok("PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "out" })],
  ["she is erased", (guild) => ok("POST", `/v1/guilds/${guild}/members/11/erase`, {})],
  ["she opts out everywhere", () => ok("PUT", "/v1/people/11/consent", { consent: "out" })],
]

deep(
  "a forgotten fact is gone for good once its message is deleted or edited, or its subject opts out or is erased",
  async () => {
    for (const [nth, [what, voids]] of VOIDING.entries()) {
      const guild = `9641${nth}`
      const gone = await forgets(guild, idOf(await home(guild), "Uppsala"))
      const kept = async () => {
        const rows = await env.DB.prepare("SELECT body, premises FROM undo WHERE guild_id = ?")
          .bind(guild)
          .all()
        return JSON.stringify(rows.results)
      }
      expect(await kept(), what).toContain("Uppsala")
      await voids(guild)
      expect(await kept(), what).not.toContain("Uppsala")
      const rows = await env.DB.prepare(
        "SELECT id FROM memories WHERE guild_id = ? AND fact LIKE '%Uppsala%'",
      )
        .bind(guild)
        .all()
      await press(asks(guild, ada), buttonOf(gone, "Undo"))
      expect(rows.results, what).toEqual([])
      expect(
        (await memories(guild)).map(({ fact }) => fact),
        what,
      ).not.toContain("Ada lives in Uppsala")
    }
    await ok("PUT", "/v1/people/11/consent", { consent: null })
  },
)

test("a forget too large to be undone still happens, and offers no undo", async () => {
  const guild = "96420"
  await home(guild)
  const memory = `INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence,
      lifetime, status, evidence_count, said_at, last_said_at, created_at, version)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
    SELECT printf('m_%024d', 9642000000 + i), '${guild}', 'user', '12', i || replace(hex(zeroblob(140)), '0', 'ж'), 'key ' || i, 'profile', '[]', 'low',
      1, 1, 'permanent', 'active', 1, 1, 1, 1, 1 FROM n`
  const rests = `INSERT INTO evidence (memory_id, ref, guild_id, author_id, excerpt, said_at, method, source, fact, certainty)
    SELECT id, 'told', guild_id, '12', substr(fact, 1, 200), 1, 'verbatim', 'explicit', fact, 1 FROM memories WHERE guild_id = '${guild}' AND fact_key LIKE 'key %'`
  await env.DB.batch([env.DB.prepare(memory), env.DB.prepare(rests)])
  const asked = await runCommand(asks(guild, bo), "forget", { values: { what: "everything" } })
  const sure = await press(asks(guild, bo), buttonOf(asked, "Forget all"))
  const gone = await press(asks(guild, bo), buttonOf(sure, "Forget all 1,501"))
  expect(gone.text).toContain("Forgotten: 1,501 facts")
  expect(gone.buttons).toEqual([])
  expect((await memories(guild, "?subject_id=12")).length).toBe(0)
})
