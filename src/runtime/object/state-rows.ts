/** A Durable Object's small JSON values, by key. */
import type { z } from "zod"

export class StateRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec("CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
  }

  /** Returns the value; `null` if there is none or it has an older shape. */
  get<T>(key: string, schema: z.ZodType<T>): T | null {
    const row = this.#sql.exec("SELECT value FROM state WHERE key = ?", key).toArray()[0]
    const parsed = row && schema.safeParse(JSON.parse(String(row.value)))
    return parsed?.success ? parsed.data : null
  }

  /** Deletes all values. */
  clear(): void {
    this.#sql.exec("DELETE FROM state")
  }

  set(key: string, value: unknown): void {
    this.#sql.exec(
      "INSERT INTO state VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      key,
      JSON.stringify(value),
    )
  }
}

// Wiping a Durable Object.

/** The error message that a wiped object sends to its caller and to all concurrent callers. */
const WIPED = "everything here was erased"

/**
 * Deletes all storage and the alarm, and aborts the object so that nothing it holds in memory is written
 * again. Never returns.
 */
export async function wipe(ctx: DurableObjectState): Promise<void> {
  await ctx.storage.deleteAll()
  await ctx.storage.sync()
  ctx.abort(WIPED)
}

/**
 * Asks an object to wipe itself. The object aborts at once, so its caller receives an error: that is the sign
 * of success.
 */
export async function callWipe(ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!`${error}`.includes(WIPED)) throw error
  }
}
