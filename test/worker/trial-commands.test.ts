/** `/keepsake policy`, *Try a change first*: a manager tries, compares, rolls out, applies, stops and undoes a change. */
import { expect, test } from "vitest"
import { type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { messageProblems } from "../discord/payload-problems.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, tell } from "./guild-structure.ts"
import { hear, memories, ok, talk } from "./http.ts"
import { customIdsOf, type From, MANAGE_GUILD, performed, pressed, slash, wordsOf } from "./interacting.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const ADMINISTRATOR = 1n << 3n
const GUILD = (n: number) => `61380942271517${String(n).padStart(4, "0")}`
const manager = (guild: string, more: Partial<From> = {}): From => ({
  guild,
  user: "77",
  name: "Mo",
  permissions: MANAGE_GUILD | ADMINISTRATOR,
  ...more,
})

async function press(from: From, page: Reply, start: string, values?: string[]): Promise<Reply> {
  const id = customIdsOf(page).find((one) => one.startsWith(start))
  if (id === undefined) throw new Error(`no ${start} among ${customIdsOf(page).join(" ")}`)
  const { went, reply } = await performed(pressed(id, from, values ? { values } : {}))
  expect(went, wordsOf(reply)).toBe("well")
  expect(messageProblems(replyBody(reply))).toEqual([])
  return reply
}

/** The page of changes to try, from `/keepsake policy`. */
async function tryPage(guild: string): Promise<Reply> {
  const { reply } = await performed(slash("keepsake", manager(guild), { path: "policy" }))
  return press(manager(guild), reply, "admin-open:trial")
}

async function says(guild: string, channel: string, first: number, ...facts: [string, number][]) {
  await bindModel(channelOf(guild, channel), () =>
    facts.map(([fact, confidence]) => claim("P1", fact, { confidence })),
  )
  const words = facts.map(([fact]) => fact.replace("Ada", "I")).join(" and ")
  await hear(guild, channel, talk(first, NOON, [["11", "Ada", words]]))
}

test("a change runs hidden, shows its difference, and takes effect when it is applied", async () => {
  const guild = GUILD(1)
  await tell(guild, guildStructure(guild))
  const started = await press(manager(guild), await tryPage(guild), "admin-try:confidence", ["0.9"])
  expect(wordsOf(started)).toContain("Running in shadow")
  expect(wordsOf(started)).toContain("`gate.min_confidence`: 0.6 → 0.9")
  expect(wordsOf(started)).toContain("No claims yet")

  await says(guild, GENERAL, 1, ["Ada grows saffron", 0.99], ["Ada restores pianos", 0.75])
  const kept = (await memories(guild)).map(({ fact }) => fact).sort()
  expect(kept).toEqual(["Ada grows saffron", "Ada restores pianos"])
  const shown = await press(manager(guild), started, "admin-trial:refresh")
  expect(wordsOf(shown)).toContain("2 claims judged by both")
  expect(wordsOf(shown)).toContain("The candidate would reject")
  expect(wordsOf(shown)).toContain("Ada restores pianos")

  const compared = await press(manager(guild), shown, "admin-trial:compare")
  expect(wordsOf(compared)).toMatch(/Not certifiable yet|No difference/)

  const applied = await press(manager(guild), compared, "admin-trial:adopt")
  expect(wordsOf(applied)).toContain("Version 1 is now the current version")
  expect(await ok("GET", `/v1/guilds/${guild}/policy`)).toMatchObject({
    version: 1,
    gate: { min_confidence: 0.9 },
  })
  const { reply: history } = await performed(slash("keepsake", manager(guild), { path: "history" }))
  expect(wordsOf(await press(manager(guild), history, "admin-rollback:0"))).toContain("Restored version 0")
  expect(await ok("GET", `/v1/guilds/${guild}/policy`)).toMatchObject({ gate: { min_confidence: 0.6 } })
})

test("a rollout grows from its page, and stopping it leaves the policy as it was", async () => {
  const guild = GUILD(2)
  await tell(guild, guildStructure(guild))
  const started = await press(manager(guild), await tryPage(guild), "admin-try:mode", ["manual"])
  const some = await press(manager(guild), started, "admin-trial:rollout")
  expect(wordsOf(some)).toContain("Decides 10%")
  const half = await press(manager(guild), some, "admin-trial:rollout")
  expect(wordsOf(half)).toContain("Decides 50%")
  expect(customIdsOf(half).some((id) => id.startsWith("admin-trial:rollout"))).toBe(false)
  const stopped = await press(manager(guild), half, "admin-trial:stop")
  expect(wordsOf(stopped)).toContain("The policy has not changed")
  expect(await ok("GET", `/v1/guilds/${guild}/policy`)).toMatchObject({ version: 0, gate: { mode: "auto" } })
  // An old page finds the trial over.
  const id = customIdsOf(half).find((one) => one.startsWith("admin-trial:adopt")) ?? ""
  expect((await performed(pressed(id, manager(guild)))).went).toBe("refused")
})

test("a page of an earlier policy starts no trial, nor does anybody without Manage Server", async () => {
  const guild = GUILD(3)
  await tell(guild, guildStructure(guild))
  const page = await tryPage(guild)
  await ok("PATCH", `/v1/guilds/${guild}/policy`, { gate: { max_writes_per_hour: 40 } })
  expect(wordsOf(await press(manager(guild), page, "admin-try:mode", ["manual"]))).toContain(
    "has changed since",
  )
  const fresh = await tryPage(guild)
  const id = customIdsOf(fresh).find((one) => one.startsWith("admin-try:mode")) ?? ""
  const member = manager(guild, { user: "78", permissions: 0n })
  expect((await performed(pressed(id, member, { values: ["manual"] }))).went).toBe("refused")
  expect((await performed(pressed(id, manager(guild), { values: ["rude"] }))).went).toBe("refused")
  expect(await ok("GET", `/v1/guilds/${guild}/policy/trials`)).toMatchObject({ items: [] })
})

test("a manager who does not read every channel sees no figures and no examples", async () => {
  const guild = GUILD(4)
  await tell(guild, guildStructure(guild))
  const started = await press(manager(guild), await tryPage(guild), "admin-try:confidence", ["0.9"])
  await says(guild, MOD_ROOM, 50, ["Ada was warned for spam", 0.75])
  const limited = manager(guild, { permissions: MANAGE_GUILD })
  for (const button of ["refresh", "compare"]) {
    const shown = await press(limited, started, `admin-trial:${button}`)
    expect(wordsOf(shown)).toContain("only administrators can see them")
    expect(wordsOf(shown)).not.toMatch(/spam|judged by both|past claims/)
  }
  const whole = await press(manager(guild), started, "admin-trial:refresh")
  expect(wordsOf(whole)).toContain("1 claim judged by both")
  // Nobody has judged a fact here, so no percentage is shown.
  const compared = wordsOf(await press(manager(guild), started, "admin-trial:compare"))
  expect(compared).toMatch(/unknown with the current policy, unknown with the candidate/)
})

test("the comparison covers recalls as it does over HTTP", async () => {
  const guild = GUILD(5)
  await tell(guild, guildStructure(guild))
  await says(guild, GENERAL, 1, ["Ada grows saffron", 0.99], ["Ada restores pianos", 0.95])
  await ok("POST", `/v1/guilds/${guild}/policy/trials`, { candidate: { recall: { max_items: 1 } } })
  await ok("POST", `/v1/guilds/${guild}/recall`, {
    query: "Ada saffron pianos",
    channel_id: GENERAL,
    log: true,
  })
  const { reply } = await performed(slash("keepsake", manager(guild), { path: "policy" }))
  const page = await press(manager(guild), reply, "admin-open:trial")
  const compared = await press(manager(guild), page, "admin-trial:compare")
  expect(wordsOf(compared)).toContain("1 of 1 past recalls would show something else")
  const { certificate } = await ok<{ certificate: { verdict: string } }>(
    "POST",
    `/v1/guilds/${guild}/policy/replay`,
    { candidate: { recall: { max_items: 1 } } },
  )
  expect(certificate.verdict).toBe("not_yet")
  expect(wordsOf(compared)).toContain("Not certifiable yet")
})
