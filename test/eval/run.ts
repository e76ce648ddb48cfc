/**
 * Common parts of all evaluations over the HTTP API: a worker that ends with them, ids made from times,
 * sending in batches, and concurrent requests.
 */
import { inspect } from "node:util"
import type { ApiMessage } from "../../src/history/files/message.ts"
import { loadLibraries } from "../../src/runtime/object/libraries.ts"
import type { ApiClient } from "../../src/tools/api-client.ts"
import type { ApiServer } from "../../src/tools/api-request.ts"
import { startLocalWorker } from "../../src/tools/local-worker.ts"
import {
  isUsageError,
  type Program,
  type ProgramIo,
  printerTo,
  type Sink,
  UsageError,
  withUsage,
} from "../../src/tools/program.ts"
import { EvaluationError } from "./files.ts"

const BATCH_MESSAGES = 50
/** Variables by which a model may take part in an evaluation. */
const MODEL_VARIABLES = /^(?:AI_|VECTOR)/

/**
 * Runs with a worker of this machine, which is stopped however this ends; its data is kept only in a `stateDir` that
 * is given. Models named in `env` take part only `withModels`.
 */
export async function withLocalWorker<T>(
  options: {
    stateDir: string | undefined
    withModels: boolean
    env: ProgramIo["env"]
    /** Variables of the worker. */
    vars?: Record<string, string>
  },
  run: (server: ApiServer) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort())
  const interrupted = new Promise<never>((_, reject) =>
    stop.signal.addEventListener("abort", () => reject(new EvaluationError("Interrupted."))),
  )
  // It may come while the worker starts, before anything waits for it.
  interrupted.catch(() => {})
  const vars = { ...(options.withModels ? modelVariables(options.env) : {}), ...options.vars }
  const worker = await startLocalWorker({ ...(options.stateDir ? { stateDir: options.stateDir } : {}), vars })
  try {
    return await Promise.race([run(worker), interrupted])
  } finally {
    await worker.stop()
  }
}

function modelVariables(env: ProgramIo["env"]): Record<string, string> {
  const found = Object.entries(env).filter(([name]) => MODEL_VARIABLES.test(name))
  if (found.length === 0)
    throw new UsageError("--with-models needs AI_BASE_URL and its like in the environment.")
  return Object.fromEntries(found.map(([name, value]) => [name, value ?? ""]))
}

/** Sends messages to a channel that everyone can read, fifty at a time. Throws if one is refused. */
export async function hear(
  client: ApiClient,
  channel: { id: string; name: string },
  messages: readonly ApiMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH_MESSAGES) {
    const batch = messages.slice(start, start + BATCH_MESSAGES)
    const described = { name: channel.name, audience: "everyone" as const }
    const { rejected } = await client.ingest(channel.id, described, batch)
    const [first] = rejected
    if (first) throw new EvaluationError(`Message ${batch[first.index]?.id} was refused: ${first.reason}.`)
  }
}

/** Maps in order of `items`, at most `atOnce` at a time. Calls `done` with the number finished. */
export async function mapped<In, Out>(
  items: readonly In[],
  { atOnce, done }: { atOnce: number; done?: (finished: number) => void },
  work: (item: In, index: number) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  let next = 0
  let finished = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      // The index is below the length, so there is an item.
      results[index] = await work(items[index] as In, index)
      finished += 1
      done?.(finished)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  return results
}

/** A line that rewrites itself on a terminal; elsewhere it is printed every tenth of the way. */
export function progress(
  { stderr }: { stderr: Sink },
  what: string,
  total: number,
): (finished: number) => void {
  let shown = -1
  return (finished) => {
    const tenth = Math.floor((10 * finished) / Math.max(1, total))
    if (stderr.isTTY)
      stderr.write(`\r\u001b[2K${what}: ${finished} of ${total}${finished >= total ? "\n" : ""}`)
    else if (tenth > shown) stderr.write(`${what}: ${finished} of ${total}\n`)
    shown = Math.max(shown, tenth)
  }
}

/** A flag's whole number in its range. */
export function wholeNumber(flag: string, value: string, range: { from: number; to: number }): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= range.from && number <= range.to) return number
  throw new UsageError(`--${flag} is ${value}; it must be a whole number from ${range.from} to ${range.to}.`)
}

/** An evaluation as a program. It exits with 0 when it is done, 2 for a wrong call, 1 for any other failure. */
export function evaluation(
  usage: string,
  run: (argv: string[], io: ProgramIo) => Promise<void> | void,
): Program {
  return withUsage(usage, async (argv, io) => {
    try {
      await loadLibraries()
      await run(argv, io)
      return 0
    } catch (error) {
      if (isUsageError(error)) throw error
      const tell = printerTo(io.stderr)
      if (io.env.DEBUG) tell(inspect(error))
      tell(error instanceof Error ? error.message : String(error))
      return 1
    }
  })
}
