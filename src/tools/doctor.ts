/**
 * `npm run doctor`: checks a deployment from outside, and tells for each problem what to do next. It changes
 * nothing but, with `--send`, a server of its own that it erases again; see `--help`.
 */
import { parseArgs } from "node:util"
import { endpointOf } from "../discord/application/application.ts"
import { type HealthCheck, overallStatus } from "../health/health-check.ts"
import { addressAtDiscord, checkDiscord } from "./doctor-discord.ts"
import { checkSending } from "./doctor-send.ts"
import { checkEndpoint, checkPages, checkWorker } from "./doctor-worker.ts"
import {
  deploymentVariables,
  type ProgramIo,
  printerTo,
  runProgram,
  UsageError,
  withUsage,
} from "./program.ts"

const HELP = `Checks a deployment of Keepsake and tells what to do about each problem. Safe to repeat.

  npm run doctor                             checks the worker to which Discord sends interactions, and its application at Discord
  npm run doctor -- --url ADDRESS            checks the worker at this address (https://…)
  npm run doctor -- --url ADDRESS --send     also sends messages to a new server id, recalls them, and erases them again
  npm run doctor -- --url ADDRESS --json     prints JSON

It needs ADMIN_TOKEN for the worker and DISCORD_TOKEN for Discord, from the environment or from .dev.vars; it
checks what it can without them. It ends with 1 if a check is failing.`

const NO_ADDRESS = `--url is missing, and Discord tells no address: it has none yet, or there is no DISCORD_TOKEN that it accepts.
\`npm run deploy\` prints the worker's public address at its end, such as https://keepsake.<your subdomain>.workers.dev.
Cloudflare's dashboard shows it, too: Workers & Pages, the worker, Settings, Domains & Routes.
Then run \`npm run doctor -- --url ADDRESS\` with it. \`npm run register -- --url ADDRESS\` tells it to Discord.`

export const main = withUsage(HELP, async (argv, io) => {
  const { values } = parseArgs({
    args: argv,
    options: {
      url: { type: "string" },
      send: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  })
  const url = values.url ?? (await addressAtDiscord(deploymentVariables(io)))
  if (url === null) throw new UsageError(NO_ADDRESS)
  const endpoint = endpointOf(url)
  if (endpoint === null)
    throw new UsageError(`"${url}" is not an address of a worker. It must begin with https://.`)
  const checks = await examine({ url, endpoint, send: values.send }, io)
  if (values.json) printJson(checks, io)
  else printChecks(checks, io)
  return overallStatus(checks) === "failing" ? 1 : 0
})

async function examine(
  { url, endpoint, send }: { url: string; endpoint: string; send: boolean },
  io: ProgramIo,
): Promise<HealthCheck[]> {
  const variables = deploymentVariables(io)
  const worker = await checkWorker(url, variables("ADMIN_TOKEN"))
  const sending = send && worker.server !== null ? await checkSending(worker.server) : []
  const signatures = worker.isReachable ? [await checkEndpoint(endpoint), ...(await checkPages(url))] : []
  const discord = await checkDiscord(variables, { endpoint, configured: worker.configured })
  return [...worker.checks, ...sending, ...signatures, ...discord]
}

function printChecks(checks: readonly HealthCheck[], { stdout }: ProgramIo): void {
  const print = printerTo(stdout)
  for (const { name, status, detail, toDo } of checks) {
    print(`${status.padEnd(8)} ${name}: ${detail}`)
    if (toDo !== null) print(`${" ".repeat(9)}→ ${toDo}`)
  }
  const bad = checks.filter(({ status }) => status === "failing").length
  print(
    bad === 0
      ? `\nNone of ${checks.length} checks is failing.`
      : `\n${bad} of ${checks.length} checks are failing.`,
  )
}

function printJson(checks: readonly HealthCheck[], { stdout }: ProgramIo): void {
  const shown = checks.map(({ toDo, ...check }) => ({ ...check, to_do: toDo }))
  printerTo(stdout)(JSON.stringify({ status: overallStatus(checks), checks: shown }, null, 2))
}

if (import.meta.main) await runProgram(main)
