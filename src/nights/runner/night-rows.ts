/** A guild's nights in the rows of its object: which were begun, and the results of their steps until they end. */
import type { Time } from "../../domain/types.ts"
import type { Night } from "../deps.ts"
import type { KeptResult, KeptSteps } from "./one-step.ts"

export type NightStatus = "running" | "complete" | "errored" | "unknown"

export class NightRows {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    for (const statement of [
      "CREATE TABLE IF NOT EXISTS nights (id TEXT PRIMARY KEY, night TEXT NOT NULL, status TEXT NOT NULL, ended_at INTEGER) WITHOUT ROWID",
      "CREATE TABLE IF NOT EXISTS steps (night TEXT NOT NULL, step TEXT NOT NULL, attempts INTEGER NOT NULL, value TEXT, error TEXT, PRIMARY KEY (night, step)) WITHOUT ROWID",
    ])
      storage.sql.exec(statement)
  }

  /** Adds a night. Returns false if its id was used before. */
  add(night: Night): boolean {
    const { rowsWritten } = this.#storage.sql.exec(
      "INSERT INTO nights VALUES (?, ?, 'running', NULL) ON CONFLICT DO NOTHING",
      night.runId,
      JSON.stringify(night),
    )
    return rowsWritten > 0
  }

  statusOf(runId: string): NightStatus {
    const row = this.#storage.sql.exec("SELECT status FROM nights WHERE id = ?", runId).toArray()[0]
    // Written by this class alone.
    return (row?.status as NightStatus | undefined) ?? "unknown"
  }

  /**
   * Returns the night to go on with; `null` if none is left. One that has not begun comes first: its first step says
   * whether it runs at all beside another.
   */
  next(): Night | null {
    const row = this.#storage.sql
      .exec(
        `SELECT night FROM nights WHERE status = 'running'
        ORDER BY EXISTS (SELECT 1 FROM steps WHERE steps.night = nights.id), id LIMIT 1`,
      )
      .toArray()[0]
    // Written by `add` alone.
    return row === undefined ? null : (JSON.parse(String(row.night)) as Night)
  }

  /** Returns the results of a night's steps. Those known are read once. */
  resultsOf(runId: string): KeptSteps {
    const { sql } = this.#storage
    const rows = sql
      .exec<{ step: string; value: string | null; error: string | null }>(
        "SELECT step, value, error FROM steps WHERE night = ? AND coalesce(value, error) IS NOT NULL",
        runId,
      )
      .toArray()
    const known = new Map<string, KeptResult>(
      rows.map(({ step, value, error }) => [step, value === null ? { error: error ?? "" } : { value }]),
    )
    return {
      find: (step) => known.get(step) ?? null,
      attempt(step) {
        const counted = sql.exec<{ attempts: number }>(
          `INSERT INTO steps VALUES (?, ?, 1, NULL, NULL)
          ON CONFLICT DO UPDATE SET attempts = attempts + 1 RETURNING attempts`,
          runId,
          step,
        )
        return counted.one().attempts
      },
      keep(step, result) {
        const [value, error] = "error" in result ? [null, result.error] : [result.value, null]
        sql.exec(
          "UPDATE steps SET value = ?, error = ? WHERE night = ? AND step = ?",
          value,
          error,
          runId,
          step,
        )
      },
    }
  }

  /** Ends a night: deletes its results, and keeps its id for as long as a Workflow would. */
  end(runId: string, status: "complete" | "errored", at: Time): void {
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec("UPDATE nights SET status = ?, ended_at = ? WHERE id = ?", status, at, runId)
      this.#storage.sql.exec("DELETE FROM steps WHERE night = ?", runId)
    })
  }

  /** Forgets nights that ended before `time`. */
  forget(time: Time): void {
    this.#storage.sql.exec("DELETE FROM nights WHERE ended_at < ?", time)
  }
}
