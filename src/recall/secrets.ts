/**
 * Keeps secrets and confidences out of contexts, which go to models and to other bots: messages are stored as they were written. Memories
 * and notes were checked when they were stored. Pure.
 */
import type { Message } from "../domain/types.ts"
import { withLinesAround } from "../memory/read/guild-messages.ts"
import { confidencesIn } from "../privacy/confidences.ts"
import { maskContacts } from "../privacy/contact-details.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import type { Item } from "./context.ts"
import type { Candidates } from "./find/candidates.ts"

/** Masks contact details in the messages found. The rest of such a message may help. */
export function withoutContacts(candidates: Candidates): Candidates {
  const masked = (message: Message) => ({ ...message, content: maskContacts(message.content) })
  const messages = candidates.messages.map((hits) =>
    hits.map((hit) =>
      withLinesAround({ ...hit, message: masked(hit.message) }, (lines) => lines.map(masked)),
    ),
  )
  return { ...candidates, messages }
}

/** Removes messages that were told in confidence, also from beside the ones found. */
export function withoutConfidences(candidates: Candidates): Candidates {
  const messages = candidates.messages.map((hits) =>
    hits.flatMap(({ nearby = [], ...hit }) => {
      const { before, message, after, later = [] } = hit
      const said = [...before, message, ...after, ...later, ...nearby].toSorted(compareSent)
      const told = new Set([...confidencesIn(said)].map((at) => said[at]?.id))
      const isOpen = ({ id }: Message) => !told.has(id)
      return isOpen(message) ? [withLinesAround(hit, (lines) => lines.filter(isOpen))] : []
    }),
  )
  return { ...candidates, messages }
}

/** Links reorder the lines around a message, and a wish for silence binds the lines sent right beside it. */
function compareSent(a: Message, b: Message): number {
  return a.at - b.at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)
}

/** Removes messages that tell any other secret, and with it what belongs to it. */
export function withoutSecrets(items: readonly Item[]): Item[] {
  return items.filter(({ kind, text }) => kind !== "message" || !holdsSecret(text))
}
