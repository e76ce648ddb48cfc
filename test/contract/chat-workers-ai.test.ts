/** Behavior specific to Workers AI: options per model, and the formats of older models. */

import { expect, test } from "vitest"
import { workersAi } from "../../src/ai/chat/chat-model.ts"
import { fakeBinding } from "./chat-binding.ts"
import { MODELS, request } from "./chat-request.ts"

test("glm gets thinking disabled and gpt-oss gets low reasoning effort", async () => {
  const binding = fakeBinding(["good"])
  const chat = workersAi(binding.ai, MODELS)
  await chat.complete(request)
  await chat.complete({ ...request, tier: "strong" })
  expect(binding.inputs[0]).toMatchObject({ chat_template_kwargs: { enable_thinking: false } })
  expect(binding.inputs[1]).toMatchObject({ reasoning_effort: "low" })
  expect(binding.models).toEqual([MODELS.fast, MODELS.strong])
})

test("an older Workers AI model gets the schema without a wrapper and may reply with a string or an object", async () => {
  for (const behavior of ["old_string", "old_object"]) {
    const binding = fakeBinding([behavior])
    const llama = "@cf/meta/llama-3.3-70b-instruct-fp8-fast"
    const chat = workersAi(binding.ai, { fast: llama, strong: llama })
    expect(await chat.complete(request)).toMatchObject({ kind: "ok", text: '{"facts":[]}' })
    expect(binding.inputs[0]).toMatchObject({ response_format: { json_schema: request.schema } })
  }
})

test("a reply without usage is billed by its estimated length", async () => {
  const chat = workersAi(fakeBinding(["old_string"]).ai, MODELS)
  expect(await chat.complete(request)).toMatchObject({ usage: { inputTokens: 12, outputTokens: 4 } })
})
