/** Pages show pictures of people, which are never stored, and the server's icon. */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { storeGuild } from "../../src/access/structure.ts"
import { RoleShape } from "../../src/access/structure-shapes.ts"
import type { Reply } from "../../src/discord/bot/ui/command.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { dumpDatabase } from "./dump.ts"
import { GENERAL, guildStructure, member, OWNER, tell } from "./guild-structure.ts"
import { hear, ok, talk } from "./http.ts"
import { customIdsOf, type From, onPerson, pressed, replied, slash } from "./interacting.ts"

const START = Date.parse("2083-03-01T12:00:00Z")
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const [ADAS, BOS, ICON] = [
  "a_1f2e3d4c5b6a79880f1e2d3c4b5a6978",
  "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
  "77".repeat(16),
]
const ADAS_PICTURE = `https://cdn.discordapp.com/avatars/11/${ADAS}.png?size=128`
const BOS_PICTURE = `https://cdn.discordapp.com/avatars/12/${BOS}.png?size=128`

let guilds = 0

async function server(icon: string | null = null) {
  guilds += 1
  const guild = `71294618033733${String(guilds).padStart(4, "0")}`
  const structure = guildStructure(guild)
  const members = [member("11", [], "Ada"), member("12", [], "Bo")]
  await tell(guild, { ...structure, guild: { ...(structure.guild as object), icon }, members })
  await hear(
    guild,
    GENERAL,
    talk(1_000, START - 3_600_000, [
      ["11", "Ada", "I live in Oslo"],
      ["11", "Ada", "I play the cello"],
      ["12", "Bo", "I live in Bergen"],
      ["12", "Bo", "I work as a nurse"],
    ]),
  )
  const ada: From = { guild, channel: GENERAL, user: "11", name: "Ada", avatar: ADAS }
  return {
    guild,
    ada,
    roles: (structure.guild as { roles: unknown[] }).roles.map((one) => RoleShape.parse(one)),
  }
}

const BO = { id: "12", name: "Bo", avatar: BOS }

/** The addresses of all pictures on a page. */
function picturesOn(reply: Reply): string[] {
  return [...JSON.stringify(reply).matchAll(/"media":\{"url":"([^"]+)"/g)].map(([, url = ""]) => url)
}

const idOn = (reply: Reply, start: string) => customIdsOf(reply).find((id) => id.startsWith(start)) ?? ""

test("a profile, its facts and their sources show the person's picture, page after page", async () => {
  const { ada } = await server()
  for (const [first, picture] of [
    [slash("profile", ada), ADAS_PICTURE],
    [slash("profile", ada, { people: { user: BO } }), BOS_PICTURE],
    [onPerson("What do you know?", ada, BO), BOS_PICTURE],
  ] as const) {
    const profile = await replied(first)
    expect(picturesOn(profile)).toEqual([picture])
    const fact = await replied(pressed(idOn(profile, "open:"), ada, { on: profile }))
    expect(picturesOn(fact)).toEqual([picture])
    const sources = await replied(pressed(idOn(fact, "sources:"), ada, { on: fact }))
    expect(picturesOn(sources)).toEqual([picture])
    const again = await replied(pressed(idOn(fact, "page:"), ada, { on: fact }))
    expect(picturesOn(again)).toEqual([picture])
  }
})

test("without a known picture the pages are the same without one", async () => {
  const { ada } = await server()
  const { avatar: _, ...plain } = ada
  const profile = await replied(slash("profile", plain))
  expect(picturesOn(profile)).toEqual([])
  expect(picturesOn(await replied(pressed(idOn(profile, "open:"), plain, { on: profile })))).toEqual([])
  const others = await replied(slash("profile", plain, { people: { user: { id: "12", name: "Bo" } } }))
  expect(picturesOn(others)).toEqual([])
  expect(picturesOn(await replied(slash("server", plain)))).toEqual([])
})

test("people who opted out have no picture, not even on a page that showed it before", async () => {
  const { guild, ada } = await server()
  const profile = await replied(slash("profile", ada, { people: { user: BO } }))
  await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "out" })
  const later = await replied(slash("profile", ada, { people: { user: BO } }))
  expect(picturesOn(later)).toEqual([])
  expect(picturesOn(await replied(pressed("page:12.s", ada, { on: profile })))).toEqual([])
  expect(picturesOn(await replied(slash("privacy", ada, { path: "see" })))).toEqual([ADAS_PICTURE])
  await ok("PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "out" })
  expect(picturesOn(await replied(slash("privacy", ada, { path: "see" })))).toEqual([])
})

test("nothing of a person's picture is stored", async () => {
  const { ada } = await server()
  await replied(slash("profile", ada, { people: { user: BO } }))
  await replied(slash("remember", ada, { values: { fact: "I keep bees" } }))
  const held = (await dumpDatabase()).filter(({ text }) => text.includes(ADAS) || text.includes(BOS))
  expect(held).toEqual([])
})

test("the server's icon stands on its pages until it is changed or removed", async () => {
  const { guild, ada, roles } = await server(ICON)
  await replied(slash("remember", ada, { values: { fact: "our book club meets on Tuesdays" } }))
  const icon = (hash: string) => `https://cdn.discordapp.com/icons/${guild}/${hash}.png?size=128`
  const shown = async () => picturesOn(await replied(slash("server", ada)))
  expect(await shown()).toEqual([icon(ICON)])
  const page = await replied(slash("server", ada))
  expect(picturesOn(await replied(pressed(idOn(page, "server-fact:"), ada)))).toEqual([icon(ICON)])
  // A caller of the API who does not send it changes nothing.
  await tell(guild, guildStructure(guild))
  expect(await shown()).toEqual([icon(ICON)])
  const db = guildDatabase(env, guild)
  await storeGuild(db, guild, { owner_id: OWNER, icon: "88".repeat(16), roles })
  expect(await shown()).toEqual([icon("88".repeat(16))])
  await storeGuild(db, guild, { owner_id: OWNER, icon: null, roles })
  expect(await shown()).toEqual([])
})
