/**
 * Over HTTP a place, a person or an admin reads what they may, and anything else is answered as if it did not
 * exist.
 */
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import type { Refused } from "../../src/domain/errors.ts"
import { resolveReadTarget } from "../../src/http/binding.ts"
import type { Principal } from "../../src/http/principal.ts"
import { NOON } from "./builders.ts"
import {
  GENERAL,
  guildStructure,
  MOD_ROOM,
  MODS,
  member,
  OFFTOPIC,
  tell,
  textChannel,
} from "./guild-structure.ts"
import {
  adaSays,
  call,
  hear,
  type MemoryBody,
  memories,
  ok,
  type Page,
  type Problem,
  recall,
  talk,
} from "./http.ts"

const HOUR = 3_600_000

afterEach(() => {
  vi.useRealTimers()
})

/** Only mods know that Ada loves hiking; everyone knows that she loves chess. Cy is a mod, Bo is not. */
async function club(guild: string): Promise<{ hiking: MemoryBody; chess: MemoryBody }> {
  const members = [member("12", [], "Bo"), member("13", [MODS], "Cy")]
  await tell(guild, guildStructure(guild, [], { members }))
  await adaSays(guild, MOD_ROOM, "I love hiking", {})
  await adaSays(guild, GENERAL, "I love chess", {})
  const known = await memories(guild)
  const [hiking, chess] = ["hiking", "chess"].map((word) => known.find(({ fact }) => fact.includes(word)))
  if (!hiking || !chess) throw new Error("the club is not known")
  return { hiking, chess }
}

/** Readable facts of the club, by query. */
const READERS: [query: string, reads: string[]][] = [
  [`channel_id=${GENERAL}`, ["chess"]],
  [`channel_id=${MOD_ROOM}`, ["hiking", "chess"]],
  ["channel_id=424242", ["chess"]],
  ["viewer_id=12", ["chess"]],
  [`viewer_id=12&channel_id=${MOD_ROOM}`, ["chess"]],
  ["viewer_id=13", ["hiking", "chess"]],
  [`viewer_id=13&channel_id=${GENERAL}`, ["hiking", "chess"]],
  ["viewer_id=11", ["chess"]],
  ["", ["hiking", "chess"]],
]

const words = (answer: unknown) => ["hiking", "chess"].filter((word) => JSON.stringify(answer).includes(word))

test("every list and view holds exactly what the given place or person may read", async () => {
  const guild = "97101"
  await club(guild)
  const views = ["memories", "members/11/profile", "windows", "members/11/digests?as_of=2026-11-20T20:00:00Z"]
  for (const view of views) {
    const [path, fixed] = view.split("?")
    for (const [query, reads] of READERS) {
      const asked = [fixed, query].filter(Boolean).join("&")
      const answer = await ok("GET", `/v1/guilds/${guild}/${path}?${asked}`)
      const expected = path?.endsWith("digests") ? expect.arrayContaining(reads) : reads
      expect(words(answer), `${view} ${query}`).toEqual(expected)
      expect(words(answer), `${view} ${query}`).toHaveLength(reads.length)
    }
  }
})

test("an unreadable memory cannot be read, corrected or forgotten, and is answered like an unknown id", async () => {
  const guild = "97102"
  const { hiking, chess } = await club(guild)
  const path = (id: string, query: string) => `/v1/guilds/${guild}/memories/${id}?${query}`
  const requests = [["GET"], ["PATCH", { importance: "high" }], ["DELETE"]] as const
  for (const query of [`channel_id=${GENERAL}`, "viewer_id=12"])
    for (const [method, body] of requests) {
      const hidden = await call<Problem>(method, path(hiking.id, query), body)
      const unknown = await call<Problem>(method, path("m_none", query), body)
      expect(hidden.status, `${method} ${query}`).toBe(404)
      expect(JSON.stringify(hidden.body).replaceAll(hiking.id, "m_none")).toBe(JSON.stringify(unknown.body))
    }
  for (const query of [`channel_id=${MOD_ROOM}`, "viewer_id=13"]) {
    expect((await call("GET", path(hiking.id, query))).status).toBe(200)
    expect((await call("PATCH", path(hiking.id, query), { importance: "high" })).status).toBe(200)
  }
  expect((await call("DELETE", path(chess.id, "viewer_id=12"))).status).toBe(204)
  expect((await call("DELETE", path(hiking.id, "viewer_id=13"))).status).toBe(204)
  expect(await memories(guild)).toEqual([])
})

test("forgetting a person's facts for a reader forgets only what that reader may read", async () => {
  const guild = "97103"
  await club(guild)
  const forget = (more: Record<string, string>) =>
    ok("POST", `/v1/guilds/${guild}/members/11/forget`, { text: "everything", confirm: true, ...more })
  expect(words(await forget({ viewer_id: "12" }))).toEqual(["chess"])
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(["Ada loves hiking"])
  expect(words(await forget({ channel_id: MOD_ROOM }))).toEqual(["hiking"])
})

test("an admin without a place or person reads everything, and each such read is audited without its contents", async () => {
  const guild = "97104"
  const { chess } = await club(guild)
  const rows = () =>
    env.DB.prepare(
      "SELECT actor, target, detail FROM audit WHERE guild_id = ? AND action = 'read.all' ORDER BY seq",
    )
      .bind(guild)
      .all()
      .then(({ results }) => results)
  const before = (await rows()).length
  for (const query of ["viewer_id=13", `channel_id=${GENERAL}`]) {
    await ok("GET", `/v1/guilds/${guild}/memories?${query}`)
    await ok("GET", `/v1/guilds/${guild}/members/11/profile?${query}`)
  }
  await ok("POST", `/v1/guilds/${guild}/recall`, { query: "hiking" })
  expect((await rows()).length).toBe(before)
  await ok("GET", `/v1/guilds/${guild}/memories?q=hiking`)
  await ok("GET", `/v1/guilds/${guild}/memories/${chess.id}`)
  await ok("GET", `/v1/guilds/${guild}/members/11/profile`)
  await ok("GET", `/v1/guilds/${guild}/members/11/digests`)
  await ok("GET", `/v1/guilds/${guild}/windows`)
  expect((await rows()).slice(before)).toEqual(
    ["memories", "memories/{id}", "members/{u}/profile", "members/{u}/digests", "windows"].map((route) => ({
      ...{ actor: "admin", target: `GET /v1/guilds/{g}/${route}`, detail: null },
    })),
  )
})

test("a memory's counts and times come from the statements the reader may read", async () => {
  const guild = "97105"
  const closed = guildStructure(guild, [], { members: [member("12", []), member("13", [MODS])] })
  const channels = [GENERAL, OFFTOPIC, MOD_ROOM].map((id) => textChannel(id))
  await tell(guild, { ...closed, channels })
  await hear(guild, GENERAL, talk(901, NOON, [["11", "Ada", "I love chess"]]), {})
  const seen = async (query: string) => (await memories(guild, `?${query}`))[0]
  const before = await seen("viewer_id=12")
  for (const [index, id] of [950, 960].entries())
    await hear(guild, MOD_ROOM, talk(id, NOON + (index + 1) * HOUR, [["11", "Ada", "I love chess!"]]), {})
  expect(await memories(guild)).toHaveLength(1)
  // From now on only moderators read their room.
  await tell(guild, closed)
  expect(await seen("viewer_id=12")).toMatchObject({ evidence_count: 1, said_at: before?.said_at })
  for (const query of ["viewer_id=12", `channel_id=${GENERAL}`]) {
    const now = await seen(query)
    expect(now?.sources.map(({ channel_id }) => channel_id)).toEqual([GENERAL])
    // It is unknown whose words its topics are, so they are left out.
    expect({ ...now, confidence: 0 }).toEqual({ ...before, confidence: 0, topics: [] })
  }
  await env.DB.prepare("UPDATE evidence SET certainty = 0.55 WHERE guild_id = ? AND channel_id = ?")
    .bind(guild, GENERAL)
    .run()
  expect((await seen("viewer_id=12"))?.confidence).toBe(0.55)
  const item = (await recall(guild, { query: "chess", viewer_id: "12" })).items.find(
    ({ kind }) => kind === "memory",
  )
  expect(item).toMatchObject({ at: before?.last_said_at, confidence: 0.55 })
  const all = await seen("viewer_id=13")
  expect(all).toEqual(await seen(""))
  expect(all).toMatchObject({ evidence_count: 3, last_said_at: "2026-11-20T14:00:00.000Z" })
  const mods = await seen(`channel_id=${MOD_ROOM}`)
  expect(mods).toEqual(all)
})

test("a memory is listed at its place among the reader's own, page after page, each once", async () => {
  const guild = "97106"
  const closed = guildStructure(guild, [], { members: [member("12", []), member("13", [MODS])] })
  const channels = [GENERAL, OFFTOPIC, MOD_ROOM].map((id) => textChannel(id))
  await tell(guild, { ...closed, channels })
  const hobbies = ["chess", "hiking", "sailing", "tea"]
  for (const [index, hobby] of hobbies.entries())
    await hear(guild, GENERAL, talk(900 + index, NOON + index * HOUR, [["11", "Ada", `I love ${hobby}`]]), {})
  // Repeated in a channel that few can read from now on, it is the latest for those few.
  await hear(guild, MOD_ROOM, talk(990, NOON + 9 * HOUR, [["11", "Ada", "I love chess"]]), {})
  await tell(guild, closed)
  const paged = async (query: string) => {
    const facts: string[] = []
    let next: string | null = ""
    while (next !== null) {
      const page: Page<MemoryBody> = await ok("GET", `/v1/guilds/${guild}/memories?limit=1&${query}${next}`)
      facts.push(...page.items.map(({ fact }) => fact.split(" ").at(-1) ?? ""))
      next = page.next && `&cursor=${page.next}`
    }
    return facts
  }
  expect(await paged("viewer_id=12")).toEqual(["tea", "sailing", "hiking", "chess"])
  expect(await paged("viewer_id=13")).toEqual(["chess", "tea", "sailing", "hiking"])
  expect(await paged("")).toEqual(["chess", "tea", "sailing", "hiking"])
  const profiled = async (query: string) => {
    const { expiring } = await ok<{ expiring: MemoryBody[] }>(
      "GET",
      `/v1/guilds/${guild}/members/11/profile?${query}`,
    )
    return expiring.map(({ fact }) => fact.split(" ").at(-1))
  }
  expect(await profiled("viewer_id=12")).toEqual(["tea", "sailing", "hiking", "chess"])
  expect(await profiled("viewer_id=13")).toEqual(["chess", "tea", "sailing", "hiking"])
  // A repetition by someone who then opts out does not count either.
  await env.DB.prepare(
    "UPDATE evidence SET author_id = '15', channel_id = ? WHERE guild_id = ? AND channel_id = ?",
  )
    .bind(GENERAL, guild, MOD_ROOM)
    .run()
  expect(await paged("viewer_id=12")).toEqual(["chess", "tea", "sailing", "hiking"])
  await ok("PUT", `/v1/guilds/${guild}/members/15/consent`, { consent: "out" })
  expect(await paged("viewer_id=12")).toEqual(["tea", "sailing", "hiking", "chess"])
})

test("a repetition in a restricted channel extends a fact's lifetime only for its readers", async () => {
  const guild = "97109"
  vi.useFakeTimers({ toFake: ["Date"], now: NOON + HOUR })
  await tell(guild, guildStructure(guild, [], { members: [member("12", []), member("13", [MODS])] }))
  await hear(guild, GENERAL, talk(901, NOON, [["11", "Ada", "I love chess"]]), {})
  const [chess] = await memories(guild)
  await ok("PATCH", `/v1/guilds/${guild}/memories/${chess?.id}`, { lifetime: "1d" })
  vi.setSystemTime(NOON + 21 * HOUR)
  await hear(guild, MOD_ROOM, talk(990, NOON + 20 * HOUR, [["11", "Ada", "I love chess"]]), {})
  const told = async (reader: string) => {
    const { context } = await ok<{ context: { body: string } | null }>(
      "GET",
      `/v1/guilds/${guild}/members/11/digests?${reader}`,
    )
    return /^Ada loves chess/.test(context?.body ?? "")
  }
  expect([await told("viewer_id=12"), await told("viewer_id=13")]).toEqual([true, true])
  vi.setSystemTime(NOON + 30 * HOUR)
  expect([await told("viewer_id=12"), await told("viewer_id=13")]).toEqual([false, true])
})

test("readable notes are found however many unreadable ones there are", async () => {
  const guild = "97110"
  await tell(guild, guildStructure(guild, [], { members: [member("12", []), member("13", [MODS])] }))
  const towns = ["Oslo", "Bergen", "Kiel", "Turku", "Riga", "Gdansk", "Aarhus", "Tallinn", "Malmo", "Visby"]
  for (const [hour, town] of towns.entries()) {
    const line = `I saw the regatta in ${town}`
    await hear(guild, MOD_ROOM, talk(900 + hour, NOON + hour * HOUR, [["11", "Ada", line]]), {})
  }
  const long = "I saw the regatta, the harbor, the lighthouse, the market and the old bakery yesterday"
  await hear(guild, GENERAL, talk(990, NOON + 20 * HOUR, [["12", "Bo", long]]), {})
  const answer = await recall(guild, { query: "regatta", viewer_id: "12" })
  expect(answer.items.filter(({ kind }) => kind === "note")).toHaveLength(1)
})

test("a correction that equals an unreadable memory does not reveal it", async () => {
  const guild = "97107"
  const { hiking, chess } = await club(guild)
  const correct = (query: string) =>
    call<Problem & MemoryBody>("PATCH", `/v1/guilds/${guild}/memories/${chess.id}?${query}`, {
      fact: "Ada loves hiking",
    })
  const refused = await correct("viewer_id=13")
  expect(refused).toMatchObject({ status: 409, body: { type: "urn:keepsake:duplicate_fact" } })
  expect(refused.body.detail).toContain(hiking.id)
  expect(await correct("viewer_id=12")).toMatchObject({ status: 200, body: { fact: "Ada loves hiking" } })
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(["Ada loves hiking", "Ada loves hiking"])
})

test("a contradiction or replacement by unreadable words is not revealed", async () => {
  const guild = "97108"
  const { hiking, chess } = await club(guild)
  await env.DB.batch([
    env.DB.prepare("UPDATE memories SET contradicts = ?, confidence = confidence / 2 WHERE id = ?").bind(
      hiking.id,
      chess.id,
    ),
    env.DB.prepare("UPDATE memories SET contradicts = ? WHERE id = ?").bind(chess.id, hiking.id),
  ])
  const get = (query: string) => ok<MemoryBody>("GET", `/v1/guilds/${guild}/memories/${chess.id}?${query}`)
  const [theirs, mods] = [await get("viewer_id=12"), await get("viewer_id=13")]
  expect(theirs).toMatchObject({ contradicts: null, confidence: chess.confidence })
  expect(mods).toMatchObject({ contradicts: hiking.id, confidence: chess.confidence / 2 })
  const contradicted = async (query: string) =>
    (await memories(guild, `?contradicted=true&${query}`)).map(({ id }) => id)
  expect(await contradicted("viewer_id=12")).toEqual([])
  expect((await contradicted("viewer_id=13")).sort()).toEqual([hiking.id, chess.id].sort())
  await env.DB.prepare(
    "UPDATE memories SET contradicts = NULL, superseded_by = ?, status = 'superseded', merged = 1, replaced_at = last_said_at WHERE id = ?",
  )
    .bind(hiking.id, chess.id)
    .run()
  const became = { superseded_by: hiking.id, merged: true, replaced_at: chess.last_said_at }
  const untold = { status: "superseded", superseded_by: null, merged: false, replaced_at: null }
  expect(await get("viewer_id=12")).toMatchObject(untold)
  expect(await get("viewer_id=13")).toMatchObject(became)
  const listed = async (query: string) => memories(guild, `?status=superseded&${query}`)
  expect(await listed("viewer_id=12")).toMatchObject([untold])
  expect(await listed("viewer_id=13")).toMatchObject([became])
  expect(await listed("")).toMatchObject([became])
  // Clears the rows set by hand above, a state that no write produces.
  await env.DB.prepare(
    "UPDATE memories SET contradicts = NULL, superseded_by = NULL, merged = 0, replaced_at = NULL, status = 'active' WHERE guild_id = ?",
  )
    .bind(guild)
    .run()
})

const bound = (channelId: string | null, userId: string | null): Principal => ({
  ...{ kind: "key", keyId: "k", scope: "read", guildId: "1", name: "key k", expiresAt: null },
  reads: { channelId, userId },
})

test.each<[string, Principal, [string | null, string | null], [string | null, string | null] | "forbidden"]>([
  ["of a free key", bound(null, null), ["2", "11"], ["2", "11"]],
  ["of a free key that states nothing", bound(null, null), [null, null], [null, null]],
  ["of a place's key that states nothing", bound("2", null), [null, null], ["2", null]],
  ["of a place's key for it", bound("2", null), ["2", null], ["2", null]],
  ["of a place's key for another", bound("2", null), ["3", null], "forbidden"],
  ["of a place's key for a person there", bound("2", null), [null, "11"], "forbidden"],
  ["of a person's key that states nothing", bound(null, "11"), [null, null], [null, "11"]],
  ["of a person's key somewhere", bound(null, "11"), ["3", null], ["3", "11"]],
  ["of a person's key for another", bound(null, "11"), [null, "12"], "forbidden"],
  ["of a key for a person in a place", bound("2", "11"), [null, "11"], ["2", "11"]],
  ["of a key for a person in a place, elsewhere", bound("2", "11"), ["3", "11"], "forbidden"],
])("a request %s is limited to what its key may read", (_, principal, [channel_id, viewer_id], expected) => {
  const settle = () => resolveReadTarget(principal, { channel_id, viewer_id })
  if (expected === "forbidden")
    expect(settle).toThrow(
      expect.objectContaining<Partial<Refused>>({ refusal: { reason: "forbidden", because: "reader" } }),
    )
  else expect(settle()).toEqual({ channelId: expected[0], userId: expected[1] })
})
