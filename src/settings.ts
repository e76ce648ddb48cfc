/** The deployment's variables, parsed with zod once per environment. */
import { z } from "zod"
import { Snowflake } from "./domain/ids.ts"
import { type Measure, measureInto } from "./domain/metrics.ts"

const text = z.string().trim().min(1).optional()

/** Values separated by commas. */
const list = z.string().transform((values) =>
  values
    .split(",")
    .map((value) => value.trim())
    .filter(Boolean),
)

const Price = z.strictObject({ input: z.number().min(0), output: z.number().min(0).default(0) })

/** Reports invalid JSON like any other unusable variable. */
function asJson(value: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(value)
  } catch {
    context.addIssue({ code: "custom", message: "is not JSON" })
    return z.NEVER
  }
}

const SettingsSchema = z.object({
  /**
   * The account's Workers plan; `npm run deploy` sets it. On `free`, nights run in a Durable Object instead of a
   * Workflow, the embedded index holds the vectors, and the daily allowances are kept.
   */
  PLAN: z.enum(["paid", "free"]).default("paid"),
  /** The operator's bearer token. Without it, only existing API keys grant access. */
  ADMIN_TOKEN: text,
  /** An OpenAI-compatible server; takes precedence over Workers AI. */
  AI_BASE_URL: z.url().optional(),
  AI_API_KEY: text,
  AI_FAST_MODEL: text,
  AI_STRONG_MODEL: text,
  /** Models that guilds may choose in place of these, separated by commas. */
  AI_GUILD_MODELS: list.optional(),
  /** A reranker of the same server, or of Workers AI. */
  AI_RERANK_MODEL: text,
  /** "none" disables vectors. With AI_BASE_URL there are none unless this names a model. */
  AI_EMBED_MODEL: text,
  /** The place of the vectors. Default: Vectorize if bound on the paid plan, else one Durable Object per guild. */
  VECTOR_INDEX: z.enum(["vectorize", "embedded"]).optional(),
  /** The maximum duration of one model call. */
  AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(600).default(90),
  /** The time that a person waits for a model's answer, for its reading of a request, and for words to search. */
  AI_ANSWER_SECONDS: z.coerce.number().min(0.1).max(600).default(25),
  AI_INTENT_SECONDS: z.coerce.number().min(0.1).max(600).default(4),
  AI_EXPANSION_SECONDS: z.coerce.number().min(0.1).max(600).default(1.5),
  /**
   * Prices of models with unknown prices, or to override known ones: JSON, US dollars per million tokens,
   * such as {"qwen3:8b": {"input": 0.1, "output": 0.4}}.
   */
  AI_PRICES: z
    .string()
    .transform(asJson)
    .pipe(z.record(z.string().min(1), Price))
    .optional(),
  /** "true" stops all writing of memory in every guild. */
  READ_ONLY: z.stringbool().default(false),
  /** Keepsake's own user id. Its messages are kept as context and never become facts. */
  DISCORD_APPLICATION_ID: text,
  /** The key with which Discord signs interactions, in hex. Without it `/interactions` is closed. */
  DISCORD_PUBLIC_KEY: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits")
    .optional(),
  /**
   * The bot's token, a secret. Without it nothing is received from the gateway, and Keepsake only answers
   * commands.
   */
  DISCORD_TOKEN: text,
  /** The client secret of the Discord application, with which people sign in to the pages. Without it, nobody can. */
  DISCORD_CLIENT_SECRET: text,
  /**
   * Lets whoever sits at this machine sign in to the pages in the name of anybody. Set by `npm start` alone, and it works on a
   * loopback address only; see `dashboard/session/local-access.ts`.
   */
  LOCAL_SIGN_IN: z.stringbool().default(false),
  /** The address of Discord's REST API, without its version. */
  DISCORD_API_URL: z.url().default("https://discord.com/api"),
  /** The address of the gateway. Default: the one the REST API returns. */
  DISCORD_GATEWAY_URL: z.url().optional(),
  /**
   * Requests the privileged Server Members intent: Discord then reports who joins, leaves and holds which
   * roles.
   */
  DISCORD_MEMBERS: z.stringbool().default(true),
  /** The number of shards. Default: as many as Discord recommends. */
  DISCORD_SHARDS: z.coerce.number().int().min(1).max(1_000).optional(),
  /** US dollars that the models of all guilds together may cost in a UTC month. */
  DEPLOYMENT_SPEND_CAP_USD: z.coerce.number().min(0).optional(),
  /** A Discord webhook's address, a secret: alerts of failing health checks are posted there. */
  ALERT_WEBHOOK: z.url().optional(),
  /** Whom people may ask about their data. Shown on the privacy page. */
  PRIVACY_CONTACT: text,
  /** First delay after a failed extraction; it doubles up to an hour. */
  RETRY_SECONDS: z.coerce.number().min(0.1).max(600).default(5),
  /** The delay after which a channel resumes work that was cut off. */
  LEASE_SECONDS: z.coerce.number().min(1).max(900).default(30),
  /**
   * When this Worker was started, in milliseconds. Set by `npm start` and similar commands: nights of their
   * machine end with the process.
   */
  NIGHTS_SINCE: z.coerce.number().int().min(0).nullable().default(null),
  /**
   * The default mode of channels in guilds that are new from now on: `off` records nothing until a manager chooses
   * channels with `/keepsake channel`.
   */
  NEW_GUILDS: z.enum(["full", "notes", "off"]).default("full"),
  /** The guilds that may be served, by id, separated by commas. Without it, any guild. */
  ALLOWED_GUILDS: list.pipe(z.array(Snowflake)).default([]),
  /** Keeps Durable Objects in a region for good; see `runtime/object/placed.ts`. */
  JURISDICTION: z.enum(["eu", "fedramp", "fedramp-high", "us"]).optional(),
  /** The region in which Durable Objects are created, if possible. */
  LOCATION_HINT: z
    .enum(["wnam", "enam", "sam", "weur", "eeur", "apac", "apac-ne", "apac-se", "oc", "afr", "me"])
    .optional(),
  /** The days for which a backup can be restored. Erasures and opt-outs stay in the journal for as long. */
  BACKUP_DAYS: z.coerce.number().min(0).max(365).default(30),
  /** The days for which a guild that removed the bot can be restored before it is erased; 0 for none. */
  GUILD_GRACE_DAYS: z.coerce.number().min(0).max(365).default(7),
})
export type Settings = z.output<typeof SettingsSchema>

/** Parsed once per environment: variables change only with a deployment. */
const read = new WeakMap<Env, Settings>()

/**
 * Returns the parsed variables. An empty one counts as unset. Throws an error that names an unusable
 * variable.
 */
export function readSettings(env: Env): Settings {
  const known = read.get(env)
  if (known) return known
  const settings = parseSettings(env)
  read.set(env, settings)
  return settings
}

function parseSettings(env: Env): Settings {
  const parsed = SettingsSchema.safeParse(givenVariables(env))
  if (!parsed.success) throw new Error(`invalid variables: ${z.prettifyError(parsed.error)}`)
  const { PLAN, VECTOR_INDEX } = parsed.data
  return PLAN === "free" ? { ...parsed.data, VECTOR_INDEX: VECTOR_INDEX ?? "embedded" } : parsed.data
}

function givenVariables(env: Env): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(SettingsSchema.shape).flatMap((name) => {
      const value: unknown = env[name as keyof Env]
      return value === undefined || value === "" ? [] : [[name, value]]
    }),
  )
}

/** The operator's limits on every guild. `deploymentCapUsd`: `null` for no cap. */
export interface OperatorLimits {
  readOnly: boolean
  deploymentCapUsd: number | null
}

export function operatorLimits(settings: Settings): OperatorLimits {
  return { readOnly: settings.READ_ONLY, deploymentCapUsd: settings.DEPLOYMENT_SPEND_CAP_USD ?? null }
}

/** Tools of background work from the environment: the limits, the first delay after a failure, and metrics. */
export interface BackgroundTools extends OperatorLimits {
  firstRetryMs: number
  measure: Measure
}

export function backgroundTools(env: Env): BackgroundTools {
  const settings = readSettings(env)
  return {
    ...operatorLimits(settings),
    firstRetryMs: settings.RETRY_SECONDS * 1_000,
    measure: measureInto(env.ANALYTICS),
  }
}

/** Returns a line for each unusable variable, without its value. */
export function settingsProblems(env: Env): string[] {
  const { error } = SettingsSchema.safeParse(givenVariables(env))
  return (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`)
}

/** Returns the operator's token even if other variables are unusable; `null` if there is none. */
export function adminToken(env: Env): string | null {
  return env.ADMIN_TOKEN?.trim() || null
}

/**
 * Returns true if this deployment may serve a guild. One that it may not is not heard, and its people and API keys get
 * no more than a refusal. What is stored of it stays until its retention or an erasure ends it.
 */
export function isServed({ ALLOWED_GUILDS: allowed }: Settings, guildId: string): boolean {
  return allowed.length === 0 || allowed.includes(guildId)
}
