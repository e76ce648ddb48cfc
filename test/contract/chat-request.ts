/** The one request that every contract test makes. */

import type { ChatRequest } from "../../src/ai/chat.ts"

export const MODELS = { fast: "@cf/zai-org/glm-4.7-flash", strong: "@cf/openai/gpt-oss-120b" }

export const request: ChatRequest = {
  purpose: "extraction",
  tier: "fast",
  system: "You extract.",
  user: "Alice: I moved to Austin",
  schemaName: "extraction",
  schema: {
    type: "object",
    properties: { facts: { type: "array", items: { type: "string" } } },
    required: ["facts"],
    additionalProperties: false,
  },
  maxTokens: 300,
  timeoutMs: 2000,
}
