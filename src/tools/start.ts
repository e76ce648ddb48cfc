/**
 * `npm start`: runs Keepsake on this machine until it is stopped, in rules mode unless an AI server is set.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { bringDemoServer } from "./demo-server.ts"
import { fireCron } from "./local-cron.ts"
import { migrate, WRANGLER_ENV, wranglerCommand } from "./local-worker.ts"
import { type Print, type ProgramIo, printerTo, runProgram, UsageError, withUsage } from "./program.ts"

/** Output of wrangler that a person running this offline need not read. */
const NOISE = [
  /Request\.cf/,
  /ENOTFOUND workers\.cloudflare\.com/,
  /^\s+at .*node:/,
  /is not what you probably want/,
  /Please add "(?:ai|vectorize)"/,
  /Scheduled Workers are not automatically triggered/,
  /event: 'cron\.done'.*failed: \[\]/,
  /To manually trigger a scheduled event|cdn-cgi\/local\/scheduled|cron-triggers/,
]
const NOISE_BLOCK = [
  /Processing wrangler\.toml configuration/,
  /"env\.local" environment configuration/,
  /exists at the top level, but not on "env\.local"/,
]
/** Variables passed to the worker if they are set. */
const VARIABLES = [
  "ADMIN_TOKEN",
  "AI_BASE_URL",
  "AI_API_KEY",
  "AI_FAST_MODEL",
  "AI_GUILD_MODELS",
  "AI_STRONG_MODEL",
  "AI_EMBED_MODEL",
  "AI_RERANK_MODEL",
  "AI_PRICES",
  "VECTOR_INDEX",
  "AI_TIMEOUT_SECONDS",
  "AI_ANSWER_SECONDS",
  "AI_INTENT_SECONDS",
  "AI_EXPANSION_SECONDS",
  "DISCORD_APPLICATION_ID",
  "DISCORD_PUBLIC_KEY",
  "DISCORD_TOKEN",
  "DISCORD_CLIENT_SECRET",
  "DISCORD_API_URL",
  "DISCORD_GATEWAY_URL",
  "DISCORD_MEMBERS",
  "DISCORD_SHARDS",
  "ALERT_WEBHOOK",
  "DEPLOYMENT_SPEND_CAP_USD",
  "PRIVACY_CONTACT",
  "GUILD_GRACE_DAYS",
  "NEW_GUILDS",
  "ALLOWED_GUILDS",
  "READ_ONLY",
  "RETRY_SECONDS",
  "LEASE_SECONDS",
]

const USAGE = `npm start [-- --port PORT] [--state FOLDER] [--demo]
  --port PORT      the port on this machine: 8787, or the variable PORT
  --state FOLDER   where it stores its data: .wrangler/state
  --demo           brings in the sample server, to look at its pages

It needs no account, no network and no key. Variables in the environment configure it (docs/CONFIGURATION.md).`

export const main = withUsage(USAGE, async (argv, io) => {
  const place = placeOf(argv, io)
  try {
    return await serve(place, io)
  } catch (error) {
    printerTo(io.stderr)(error instanceof Error ? error.message : String(error))
    return 1
  }
})

/** Port and data folder of the worker. */
interface Place {
  port: string
  state: string
  demo: boolean
}

async function serve(place: Place, io: ProgramIo): Promise<number> {
  await migrate(place.state)
  const [command, ...args] = commandFor(place, io)
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...io.env, ...WRANGLER_ENV },
  })
  const print = printerTo(io.stdout)
  const ending = new AbortController()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (/Ready on/.test(line))
        void begin(print, place, io).then(() => keepTime(print, place, ending.signal))
      else if (!NOISE.concat(NOISE_BLOCK).some((pattern) => pattern.test(line)) && line.trim() !== "")
        print(line)
    })
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
  return new Promise((ended) =>
    child.on("exit", (code) => {
      ending.abort()
      ended(code ?? 0)
    }),
  )
}

/** Fires the cron triggers until the worker ends. */
function keepTime(print: Print, { port }: Place, signal: AbortSignal): Promise<void> {
  return fireCron({
    url: `http://127.0.0.1:${port}`,
    signal,
    onRefused: (status) =>
      print(`  Nights do not begin by themselves here: the cron trigger was answered with ${status}.`),
  })
}

function placeOf(argv: string[], { env }: ProgramIo): Place {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: "string" },
      state: { type: "string" },
      demo: { type: "boolean", default: false },
    },
  })
  const port = values.port ?? env.PORT ?? "8787"
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`PORT is ${port}; it must be a number up to 65535.`)
  return { port, state: values.state ?? ".wrangler/state", demo: values.demo }
}

function commandFor({ port, state }: Place, { env }: ProgramIo): [string, ...string[]] {
  const vars = VARIABLES.flatMap((name) => (env[name] ? ["--var", `${name}:${env[name]}`] : []))
  return wranglerCommand([
    "dev",
    "--local",
    "--env",
    "local",
    "--ip",
    "127.0.0.1",
    "--port",
    port,
    "--persist-to",
    state,
    "--show-interactive-dev-session=false",
    "--var",
    `NIGHTS_SINCE:${Date.now()}`,
    // Nothing else sets it. It opens sign-in without Discord, on loopback addresses only.
    "--var",
    "LOCAL_SIGN_IN:true",
    ...vars,
  ])
}

async function begin(print: Print, place: Place, io: ProgramIo): Promise<void> {
  printWelcome(print, place, io)
  if (!place.demo) return
  try {
    const token = io.env.ADMIN_TOKEN ?? "dev"
    const { name } = await bringDemoServer({ url: `http://127.0.0.1:${place.port}`, token })
    print(
      `  The sample server ${name} is in. Sign in at http://127.0.0.1:${place.port}/app as a person of it.`,
    )
  } catch (error) {
    print(`  The sample server could not be brought in: ${error instanceof Error ? error.message : error}`)
  }
}

function printWelcome(print: Print, { port, state }: Place, { env }: ProgramIo): void {
  const token = env.ADMIN_TOKEN ?? "dev"
  print(`
  Keepsake on http://127.0.0.1:${port}, with its data in ${state}. Stop it with Ctrl-C.
  Pages: http://127.0.0.1:${port}/app${env.DISCORD_CLIENT_SECRET ? "" : ", where you sign in as a person of its data"}
  Model: ${env.AI_BASE_URL ?? "none; rules extract memories (set AI_BASE_URL for an OpenAI-compatible server)"}

  http://127.0.0.1:${port}/docs shows every call with examples. A few to begin with:

  curl -s -H 'Authorization: Bearer ${token}' -H 'content-type: application/json' \\
    http://127.0.0.1:${port}/v1/guilds/1/channels/2/messages \\
    -d '{"channel":{"name":"general","audience":"everyone"},"messages":[{"id":"3","author":{"id":"4","name":"Ada"},"content":"I live in Oslo","timestamp":"${new Date().toISOString()}"}]}'
  curl -s -X POST -H 'Authorization: Bearer ${token}' http://127.0.0.1:${port}/v1/guilds/1/channels/2/flush
  curl -s -H 'Authorization: Bearer ${token}' http://127.0.0.1:${port}/v1/guilds/1/members/4/profile
  curl -s -X POST -H 'Authorization: Bearer ${token}' http://127.0.0.1:${port}/v1/guilds/1/runs      # start its nightly run
  curl -s -H 'Authorization: Bearer ${token}' http://127.0.0.1:${port}/v1/guilds/1/runs              # its results
`)
}

if (import.meta.main) await runProgram(main)
