/** The steps that the Worker can do itself, in order. Each does nothing if it was done before. */
import { DiscordAPIError } from "@discordjs/rest"
import {
  type Application,
  type ApplicationRest,
  endpointOf,
  fetchApplication,
  foreignValues,
  missingIntents,
  setEndpoint,
  switchOnIntents,
} from "../discord/application/application.ts"
import { compareCommands, registerCommands } from "../discord/application/command-set.ts"
import { discordRest } from "../discord/bot/rest.ts"
import { RestLimited } from "../discord/bot/rest-gate.ts"
import { describeError } from "../domain/errors.ts"
import { readSettings, type Settings, settingsProblems } from "../settings.ts"
import { configuredApplication } from "./facts.ts"
import { applyMigrations } from "./migrate.ts"

export const SETUP_STEPS = ["database", "intents", "commands", "endpoint", "gateway"] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/**
 * `unready`: the variables that the step needs are missing or wrong. `refused`: Discord does not accept the token.
 * `rejected`: Discord does not accept what was sent.
 */
export const RESULTS = [
  "done",
  "already",
  "unready",
  "refused",
  "rejected",
  "limited",
  "unreachable",
  "failed",
] as const
export type Result = (typeof RESULTS)[number]

export interface StepOutcome {
  step: SetupStep
  result: Result
}

/** Runs the steps one after another, up to the first that fails. Never throws. */
export async function runSetup(
  env: Env,
  origin: string,
  steps: readonly SetupStep[],
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  const discord = new DiscordSteps(env, origin)
  for (const step of SETUP_STEPS.filter((one) => steps.includes(one))) {
    const result = await attempt(step, () => (step === "database" ? migrated(env) : discord.run(step)))
    outcomes.push({ step, result })
    if (result !== "done" && result !== "already") break
  }
  return outcomes
}

async function attempt(step: SetupStep, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    console.error({ event: "setup.failed", step, error: describeError(error) })
    return step === "database" ? "failed" : resultOf(error)
  }
}

/** Says why Discord did not do what it was asked. */
function resultOf(error: unknown): Result {
  if (error instanceof RestLimited) return "limited"
  if (!(error instanceof DiscordAPIError)) return "unreachable"
  return error.status === 401 ? "refused" : "rejected"
}

async function migrated(env: Env): Promise<Result> {
  return (await applyMigrations(env.DB)) > 0 ? "done" : "already"
}

/** The steps at Discord. The application is asked for once, before the first of them. */
class DiscordSteps {
  readonly #env: Env
  readonly #origin: string
  #application: Application | null = null

  constructor(env: Env, origin: string) {
    this.#env = env
    this.#origin = origin
  }

  async run(step: Exclude<SetupStep, "database">): Promise<Result> {
    const rest = settingsProblems(this.#env).length === 0 ? discordRest(this.#env) : null
    if (rest === null) return "unready"
    const settings = readSettings(this.#env)
    this.#application ??= await fetchApplication(rest)
    if (foreignValues(this.#application, configuredApplication(settings)).length > 0) return "unready"
    switch (step) {
      case "intents":
        return turnOn(rest, this.#application, settings)
      case "commands":
        return register(rest, this.#application)
      case "endpoint":
        return direct(rest, this.#application, endpointOf(this.#origin))
      case "gateway":
        return connect(this.#env)
    }
  }
}

async function turnOn(
  rest: ApplicationRest,
  application: Application,
  { DISCORD_MEMBERS: members }: Settings,
): Promise<Result> {
  if (missingIntents(application.flags, { members }).length === 0) return "already"
  await switchOnIntents(rest, application, { members })
  return "done"
}

async function register(rest: ApplicationRest, { id }: Application): Promise<Result> {
  const { missing, changed, removed } = await compareCommands(rest, id)
  if (missing.length + changed.length + removed.length === 0) return "already"
  await registerCommands(rest, id)
  return "done"
}

async function direct(
  rest: ApplicationRest,
  { interactions_endpoint_url: set }: Application,
  endpoint: string | null,
): Promise<Result> {
  if (endpoint === null) return "unready"
  if (set === endpoint) return "already"
  await setEndpoint(rest, endpoint)
  return "done"
}

async function connect(env: Env): Promise<Result> {
  const first = env.SHARDS.getByName("0")
  const before = await first.statusOfAll()
  if (before.state === "running") return "already"
  const after = await first.startAll("asked")
  return after.state === "running" ? "done" : "rejected"
}
