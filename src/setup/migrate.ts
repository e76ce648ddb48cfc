/**
 * Migrations applied by the Worker itself, for deployments without a checkout. Each lands in one batch with its row in
 * wrangler's own table, so that `wrangler d1 migrations apply` and this code see each other's work.
 */
import { describeError } from "../domain/errors.ts"
import { isSchemaMissing } from "../memory/db/health-queries.ts"
import { MIGRATION_FILES, type MigrationFile } from "./migration-files.ts"

/** The table that wrangler makes, in its shape. */
const RECORDS = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

export interface SchemaState {
  /** True if no migration was ever applied. */
  isEmpty: boolean
  /** The migrations that the database lacks, in order. */
  pending: readonly MigrationFile[]
}

/** Throws if the database does not answer. */
export async function readSchema(
  db: D1Database,
  files: readonly MigrationFile[] = MIGRATION_FILES,
): Promise<SchemaState> {
  const applied = new Set(await appliedNames(db))
  return { isEmpty: applied.size === 0, pending: files.filter(({ name }) => !applied.has(name)) }
}

async function appliedNames(db: D1Database): Promise<string[]> {
  try {
    const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>()
    return results.map(({ name }) => name)
  } catch (error) {
    if (isSchemaMissing(error)) return []
    throw error
  }
}

/**
 * Applies the migrations that the database lacks and returns their number. A failure leaves those before it applied
 * and nothing of the failed one.
 */
export async function applyMigrations(
  db: D1Database,
  files: readonly MigrationFile[] = MIGRATION_FILES,
): Promise<number> {
  let applied = 0
  for (const file of (await readSchema(db, files)).pending) if (await apply(db, file)) applied += 1
  return applied
}

/** Returns false if somebody else applied the migration meanwhile. */
async function apply(db: D1Database, { name, load }: MigrationFile): Promise<boolean> {
  const statements = splitMigration((await load()).default)
  try {
    await db.batch([
      ...[RECORDS, ...statements].map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ])
    return true
  } catch (error) {
    if ((await appliedNames(db)).includes(name)) return false
    throw new Error(`the migration ${name} failed`, { cause: error })
  }
}

/**
 * Splits a migration at each semicolon that ends a line outside quotes: the house form of migrations needs no more.
 * @internal
 */
export function splitMigration(sql: string): string[] {
  const found: string[] = []
  let start = 0
  for (const { 0: token, index } of sql.matchAll(/'[^']*'|"[^"]*"|`[^`]*`|;(?=\n|$)/g)) {
    if (token !== ";") continue
    found.push(sql.slice(start, index).trim())
    start = index + 1
  }
  return found
}

/**
 * Returns true if cron jobs may run. Brings a database up to date that was set up for an earlier version: a deployment
 * whose token has no right to D1 cannot do so. The first setup waits for its owner. Never throws.
 */
export async function prepareForCron(env: { DB: D1Database }): Promise<boolean> {
  try {
    const { isEmpty, pending } = await readSchema(env.DB)
    if (isEmpty) {
      console.warn({ event: "cron.not_set_up", toDo: "Open /setup at this Worker's address." })
      return false
    }
    if (pending.length > 0) console.log({ event: "schema.migrated", applied: await applyMigrations(env.DB) })
  } catch (error) {
    // Fallback: each job reports its own failure.
    console.error({ event: "schema.not_migrated", error: describeError(error) })
  }
  return true
}
