/** `GET …/members/{u}/consent`: what a person said, what applies, and who may know. */
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { call, hear, ok, talk } from "./http.ts"
import { as, newKey } from "./key-holder.ts"

interface ConsentBody {
  consent: string | null
  since: string | null
  remembered: boolean
}

async function guildWithTalk(guild: string): Promise<string> {
  await hear(guild, "100", talk(900, NOON, [["11", "Ada", "I love hiking"]]))
  return `/v1/guilds/${guild}/members/11/consent`
}

test("a consent is read as it was given, and null for someone who never said anything", async () => {
  const path = await guildWithTalk("780011")
  expect(await ok("GET", path)).toEqual({ consent: null, since: null, remembered: true })
  await call("PUT", path, { consent: "out" })
  const out = await ok<ConsentBody>("GET", path)
  expect(out).toMatchObject({ consent: "out", remembered: false })
  expect(Math.abs(Date.now() - Date.parse(out.since ?? ""))).toBeLessThan(60_000)
  await call("PUT", path, { consent: null })
  expect(await ok("GET", path)).toMatchObject({ consent: null, remembered: true })
  const stranger = "/v1/guilds/780011/members/999/consent"
  expect(await ok("GET", stranger)).toEqual({ consent: null, since: null, remembered: true })
})

test("the guild's default and an objection to the whole deployment decide whether a person is remembered", async () => {
  const path = await guildWithTalk("780012")
  await ok("PUT", "/v1/guilds/780012/settings", { consent: "opt_in" })
  expect(await ok("GET", path)).toMatchObject({ consent: null, remembered: false })
  await call("PUT", path, { consent: "in" })
  expect(await ok("GET", path)).toMatchObject({ consent: "in", remembered: true })
  // A person of this test alone: the objection counts in every guild.
  const objector = "/v1/guilds/780012/members/780019/consent"
  await call("PUT", objector, { consent: "in" })
  await call("PUT", "/v1/people/780019/consent", { consent: "out" })
  expect(await ok("GET", objector)).toMatchObject({ consent: "in", remembered: false })
})

test("a key bound to a person reads their own consent and nobody else's", async () => {
  const path = await guildWithTalk("780013")
  const own = await newKey("780013", { viewer_id: "11" })
  expect(await as(own.token, "GET", path)).toMatchObject({ status: 200, body: { consent: null } })
  expect((await as(own.token, "GET", path.replace("/11/", "/12/"))).status).toBe(403)
  const channel = await newKey("780013", { channel_id: "100" })
  expect((await as(channel.token, "GET", path)).status).toBe(403)
})
