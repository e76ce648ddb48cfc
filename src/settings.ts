/** The deployment's variables, parsed by zod once per environment into Settings. */
import { z } from "zod"

const text = z.string().trim().min(1).optional()

const Price = z.strictObject({ input: z.number().min(0), output: z.number().min(0).default(0) })

/** Text that is no JSON is told like any other unusable variable. */
function asJson(value: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(value)
  } catch {
    context.addIssue({ code: "custom", message: "is no JSON" })
    return z.NEVER
  }
}

const SettingsSchema = z.object({
  /** The operator's bearer token. Without one, only API keys that exist already open anything. */
  ADMIN_TOKEN: text,
  /** An OpenAI-compatible server; takes precedence over Workers AI. */
  AI_BASE_URL: z.url().optional(),
  AI_API_KEY: text,
  AI_FAST_MODEL: text,
  AI_STRONG_MODEL: text,
  /** A reranker of the same server, or of Workers AI. */
  AI_RERANK_MODEL: text,
  /** "none": no vectors. Beside AI_BASE_URL there are none unless this names a model. */
  AI_EMBED_MODEL: text,
  /** Where vectors are kept; by default in Vectorize where it is bound, else in a Durable Object for each guild. */
  VECTOR_INDEX: z.enum(["vectorize", "embedded"]).optional(),
  /** The longest that one call to the model may take. */
  AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(600).default(90),
  /** What models cost whose prices are not known, or other ones: JSON, US dollars per million tokens, such as {"qwen3:8b": {"input": 0.1, "output": 0.4}}. */
  AI_PRICES: z
    .string()
    .transform(asJson)
    .pipe(z.record(z.string().min(1), Price))
    .optional(),
  /** "true" stops all writing of memory in every guild. */
  READ_ONLY: z.stringbool().default(false),
  /** Our own id: what it says is kept as context and never becomes a fact. */
  DISCORD_APPLICATION_ID: text,
  /** With which Discord signs interactions, in hex; without it `/interactions` is closed. */
  DISCORD_PUBLIC_KEY: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits")
    .optional(),
  /** The bot's token, a secret; without it nothing is heard from the gateway, and nothing said but answers to commands. */
  DISCORD_TOKEN: text,
  /** Where Discord's REST API is, without its version. */
  DISCORD_API_URL: z.url().default("https://discord.com/api"),
  /** Where the gateway is; by default, where the REST API says. */
  DISCORD_GATEWAY_URL: z.url().optional(),
  /** Whether the privileged Server Members intent is asked for: then it is told who joins, leaves and holds which roles. */
  DISCORD_MEMBERS: z.stringbool().default(true),
  /** How many shards to run; by default, as many as Discord recommends. */
  DISCORD_SHARDS: z.coerce.number().int().min(1).max(1_000).optional(),
  /** Whom people may ask about their data; stands on the privacy page. */
  PRIVACY_CONTACT: text,
  /** First delay after a failed extraction; it doubles up to an hour. */
  RETRY_SECONDS: z.coerce.number().min(0.1).max(600).default(5),
  /** How soon a channel looks again after being cut off in the middle of its work. */
  LEASE_SECONDS: z.coerce.number().min(1).max(900).default(30),
  /** When this worker was started, in milliseconds: set by `npm start` and its like, as nights of their machine end with the process. */
  NIGHTS_SINCE: z.coerce.number().int().min(0).nullable().default(null),
  /** How long a guild that removed the bot can be restored before it is erased; 0: not at all. */
  GUILD_GRACE_DAYS: z.coerce.number().min(0).max(365).default(7),
})
export type Settings = z.output<typeof SettingsSchema>

/** Read once for each environment: variables change only with a deployment. */
const read = new WeakMap<Env, Settings>()

/** The variables, parsed. An empty one counts as unset. Throws with the variable's name where one is unusable. */
export function readSettings(env: Env): Settings {
  const known = read.get(env)
  if (known) return known
  const settings = parseSettings(env)
  read.set(env, settings)
  return settings
}

function parseSettings(env: Env): Settings {
  const given = Object.fromEntries(
    Object.keys(SettingsSchema.shape).flatMap((name) => {
      const value: unknown = env[name as keyof Env]
      return value === undefined || value === "" ? [] : [[name, value]]
    }),
  )
  const parsed = SettingsSchema.safeParse(given)
  if (!parsed.success) throw new Error(`unusable variables: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
