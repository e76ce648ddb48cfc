/** A fake `env.AI` that throws and returns what the platform has been observed to throw and return. */

import { CONTENTS, completion, emptiest, type ModelRequest } from "./chat-answers.ts"

/**
 * The binding's message is "<code>: <description>". A JSON Schema that a model cannot use has its own code.
 */
const THROWN: Record<string, string> = {
  capacity: "3040: Capacity temporarily exceeded, please try again.",
  quota: "4006: you have used up your daily free allocation of 10,000 neurons",
  timeout: "AiError: 3046: Request timeout",
  too_large: "3006: Request is too large",
  context_length:
    "AiError: 5021: The estimated number of tokens exceeded this model context window limit (24000).",
  json_unmet: "5024: JSON Mode couldn't be met",
  broken: "1031: internal error",
  unauthorized: "3023: Service unavailable for account",
  no_model: "5007: No such model @cf/acme/nothing or task",
  reset: "Network connection lost.",
}

const RETURNED: Record<string, (request: ModelRequest, good: string) => unknown> = {
  cut_by_length: (request) => completion(request, null, "length"),
  empty_body: () => new Response("").body ?? "",
  html: () => new Response("<h1>Welcome</h1>").body,
  half_body: (request, good) => new Response(JSON.stringify(completion(request, good)).slice(0, 40)).body,
  error_in_200: () => ({ error: { code: 429, message: "Provider is overloaded" } }),
  hang: () => new Promise(() => undefined),
  slow: (request, good) => new Promise((resolve) => setTimeout(resolve, 100, completion(request, good))),
  old_string: (_request, good) => ({ response: good }),
  old_object: (_request, good) => ({ response: JSON.parse(good) }),
  no_format: (request, good) => {
    if (request.response_format) throw new Error("5025: This model doesn't support JSON Schema.")
    return completion(request, good)
  },
}

/** Builds a binding that follows the script call by call. The last behavior repeats. */
export function fakeBinding(script: string[]) {
  const inputs: Record<string, unknown>[] = []
  const models: string[] = []
  const run = async (model: string, sent: Record<string, unknown>) => {
    const behavior = (script.length > 1 ? script.shift() : script[0]) ?? "good"
    models.push(model)
    inputs.push(sent)
    // Tests check the input. Only the reply matters here.
    const request = { model, ...sent } as unknown as ModelRequest
    const bare = request.response_format?.json_schema
    const named =
      bare && !bare.schema
        ? { ...request, response_format: { type: "json_schema", json_schema: { schema: bare } } }
        : request
    const good = JSON.stringify(emptiest(named))
    const message = THROWN[behavior]
    if (message) throw Object.assign(new Error(message), { name: "InferenceUpstreamError" })
    const content = CONTENTS[behavior]
    return content ? completion(request, content(good)) : RETURNED[behavior]?.(request, good)
  }
  // Tests call only the binding's `run`.
  return { ai: { run } as unknown as Ai, inputs, models }
}
