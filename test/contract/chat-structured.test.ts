/**
 * The promises of `structured` over any ChatModel: a parsed value or a classified failure, a count of every
 * billed attempt, and no thrown error.
 */

import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { z } from "zod"
import { openAiCompatible, workersAi } from "../../src/ai/chat/chat-model.ts"
import { structured } from "../../src/ai/chat/structured.ts"
import { propertyRuns } from "../dice.ts"
import { type ModelServer, startModelServer } from "../e2e/model-server.ts"
import { fakeBinding } from "./chat-binding.ts"
import { MODELS } from "./chat-request.ts"

const servers: ModelServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

const SERVICES: [name: string, start: (...behavior: string[]) => Promise<ReturnType<typeof workersAi>>][] = [
  ["Workers AI", async (...behavior) => workersAi(fakeBinding(behavior).ai, MODELS)],
  [
    "an OpenAI-compatible server",
    async (...behavior) => {
      const server = await startModelServer({ behavior, ttlSeconds: 60 })
      servers.push(server)
      return openAiCompatible({ baseUrl: server.url, apiKey: "", models: MODELS })
    },
  ],
]

const schema = z.object({
  facts: z.array(z.object({ who: z.string().max(20), fact: z.string() })).max(5),
  note: z.string().nullable(),
  mood: z.string().optional(),
})

const ask = {
  purpose: "extraction",
  tier: "fast" as const,
  system: "You extract.",
  user: "Alice: I moved to Austin",
  schemaName: "extraction",
  schema,
  maxTokens: 300,
  timeoutMs: 2000,
}

const value = { facts: [], note: null }

/** Builds a `wait` that records the requested delays and returns at once. */
function recordedWait() {
  const delays: number[] = []
  return { delays, wait: async (ms: number) => void delays.push(ms) }
}

const GOOD = ["good", "fenced", "wrapped"]
test.each(SERVICES.flatMap(([name, start]) => GOOD.map((behavior) => ({ name, start, behavior }))))(
  "$name replying $behavior yields the parsed value in one call",
  async ({ start, behavior }) => {
    const got = await structured(await start(behavior), ask)
    expect(got).toEqual({ kind: "ok", value, usage: [expect.anything()], model: MODELS.fast })
  },
)

const BAD = ["truncated", "invalid_json", "wrong_schema", "blank", "cut_by_length"]
test.each(SERVICES.flatMap(([name, start]) => BAD.map((behavior) => ({ name, start, behavior }))))(
  "$name replying $behavior gets one repair request, and both calls are counted",
  async ({ start, behavior }) => {
    const mended = await structured(await start(behavior, "good"), ask)
    expect(mended).toMatchObject({ kind: "ok", value, usage: [expect.anything(), expect.anything()] })
    const unmended = await structured(await start(behavior), ask)
    expect(unmended).toMatchObject({ kind: "bad_reply", usage: [expect.anything(), expect.anything()] })
  },
)

test("the repair request names the invalid fields and repeats the schema", async () => {
  const binding = fakeBinding(["wrong_schema", "good"])
  await structured(workersAi(binding.ai, MODELS), ask)
  const [first, second] = binding.inputs.map((input) => JSON.stringify(input.messages))
  expect(first).not.toContain("could not be used")
  expect(second).toMatch(/could not be used: facts: Invalid input.*note: Invalid input/)
  expect(second).toContain("additionalProperties")
  expect(second).toContain("Alice: I moved to Austin")
})

test.each(SERVICES)(
  "%s without capacity returns retry_later after three tries with growing delays",
  async (_name, start) => {
    const { delays, wait } = recordedWait()
    const got = await structured(await start("capacity"), ask, wait)
    expect(got).toMatchObject({ kind: "retry_later", usage: [], detail: expect.stringContaining("Capacity") })
    expect(delays).toHaveLength(2)
    expect(delays[0]).toBeGreaterThanOrEqual(250)
    expect(delays[1]).toBeGreaterThanOrEqual(750)
    expect(delays[1]).toBeLessThanOrEqual(2250)
  },
)

test.each(SERVICES)("%s that fails twice still replies", async (_name, start) => {
  const got = await structured(await start("capacity", "timeout", "fenced"), ask, recordedWait().wait)
  expect(got).toMatchObject({ kind: "ok", value, usage: [expect.anything()] })
})

test.each(SERVICES)(
  "%s that hangs returns retry_later after three deadlines, each counted",
  async (_name, start) => {
    const got = await structured(await start("hang"), { ...ask, timeoutMs: 40 }, recordedWait().wait)
    expect(got).toMatchObject({ kind: "retry_later", detail: "no reply within 40 ms" })
    expect(got.usage).toHaveLength(3)
  },
)

test.each(SERVICES)("%s with a spent allowance is not called again that day", async (_name, start) => {
  const { delays, wait } = recordedWait()
  expect(await structured(await start("quota"), ask, wait)).toMatchObject({ kind: "stop_today", usage: [] })
  expect(delays).toEqual([])
})

test("a question and its repair share their retries, so one question costs at most four calls", async () => {
  const binding = fakeBinding(["capacity", "wrong_schema", "capacity", "capacity", "good"])
  const got = await structured(workersAi(binding.ai, MODELS), ask, recordedWait().wait)
  expect(got).toMatchObject({ kind: "retry_later" })
  expect(binding.inputs).toHaveLength(4)
})

/** Arbitrary bodies, and bodies that resemble a completion. */
const anyContent = fc.oneof(fc.string(), fc.json(), fc.jsonValue(), fc.constant('{"facts":[],"note":null}'))
const anyBody = fc.oneof(
  fc.string(),
  fc.json(),
  fc.record(
    {
      choices: fc.oneof(
        fc.jsonValue(),
        fc.array(
          fc.record(
            {
              message: fc.record({ content: anyContent }, { requiredKeys: [] }),
              finish_reason: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
        ),
      ),
      response: anyContent,
      usage: fc.oneof(
        fc.jsonValue(),
        fc.record({ prompt_tokens: fc.jsonValue(), completion_tokens: fc.nat() }),
      ),
      error: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
)

test("no server answer causes a throw or an unparsed value", async () => {
  const property = fc.asyncProperty(anyBody, fc.integer({ min: 200, max: 599 }), async (body, status) => {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const empty = status === 204 || status === 205 || status === 304
    const chat = openAiCompatible({
      baseUrl: "http://model.invalid",
      apiKey: "",
      models: MODELS,
      fetch: async () => new Response(empty ? null : text, { status }),
    })
    const got = await structured(chat, ask, recordedWait().wait)
    if (got.kind === "ok") expect(schema.parse(got.value)).toEqual(got.value)
    else expect(["retry_later", "stop_today", "bad_reply"]).toContain(got.kind)
    expect(got.usage.every((usage) => usage.inputTokens >= 0 && usage.outputTokens >= 0)).toBe(true)
  })
  await fc.assert(property, { numRuns: propertyRuns(300) })
})

test("nothing the binding returns or throws causes a throw or an unparsed value", async () => {
  const property = fc.asyncProperty(
    fc.oneof(anyBody, fc.anything()),
    fc.boolean(),
    async (answer, throws) => {
      const run = async () => {
        if (throws) throw answer
        return answer
      }
      const got = await structured(workersAi({ run } as unknown as Ai, MODELS), ask, recordedWait().wait)
      if (got.kind === "ok") expect(schema.parse(got.value)).toEqual(got.value)
    },
  )
  await fc.assert(property, { numRuns: propertyRuns(300) })
})
