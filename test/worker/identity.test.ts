/**
 * One person under several accounts: a link needs both, opens nothing to anybody else, and leaves everything with the
 * account it came from.
 */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { webhookSpeaker } from "../../src/identity/speaker.ts"
import { deep } from "../dice.ts"
import { eraseThrough, START } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { call, channelPath, hear, memories, ok, talk } from "./http.ts"
import { customIdsOf, type From, performed, pressed, slash, wordsOf } from "./interacting.ts"
import { as, newKey } from "./key-holder.ts"
import { quietly, setClock } from "./live.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"], at: START })

const GUILD = (n: number) => `94230164495827${String(n).padStart(4, "0")}`
const MINUTE = 60_000

/** Ada talks in #general and Bo in the moderators' room; Cy is somebody else. Ids 11, 12 and 13. */
async function club(guild: string): Promise<void> {
  await tell(guild, {
    ...guildStructure(guild),
    members: [member("11", [], "Ada"), member("12", [MODS], "Bo"), member("13", [], "Cy")],
  })
  const facts: Record<string, string> = {
    hiking: "Ada loves hiking",
    chess: "Bo plays chess",
    tea: "Cy drinks tea",
  }
  for (const channel of [GENERAL, MOD_ROOM])
    await bindModel(channelOf(guild, channel), (prompt) =>
      Object.entries(facts).flatMap(([word, fact]) => {
        const line = new RegExp(`^\\[?L?(\\d+).*I like ${word}`, "m").exec(prompt)
        const who = new RegExp(`(P\\d+)\\b.*\\b${fact.split(" ")[0]}\\b`).exec(prompt)?.[1]
        return prompt.includes(`I like ${word}`) && who
          ? [claim(who, fact, { lines: [Number(line?.[1] ?? 1)] })]
          : []
      }),
    )
  await hear(guild, GENERAL, talk(1, START - 9_000_000, [["11", "Ada", "I like hiking"]]))
  await hear(guild, GENERAL, talk(20, START - 8_000_000, [["12", "Bo", "I like chess"]]))
  await hear(guild, GENERAL, talk(40, START - 7_000_000, [["13", "Cy", "I like tea"]]))
  await hear(guild, MOD_ROOM, talk(60, START - 6_000_000, [["12", "Bo", "the vault is behind the stage"]]))
  expect((await memories(guild)).map(({ fact }) => fact).sort()).toEqual(Object.values(facts).sort())
}

const from = (guild: string, user: string): From => ({
  guild,
  channel: GENERAL,
  user,
  name: `person-${user}`,
})

async function run(who: From, path: string, values: Record<string, string> = {}, name = "privacy") {
  setClock(Date.now() + 5)
  return (await performed(slash(name, who, { path, values }))).reply
}

async function press(who: From, id: string): Promise<string> {
  setClock(Date.now() + 5)
  return wordsOf((await performed(pressed(id, who))).reply)
}

/** Gets a code as `user` and returns it. */
async function codeOf(guild: string, user: string): Promise<string> {
  const page = await press(from(guild, user), "privacy-link:code")
  return /[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(page)?.[0] ?? page
}

/** Links two accounts on Discord, as their person does. */
async function link(guild: string, a: string, b: string): Promise<void> {
  const code = await codeOf(guild, a)
  const entered = await run(from(guild, b), "link", { code: code.toLowerCase() })
  expect(wordsOf(entered)).toContain(`<@${a}>`)
  expect(await press(from(guild, b), `privacy-link:join:${a}`)).toContain("One step left")
  expect(wordsOf(await run(from(guild, a), "link"))).toContain(`<@${b}>`)
  expect(await press(from(guild, a), `privacy-link:confirm:${b}`)).toContain("Linked")
}

const linkRows = async (guild: string) =>
  (
    await env.DB.prepare("SELECT kind, account_id, person_id FROM identity_links WHERE guild_id = ?")
      .bind(guild)
      .all()
  ).results

const profileOf = async (guild: string, user: string, whom = user) =>
  wordsOf(
    (
      await performed(
        slash("profile", from(guild, user), { people: { user: { id: whom, name: "somebody" } } }),
      )
    ).reply,
  )

deep(
  "a link needs both accounts, joins their own private views, and takes nobody into a channel",
  async () => {
    const guild = GUILD(1)
    await club(guild)
    await link(guild, "11", "12")
    expect(await profileOf(guild, "11")).toMatch(/hiking[\s\S]*chess|chess[\s\S]*hiking/)
    expect(await profileOf(guild, "12")).toContain("hiking")
    const see = wordsOf(await run(from(guild, "11"), "see"))
    expect(see).toContain("2 facts about you")
    expect(see).toContain("<@12>")
    const found = await run(from(guild, "11"), "", { about: "vault stage" }, "recall")
    expect(wordsOf(found)).not.toContain("behind")
    const file = await run(from(guild, "11"), "export")
    const document = JSON.parse((file.kind === "laid_out" && file.files?.[0]?.data) || "{}")
    expect(document.accounts.map(({ user_id }: { user_id: string }) => user_id)).toEqual(["12"])
    // Their own words are theirs, wherever they said them.
    expect(JSON.stringify(document.accounts[0].messages)).toContain("vault")
  },
)

deep("what anybody else reads is the same with and without a link", async () => {
  const guild = GUILD(2)
  await club(guild)
  const key = await newKey(guild, { scope: "read", name: "reader" })
  const views = async () =>
    JSON.stringify([
      await profileOf(guild, "13", "11"),
      await profileOf(guild, "13", "12"),
      await profileOf(guild, "11", "12"),
      ...(await Promise.all(
        [
          "/memories?limit=200",
          "/members/11/profile",
          "/members/11/profile?viewer_id=11",
          "/members/12/profile?viewer_id=13",
          "/members/11/export",
          "/members/11/export?viewer_id=11",
          "/identities",
          "/audit?action=identity.attribute",
        ].map(async (path) => (await call("GET", `/v1/guilds/${guild}${path}`)).body),
      )),
      (await as(key.token, "GET", `/v1/guilds/${guild}/members/11/profile?viewer_id=11`)).body,
      (await call("GET", `/v1/guilds/${guild}/members/11/links`)).body,
      (await as(key.token, "GET", `/v1/guilds/${guild}/members/11/links`)).body,
    ]).replace(/"exported_at":"[^"]+"|\{"action":"member.export"[^}]*\}\}?,?|"audit":\d+/g, "")
  const before = await views()
  const audit = async () => (await call("GET", `/v1/guilds/${guild}/audit?limit=200`)).body
  const log = JSON.stringify(await audit()).match(/"action":"(?!member\.export|read\.all|key)[^"]+"/g)
  await link(guild, "11", "12")
  expect(await views()).toBe(before)
  expect(JSON.stringify(await audit()).match(/"action":"(?!member\.export|read\.all|key)[^"]+"/g)).toEqual(
    log,
  )
})

deep(
  "nobody takes over an account: wrong, used, expired and foreign codes, borrowed buttons and oneself",
  async () => {
    const guild = GUILD(3)
    await club(guild)
    await club(GUILD(4))
    const code = await codeOf(guild, "11")
    const enter = async (user: string, what: string, where = guild) =>
      wordsOf(await run(from(where, user), "link", { code: what }))
    const refused = "wrong, expired or already used"
    expect(await enter("11", code)).toContain(refused)
    expect(await enter("12", code, GUILD(4))).toContain(refused)
    // Nothing was entered yet: a confirmation by anybody is over before it began.
    expect(await press(from(guild, "12"), "privacy-link:join:11")).toContain("Nothing is waiting")
    expect(await enter("13", code)).toContain("<@11>")
    expect(await enter("12", code)).toContain(refused)
    expect(await press(from(guild, "12"), "privacy-link:join:11")).toContain("Nothing is waiting")
    // The account that made the code has not seen anybody confirm.
    expect(await press(from(guild, "11"), "privacy-link:confirm:13")).toContain("Nothing is waiting")
    expect(await press(from(guild, "13"), "privacy-link:join:11")).toContain("One step left")
    for (const [user, id] of [
      ["12", "privacy-link:confirm:13"],
      ["13", "privacy-link:confirm:11"],
      ["11", "privacy-link:confirm:12"],
    ] as const)
      expect(await press(from(guild, user), id)).toContain("Nothing is waiting")
    expect(await press(from(guild, "11"), "privacy-link:decline")).toContain("Canceled")
    expect(await press(from(guild, "11"), "privacy-link:confirm:13")).toContain("Nothing is waiting")
    const late = await codeOf(guild, "11")
    setClock(Date.now() + 16 * MINUTE)
    expect(await enter("12", late)).toContain(refused)
    for (let n = 0; n < 4; n++) await enter("12", `AAAAA-AAAAA-AAAA${n}`)
    const fresh = await codeOf(guild, "11")
    expect(await enter("12", fresh)).toContain("Too many attempts")
    expect(await linkRows(guild)).toEqual([])
  },
)

test("over HTTP only a key bound to the account speaks for it, and both confirm", async () => {
  const guild = GUILD(5)
  await club(guild)
  const [a, b, c] = await Promise.all(
    ["11", "12", "13"].map((viewer_id) => newKey(guild, { scope: "write", viewer_id, name: viewer_id })),
  )
  const path = (user: string, rest = "") => `/v1/guilds/${guild}/members/${user}/links${rest}`
  expect((await call("POST", path("11"))).status).toBe(403)
  expect((await as(a?.token ?? "", "POST", path("12"))).status).toBe(403)
  const { body } = await as<{ code: string }>(a?.token ?? "", "POST", path("11"))
  const entered = await as(b?.token ?? "", "POST", path("12", "/code"), { code: body.code })
  expect(entered).toMatchObject({ status: 200, body: { account: { id: "11", name: "Ada" } } })
  expect((await as(c?.token ?? "", "POST", path("13", "/code"), { code: body.code })).status).toBe(404)
  expect((await as(b?.token ?? "", "PUT", path("12", "/11"))).body).toEqual({ state: "waiting" })
  expect(await linkRows(guild)).toEqual([])
  expect((await as(a?.token ?? "", "GET", path("11"))).body).toMatchObject({
    waiting: { account: { id: "12" } },
  })
  for (const _ of ["once", "again"])
    expect((await as(a?.token ?? "", "PUT", path("11", "/12"))).body).toEqual({ state: "linked" })
  const own = await as(a?.token ?? "", "GET", `/v1/guilds/${guild}/members/11/profile`)
  expect(JSON.stringify(own.body)).toContain("chess")
  expect((await as(b?.token ?? "", "DELETE", path("12", "/11"))).status).toBe(204)
  const after = await as(a?.token ?? "", "GET", `/v1/guilds/${guild}/members/11/profile`)
  expect(JSON.stringify(after.body)).not.toContain("chess")
  expect((await as(b?.token ?? "", "DELETE", path("12", "/11"))).status).toBe(404)
})

test("a link joins its two accounts alone, and opting out with one opts out all", async () => {
  const guild = GUILD(6)
  await club(guild)
  await link(guild, "11", "12")
  await link(guild, "12", "13")
  expect(await profileOf(guild, "11")).not.toContain(" tea")
  expect(wordsOf(await run(from(guild, "11"), "opt-out"))).toContain("<@12>")
  const consents = async () =>
    (
      await env.DB.prepare(
        "SELECT id, consent FROM members WHERE guild_id = ? AND consent IS NOT NULL ORDER BY id",
      )
        .bind(guild)
        .all()
    ).results
  expect(await consents()).toEqual([
    { id: "11", consent: "out" },
    { id: "12", consent: "out" },
  ])
  // What is kept is still theirs to see.
  expect(await profileOf(guild, "11")).toContain("chess")
  expect(await profileOf(guild, "13", "11")).not.toContain("hiking")
  await run(from(guild, "11"), "opt-in")
  expect(await consents()).toMatchObject([
    { id: "11", consent: "in" },
    { id: "12", consent: "out" },
  ])
})

test("erasing one account erases all that are linked with it, says so first, and touches nobody else", async () => {
  const guild = GUILD(7)
  await club(guild)
  await link(guild, "11", "12")
  await ok("PUT", `/v1/guilds/${guild}/identities/555`, { person: "13" })
  const page = await run(from(guild, "11"), "erase")
  expect(wordsOf(page)).toContain("<@12>")
  const erase = customIdsOf(page).find((id) => id === "privacy-erase:stay") ?? ""
  await press(from(guild, "11"), erase)
  await eraseThrough(guild)
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(["Cy drinks tea"])
  expect(await linkRows(guild)).toEqual([{ kind: "attribution", account_id: "555", person_id: "13" }])
  const codes = await env.DB.prepare(
    "SELECT 1 FROM identity_codes WHERE guild_id = ? AND (account_id IN ('11', '12') OR entered_by IN ('11', '12'))",
  )
    .bind(guild)
    .all()
  expect(codes.results).toEqual([])
  const kept = await channelOf(guild, GENERAL).messagesOf("13", { after: null, limit: 10 })
  expect(kept.length).toBe(1)
})

test("a manager's attribution changes whose a memory is, and gives no right over the account", async () => {
  const guild = GUILD(8)
  await club(guild)
  const put = (account: string, person: string) =>
    call("PUT", `/v1/guilds/${guild}/identities/${account}`, { person })
  expect((await put("12", "11")).status).toBe(204)
  expect(await profileOf(guild, "13", "11")).toContain("chess")
  const recalled = await ok<{ items: { subject_id?: string; text: string }[] }>(
    "POST",
    `/v1/guilds/${guild}/recall`,
    {
      query: "chess",
      min_score: 0,
    },
  )
  expect(recalled.items.find(({ text }) => text.includes("chess"))).toMatchObject({ subject_id: "11" })
  // No chains, no cycles, nobody's own person, nobody unknown.
  for (const [account, person] of [
    ["11", "12"],
    ["11", "13"],
    ["13", "12"],
    ["13", "13"],
  ] as const)
    expect((await put(account, person)).status).toBe(409)
  expect((await put("13", "987")).status).toBe(404)
  // The export, consent and erasure of Ada leave Bo alone.
  const own = JSON.stringify(await run(from(guild, "11"), "export"))
  expect(own).not.toContain("chess")
  await run(from(guild, "11"), "opt-out")
  expect(await profileOf(guild, "13", "12")).toContain("chess")
  await run(from(guild, "11"), "opt-in")
  await ok("PUT", `/v1/guilds/${guild}/settings`, { identities: "account" })
  expect(await profileOf(guild, "13", "11")).not.toContain("chess")
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  // Bo rejects it for good.
  expect(await press(from(guild, "12"), "privacy-link:end:11")).toContain("has ended")
  expect(await profileOf(guild, "13", "11")).not.toContain("chess")
  expect((await put("12", "11")).status).toBe(409)
  expect((await put("12", "13")).status).toBe(409)
})

test("a name of a webhook is a person of its own where the guild hears webhooks, and bots stay ignored", async () => {
  const guild = GUILD(9)
  await tell(guild, guildStructure(guild))
  const say = (id: string, name: string, more: object) =>
    ok<{ accepted: number }>("POST", `${channelPath(guild, GENERAL)}/messages`, {
      messages: [
        {
          id,
          author: { id: "901", name, bot: true },
          content: "I like tea",
          timestamp: new Date(START).toISOString(),
          ...more,
        },
      ],
    })
  expect((await say("1", "Luna", { webhook_id: "901" })).accepted).toBe(0)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { webhook_speakers: true })
  expect((await say("2", "Luna", { webhook_id: "901" })).accepted).toBe(1)
  expect((await say("3", "Sol", { webhook_id: "901" })).accepted).toBe(1)
  expect((await say("4", "Beep", {})).accepted).toBe(0)
  const luna = webhookSpeaker("901", "Luna").id
  expect(luna).not.toBe(webhookSpeaker("901", "Sol").id)
  expect(luna).not.toBe(webhookSpeaker("902", "Luna").id)
  const kept = await channelOf(guild, GENERAL).messagesOf(luna, { after: null, limit: 10 })
  expect(kept.map(({ id }) => id)).toEqual(["2"])
})
