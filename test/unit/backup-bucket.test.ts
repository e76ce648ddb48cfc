/** A backup's copy in a bucket is whole or says why not, and goes on where it stopped, in both directions. */
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Bucket, bucketOf, copyFromBucket, copyToBucket } from "../../src/tools/backup-bucket.ts"
import { BackupError } from "../../src/tools/backup-folder.ts"
import { ProgramError, UsageError } from "../../src/tools/program.ts"

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bucket-"))
})
afterEach(() => rmSync(root, { recursive: true }))

const FILES = { "deployment.jsonl": "{}\n", "81384788765712384.jsonl": "{}\n{}\n", "9.jsonl": "{}\n{}\n{}\n" }

/** Writes a finished backup into a folder. */
function backupIn(folder: string, finished_at: string | null = "2026-11-26T00:10:00.000Z"): string {
  const path = join(root, folder)
  cpSync(mkdtempSync(join(root, "new-")), path, { recursive: true })
  const files = Object.entries(FILES).map(([file, text]) => {
    writeFileSync(join(path, file), text)
    const sha256 = createHash("sha256").update(text).digest("hex")
    return { part: file.split(".")[0], file, bytes: text.length, sha256, rows: {} }
  })
  const manifest = {
    ...{ format: "keepsake-backup", version: 1, url: "https://keepsake.test", schema: 8 },
    ...{ started_at: "2026-11-26T00:00:00.000Z", finished_at, files },
  }
  writeFileSync(join(path, "manifest.json"), JSON.stringify(manifest))
  return path
}

/** A bucket in memory whose calls with these numbers, counted from 1, fail. */
function bucket(objects = new Map<string, string>(), failing: readonly number[] = []) {
  const calls: string[] = []
  const call = (what: string) => {
    calls.push(what)
    if (failing.includes(calls.length)) throw new ProgramError("R2 is down")
  }
  const made: Bucket = {
    name: "r2://backups",
    put: async (key, path) => {
      call(`put ${key}`)
      objects.set(key, readFileSync(path, "utf8"))
    },
    get: async (key, path) => {
      call(`get ${key}`)
      const text = objects.get(key)
      if (text === undefined) throw new ProgramError("The specified key does not exist.")
      writeFileSync(path, text)
    },
  }
  return { bucket: made, calls, objects }
}

const quiet = () => undefined

test("each upload may fail once: no file is sent twice, and the manifest comes last", async () => {
  const folder = backupIn("monday")
  for (const at of [1, 2, 3, 4]) {
    const { bucket: r2, calls, objects } = bucket(new Map(), [at])
    await expect(copyToBucket(folder, r2, quiet)).rejects.toThrow("R2 is down")
    expect(objects.has("manifest.json")).toBe(false)
    await copyToBucket(folder, r2, quiet)
    expect(calls.length).toBe(5)
    expect(calls.at(-1)).toBe("put manifest.json")
    expect([...objects.keys()].sort()).toEqual([...Object.keys(FILES), "manifest.json"].sort())
    expect(readdirSync(folder).filter((name) => name.endsWith(".copied"))).toEqual([])
  }
})

test("each download may fail once, and what arrived is the backup that was sent", async () => {
  const { objects } = bucket()
  await copyToBucket(backupIn("monday"), bucket(objects).bucket, quiet)
  for (const at of [1, 2, 3, 4]) {
    const folder = join(root, `fetched-${at}`)
    const { bucket: r2, calls } = bucket(objects, [at])
    await expect(copyFromBucket(folder, r2, quiet)).rejects.toThrow("R2 is down")
    await copyFromBucket(folder, r2, quiet)
    expect(calls.length).toBe(5)
    for (const [file, text] of Object.entries(FILES))
      expect(readFileSync(join(folder, file), "utf8")).toBe(text)
  }
})

test("a damaged object is told apart, and a damaged file in the folder is fetched again", async () => {
  const { objects } = bucket()
  await copyToBucket(backupIn("monday"), bucket(objects).bucket, quiet)
  const folder = join(root, "fetched")
  await copyFromBucket(folder, bucket(objects).bucket, quiet)
  writeFileSync(join(folder, "9.jsonl"), "[]\n{}\n{}\n")
  const again = bucket(objects)
  await copyFromBucket(folder, again.bucket, quiet)
  expect(again.calls).toEqual(["get 9.jsonl"])
  objects.set("9.jsonl", "[]\n{}\n{}\n")
  rmSync(join(folder, "9.jsonl"))
  await expect(copyFromBucket(folder, bucket(objects).bucket, quiet)).rejects.toThrow(/9\.jsonl is damaged/)
})

test("an unfinished backup is not copied, nor a bucket without a manifest restored", async () => {
  const { bucket: r2, calls } = bucket()
  await expect(copyToBucket(backupIn("half", null), r2, quiet)).rejects.toThrow(BackupError)
  expect(calls).toEqual([])
  await expect(copyFromBucket(join(root, "empty"), r2, quiet)).rejects.toThrow("does not exist")
  expect(existsSync(join(root, "empty", "manifest.json"))).toBe(false)
})

test("a name that is no bucket is refused before anything runs", () => {
  const io = { stdout: { write: quiet }, stderr: { write: quiet }, env: {}, cwd: root }
  for (const name of ["UPPER", "a", "backups/", "backups/../x y", "--remote"])
    expect(() => bucketOf(name, io), name).toThrow(UsageError)
  expect(bucketOf("backups/2026-11-26", io).name).toBe("r2://backups/2026-11-26")
})
