/** Repairs what is due, piece by piece, beside all that is heard: one round at a time. */
import { describeError } from "../../../domain/errors.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { BotIdentity } from "../events/index.ts"
import type { ShardPorts } from "./connection.ts"

/** After a piece it is looked again whether the shard is still on. */
const PIECE_MS = 20_000

export class RepairRounds {
  readonly #ports: ShardPorts
  readonly #ground: Runtime
  #isRunning = false

  constructor(ports: ShardPorts, ground: Runtime) {
    this.#ports = ports
    this.#ground = ground
  }

  /** Works until nothing is due, or there is nobody any more to work as. Never throws. */
  async run(whoIsOn: () => BotIdentity | null): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let own = whoIsOn(); own !== null && this.#isDue(); own = whoIsOn()) {
        const until = Date.now() + PIECE_MS
        await this.#ports.repairs.work(this.#ground, own, until)
        // It ended of itself: what is still due waits for the next round.
        if (Date.now() < until) break
      }
    } catch (error) {
      // The fallback is the next round: what is to be repaired is kept until it is.
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
