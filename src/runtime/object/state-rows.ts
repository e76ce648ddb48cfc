/** A few JSON values of a Durable Object's own, by key. */
import type { z } from "zod"

export class StateRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec("CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
  }

  /** The value, or null where there is none or it is of an older shape. */
  get<T>(key: string, schema: z.ZodType<T>): T | null {
    const row = this.#sql.exec("SELECT value FROM state WHERE key = ?", key).toArray()[0]
    const parsed = row && schema.safeParse(JSON.parse(String(row.value)))
    return parsed?.success ? parsed.data : null
  }

  /** Forgets everything. */
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

// How a Durable Object ends once everything it held is to be gone.

/** What such an end says to whoever asked for it, and to all who called meanwhile. */
const WIPED = "everything here was erased"

/** Deletes all storage and the alarm, and ends this life of the object: nothing it had in memory is written any more. Never returns. */
export async function wipe(ctx: DurableObjectState): Promise<void> {
  await ctx.storage.deleteAll()
  await ctx.storage.sync()
  ctx.abort(WIPED)
}

/** Asks an object to wipe itself. It ends at once, which its caller sees as an error: that is how it says that it is done. */
export async function callWipe(ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!`${error}`.includes(WIPED)) throw error
  }
}
