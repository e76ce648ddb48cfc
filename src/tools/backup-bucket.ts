/**
 * A backup's copy in a bucket of Cloudflare R2, through wrangler. The folder stays the backup: it is copied file by file,
 * the manifest last, so a bucket without a manifest holds no backup.
 */
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sha256Of } from "../domain/hash.ts"
import { BackupError, type ManifestFile, readManifest } from "./backup-folder.ts"
import { failureOf } from "./deploy/deploy-error.ts"
import { runWrangler, withProject } from "./deploy/project.ts"
import { type Print, type ProgramIo, UsageError } from "./program.ts"

/** A store of objects by key. Its calls throw a ProgramError if the store cannot be reached. */
export interface Bucket {
  /** The name to show to people. */
  name: string
  put(key: string, path: string): Promise<void>
  get(key: string, path: string): Promise<void>
}

/** Wrangler takes no larger file. */
const MOST_BYTES = 300 * 1024 * 1024

/** `target`: a bucket, and optionally a folder in it, such as "backups/monday". */
export function bucketOf(target: string, io: ProgramIo, where: "--remote" | "--local" = "--remote"): Bucket {
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9](\/[\w.-]+)*$/.test(target))
    throw new UsageError(`"${target}" is not a bucket, or a bucket and a folder such as backups/monday.`)
  const run = (command: "put" | "get", key: string, path: string) =>
    withProject(io, null, async (project) => {
      const args = ["r2", "object", command, `${target}/${key}`, "--file", path, where]
      const outcome = await runWrangler(project, args)
      if (outcome.code !== 0) throw failureOf(args, outcome)
    })
  return {
    name: `r2://${target}`,
    put: (key, path) => run("put", key, path),
    get: (key, path) => run("get", key, path),
  }
}

const MANIFEST = "manifest.json"
/** The files that are in the bucket, by SHA-256: the copy goes on after them. */
const COPIED = ".copied"

/** Copies a finished backup. Goes on where it stopped. */
export async function copyToBucket(folder: string, bucket: Bucket, print: Print): Promise<void> {
  const { files } = finishedManifest(folder)
  const large = files.find(({ bytes }) => bytes > MOST_BYTES)
  if (large)
    throw new BackupError(
      `${large.file} is larger than the 300 MiB that wrangler uploads. Copy ${folder} with another tool for S3, manifest.json last.`,
    )
  for (const [index, { file, sha256 }] of files.entries()) {
    const mark = join(folder, `${file}${COPIED}`)
    if (!existsSync(mark)) {
      await bucket.put(file, join(folder, file))
      writeFileSync(mark, sha256)
    }
    print(`${index + 1}/${files.length} ${file}: is in ${bucket.name}`)
  }
  await bucket.put(MANIFEST, join(folder, MANIFEST))
  for (const { file } of files) rmSync(join(folder, `${file}${COPIED}`), { force: true })
  print(`Done: ${bucket.name} holds the backup.`)
}

/** Fills a folder with a bucket's backup. Files that are there and whole are not fetched again. */
export async function copyFromBucket(folder: string, bucket: Bucket, print: Print): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readManifest(folder) === null) await fetchFile(bucket, folder, MANIFEST)
  const { files } = finishedManifest(folder)
  for (const [index, entry] of files.entries()) {
    if (!(await isWhole(folder, entry))) await fetchFile(bucket, folder, entry.file)
    if (!(await isWhole(folder, entry)))
      throw new BackupError(
        `${entry.file} is damaged in ${bucket.name}: its SHA-256 is not that of the manifest. Use another backup.`,
      )
    print(`${index + 1}/${files.length} ${entry.file}: is in ${folder}`)
  }
}

function finishedManifest(folder: string): { files: ManifestFile[] } {
  const manifest = readManifest(folder)
  if (manifest?.finished_at) return manifest
  throw new BackupError(`${folder} holds no finished backup.`)
}

async function isWhole(folder: string, { file, bytes, sha256 }: ManifestFile): Promise<boolean> {
  const path = join(folder, file)
  if (!existsSync(path) || statSync(path).size !== bytes) return false
  return (await sha256Of(createReadStream(path))).sha256 === sha256
}

/** A file that is cut short never has its name. */
async function fetchFile(bucket: Bucket, folder: string, file: string): Promise<void> {
  const path = join(folder, file)
  await bucket.get(file, `${path}.new`)
  renameSync(`${path}.new`, path)
}
