/**
 * The Responder's jobs in SQLite. A finished job loses its body at once, because it contains a token and user
 * content; its id stays for a while to detect duplicates.
 */
import { z } from "zod"
import type { Id, Time } from "../../domain/types.ts"
import type { InteractionOutcome } from "./dispatch.ts"
import { parseJob, type StoredJob, type WaitingJob } from "./responder-plan.ts"

/** Larger replies are composed again instead of stored: a row holds 2 MB. */
const LARGEST_REPLY = 1_000_000

const Row = z.object({
  id: z.string(),
  person: z.string().nullable(),
  body: z.string().nullable(),
  reply: z.string().nullable(),
  tries: z.int(),
  due_at: z.number(),
  taken_at: z.number(),
})

export interface NewJob {
  id: string
  person: Id | null
  /** The job counts toward the person's cool-down. */
  paced: boolean
  body: string
  dueAt: Time
  now: Time
}

export class JobRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS jobs (
      id TEXT PRIMARY KEY, state TEXT NOT NULL, person TEXT, paced INTEGER NOT NULL, body TEXT, reply TEXT,
      tries INTEGER NOT NULL, due_at INTEGER NOT NULL, taken_at INTEGER NOT NULL) WITHOUT ROWID`)
  }

  has(id: string): boolean {
    return this.#sql.exec("SELECT 1 FROM jobs WHERE id = ?", id).toArray().length > 0
  }

  add({ id, person, paced, body, dueAt, now }: NewJob): void {
    this.#sql.exec(
      "INSERT INTO jobs VALUES (?, 'waiting', ?, ?, ?, NULL, 0, ?, ?)",
      ...[id, person, paced ? 1 : 0, body, dueAt, now],
    )
  }

  /** Returns when the person's latest question that counts toward the cool-down was or will be answered. */
  lastPaced(person: Id): Time | null {
    const sql = "SELECT max(due_at) AS at FROM jobs WHERE person = ? AND paced = 1"
    return z.object({ at: z.number().nullable() }).parse(this.#sql.exec(sql, person).one()).at
  }

  /** Earliest first. */
  waiting(): WaitingJob[] {
    const sql =
      "SELECT id, person, due_at, taken_at, tries, NULL AS body, NULL AS reply FROM jobs WHERE state = 'waiting' ORDER BY due_at, id"
    return this.#sql
      .exec(sql)
      .toArray()
      .map((row) => Row.parse(row))
      .map(({ id, person, due_at, taken_at }) => ({ id, person, at: due_at, takenAt: taken_at }))
  }

  /** Returns `null` if the job is no longer waiting or cannot be read. */
  get(id: string): StoredJob | null {
    const found = this.#sql.exec("SELECT * FROM jobs WHERE id = ? AND state = 'waiting'", id).toArray()[0]
    if (!found) return null
    const { body, reply, tries, taken_at } = Row.parse(found)
    const job = body === null ? null : parseJob(body)
    // This class wrote it, in this shape.
    const outcome = reply === null ? null : (JSON.parse(reply) as InteractionOutcome)
    return job && { id, job, outcome, tries, takenAt: taken_at }
  }

  /** Stores the outcome. The job only has to be sent from now on. */
  storeOutcome(id: string, outcome: InteractionOutcome): void {
    const reply = JSON.stringify(outcome)
    if (reply.length < LARGEST_REPLY)
      this.#sql.exec("UPDATE jobs SET reply = ? WHERE id = ? AND state = 'waiting'", reply, id)
  }

  retryLater(id: string, tries: number, dueAt: Time): void {
    this.#sql.exec(
      "UPDATE jobs SET tries = ?, due_at = ? WHERE id = ? AND state = 'waiting'",
      ...[tries, dueAt, id],
    )
  }

  /** The job was answered or given up. */
  close(id: string, state: "done" | "dropped"): void {
    this.#sql.exec("UPDATE jobs SET state = ?, body = NULL, reply = NULL WHERE id = ?", state, id)
  }

  /**
   * Drops the person's waiting jobs and clears their id. Clears every stored reply too, because any of them
   * may quote the person.
   */
  forget(person: Id, running: readonly string[]): void {
    this.#sql.exec("UPDATE jobs SET reply = NULL WHERE state = 'waiting'")
    for (const { id } of this.waiting().filter((job) => job.person === person))
      if (!running.includes(id)) this.close(id, "dropped")
    this.#sql.exec("UPDATE jobs SET person = NULL WHERE person = ?", person)
  }

  /** Deletes finished jobs taken at `time` or before. */
  purge(time: Time): void {
    this.#sql.exec("DELETE FROM jobs WHERE state <> 'waiting' AND taken_at <= ?", time)
  }

  oldestAt(): Time | null {
    const row = this.#sql.exec("SELECT min(taken_at) AS at FROM jobs").one()
    return z.object({ at: z.number().nullable() }).parse(row).at
  }
}
