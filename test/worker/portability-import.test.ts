/** An import brings a guild's memory into another, part by part: whole, once, and by the target's own rules. */
import { runDurableObjectAlarm } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { sha256 } from "../../src/domain/hash.ts"
import { chainHash } from "../../src/portability/format.ts"
import { printNames } from "../../src/text/name-prints.ts"
import { deep, isDeep, seed } from "../dice.ts"
import { NOON } from "./builders.ts"
import { eraseThrough } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { hear, memories, ok, recall, talk } from "./http.ts"
import { embedder, equipIndex, indexOf } from "./indexing.ts"
import { as, newKey } from "./key-holder.ts"
import { Dice } from "./leaks-dice.ts"
import { alarmOf, quietly } from "./live.ts"
import { type GuildExport, readExport } from "./portability-files.ts"
import {
  begin,
  emptyGuild,
  type ImportBody,
  importAll,
  richGuild,
  sendPart,
  travelled,
} from "./portability-world.ts"
import { faultsOfDatabase, guildRows, rowCounts } from "./snapshot.ts"
import { faulty } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"] })

/** The same rows in parts of at most `most` lines. */
function inParts({ header, parts }: GuildExport, most: number): GuildExport {
  const lines = parts.join("").trimEnd().split("\n").slice(1)
  const groups: string[][] = []
  for (const line of lines) {
    const follows = /^\{"table":"(?:evidence|note_sources)"/.test(line)
    if (groups.length > 0 && (follows || (groups.at(-1)?.length ?? 0) < most)) groups.at(-1)?.push(line)
    else groups.push([line])
  }
  const texts = groups.map(
    (group, part) => `${part === 0 ? `${JSON.stringify(header)}\n` : ""}${group.join("\n")}\n`,
  )
  let whole = ""
  const ends = texts.map((text, part) => {
    whole = chainHash(whole, sha256(text))
    return { rows: 0, next: null, part, sha256: sha256(text), whole }
  })
  return { header, parts: texts, ends }
}

const edited = (exported: GuildExport, change: (text: string) => string) =>
  inParts({ ...exported, parts: exported.parts.map(change) }, 1_000)

const here = (guild: string) => ({ source: guild, target: guild, channels: {}, projects: [] })

deep(
  "a round trip into an empty guild with the same channels is equal but for ids, and recall finds the same",
  async () => {
    await richGuild("9811")
    await emptyGuild("9812", "9811")
    const exported = await readExport("9811")
    const done = await importAll("9812", exported, { options: { settings: true } })
    expect(done.phase).toBe("done")
    expect(
      Object.values(done.rows)
        .flatMap((outcomes) => Object.keys(outcomes))
        .filter((what) => what !== "added" && what !== "skipped"),
    ).toEqual([])
    const again = await readExport("9812")
    const [expected, found] = [
      travelled(exported, { source: "9811", target: "9812", channels: {}, projects: [] }),
      travelled(again, here("9812")),
    ]
    for (const [table, rows] of Object.entries(expected)) {
      expect(rows.length, table).toBeGreaterThan(0)
      expect(found[table], table).toEqual(rows)
    }
    const settings = await ok<object>("GET", "/v1/guilds/9812/settings")
    expect(settings).toEqual(await ok("GET", "/v1/guilds/9811/settings"))
    expect(await faultsOfDatabase()).toEqual([])
    await equipIndex(indexOf("9812"), { model: embedder() })
    await indexOf("9812").wake("9812")
    for (let rings = 0; rings < 20 && (await alarmOf(indexOf("9812"))) !== null; rings++)
      await runDurableObjectAlarm(indexOf("9812"))
    const words = async (guild: string, query: string, reader: object) =>
      (await recall(guild, { query, ...reader })).items
        .filter(({ kind }) => kind !== "message")
        .map(({ text }) => text)
    for (const query of ["kites", "who plays chess", "parrot", "club near the harbor"])
      for (const reader of [{}, { channel_id: "101" }, { channel_id: "105" }])
        expect(await words("9812", query, reader), query).toEqual(
          // The source also finds messages, which leave less room.
          expect.arrayContaining(await words("9811", query, reader)),
        )
    expect(
      await env.DB.prepare(
        "SELECT count(*) AS n FROM memories WHERE guild_id = '9812' AND status = 'active' AND embedded_with IS NULL",
      ).first("n"),
    ).toBe(0)
  },
)

deep("a dry run changes nothing and counts what an import then does", async () => {
  await richGuild("9813")
  await emptyGuild("9814", "9813")
  const exported = await readExport("9813")
  const before = [await guildRows("9814"), await rowCounts("9814")]
  const checked = await importAll("9814", exported, { dryRun: true })
  expect(checked.phase).toBe("checked")
  const after = await rowCounts("9814")
  expect([await guildRows("9814"), { ...after, imports: 0 }]).toEqual(before)
  const done = await importAll("9814", exported)
  expect(checked.rows).toEqual(done.rows)
  expect(done.rows.guilds).toEqual({ skipped: 1 })
  expect(await ok<{ retention_days: number }>("GET", "/v1/guilds/9814/settings")).not.toMatchObject({
    retention_days: 12,
  })
  // Again, as a whole and part by part: nothing changes.
  const rows = travelled(await readExport("9814"), here("9814"))
  expect((await importAll("9814", exported)).rows).toEqual(done.rows)
  expect((await sendPart("9814", done.id, 0, exported.parts[0])).status).toBe(200)
  const other = inParts(exported, 7)
  const repeated = await importAll("9814", other)
  expect(repeated.rows.memories).toEqual({ same: done.rows.memories?.added })
  expect(repeated.rows.evidence).toEqual({ same: done.rows.evidence?.added })
  expect(travelled(await readExport("9814"), here("9814"))).toEqual(rows)
  expect(
    (await ok<{ items: ImportBody[] }>("GET", "/v1/guilds/9814/import")).items
      .map(({ phase }) => phase)
      .sort(),
  ).toEqual(["checked", "done", "done"])
})

test("a damaged part, a wrong chain, a later schema and a wrong row change nothing and say what to do", async () => {
  await richGuild("9815")
  await emptyGuild("9816", "9815")
  const exported = inParts(await readExport("9815"), 20)
  const before = await guildRows("9816")
  const refusal = (detail: RegExp) => ({
    status: 409,
    body: { type: "urn:keepsake:not_imported", detail: expect.stringMatching(detail) },
  })
  const wrongChain = { ...exported, ends: exported.ends.toReversed() }
  expect(await begin("9816", wrongChain)).toMatchObject(
    refusal(/checksum of the whole. Export the guild again/),
  )
  const later = { ...exported, header: { ...exported.header, schema: 999 } }
  expect(await begin("9816", later)).toMatchObject(refusal(/Deploy the newer version first/))
  const { body } = await begin("9816", exported)
  expect(await sendPart("9816", body.id, 0, exported.parts[0]?.replace("Ada", "Eve"))).toMatchObject(
    refusal(/does not have the checksum/),
  )
  expect(await sendPart("9816", body.id, 1, exported.parts[1])).toMatchObject(refusal(/Part 0 is expected/))
  expect(await sendPart("9816", "i_none", 0, "")).toMatchObject({
    status: 404,
    body: { type: "urn:keepsake:unknown_import" },
  })
  const wrong = edited(exported, (text) => text.replaceAll('"scope":"user"', '"scope":"planet"'))
  const begun = await begin("9816", wrong)
  expect(await sendPart("9816", begun.body.id, 0, wrong.parts[0])).toMatchObject(
    refusal(/Part 0, line \d+: memories.scope/),
  )
  expect(await guildRows("9816")).toEqual(before)
  const unknown = await begin("9816", exported, { options: { channels: { "101": "999" } } })
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ field: "body.channels.101" }] } })
})

deep("an interrupted import can be read, abandoned, and gone on with", async () => {
  await richGuild("9817")
  await emptyGuild("9818", "9817")
  const exported = inParts(await readExport("9817"), 10)
  const { body } = await begin("9818", exported)
  await sendPart("9818", body.id, 0, exported.parts[0])
  const path = `/v1/guilds/9818/import/${body.id}`
  expect(await ok("GET", path)).toMatchObject({ phase: "loading", next: 1, parts: exported.parts.length })
  expect(await begin("9818", exported, { options: { settings: true } })).toMatchObject({ status: 409 })
  await ok("DELETE", path)
  expect(await ok("GET", path)).toMatchObject({ phase: "abandoned", next: 1 })
  expect(await sendPart("9818", body.id, 1, exported.parts[1])).toMatchObject({ status: 409 })
  const done = await importAll("9818", exported)
  expect(done.phase).toBe("done")
  expect(travelled(await readExport("9818"), here("9818")).memories?.length).toBe(done.rows.memories?.added)
  const key = await newKey("9818", { scope: "write" })
  expect((await as(key.token, "POST", "/v1/guilds/9818/import", {})).status).toBe(403)
})

const rounds = isDeep ? 20 : 2

deep("an import that is cut off at random and goes on has every row once", async () => {
  await richGuild("9820")
  const exported = inParts(await readExport("9820"), 8)
  const dice = new Dice(seed)
  let cuts = 0
  for (let round = 0; round < rounds; round++) {
    const guild = `989${300 + round}`
    await emptyGuild(guild, "9820")
    const bound = {
      DB: faulty(env.DB, () => (dice.chance(0.15) ? dice.pick(["before", "after"] as const) : null), {
        calls: 0,
      }),
    }
    let at: ImportBody | null = null
    for (let tries = 0; at?.phase !== "done" && tries < 400; tries++) {
      const answer: Awaited<ReturnType<typeof begin>> =
        at === null || at.phase === "finishing" || dice.chance(0.1)
          ? await begin(guild, exported, { bound })
          : await sendPart(guild, at.id, at.next, exported.parts[at.next], bound)
      cuts += Number(answer.status === 503)
      if (answer.status === 200) at = answer.body
    }
    expect(at?.phase).toBe("done")
    const [expected, found] = [
      travelled(exported, { source: "9820", target: guild, channels: {}, projects: [] }),
      travelled(await readExport(guild), here(guild)),
    ]
    for (const table of [
      "memories",
      "evidence",
      "notes",
      "note_sources",
      "members",
      "both_hold",
      "forgotten",
      "answer_labels",
    ])
      expect(found[table], table).toEqual(expected[table])
    expect(at?.rows.memories).toEqual({ added: expected.memories?.length })
  }
  expect(cuts).toBeGreaterThan(rounds)
  expect(await faultsOfDatabase()).toEqual([])
})

deep("each step may fail once, and the import goes on", async () => {
  await richGuild("9821")
  const exported = inParts(await readExport("9821"), 1_000)
  const expected = travelled(exported, { source: "9821", target: "9822", channels: {}, projects: [] })
  await emptyGuild("9822", "9821")
  for (const fault of ["before", "after"] as const)
    for (let call = 1; call < 40; call++) {
      await env.DB.batch(
        [
          "memory_terms WHERE rowid IN (SELECT seq FROM memories WHERE guild_id = '9822')",
          "note_terms WHERE rowid IN (SELECT seq FROM notes WHERE guild_id = '9822')",
          ...[
            "memories",
            "evidence",
            "notes",
            "note_sources",
            "both_hold",
            "forgotten",
            "answer_labels",
            "events",
            "identity_links",
            "members",
            "imports",
          ].map((table) => `${table} WHERE guild_id = '9822'`),
        ].map((text) => env.DB.prepare(`DELETE FROM ${text}`)),
      )
      const count = { calls: 0 }
      const bound = { DB: faulty(env.DB, (n) => (n === call ? fault : null), count) }
      let at = (await begin("9822", exported, { bound })).body
      for (let tries = 0; at.phase !== "done" && tries < 5; tries++) {
        const answer =
          at.phase === "loading"
            ? await sendPart("9822", at.id, at.next, exported.parts[at.next], bound)
            : await begin("9822", exported, { bound })
        at = answer.status === 200 ? answer.body : ((await begin("9822", exported, { bound })).body ?? at)
      }
      expect(at.phase, `${fault} ${call}`).toBe("done")
      expect(at.rows.memories, `${fault} ${call}`).toEqual({ added: expected.memories?.length })
      if (count.calls < call) break
    }
  const found = travelled(await readExport("9822"), here("9822"))
  for (const table of ["evidence", "events", "identity_links"]) expect(found[table]).toEqual(expected[table])
  expect(await faultsOfDatabase()).toEqual([])
})

test("who was erased or opted out in the target stays so, and what names them is refused and counted", async () => {
  await richGuild("9823")
  await emptyGuild("9824", "9823")
  const exported = await readExport("9823")
  await ok("PUT", "/v1/guilds/9824/members/13/consent", { consent: "out" })
  await env.DB.prepare("UPDATE members SET name = 'Cyrus' WHERE guild_id = '9824' AND id = '13'").run()
  await env.DB.prepare(
    "INSERT INTO members (guild_id, id, name, seen_at, erased_at, name_prints) VALUES ('9824', '11', '', 1, ?, ?)",
  )
    .bind(Date.now(), JSON.stringify(printNames(["Ada"], 5)))
    .run()
  const done = await importAll("9824", exported)
  expect(done.rows.memories?.erased).toBeGreaterThan(0)
  expect(done.rows.memories?.opted_out).toBeGreaterThan(0)
  expect(done.rows.notes?.erased).toBeGreaterThan(0)
  expect(done.first_refused.erased?.length).toBeGreaterThan(0)
  const rows = JSON.stringify(travelled(await readExport("9824"), here("9824")))
  expect(rows).not.toMatch(/\bAda\b|Cyrus plays/)
  expect(rows).toMatch(/Bo drinks tea/)
  const people = await env.DB.prepare(
    "SELECT id, consent, erased_at IS NOT NULL AS gone FROM members WHERE guild_id = '9824' ORDER BY id",
  ).all()
  expect(people.results).toMatchObject([
    { id: "11", gone: 1 },
    { id: "12", consent: "in" },
    { id: "13", consent: "out" },
  ])
  expect(await faultsOfDatabase()).toEqual([])
})

test("a fact that both guilds know gains the statements of both, what was retired here stays retired, and other readers keep it apart", async () => {
  const rooms = async (guild: string) =>
    tell(guild, guildStructure(guild, [], { members: [member("11", [], "Ada"), member("12", [MODS], "Mo")] }))
  for (const guild of ["9825", "9826"]) await rooms(guild)
  const says = (guild: string, channel: string, id: number, ...words: string[]) =>
    hear(
      guild,
      channel,
      talk(
        id,
        NOON + id * 60_000,
        words.map((one) => ["11", "Ada", one]),
      ),
      {},
    )
  await says("9825", GENERAL, 900, "I play the violin", "I work at Ikea")
  await says("9825", MOD_ROOM, 950, "I love hiking")
  await says("9826", GENERAL, 700, "I play the violin", "I work at Ikea")
  await says("9826", GENERAL, 750, "I love hiking")
  const retired = (await memories("9826")).find(({ fact }) => /Ikea/.test(fact))
  await ok("PATCH", `/v1/guilds/9826/memories/${retired?.id}`, { status: "superseded" })
  const done = await importAll("9826", await readExport("9825"))
  expect(done.rows.memories).toEqual({ merged: 1, decided_here: 1, added: 1 })
  const about = async (topic: RegExp, query = "") =>
    (await memories("9826", query)).filter(({ fact }) => topic.test(fact))
  expect(await about(/violin/)).toMatchObject([{ evidence_count: 2 }])
  expect(await about(/hiking/)).toMatchObject([{ evidence_count: 1 }, { evidence_count: 1 }])
  expect(await about(/Ikea/)).toEqual([])
  // The statement from the mods' room is not for everyone.
  expect((await about(/hiking/, `?channel_id=${GENERAL}`)).length).toBe(1)
  expect(await faultsOfDatabase()).toEqual([])
})

test("words of a channel the target does not know are for managers alone, until it is mapped", async () => {
  await tell("9827", guildStructure("9827", [], { members: [member("11", [], "Ada")] }))
  await hear("9827", GENERAL, talk(900, NOON, [["11", "Ada", "I play the violin"]]), {})
  const exported = edited(await readExport("9827"), (text) =>
    text.replaceAll(`"channel_id":"${GENERAL}"`, '"channel_id":"555001"'),
  )
  for (const guild of ["9828", "9829"])
    await tell(guild, guildStructure(guild, [], { members: [member("11", [], "Ada")] }))
  await importAll("9828", exported)
  const seen = async (guild: string, query: string) => (await memories(guild, query)).map(({ fact }) => fact)
  expect(await seen("9828", "")).toEqual(["Ada plays the violin"])
  expect(await seen("9828", `?channel_id=${GENERAL}`)).toEqual([])
  expect(await seen("9828", "?viewer_id=11")).toEqual([])
  await importAll("9829", exported, { options: { channels: { "555001": GENERAL } } })
  expect(await seen("9829", `?channel_id=${GENERAL}`)).toEqual(["Ada plays the violin"])
})

test("what was deleted or forgotten in the same guild does not come back, and a partial export can be imported", async () => {
  await hear("9830", "101", talk(900, NOON, [["11", "Ada", "I play the violin"]]))
  await hear("9830", "101", talk(950, NOON + 3_600_000, [["11", "Ada", "I love hiking"]]))
  await hear("9830", "101", talk(970, NOON + 7_200_000, [["11", "Ada", "I work at Ikea"]]))
  const exported = await readExport("9830", { token: (await newKey("9830")).token })
  expect(exported.header.partial).not.toBeNull()
  await ok("DELETE", "/v1/guilds/9830/channels/101/messages/900")
  const hiking = (await memories("9830")).find(({ fact }) => /hiking/.test(fact))
  await ok("DELETE", `/v1/guilds/9830/memories/${hiking?.id}`)
  const done = await importAll("9830", exported)
  expect(done.rows.memories).toEqual({ same: 1, deleted: 1, forgotten: 1 })
  expect((await memories("9830")).map(({ fact }) => fact)).toEqual(["Ada works at Ikea"])
})

test("words of a channel that was erased since the export stay out", async () => {
  const answer: [string, string, string] = [
    "12",
    "Bo",
    "The harbor orchestra rehearses beside the lighthouse, come along",
  ]
  await hear("9831", "101", talk(900, NOON, [["11", "Ada", "I play the violin"], answer]))
  await hear("9831", "102", talk(950, NOON, [["11", "Ada", "I love hiking"], answer]))
  const exported = await readExport("9831")
  await ok("DELETE", "/v1/guilds/9831/channels/101")
  await eraseThrough("9831")
  expect((await memories("9831")).map(({ fact }) => fact)).toEqual(["Ada loves hiking"])
  const done = await importAll("9831", exported)
  expect(done.rows.memories).toEqual({ same: 1, erased: 1 })
  expect(done.rows.notes).toEqual({ same: 1, erased: 1 })
  expect((await memories("9831")).map(({ fact }) => fact)).toEqual(["Ada loves hiking"])
})
