/** Prepares once what every end-to-end run needs: the built worker, and a migrated database to copy. */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { buildWorker, type LocalWorker, migrate, startLocalWorker } from "../../src/tools/local-worker.ts"

export interface Prepared {
  /** The worker's main module. */
  built: string
  /** A state folder that holds only a migrated database. It is copied, never used itself. */
  state: string
}

declare module "vitest" {
  interface ProvidedContext {
    prepared: Prepared
  }
}

export async function prepare(): Promise<Prepared & { remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-e2e-"))
  const state = join(folder, "state")
  const [built] = await Promise.all([buildWorker(join(folder, "built")), migrate(state)])
  return { built, state, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Creates a new state folder with a migrated database. It is deleted with the prepared files at the latest.
 */
export function freshState({ state }: Prepared = inject("prepared")): string {
  const folder = mkdtempSync(`${state}-`)
  cpSync(state, folder, { recursive: true })
  return folder
}

let endsInOrder = false

/**
 * Makes a termination run the exit handlers, which end the workers: vitest terminates a file's process after
 * a timeout.
 */
function endInOrder(): void {
  if (endsInOrder) return
  endsInOrder = true
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
}

/** Starts the built worker on a folder of `freshState`. It ends with this process. */
export function startWorker(
  options: { stateDir: string; vars?: Record<string, string>; port?: number },
  { built }: Prepared = inject("prepared"),
): Promise<LocalWorker> {
  endInOrder()
  return startLocalWorker({ ...options, migrated: true, built })
}
