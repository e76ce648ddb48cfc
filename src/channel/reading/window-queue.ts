/**
 * Processes a channel's sealed windows, one run at a time. Decides nothing about a window: see
 * process-window.ts.
 */
import { pause, within } from "../../ai/deadline.ts"
import type { Time } from "../../domain/types.ts"
import { processWindow, type WindowDeps } from "./process-window.ts"
import { ReadAhead } from "./read-ahead.ts"
import { overflows } from "./read-limits.ts"

interface Hooks {
  /** Called after each window: retractions that waited for it can proceed. */
  afterEach(): Promise<void>
  /** Called after a run that processed at least one window. */
  afterRun(deps: WindowDeps): void
}

export class WindowQueue {
  #working: Promise<void> | null = null
  readonly #hooks: Hooks

  constructor(hooks: Hooks) {
    this.#hooks = hooks
  }

  /**
   * Processes waiting windows until `deadline`. Concurrent callers take turns, and each caller gets a run
   * that began after its call.
   */
  async run(deps: WindowDeps | null, deadline: Time, impatient: boolean): Promise<void> {
    if (deps === null) return
    const done = (async () => {
      while (this.#working) await this.#working
      this.#working = this.#drain(deps, deadline, impatient).finally(() => {
        this.#working = null
      })
      await this.#working
    })()
    // A slow model must not hold the caller past its deadline. The run itself goes on.
    await within(deadline - Date.now(), () => done)
  }

  /**
   * Processes windows in order. A window that waits holds back the windows behind it, unless the backlog
   * overflows or the caller is `impatient`.
   */
  async #drain(deps: WindowDeps, deadline: Time, impatient: boolean): Promise<void> {
    let read = 0
    const ahead = new ReadAhead()
    while (Date.now() < deadline) {
      const next = deps.windows.waiting()
      const due = next && (impatient || next.retryAt <= Date.now() || overflows(deps.windows.backlog()))
      if (!next || !due || (await processWindow(next, { ...deps, ahead })) === "waits") break
      read += 1
      await this.#hooks.afterEach()
      // Rules wait for nothing outside. In a local worker, requests would wait for the whole run.
      await pause(0)
    }
    if (read > 0) this.#hooks.afterRun(deps)
  }
}
