/**
 * An erasure takes the person's words only from what was said after them, and everything of unknown time. Tests set the
 * clock far ahead of the platform's own.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { beforeEach, expect, test } from "vitest"
import { ADA, type ErasureBody, eraseThrough, erasure, line, START } from "./erasing-world.ts"
import { channelPath, hear, ok } from "./http.ts"
import { quietly, setClock } from "./live.ts"
import { channelOf, equip, faultyChannels } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"] })
beforeEach(() => setClock(START))

const BO: [string, string] = ["12", "Bo"]
const MINUTE = 60_000
/** When Ada says it. */
const SAID = START - 120 * MINUTE
const WORDS = "violet trombone lessons begin in winter"
const GAP = "[…]"

async function textsOfBo(guild: string, channel: string): Promise<string[]> {
  const messages = await channelOf(guild, channel).messagesOf(BO[0], { after: null, limit: 50 })
  return messages.map(({ content, attachments }) => [content, ...attachments].join(" | "))
}

async function eraseAda(guild: string): Promise<void> {
  const { id } = await ok<ErasureBody>("POST", `/v1/guilds/${guild}/members/11/erase`, {})
  await eraseThrough(guild)
  expect(await erasure(guild, id)).toMatchObject({ state: "done", report: { left: 0, detail: null } })
}

test("words that others said before the person stay, and those said or edited later or at an unknown time go", async () => {
  const guild = "9695"
  const forward = {
    ...line(4, BO, "4", SAID - 10 * MINUTE),
    attachments: [{ name: `forwarded: “${WORDS}”` }],
  }
  await hear(guild, "104", [
    line(1, BO, "first", SAID - 30 * MINUTE),
    line(2, BO, `1 ${WORDS}`, SAID - 20 * MINUTE),
    line(3, BO, "second", SAID - 20 * MINUTE + 1),
    forward,
    line(5, BO, `5 ${WORDS}`, SAID),
    line(6, BO, `6 ${WORDS}`, SAID + MINUTE),
  ])
  await hear(guild, "103", [line(7, ADA, WORDS, SAID), line(8, ADA, `again: ${WORDS}`, SAID + 60 * MINUTE)])
  const later = new Date(SAID + 5 * MINUTE).toISOString()
  const edit = (id: number, body: object) => ok("PATCH", `${channelPath(guild, "104")}/messages/${id}`, body)
  await edit(1, { content: `2 ${WORDS}`, edited_timestamp: later })
  await edit(3, { content: `3 ${WORDS}` })
  await eraseAda(guild)
  expect(await textsOfBo(guild, "104")).toEqual([
    `2 ${GAP}`,
    `1 ${WORDS}`,
    `3 ${GAP}`,
    `4 | forwarded: “${GAP}”`,
    `5 ${GAP}`,
    `6 ${GAP}`,
  ])
})

test("a conversation in which somebody said it first keeps their words, and the erasure ends with nothing left", async () => {
  const guild = "9696"
  await hear(guild, "105", [
    line(1, BO, `I think the ${WORDS}`, SAID - MINUTE),
    line(2, ADA, `Right, the ${WORDS}`, SAID),
    line(3, BO, "And I live in Oslo", SAID + MINUTE),
  ])
  await eraseAda(guild)
  expect(await textsOfBo(guild, "105")).toEqual([`I think the ${WORDS}`, "And I live in Oslo"])
})

test("an erasure under way since a version without times treats what others said before as said after", async () => {
  const guild = "9697"
  await hear(guild, "104", [line(1, BO, `before: ${WORDS}`, SAID - MINUTE)])
  await hear(guild, "103", [line(2, ADA, WORDS, SAID)])
  const eraser = env.ERASERS.getByName(guild)
  const { id } = await ok<ErasureBody>("POST", `/v1/guilds/${guild}/members/11/erase`, {})
  const stuck = faultyChannels((method) => (method === "erasePerson" ? "before" : null))
  await equip(eraser, { CHANNELS: stuck })
  await runDurableObjectAlarm(eraser)
  expect(await erasure(guild, id)).toMatchObject({ state: "running", step: "silence" })
  await runInDurableObject(eraser, (_, { storage: { sql } }) => {
    const keys = [...sql.exec("SELECT key FROM runs").raw()].map(([key]) => key)
    expect(keys.length).toBeGreaterThan(0)
    sql.exec("DROP TABLE runs")
    sql.exec("CREATE TABLE runs (key INTEGER PRIMARY KEY)")
    sql.exec("INSERT INTO runs SELECT value FROM json_each(?)", JSON.stringify(keys))
  })
  await evictDurableObject(eraser)
  await eraseThrough(guild)
  expect(await erasure(guild, id)).toMatchObject({ state: "done", report: { left: 0 } })
  expect(await textsOfBo(guild, "104")).toEqual([`before: ${GAP}`])
})
