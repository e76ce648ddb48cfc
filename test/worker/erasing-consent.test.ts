/** An erasure says whether it also records an objection, and the objection can be withdrawn. */
import { expect, test } from "vitest"
import { eraseThrough, line, START } from "./erasing-world.ts"
import { channelPath, hear, ok, type Page } from "./http.ts"
import { quietly } from "./live.ts"

quietly({ silent: ["warn"], at: START })

const ADA: [string, string] = ["11", "Ada"]

function send(guild: string, ...messages: [id: number, at: number][]) {
  return ok("POST", `${channelPath(guild, "101")}/messages`, {
    messages: messages.map(([id, at]) => line(id, ADA, "I love hiking", at)),
  })
}

test("an erasure without a choice says that the person is not remembered later, and how to take that back", async () => {
  const guild = "9681"
  await hear(guild, "101", [line(101_000, ADA, "I love hiking", START - 60_000)])
  const answer = await ok<{ withdraw_with: string }>("POST", `/v1/guilds/${guild}/members/11/erase`, {})
  expect(answer).toMatchObject({ opted_out: true, target: "11" })
  await eraseThrough(guild)
  const before: [number, number] = [101_000, START - 60_000]
  // In one delivery: the old message is refused for the erasure and not for the objection.
  expect(await send(guild, before, [102_000, Date.now() + 1_000])).toMatchObject({
    accepted: 0,
    rejected: [
      { index: 0, reason: "erased" },
      { index: 1, reason: "opted_out" },
    ],
  })
  const { items } = await ok<Page<{ detail: unknown }>>(
    "GET",
    `/v1/guilds/${guild}/audit?action=erasure.request`,
  )
  expect(items).toMatchObject([{ detail: { kind: "person", opt_out: true } }])

  const [method = "", path = "", body = ""] = answer.withdraw_with.split(" ")
  await ok(method, path, JSON.parse(body))
  expect(await send(guild, before, [103_000, Date.now() + 2_000])).toMatchObject({
    accepted: 1,
    rejected: [{ index: 0, reason: "erased" }],
  })
})

test("an erasure with opt_out false records no objection", async () => {
  await ok("PUT", "/v1/guilds/9682/settings", {})
  expect(await ok("POST", "/v1/guilds/9682/members/11/erase", { opt_out: false })).toMatchObject({
    opted_out: false,
    withdraw_with: null,
  })
})
