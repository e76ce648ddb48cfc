/** No client follows a redirect: people's words and keys go to the address that the operator set, or nowhere. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { openAiCompatible } from "../../src/ai/chat/chat-model.ts"
import { openAiEmbedding } from "../../src/ai/embedding/embedding-model.ts"
import { rerankServer } from "../../src/ai/rerank/rerank-model.ts"
import { fetchDiscord } from "../../src/discord/bot/rest.ts"
import { openSocket } from "../../src/discord/gateway/shard/open-socket.ts"
import { MODELS, request } from "./chat-request.ts"

let reached: string[] = []
const servers: Server[] = []
let redirecting = ""

async function listening(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const elsewhere = await listening(
    createServer((incoming, answer) => {
      reached.push(`${incoming.method} ${incoming.url}`)
      answer.end("{}")
    }),
  )
  redirecting = await listening(
    createServer((incoming, answer) => {
      // 307 and 308 repeat the body.
      answer.writeHead(307, { location: `${elsewhere}${incoming.url}` }).end()
    }),
  )
})
beforeEach(() => {
  reached = []
})
afterAll(() => Promise.all(servers.map((server) => new Promise((done) => server.close(done)))))

test("the chat client reports a redirect as a failure and does not follow it", async () => {
  const chat = openAiCompatible({ baseUrl: redirecting, apiKey: "secret-key", models: MODELS })
  expect(await chat.complete(request)).toMatchObject({ failure: "retry_later" })
  expect(reached).toEqual([])
})

test("the embedding client reports a redirect as a failure and does not follow it", async () => {
  const embedding = openAiEmbedding({ baseUrl: redirecting, apiKey: "secret-key", model: "bge-m3" })
  expect(await embedding.embed(["tea"], 1_000)).toMatchObject({ failure: "retry_later" })
  expect(reached).toEqual([])
})

test("the rerank client reports a redirect as a failure and does not follow it", async () => {
  const reranker = rerankServer({ baseUrl: redirecting, apiKey: "secret-key", model: "bge-reranker" })
  expect(await reranker.rerank("tea", ["tea", "chess"], 1_000)).not.toMatchObject({ kind: "ok" })
  expect(reached).toEqual([])
})

test("requests to Discord fail on a redirect and do not follow it", async () => {
  const init = { method: "POST", body: "{}", headers: { authorization: "Bot secret" } }
  await expect(fetchDiscord(`${redirecting}/api/v10/channels/1/messages`, init)).rejects.toThrow("redirect")
  expect(reached).toEqual([])
})

test("the gateway's socket opens at its own address only", async () => {
  // Node's fetch opens no sockets, so only the request is checked.
  const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 307 }))
  await expect(openSocket(redirecting)).rejects.toThrow("307")
  expect(sent).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ redirect: "manual" }))
  sent.mockRestore()
})
