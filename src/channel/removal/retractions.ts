/** Deletions and edits in one channel: words go from all that is kept here at once, and what is owed elsewhere is noted. Amends make it good. */

import type { Id, Message, Time } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import type { Parts } from "../store/parts.ts"

/** Takes messages out, whether or not they were ever heard, and keeps them out for good. */
export function removeMessages(parts: Parts, guildId: Id, ids: readonly Id[]): void {
  const { messages, windows, history, buffer, owed, registry } = parts
  parts.atomically(() => {
    owed.add(
      guildId,
      losing(parts, ids, () => ""),
    )
    messages.bury(ids)
    windows.forgetReading(ids)
    for (const id of ids) buffer.drop(id)
    if (registry.place) history.renew(ids, registry.place)
    windows.untitle(windows.holding(ids).map(({ seq }) => seq))
  })
}

/** Replaces a message's words; false where it is not kept. An edit older than the last known changes nothing. */
export function editMessage(
  parts: Parts,
  id: Id,
  { content, editedAt }: { content: string; editedAt: Time | null },
): boolean {
  const { messages, windows, history, buffer, owed, registry } = parts
  const { place } = registry
  const [before] = place ? messages.read([id], place) : []
  if (!place || !before) return false
  if (editedAt !== null && editedAt < (messages.editedAt(id) ?? editedAt)) return true
  parts.atomically(() => {
    // What is still open was never read.
    if (before.content !== content && !buffer.has(id))
      owed.add(
        place.guildId,
        losing(parts, [id], () => content),
      )
    messages.reword(id, content, editedAt)
    if (before.content === content) return
    windows.forgetReading([id])
    history.renew([id], place)
    windows.untitle(windows.holding([id]).map(({ seq }) => seq))
  })
  return true
}

/** Messages with the stems that go with their words, but for the names of those who spoke there. */
function losing(
  { messages, windows, registry: { place } }: Parts,
  ids: readonly Id[],
  next: (id: Id) => string,
): { id: Id; stems: string[] }[] {
  const kept = new Map(place ? messages.read(ids, place).map((message) => [message.id, message]) : [])
  const talk = place && kept.size > 0 ? windows.holding(ids).flatMap((window) => window.ids) : []
  const names = place ? messages.read(talk, place).flatMap(namesIn).flatMap(stems) : []
  return ids.map((id) => {
    const staying = new Set([...names, ...stems(next(id))])
    const { content = "", attachments = [] } = kept.get(id) ?? {}
    const words = new Set(stems([content, ...attachments].join(" ")))
    return { id, stems: [...words].filter((stem) => !staying.has(stem)) }
  })
}

function namesIn(message: Message): string[] {
  return [message.author, ...message.mentions].map((person) => person.name)
}
