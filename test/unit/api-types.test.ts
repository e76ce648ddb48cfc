/** The published types are all that openapi-fetch needs: this file compiles only if they fit the API. */
import type { components, paths } from "keepsake-api"
import createClient from "openapi-fetch"
import { expect, test } from "vitest"

type Recalled = components["schemas"]["RecallResponse"]

const RECALLED: Recalled = {
  id: "r_1",
  logged: false,
  text: "Ada lives in Oslo",
  items: [],
  tools: [],
  people: [],
  degraded: ["vectors"],
  usage: { tokens: 5, max_tokens: 800, candidates: 1 },
}

/** A client whose requests a function answers. */
function clientOf(answer: (request: Request) => Response) {
  return createClient<paths>({ baseUrl: "https://keepsake.test", fetch: async (request) => answer(request) })
}

test("a client of the types alone asks, and knows the shape of the answer", async () => {
  const asked: string[] = []
  const client = clientOf((request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return Response.json(RECALLED)
  })
  const { data, error } = await client.POST("/v1/guilds/{g}/recall", {
    params: { path: { g: "11" } },
    body: { query: "Where does Ada live?", channel_id: "2" },
  })
  expect(asked).toEqual(["POST /v1/guilds/11/recall"])
  expect(error).toBeUndefined()
  // Compiles only if `degraded` is an enumeration.
  const lacks: readonly ("messages" | "vectors" | "expansion" | "reranker" | "model" | "reading_off")[] =
    data?.degraded ?? []
  expect(lacks).toEqual(["vectors"])
})

test("a client of the types alone knows the shape of an error", async () => {
  const problem = {
    type: "urn:keepsake:invalid",
    title: "invalid",
    status: 400,
    detail: "body.query: is required",
  }
  const client = clientOf(() => Response.json(problem, { status: 400 }))
  const { error } = await client.POST("/v1/guilds/{g}/recall", {
    params: { path: { g: "11" } },
    // @ts-expect-error A question that is no text does not compile.
    body: { query: 5 },
  })
  expect(error?.detail).toBe("body.query: is required")
})
