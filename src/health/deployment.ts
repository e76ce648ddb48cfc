/** The health of a deployment, checked from its bindings. Reports ids, counts and times, never anyone's words. */
import { chatModel } from "../ai/chat/chat-model.ts"
import { OVERDUE, within } from "../ai/deadline.ts"
import { embeddingModel } from "../ai/embedding/embedding-model.ts"
import { describeError } from "../domain/errors.ts"
import type { Time } from "../domain/types.ts"
import { deploymentDatabase, guildEmbeddedWith } from "../memory/db/health-queries.ts"
import { operatorLimits, readSettings, type Settings, settingsProblems } from "../settings.ts"
import { embeddedIndex, indexChoice } from "../vectors/index-choice.ts"
import { checkAllowances } from "./allowance-check.ts"
import { checkDatabase } from "./database-checks.ts"
import { judgeGateway } from "./gateway-check.ts"
import { type CheckResult, fine, type HealthCheck, overallStatus, unknownResult } from "./health-check.ts"
import { probeServices } from "./probe.ts"

export interface Health {
  status: "ok" | "warning" | "failing"
  checkedAt: Time
  checks: HealthCheck[]
}

const TIMEOUT_MS = 10_000
const PROBE_MS = 20_000

/** Checks everything in about one round trip to each service. `probe`: also calls the models. Never throws. */
export async function checkDeployment(env: Env, { probe }: { probe: boolean }): Promise<Health> {
  const now = Date.now()
  const problems = settingsProblems(env)
  const settings = problems.length === 0 ? readSettings(env) : null
  const limits = {
    capUsd: settings && operatorLimits(settings).deploymentCapUsd,
    plan: settings?.PLAN ?? "paid",
  }
  const groups = await Promise.all([
    [{ name: "settings", ...(settings ? judgeSettings(env, settings) : unusable(problems)) }],
    attempt("database", TIMEOUT_MS, () => checkDatabase(deploymentDatabase(env), now, limits)),
    attempt("gateway", TIMEOUT_MS, async () => {
      const status = await env.SHARDS.getByName("0").statusOfAll()
      return [{ name: "gateway", ...judgeGateway(status, now) }]
    }),
    settings?.PLAN === "free"
      ? attempt("allowances", TIMEOUT_MS, () => checkAllowances(env, settings, now))
      : [],
    settings && probe ? attempt("model", PROBE_MS, () => probeServices(probeDeps(env, settings))) : [],
  ])
  const checks = groups.flat()
  return { status: overallStatus(checks), checkedAt: now, checks }
}

/** Turns a failure or a missed deadline of a group of checks into one check that could not be made. */
async function attempt(name: string, ms: number, work: () => Promise<HealthCheck[]>): Promise<HealthCheck[]> {
  try {
    const checks = await within(ms, work)
    return checks === OVERDUE
      ? [{ name, ...unknownResult(`No answer within ${ms / 1_000} seconds.`) }]
      : checks
  } catch (error) {
    // Fallback: the other checks still report.
    return [{ name, ...unknownResult(describeError(error)) }]
  }
}

function probeDeps(env: Env, settings: Settings) {
  return {
    chat: chatModel(env, settings),
    embedding: embeddingModel(env, settings),
    choice: () => indexChoice(env, settings, embeddedIndex(env.INDEXES)),
    describe: async () => {
      if (!env.VECTORS) throw new Error("no Vectorize index is bound as VECTORS")
      return env.VECTORS.describe()
    },
    guildWith: (home: string) => guildEmbeddedWith(env, home),
  }
}

function unusable(problems: readonly string[]): CheckResult {
  const detail = `Unusable variables: ${problems.join("; ")}.`
  return {
    status: "failing",
    detail,
    toDo: "Correct them and deploy: docs/CONFIGURATION.md lists the variables.",
  }
}

/** Commands need the application id and the key, and hearing needs the token. */
const DISCORD = ["DISCORD_APPLICATION_ID", "DISCORD_PUBLIC_KEY", "DISCORD_TOKEN"] as const

function judgeSettings(env: Env, settings: Settings): CheckResult {
  if (settings.VECTOR_INDEX === "vectorize" && !env.VECTORS)
    return {
      status: "failing",
      detail: "VECTOR_INDEX is vectorize, but no Vectorize index is bound as VECTORS.",
      toDo: "Deploy with a right to Vectorize, or set VECTOR_INDEX to embedded.",
    }
  const missing = DISCORD.filter((name) => settings[name] === undefined)
  if (missing.length > 0 && missing.length < DISCORD.length)
    return {
      status: "warning",
      detail: `Discord is set up in part: ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set.`,
      toDo: "Set it and deploy: docs/DISCORD.md says where to find it.",
    }
  const served = settings.ALLOWED_GUILDS.length
  const only = served === 0 ? "" : ` Served are the ${served} guilds in ALLOWED_GUILDS.`
  return fine(`All variables can be used. The plan is ${settings.PLAN}.${only}`)
}
