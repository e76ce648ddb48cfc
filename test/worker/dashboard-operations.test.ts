/** Running Keepsake from the dashboard: keys, channels and the audit log, with no more rights than Discord gives. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { changeMany, undoIn } from "./bulk-page.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OFFTOPIC, OWNER, tell } from "./guild-structure.ts"
import { adaSays, ok, send } from "./http.ts"

const GUILD = "9461"
/** Holds Manage Server and reads no #mods. */
const MANAGER = "946101"
const MEMBER = "946102"
const MANAGING = "946150"
const MANAGE_GUILD = 1n << 5n
const BASE = `/app/g/${GUILD}/run`

beforeAll(async () => {
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "general", audience: "everyone" })
  await adaSays(GUILD, MOD_ROOM, "I love banning trolls", { name: "mods", audience: "restricted" })
  const structure = guildStructure(GUILD, [], {
    members: [member(OWNER, [], "Olga"), member(MANAGER, [MANAGING], "Mia"), member(MEMBER, [], "Ben")],
  })
  const { guild } = structure as { guild: { roles: unknown[] } }
  guild.roles.push({ id: MANAGING, name: "managers", permissions: String(MANAGE_GUILD), tags: {} })
  await tell(GUILD, structure)
})

/** Reads the guild with a token, as a bot does. */
function recallWith(token: string, body: object) {
  return send(`/v1/guilds/${GUILD}/recall`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: "what does Ada love", ...body }),
  })
}

function tokenIn(html: string): string {
  return /ks_[0-9a-f]{16}_[\w-]{43}/.exec(html)?.[0] ?? ""
}

test.each(["channels", "keys", "keys/new", "audit"])(
  "a member without rights does not see %s",
  async (page) => {
    const ben = await PageBrowser.of(MEMBER)
    expect((await ben.get(`${BASE}/${page}`)).status).toBe(403)
  },
)

test("a new key's token works, is shown once, and stops working when it is revoked", async () => {
  const olga = await PageBrowser.of(OWNER)
  const made = await olga.post(`${BASE}/keys`, {
    name: "Helper bot",
    scope: "read",
    reads: GENERAL,
    days: "30",
  })
  const token = tokenIn(made.html)
  expect((await recallWith(token, {})).status).toBe(200)
  const list = await olga.get(`${BASE}/keys`)
  expect(list.text).toContain("Helper bot")
  expect(tokenIn(list.html)).toBe("")
  const revoked = await olga.submit(`${BASE}/keys/revoke`, { key: token.slice(3, 19) })
  expect(revoked.text).toContain("Revoked.")
  expect((await recallWith(token, {})).status).toBe(401)
  expect((await ok<{ items: { state: string }[] }>("GET", `/v1/guilds/${GUILD}/keys`)).items[0]?.state).toBe(
    "revoked",
  )
})

test("a form that is sent twice creates one key", async () => {
  const olga = await PageBrowser.of(OWNER)
  const form = { act: crypto.randomUUID(), name: "Twice", scope: "read", reads: "me", days: "never" }
  expect(tokenIn((await olga.post(`${BASE}/keys`, form)).html)).not.toBe("")
  const again = await olga.submit(`${BASE}/keys`, form)
  expect(again.text).toContain("created before")
  const { items } = await ok<{ items: { name: string }[] }>("GET", `/v1/guilds/${GUILD}/keys`)
  expect(items.filter(({ name }) => name === "Twice")).toHaveLength(1)
})

test.each([
  ["of the whole server", "read", "guild"],
  ["that is an administrator", "admin", "me"],
  ["as a channel that they cannot read", "read", MOD_ROOM],
])("a manager who is no administrator creates no key %s", async (_, scope, reads) => {
  const mia = await PageBrowser.of(MANAGER)
  const before = await ok<{ items: unknown[] }>("GET", `/v1/guilds/${GUILD}/keys`)
  const refused = await mia.post(`${BASE}/keys`, { name: "More", scope, reads, days: "30" })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(tokenIn(refused.html)).toBe("")
  expect(await ok("GET", `/v1/guilds/${GUILD}/keys`)).toEqual(before)
})

test("a manager's own key reads no more than the manager", async () => {
  const mia = await PageBrowser.of(MANAGER)
  const form = { name: "Mine", scope: "read", reads: "me", days: "30" }
  const token = tokenIn((await mia.post(`${BASE}/keys`, form)).html)
  const seen = JSON.stringify((await recallWith(token, {})).body)
  expect(seen).toContain("hiking")
  expect(seen).not.toContain("trolls")
  const there = await recallWith(token, { query: "who bans trolls", channel_id: MOD_ROOM })
  expect(JSON.stringify(there.body)).not.toContain("banning")
})

test("a channel that a manager cannot read is on no page and cannot be changed", async () => {
  const mia = await PageBrowser.of(MANAGER)
  for (const page of ["channels", "keys/new", "audit"])
    expect((await mia.get(`${BASE}/${page}`)).html).not.toContain("mods")
  expect((await mia.get(`${BASE}/channels/${MOD_ROOM}`)).status).toBe(403)
  const refused = await mia.post(`${BASE}/channels`, { channel: MOD_ROOM, mode: "off", quiet: "off" })
  expect(refused.status).toBe(403)
  const { channels } = await ok<{ channels: { modes: object } }>("GET", `/v1/guilds/${GUILD}/settings`)
  expect(channels.modes).not.toHaveProperty(MOD_ROOM)
})

test("a channel's mode is changed, shown with its source, and taken back", async () => {
  const mia = await PageBrowser.of(MANAGER)
  const saved = await mia.submit(`${BASE}/channels`, { channel: OFFTOPIC, mode: "notes", quiet: "on" })
  expect(saved.text).toContain("Notes only (its own setting)")
  expect(saved.text).toContain("not answered")
  const { channels } = await ok<{ channels: { modes: object; quiet: string[] } }>(
    "GET",
    `/v1/guilds/${GUILD}/settings`,
  )
  expect(channels).toMatchObject({ modes: { [OFFTOPIC]: "notes" }, quiet: [OFFTOPIC] })
  const back = await mia.submit(`${BASE}/channels`, { channel: OFFTOPIC, mode: "inherit", quiet: "off" })
  expect(back.text).toContain("Full memory (the server default)")
})

test("the audit log says who did what, and tells a manager nothing of memory in other channels", async () => {
  const { items } = await ok<{ items: { id: string }[] }>("GET", `/v1/guilds/${GUILD}/memories`)
  for (const { id } of items.slice(0, 1)) await ok("DELETE", `/v1/guilds/${GUILD}/memories/${id}`)
  const [olga, mia] = [await PageBrowser.of(OWNER), await PageBrowser.of(MANAGER)]
  await mia.post(`${BASE}/channels`, { channel: GENERAL, mode: "full", quiet: "off" })
  const whole = await olga.get(`${BASE}/audit`)
  expect(whole.text).toContain("Forgot a memory")
  expect(whole.text).toMatch(/Changed a setting M Mia/)
  const own = await mia.get(`${BASE}/audit`)
  expect(own.text).toContain("Changed a setting")
  // What she did herself to memory is in her list, so her filter offers it.
  for (const action of ["memory.undo", "memory.forget"])
    expect(own.html).toContain(`<option value="${action}"`)
  expect(own.html).not.toContain("<span>Forgot a memory</span>")
  expect(own.html).not.toContain(items[0]?.id)
  const filtered = await olga.get(`${BASE}/audit?action=key.create`)
  expect(filtered.text).toContain("Created an API key")
  expect(filtered.html).not.toContain("Changed a setting</span>")
})

test("the audit log is filtered by the id of whoever acted, and by what was changed", async () => {
  const [olga, mia] = [await PageBrowser.of(OWNER), await PageBrowser.of(MANAGER)]
  await mia.post(`${BASE}/channels`, { channel: GENERAL, mode: "full", quiet: "off" })
  await ok("PUT", `/v1/guilds/${GUILD}/members/${MANAGER}/consent`, { consent: "in", name: "Mia" })
  const rows = async (id: string) => (await olga.get(`${BASE}/audit?target=${id}`)).html
  const hers = await rows(MANAGER)
  expect(hers).toContain("<span>Changed a setting</span>")
  expect(hers).toContain("<span>Set a person&#39;s consent</span>")
  // By the operator, of nothing of hers.
  expect(hers).not.toContain("<span>Forgot a memory</span>")
  expect(await rows(MANAGER.slice(0, -1))).toContain("Nothing matches")
  expect(await rows("9".repeat(101))).toContain("This id must have at most 100 characters.")
  const { items } = await ok<{ items: { id: string; name: string }[] }>("GET", `/v1/guilds/${GUILD}/keys`)
  const key = items.at(-1)
  await env.DB.prepare(
    "INSERT INTO audit (guild_id, at, actor, action, target) VALUES (?1, 2, ?2, 'run.start', 'night5')",
  )
    .bind(GUILD, `key ${key?.name} (${key?.id})`)
    .run()
  const ofKey = await rows(key?.id ?? "")
  expect(ofKey).toContain("<span>Started a nightly run</span>")
  expect(ofKey).toContain("<span>Created an API key</span>")
})

test("the details of the audit log are plain words, and name no channel that a manager cannot read", async () => {
  const [olga, mia] = [await PageBrowser.of(OWNER), await PageBrowser.of(MANAGER)]
  await olga.post(`${BASE}/channels`, { channel: MOD_ROOM, mode: "notes", quiet: "on" })
  await olga.post(`${BASE}/spend`, { daily_tokens: "5000", daily_neurons: "", monthly_usd: "2.5" })
  await ok("PUT", `/v1/guilds/${GUILD}/policy`, { gate: { min_confidence: 0.4 } })
  const log = await olga.get(`${BASE}/audit`)
  expect(log.text).toMatch(/Channel #\S+ What is remembered Notes only Answers no mentions Yes/)
  // Values of the form that stayed are left out.
  expect(log.text).toMatch(/Cap of tokens a day 5,000 Cap a month \$2\.5 /)
  // The first version of the guild's policy.
  expect(log.text).toMatch(/Changed the policy .{0,200} Version Version 1 Minimum confidence 0\.6 → 0\.4 /)
  expect(log.text).not.toMatch(/[a-z]_[a-z]|cause|"/)
  expect((await mia.get(`${BASE}/audit`)).text).toMatch(/Channel a channel What is remembered Notes only/)
})

test("an undo names the change that it took back, and a change of many counts and links them", async () => {
  const olga = await PageBrowser.of(OWNER)
  await adaSays(GUILD, OFFTOPIC, "I love rowing", { name: "offtopic", audience: "everyone" })
  const { items } = await ok<{ items: { id: string }[] }>("GET", `/v1/guilds/${GUILD}/memories`)
  const pages = `/app/g/${GUILD}`
  const changed = await changeMany(olga, pages, "do=lifetime-3d&all=1")
  const log = await olga.get(`${BASE}/audit?action=memory.correct`)
  expect(log.text).toMatch(/Corrected 2 memories .*Changed Keep for/)
  expect(items).toHaveLength(2)
  for (const { id } of items) expect(log.html).toContain(`href="${pages}/memories/${id}"`)
  await olga.submit(`${pages}/undo`, { undo: undoIn(changed) })
  const undone = await olga.get(`${BASE}/audit?action=memory.undo`)
  expect(undone.text).toMatch(/Undid a change .*Undid Corrected 2 memories/)
})

test("what a night deleted is no erasure of a server, and it was the night", async () => {
  await env.DB.prepare(
    "INSERT INTO audit (guild_id, at, actor, action, target, detail) VALUES (?1, 1, 'retention', 'guild.purge', ?1, '{\"windows\":3}')",
  )
    .bind(GUILD)
    .run()
  const log = await (await PageBrowser.of(OWNER)).get(`${BASE}/audit?action=guild.purge`)
  expect(log.text).toMatch(/Deleted expired data The night .*Records of conversations 3/)
})

test("why a trial ended and who read everything are told in words", async () => {
  const rows = [
    ["member 946101", "trial.end", '{"outcome":"stopped","reason":"policy_changed","stage":"shadow"}'],
    ["admin", "trial.end", '{"outcome":"rolled_back","reason":"max_junk_rate","stage":"rollout"}'],
    ["key boss (k_946199)", "read.all", null],
  ]
  await env.DB.batch(
    rows.map(([actor, action, detail]) =>
      env.DB.prepare(
        "INSERT INTO audit (guild_id, at, actor, action, target, detail) VALUES (?1, 3, ?2, ?3, 'told946', ?4)",
      ).bind(GUILD, actor, action, detail),
    ),
  )
  const log = await (await PageBrowser.of(OWNER)).get(`${BASE}/audit?target=told946`)
  expect(log.text).toContain("Reason The policy was changed")
  expect(log.text).toContain("Reason too much of what it kept was bad")
  expect(log.text).toMatch(/Read all memory with an admin key/)
  expect(log.text).not.toContain("as the operator")
})
