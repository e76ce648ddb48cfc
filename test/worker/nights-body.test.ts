/** Starting a night over the API takes no options: any option is refused, and an empty body starts it. */

import { introspectWorkflow } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { hear, ok, type Page, type Problem, send, talk } from "./http.ts"

const runsOf = (guild: string) => `/v1/guilds/${guild}/runs`

async function known(guild: string): Promise<string> {
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  return guild
}

test("a body with any option is refused by its name and starts no night", async () => {
  const guild = await known("7620101")
  const refused: [string, string, string][] = [
    ['{"day": "2026-05-22"}', "urn:keepsake:invalid", "body.day"],
    ['{"trigger": "schedule", "id": "x"}', "urn:keepsake:invalid", "body.id"],
    ["[]", "urn:keepsake:invalid", "body"],
    ["null", "urn:keepsake:invalid", "body"],
    ['"now"', "urn:keepsake:invalid", "body"],
    ["{", "urn:keepsake:bad_json", "body"],
    ["day=2026-05-22", "urn:keepsake:bad_json", "body"],
  ]
  for (const [body, type, field] of refused) {
    const answer = await send<Problem>(runsOf(guild), { method: "POST", body })
    expect(answer, body).toMatchObject({ status: 400, type: "application/problem+json", body: { type } })
    expect(
      answer.body.errors?.map((error) => error.field),
      body,
    ).toContain(field)
  }
  expect((await ok<Page<unknown>>("GET", runsOf(guild))).items).toEqual([])
})

test.each([
  ["7620102", ""],
  ["7620103", " \n"],
  ["7620104", "{}"],
  ["7620105", " { } "],
])("in guild %s the body %j sets nothing and starts a night", async (id, body) => {
  const guild = await known(id)
  await using nights = await introspectWorkflow(env.NIGHTS)
  expect(await send(runsOf(guild), { method: "POST", body })).toMatchObject({ status: 202 })
  const [seen] = await nights.get()
  await seen?.waitForStatus("complete")
})
