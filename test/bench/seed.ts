/** Fills a local database with guilds as they look after months, before the worker starts. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync, type StatementSync } from "node:sqlite"
import { migrate } from "../../src/tools/local-worker.ts"
import { type Asked, GuildSeed } from "./guild-seed.ts"
import { Language } from "./language.ts"

export interface Shape {
  guilds: number
  memoriesEach: number
  /** Number of people. The default depends on the number of memories. */
  peopleEach?: number
  /** By default, memories are spread evenly up to now, and no night has reviewed anybody. */
  activity?: Activity
}

/** Fills a guild as a night finds it: each person spoke in the last day, and one in a hundred opted out. */
export interface Activity {
  /** True if the previous night reviewed everybody. */
  lookedThrough: boolean
}

export interface SeededGuild {
  id: string
  channels: readonly string[]
  people: readonly { id: string; name: string }[]
}

/** Creates and fills the database in `stateDir`. Returns its guilds, and questions about them, spread over the guilds. */
export async function seed(
  stateDir: string,
  shape: Shape,
  questions: number,
): Promise<{ guilds: SeededGuild[]; asked: Asked[] }> {
  await migrate(stateDir)
  const db = new DatabaseSync(databaseFile(stateDir))
  const writer = new Writer(db)
  const language = new Language(shape.guilds * 31 + shape.memoriesEach)
  const asked: Asked[] = []
  const guilds: SeededGuild[] = []
  const each = Math.ceil(questions / Math.min(shape.guilds, questions))
  db.exec("PRAGMA synchronous = OFF; BEGIN")
  for (let number = 0; number < shape.guilds; number++) {
    const guild = new GuildSeed(writer, language, number)
    guild.fill(shape.memoriesEach, shape)
    guilds.push(guild.content)
    while (asked.length < Math.min(questions, each * (number + 1))) asked.push(guild.question())
  }
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  db.close()
  return { guilds, asked }
}

/** Returns the path of the D1 file with Keepsake's tables. */
export function databaseFile(stateDir: string): string {
  const folder = join(stateDir, "v3/d1/miniflare-D1DatabaseObject")
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".sqlite"))) {
    const db = new DatabaseSync(join(folder, name))
    const found = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'memories'").get()
    db.close()
    if (found) return join(folder, name)
  }
  throw new Error("the local database was not found")
}

type Table =
  | "guilds"
  | "channels"
  | "members"
  | "memories"
  | "memory_terms"
  | "evidence"
  | "notes"
  | "note_terms"

export type Row = Record<string, string | number | null>

/** Inserts rows, each statement prepared once. */
export class Writer {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #seq = 0

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Next row id of memories and notes. */
  seq(): number {
    this.#seq += 1
    return this.#seq
  }

  add(table: Table, row: Row): void {
    const names = Object.keys(row)
    const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    statement.run(...Object.values(row))
  }
}
