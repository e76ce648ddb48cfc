/** Runs due repairs in pieces, in parallel to event handling. One round at a time. */
import { describeError } from "../../../domain/errors.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { BotIdentity } from "../events/index.ts"
import type { ShardPorts } from "./connection.ts"

/** The length of one piece of work. After each piece, a round checks that the shard is still on. */
const PIECE_MS = 20_000

export class RepairRounds {
  readonly #ports: ShardPorts
  readonly #runtime: Runtime
  #isRunning = false

  constructor(ports: ShardPorts, runtime: Runtime) {
    this.#ports = ports
    this.#runtime = runtime
  }

  /** Works until nothing is due or the shard is off. Never throws. */
  async run(currentBot: () => BotIdentity | null): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let bot = currentBot(); bot !== null && this.#isDue(); bot = currentBot()) {
        const until = Date.now() + PIECE_MS
        await this.#ports.repairs.work(this.#runtime, bot, until)
        // The work ended early, so what is left has to wait for the next round.
        if (Date.now() < until) break
      }
    } catch (error) {
      // Fallback: the next round. Pending repairs are stored.
      console.error({ event: "gateway.repair_failed", error: describeError(error) })
    } finally {
      this.#isRunning = false
    }
  }

  #isDue(): boolean {
    const due = this.#ports.repairs.dueAt()
    return due !== null && due <= Date.now()
  }
}
