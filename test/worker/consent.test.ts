import { afterEach, expect, test, vi } from "vitest"
import { query } from "../unit/builders.ts"
import { delivery } from "./builders.ts"
import { call, memories, ok } from "./http.ts"
import { line, live, MINUTE, pass, START, setClock } from "./live.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 60 * MINUTE

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("a member who opts out is no longer heard, and their unread messages are not read", async () => {
  const channel = channelOf("6014", "100")
  const model = await bindModel(channel, () => [claim("P1", "Bo plays chess")])
  await live("6014", channel, [line(1, "I love hiking", 0), line(2, "I play chess", 0, "12")])
  expect((await call("PUT", "/v1/guilds/6014/members/11/consent", { consent: "out" })).status).toBe(204)
  const receipt = await channel.append(delivery("6014", "100", [line(3, "I love sailing", 0)]))
  expect(receipt).toEqual({ accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "opted_out" }] })
  await pass(channel, START + 10 * MINUTE)
  expect(model.prompts.join()).not.toMatch(/hiking|Ada/)
  expect((await memories("6014")).map((memory) => memory.fact)).toEqual(["Bo plays chess"])
})

test("a window whose speakers have all opted out closes without a memory or note, and the channel keeps listening", async () => {
  const channel = channelOf("6015", "100")
  await live("6015", channel, [line(1, "I love hiking", 0)])
  await call("PUT", "/v1/guilds/6015/members/11/consent", { consent: "out" })
  await live("6015", channel, [line(2, "I play chess", 20, "12")])
  await pass(channel, START + 40 * MINUTE)
  expect(await channel.status()).toMatchObject({ open: 0, waiting: { windows: 0 } })
  expect((await memories("6015")).map((memory) => memory.subject_id)).toEqual(["12"])
})

test("an opt-in guild hears only members who agreed", async () => {
  const channel = channelOf("6016", "100")
  await ok("PUT", "/v1/guilds/6016/settings", { consent: "opt_in" })
  await call("PUT", "/v1/guilds/6016/members/12/consent", { consent: "in", name: "Bo" })
  setClock(START)
  const both = [line(1, "I love hiking", 0), line(2, "I play chess", 0, "12")]
  expect(await channel.append(delivery("6016", "100", both))).toMatchObject({
    accepted: 1,
    rejected: [{ index: 0, reason: "opted_out" }],
  })
})

test("a member who opts out is no longer quoted from stored messages", async () => {
  const channel = channelOf("6021", "100")
  await live("6021", channel, [line(1, "I love hiking", 0), line(2, "I play chess", 0, "12")])
  await pass(channel, START + 10 * MINUTE)
  await live("6021", channel, [line(3, "hiking again", 20)])
  expect(await channel.search(query("hiking chess", { before: START + HOUR, limit: 5 }))).toHaveLength(3)
  await call("PUT", "/v1/guilds/6021/members/11/consent", { consent: "out" })
  const found = await channel.search(query("hiking chess", { before: START + HOUR, limit: 5 }))
  expect(found.map((hit) => hit.message.content)).toEqual(["I play chess"])
  expect(JSON.stringify(found)).not.toMatch(/hiking|Ada/)
})
