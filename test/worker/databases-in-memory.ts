/**
 * Keeps the databases of a run in memory where the machine has a file system for that: on a disk every write waits for
 * it, and a run writes some hundred thousand times.
 */
import { existsSync, statfsSync } from "node:fs"

const MEMORY = "/dev/shm"
/** Far more than a run writes. Containers often have less, and then use the disk. */
const ROOM = 2 ** 30

/** Before the first workerd starts: it takes its folder from here. */
export default function setup(): (() => void) | undefined {
  const { TMPDIR: before } = process.env
  if (before !== undefined || !existsSync(MEMORY)) return
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM) return
  process.env.TMPDIR = MEMORY
  return () => {
    delete process.env.TMPDIR
  }
}
