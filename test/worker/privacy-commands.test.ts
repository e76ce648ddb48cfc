/** `/privacy` shows members what is stored about them and lets them decide about it from Discord. */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { EN } from "../../src/discord/texts/en.ts"
import { deep } from "../dice.ts"
import { messageProblems } from "../discord/payload-problems.ts"
import { eraseThrough, markedGuild, markerOf, START } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, tell } from "./guild-structure.ts"
import { channelPath, hear, memories, ok, talk } from "./http.ts"
import {
  customIdsOf,
  type From,
  type Given,
  MANAGE_GUILD,
  performed,
  pressed,
  slash,
  wordsOf,
} from "./interacting.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const GUILD = (n: number) => `73820164495827${String(n).padStart(4, "0")}`
/** A user id that no other test has, because a deployment-wide opt-out applies to all tests. */
const DEE = "738201644958270011"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const ada = (guild: string, more: Partial<From> = {}): From => ({
  guild,
  channel: GENERAL,
  user: "11",
  ...more,
})

function fitting(reply: Reply): Reply {
  expect(messageProblems(replyBody(reply), reply.kind === "laid_out" ? reply.files : [])).toEqual([])
  return reply
}

/** Runs a moment later, as a person presses one button after another. */
async function run(from: From, path: string, given: Given = {}): Promise<Reply> {
  vi.setSystemTime(Date.now() + 5)
  const { went, reply } = await performed(slash("privacy", from, { path, ...given }))
  expect(went, wordsOf(reply)).toBe("well")
  return fitting(reply)
}

async function press(from: From, id: string): Promise<Reply> {
  vi.setSystemTime(Date.now() + 5)
  const { went, reply } = await performed(pressed(id, from))
  expect(went, wordsOf(reply)).toBe("well")
  return fitting(reply)
}

function idOf(reply: Reply, start: string): string {
  const id = customIdsOf(reply).find((one) => one.startsWith(start))
  if (id === undefined) throw new Error(`no ${start} in ${customIdsOf(reply)}`)
  return id
}

async function say(guild: string, user: string, id: number, words: string) {
  return ok<{ accepted: number; rejected: { reason: string }[] }>(
    "POST",
    `${channelPath(guild, GENERAL)}/messages`,
    { messages: talk(id, Date.now(), [[user, "Ada", words]]) },
  )
}

/** Ada speaks in an open channel, and moderators speak about her where she cannot read. */
async function spokenOf(guild: string, user = "11"): Promise<void> {
  await tell(guild, {
    ...guildStructure(guild),
    members: [{ user: { id: user, username: "Ada" }, roles: [], nick: null }],
  })
  await bindModel(channelOf(guild, GENERAL), () => [claim("P1", "Ada plays the hurdy-gurdy")])
  await bindModel(channelOf(guild, MOD_ROOM), (prompt) => [
    claim(/(P\d)\b.*Ada/.exec(prompt)?.[1] ?? "", "Ada argues a lot", { lines: [1] }),
  ])
  await hear(guild, GENERAL, talk(1, START - 9_000_000, [[user, "Ada", "I play the hurdy-gurdy"]]))
  await hear(
    guild,
    MOD_ROOM,
    talk(50, START - 8_000_000, [
      ["12", "Bo", "Ada argues a lot"],
      [user, "Ada", "hm"],
    ]),
  )
}

interface Document {
  counts: Record<string, number>
  memories: { fact: string }[]
  audit: { action: string }[]
  exported_at: string
}

function fileOf(reply: Reply): Document {
  const file = reply.kind === "laid_out" ? reply.files?.[0] : undefined
  if (!file) throw new Error("no file")
  return JSON.parse(file.data) as Document
}

test("the overview counts what the export holds and reveals nothing the member cannot read", async () => {
  const guild = GUILD(1)
  await spokenOf(guild)
  const page = await run(ada(guild), "see")
  expect(wordsOf(page)).toContain("You are **remembered** here")
  expect(wordsOf(page)).toMatch(
    /- 1 fact about you\n- 2 notes about conversations .*\n- 2 stored messages of yours/,
  )
  expect(wordsOf(page)).toContain("Messages: 7 days")
  expect(wordsOf(page)).not.toContain("argues")
  await ok("PUT", `/v1/guilds/${guild}/settings`, { consent: "opt_in" })
  expect(wordsOf(await run(ada(guild), "see"))).toContain("this server remembers only people who opt in")
  const stranger = await run(ada(guild, { user: "738201644958270099" }), "see")
  expect(wordsOf(stranger)).toContain("Nothing.")
})

test("the overview says who paused saving, and what is said meanwhile becomes no memory later either", async () => {
  const guild = GUILD(31)
  await spokenOf(guild)
  const paused = (read_only: boolean) => ok("PUT", `/v1/guilds/${guild}/settings`, { read_only })
  await paused(true)
  const sees = async (locale: string) => wordsOf(await run(ada(guild, { locale }), "see"))
  expect(await sees("en-US")).toContain(`${EN.privacy.pausedByServer}\n${EN.privacy.whilePaused}`)
  expect(await sees("de")).toMatch(
    /Das Team dieses Servers hat das Speichern pausiert\.\nBis es weitergeht, .* später nicht nach/,
  )
  expect(await sees("es-ES")).toMatch(
    /Quienes gestionan este servidor han pausado el guardado\.\nHasta que se reanude, .* tampoco lo haré después/,
  )
  const known = await notesIn(guild)
  expect(known).toBeGreaterThan(0)
  await say(guild, "11", 90, "I play the hurdy-gurdy in the attic at dawn")
  await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
  expect(await notesIn(guild)).toBe(known)
  await paused(false)
  await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
  expect(await notesIn(guild)).toBe(known)
  expect(await sees("en-US")).not.toContain("paused")
  expect(await sees("en-US")).toContain("3 stored messages of yours")
})

async function notesIn(guild: string): Promise<number> {
  const row = await env.DB.prepare("SELECT count(*) AS n FROM notes WHERE guild_id = ?")
    .bind(guild)
    .first<{ n: number }>()
  return row?.n ?? 0
}

test("the exported file is the document that the API returns", async () => {
  const guild = GUILD(2)
  await spokenOf(guild)
  const mine = fileOf(await run(ada(guild), "export"))
  const theirs = await ok<Document>("GET", `/v1/guilds/${guild}/members/11/export?viewer_id=11`)
  expect(mine.memories.map(({ fact }) => fact)).toEqual(["Ada plays the hurdy-gurdy"])
  // Each export is in the audit log, and so in the next export.
  const apart = ({ exported_at: _, audit, counts, ...rest }: Document) => ({
    ...rest,
    counts: { ...counts, audit: 0 },
    audit: audit.filter(({ action }) => action !== "member.export"),
  })
  expect(apart(mine)).toEqual(apart(theirs))
  const rows = await env.DB.prepare(
    "SELECT actor, target FROM audit WHERE guild_id = ? AND action = 'member.export'",
  )
    .bind(guild)
    .all()
  expect(rows.results).toContainEqual({ actor: "member 11", target: "11" })
})

test("a member who opts out is no longer heard at once, can still see and export what is known, and can opt in again", async () => {
  const guild = GUILD(3)
  await spokenOf(guild)
  expect((await say(guild, "11", 100, "before")).accepted).toBe(1)
  const out = await run(ada(guild), "opt-out")
  expect(wordsOf(out)).toContain("You have opted out")
  expect((await say(guild, "11", 101, "after")).rejected).toMatchObject([{ reason: "opted_out" }])
  const page = await press(ada(guild), idOf(out, "privacy-open:see"))
  expect(wordsOf(page)).toContain("**not remembered** here: you opted out")
  expect(wordsOf(page)).toContain("- 1 fact about you")
  expect(fileOf(await run(ada(guild), "export")).memories).toHaveLength(1)
  expect(wordsOf(await press(ada(guild), idOf(page, "privacy-consent:in")))).toContain("remembered here")
  expect((await say(guild, "11", 102, "and back")).accepted).toBe(1)
})

test("an opt-out applies in every server, and opting in to one does not silently lift it", async () => {
  const [here, there] = [GUILD(4), GUILD(5)]
  for (const guild of [here, there]) await spokenOf(guild, DEE)
  const dee = ada(here, { user: DEE })
  await run(dee, "opt-out", { values: { where: "everywhere" } })
  for (const guild of [here, there])
    expect((await say(guild, DEE, 200, "hello")).rejected).toMatchObject([{ reason: "opted_out" }])
  const notYet = await run(dee, "opt-in")
  expect(wordsOf(notYet)).toContain("you also opted out of all servers")
  expect((await say(here, DEE, 201, "hello")).rejected).toMatchObject([{ reason: "opted_out" }])
  expect(wordsOf(await press(dee, idOf(notYet, "privacy-consent:in:everywhere")))).toContain(
    "You are remembered here.",
  )
  for (const guild of [here, there]) expect((await say(guild, DEE, 202, "hello")).accepted).toBe(1)
})

test("an opt-out delivered twice is recorded once, and an old opt-in does not undo a later opt-out", async () => {
  const guild = GUILD(6)
  await spokenOf(guild)
  const out = slash("privacy", ada(guild), { path: "opt-out" })
  await performed(out)
  await performed(out)
  vi.setSystemTime(Date.now() + 1_000)
  const back = slash("privacy", ada(guild), { path: "opt-in" })
  await performed(back)
  vi.setSystemTime(Date.now() + 1_000)
  await run(ada(guild), "opt-out")
  const { reply } = await performed(back)
  expect(wordsOf(reply)).toContain("You have opted out since then.")
  expect((await say(guild, "11", 300, "hello")).rejected).toMatchObject([{ reason: "opted_out" }])
  const rows = await env.DB.prepare(
    "SELECT detail->>'consent' AS consent FROM audit WHERE guild_id = ? AND action = 'consent.set' ORDER BY seq",
  )
    .bind(guild)
    .all()
  expect(rows.results).toEqual([{ consent: "out" }, { consent: "in" }, { consent: "out" }])
})

deep("an erasure is confirmed, requested once, and reported until it is done", async () => {
  const guild = GUILD(7)
  await markedGuild(guild)
  // They changed the policy once as a manager.
  await performed(
    pressed("admin-policy:mode:0", ada(guild, { permissions: MANAGE_GUILD }), { values: ["shadow"] }),
  )
  await env.DB.prepare(
    "INSERT INTO policy_trials (guild_id, id, version, base_version, stage, share, guardrails, actor, started_at, stage_at, ended_at, ended_by) VALUES (?, 't_1', 1, 0, 'shadow', 0, '{}', 'member 11', 1, 1, 2, 'member 11')",
  )
    .bind(guild)
    .run()
  const asking = await run(ada(guild), "erase")
  expect(wordsOf(asking)).toContain("cannot be undone")
  expect(await erasuresOf(guild)).toEqual([])
  const go = pressed(idOf(asking, "privacy-erase:out"), ada(guild))
  const first = await performed(go)
  expect(wordsOf(fitting(first.reply))).toContain("Erasure in progress")
  const refresh = idOf(first.reply, "privacy-erasure")
  // Delivered again before the erasure starts, and when it is done.
  await performed(go)
  expect(await erasuresOf(guild)).toHaveLength(1)
  await eraseThrough(guild)
  expect(wordsOf((await performed(go)).reply)).toContain("Erased")
  expect(await erasuresOf(guild)).toEqual([{ state: "done" }])
  const done = await press(ada(guild), refresh)
  expect(wordsOf(done)).toMatch(/- Messages: \d+\n/)
  expect(wordsOf(done)).toMatch(/- Facts: \d+/)
  expect(wordsOf(done)).toContain("found nothing left")
  const left = await memories(guild, "?status=active")
  expect(JSON.stringify(left)).not.toContain(markerOf(guild))
  const page = await run(ada(guild), "see")
  expect(wordsOf(page)).toMatch(/you opted out\.[\s\S]*Nothing\./)
  // Earlier actions under their own id now carry a pseudonym.
  const actors = await env.DB.prepare(
    "SELECT actor FROM audit WHERE guild_id = ?1 UNION SELECT actor FROM policies WHERE guild_id = ?1 UNION SELECT actor FROM policy_trials WHERE guild_id = ?1 UNION SELECT ended_by FROM policy_trials WHERE guild_id = ?1",
  )
    .bind(guild)
    .all<{ actor: string }>()
  const named = actors.results.map(({ actor }) => actor)
  expect(named.filter((actor) => /\b11\b/.test(actor))).toEqual([])
  const policies = await env.DB.prepare("SELECT actor FROM policies WHERE guild_id = ?").bind(guild).all()
  expect(policies.results).toEqual([{ actor: expect.stringMatching(/^member p_/) }])
})

test("another member's erasure is not shown while it names them", async () => {
  const guild = GUILD(8)
  await spokenOf(guild)
  const begun = await press(ada(guild), "privacy-erase:stay")
  const { went, reply } = await performed(pressed(idOf(begun, "privacy-erasure"), ada(guild, { user: "12" })))
  expect([went, wordsOf(reply)]).toEqual([
    "refused",
    expect.stringContaining("find that erasure among your requests"),
  ])
})

test("the member's own data is not shown where others would see it", async () => {
  const guild = GUILD(9)
  await spokenOf(guild)
  const shownToAll = await performed(pressed("privacy-open:see", ada(guild), { isPublic: true }))
  expect(shownToAll.went).toBe("refused")
})

function erasuresOf(guild: string): Promise<{ state: string }[]> {
  return env.DB.prepare("SELECT state FROM erasures WHERE guild_id = ?")
    .bind(guild)
    .all<{ state: string }>()
    .then(({ results }) => results)
}

test("a member can opt out before anything was heard in a server, and a manager can switch everyone off", async () => {
  const [quiet, off] = [GUILD(91), GUILD(92)]
  expect(wordsOf(await run(ada(quiet), "opt-out"))).toContain("You have opted out")
  expect((await say(quiet, "11", 910_001, "I play the theorbo")).rejected).toMatchObject([
    { reason: "opted_out" },
  ])
  const manager = ada(off, { permissions: MANAGE_GUILD })
  const status = await performed(slash("keepsake", manager, { path: "status" }))
  expect(wordsOf(status.reply)).toContain("Keepsake in this server")
  await performed(pressed("admin-channel:default", manager, { values: ["off"] }))
  expect((await say(off, "11", 920_001, "I play the theorbo")).rejected).toMatchObject([{ reason: "off" }])
})

test("buttons below the reply to a wish to be forgotten open pages for whoever presses, for their eyes only", async () => {
  const guild = GUILD(93)
  await spokenOf(guild)
  for (const [id, words] of [
    ["privacy-show:erase", "Erase everything stored about you in this server?"],
    ["privacy-show:see", "Your privacy in this server"],
  ] as const) {
    const { went, reply } = await performed(pressed(id, ada(guild), { isPublic: true }))
    expect([went, wordsOf(reply)]).toEqual(["well", expect.stringContaining(words)])
  }
})
