/** One guild with one channel, as a client of the HTTP API sees it. */
import { z } from "zod"

export type Asks = (method: string, path: string, body?: unknown) => Promise<unknown>

const Count = z.int()
const Flushed = z.object({
  windows: z.array(
    z.object({
      id: z.string(),
      messages: Count,
      method: z.string(),
      title: z.string().nullable(),
      claims: z.object({ accepted: Count, shadowed: Count, queued: Count, rejected: Count }),
    }),
  ),
  waiting: Count,
})
const Windows = z.object({
  items: z.array(
    z.object({
      method: z.string(),
      messages: z.int(),
      verdicts: z.array(z.object({ verdict: z.string(), reason: z.string(), fact: z.string().nullable() })),
    }),
  ),
})
const Memories = z.object({
  items: z.array(
    z.object({
      fact: z.string(),
      subject: z.object({ id: z.string(), name: z.string().nullable() }),
      method: z.string(),
      sources: z.array(z.object({ message_id: z.string(), author_id: z.string() })),
    }),
  ),
})

export const ADA = { id: "11", name: "Ada" }
export const BEN = { id: "12", name: "Ben" }

export interface Said {
  author: { id: string; name: string }
  content: string
}

/** The messages of every room, unless a test adds more. Rules and models alike find a fact in each. */
export const TALK: Said[] = [
  { author: ADA, content: "I live in Oslo" },
  { author: BEN, content: "nice, I work as a baker" },
]

export class Room {
  readonly guildId: string
  readonly channelId: string
  /** The channel's name: behaviors, then the room's number. */
  readonly name: string
  readonly #asks: Asks
  #said = 0

  constructor(asks: Asks, { number, behavior }: { number: number; behavior: string }) {
    this.#asks = asks
    this.guildId = String(8_000_000 + number)
    this.channelId = String(9_000_000 + number)
    this.name = `${behavior} ${number}`
  }

  async say(lines: Said[] = TALK): Promise<void> {
    const now = Date.now()
    const messages = lines.map((line) => {
      this.#said += 1
      return { id: this.#id(this.#said), ...line, timestamp: new Date(now + this.#said).toISOString() }
    })
    const body = { channel: { name: this.name, audience: "everyone" }, messages }
    await this.#asks("POST", `/v1/guilds/${this.guildId}/channels/${this.channelId}/messages`, body)
  }

  async settings(settings: Record<string, unknown>): Promise<void> {
    await this.#asks("PUT", `/v1/guilds/${this.guildId}/settings`, settings)
  }

  async optOut(userId: string): Promise<void> {
    await this.#asks("PUT", `/v1/guilds/${this.guildId}/members/${userId}/consent`, { consent: "out" })
  }

  async flush() {
    const path = `/v1/guilds/${this.guildId}/channels/${this.channelId}/flush`
    return Flushed.parse(await this.#asks("POST", path, {}))
  }

  /** Returns the written windows, latest first. */
  async windows() {
    const path = `/v1/guilds/${this.guildId}/windows?limit=200`
    return Windows.parse(await this.#asks("GET", path)).items
  }

  /** Returns the memories as `Ada: fact [lines] method`, in alphabetical order. */
  async memories(): Promise<string[]> {
    const path = `/v1/guilds/${this.guildId}/memories?limit=200`
    const { items } = Memories.parse(await this.#asks("GET", path))
    return items
      .map((item) => {
        const lines = item.sources.map((source) => this.#line(source.message_id))
        return `${item.subject.name}: ${item.fact} [${lines.join(",")}] ${item.method}`
      })
      .sort()
  }

  /** Waits until `count` windows are written. Sends the channel no request. */
  async windowsWritten(count: number, withinMs = 15_000) {
    const deadline = Date.now() + withinMs
    for (;;) {
      const windows = await this.windows()
      if (windows.length >= count || Date.now() > deadline) return windows
      await new Promise((later) => setTimeout(later, 100))
    }
  }

  #id(count: number): string {
    return String(BigInt(this.channelId) * 1_000_000n + BigInt(count))
  }

  #line(id: string): number {
    return Number(BigInt(id) % 1_000_000n)
  }
}
