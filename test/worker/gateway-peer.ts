/**
 * A fake gateway over sockets inside the runtime: the shard opens one end, and the test speaks on the other.
 */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { vi } from "vitest"
import type { ShardPorts } from "../../src/discord/gateway/shard/connection.ts"
import type { GatewayShard } from "../../src/discord/gateway/shard/shard.ts"
import type { ShardOrder } from "../../src/runtime/gateway-status.ts"

export type Shard = DurableObjectStub<GatewayShard>

export function shardOf(number: number): Shard {
  return env.SHARDS.getByName(String(number))
}

export function orderOf(shard: number, more: Partial<ShardOrder> = {}): ShardOrder {
  const order = {
    shard,
    count: 1_000,
    url: "wss://gateway.test",
    fingerprint: "f",
    since: null,
    isAsked: false,
  }
  return { ...order, ...more }
}

interface Sent {
  op: number
  d: unknown
}

/** The test's end of one socket. */
export class Line {
  readonly url: string
  readonly sent: Sent[] = []
  closedWith: number | null = null
  readonly #socket: WebSocket
  /** A socket belongs to the object that created it and must be used from there. */
  readonly #shard: Shard

  constructor(url: string, socket: WebSocket, shard: Shard) {
    this.url = url
    this.#socket = socket
    this.#shard = shard
    socket.accept()
    socket.addEventListener("message", ({ data }) => {
      this.sent.push(JSON.parse(String(data)))
    })
    socket.addEventListener("close", ({ code }) => {
      this.closedWith = code
    })
  }

  says(payload: unknown): Promise<void> {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload)
    return runInDurableObject(this.#shard, () => this.#socket.send(text))
  }

  saysAll(payloads: readonly unknown[]): Promise<void> {
    return runInDurableObject(this.#shard, () => {
      for (const payload of payloads) this.#socket.send(JSON.stringify(payload))
    })
  }

  hello(interval = 45_000): Promise<void> {
    return this.says({ op: 10, d: { heartbeat_interval: interval }, s: null, t: null })
  }

  ready(session: string, guilds: string[], s = 1): Promise<void> {
    const d = {
      session_id: session,
      resume_gateway_url: `wss://${session}.test`,
      user: { id: "900" },
      application: { id: "901" },
      guilds: guilds.map((id) => ({ id, unavailable: true })),
    }
    return this.says({ op: 0, t: "READY", s, d })
  }

  tells(s: number, d: Record<string, unknown>, t = "MESSAGE_CREATE"): Promise<void> {
    return this.says({ op: 0, t, s, d })
  }

  resumed(s: number): Promise<void> {
    return this.says({ op: 0, t: "RESUMED", s, d: {} })
  }

  close(code: number): Promise<void> {
    return runInDurableObject(this.#shard, () => this.#socket.close(code))
  }

  /** Returns the first sent payload with this opcode. */
  got(op: number): Promise<Sent> {
    const look = () => {
      const found = this.sent.find((payload) => payload.op === op)
      if (!found) throw new Error(`opcode ${op} was not sent`)
      return found
    }
    // A shard's second session waits for its turn.
    return vi.waitFor(look, { timeout: 10_000 })
  }
}

/** Replaces and records everything outside a shard: sockets, event handling and repairs. */
export class FakePorts {
  readonly lines: Line[] = []
  readonly handled: GatewayDispatchPayload[] = []
  readonly lost: unknown[] = []
  readonly missed: unknown[] = []
  /** Throws for an event that cannot be handled. */
  handle: (event: GatewayDispatchPayload) => void | Promise<void> = () => undefined

  /** Returns true for an event that cannot be read. */
  odd: (event: GatewayDispatchPayload) => boolean = () => false
  readonly unreadable: unknown[] = []

  /** Replaces the shard's ports for as long as the object lives. */
  async around(shard: Shard): Promise<void> {
    await runInDurableObject(shard, (instance) => {
      // A stub's type exposes only its methods to tests.
      const { ports } = instance as unknown as { ports: ShardPorts }
      ports.open = async (url) => {
        const [near, far] = Object.values(new WebSocketPair())
        if (!near || !far) throw new Error("a pair has two ends")
        this.lines.push(new Line(url, far, shard))
        return near
      }
      ports.handle = async (_ground, event) => {
        await this.handle(event)
        if (this.odd(event)) return "unreadable"
        this.handled.push(event)
        return "handled"
      }
      ports.queueKey = ({ d }) => (d as { channel_id?: string } | null)?.channel_id ?? null
      ports.repairs = {
        lost: (lost) => this.lost.push(lost),
        handled: () => undefined,
        missed: (guildId, at) => this.missed.push([guildId, at]),
        unreadable: ({ d }) => this.unreadable.push(d) > 0,
        dueAt: () => null,
        work: async () => undefined,
      }
    })
  }

  /** Returns the connection numbered `count`, starting at 1, once the shard has opened it. */
  line(count: number, timeout = 5_000): Promise<Line> {
    const look = () => {
      const line = this.lines[count - 1]
      if (!line) throw new Error(`${this.lines.length} lines were opened`)
      return line
    }
    return vi.waitFor(look, { timeout })
  }

  words(): unknown[] {
    return this.handled.map(({ d }) => (d as { id?: string } | null)?.id)
  }
}

/** Aborts the object: its memory, its sockets and this stub are lost. */
export async function crash(shard: Shard): Promise<void> {
  const crashed = runInDurableObject(shard, (_, state) => state.abort("a crash, for a test"))
  await crashed.catch(() => undefined)
}

/** Connects a shard to its first session, with 1 as the last sequence number. */
export async function connected(shard: Shard, outside: FakePorts, number: number): Promise<Line> {
  await outside.around(shard)
  await shard.start(orderOf(number))
  const line = await outside.line(1)
  await line.hello()
  await line.got(2)
  await line.ready("first", ["77"])
  await vi.waitFor(async () => {
    if ((await shard.status()).phase !== "ready") throw new Error("it is not ready")
  })
  return line
}
