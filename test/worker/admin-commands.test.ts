/** `/keepsake` manages a server's memory from Discord, for members with Manage Server and nobody else. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { loadForm } from "../../src/discord/bot/dispatch.ts"
import { type Form, type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { COMMANDS } from "../../src/discord/features/commands.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { changePolicy, changeSettings } from "../../src/policy/change.ts"
import { formProblems, messageProblems } from "../discord/payload-problems.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, tell } from "./guild-structure.ts"
import { adaSays, channelPath, hear, memories, ok, talk } from "./http.ts"
import {
  customIdsOf,
  type From,
  type Given,
  ground,
  MANAGE_GUILD,
  nextId,
  parsed,
  performed,
  pressed,
  type RawInteraction,
  sent,
  slash,
  wordsOf,
} from "./interacting.ts"
import { night } from "./night-stage.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const GUILD = (n: number) => `61380942271505${String(n).padStart(4, "0")}`
const manager = (guild: string, more: Partial<From> = {}): From => ({
  guild,
  user: "77",
  name: "Mo",
  permissions: MANAGE_GUILD,
  ...more,
})

async function run(from: From, path: string, given: Given = {}): Promise<Reply> {
  const { went, reply } = await performed(slash("keepsake", from, { path, ...given }))
  expect(went, wordsOf(reply)).toBe("well")
  return fitting(reply)
}

async function press(from: From, id: string, values?: string[]): Promise<Reply> {
  const { went, reply } = await performed(pressed(id, from, values ? { values } : {}))
  expect(went, wordsOf(reply)).toBe("well")
  return fitting(reply)
}

function fitting(reply: Reply): Reply {
  expect(messageProblems(replyBody(reply))).toEqual([])
  return reply
}

async function opened(interaction: RawInteraction): Promise<Form> {
  const found = await loadForm(ground(), parsed(interaction))
  if (!("form" in found) || found.form === null) throw new Error("no form opened")
  expect(formProblems(found.form)).toEqual([])
  return found.form
}

function idOf(reply: Reply, start: string): string {
  const id = customIdsOf(reply).find((one) => one.startsWith(start))
  if (id === undefined) throw new Error(`no ${start} in ${customIdsOf(reply)}`)
  return id
}

const settingsOf = (guild: string) =>
  ok<{
    channels: { default: string; modes: Record<string, string>; quiet: string[] }
    read_only: boolean
    persona: string | null
    house_rules: string | null
    consent: string
    retention_days: number
    timezone: string
  }>("GET", `/v1/guilds/${guild}/settings`)

async function auditOf(guild: string): Promise<{ action: string; actor: string; detail: unknown }[]> {
  const { items } = await ok<{ items: { action: string; actor: string; detail: unknown }[] }>(
    "GET",
    `/v1/guilds/${guild}/audit`,
  )
  return items
}

/** Builds a guild with a mod room; Ada has spoken in both of its channels. */
async function known(guild: string): Promise<void> {
  await tell(guild, guildStructure(guild))
}

test("a member who cannot manage the server is refused in code, whatever Discord lets through", async () => {
  const guild = GUILD(1)
  await known(guild)
  const [keepsake] = COMMANDS.filter(({ definition }) => definition.name === "keepsake")
  expect(keepsake?.definition.default_member_permissions).toBe("32")
  const other = manager(guild, { permissions: 0n })
  const calls = [
    ...["status", "channel", "policy", "history", "review", "pause", "resume"].map((path) =>
      slash("keepsake", other, { path }),
    ),
    ...[
      "admin-channel:200",
      "admin-pause:true",
      "admin-policy:mode:0",
      "admin-rollback:0:0",
      "admin-open:review",
    ].map((id) => pressed(id, other, { values: ["off"] })),
    pressed("admin-review:approve:m_1:1:0", other),
    sent("admin-persona:x", other, { fields: { persona: "rude" }, fromMessage: false }),
    sent("admin-reworded:m_1:1:0", other, { fields: { fact: "x" } }),
  ]
  for (const call of calls) {
    const { went, reply } = await performed(call)
    expect([went, wordsOf(reply)]).toEqual(["refused", "You need the *Manage Server* permission for that."])
  }
  for (const call of [slash("keepsake", other, { path: "persona" }), pressed("admin-reword:m_1:1:0", other)])
    expect(JSON.stringify(await loadForm(ground(), parsed(call)))).toContain("Manage Server")
  expect((await settingsOf(guild)).read_only).toBe(false)
})

test("the page of an ignored channel says that mentions are not answered, quiet or not", async () => {
  const guild = GUILD(31)
  await known(guild)
  const channels = { channel: { id: GENERAL, name: "general" } }
  const off = await run(manager(guild), "channel", { channels, values: { mode: "off", quiet: false } })
  expect(wordsOf(off)).toMatch(/does not answer mentions/)
  expect(wordsOf(off)).not.toMatch(/The bot answers mentions/)
})

test("a channel is switched off, shown and reset, and each change leaves an audit row by the member", async () => {
  const guild = GUILD(2)
  await known(guild)
  await adaSays(guild, GENERAL, "I grow saffron in pots", { name: "general" })
  const channels = { channel: { id: GENERAL, name: "general" } }
  const off = await run(manager(guild), "channel", { channels, values: { mode: "off", quiet: true } })
  expect(wordsOf(off)).toMatch(/Ignored\*\*, set for this channel/)
  expect(wordsOf(off)).toMatch(/does not answer mentions/)
  const heard = await ok("POST", `${channelPath(guild, GENERAL)}/messages`, {
    messages: talk(900, NOON, [["11", "Ada", "hello"]]),
  })
  expect(heard).toMatchObject({ rejected: [{ reason: "off" }] })
  expect(wordsOf(await run(manager(guild), "channel"))).toContain(`**Ignored:** <#${GENERAL}>`)
  const back = await press(manager(guild), idOf(off, "admin-channel"), ["inherit"])
  expect(wordsOf(back)).toMatch(/Full memory\*\*, from the server default/)
  expect(wordsOf(await press(manager(guild), idOf(back, "admin-quiet")))).toContain(
    "The bot answers mentions here.",
  )
  const ignored = await run(manager(guild), "channel", { channels, values: { mode: "off" } })
  expect(wordsOf(ignored)).toContain("The bot does not answer mentions here.")
  expect(JSON.stringify(ignored)).not.toContain("admin-quiet")
  await press(manager(guild), idOf(ignored, "admin-channel"), ["inherit"])
  const all = await press(manager(guild), idOf(await run(manager(guild), "channel"), "admin-channel"), [
    "notes",
  ])
  expect(wordsOf(all)).toContain("Default: **Notes only**")
  expect((await settingsOf(guild)).channels).toEqual({ default: "notes", modes: {}, quiet: [] })
  const changes = (await auditOf(guild)).filter(({ action }) => action === "settings.change")
  expect(changes).toHaveLength(6)
  expect(changes.map(({ actor }) => actor)).toEqual(Array(6).fill("member 77"))
})

test("a channel's page says where its mode comes from", async () => {
  const guild = GUILD(3)
  const category = { id: "500", type: 4, name: "private", position: 1, permission_overwrites: [] }
  const inside = {
    id: "510",
    type: 0,
    name: "inside",
    position: 2,
    parent_id: "500",
    permission_overwrites: [],
  }
  await tell(guild, guildStructure(guild, [category, inside]))
  await run(manager(guild), "channel", {
    channels: { channel: { id: "500", name: "private", type: 4 } },
    values: { mode: "notes" },
  })
  const page = await run(manager(guild), "channel", { channels: { channel: { id: "510", name: "inside" } } })
  expect(wordsOf(page)).toContain("**Notes only**, inherited from <#500>.")
})

test("admins who change different settings at once both succeed, and each leaves an audit row", async () => {
  const guild = GUILD(4)
  await known(guild)
  await Promise.all([
    ...["1001", "1002", "1003"].map((id) =>
      run(manager(guild, { user: id }), "channel", {
        channels: { channel: { id, name: "x" } },
        values: { mode: "off" },
      }),
    ),
    run(manager(guild, { user: "1004" }), "pause"),
  ])
  const { channels, read_only } = await settingsOf(guild)
  expect(channels.modes).toEqual({ "1001": "off", "1002": "off", "1003": "off" })
  expect(read_only).toBe(true)
  const actors = (await auditOf(guild))
    .filter(({ action }) => action === "settings.change")
    .map(({ actor }) => actor)
  expect(actors.sort()).toEqual(["member 1001", "member 1002", "member 1003", "member 1004"])
})

test("an interaction delivered twice is performed once", async () => {
  const guild = GUILD(5)
  await known(guild)
  const db = guildDatabase(env, guild)
  const pause = slash("keepsake", manager(guild), { path: "pause" })
  await performed(pause)
  await run(manager(guild), "resume")
  await performed(pause)
  expect((await settingsOf(guild)).read_only).toBe(false)
  const cause = { by: { actor: "member 1", now: NOON }, cause: nextId() }
  const change = () =>
    changeSettings(db, guild, (s) => ({ ...s, timezone: "Asia/Tokyo" }), { ...cause, detail: {} })
  await change()
  await ok("PUT", `/v1/guilds/${guild}/settings`, { timezone: "Europe/Oslo" })
  await change()
  expect((await settingsOf(guild)).timezone).toBe("Europe/Oslo")
  const mode =
    (value: "manual" | "shadow") => (policy: Parameters<Parameters<typeof changePolicy>[2]>[0]) => ({
      ...policy,
      gate: { ...policy.gate, mode: value },
    })
  expect(await changePolicy(db, guild, mode("manual"), cause)).toMatchObject({ kind: "changed", version: 1 })
  await changePolicy(db, guild, mode("shadow"), { by: cause.by, cause: nextId() })
  expect(await changePolicy(db, guild, mode("manual"), cause)).toMatchObject({ kind: "same", version: 2 })
})

test("the policy is set from its page and rolls back to any earlier version", async () => {
  const guild = GUILD(6)
  await known(guild)
  const page = await run(manager(guild), "policy")
  const manual = await press(manager(guild), idOf(page, "admin-policy:mode"), ["manual"])
  expect(wordsOf(manual)).toContain("Version 1 is the current version.")
  const allowing = await press(manager(guild), idOf(manual, "admin-policy:sensitive"), ["health", "slurs"])
  expect(wordsOf(allowing)).toContain("Version 2 is the current version.")
  await press(manager(guild), idOf(allowing, "admin-policy:consent"), ["opt_in"])
  await press(manager(guild), idOf(allowing, "admin-policy:messages"), ["0"])
  await press(manager(guild), idOf(allowing, "admin-policy:notes"), ["90"])
  expect(await settingsOf(guild)).toMatchObject({
    consent: "opt_in",
    retention_days: 0,
    retention: { notes_days: 90, audit_days: 365 },
  })
  const history = await run(manager(guild), "history")
  expect(wordsOf(history)).toMatch(/Version 2\*\* · <@77>.* · current/)
  expect(wordsOf(history)).toMatch(/Version 0\*\* · the defaults\n.*mode "auto"/)
  const back = await press(manager(guild), idOf(history, "admin-rollback:1:2"))
  expect(wordsOf(back)).toContain("Restored version 1 as version 3.")
  const policy = await ok("GET", `/v1/guilds/${guild}/policy`)
  expect(policy).toMatchObject({ version: 3, gate: { mode: "manual" }, sensitive: { health: "refuse" } })
})

test("a choice on an outdated page is refused with the reason", async () => {
  const guild = GUILD(7)
  await known(guild)
  const page = await run(manager(guild), "policy")
  await press(manager(guild, { user: "78" }), idOf(page, "admin-policy:sensitive"), ["health"])
  const late = await press(manager(guild), idOf(page, "admin-policy:sensitive"), ["politics"])
  expect(wordsOf(late)).toContain("Someone else changed the policy")
  const history = await run(manager(guild), "history")
  await press(manager(guild, { user: "78" }), idOf(late, "admin-policy:mode"), ["shadow"])
  const stale = await press(manager(guild), idOf(history, "admin-rollback:0:1"))
  expect(wordsOf(stale)).toContain("Version 2 took effect in the meantime")
  expect(await ok("GET", `/v1/guilds/${guild}/policy`)).toMatchObject({
    version: 2,
    sensitive: { health: "allow", politics: "refuse" },
  })
})

test("an invalid number is refused and changes nothing", async () => {
  const guild = GUILD(8)
  await known(guild)
  for (const [id, value] of [
    ["admin-policy:messages:0", "400"],
    ["admin-policy:confidence:0", "7"],
    ["admin-policy:mode:0", "rude"],
    ["admin-channel:200", "loud"],
    ["admin-channel:abc", "off"],
  ] as const)
    expect((await performed(pressed(id, manager(guild), { values: [value] }))).went).toBe("refused")
  expect((await auditOf(guild)).filter(({ actor }) => actor === "member 77")).toEqual([])
})

/** Two facts wait for approval in #general, and one in the mod room. */
async function waiting(guild: string): Promise<void> {
  await known(guild)
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  await bindModel(channelOf(guild, GENERAL), () => [
    claim("P1", "Ada grows saffron"),
    claim("P1", "Ada restores pianos"),
  ])
  await bindModel(channelOf(guild, MOD_ROOM), () => [claim("P1", "Ada was warned for spam")])
  await hear(guild, GENERAL, talk(1, NOON, [["11", "Ada", "I grow saffron and restore pianos"]]))
  await hear(guild, MOD_ROOM, talk(50, NOON, [["11", "Ada", "Ada was warned for spam"]]))
}

test("a review shows and counts only facts the manager can read", async () => {
  const guild = GUILD(9)
  await waiting(guild)
  const outsider = await run(manager(guild), "review")
  expect(wordsOf(outsider)).toContain("Review: 1 of 2")
  const next = await press(manager(guild), idOf(outsider, "admin-review:next"))
  expect(wordsOf(next)).toContain("Review: 2 of 2")
  expect(wordsOf(outsider) + wordsOf(next)).not.toContain("spam")
  expect(wordsOf(await run(manager(guild, { roles: [MODS] }), "review"))).toContain("Review: 1 of 3")
  // Knowing the id of an unreadable fact does not help either.
  const [hidden] = (await memories(guild, "?q=spam")).map(({ id }) => id)
  await press(manager(guild), `admin-review:approve:${hidden}:1:0`)
  const { went } = await performed(
    sent(`admin-reworded:${hidden}:1:0`, manager(guild), { fields: { fact: "x" } }),
  )
  expect(went).toBe("well")
  expect((await memories(guild, "?q=spam")).map(({ status }) => status)).toEqual(["queued"])
  expect(wordsOf(await run(manager(guild), "status"))).toContain("2 to review")
})

test("queued facts are approved, rejected or reworded, and the count goes down", async () => {
  const guild = GUILD(10)
  await waiting(guild)
  const mod = manager(guild, { roles: [MODS] })
  const first = await run(mod, "review")
  expect(wordsOf(first)).toMatch(/I grow saffron/)
  const approve = idOf(first, "admin-review:approve")
  const second = await press(mod, approve)
  expect(wordsOf(second)).toContain("Approved.")
  expect(wordsOf(second)).toContain("Review: 1 of 2")
  // The second press finds the fact decided already.
  expect(wordsOf(await press(mod, approve))).toContain("already decided")
  const third = await press(mod, idOf(second, "admin-review:reject"))
  expect(wordsOf(third)).toContain("Review: 1 of 1")
  const form = await opened(pressed(idOf(third, "admin-reword:"), mod))
  const secret = await performed(
    sent(form.custom_id, mod, { fields: { fact: "Ada's password is hunter2hunter2" } }),
  )
  expect(secret.went).toBe("refused")
  const done = await performed(sent(form.custom_id, mod, { fields: { fact: "Ada knows the rules now" } }))
  expect(wordsOf(fitting(done.reply))).toContain("Nothing to review.")
  const left = await memories(guild, "")
  expect(left.map(({ fact, status }) => [fact, status]).sort()).toEqual([
    ["Ada grows saffron", "active"],
    ["Ada knows the rules now", "active"],
  ])
  const rows = (await auditOf(guild)).filter(({ action }) =>
    /^memory\.(?:correct|approve|reject)$/.test(action),
  )
  expect(rows.map(({ actor }) => actor)).toEqual(["member 77", "member 77", "member 77"])
})

/** Bo contradicts what Ada said about herself. */
async function contradict(guild: string): Promise<void> {
  await bindModel(channelOf(guild, GENERAL), (prompt) =>
    prompt.includes("not like")
      ? [
          claim(/(P\d)\b.*Ada/.exec(prompt)?.[1] ?? "", "Ada does not like coriander", {
            lines: [1],
            confidence: 0.8,
          }),
        ]
      : [claim("P1", "Ada likes coriander")],
  )
  await hear(guild, GENERAL, talk(1, NOON, [["11", "Ada", "I like coriander"]]))
  const bo = talk(50, NOON + 600_000, [["12", "Bo", "Ada does not like coriander"]])
  await hear(guild, GENERAL, [...bo, ...talk(51, NOON + 610_000, [["11", "Ada", "hm"]])])
  expect((await memories(guild)).every(({ contradicts }) => contradicts !== null)).toBe(true)
}

test("a contradiction shows both facts with their sources, and the manager keeps either one", async () => {
  const guild = GUILD(11)
  await known(guild)
  await contradict(guild)
  const page = await run(manager(guild), "review")
  expect(wordsOf(page)).toContain("Review: 1 of 1")
  expect(wordsOf(page)).toMatch(/\*\*A\*\*[\s\S]*\*\*B\*\*/)
  // Each fact shows who said it and where.
  for (const author of ["<@11>", "<@12>"]) expect(wordsOf(page)).toContain(`${author} in <#${GENERAL}>`)
  const done = await press(manager(guild), idOf(page, "admin-review:other"))
  expect(wordsOf(done)).toContain("Nothing to review.")
  expect(await memories(guild)).toHaveLength(1)
})

test("a contradiction whose facts are both kept is not asked about again", async () => {
  const guild = GUILD(20)
  await known(guild)
  await contradict(guild)
  const page = await run(manager(guild), "review")
  const done = await press(manager(guild), idOf(page, "admin-review:both"))
  expect(wordsOf(done)).toContain("Approved both.")
  expect(wordsOf(done)).toContain("Nothing to review.")
  expect((await memories(guild)).map(({ contradicts }) => contradicts)).toEqual([null, null])
  const late = await press(manager(guild), idOf(page, "admin-review:both"))
  expect(wordsOf(late)).toContain("was already decided")
})

test("the persona form opens with the current text and refuses to overwrite a newer version", async () => {
  const guild = GUILD(12)
  await known(guild)
  const open = () => opened(slash("keepsake", manager(guild), { path: "persona" }))
  const [mine, theirs] = [await open(), await open()]
  const send = (id: string, fields: Record<string, string>) =>
    performed(sent(id, manager(guild), { fields, fromMessage: false }))
  const set = await send(mine.custom_id, { persona: "A dry librarian", house_rules: "No *puns*" })
  expect(wordsOf(fitting(set.reply))).toContain("> A dry librarian")
  expect(wordsOf(set.reply)).toContain("No \\*puns\\*")
  expect((await send(theirs.custom_id, { persona: "A pirate", house_rules: "" })).went).toBe("refused")
  expect(JSON.stringify(await open())).toContain("A dry librarian")
  await send((await open()).custom_id, { persona: " ", house_rules: "No puns" })
  expect(await settingsOf(guild)).toMatchObject({ persona: null, house_rules: "No puns" })
  // Audit rows hold no text that people wrote.
  expect(JSON.stringify(await auditOf(guild))).not.toMatch(/librarian|puns/)
})

test("a paused guild remembers nothing, a resumed one does, and the status shows which it is", async () => {
  const guild = GUILD(13)
  await known(guild)
  await adaSays(guild, GENERAL, "I live in Lisbon", { name: "general" })
  expect((await memories(guild)).length).toBe(1)
  expect(wordsOf(await run(manager(guild), "pause"))).toContain("Paused")
  await adaSays(guild, "210", "I work as a nurse", { name: "offtopic" })
  expect((await memories(guild)).length).toBe(1)
  const status = await run(manager(guild), "status")
  expect(wordsOf(status)).toMatch(/Paused: nothing new is saved/)
  expect(wordsOf(status)).toMatch(/2 full memory · 0 notes only · 0 ignored/)
  expect(wordsOf(status)).toMatch(/1 fact about 1 person/)
  expect(wordsOf(status)).toMatch(/Messages are processed by rules, without a model/)
  await press(manager(guild), idOf(status, "admin-pause"))
  expect((await settingsOf(guild)).read_only).toBe(false)
  for (const page of ["channel", "policy", "history", "review", "status"])
    await press(manager(guild), `admin-open:${page}`)
})

test("the status summarizes the last night and ignores a night skipped because another was running", async () => {
  const guild = GUILD(14)
  await known(guild)
  await adaSays(guild, GENERAL, "I live in Lisbon", { name: "general" })
  expect(wordsOf(await run(manager(guild), "status"))).not.toContain("Last night")
  await night(guild, { at: NOON + 86_400_000 })
  await env.DB.prepare(
    `INSERT INTO runs (id, guild_id, day, trigger, requested_by, state, started_at, finished_at)
    VALUES (?, ?, '2026-11-22', 'schedule', 'schedule', 'skipped', ?, ?)`,
  )
    .bind(`${guild}_2026-11-22`, guild, NOON + 2 * 86_400_000, NOON + 2 * 86_400_000)
    .run()
  const said = wordsOf(await run(manager(guild), "status"))
  expect(said).toMatch(new RegExp(`Last nightly run \\(<t:${(NOON + 86_400_000) / 1_000}:R>\\): \\w`))
})
