/**
 * Processes a channel's sealed windows, one run at a time. Decides nothing about a window: see
 * process-window.ts.
 */
import { within } from "../../ai/deadline.ts"
import type { Time } from "../../domain/types.ts"
import { overflows, processWindow, type WindowDeps } from "./process-window"

interface After {
  /** Called after each window: retractions that waited for it can proceed. */
  each(): Promise<void>
  /** Called after a run that processed at least one window. */
  end(tools: WindowDeps): void
}

export class WindowQueue {
  #working: Promise<void> | null = null
  readonly #after: After

  constructor(after: After) {
    this.#after = after
  }

  /**
   * Processes waiting windows until `deadline`. Concurrent callers take turns, and each caller gets a run
   * that began after its call.
   */
  async run(tools: WindowDeps | null, deadline: Time, impatient: boolean): Promise<void> {
    if (tools === null) return
    const done = (async () => {
      while (this.#working) await this.#working
      this.#working = this.#drain(tools, deadline, impatient).finally(() => {
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
  async #drain(tools: WindowDeps, deadline: Time, impatient: boolean): Promise<void> {
    let read = 0
    while (Date.now() < deadline) {
      const next = tools.windows.waiting()
      const due = next && (impatient || next.retryAt <= Date.now() || overflows(tools.windows.backlog()))
      if (!next || !due || (await processWindow(next, tools)) === "waits") break
      read += 1
      await this.#after.each()
    }
    if (read > 0) this.#after.end(tools)
  }
}
