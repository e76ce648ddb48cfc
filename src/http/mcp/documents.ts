/**
 * Ids of what search finds and fetch returns: the kind, a colon and the id, so that one string names a memory, a note or
 * a message.
 */
import { ID_PATTERN } from "../../domain/ids.ts"
import type { Id } from "../../domain/types.ts"
import type { Item } from "../../recall/context.ts"
import type { ItemSource } from "../../recall/item-sources.ts"
import { truncate } from "../../text/truncate.ts"

const MESSAGE = new RegExp(`^message:(${ID_PATTERN}):(${ID_PATTERN})$`)

export type DocumentAddress =
  | { kind: "memory" | "note"; id: string }
  | { kind: "message"; channelId: Id; id: Id }

/** Returns `memory:ID`, `note:ID` or `message:CHANNEL:ID`. */
export function documentId({ kind, id, sources }: Pick<Item, "kind" | "id" | "sources">): string {
  return kind === "message" ? `message:${sources[0]?.channel_id ?? ""}:${id}` : `${kind}:${id}`
}

/** Returns `null` for a text that `documentId` does not return. */
export function parseDocumentId(text: string): DocumentAddress | null {
  const message = MESSAGE.exec(text)
  if (message?.[1] && message[2]) return { kind: "message", channelId: message[1], id: message[2] }
  // As HTTP and `forget` write it.
  if (/^m_[0-9a-z]{1,90}$/.test(text)) return { kind: "memory", id: text }
  const [, kind, id] = /^(memory|note):(.{1,100})$/s.exec(text) ?? []
  return (kind === "memory" || kind === "note") && id !== undefined ? { kind, id } : null
}

const MOST_TITLE = 100

/** Returns a title: the one it has, else the beginning of its text. */
export function documentTitle(text: string, title: string | null = null): string {
  return truncate(title || text, MOST_TITLE, { at: "word" })
}

/** Returns a link to the message it came from, else to the server: clients cite every document by a link. */
export function documentUrl(
  guildId: Id,
  { kind, sources }: { kind: Item["kind"]; sources: readonly { url: string | null }[] },
): string {
  return linkedSource({ kind, sources })?.url ?? `https://discord.com/channels/${guildId}`
}

/** Returns the source that a document's link leads to; none if no source has a link. */
export function linkedSource<S extends Pick<ItemSource, "url">>({
  kind,
  sources,
}: {
  kind: Item["kind"]
  sources: readonly S[]
}): S | undefined {
  const linked = sources.filter(({ url }) => url !== null)
  // A memory's last statement, but the message itself: joined lines follow it.
  return kind === "message" ? linked[0] : linked.at(-1)
}
