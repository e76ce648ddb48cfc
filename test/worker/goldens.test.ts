/**
 * Compares the OpenAPI document, the database schema, the tables of each Durable Object and a night's prompts
 * with golden files.
 */
import { runInDurableObject } from "cloudflare:test"
import { type DurableObject, env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import fields from "../../docs/api/reference/fields.json"
import operations from "../../docs/api/reference/operations.json"
import { app } from "../../src/http/app.ts"
import { describeApi } from "../../src/tools/api-document/document.ts"
import type { Fields, Reference } from "../../src/tools/api-document/shapes.ts"
import { expectGolden, pretty, sections } from "../unit/golden.ts"
import { schemaOf } from "../unit/golden-schema.ts"
import { aboutEach } from "./digest-replies.ts"
import { START, village } from "./golden-session.ts"
import { GENERAL } from "./guild-structure.ts"
import { hear, talk } from "./http.ts"
import { night, scripted } from "./night-stage.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

afterEach(() => {
  vi.useRealTimers()
})

/** `npm run api` writes it, and its types beside it. */
const PUBLISHED = "../../docs/api/site/v1/openapi.json"

test("the published OpenAPI document describes the routes as they are", async () => {
  const routes = app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } })
  // The cast: JSON modules have wider types than the shapes.
  const document = describeApi(routes, operations as Reference, fields as unknown as Fields)
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(PUBLISHED)
})

test("the migrated database of the platform has the same schema", async () => {
  const schema = await schemaOf(async (sql) => (await env.DB.prepare(sql).all()).results)
  await expectGolden("database.txt", schema)
})

/** Returns the schema an object has created by its first call. */
function kept<T extends DurableObject>(object: DurableObjectStub<T>): Promise<string> {
  return runInDurableObject(object, (_, { storage }) => schemaOf((sql) => storage.sql.exec(sql).toArray()))
}

test("Durable Objects keep the same tables", async () => {
  const name = "613809422715059999"
  await expectGolden(
    "objects.txt",
    sections([
      ["ChannelBuffer", await kept(env.CHANNELS.getByName(`${name}:1`))],
      ["Eraser", await kept(env.ERASERS.getByName(name))],
      ["GatewayShard", await kept(env.SHARDS.getByName(name))],
      ["GuildIndex", await kept(env.INDEXES.getByName(name))],
      ["Responder", await kept(env.RESPONDERS.getByName(name))],
    ]),
  )
})

/** A valid reply to every prompt of a night that proposes nothing. */
const NOTHING = {
  topics: [],
  ...{ merge: [], retire: [], reword: [], promote: [], section: [] },
}

test("a night sends the model the same prompts with the same limits", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
  const guild = "613809422715058888"
  await village(guild)
  const said = ["I love making sourdough bread", "I love baking sourdough bread", "I adore sourdough bread"]
  for (const [nth, words] of said.entries())
    await hear(guild, GENERAL, talk(2_000 + nth * 10, START - HOUR + nth * MINUTE, [["11", "Ada", words]]))
  const chat = scripted(({ user }) => ({
    ...NOTHING,
    ...aboutEach(user, () => ({ day: "", history: "", context: "" })),
  }))
  await night(guild, { at: START + 24 * HOUR, tools: { chat } })
  const asked = chat.requests.map(({ system: _, user, schema: __, ...head }): [string, string] => [
    head.schemaName,
    `${pretty(head)}\n${user}`,
  ])
  // Prompts about people are sent in parallel, so their order varies.
  await expectGolden("prompts/night.txt", sections(asked.sort(([, a], [, b]) => (a < b ? -1 : 1))))
})
