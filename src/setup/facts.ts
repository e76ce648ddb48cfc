/** Collects what the setup page shows: database, models, Discord, gateway and cron. Every failure is a fact. */
import { DiscordAPIError } from "@discordjs/rest"
import { OVERDUE, within } from "../ai/deadline.ts"
import {
  type Application,
  type ApplicationRest,
  type ConfiguredApplication,
  fetchApplication,
} from "../discord/application/application.ts"
import { type CommandDifferences, compareCommands } from "../discord/application/command-set.ts"
import { discordRest } from "../discord/bot/rest.ts"
import { describeError } from "../domain/errors.ts"
import { checkDeployment } from "../health/deployment.ts"
import type { HealthCheck } from "../health/health-check.ts"
import { readSettings, type Settings, settingsProblems } from "../settings.ts"
import { readSchema } from "./migrate.ts"

/** Discord's answer to the bot's token. `unset`: there is no token. */
type DiscordAnswer =
  | { kind: "unset" | "refused" | "unreachable" }
  | { kind: "known"; application: Application; commands: CommandDifferences }

export interface SetupFacts {
  /** The address at which the owner reads this, without a path. */
  origin: string
  /** A line for each unusable variable. */
  problems: readonly string[]
  /** Names of the migrations that the database lacks; `null` if it does not answer. */
  pending: readonly string[] | null
  /** `null` with unusable variables. */
  settings: Settings | null
  bindings: { ai: boolean; vectors: boolean }
  discord: DiscordAnswer
  /** Results of health checks, such as `gateway` and `cron`. */
  health: readonly HealthCheck[]
}

const DISCORD_MS = 10_000

/** `probe`: also asks the models, which costs a few tokens. Never throws. */
export async function collectFacts(
  env: Env,
  { origin, probe }: { origin: string; probe: boolean },
): Promise<SetupFacts> {
  const problems = settingsProblems(env)
  const settings = problems.length === 0 ? readSettings(env) : null
  const [pending, discord, health] = await Promise.all([
    pendingMigrations(env.DB),
    settings === null ? ({ kind: "unset" } as const) : askDiscord(discordRest(env)),
    checkDeployment(env, { probe }),
  ])
  const bindings = { ai: env.AI !== undefined, vectors: env.VECTORS !== undefined }
  return { origin, problems, pending, settings, bindings, discord, health: health.checks }
}

/** Returns the deployment's values of the application. */
export function configuredApplication(settings: Settings): ConfiguredApplication {
  return {
    application_id: settings.DISCORD_APPLICATION_ID ?? null,
    public_key: settings.DISCORD_PUBLIC_KEY ?? null,
  }
}

async function pendingMigrations(db: D1Database): Promise<string[] | null> {
  try {
    return (await readSchema(db)).pending.map(({ name }) => name)
  } catch (error) {
    console.error({ event: "setup.database", error: describeError(error) })
    return null
  }
}

async function askDiscord(rest: ApplicationRest | null): Promise<DiscordAnswer> {
  if (rest === null) return { kind: "unset" }
  try {
    const answer = await within(DISCORD_MS, async () => {
      const application = await fetchApplication(rest)
      return { application, commands: await compareCommands(rest, application.id) }
    })
    return answer === OVERDUE ? { kind: "unreachable" } : { kind: "known", ...answer }
  } catch (error) {
    const isRefused = error instanceof DiscordAPIError && error.status === 401
    if (!isRefused) console.error({ event: "setup.discord", error: describeError(error) })
    return { kind: isRefused ? "refused" : "unreachable" }
  }
}
