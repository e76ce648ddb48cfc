/** What an append costs at the least: a body parsed, one call to a Durable Object, one row a message. It checks nothing. */
import { DurableObject } from "cloudflare:workers"

interface Bindings {
  FLOORS: DurableObjectNamespace<Floor>
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

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    if (request.method === "GET") return Response.json({ ok: true })
    // The bench is its only caller.
    const { messages } = (await request.json()) as Posted
    const accepted = await env.FLOORS.getByName(new URL(request.url).pathname).append(messages)
    return Response.json({ accepted }, { status: 202 })
  },
}
