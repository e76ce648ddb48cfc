/**
 * Keeps secrets and confidences out of contexts, which go to models and to other bots: messages are stored as they were written. Memories
 * and notes were checked when they were stored. Pure.
 */
import type { Message } from "../domain/types.ts"
import { confidencesIn } from "../privacy/confidences.ts"
import { maskContacts } from "../privacy/contact-details.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import type { Item } from "./context.ts"
import type { Candidates } from "./find/candidates.ts"

/** Masks contact details in the messages found. The rest of such a message may help. */
export function withoutContacts(candidates: Candidates): Candidates {
  const masked = (message: Message) => ({ ...message, content: maskContacts(message.content) })
  const messages = candidates.messages.map((hits) =>
    hits.map((hit) => ({
      ...hit,
      message: masked(hit.message),
      before: hit.before.map(masked),
      after: hit.after.map(masked),
    })),
  )
  return { ...candidates, messages }
}

/** Removes messages that were told in confidence, also from beside the ones found. */
export function withoutConfidences(candidates: Candidates): Candidates {
  const messages = candidates.messages.map((hits) =>
    hits.flatMap((hit) => {
      const { before, message, after } = hit
      const told = confidencesIn([...before, message, ...after])
      if (told.size === 0) return [hit]
      if (told.has(before.length)) return []
      const next = before.length + 1
      return [
        {
          ...hit,
          before: before.filter((_, at) => !told.has(at)),
          after: after.filter((_, at) => !told.has(next + at)),
        },
      ]
    }),
  )
  return { ...candidates, messages }
}

/** Removes messages that tell any other secret, and with it what belongs to it. */
export function withoutSecrets(items: readonly Item[]): Item[] {
  return items.filter(({ kind, text }) => kind !== "message" || !holdsSecret(text))
}
