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

  /** Deletes all values but those of `kept` keys. */
  clear(kept: readonly string[]): void {
    this.#sql.exec(
      "DELETE FROM state WHERE key NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify(kept),
    )
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

/** The error message that a wiped object sends to concurrent callers. */
const WIPED = "everything here was erased"

/** Time for a wiped object to abort after it answered. */
const ABORT_MS = 5

/**
 * Deletes all storage and the alarm, and aborts the object right after it answered, so that nothing it holds
 * in memory is written again. Until then its tables are missing, so a concurrent write fails. An abort before
 * the answer would log an uncaught exception for each wiped object.
 */
export async function wipe(ctx: DurableObjectState): Promise<void> {
  await ctx.storage.deleteAll()
  await ctx.storage.sync()
  setTimeout(() => ctx.abort(WIPED), 0)
}

/**
 * Asks an object to wipe itself and waits until it aborted, so that the next call starts it again. If a
 * concurrent request wiped it, the abort reaches this caller as an error: the object is empty, so that counts
 * as success.
 */
export async function callWipe(ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
    await scheduler.wait(ABORT_MS)
  } catch (error) {
    if (!`${error}`.includes(WIPED)) throw error
  }
}
