/**
 * Lets requests to Discord through only while their holder has a lease of the deployment's budget. Counts what
 * Discord refuses and reports it with the next request for a lease.
 */
import { pause } from "../../ai/deadline.ts"
import type { Time } from "../../domain/types.ts"
import type { RestAsk, RestLease } from "./rest-budget.ts"

/** A holder whose requests are refused this often asks for a new lease, which reports them. */
const REFUSED_PER_LEASE = 10

/** The request must wait until `until`, longer than its caller can. Nothing was sent. */
export class RestLimited extends Error {
  readonly until: Time
  /** True if every request of the bot must wait, false if only those of this route. */
  readonly isForBot: boolean

  constructor(until: Time, isForBot: boolean) {
    super(
      `Discord's limits allow ${isForBot ? "no request" : "this request"} before ${new Date(until).toISOString()}`,
    )
    this.name = "RestLimited"
    this.until = until
    this.isForBot = isForBot
  }
}

export interface RestGate {
  /** Settles when a request may start. Throws `RestLimited` if that is after `deadline`. */
  enter(deadline: Time): Promise<void>
  /** Discord answered with a status that counts toward a ban. */
  refused(): void
  /** Discord refuses every request of the bot until `until`. */
  limited(until: Time): void
}

/** For requests that carry their own token: the bot's limit does not cover them. */
export const OPEN_GATE: RestGate = {
  async enter() {},
  refused() {},
  limited() {},
}

export type AskForLease = (ask: Omit<RestAsk, "holder" | "use">) => Promise<RestLease>

export class LeasedGate implements RestGate {
  readonly #ask: AskForLease
  #lease: { left: number; everyMs: number; until: Time } | null = null
  #nextAt = 0
  #refused = 0
  #limitedUntil = 0
  #asking: Promise<RestLease> | null = null

  constructor(ask: AskForLease) {
    this.#ask = ask
  }

  async enter(deadline: Time): Promise<void> {
    for (;;) {
      const lease = this.#lease
      const now = Date.now()
      if (lease !== null && lease.left > 0 && lease.until > now && this.#refused < REFUSED_PER_LEASE) {
        const at = this.#slot(lease.everyMs, now)
        if (at > deadline) throw new RestLimited(at, true)
        lease.left -= 1
        this.#nextAt = at + lease.everyMs
        return waitUntil(at, { deadline, isForBot: true })
      }
      const answer = await this.#renew()
      if (answer.kind === "later") await waitUntil(Date.now() + answer.inMs, { deadline, isForBot: true })
    }
  }

  /** After a pause, at a random moment: shards that begin together do not send together. */
  #slot(everyMs: number, now: Time): Time {
    return this.#nextAt > now - everyMs ? Math.max(now, this.#nextAt) : now + Math.random() * everyMs
  }

  /** Asks once for all waiting requests. */
  #renew(): Promise<RestLease> {
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  async #askOnce(): Promise<RestLease> {
    const refused = this.#refused
    const limitedForMs = Math.max(0, this.#limitedUntil - Date.now())
    const lease = await this.#ask({ refused, limitedForMs })
    this.#refused -= refused
    this.#lease =
      lease.kind === "later"
        ? null
        : { left: lease.requests, everyMs: lease.everyMs, until: Date.now() + lease.forMs }
    return lease
  }

  refused(): void {
    this.#refused += 1
  }

  limited(until: Time): void {
    this.#limitedUntil = Math.max(this.#limitedUntil, until)
    this.#lease = null
  }
}

/** Waits, or throws `RestLimited` at once if that would pass the deadline. */
export async function waitUntil(
  at: Time,
  { deadline, isForBot }: { deadline: Time; isForBot: boolean },
): Promise<void> {
  if (at > deadline) throw new RestLimited(at, isForBot)
  const waitMs = at - Date.now()
  if (waitMs > 0) await pause(waitMs)
}
