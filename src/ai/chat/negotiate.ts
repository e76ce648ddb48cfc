/** One call to a service whose dialect is not known beforehand: under one deadline, reworded while it refuses the wording. */

import type { ChatReply, ChatRequest } from "../chat.ts"
import { OVERDUE, within } from "../deadline.ts"
import { classify, describe, type Trouble, wordsOf } from "../failures.ts"
import { estimatedUsage } from "./completion.ts"
import { concede, type Dialect } from "./dialect.ts"

/** What one sending came to: a reply of whatever kind, or a trouble that is still to be judged. */
export type Sent = { kind: "replied"; reply: ChatReply } | { kind: "trouble"; trouble: Trouble }

/** Sends the request in one wording. May throw: what it throws is taken for a trouble of the network. */
export type Send = (dialect: Dialect, signal: AbortSignal) => Promise<Sent>

/** What a service was found to take, by model and schema. It lives as long as the ChatModel that owns it. */
export class Negotiation {
  private readonly learned = new Map<string, Dialect>()

  /** A reply or a classified failure, within `timeoutMs` overall. Never throws. */
  async complete(
    request: ChatRequest,
    opening: { model: string; dialect: Dialect },
    send: Send,
  ): Promise<ChatReply> {
    const { model } = opening
    const reply = await within(request.timeoutMs, (signal) =>
      this.talk(request, opening, (d) => attempt(send, d, signal)),
    )
    if (reply !== OVERDUE) return reply
    // The model may well go on and be paid for: what is known of the cost is the prompt.
    const detail = `no reply within ${request.timeoutMs} ms`
    return { kind: "failed", failure: "retry_now", detail, usage: estimatedUsage(request, model) }
  }

  private async talk(
    request: ChatRequest,
    opening: { model: string; dialect: Dialect },
    send: (dialect: Dialect) => Promise<Sent>,
  ): Promise<ChatReply> {
    const key = `${opening.model} ${request.schemaName}`
    let dialect = this.learned.get(key) ?? opening.dialect
    for (;;) {
      const sent = await send(dialect)
      if (sent.kind === "replied") return sent.reply
      const humbler = refusesWording(sent.trouble) ? concede(dialect, sent.trouble.text) : null
      if (!humbler) return failed(sent.trouble)
      this.learned.set(key, humbler)
      dialect = humbler
    }
  }
}

async function attempt(send: Send, dialect: Dialect, signal: AbortSignal): Promise<Sent> {
  try {
    return await send(dialect, signal)
  } catch (thrown) {
    // Whatever a service or the way to it throws is an outcome here, not a bug of ours.
    return { kind: "trouble", trouble: { status: null, text: wordsOf(thrown) } }
  }
}

function refusesWording(trouble: Trouble): boolean {
  const wording = trouble.status === null || trouble.status === 400 || trouble.status === 422
  return wording && classify(trouble) === "retry_later"
}

function failed(trouble: Trouble): ChatReply {
  return { kind: "failed", failure: classify(trouble), detail: describe(trouble), usage: null }
}
