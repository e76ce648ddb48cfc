/** Nights review what is known of channels and of the server like what is known of people. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { countsOf, DAY, know, knownOf, NIGHT, runReviewNight, scriptedReview } from "./profiles-world.ts"
import { faultsOfDatabase } from "./snapshot.ts"

const channel = { scope: "channel", id: "100" } as const
const FRIDAY = "Raid night is on Friday."
const SATURDAY = "Since Cy works late, the group raids on Saturdays."

test("a channel's plan that a later one replaces in other words goes, and counts as a group", async () => {
  await know("7690", [
    { fact: FRIDAY, group: channel, type: "task_state", ago: [6] },
    { fact: SATURDAY, group: channel, type: "task_state", by: "12", ago: [0] },
  ])
  const model = scriptedReview((row) => ({ retire: [{ row: row(FRIDAY), because: row(SATURDAY) }] }))
  await runReviewNight("7690", model)
  expect(model.requests).toHaveLength(1)
  expect(model.requests[0]?.user).toContain("<group>#general</group>")
  expect(await countsOf("7690")).toEqual({ groups: 1, retired: 1 })
  const known = await knownOf("7690")
  expect(known.get(FRIDAY)).toMatchObject({ status: "superseded", superseded_by: SATURDAY })
  expect(known.get(SATURDAY)?.status).toBe("active")
  // Nothing is new the night after.
  await runReviewNight("7690", model, { at: NIGHT + DAY })
  expect(model.requests).toHaveLength(1)
  expect(await faultsOfDatabase()).toEqual([])
})

test("without a model, the server's fact that another repeats and continues is merged into it", async () => {
  const [short, long] = [
    "The server has a Minecraft world",
    "The server has a Minecraft world named Hollow Pine",
  ]
  const server = { scope: "guild", id: "7691" } as const
  await know("7691", [
    { fact: short, group: server, ago: [6] },
    { fact: long, group: server, ago: [0] },
  ])
  await runReviewNight("7691", null)
  expect(await countsOf("7691")).toMatchObject({ groups: 1, merged: 1 })
  const known = await knownOf("7691")
  expect(known.get(short)).toMatchObject({ status: "superseded", superseded_by: long })
})

test("what different people read in a channel's name is reviewed apart", async () => {
  await know("7692", [
    { fact: FRIDAY, group: channel, type: "task_state", ago: [6] },
    { fact: SATURDAY, group: channel, type: "task_state", ago: [0], channel: "200" },
  ])
  const model = scriptedReview((row) => ({ retire: [{ row: row(FRIDAY), because: row(SATURDAY) }] }))
  await runReviewNight("7692", model)
  expect(model.requests).toEqual([])
  const known = await knownOf("7692")
  expect(known.get(FRIDAY)?.status).toBe("active")
})

test("a paused guild's groups are left alone", async () => {
  await know("7693", [
    { fact: FRIDAY, group: channel, type: "task_state", ago: [6] },
    { fact: FRIDAY.replace("Friday", "Friday at 20:00"), group: channel, type: "task_state", ago: [0] },
  ])
  await env.DB.prepare(
    "UPDATE guilds SET settings = json_set(coalesce(settings, '{}'), '$.read_only', json('true')) WHERE id = '7693'",
  ).run()
  await runReviewNight("7693", null)
  const known = await knownOf("7693")
  expect([...known.values()].map(({ status }) => status)).toEqual(["active", "active"])
})
