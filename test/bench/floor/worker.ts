/**
 * The least work an append can do: parse a body, call one Durable Object, insert one row per message. And the
 * least a listener can do: parse and count a socket's messages. Checks nothing.
 */
import { DurableObject } from "cloudflare:workers"

interface Bindings {
  FLOORS: DurableObjectNamespace<Floor>
  EARS: DurableObjectNamespace<Ear>
}

interface Posted {
  messages: { id: string; author: { id: string; name: string }; content: string; timestamp: string }[]
}

export class Floor extends DurableObject<Bindings> {
  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
  }

  append(messages: Posted["messages"]): number {
    for (const message of messages)
      this.ctx.storage.sql.exec(
        "INSERT INTO messages VALUES (CAST(? AS INTEGER), ?)",
        message.id,
        JSON.stringify(message),
      )
    return messages.length
  }
}

/** The fields of a gateway payload that this listener reads. */
interface Sent {
  op: number
  t: string | null
  d: { heartbeat_interval?: number } | null
}

const HELLO = 10
/** Intents for guilds, their messages and message content. */
const INTENTS = (1 << 0) | (1 << 9) | (1 << 15)

export class Ear extends DurableObject<Bindings> {
  #heard = 0

  async listen(url: string, token: string): Promise<void> {
    const address = `${url.replace(/^ws/, "http")}/?v=10&encoding=json`
    const { webSocket: socket } = await fetch(address, { headers: { Upgrade: "websocket" } })
    if (!socket) throw new Error("no socket was given")
    socket.addEventListener("message", ({ data }) => {
      const { op, t, d } = JSON.parse(String(data)) as Sent // From the bench's own gateway.
      if (t === "MESSAGE_CREATE") this.#heard += 1
      if (op !== HELLO) return
      const properties = { os: "linux", browser: "floor", device: "floor" }
      socket.send(JSON.stringify({ op: 2, d: { token, intents: INTENTS, properties, shard: [0, 1] } }))
      setInterval(() => socket.send(JSON.stringify({ op: 1, d: null })), d?.heartbeat_interval)
    })
    socket.accept()
  }

  heard(): number {
    return this.#heard
  }
}

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { pathname } = new URL(request.url)
    const ear = env.EARS.getByName("ear")
    if (pathname === "/heard") return Response.json({ heard: await ear.heard() })
    if (pathname === "/listen") {
      // The bench's own, as below.
      const { url, token } = (await request.json()) as { url: string; token: string }
      await ear.listen(url, token)
      return Response.json({ ok: true })
    }
    if (request.method === "GET") return Response.json({ ok: true })
    // The bench is its only caller.
    const { messages } = (await request.json()) as Posted
    const accepted = await env.FLOORS.getByName(pathname).append(messages)
    return Response.json({ accepted }, { status: 202 })
  },
}
