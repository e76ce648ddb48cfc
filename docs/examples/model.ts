/** Asks a language model behind any OpenAI-compatible server: MODEL_URL ends in /v1, MODEL names it, MODEL_KEY is optional. */

export interface ChatMessage {
  role: "system" | "user" | "assistant" | "tool"
  content: string | null
  tool_calls?: ToolCall[]
  tool_call_id?: string
}

interface ToolCall {
  id: string
  type: "function"
  function: { name: string; arguments: string }
}

/** A tool as the model is told of it. `parameters` is a JSON schema. */
export interface ToolOffer {
  type: "function"
  function: { name: string; description: string; parameters: object }
}

export async function complete(messages: ChatMessage[], tools?: ToolOffer[]): Promise<ChatMessage> {
  const { MODEL_URL = "http://127.0.0.1:11434/v1", MODEL = "qwen3", MODEL_KEY } = process.env
  const response = await fetch(`${MODEL_URL}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(MODEL_KEY && { authorization: `Bearer ${MODEL_KEY}` }),
    },
    body: JSON.stringify({ model: MODEL, messages, tools }),
  })
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`)
  const { choices } = (await response.json()) as { choices: { message: ChatMessage }[] }
  const message = choices[0]?.message
  if (!message) throw new Error("The model returned no message.")
  return message
}
