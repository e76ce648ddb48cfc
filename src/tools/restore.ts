/** `npm run restore`: writes a backup's guilds back into the database. Resumes where it stopped. */
import { createReadStream, existsSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"
import { DEPLOYMENT_PART, type Header } from "../backup/format.ts"
import { sha256Of } from "../domain/hash.ts"
import type { ApiServer } from "./api-request.ts"
import { bucketOf, copyFromBucket } from "./backup-bucket.ts"
import { ask, BackupError, type ManifestFile, readManifest, readPages, serverOf } from "./backup-folder.ts"
import { type Print, printerTo, runProgram, UsageError, withUsage } from "./program.ts"

const HELP = `Writes a backup back into the database: into guilds that are empty, because the database was lost.

  npm run restore -- --url ADDRESS --from FOLDER

  --bucket NAME[/FOLDER]   fetches the backup from a bucket of R2 into FOLDER first, with wrangler
  --guild ID      only this guild
  --merge         also into guilds that are not empty: adds what they lack
  --no-journal    also if the worker does not know who was erased or opted out since the backup

ADDRESS is the worker's address (https://…, or http://127.0.0.1:8787 under npm start).
It needs ADMIN_TOKEN, from the environment or from .dev.vars.
Run it again if it stops: it goes on where it was. A guild is closed until it is whole and every erasure and
opt-out since the backup took effect again. docs/BACKUP.md says more.`

export const main = withUsage(HELP, async (argv, io) => {
  const { url, from, bucket, guild, merge, ...rest } = parseArgs({
    args: argv,
    options: {
      url: { type: "string" },
      from: { type: "string" },
      bucket: { type: "string" },
      guild: { type: "string" },
      merge: { type: "boolean", default: false },
      "no-journal": { type: "boolean", default: false },
    },
  }).values
  if (url === undefined || from === undefined) throw new UsageError("Say --url and --from.")
  const order = { folder: from, guild, merge, unjournaled: rest["no-journal"] }
  const print = printerTo(io.stdout)
  if (bucket !== undefined) await copyFromBucket(from, bucketOf(bucket, io), print)
  await restore(serverOf(url, io, null), order, print)
  return 0
})

interface Order {
  folder: string
  guild: string | undefined
  merge: boolean
  unjournaled: boolean
}

async function restore(server: ApiServer, order: Order, print: Print): Promise<void> {
  const files = await checkedFiles(order)
  for (const [index, file] of files.entries())
    await restorePart(server, { ...order, file, label: `${index + 1}/${files.length} ${file.part}` }, print)
  print("Done.")
}

/** Returns the files to restore, the deployment's first. Nothing is sent if one of them is damaged. */
async function checkedFiles({ folder, guild }: Order): Promise<ManifestFile[]> {
  const manifest = readManifest(folder)
  if (manifest === null) throw new BackupError(`${folder} has no manifest.json, so it is no backup.`)
  if (manifest.finished_at === null)
    throw new BackupError(
      `${folder} holds an unfinished backup. Finish it with npm run backup, or use another.`,
    )
  const wanted = manifest.files.filter(
    ({ part }) => guild === undefined || [DEPLOYMENT_PART, guild].includes(part),
  )
  if (guild !== undefined && !wanted.some(({ part }) => part === guild))
    throw new BackupError(`${folder} has no guild ${guild}.`)
  for (const { file, bytes, sha256 } of wanted) {
    const path = join(folder, file)
    if (!existsSync(path)) throw new BackupError(`${path} is missing. Use another backup.`)
    const found = await sha256Of(createReadStream(path))
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new BackupError(
        `${path} is damaged: its SHA-256 is not that of the manifest. Use another backup.`,
      )
  }
  return wanted.sort((a, b) => Number(b.part === DEPLOYMENT_PART) - Number(a.part === DEPLOYMENT_PART))
}

const RestoreReply = z.object({ phase: z.string(), pages: z.int() })

async function restorePart(
  server: ApiServer,
  { folder, file, label, merge, unjournaled }: Order & { file: ManifestFile; label: string },
  print: Print,
): Promise<void> {
  const put = (body: object) =>
    tell(server, { path: `/v1/backups/${file.part}/restore`, method: "PUT", body })
  let header: Header | null = null
  let [pages, there] = [0, 0]
  for await (const page of readPages(join(folder, file.file))) {
    if (page.header !== null) {
      header = page.header
      const begun = await put({ header, merge, unjournaled })
      if (begun.phase === "done") return print(`${label}: is restored already`)
      there = begun.pages
      if (there > 0) print(`${label}: continues after ${there} pages`)
    }
    if (header !== null && pages >= there) {
      const body = { header, page: pages, rows: page.rows }
      await tell(server, { path: `/v1/backups/${file.part}/pages`, method: "POST", body })
    }
    pages += 1
  }
  if (header === null) throw new BackupError(`${file.file} has no header.`)
  print(`${label}: ${pages} pages written`)
  await awaitOpening(() => put({ header, pages }), label, print)
}

const POLL_MS = 500
const PATIENCE_MS = 10 * 60_000

/** Waits until the guild is open. It opens by itself, so after some minutes the next guild comes. */
async function awaitOpening(
  poll: () => Promise<z.output<typeof RestoreReply>>,
  label: string,
  print: Print,
): Promise<void> {
  for (const since = Date.now(); Date.now() - since < PATIENCE_MS; ) {
    if ((await poll()).phase === "done") return print(`${label}: restored and open`)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
  print(`${label}: erasures since the backup still run; it opens by itself when they are done`)
}

async function tell(server: ApiServer, request: Parameters<typeof ask>[1]) {
  const text = await ask(server, request)
  if (text === null) throw new BackupError(`${server.url} knows no backups. Deploy this version first.`)
  return RestoreReply.parse(JSON.parse(text))
}

if (import.meta.main) await runProgram(main)
