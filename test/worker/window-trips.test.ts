/** A window asks the database no more often than it must, and what it leaves out changes nothing. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { channelPath, hear, memories, ok, talk } from "./http.ts"
import { bindModel, breakDatabase, channelOf } from "./stand-ins.ts"

const HOUR = 3_600_000
type Lines = Parameters<typeof talk>[2]

/** Returns a function that has a channel read lines, an hour apart from others, and counts its calls of the database. */
async function tripsIn(guild: string): Promise<(hour: number, lines: Lines) => Promise<number>> {
  const channel = channelOf(guild, "100")
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Rome"]]))
  const count = await breakDatabase(channel, async () => null)
  return async (hour, lines) => {
    const messages = talk(1_000 * (hour + 100), NOON + hour * HOUR, lines)
    await ok("POST", `${channelPath(guild, "100")}/messages`, { messages })
    const before = count.calls
    await channel.flush()
    return count.calls - before
  }
}

function memberRows(guild: string) {
  return env.DB.prepare("SELECT id, name, seen_at FROM members WHERE guild_id = ? ORDER BY id")
    .bind(guild)
    .all()
}

test("a window without facts takes one read and one write once the guild is known, whoever is named", async () => {
  const trips = await tripsIn("20701")
  // The first window of a guild reads memories after the guild.
  expect(await trips(1, [["12", "Bo", "the harbor is quiet today"]])).toBe(3)
  expect(await trips(2, [["12", "Bo", "the harbor is quiet again"]])).toBe(2)
  // Without a model, nothing is asked about somebody who is absent.
  expect(await trips(3, [["12", "Bo", "where is Ada when the harbor is quiet"]])).toBe(2)
  // A claim rests on what is known, which is read before it is written.
  expect(await trips(4, [["12", "Bo", "I live in Oslo"]])).toBe(3)
  expect((await memories("20701", "?subject_id=12")).map(({ fact }) => fact)).toEqual(["Bo lives in Oslo"])
})

test("a guild that changed since its last window is read again", async () => {
  const trips = await tripsIn("20702")
  await trips(1, [["12", "Bo", "the harbor is quiet today"]])
  await ok("PUT", "/v1/guilds/20702/settings", { channels: { default: "notes" } })
  await trips(2, [["12", "Bo", "I live in Oslo"]])
  expect(await memories("20702", "?subject_id=12")).toEqual([])
  await ok("PUT", "/v1/guilds/20702/settings", {})
  await trips(3, [["12", "Bo", "I live in Bergen"]])
  expect((await memories("20702", "?subject_id=12")).map(({ fact }) => fact)).toEqual(["Bo lives in Bergen"])
})

test("a model is shown the facts about who speaks, and then about who is named", async () => {
  await hear("20703", "100", talk(1, NOON, [["11", "Ada", "I live in Rome"]]))
  await hear("20703", "100", talk(1_000, NOON + HOUR, [["12", "Bo", "I live in Oslo"]]))
  const model = await bindModel(channelOf("20703", "100"), () => [])
  await hear(
    "20703",
    "100",
    talk(2_000, NOON + 2 * HOUR, [["12", "Bo", "Ada is my sister and she owns a boat"]]),
  )
  expect(model.prompts.at(-1)).toMatch(/Ada lives in Rome.*Bo lives in Oslo/s)
})

test("a speaker's row changes for a new name, or after a day", async () => {
  const trips = await tripsIn("20704")
  await trips(1, [["12", "Bo", "the harbor is quiet today"]])
  const at = (hour: number) => NOON + hour * HOUR
  await trips(2, [["12", "Bo", "the harbor is quiet again"]])
  expect((await memberRows("20704")).results).toMatchObject([{}, { id: "12", name: "Bo", seen_at: at(1) }])
  await trips(3, [["12", "Bosse", "the harbor is quiet still"]])
  expect((await memberRows("20704")).results).toMatchObject([{}, { name: "Bosse", seen_at: at(1) }])
  await trips(28, [["12", "Bosse", "the harbor is loud"]])
  expect((await memberRows("20704")).results).toMatchObject([{}, { name: "Bosse", seen_at: at(28) }])
  // Old talk, as an import brings it, does not take a name back.
  await trips(-90, [["12", "Bo", "the harbor was small"]])
  expect((await memberRows("20704")).results).toMatchObject([{}, { name: "Bosse", seen_at: at(28) }])
})

/** Has a channel read two windows that wait, an hour apart, in a known guild. `during` runs before each call of the database. */
async function readTwo(guild: string, during: (call: number) => Promise<unknown> = async () => null) {
  const channel = channelOf(guild, "100")
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Rome"]]))
  const messages = [
    ...talk(1_000, NOON + HOUR, [["13", "Cy", "the harbor is quiet today"]]),
    ...talk(2_000, NOON + 9 * HOUR, [["12", "Bo", "I live in Oslo"]]),
  ]
  await ok("POST", `${channelPath(guild, "100")}/messages`, { messages })
  const count = await breakDatabase(channel, async (call) => {
    await during(call)
    return null
  })
  const flushed = await channel.flush()
  expect(flushed?.windows).toHaveLength(2)
  return count.calls
}

const factsOf = async (guild: string) => (await memories(guild, "?subject_id=12")).map(({ fact }) => fact)

test("the window that is next is read along with the write of the one before", async () => {
  // The first window reads the guild, memories, and writes; the second reads what its claim rests on, and writes.
  expect(await readTwo("20705")).toBe(5)
  expect(await factsOf("20705")).toEqual(["Bo lives in Oslo"])
})

test("whoever opts out after their window was read along is not remembered", async () => {
  await readTwo("20706", async (call) => {
    if (call === 5) await ok("PUT", "/v1/guilds/20706/members/12/consent", { consent: "out" })
  })
  expect(await factsOf("20706")).toEqual([])
})

test("a message that is deleted after its window was read along is not remembered", async () => {
  await readTwo("20707", async (call) => {
    if (call === 3) await ok("DELETE", `${channelPath("20707", "100")}/messages/2000`)
  })
  expect(await factsOf("20707")).toEqual([])
})

test("a guild that changes after a window was read along is read anew", async () => {
  await readTwo("20708", async (call) => {
    if (call === 3) await ok("PUT", "/v1/guilds/20708/settings", { channels: { default: "notes" } })
  })
  expect(await factsOf("20708")).toEqual([])
})
