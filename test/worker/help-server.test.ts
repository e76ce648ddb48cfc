/** /help says what the bot does and hears here; /server lists rules, decisions and events, to forget and to pin. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { hear, memories, ok, talk } from "./http.ts"
import { customIdsOf, type From, MANAGE_GUILD, pressed, replied, slash, wordsOf } from "./interacting.ts"

const START = Date.parse("2084-03-01T12:00:00Z")
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

let guilds = 0

async function server(settings: Record<string, unknown> = {}) {
  guilds += 1
  const guild = `71294618033722${String(guilds).padStart(4, "0")}`
  await ok("PUT", `/v1/guilds/${guild}/settings`, settings)
  const members = [member("11", [], "Ada"), member("12", [MODS], "Bo"), member("14", [], "Di")]
  await tell(guild, { ...guildStructure(guild), members })
  const at = { guild, channel: GENERAL }
  const people = {
    ada: { ...at, user: "11", name: "Ada" } satisfies From,
    bo: { ...at, user: "12", name: "Bo", roles: [MODS] } satisfies From,
    di: { ...at, user: "14", name: "Di", permissions: MANAGE_GUILD } satisfies From,
  }
  return { guild, ...people }
}

const tells = (who: From, fact: string) => replied(slash("remember", who, { values: { fact } }))

test("/help says in plain words what to ask, find, tell and change, and managers read of /keepsake", async () => {
  const { ada, di } = await server()
  const words = wordsOf(await replied(slash("help", ada)))
  for (const name of ["/ask", "/recall", "/recap", "/server", "/remember", "/profile", "/forget", "/privacy"])
    expect(words).toMatch(new RegExp(`\`${name}(?: see)?\``))
  expect(words).toContain("I read this channel and answer mentions here.")
  expect(words).toContain("can't remind you")
  expect(words).not.toContain("`/keepsake")
  const page = await replied(slash("help", di))
  expect(wordsOf(page)).toContain("/keepsake")
  const [profile = "", privacy = ""] = customIdsOf(page)
  expect(wordsOf(await replied(pressed(profile, di)))).toContain("I know nothing about you yet")
  expect(wordsOf(await replied(pressed(privacy, di)))).toContain("Your privacy in this server")
})

test("/help in a channel that is off, quiet or paused says so", async () => {
  const { guild, ada } = await server({ channels: { modes: { [GENERAL]: "off" } } })
  const here = async () => wordsOf(await replied(slash("help", ada)))
  expect(await here()).toContain("I am switched off in this channel")
  await ok("PUT", `/v1/guilds/${guild}/settings`, { channels: { quiet: [GENERAL] }, read_only: true })
  expect(await here()).toContain("I don't answer mentions in this channel.")
  expect(await here()).toContain("Saving is paused")
  await ok("PUT", `/v1/guilds/${guild}/settings`, { channels: { modes: { [GENERAL]: "off" } } })
  expect(wordsOf(await replied(slash("help", { ...ada, thread: "555" })))).toContain(
    "I am switched off in this channel",
  )
})

test("/recap of a channel that is off says so, and of a closed one no more than of an empty one", async () => {
  const { ada } = await server({ channels: { modes: { [GENERAL]: "off", [MOD_ROOM]: "off" } } })
  const of = async (id: string) =>
    wordsOf(await replied(slash("recap", ada, { channels: { channel: { id, name: "there" } } })))
  expect(await of(GENERAL)).toContain(`I am switched off in <#${GENERAL}>`)
  expect((await of(MOD_ROOM)).replace(MOD_ROOM, "X")).toBe((await of("999")).replace("999", "X"))
})

test("/recap of a channel that was switched off after it was read says so above what was noted", async () => {
  const { guild, ada } = await server()
  await hear(
    guild,
    GENERAL,
    talk(1_000, START - 3_600_000, [
      ["11", "Ada", "I live in Oslo"],
      ["12", "Bo", "I work as a nurse"],
    ]),
  )
  const recap = () => replied(slash("recap", ada, { channels: { channel: { id: GENERAL, name: "there" } } }))
  expect(wordsOf(await recap())).not.toContain("switched off")
  await ok("PUT", `/v1/guilds/${guild}/settings`, { channels: { modes: { [GENERAL]: "off" } } })
  const page = wordsOf(await recap())
  expect(page).toContain(`I am switched off in <#${GENERAL}>`)
  expect(page).toContain("**Ada lives in Oslo**. Bo works as a nurse.")
})

test("/server lists rules, decisions and events under headings, or one kind", async () => {
  const { ada } = await server()
  expect(wordsOf(await replied(slash("server", ada)))).toContain(
    "I know no rules, decisions or events of this server",
  )
  await tells(ada, "our raid is on Thursday at 20:00")
  await tells(ada, "our guild bank is run by Bo")
  const page = wordsOf(await replied(slash("server", ada)))
  expect(page).toMatch(/^## About this server\n-# \d facts?/)
  expect(page).toMatch(/### (?:Rules|Decisions and facts|Events)/)
  expect(page).toMatch(/### Events\nThe raid is on Thursday/)
  const kinds = ["rules", "decisions", "events"]
  const each = await Promise.all(
    kinds.map(async (about) => wordsOf(await replied(slash("server", ada, { values: { about } })))),
  )
  expect(each.filter((words) => words.includes("The raid is on Thursday"))).toHaveLength(1)
  expect(each.join()).not.toContain("###")
})

test("a fact of the server can be pinned, stands first, and is unpinned or forgotten again", async () => {
  const { guild, ada, bo, di } = await server()
  await tells(ada, "our chess club meets on Fridays")
  vi.setSystemTime(START + 60_000)
  await tells(ada, "our book club meets on Tuesdays")
  const idsOf = async (who: From) =>
    customIdsOf(await replied(slash("server", who))).filter((id) => id.startsWith("server-fact:"))
  const [, older = ""] = await idsOf(ada)
  const detail = await replied(pressed(older, ada))
  const pin = customIdsOf(detail).find((id) => id.startsWith("server-pin:on:")) ?? ""
  const pinned = await replied(pressed(pin, ada))
  expect(wordsOf(pinned)).toContain("Pinned: it comes first and is permanent")
  expect((await idsOf(ada))[0]?.split(":")[1]).toBe(older.split(":")[1])
  expect(wordsOf(await replied(slash("server", ada)))).toContain("📌 pinned")
  expect(wordsOf(await replied(pressed(pin, ada)))).toContain("Pinned")
  const off = customIdsOf(pinned).find((id) => id.startsWith("server-pin:off:")) ?? ""
  expect(customIdsOf(await replied(pressed((await idsOf(bo))[0] ?? "", bo))).join()).not.toMatch(
    /pin|forget|correct/,
  )
  expect(wordsOf(await replied(pressed(off, bo)))).not.toContain("Unpinned")
  expect(wordsOf(await replied(pressed(off, di)))).toContain("Unpinned")
  const shown = await replied(pressed((await idsOf(di))[0] ?? "", di))
  const forget = customIdsOf(shown).find((id) => id.startsWith("forget:")) ?? ""
  await replied(pressed(forget, di))
  expect(await memories(guild)).toHaveLength(1)
  expect(customIdsOf(shown).some((id) => id.startsWith("server:all:"))).toBe(true)
})

test("facts of closed channels do not appear in /server for those who cannot read them", async () => {
  const { guild, ada, bo } = await server()
  await hear(
    guild,
    MOD_ROOM,
    talk(6_000, START - 3_600_000, [
      ["12", "Bo", "let's settle it: our audit night is on Friday"],
      ["14", "Di", "agreed, our audit night is on Friday"],
    ]),
  )
  await tells({ ...bo, channel: MOD_ROOM }, "our raid is on Thursday at 20:00")
  expect(wordsOf(await replied(slash("server", ada)))).not.toMatch(/audit night/i)
})
