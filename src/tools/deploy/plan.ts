/**
 * The configuration that a deployment hands to wrangler: wrangler.toml, with names of its own for an environment
 * such as staging, so that it shares nothing with production.
 */
import { z } from "zod"
import { UsageError } from "../program.ts"

const Vars = z.record(z.string(), z.unknown())

const WranglerConfigSchema = z.looseObject({
  name: z.string(),
  d1_databases: z.tuple([z.looseObject({ binding: z.string(), database_name: z.string() })]),
  workflows: z.array(z.looseObject({ name: z.string() })),
  ratelimits: z.array(z.looseObject({ namespace_id: z.string() })).default([]),
  /** Absent if the embedded index holds the vectors. */
  vectorize: z.tuple([z.looseObject({ binding: z.string(), index_name: z.string() })]).optional(),
  /** Absent on the free plan, which refuses limits. */
  limits: Vars.optional(),
  vars: Vars.optional(),
})
export type WranglerConfig = z.output<typeof WranglerConfigSchema>

const FileSchema = z.looseObject({ env: z.record(z.string(), Vars).default({}) })

/** Names an environment may have: part of a Worker's name. `local` is the one of `npm start`. */
const ENVIRONMENT = /^(?!local$)[a-z][a-z0-9-]{0,20}$/

/** Settings at the top level that belong to production's address alone. */
const ADDRESSES = ["route", "routes"]

/**
 * Returns the configuration of an environment; `null` stands for production. `parsed` is the parsed wrangler.toml.
 * Settings below `[env.NAME]` win over the derived ones. Throws a UsageError if the environment cannot have this name.
 */
export function configOf(parsed: unknown, environment: string | null): WranglerConfig {
  const { env, ...rest } = FileSchema.parse(parsed)
  const production = withIndex(WranglerConfigSchema.parse(rest))
  if (environment === null) return production
  if (!ENVIRONMENT.test(environment))
    throw new UsageError(`--env must be a short name such as staging, not ${environment}`)
  const own = env[environment] ?? {}
  const shared = Object.entries(production).filter(([name]) => !ADDRESSES.includes(name))
  const named = { ...Object.fromEntries(shared), ...renamed(production, environment), ...own }
  return WranglerConfigSchema.parse({ ...named, vars: { ...production.vars, ...Vars.parse(own.vars ?? {}) } })
}

/** Adds the Vectorize index, unless the file names one or chooses the embedded index. */
function withIndex(config: WranglerConfig): WranglerConfig {
  if (config.vectorize !== undefined || config.vars?.VECTOR_INDEX === "embedded") return config
  return { ...config, vectorize: [{ binding: "VECTORS", index_name: config.name }] }
}

/** Returns the settings whose names must differ between the Workers of an account. */
function renamed(config: WranglerConfig, environment: string) {
  const suffixed = (name: string) => `${name}-${environment}`
  return {
    name: suffixed(config.name),
    d1_databases: config.d1_databases.map(({ database_id: _, ...database }) => ({
      ...database,
      database_name: suffixed(database.database_name),
    })),
    workflows: config.workflows.map((workflow) => ({ ...workflow, name: suffixed(workflow.name) })),
    ratelimits: config.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: numberOf(`${limit.namespace_id} ${environment}`),
    })),
    ...(config.vectorize && {
      vectorize: config.vectorize.map((index) => ({ ...index, index_name: suffixed(index.index_name) })),
    }),
  }
}

/** Returns a positive integer below 2^31 that stays the same for the same words. */
function numberOf(words: string): string {
  return String([...words].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % (2 ** 31 - 1), 1))
}
