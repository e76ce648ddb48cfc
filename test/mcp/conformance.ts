/**
 * `npm run conformance`: runs the official MCP conformance suite against a real worker on loopback, and prints which
 * scenarios pass, fail or do not apply. Exits 1 unless every scenario does what is listed here.
 */
import { execFile } from "node:child_process"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { startLocalWorker } from "../../src/tools/local-worker.ts"
import { printerTo, runProgram, withUsage } from "../../src/tools/program.ts"

const SUITE = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"))
const GUILD = "88200"
const CHANNEL = "88201"

/** The scenarios that Keepsake must pass. */
const APPLIES = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
]

/** Scenarios that cannot pass, by what they need. The suite tests a server built for it, with tools of fixed names. */
const NOT_APPLICABLE: Record<string, string[]> = {
  "tools, resources and prompts of the suite's own, such as `test_simple_text`": [
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-logging",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "json-schema-2020-12",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
  "capabilities that Keepsake does not declare: logging, completion, subscriptions": [
    "logging-set-level",
    "completion-complete",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "a session with streams: without one, the suite checks nothing": [
    "server-sse-multiple-streams",
    "server-sse-polling",
  ],
}

interface Run {
  /** The checks that passed, of all that were made. A scenario that finds nothing to check makes none. */
  checks: string
  isPassed: boolean
  output: string
}

function runScenario(name: string, url: string): Promise<Run> {
  return new Promise((resolve) => {
    const args = [SUITE, "server", "--url", url, "--scenario", name]
    execFile(process.execPath, args, { timeout: 60_000 }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`
      const checks = /Passed: (\d+\/\d+)/.exec(output)?.[1] ?? "0/0"
      resolve({ checks, isPassed: !error && checks !== "0/0", output })
    })
  })
}

/** Starts a server on loopback that passes requests on as they are with a key, because the suite sends none. */
async function startProxy(target: string, token: string) {
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const outgoing = request(target, { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on("error", () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/mcp`, stop }
}

const USAGE = `npm run conformance [-- --verbose]   runs the MCP conformance suite against a local worker
  --verbose   prints the suite's output`

const main = withUsage(USAGE, async (args, io) => {
  const print = printerTo(io.stdout)
  const worker = await startLocalWorker()
  const headers = { authorization: `Bearer ${worker.token}`, "content-type": "application/json" }
  const post = async (path: string, body: unknown) => {
    const init = { method: "POST", headers, body: JSON.stringify(body) }
    return (await fetch(`${worker.url}/v1/guilds/${GUILD}${path}`, init)).json()
  }
  await post(`/channels/${CHANNEL}/messages`, {
    channel: { name: "general", audience: "everyone" },
    messages: [
      {
        id: "1001",
        author: { id: "4", name: "Ada" },
        content: "I live in Oslo now",
        timestamp: new Date().toISOString(),
      },
    ],
  })
  await post(`/channels/${CHANNEL}/flush`, {})
  const { token } = (await post("/keys", { name: "suite", scope: "write", channel_id: CHANNEL })) as {
    token: string
  }
  const proxy = await startProxy(`${worker.url}/mcp`, token)
  let failed = 0
  try {
    const expected = new Map(APPLIES.map((name) => [name, true]))
    for (const name of Object.values(NOT_APPLICABLE).flat()) expected.set(name, false)
    for (const [name, passes] of expected) {
      const { checks, isPassed, output } = await runScenario(name, proxy.url)
      if (isPassed !== passes) failed += 1
      print(
        `${isPassed === passes ? "as expected" : "UNEXPECTED "}  ${isPassed ? "passes" : "fails "} ${checks}  ${name}`,
      )
      if (isPassed !== passes || args.includes("--verbose")) print(output)
    }
  } finally {
    proxy.stop()
    await worker.stop()
  }
  print(`${APPLIES.length} scenarios apply; ${failed} did not do what is expected.`)
  return failed === 0 ? 0 : 1
})

await runProgram(main)
