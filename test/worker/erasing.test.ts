/**
 * An erased person leaves nothing they said and nothing known about them anywhere. Tests set the clock far
 * ahead of the platform's own.
 */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { dumpAll, found } from "./dump.ts"
import {
  ADA,
  CHANNELS,
  type ErasureBody,
  eraseThrough,
  erasure,
  expectCounted,
  heldOf,
  line,
  markedGuild,
  markerOf,
  START,
} from "./erasing-world.ts"
import { call, channelPath, hear, memories, ok } from "./http.ts"
import { indexOf, ownKeys, wantedKeys } from "./indexing.ts"
import { quietly } from "./live.ts"

quietly({ silent: ["error", "warn"] })

const STORES = [
  "D1 memories",
  "D1 evidence",
  "D1 notes",
  "D1 digests",
  "D1 windows",
  "D1 memory_terms",
  "D1 note_terms",
]

function rows(query: string, ...values: unknown[]) {
  return env.DB.prepare(query)
    .bind(...values)
    .all<Record<string, unknown>>()
    .then(({ results }) => results)
}

test("erasing Ada removes everything she said from every table of every store and keeps what others said about themselves", async () => {
  await markedGuild("9601")
  const before = found(await dumpAll(), [markerOf("9601")])
  for (const where of [...STORES, "messages", "passages"])
    expect(
      before.some((held) => held.includes(where)),
      where,
    ).toBe(true)
  const facts = async () => (await memories("9601")).map(({ fact }) => fact).sort()
  expect(await facts()).toEqual(
    expect.arrayContaining(["Ada has a parrot", "Bo flies kites", "Cyrus plays chess with Ada"]),
  )

  const vectors = await ownKeys(indexOf("9601"))
  const held = await heldOf("9601")

  const { id } = await ok<ErasureBody>("POST", "/v1/guilds/9601/members/11/erase", {})
  await eraseThrough("9601")

  expect(found(await dumpAll(), [markerOf("9601")])).toEqual([])
  // Vectors hold no words, so each must belong to a row that still exists.
  const left = await ownKeys(indexOf("9601"))
  expect(left).toEqual(await wantedKeys("9601"))
  expect(left.length).toBeLessThan(vectors.length)
  expect(await facts()).toEqual(["Bo flies kites", "Cyrus plays chess with someone"])
  const done = await erasure("9601", id)
  expect(done).toMatchObject({ state: "done", step: null, report: { left: 0, detail: null } })
  expect(done.target).toMatch(/^p_[0-9a-f]{16}$/)
  expect(done.report.counts).toMatchObject({ messages: 6, quotes: 10 })
  await expectCounted("9601", held, done)
  expect(done.finished_at).not.toBeNull()
})

test("an erased person keeps only an id, a consent choice and the time; the audit log uses a pseudonym", async () => {
  await markedGuild("9602")
  await ok("PUT", "/v1/guilds/9602/members/11/consent", { consent: "in" })
  await env.DB.prepare(
    "INSERT INTO api_keys (id, name, hash, guild_id, scope, user_id, created_by, created_at) VALUES ('k9602', 'Ada''s', 'x', '9602', 'read', '11', 'admin', 0)",
  ).run()
  await env.DB.prepare(
    "INSERT INTO audit (guild_id, at, actor, action, target) VALUES ('9602', 1, 'admin', 'key.revoke', 'a11b0')",
  ).run()
  const { id } = await ok<ErasureBody>("POST", "/v1/guilds/9602/members/11/erase", {})
  await eraseThrough("9602")
  const { target } = await erasure("9602", id)
  expect(
    await rows("SELECT name, consent, roles, erased_at FROM members WHERE guild_id = '9602' AND id = '11'"),
  ).toEqual([{ name: "", consent: "out", roles: null, erased_at: expect.any(Number) }])
  const audit = await rows(
    "SELECT action, target FROM audit WHERE guild_id = '9602' AND action <> 'read.all' ORDER BY seq",
  )
  expect(audit).toEqual([
    { action: "consent.set", target },
    // A key id that contains the same digits.
    { action: "key.revoke", target: "a11b0" },
    { action: "erasure.request", target },
  ])
  expect(
    await rows("SELECT user_id, name FROM api_keys WHERE id = 'k9602' AND revoked_at IS NOT NULL"),
  ).toEqual([{ user_id: target, name: target }])
  expect(await rows("SELECT 1 FROM note_people WHERE guild_id = '9602' AND user_id = '11'")).toEqual([])
})

deep("words that somebody else forwarded are erased with the person who wrote them", async () => {
  await markedGuild("9699")
  const words = `my ${markerOf("9699")} club meets near the old harbor on Tuesdays`
  const forward = {
    ...line(103_900, ["12", "Bo"], "look at this", START - 3_600_000),
    attachments: [{ name: `forwarded: “${words}”` }],
  }
  await hear("9699", "103", [forward])
  await ok("POST", "/v1/guilds/9699/members/11/erase", {})
  await eraseThrough("9699")
  expect(found(await dumpAll(), [markerOf("9699")])).toEqual([])
})

deep(
  "old messages of an erased person are refused from any source; later ones are heard if they did not opt out",
  async () => {
    await markedGuild("9603")
    await ok("POST", "/v1/guilds/9603/members/11/erase", { opt_out: false })
    const old = line(101_000, ADA, `my ${markerOf("9603")} club`, START - 3_600_000)
    const refused = { accepted: 0, rejected: [{ index: 0, reason: "erased" }] }
    const send = (channel: string, message: object) =>
      ok("POST", `${channelPath("9603", channel)}/messages`, { messages: [message] })
    await eraseThrough("9603")
    expect(await send("101", old)).toMatchObject(refused)
    expect(await send("102", { ...old, id: "777" })).toMatchObject(refused)
    expect(await send("199", { ...old, id: "778" })).toMatchObject(refused)
    const later = line(200_000, ADA, "I fly kites these days", Date.now() + 1_000)
    await hear("9603", "101", [later])
    const facts = (await memories("9603")).map(({ fact }) => fact)
    expect(facts).toContain("Ada flies kites")
    expect(facts.filter((fact) => /parrot|club/.test(fact))).toEqual([])
    expect(found(await dumpAll(), [markerOf("9603")])).toEqual([])
  },
)

deep("a second erasure of the same person finds nothing", async () => {
  await markedGuild("9605")
  const first = await ok<ErasureBody>("POST", "/v1/guilds/9605/members/11/erase", {})
  expect((await ok<ErasureBody>("POST", "/v1/guilds/9605/members/11/erase", {})).id).toBe(first.id)
  await eraseThrough("9605")
  const again = await ok<ErasureBody>("POST", "/v1/guilds/9605/members/11/erase", {})
  expect(again.id).not.toBe(first.id)
  const before = await memories("9605")
  await eraseThrough("9605")
  const { report, state } = await erasure("9605", again.id)
  expect({ state, left: report.left }).toEqual({ state: "done", left: 0 })
  expect(Object.keys(report.counts)).toEqual(["audit"])
  expect(await memories("9605")).toEqual(before)
})

deep(
  "a deleted channel takes what was heard only there and keeps what was also heard elsewhere",
  async () => {
    await markedGuild("9606")
    for (const channel of CHANNELS.slice(1)) {
      const notes = await rows("SELECT id FROM notes WHERE guild_id = '9606' AND channel_id = ?", channel)
      const before = (await heldOf("9606")).memories
      const { id } = await ok<ErasureBody>("DELETE", channelPath("9606", channel))
      await eraseThrough("9606")
      const done = await erasure("9606", id)
      expect(done).toMatchObject({ state: "done", target: channel, report: { left: 0 } })
      const gone = before.size - (await heldOf("9606")).memories.size
      expect(notes.length).toBeGreaterThan(0)
      expect(done.report.counts).toMatchObject({ notes: notes.length })
      expect(done.report.counts.memories ?? 0).toBe(gone)
    }
    const left = await rows("SELECT DISTINCT channel_id FROM evidence WHERE guild_id = '9606'")
    expect(left).toEqual(expect.arrayContaining([{ channel_id: "101" }]))
    expect(left.filter((row) => CHANNELS.slice(1).includes(String(row.channel_id)))).toEqual([])
    expect((await memories("9606")).map(({ fact }) => fact)).toContain(`Ada runs a ${markerOf("9606")} club`)
    const late = line(102_000, ADA, "from an old import", START - 3_600_000)
    expect(await ok("POST", `${channelPath("9606", "102")}/messages`, { messages: [late] })).toMatchObject({
      accepted: 0,
      rejected: [{ reason: "erased" }],
    })
    expect((await call("DELETE", channelPath("9606", "102"))).status).toBe(404)
  },
)

deep("erasing a channel logs no error, and its next message starts the object again", async () => {
  await markedGuild("9692")
  const errors = vi.spyOn(console, "error")
  await ok<ErasureBody>("DELETE", channelPath("9692", "102"))
  await eraseThrough("9692")
  expect(errors).not.toHaveBeenCalled()
  const { open, waiting } = await env.CHANNELS.getByName("9692:102").status()
  expect({ open, windows: waiting.windows }).toEqual({ open: 0, windows: 0 })
})
