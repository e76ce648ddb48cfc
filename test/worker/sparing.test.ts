/**
 * Nights ask models in proportion to the number of messages, tested with a real database and a scripted
 * model.
 */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { aboutEach } from "./digest-replies.ts"
import { hear, ok, talk } from "./http.ts"
import { night, scripted } from "./night-stage.ts"

const HOUR = 3_600_000
const NIGHT = NOON + 14 * HOUR

/** Five conversations of six messages each, by two people. */
async function day(guild: string): Promise<void> {
  for (let hour = 0; hour < 5; hour++)
    await hear(
      guild,
      "100",
      talk(
        hour * 10 + 1,
        NOON + hour * HOUR,
        Array.from({ length: 6 }, (_, n): [string, string, string] =>
          n % 2 === 0
            ? ["11", "Ada", `The greenhouse heater number ${hour} makes noise ${n} again`]
            : ["12", "Boris", `I will repair the greenhouse heater ${hour} with part ${n}`],
        ),
      ),
    )
}

async function askedFor(guild: string): Promise<string[]> {
  const chat = scripted(({ purpose, user }) =>
    purpose === "digest" ? aboutEach(user, () => ({ history: "", context: "" })) : { topics: [] },
  )
  await night(guild, { at: NIGHT, tools: { chat }, sparing: true })
  return chat.requests.map(({ purpose }) => purpose).sort()
}

/** Returns the number of people whom the night's digests are about. */
async function digestsOf(guild: string): Promise<number> {
  const row = await env.DB.prepare("SELECT count(DISTINCT user_id) AS people FROM digests WHERE guild_id = ?")
    .bind(guild)
    .first<{ people: number }>()
  return row?.people ?? 0
}

test("a quiet day's night asks no model and still makes topics", async () => {
  await day("736001")
  expect(await askedFor("736001")).toEqual([])
  const topics = await env.DB.prepare(
    "SELECT method FROM notes WHERE guild_id = '736001' AND kind = 'topic_cluster'",
  ).all()
  expect(topics.results).toEqual([{ method: "rule" }])
})

test("the day's messages limit the number of digests a model writes, and whether it makes topics", async () => {
  await day("736002")
  await ok("PUT", "/v1/guilds/736002/settings", { night: { messages_per_call: 30 } })
  expect(await askedFor("736002")).toEqual(["digest"])
  expect(await digestsOf("736002")).toBe(1)
  await day("736003")
  await ok("PUT", "/v1/guilds/736003/settings", { night: { messages_per_call: 15 } })
  expect(await askedFor("736003")).toEqual(["digest", "topics"])
  // One call for both people.
  expect(await digestsOf("736003")).toBe(2)
})
