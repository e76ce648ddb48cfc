/** What is history says over the API what it became: by what it was replaced, since when, and whether that says the same. */
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { byFact, CALLED, HAS, learn, merge } from "./consolidating.ts"
import { type MemoryBody, ok } from "./http.ts"

const HISTORY = "?status=superseded"
const IN_FORCE = { superseded_by: null, merged: false, replaced_at: null }

test("a fact that was merged tells into which, since when, and that it says the same; the other that it is in force", async () => {
  const guild = "7620301"
  await learn(guild, 1, HAS)
  await learn(guild, 2, CALLED)
  await merge(guild, HAS, CALLED)
  const one = await byFact(guild, HAS)
  expect(one).toMatchObject({ status: "active", ...IN_FORCE })
  const history = await byFact(guild, CALLED, HISTORY)
  const became = { superseded_by: one?.id, merged: true, replaced_at: new Date(NOON).toISOString() }
  expect(history).toMatchObject(became)
  expect(await ok("GET", `/v1/guilds/${guild}/memories/${history?.id}`)).toMatchObject(became)
})

test("a fact that a person retired tells since when, and no other; once it holds again it tells of neither", async () => {
  const guild = "7620302"
  await learn(guild, 1, HAS)
  const address = `/v1/guilds/${guild}/memories/${(await byFact(guild, HAS))?.id}`
  const before = Date.now()
  const retired = await ok<MemoryBody>("PATCH", address, { status: "superseded" })
  expect(retired).toMatchObject({ status: "superseded", superseded_by: null, merged: false })
  expect(Date.parse(retired.replaced_at ?? "")).toBeGreaterThanOrEqual(before)
  expect(await ok("PATCH", address, { status: "active" })).toMatchObject({ status: "active", ...IN_FORCE })
})
