/**
 * The API tells what became of a fact in history: which fact replaced it, when, and whether the two were
 * merged.
 */
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { byFact, CALLED, HAS, learn, merge } from "./consolidating.ts"
import { type MemoryBody, ok } from "./http.ts"

const HISTORY = "?status=superseded"
const IN_FORCE = { superseded_by: null, merged: false, replaced_at: null }

test("a merged fact names the fact it became and the time; the remaining fact is in force", async () => {
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

test("a fact retired by a person names the time and no successor; reactivated, it has neither", async () => {
  const guild = "7620302"
  await learn(guild, 1, HAS)
  const address = `/v1/guilds/${guild}/memories/${(await byFact(guild, HAS))?.id}`
  const before = Date.now()
  const retired = await ok<MemoryBody>("PATCH", address, { status: "superseded" })
  expect(retired).toMatchObject({ status: "superseded", superseded_by: null, merged: false })
  expect(Date.parse(retired.replaced_at ?? "")).toBeGreaterThanOrEqual(before)
  expect(await ok("PATCH", address, { status: "active" })).toMatchObject({ status: "active", ...IN_FORCE })
})
