/** Events and attributions travel with a guild: each stays with its readers, and the target's decisions stand. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { sha256 } from "../../src/domain/hash.ts"
import { event, eventsPath, placeOf, report, settlePlaces } from "./agents.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { call, memories, ok } from "./http.ts"
import { exportedRows, type GuildExport, readExport } from "./portability-files.ts"
import { begin, importAll, sendPart } from "./portability-world.ts"

const BACKUP = "The nightly backup took 12 minutes."
const STAGED = "Apollo was deployed to staging."
const TICKETS = "Ada has three open tickets."

/** Ada and Bo read the open channels, Cy the moderators' too. Apollo belongs to both kinds of channels. */
async function office(guild: string): Promise<void> {
  const members = [member("11", [], "Ada"), member("12", [], "Bo"), member("13", [MODS], "Cy")]
  await tell(guild, guildStructure(guild, [], { members, members_complete: true }))
  await ok("PUT", `/v1/guilds/${guild}/settings`, {
    projects: { apollo: { name: "Apollo", channels: [GENERAL, MOD_ROOM] } },
  })
}

async function reported(guild: string): Promise<GuildExport> {
  await office(guild)
  await report(
    guild,
    event("backup", BACKUP, { session: "s1", platform: "cron" }),
    event("stage", STAGED, { scope: "project", scope_id: "apollo", source: "system", role: "system" }),
    event("tickets", TICKETS, { scope: "user", scope_id: "11" }),
  )
  await settlePlaces(
    placeOf(guild, "guild"),
    placeOf(guild, "project", "apollo"),
    placeOf(guild, "user", "11"),
  )
  await ok("PUT", `/v1/guilds/${guild}/identities/12`, { person: "13" })
  return readExport(guild)
}

const facts = async (guild: string, query = "") =>
  (await memories(guild, query)).map(({ fact }) => fact).sort()
const eventIds = async (guild: string, query = "") =>
  (await ok<{ items: { id: string }[] }>("GET", `${eventsPath(guild)}${query}`)).items
    .map(({ id }) => id)
    .sort()

test("facts from events are read in the target by exactly those who read them before, and go with their event", async () => {
  const exported = await reported("98410")
  await office("98411")
  await importAll("98411", exported)
  const readers = [
    "",
    "?viewer_id=11",
    "?viewer_id=12",
    "?viewer_id=13",
    `?channel_id=${GENERAL}`,
    `?channel_id=${MOD_ROOM}`,
    `?channel_id=${MOD_ROOM}&viewer_id=13`,
  ]
  for (const reader of readers) {
    expect(await facts("98411", reader), reader).toEqual(await facts("98410", reader))
    expect(await eventIds("98411", reader), reader).toEqual(await eventIds("98410", reader))
  }
  expect(await facts("98411", "?viewer_id=11")).toHaveLength(2)
  expect(await facts("98411", "?viewer_id=12")).toHaveLength(1)
  expect(await ok("GET", "/v1/guilds/98411/identities")).toMatchObject({
    items: [{ account: { id: "12" }, person: { id: "13" } }],
  })
  // It is known there, so it is neither heard twice nor kept once it is deleted.
  expect(await report("98411", event("backup", BACKUP, { session: "s1", platform: "cron" }))).toMatchObject({
    rejected: [],
  })
  await settlePlaces(placeOf("98411", "guild"))
  expect(await facts("98411")).toHaveLength(3)
  await ok("DELETE", `${eventsPath("98411")}/backup`)
  await ok("DELETE", `${eventsPath("98411")}/stage`)
  expect(await facts("98411")).toEqual(await facts("98410", "?scope=user"))
})

test("a reader's export holds the events that they may read, and no names of projects", async () => {
  const exported = await reported("98412")
  const of = async (reader: Record<string, string>) => readExport("98412", { reader })
  const ids = (one: GuildExport) => exportedRows(one, "events").map(({ id }) => id)
  expect(ids(exported).sort()).toEqual(["backup", "stage", "tickets"])
  expect(ids(await of({ viewer_id: "11" })).sort()).toEqual(["backup", "tickets"])
  expect(ids(await of({ viewer_id: "12" }))).toEqual(["backup"])
  expect(JSON.stringify(await of({ viewer_id: "12" }))).not.toMatch(/apollo|staging|tickets|identity_links/i)
})

test("the target's deletions, events and attributions stand, and so do opt-outs", async () => {
  const exported = await reported("98413")
  await office("98414")
  await report(
    "98414",
    event("backup", "The backup failed."),
    event("stage", "x", { scope: "user", scope_id: "12" }),
  )
  await settlePlaces(placeOf("98414", "guild"))
  await ok("DELETE", `${eventsPath("98414")}/stage`)
  await ok("PUT", "/v1/guilds/98414/identities/12", { person: "11" })
  await ok("PUT", "/v1/guilds/98414/members/11/consent", { consent: "out" })
  const done = await importAll("98414", exported)
  expect(done.rows.events).toEqual({ id_taken: 1, deleted: 1, opted_out: 1 })
  expect(done.rows.identity_links).toEqual({ decided_here: 1 })
  expect(await eventIds("98414")).toEqual(["backup"])
})

test("a file cannot link two accounts", async () => {
  const exported = await reported("98415")
  await office("98416")
  const forged = withHashes(
    exported,
    exported.parts.map((text) => text.replaceAll('"kind":"attribution"', '"kind":"confirmed"')),
  )
  const { body } = await begin("98416", forged)
  const answer = await sendPart("98416", body.id, 0, forged.parts[0])
  expect(answer).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("identity_links.kind") },
  })
  expect(
    await env.DB.prepare("SELECT count(*) AS n FROM identity_links WHERE guild_id = '98416'").first("n"),
  ).toBe(0)
  expect((await call("GET", "/v1/guilds/98416/identities")).body).toMatchObject({ items: [] })
})

/** One part, as an export of these lines would be. */
function withHashes({ header }: GuildExport, parts: readonly string[]): GuildExport {
  const text = parts.join("")
  const whole = sha256(sha256(text))
  return { header, parts: [text], ends: [{ rows: 0, next: null, part: 0, sha256: sha256(text), whole }] }
}
