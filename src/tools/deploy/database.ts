/**
 * The D1 database of a deployment. Migrations come before the code that needs them: the running Worker ignores
 * new columns and tables.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { DeployError, failureOf, type Outcome, readJson } from "./deploy-error.ts"
import { mustRun, type Project, runWrangler } from "./project.ts"

/** The token has no right to D1. */
const NO_ACCESS = /\[code: (?:10000|9109)\]/

/**
 * Creates the database if there is none, and applies the migrations that it lacks. Without a right to D1 this is left to
 * the Worker; a token that is wrong altogether fails at the next step.
 */
export async function prepareDatabase(project: Project): Promise<void> {
  const [{ binding, database_name }] = project.config.d1_databases
  const apply = ["d1", "migrations", "apply", binding, "--remote"]
  project.print("\nApplying migrations ...")
  let outcome = await runWrangler(project, apply)
  if (outcome.code !== 0 && NO_ACCESS.test(outcome.output)) {
    project.print(
      "Your token may not use D1. The Worker migrates itself: open /setup at its address once it is deployed.",
    )
    return
  }
  if (!findsDatabase(outcome)) {
    project.print(`\nCreating the D1 database ${database_name} ...`)
    await createDatabase(project, database_name)
    outcome = await runWrangler(project, apply)
  }
  const tried = new Set<string>()
  while (outcome.code !== 0) {
    const next = isUnsplittable(outcome.output) ? await nextMigration(project, binding) : undefined
    if (next === undefined || tried.has(next)) throw failureOf(apply, outcome)
    tried.add(next)
    project.print(`D1 could not split ${next} into statements. Importing it as a file ...`)
    await importMigration(project, binding, next)
    outcome = await runWrangler(project, apply)
  }
  project.print(/No migrations to apply/.test(outcome.output) ? "The database is up to date." : "Done.")
}

/**
 * Returns false if wrangler says that there is no such database. Other failures count as found: they are no reason
 * to create one.
 * @internal
 */
export function findsDatabase({ code, output }: Pick<Outcome, "code" | "output">): boolean {
  return code === 0 || !/Couldn't find an? (?:auto-provisioned )?D1 DB/.test(output)
}

/** The places that D1 knows. */
const JURISDICTIONS = ["eu", "fedramp", "us"]
const LOCATIONS = ["weur", "eeur", "apac", "oc", "wnam", "enam"]

/**
 * Returns the arguments that create the database where the Durable Objects live. Throws a DeployError if D1 has no such
 * jurisdiction; of a location that D1 does not know, it chooses a near one itself.
 * @internal
 */
export function placeOf(vars: Project["config"]["vars"]): string[] {
  const { JURISDICTION: jurisdiction, LOCATION_HINT: location } = vars ?? {}
  if (typeof jurisdiction === "string" && jurisdiction !== "") {
    if (!JURISDICTIONS.includes(jurisdiction))
      throw new DeployError(
        `D1 has no jurisdiction "${jurisdiction}". Set JURISDICTION in wrangler.toml to ${JURISDICTIONS.join(", ")}, or remove it.`,
      )
    return [`--jurisdiction=${jurisdiction}`]
  }
  return typeof location === "string" && LOCATIONS.includes(location) ? [`--location=${location}`] : []
}

async function createDatabase(project: Project, name: string): Promise<void> {
  const args = ["d1", "create", name, ...placeOf(project.config.vars)]
  const outcome = await runWrangler(project, args)
  if (outcome.code !== 0 && !/already exists/.test(outcome.output)) throw failureOf(args, outcome)
}

/**
 * Returns true if D1's query endpoint could not read the SQL. Wrangler does not say in which file.
 * @internal
 */
export function isUnsplittable(output: string): boolean {
  return /incomplete input|syntax error|unrecognized token|SQLITE_TOOBIG|contain a statement/.test(output)
}

const Applied = z.tuple([z.object({ results: z.array(z.object({ name: z.string() })) })])

/** Returns the first migration that is not recorded as applied, which is the one that failed. */
async function nextMigration(project: Project, binding: string): Promise<string | undefined> {
  const query = "SELECT name FROM d1_migrations"
  const args = ["d1", "execute", binding, "--remote", "--json", "--command", query]
  const applied = readJson(Applied, args, await mustRun(project, args))[0].results.map(({ name }) => name)
  const files = readdirSync(join(project.io.cwd, "migrations")).filter((name) => name.endsWith(".sql"))
  return files.sort().find((name) => !applied.includes(name))
}

/**
 * Applies a migration by the import endpoint, which reads files as SQLite does, and records it in the same import:
 * D1 keeps all of an import or nothing.
 */
async function importMigration(project: Project, binding: string, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-migration-"))
  const file = join(folder, name)
  const sql = readFileSync(join(project.io.cwd, "migrations", name), "utf8")
  try {
    writeFileSync(file, `${sql.trimEnd()}\nINSERT INTO d1_migrations (name) VALUES ('${name}');\n`)
    await mustRun(project, ["d1", "execute", binding, "--remote", "--yes", "--file", file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
