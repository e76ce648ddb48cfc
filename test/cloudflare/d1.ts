/** D1: real SQLite databases behind the query and import endpoints. */
import { createHash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import type { D1 } from "cloudflare/resources/d1/d1.js"
import type { DatabaseImportResponse, QueryResult } from "cloudflare/resources/d1/database.js"
import { splitStrictly } from "./d1-splitter.ts"
import { type ApiRequest, type ApiRoute, jsonOf, Refusal } from "./replies.ts"
import type { CloudflareState, Database } from "./state.ts"

const DATABASES = "/accounts/:account/d1/database"
const META = { duration: 1, changes: 0, rows_read: 0, rows_written: 0, size_after: 4096 }

/** `url` returns the fake's own address, where files for an import are uploaded. */
export function d1Routes(state: CloudflareState, url: () => string): ApiRoute[] {
  const find = ({ params }: ApiRequest): Database => {
    const wanted = decodeURIComponent(params.database ?? "")
    const database = state.databases.find(({ uuid, name }) => uuid === wanted || name === wanted)
    if (!database) throw new Refusal(404, 7404, `The database ${wanted} could not be found`)
    return database
  }
  const routes: ApiRoute[] = [
    { method: "GET", path: DATABASES, answer: () => state.databases.map(described) },
    { method: "GET", path: `${DATABASES}/:database`, answer: (request) => described(find(request)) },
    {
      method: "POST",
      path: DATABASES,
      answer: (request) => {
        const name = String(jsonOf(request).name)
        if (state.databases.some((database) => database.name === name))
          throw new Refusal(400, 7502, "A database with that name already exists")
        const database = { uuid: crypto.randomUUID(), name, sqlite: new DatabaseSync(":memory:") }
        state.databases.push(database)
        return described(database)
      },
    },
    {
      method: "POST",
      path: `${DATABASES}/:database/query`,
      answer: (request) => query(find(request).sqlite, String(jsonOf(request).sql)),
    },
    {
      method: "POST",
      path: `${DATABASES}/:database/import`,
      answer: (request) => importFile(find(request), jsonOf(request), { state, url: url() }),
    },
    { method: "PUT", path: "/upload/:file", answer: (request) => upload(request, state) },
  ]
  return routes.map((route) => ({
    ...route,
    answer: (request) => {
      if (state.withoutD1) throw new Refusal(403, 10000, "Authentication error")
      return route.answer(request)
    },
  }))
}

function described({ uuid, name }: Database): D1 {
  return { uuid, name, created_at: "2026-11-26T00:00:00Z", file_size: 4096 }
}

/** Runs every statement, or none if one fails. */
function query(sqlite: DatabaseSync, sql: string): QueryResult[] {
  return atomically(sqlite, () =>
    splitStrictly(sql).map((statement) => ({
      results: sqlite.prepare(statement).all(),
      success: true,
      meta: META,
    })),
  )
}

function atomically<T>(sqlite: DatabaseSync, run: () => T): T {
  sqlite.exec("BEGIN")
  try {
    const result = run()
    sqlite.exec("COMMIT")
    return result
  } catch (error) {
    sqlite.exec("ROLLBACK")
    throw new Refusal(400, 7500, `${error instanceof Error ? error.message : error}: SQLITE_ERROR`)
  }
}

type Import = DatabaseImportResponse & { result?: { meta: unknown } }

/** The import endpoint reads SQL as SQLite itself does. */
function importFile(
  { uuid, sqlite }: Database,
  { action, etag, filename }: Record<string, unknown>,
  { state, url }: { state: CloudflareState; url: string },
): Import | { upload_url: string; filename: string } {
  const file = action === "init" ? `${uuid}.${etag}.sql` : String(filename)
  const sql = state.uploads.get(file)
  if (action === "init") return { upload_url: `${url}/upload/${file}`, filename: file }
  if (sql === undefined) throw new Refusal(400, 7500, "The file was not uploaded")
  atomically(sqlite, () => sqlite.exec(sql))
  const done = { success: true, status: "complete" as const, type: "import" as const, messages: [] }
  return { ...done, at_bookmark: "1", result: { num_queries: 1, final_bookmark: "1", meta: META } }
}

function upload({ params, bytes }: ApiRequest, state: CloudflareState): Response {
  state.uploads.set(params.file ?? "", Buffer.from(bytes).toString())
  const etag = createHash("md5").update(bytes).digest("hex")
  return new Response(null, { headers: { etag: `"${etag}"` } })
}
