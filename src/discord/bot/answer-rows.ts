/** The times of a guild's answers worded by a model, by person, for an hour: an id, the asker, the time, and no words. */
import { z } from "zod"
import { HOUR } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import { decideQuota, type QuotaRequest, type QuotaResult } from "../../runtime/answer-quota.ts"

const AnswerRow = z.object({ id: z.string(), at: z.number() })

export class AnswerRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(
      "CREATE TABLE IF NOT EXISTS answers (person TEXT, id TEXT, at INTEGER, PRIMARY KEY (person, id)) WITHOUT ROWID",
    )
  }

  /** Counts an answer if the quota has room. Reads and writes without a pause between, so no two take the same room. */
  take({ id, person, limit }: QuotaRequest, now: Time): QuotaResult {
    this.#sql.exec("DELETE FROM answers WHERE at <= ?", now - HOUR)
    const rows = this.#sql.exec("SELECT id, at FROM answers WHERE person = ?", person).toArray()
    const known = rows.map((row) => AnswerRow.parse(row))
    if (known.some((row) => row.id === id)) return { ok: true }
    const times = known.map(({ at }) => at)
    const result = decideQuota(times, limit, now)
    if (result.ok) this.#sql.exec("INSERT INTO answers VALUES (?, ?, ?)", person, id, now)
    return result
  }

  forget(person: Id): void {
    this.#sql.exec("DELETE FROM answers WHERE person = ?", person)
  }
}
