/**
 * `npm run deploy`: everything a first or later deployment needs, in order. Each step does nothing if it was
 * done before.
 */
import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { parseArgs } from "node:util"
import { WRANGLER_ENV, wranglerCommand } from "./local-worker.ts"
import {
  deploymentVariables,
  type Print,
  type ProgramIo,
  printerTo,
  runProgram,
  withUsage,
} from "./program.ts"

/** Dimensions of bge-m3's vectors. */
const DIMENSIONS = "1024"
const INDEX = "keepsake"

interface Step {
  what: string
  args: string[]
  /** Output that means the step was done before. */
  doneIf?: RegExp
  input?: string
  /** The step runs only if this command finds the database. */
  onlyIf?: string[]
}

const MIGRATE = ["d1", "migrations", "apply", "keepsake", "--remote"]

const STEPS: Step[] = [
  {
    what: "Creating the vector index",
    args: ["vectorize", "create", INDEX, `--dimensions=${DIMENSIONS}`, "--metric=cosine"],
    doneIf: /duplicate|already exists/i,
  },
  // A metadata index never finds vectors that were written before it existed.
  ...["kind", "model", "place"].map((property) => ({
    what: `Creating its metadata index for ${property}`,
    args: ["vectorize", "create-metadata-index", INDEX, `--property-name=${property}`, "--type=string"],
    doneIf: /duplicate|already exists/i,
  })),
  // In a later deployment migrations come first: the worker that still runs ignores new columns, and the new
  // one needs them.
  { what: "Applying migrations", args: MIGRATE, onlyIf: ["d1", "info", "keepsake"] },
  {
    what: "Deploying the worker (this creates the D1 database and the Workflow of nightly runs)",
    args: ["deploy"],
  },
  { what: "Applying migrations to a new database", args: MIGRATE },
]

/** A step that failed, with a message for the person who deploys. */
class StepError extends Error {}

const USAGE = `npm run deploy [-- --dry-run]   deploys this Worker to your Cloudflare account; safe to repeat
  --dry-run   prints the steps and builds the Worker; calls nothing outside this machine

It needs \`npx wrangler login\`, or CLOUDFLARE_API_TOKEN. docs/DISCORD.md explains the setup step by step.`

export const main = withUsage(USAGE, async (argv, io) => {
  const { values } = parseArgs({
    args: argv,
    options: { "dry-run": { type: "boolean", default: false } },
  })
  try {
    if (values["dry-run"]) dryRun(io)
    else deploy(io)
    return 0
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    printerTo(io.stderr)(error.message)
    return 1
  }
})

function dryRun(io: ProgramIo): void {
  const print = printerTo(io.stdout)
  for (const { what, args, onlyIf } of STEPS)
    print(
      `${what}${onlyIf ? `, if \`wrangler ${onlyIf.join(" ")}\` finds it` : ""}\n  wrangler ${args.join(" ")}`,
    )
  run({ what: "Building only", args: ["deploy", "--dry-run", "--outdir", ".wrangler/dry-run"] }, io)
}

function deploy(io: ProgramIo): void {
  const print = printerTo(io.stdout)
  for (const step of STEPS) run(step, io)
  ensureToken(print, io)
  setDiscordSecrets(print, io)
}

/**
 * The bot's Discord credentials, from the environment or `.dev.vars`. They are stored as secrets, so no file
 * of the project holds them.
 */
const DISCORD = ["DISCORD_APPLICATION_ID", "DISCORD_PUBLIC_KEY", "DISCORD_TOKEN"] as const

function setDiscordSecrets(print: Print, io: ProgramIo): void {
  const variables = deploymentVariables(io)
  const known = Object.fromEntries(
    DISCORD.flatMap((name) => {
      const value = variables(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const missing = DISCORD.filter((name) => !(name in known))
  if (missing.length === DISCORD.length) {
    print("\nNo Discord bot is set up; docs/DISCORD.md explains how. The HTTP API works without one.")
    return
  }
  run({ what: "Setting the Discord secrets", args: ["secret", "bulk"], input: JSON.stringify(known) }, io)
  print(
    missing.length > 0
      ? `Still missing in .dev.vars: ${missing.join(", ")}. Add them and deploy again.`
      : "\nNow run `npm run register -- --url https://<the address above>` to register the commands and this worker with Discord.",
  )
}

/** The admin token is made once. It cannot be read back, so it is shown here and nowhere else. */
function ensureToken(print: Print, io: ProgramIo): void {
  if (listsSecret(wrangler(["secret", "list"], io), "ADMIN_TOKEN")) {
    print("The admin token is already set.")
    return
  }
  const token = randomBytes(24).toString("base64url")
  run({ what: "Setting the admin token", args: ["secret", "put", "ADMIN_TOKEN"], input: token }, io)
  print(`\nYour admin token, shown only once: ${token}`)
}

function run(step: Step, io: ProgramIo): void {
  const print = printerTo(io.stdout)
  if (step.onlyIf && !findsDatabase(wrangler(step.onlyIf, io))) return
  print(`\n${step.what} ...`)
  const { code, output } = wrangler(step.args, io, step.input)
  const outcome = code === 0 ? output.trim() : step.doneIf?.test(output) ? "It already exists." : null
  if (outcome !== null) {
    print(outcome)
    return
  }
  throw new StepError(
    `${output.trim()}\n\n"wrangler ${step.args.join(" ")}" failed. Fix the problem above and run \`npm run deploy\` again; it continues where it stopped.`,
  )
}

interface Outcome {
  code: number | null
  output: string
}

/**
 * Returns true if the listing names the secret. Throws if it failed: a token that cannot be seen must not be replaced.
 * @internal
 */
export function listsSecret({ code, output }: Outcome, name: string): boolean {
  if (code === 0) return output.includes(`"${name}"`)
  throw new StepError(
    `${output.trim()}\n\nThe secrets could not be listed, so none was changed. Run \`npm run deploy\` again.`,
  )
}

/**
 * Returns false if wrangler says that there is no such database. Throws if it failed otherwise: the migrations of a
 * database that exists come before the code that needs them.
 * @internal
 */
export function findsDatabase({ code, output }: Outcome): boolean {
  if (code === 0) return true
  if (/Couldn't find an? (?:auto-provisioned )?D1 DB/.test(output)) return false
  throw new StepError(
    `${output.trim()}\n\nThe database could not be looked up, so the deployment stopped. Run \`npm run deploy\` again.`,
  )
}

function wrangler(args: string[], io: ProgramIo, input?: string): Outcome {
  // The empty name selects the top level of wrangler.toml.
  const [command, ...rest] = wranglerCommand([...args, "--env="])
  const { WRANGLER_SEND_METRICS, WRANGLER_HIDE_BANNER } = WRANGLER_ENV
  const done = spawnSync(command, rest, {
    encoding: "utf8",
    input,
    stdio: [input === undefined ? "inherit" : "pipe", "pipe", "pipe"],
    env: { ...io.env, WRANGLER_SEND_METRICS, WRANGLER_HIDE_BANNER },
  })
  return { code: done.status, output: `${done.stdout}${done.stderr}` }
}

if (import.meta.main) await runProgram(main)
