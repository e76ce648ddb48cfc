/**
 * Delivers the messages of a chaos run at least once, as a gateway would. Deliveries without an answer are
 * sent again.
 */
import { z } from "zod"
import { Dice } from "./dice.ts"
import type { Line, Place } from "./talk.ts"

const Receipt = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.unknown()),
})

const TOKEN = "dev"
const SENT_TWICE = 0.2
const SINGLY = 0.4

export class Client {
  /** Deliveries without an answer, in order. */
  undelivered: Line[][] = []
  readonly tally = { deliveries: 0, unanswered: 0, sentTwice: 0 }
  /** Answers that should never occur. */
  readonly wrongs: string[] = []
  /** Number of deliveries in flight. */
  inFlight = 0
  readonly #dice: Dice

  constructor(seed: number) {
    this.#dice = new Dice(seed)
  }

  /**
   * Sends lines of one channel in order, in batches or singly, some of them twice. After the first delivery
   * without an answer, it and all later ones are kept for redelivery.
   */
  async deliver(url: string, lines: Line[]): Promise<void> {
    const batches = this.#batches(lines)
    for (const [index, batch] of batches.entries()) {
      if (!(await this.#send(url, batch))) {
        this.undelivered.push(...batches.slice(index))
        return
      }
    }
  }

  /** Sends the deliveries without an answer again. */
  async redeliver(url: string): Promise<void> {
    const undelivered = this.undelivered
    this.undelivered = []
    const channels = Map.groupBy(undelivered, (batch) => batch[0]?.channelId)
    await Promise.all([...channels.values()].map((batches) => this.deliver(url, batches.flat())))
  }

  /** Asks a channel to close and read its open window. A kill may cut the call off. */
  async flush(url: string, place: Place): Promise<void> {
    await this.#post(`${channelUrl(url, place)}/flush`, {}).catch(() => undefined)
  }

  #batches(lines: Line[]): Line[][] {
    const batches: Line[][] = []
    let rest = lines
    while (rest.length > 0) {
      const size = this.#dice.chance() < SINGLY ? 1 : 1 + this.#dice.below(rest.length)
      batches.push(rest.slice(0, size))
      rest = rest.slice(size)
    }
    return batches.flatMap((batch) => {
      if (this.#dice.chance() >= SENT_TWICE) return [batch]
      this.tally.sentTwice += 1
      return [batch, batch]
    })
  }

  async #send(url: string, batch: Line[]): Promise<boolean> {
    const [first] = batch
    if (!first) return true
    this.tally.deliveries += 1
    this.inFlight += 1
    try {
      const channel = { name: `room-${first.channelId.slice(-4)}`, audience: "everyone" }
      const path = `${channelUrl(url, first)}/messages`
      const response = await this.#post(path, { channel, messages: batch.map(wired) })
      return this.#taken(response.status, await response.text(), batch)
    } catch {
      // The call was cut off. Delivery is at least once, so it is sent again.
      this.tally.unanswered += 1
      return false
    } finally {
      this.inFlight -= 1
    }
  }

  /**
   * Returns true if the worker accepted the batch. A batch refused by an outage is sent again; any other
   * answer but a full receipt is wrong.
   */
  #taken(status: number, text: string, batch: Line[]): boolean {
    if (status === 503) return false
    const receipt = status === 202 ? Receipt.safeParse(JSON.parse(text)) : null
    const taken = receipt?.success ? receipt.data.accepted + receipt.data.duplicates : 0
    if (taken !== batch.length)
      this.wrongs.push(`a delivery of ${batch.length} was answered with ${status}: ${text}`)
    return true
  }

  #post(url: string, body: unknown): Promise<Response> {
    return fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
  }
}

function channelUrl(url: string, place: Place): string {
  return `${url}/v1/guilds/${place.guildId}/channels/${place.channelId}`
}

function wired(line: Line) {
  return {
    id: line.id,
    author: line.author,
    content: line.content,
    timestamp: new Date(line.at).toISOString(),
  }
}
