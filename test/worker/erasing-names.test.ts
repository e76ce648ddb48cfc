/** After an erasure, other people's words about an erased person name nobody, for as long as that is promised. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { DAY } from "../../src/domain/calendar.ts"
import { purgeDue } from "../../src/nights/purge-due.ts"
import { deep } from "../dice.ts"
import { CHANNELS, eraseThrough, line, markedGuild, START } from "./erasing-world.ts"
import { channelPath, hear, memories, ok, recall } from "./http.ts"
import { quietly, setClock } from "./live.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"] })

const CY: [string, string] = ["13", "Cyrus"]
const NAMED = /\bAda\b/

/** Everything the database holds about conversations, facts and claims. */
async function written(guild: string): Promise<string> {
  const queries = [
    "SELECT title, summary, participants FROM notes WHERE guild_id = ?1",
    "SELECT fact, topics FROM memories WHERE guild_id = ?1",
    "SELECT excerpt, fact FROM evidence WHERE guild_id = ?1",
    "SELECT verdicts FROM windows WHERE guild_id = ?1",
    "SELECT * FROM members WHERE guild_id = ?1",
  ]
  const results = await env.DB.batch(queries.map((query) => env.DB.prepare(query).bind(guild)))
  return JSON.stringify(results.map(({ results: rows }) => rows))
}

/** Cyrus names Ada in a new conversation, and the model repeats the name. */
async function mentionAgain(guild: string): Promise<void> {
  await bindModel(channelOf(guild, "106"), () => [
    claim("P1", "Cyrus plays chess with Ada"),
    claim("P1", "Cyrus swims in the lake"),
  ])
  await hear(guild, "106", [
    line(102_500, CY, "I play chess with Ada, and I swim in the lake", Date.now() + 1_000),
  ])
}

deep(
  "a person who was erased and does not want to be remembered stays unnamed in what others say later",
  async () => {
    await markedGuild("9661")
    await ok("POST", "/v1/guilds/9661/members/11/erase", {})
    await eraseThrough("9661")
    await mentionAgain("9661")
    expect(await written("9661")).not.toMatch(NAMED)
    expect((await memories("9661")).map(({ fact }) => fact)).toContain("Cyrus swims in the lake")
    const answer = JSON.stringify(await recall("9661", { query: "who swims in the lake and plays chess?" }))
    expect(answer).toMatch(/lake/)
    expect(answer).not.toMatch(NAMED)
  },
)

test.each([{ opt_out: true }, { opt_out: false }])(
  "an old conversation that is read again after an erasure with %j does not name the erased person",
  async ({ opt_out }) => {
    const guild = opt_out ? "9662" : "9663"
    await markedGuild(guild)
    await ok("POST", `/v1/guilds/${guild}/members/11/erase`, { opt_out })
    await eraseThrough(guild)
    // Reading the channel's conversations again is due after any deletion.
    await ok("DELETE", `${channelPath(guild, "101")}/messages/101051`)
    await hear(guild, "101", [line(101_070, CY, "the harbor is quiet", Date.now() + 1_000)])
    expect(await written(guild)).not.toMatch(NAMED)
  },
)

deep(
  "prints of a name go with the objection, or once no message from before the erasure is kept",
  async () => {
    for (const [guild, opt_out] of [
      ["9664", true],
      ["9665", false],
    ] as const) {
      setClock(START)
      await hear(guild, CHANNELS[0] ?? "", [line(101_000, ["11", "Ada"], "I love hiking", START - DAY)])
      await ok("POST", `/v1/guilds/${guild}/members/11/erase`, { opt_out })
      await eraseThrough(guild)
    }
    const printed = async () => {
      const { results } = await env.DB.prepare(
        "SELECT guild_id FROM members WHERE guild_id IN ('9664', '9665') AND name_prints IS NOT NULL ORDER BY guild_id",
      ).all()
      return results.map((row) => row.guild_id)
    }
    expect(await printed()).toEqual(["9664", "9665"])
    setClock(START + 33 * DAY)
    await purgeDue(env)
    expect(await printed()).toEqual(["9664"])
    await ok("PUT", "/v1/guilds/9664/members/11/consent", { consent: "in" })
    setClock(START + 36 * DAY)
    await purgeDue(env)
    expect(await printed()).toEqual([])
  },
)
