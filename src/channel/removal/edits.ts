/**
 * Deletions and edits in one channel. Both change what is kept here at once and queue a retraction for the database.
 */
import type { Id, Message, Time } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import type { ChannelStore } from "../store/channel-store.ts"

/** Deletes messages and blocks them for good, even if they were never buffered. */
export function removeMessages(store: ChannelStore, guildId: Id, ids: readonly Id[]): void {
  const { messages, windows, history, buffer, pendingRetractions, registry } = store
  store.atomically(() => {
    pendingRetractions.add(
      guildId,
      removedStems(store, ids, () => ""),
    )
    messages.tombstone(ids)
    windows.discardReadings(ids)
    for (const id of ids) buffer.drop(id)
    if (registry.place) history.renew(ids, registry.place)
    windows.clearTitles(windows.holding(ids).map(({ seq }) => seq))
  })
}

/**
 * Replaces a message's text, or redacts it. Returns false if the message is not kept. Ignores an edit that is older
 * than the last known one.
 */
export function editMessage(
  store: ChannelStore,
  id: Id,
  {
    content,
    editedAt,
    ...more
  }: { content: string; editedAt: Time | null | "redacted"; attachments?: string[] },
): boolean {
  const { messages, windows, history, buffer, pendingRetractions, registry } = store
  const { place } = registry
  const [before] = place ? messages.read([id], place) : []
  if (!place || !before) return false
  const time = typeof editedAt === "number" ? editedAt : null
  if (time !== null && time < (messages.editedAt(id) ?? time)) return true
  const { attachments = before.attachments } = more
  const isSame = before.content === content && attachments.join() === before.attachments.join()
  store.atomically(() => {
    // An open message was never extracted.
    if (!isSame && !buffer.has(id))
      pendingRetractions.add(
        place.guildId,
        removedStems(store, [id], () => [content, ...attachments].join(" ")),
      )
    const isUndated = editedAt === null && !isSame
    messages.setContent(id, content, {
      ...(time !== null && { editedAt: time }),
      ...(isUndated && { undated: true as const }),
    })
    messages.setAttachments(id, attachments)
    if (isSame) return
    windows.discardReadings([id])
    history.renew([id], place)
    windows.clearTitles(windows.holding([id]).map(({ seq }) => seq))
  })
  return true
}

/**
 * Returns messages with the stems that disappear with their text. Names of people who spoke in the same
 * windows are excluded.
 */
function removedStems(
  { messages, windows, registry: { place } }: ChannelStore,
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

/** Parts of a message beside its text. */
export type MessageParts = Partial<Pick<Message, "mentions" | "attachments">>

/**
 * Replaces a kept message's parts. Nothing is retracted: what arrives late, such as the title of a link, adds to what was
 * read and takes nothing away.
 */
export function attachParts(
  { messages, history, registry: { place }, ...store }: ChannelStore,
  id: Id,
  { mentions, attachments }: MessageParts,
): void {
  if (place === null || messages.read([id], place).length === 0) return
  store.atomically(() => {
    if (mentions) messages.setMentions(id, mentions)
    if (attachments) messages.setAttachments(id, attachments)
    history.renew([id], place)
  })
}
