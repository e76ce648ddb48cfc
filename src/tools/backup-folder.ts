/**
 * The folder of a backup: a manifest, and a file of JSON lines for each guild and for the deployment. A file
 * that is not finished ends in `.part`.
 */
import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { z } from "zod"
import { BACKUP_TABLES, type Header, HeaderSchema, PageLine, PartSchema, RowLine } from "../backup/format.ts"
import { sha256Of } from "../domain/hash.ts"
import { type ApiServer, failureText, problemText } from "./api-request.ts"
import { deploymentVariables, ProgramError, type ProgramIo, UsageError } from "./program.ts"

/** Why a backup or a restore cannot go on, with a message for the person who runs it. */
export class BackupError extends ProgramError {}

const ManifestFile = z.object({
  part: PartSchema,
  file: z.string().regex(/^[\w.-]+$/),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.partialRecord(z.enum(BACKUP_TABLES), z.int()),
})
export type ManifestFile = z.output<typeof ManifestFile>

const ManifestSchema = z.object({
  format: z.literal("keepsake-backup"),
  version: z.literal(1),
  url: z.string(),
  schema: z.int(),
  started_at: z.iso.datetime(),
  /** Null while the backup is not finished. */
  finished_at: z.iso.datetime().nullable(),
  files: z.array(ManifestFile),
})
export type Manifest = z.output<typeof ManifestSchema>

const manifestPath = (folder: string) => join(folder, "manifest.json")

/** Returns the folder's manifest; `null` if it has none. */
export function readManifest(folder: string): Manifest | null {
  const path = manifestPath(folder)
  if (!existsSync(path)) return null
  try {
    return ManifestSchema.parse(JSON.parse(readFileSync(path, "utf8")))
  } catch (cause) {
    throw new BackupError(`${path} is damaged or of another version. Use another backup.`, { cause })
  }
}

/** Replaces the manifest as a whole, so that it is never half written. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const path = manifestPath(folder)
  writeFileSync(`${path}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** A page of a file: its lines, and the position of its end in bytes. */
export interface FilePage {
  header: Header | null
  rows: RowLine[]
  next: string | null
  end: number
}

/** Reads the complete pages of a file, a page at a time. A last page that was cut short is left out. */
export async function* readPages(path: string): AsyncGenerator<FilePage> {
  let page: Pick<FilePage, "header" | "rows"> = { header: null, rows: [] }
  let end = 0
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    end += Buffer.byteLength(line) + 1
    const parsed = parseLine(line)
    // Only the last line of an unfinished file can be cut short.
    if (parsed === null) return
    if ("page" in parsed) {
      yield { ...page, next: parsed.page.next, end }
      page = { header: null, rows: [] }
    } else if ("table" in parsed) page.rows.push(parsed)
    else page.header = parsed
  }
}

const Line = z.union([PageLine, RowLine, HeaderSchema])

function parseLine(line: string): z.output<typeof Line> | null {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    // Fallback: the caller stops here. A finished file is checked by its SHA-256 before.
    return null
  }
}

/** Returns the manifest's entry of a finished file. */
export async function describeFile(folder: string, part: string, file: string): Promise<ManifestFile> {
  const rows: ManifestFile["rows"] = {}
  let end = 0
  for await (const page of readPages(join(folder, file))) {
    for (const { table } of page.rows) rows[table] = (rows[table] ?? 0) + 1
    end = page.end
  }
  const { bytes, sha256 } = await sha256Of(createReadStream(join(folder, file)))
  if (bytes !== end)
    throw new BackupError(`${file} was changed while it was written. Start again in an empty folder.`)
  return { part, file, bytes, sha256, rows }
}

// Requests to the worker. Outages are waited out.

/**
 * Returns the worker with the admin token of this machine. `keyScope`: the scope of an API key that works in the token's
 * place, or `null` if none does.
 */
export function serverOf(url: string, io: ProgramIo, keyScope: "read" | "write" | "admin" | null): ApiServer {
  const token = deploymentVariables(io)("ADMIN_TOKEN")
  if (!URL.canParse(url)) throw new UsageError(`${url} is not an address.`)
  if (token === undefined)
    throw new BackupError(
      `ADMIN_TOKEN is not set. Set ADMIN_TOKEN to the deployment's admin token, which is \`dev\` under \`npm start\`${keyScope === null ? "" : `, or to an API key of the server with scope ${keyScope}`}, in the environment or in .dev.vars.`,
    )
  return { url, token }
}

const RETRIES = 4
const FIRST_RETRY_MS = 500
const TIMEOUT_MS = 120_000

interface BackupRequest {
  path: string
  method?: "PUT" | "POST" | "DELETE"
  body?: unknown
}

/** Returns the body of a successful answer; `null` for 404. Throws a BackupError that says what was refused. */
export async function ask(server: ApiServer, request: BackupRequest): Promise<string | null> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(server, request)
    if ("text" in answer) return answer.text
    if (!answer.again || attempt === RETRIES) throw new BackupError(answer.why)
    await new Promise((done) => setTimeout(done, FIRST_RETRY_MS * 2 ** attempt))
  }
}

async function send(
  server: ApiServer,
  { path, method, body }: BackupRequest,
): Promise<{ text: string | null } | { why: string; again: boolean }> {
  const init = {
    method: method ?? "GET",
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: "error" as const,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }
  try {
    const reply = await fetch(new URL(path, server.url), init)
    const text = await reply.text()
    if (reply.ok) return { text }
    if (reply.status === 404) return { text: null }
    const why =
      reply.status === 401
        ? `${server.url} rejects ADMIN_TOKEN. Set it to this deployment's admin token.`
        : `${server.url} answered ${reply.status} to ${path}: ${problemText(text)}`
    return { why, again: reply.status >= 500 || reply.status === 429 }
  } catch (cause) {
    return { why: `${server.url} cannot be reached: ${failureText(cause)}.`, again: true }
  }
}
