/** Fires the worker's cron triggers while `npm start` runs: wrangler fires none on one's own machine. */
import { setTimeout as sleep } from "node:timers/promises"

/** The triggers of wrangler.toml. The hourly one is fired at the start and with every twelfth of the others. */
const FREQUENT = "*/5 * * * *"
const HOURLY = "17 * * * *"
const ROUND_MS = 300_000
const ROUNDS_PER_HOUR = 12

export interface LocalCron {
  /** The worker's address. */
  url: string
  /** Aborted when the worker ends. */
  signal: AbortSignal
  /** Called once, if the worker refuses a trigger. */
  onRefused(status: number): void
  /** Waits between rounds; rejects when aborted. For tests. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Fires both triggers on schedule until aborted. Never rejects. */
export async function fireCron({ url, signal, onRefused, wait = pause }: LocalCron): Promise<void> {
  let isTold = false
  for (let round = 0; !signal.aborted; round += 1) {
    const due = round % ROUNDS_PER_HOUR === 0 ? [FREQUENT, HOURLY] : [FREQUENT]
    for (const cron of due) {
      const status = await fire(url, cron, signal)
      if (status === null || status < 400 || isTold) continue
      onRefused(status)
      isTold = true
    }
    await wait(ROUND_MS, signal).catch(() => {
      // Aborted: the loop ends.
    })
  }
}

/** Returns the status of the answer; `null` if there is none, because the worker restarts or ends. */
async function fire(url: string, cron: string, signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetch(`${url}/cdn-cgi/local/scheduled?${new URLSearchParams({ cron })}`, { signal })
    await answer.body?.cancel()
    return answer.status
  } catch {
    // Fallback: the next round.
    return null
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal, ref: false })
}
