/**
 * Keeps the databases of a run in memory where the machine has a file system for that: on a disk every write waits for
 * it, and a run writes some hundred thousand times.
 */
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"

const MEMORY = "/dev/shm"
/** Several times what a run writes. Containers often have less, and then use the disk. */
const ROOM = 2 ** 30

/** Runs before the first workerd starts, which takes its folder from here. */
export default function setup(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM) return
  const folder = mkdtempSync(join(MEMORY, "keepsake-"))
  process.env.TMPDIR = folder
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
}
