/** The programs in docs/examples do as they are what they show: against a real worker, a fake Discord and a scripted model. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import type { LocalWorker } from "../../src/tools/local-worker.ts"
import { eventually } from "../discord/server.ts"
import { atEnd, endAll, harbor, started } from "./discord-js.ts"
import { freshState, startWorker } from "./prepared.ts"

afterEach(endAll)

interface ChatRequest {
  messages: { role: string; content: string | null; tool_call_id?: string }[]
  tools?: { function: { name: string } }[]
}
interface ChatReply {
  content: string | null
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[]
}

/** Starts an OpenAI-compatible server on loopback that answers by a script. */
async function startScript(answer: (request: ChatRequest) => ChatReply) {
  const requests: ChatRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const request = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ChatRequest
    requests.push(request)
    const message = { role: "assistant", ...answer(request) }
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: "stop", message }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, requests }
}

async function startMemory(): Promise<LocalWorker> {
  const worker = await startWorker({ stateDir: freshState() })
  atEnd(() => worker.stop())
  return worker
}

async function call<T>({ url, token }: LocalWorker, path: string, body: unknown = {}): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const response = await fetch(`${url}/v1/guilds/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  })
  expect(response.ok, `POST ${path}: ${response.status} ${await response.clone().text()}`).toBe(true)
  return (await response.json()) as T
}

/** Ada says where she lives, in a channel that everyone reads. */
async function adaLivesInOslo(worker: LocalWorker, guild: string, channel: string, ada: string) {
  const message = {
    id: "900100",
    author: { id: ada, name: "Ada" },
    content: "I live in Oslo now",
    timestamp: new Date().toISOString(),
  }
  const info = { name: "general", audience: "everyone" }
  await call(worker, `${guild}/channels/${channel}/messages`, { channel: info, messages: [message] })
  await call(worker, `${guild}/channels/${channel}/flush`)
}

async function keyFor(worker: LocalWorker, guild: string, scope: string): Promise<string> {
  return (await call<{ token: string }>(worker, `${guild}/keys`, { name: "example", scope })).token
}

/** Runs an example with these variables and no others but the path. It ends with the test. */
function runExample(file: string, args: string[], vars: Record<string, string>): ChildProcess {
  const env = { PATH: process.env.PATH ?? "", ...vars }
  const child = spawn(process.execPath, [`docs/examples/${file}`, ...args], { env, stdio: "pipe" })
  child.stderr?.on("data", (data) => process.env.KEEPSAKE_SHOW && process.stderr.write(data))
  atEnd(async () => {
    child.kill()
  })
  return child
}

test("the discord.js bot answers a mention from what the server's memory holds", async () => {
  const { world, guild, general, ada, bo } = harbor()
  const [discord, worker] = await Promise.all([started(world), startMemory()])
  await adaLivesInOslo(worker, guild.id, general.id, ada.id)
  const model = await startScript(({ messages }) => ({
    content: messages[0]?.content?.includes("Oslo") ? "Ada lives in Oslo." : "I do not know.",
  }))
  runExample("discord-bot.ts", [], {
    DISCORD_TOKEN: discord.token,
    DISCORD_API: discord.apiUrl,
    KEEPSAKE_URL: worker.url,
    KEEPSAKE_KEY: await keyFor(worker, guild.id, "read"),
    MODEL_URL: model.url,
  })
  const ask = `<@${world.bot.id}> where does Ada live?`
  const answered = () =>
    [...world.messagesIn(guild, general.id).values()].find(({ author }) => author.id === world.bot.id)
  const answer = await eventually(
    async () => {
      // The bot hears only what is said after it has connected.
      if (model.requests.length === 0) world.say(guild.id, general.id, { author: bo, content: ask })
      await new Promise((resolve) => setTimeout(resolve, 500))
      return answered() ?? null
    },
    { deadlineMs: 30_000, what: () => "the bot did not answer" },
  )
  expect(answer.content).toBe("Ada lives in Oslo.")
  expect(model.requests[0]?.messages[1]?.content).toContain("where does Ada live?")
})

test("the agent recalls before it answers, and remembers what people state", async () => {
  const worker = await startMemory()
  const [guild, channel, ada] = ["88100", "88101", "88102"]
  await adaLivesInOslo(worker, guild, channel, ada)
  const use = (id: string, name: string, args: object): ChatReply => ({
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
  })
  const model = await startScript(({ messages }) => {
    const results = messages.filter(({ role }) => role === "tool").map(({ content }) => content ?? "")
    if (results.length === 0) return use("1", "recall", { query: "Where does Ada live?" })
    if (results.length === 1)
      return use("2", "remember", { user_id: ada, text: "Ada moves to Bergen in spring" })
    return { content: results[0]?.includes("Oslo") ? "Oslo, and Bergen from spring." : "I do not know." }
  })
  const child = runExample("agent.ts", ["Where does Ada live? She moves to Bergen in spring."], {
    KEEPSAKE_URL: worker.url,
    KEEPSAKE_KEY: await keyFor(worker, guild, "write"),
    GUILD: guild,
    CHANNEL: channel,
    MODEL_URL: model.url,
  })
  let said = ""
  child.stdout?.on("data", (data) => {
    said += data
  })
  const code = await new Promise((resolve) => child.once("exit", resolve))
  expect({ code, said }).toEqual({ code: 0, said: "Oslo, and Bergen from spring.\n" })
  expect(model.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual(["recall", "remember"])
  const known = await call<{ text: string }>(worker, `${guild}/recall`, {
    query: "Bergen",
    channel_id: channel,
  })
  expect(known.text).toContain("Bergen")
})

/** The bodies that recall.py sends, which are JSON but for trailing commas, each with its path. */
function pythonRequests(): { path: string; body: unknown }[] {
  const source = readFileSync("docs/examples/recall.py", "utf8")
  return [...source.matchAll(/\bpost\(\s*"([^"]+)"(?:,\s*(\{.*?\n {4}\}|\{[^\n]*\}))?,?\s*\)/gs)].map(
    ([, path = "", body = "{}"]) => ({ path, body: JSON.parse(body.replace(/,(?=\s*[}\]])/g, "")) }),
  )
}

test("the requests of the Python example are accepted as they are written", async () => {
  const worker = await startMemory()
  const requests = pythonRequests()
  expect(requests.map(({ path }) => path)).toEqual(["/channels/2/messages", "/channels/2/flush", "/recall"])
  const answers: unknown[] = []
  for (const { path, body } of requests) answers.push(await call(worker, `11${path}`, body))
  expect(JSON.stringify(answers.at(-1))).toContain("Oslo")
})

const hasPython = (() => {
  try {
    return execFileSync("python3", ["--version"], { encoding: "utf8" }).startsWith("Python 3")
  } catch {
    // Fallback: the test above still checks what it sends.
    return false
  }
})()

test.runIf(hasPython)(
  "the Python example prints what is known, with its link, and why a message is not taken",
  async () => {
    const worker = await startMemory()
    const env = {
      PATH: process.env.PATH ?? "",
      KEEPSAKE_URL: worker.url,
      KEEPSAKE_KEY: worker.token,
      GUILD: "12",
    }
    const run = async () => {
      const child = spawn("python3", ["docs/examples/recall.py"], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      })
      let said = ""
      child.stdout.on("data", (data) => {
        said += data
      })
      expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0)
      return said
    }
    expect(await run()).toMatch(/Oslo.* https:\/\/discord\.com\/channels\/12\/2\/1001\n/)
    const out = await fetch(`${worker.url}/v1/guilds/12/members/4/consent`, {
      method: "PUT",
      headers: { authorization: `Bearer ${worker.token}`, "content-type": "application/json" },
      body: JSON.stringify({ consent: "out" }),
    })
    expect(out.ok, await out.clone().text()).toBe(true)
    expect(await run()).toBe("Not taken: opted_out\n")
  },
)
