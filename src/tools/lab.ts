/** `npm run lab`: replays a guild's claim log under another policy, tunes its thresholds, or lists its drift. */
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import type { ApiServer } from "./api-request.ts"
import { ask, serverOf } from "./backup-folder.ts"
import { DriftReply, driftLines, ReplayReply, replayLines, TuneReply, tuneLines } from "./lab-print.ts"
import { type Print, ProgramError, printerTo, runProgram, UsageError, withUsage } from "./program.ts"

const HELP = `Tries a policy on what a guild's Keepsake has already decided.

  npm run lab -- replay --url ADDRESS --guild ID (--patch FILE | --version N) [--set holdout|tuning|all]
  npm run lab -- tune   --url ADDRESS --guild ID [--alpha SHARE] [--delta SHARE] [--apply]
  npm run lab -- drift  --url ADDRESS --guild ID [--weeks N]

  replay   compares a candidate with the policy in force on claims that tuning never sees; changes nothing.
           FILE holds a JSON merge patch to the policy, such as {"gate":{"min_confidence":0.5}}.
           Exits with 0 if the candidate is certified, otherwise with 1.
  tune     proposes the lowest confidence of each type that keeps bad memories rare; --apply puts it in force.
  drift    lists weeks that moved away from those before. Exits with 1 if the latest one raised the alarm.

  --days N   days of the log to read (180) · --json   print the server's answer as it is

ADDRESS is the worker's address (https://…, or http://127.0.0.1:8787 under npm start).
It needs ADMIN_TOKEN, from the environment or from .dev.vars, or an API key of the guild with scope admin in its
place. docs/POLICY.md explains the figures.`

const OPTIONS = {
  url: { type: "string" },
  guild: { type: "string" },
  patch: { type: "string" },
  version: { type: "string" },
  set: { type: "string" },
  alpha: { type: "string" },
  delta: { type: "string" },
  days: { type: "string" },
  weeks: { type: "string" },
  apply: { type: "boolean" },
  json: { type: "boolean" },
} as const

const EVERYWHERE = ["url", "guild", "json"]
/** The options that each command takes. */
const TAKEN = new Map([
  ["replay", [...EVERYWHERE, "patch", "version", "set", "days"]],
  ["tune", [...EVERYWHERE, "alpha", "delta", "apply", "days"]],
  ["drift", [...EVERYWHERE, "weeks"]],
])

type Given = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"]

export const main = withUsage(HELP, async (argv, io) => {
  const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  const [command, ...more] = positionals
  if (command === undefined) throw new UsageError("Say replay, tune or drift.")
  const run = COMMANDS.get(command)
  if (run === undefined) throw new UsageError(`There is no ${command}: say replay, tune or drift.`)
  if (more.length > 0) throw new UsageError(`${command} takes options only, not ${more.join(" ")}.`)
  const foreign = Object.keys(values).find((name) => !(TAKEN.get(command) ?? []).includes(name))
  if (foreign !== undefined) throw new UsageError(`${command} takes no --${foreign}.`)
  const { url, guild } = values
  if (url === undefined || guild === undefined) throw new UsageError("Say --url and --guild.")
  const print = printerTo(io.stdout)
  return run({ server: serverOf(url, io, "admin"), path: `/v1/guilds/${guild}/policy`, given: values, print })
})

interface Task {
  server: ApiServer
  path: string
  given: Given
  print: Print
}

async function replay({ server, path, given, print }: Task): Promise<number> {
  if ((given.patch === undefined) === (given.version === undefined))
    throw new UsageError("Say either --patch or --version.")
  const candidate =
    given.patch === undefined ? { version: numberOf(given, "version") } : readPatch(given.patch)
  const body = { candidate, days: numberOf(given, "days"), set: given.set }
  const text = await answerTo(server, { path: `${path}/replay`, body })
  const report = ReplayReply.parse(JSON.parse(text))
  if (given.json) print(text)
  else for (const line of replayLines(report)) print(line)
  return report.certificate.verdict === "certified" ? 0 : 1
}

async function tune({ server, path, given, print }: Task): Promise<number> {
  const body = {
    alpha: numberOf(given, "alpha"),
    delta: numberOf(given, "delta"),
    days: numberOf(given, "days"),
    apply: given.apply,
  }
  const text = await answerTo(server, { path: `${path}/tune`, body })
  const report = TuneReply.parse(JSON.parse(text))
  if (given.json) {
    print(text)
    return 0
  }
  for (const line of tuneLines(report)) print(line)
  return 0
}

async function drift({ server, path, given, print }: Task): Promise<number> {
  const query = given.weeks === undefined ? "" : `?weeks=${numberOf(given, "weeks")}`
  const text = await answerTo(server, { path: `${path}/drift${query}` })
  const { weeks } = DriftReply.parse(JSON.parse(text))
  if (given.json) print(text)
  else for (const line of driftLines(weeks)) print(line)
  return (weeks.at(-1)?.alarms.length ?? 0) > 0 ? 1 : 0
}

const COMMANDS = new Map<string, (task: Task) => Promise<number>>(Object.entries({ replay, tune, drift }))

async function answerTo(server: ApiServer, request: { path: string; body?: unknown }): Promise<string> {
  const text = await ask(server, request.body === undefined ? request : { ...request, method: "POST" })
  if (text === null)
    throw new ProgramError(
      `${server.url} knows no such guild, or no policy lab: check --guild, or deploy this version first.`,
    )
  return text
}

function readPatch(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (cause) {
    throw new ProgramError(
      `${file} is no JSON file that can be read. It must hold a merge patch to the policy.`,
      {
        cause,
      },
    )
  }
}

function numberOf(given: Given, name: "version" | "alpha" | "delta" | "days" | "weeks"): number | undefined {
  const text = given[name]
  if (text === undefined) return undefined
  const number_ = Number(text)
  if (text.trim() === "" || !Number.isFinite(number_))
    throw new UsageError(`--${name} is no number: ${text}.`)
  return number_
}

if (import.meta.main) await runProgram(main)
