/** What every reranker does around its one call: offer, send under a deadline, turn whatever comes of it into a RerankReply, and leave a failing service alone for a while. */

import { OVERDUE, within } from "../deadline.ts"
import { classify, describe, type Trouble, wordsOf } from "../failures.ts"
import { OVERDUE_REST_MS, Rest } from "../rest.ts"
import { type Offer, offeredUsage, offerOf } from "./rerank-offer.ts"
import type { Reranker, RerankReply } from "./reranker.ts"

/** What one sending came to: a reply of whatever kind, or a trouble still to be judged, with the rest that the service asked for. */
export type Sent =
  | { kind: "replied"; reply: RerankReply }
  | { kind: "trouble"; trouble: Trouble; restMs: number }

/** Sends the offer. May throw: what it throws is taken for a trouble of the network. */
export type Send = (offer: Offer, signal: AbortSignal) => Promise<Sent>

/** The port over one way of sending. While its service rests it fails at once and sends nothing. */
export function rerankerBy(model: string, send: Send): Reranker {
  const rest = new Rest()
  return {
    model,
    async rerank(query, texts, timeoutMs) {
      const offer = offerOf(query, texts)
      if (offer === null) return { kind: "ok", scores: texts.map(() => null), usage: null }
      const leftMs = rest.leftMs(Date.now())
      if (leftMs > 0) return resting(leftMs)
      const sent = await within(timeoutMs, (signal) => attempt(send, offer, signal))
      const { reply, restMs } = sent === OVERDUE ? overdue(offer, model, timeoutMs) : judged(sent)
      if (reply.kind === "failed") rest.after(reply.failure, restMs, Date.now())
      return reply
    },
  }
}

/** Whatever a service or the way to it throws is an outcome here, not a bug of ours. */
async function attempt(send: Send, offer: Offer, signal: AbortSignal): Promise<Sent> {
  try {
    return await send(offer, signal)
  } catch (thrown) {
    return { kind: "trouble", trouble: { status: null, text: wordsOf(thrown) }, restMs: 0 }
  }
}

interface Judged {
  reply: RerankReply
  restMs: number
}

function judged(sent: Sent): Judged {
  if (sent.kind === "replied") return { reply: sent.reply, restMs: 0 }
  const { trouble, restMs } = sent
  return {
    reply: { kind: "failed", failure: classify(trouble), detail: describe(trouble), usage: null },
    restMs,
  }
}

/** The model may well go on and be paid for. */
function overdue(offer: Offer, model: string, timeoutMs: number): Judged {
  const detail = `no reply within ${timeoutMs} ms`
  const usage = offeredUsage(offer, model)
  return { reply: { kind: "failed", failure: "retry_now", detail, usage }, restMs: OVERDUE_REST_MS }
}

function resting(leftMs: number): RerankReply {
  const detail = `left alone for another ${Math.ceil(leftMs / 1000)} s after it failed`
  return { kind: "failed", failure: "retry_later", detail, usage: null }
}
