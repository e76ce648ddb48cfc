/** `npm run backup`: writes what the database holds of each guild into a folder. Resumes where it stopped. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"
import { DEPLOYMENT_PART, PageLine } from "../backup/format.ts"
import type { ApiServer } from "./api-request.ts"
import { bucketOf, copyToBucket } from "./backup-bucket.ts"
import {
  ask,
  BackupError,
  describeFile,
  type Manifest,
  type ManifestFile,
  readManifest,
  readPages,
  serverOf,
  writeManifest,
} from "./backup-folder.ts"
import { type Print, printerTo, runProgram, UsageError, withUsage } from "./program.ts"

const HELP = `Writes a backup of the database into a folder: one file per guild, and a manifest.

  npm run backup -- --url ADDRESS --to FOLDER
  npm run backup -- --url ADDRESS --to FOLDER --bucket NAME[/FOLDER]   also copies it to a bucket of R2, with wrangler

ADDRESS is the worker's address (https://…, or http://127.0.0.1:8787 under npm start).
It needs ADMIN_TOKEN, from the environment or from .dev.vars.
Run it again if it stops: it goes on where it was. docs/BACKUP.md says what a backup holds and how long it is good for.`

export const main = withUsage(HELP, async (argv, io) => {
  const {
    url,
    to,
    bucket: target,
  } = parseArgs({
    args: argv,
    options: { url: { type: "string" }, to: { type: "string" }, bucket: { type: "string" } },
  }).values
  if (url === undefined || to === undefined) throw new UsageError("Say --url and --to.")
  const print = printerTo(io.stdout)
  const bucket = target === undefined ? null : bucketOf(target, io)
  // A finished folder is only copied.
  if (bucket === null || !readManifest(to)?.finished_at) await backUp(serverOf(url, io, null), to, print)
  if (bucket !== null) await copyToBucket(to, bucket, print)
  return 0
})

const GuildsReply = z.object({ schema: z.int(), items: z.array(z.string()), next: z.string().nullable() })

async function backUp(server: ApiServer, folder: string, print: Print): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = readManifest(folder)
  if (known?.finished_at)
    throw new BackupError(`${folder} holds the backup of ${known.finished_at}. Choose another folder.`)
  if (known && known.url !== server.url)
    throw new BackupError(`${folder} holds an unfinished backup of ${known.url}. Choose another folder.`)
  const { schema, ids } = await guildsOf(server)
  let manifest: Manifest = known ?? {
    format: "keepsake-backup",
    version: 1,
    url: server.url,
    schema,
    started_at: new Date().toISOString(),
    finished_at: null,
    files: [],
  }
  writeManifest(folder, manifest)
  const parts = [DEPLOYMENT_PART, ...ids]
  for (const [index, part] of parts.entries()) {
    if (manifest.files.some((file) => file.part === part)) continue
    const label = `${index + 1}/${parts.length} ${part}`
    const file = await backUpPart(server, { folder, part, label }, print)
    if (file !== null) manifest = { ...manifest, files: [...manifest.files, file] }
    writeManifest(folder, manifest)
  }
  writeManifest(folder, { ...manifest, finished_at: new Date().toISOString() })
  print(
    `Done: ${manifest.files.length} files in ${folder}. They hold what people said: keep them as safe as the database.`,
  )
}

async function guildsOf(server: ApiServer): Promise<{ schema: number; ids: string[] }> {
  const ids: string[] = []
  for (let after: string | null = null; ; ) {
    const text = await ask(server, { path: `/v1/backups${after === null ? "" : `?after=${after}`}` })
    if (text === null) throw new BackupError(`${server.url} knows no backups. Deploy this version first.`)
    const reply = GuildsReply.parse(JSON.parse(text))
    ids.push(...reply.items)
    if (reply.next === null) return { schema: reply.schema, ids }
    after = reply.next
  }
}

/** Writes one file. Returns `null` if the guild was erased meanwhile. */
async function backUpPart(
  server: ApiServer,
  { folder, part, label }: { folder: string; part: string; label: string },
  print: Print,
): Promise<ManifestFile | null> {
  const file = `${part}.jsonl`
  const path = join(folder, `${file}.part`)
  let { cursor, rows } = await resume(path)
  if (rows > 0) print(`${label}: continues after ${rows} rows`)
  while (cursor !== null) {
    const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`
    const text = await ask(server, { path: `/v1/backups/${part}${query}` })
    if (text === null) {
      print(`${label}: left out, because it was erased meanwhile`)
      return null
    }
    const { page } = PageLine.parse(JSON.parse(text.trimEnd().split("\n").at(-1) ?? ""))
    appendFileSync(path, text)
    rows += page.rows
    cursor = page.next
    if (cursor !== null) print(`${label}: ${rows} rows so far`)
  }
  renameSync(path, join(folder, file))
  print(`${label}: ${rows} rows`)
  return describeFile(folder, part, file)
}

/** Cuts an unfinished file after its last whole page. The cursor is empty at the beginning, `null` at the end. */
async function resume(path: string): Promise<{ cursor: string | null; rows: number }> {
  if (!existsSync(path)) writeFileSync(path, "")
  chmodSync(path, 0o600)
  let at: { cursor: string | null; rows: number } = { cursor: "", rows: 0 }
  let end = 0
  for await (const page of readPages(path)) {
    at = { cursor: page.next, rows: at.rows + page.rows.length }
    end = page.end
  }
  truncateSync(path, end)
  return at
}

if (import.meta.main) await runProgram(main)
