/** Sees sealed windows through to memory, one run at a time. Decides nothing of a window: that is work.ts. */
import { within } from "../../ai/deadline.ts"
import type { Time } from "../../domain/types.ts"
import { overflows, processWindow, type WindowDeps } from "./process-window.ts"

interface After {
  /** A window: what its messages' deletions and edits owe may be made good now. */
  each(): Promise<void>
  /** A run in which something was read. */
  end(tools: WindowDeps): void
}

export class WindowQueue {
  #working: Promise<void> | null = null
  readonly #after: After

  constructor(after: After) {
    this.#after = after
  }

  /** Works through what waits until `deadline`; two callers share one run, and each gets one that began after it asked. */
  async run(tools: WindowDeps | null, deadline: Time, impatient: boolean): Promise<void> {
    if (tools === null) return
    const done = (async () => {
      while (this.#working) await this.#working
      this.#working = this.#drain(tools, deadline, impatient).finally(() => {
        this.#working = null
      })
      await this.#working
    })()
    // A slow model must not hold the caller past its deadline; the work itself goes on.
    await within(deadline - Date.now(), () => done)
  }

  /** Window after window, in order. One that waits holds back those behind it, unless too much waits or somebody asked (`impatient`). */
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
