/** Sources of what is recalled: links to messages, events, and when a person corrected what a message says. Pure. */
import { shownChannel } from "../domain/events.ts"
import type { Evidence, Id, Time } from "../domain/types.ts"
import type { Citation } from "../memory/read/recollect.ts"
import { truncate } from "../text/truncate.ts"

export interface ItemSource {
  message_id: Id | null
  channel_id: Id | null
  author_id: Id | null
  /** Link to the message in Discord, or `null` if the fact was told to Keepsake directly. */
  url: string | null
  excerpt: string
  /** The event it came from; then it is no message and has no link. Absent for messages. */
  event_id?: string
  /** When a person corrected what it says (ISO 8601); its link still shows the former words. Absent if nobody did. */
  corrected_at?: string
}

type Cited = Pick<Evidence, "messageId" | "channelId" | "authorId" | "excerpt" | "eventId">

/** Returns a statement as a source. Recall reads when it was corrected; evidence read in full has it in its filing. */
export function toSource(
  evidence: Cited & (Pick<Citation, "correctedAt"> | Pick<Evidence, "filing">),
  guildId: Id,
): ItemSource {
  const { messageId, channelId, authorId, excerpt, eventId } = evidence
  const corrected = correctedField("filing" in evidence ? evidence.filing?.correctedAt : evidence.correctedAt)
  if (eventId) return { ...eventSource({ ...evidence, eventId }), ...corrected }
  const url = messageId !== null && channelId !== null ? messageUrl(guildId, channelId, messageId) : null
  const place = { message_id: messageId, channel_id: shownChannel(channelId) }
  return { ...place, author_id: authorId, url, excerpt, ...corrected }
}

export function correctedField(at: Time | null | undefined): Pick<ItemSource, "corrected_at"> {
  return at === null || at === undefined ? {} : { corrected_at: new Date(at).toISOString() }
}

/** Returns when what was said in messages was corrected, by message. */
export function correctionTimes(evidence: readonly Citation[]): ReadonlyMap<Id, Time> {
  return new Map(
    evidence.flatMap(({ messageId, correctedAt }): [Id, Time][] =>
      messageId === null || correctedAt === null ? [] : [[messageId, correctedAt]],
    ),
  )
}

/** An event is about somebody or nobody, and nobody wrote it. Its place is a channel, or none that people can open. */
function eventSource({ channelId, excerpt, eventId }: Cited & { eventId: string }): ItemSource {
  const nobody = { message_id: null, author_id: null, url: null }
  return { ...nobody, channel_id: shownChannel(channelId), excerpt, event_id: eventId }
}

/**
 * Returns true if an excerpt holds words. "…" marks words that are not kept or not shown; erased excerpts are
 * empty.
 */
export function isQuotable(excerpt: string): boolean {
  return excerpt !== "" && excerpt !== "…"
}

/** Returns the source of another message that was said where this one was; `null` if this is no message. */
export function sourceBeside(
  { url, channel_id, message_id }: ItemSource,
  said: { id: Id; author: { id: Id }; text: string },
): ItemSource | null {
  if (url === null || message_id === null) return null
  const place = { message_id: said.id, channel_id, author_id: said.author.id }
  return { ...place, url: `${url.slice(0, -message_id.length)}${said.id}`, excerpt: excerptOf(said.text) }
}

/** The beginning of a message. */
export function excerptOf(text: string): string {
  return truncate(text.toWellFormed(), 200, { ellipsis: false })
}

export function messageUrl(guildId: Id, channelId: Id, messageId: Id): string {
  return `https://discord.com/channels/${guildId}/${channelId}/${messageId}`
}
