/**
 * Reads the context of the next window in the same batch that writes the current one, which saves a round trip for each
 * window of a queue. A window whose messages changed since is read again, and the guard of its own write finds people who
 * have objected since (`guardOrder`).
 */
import type { ChatModel } from "../../ai/chat.ts"
import type { Message, Time, Window } from "../../domain/types.ts"
import { askedOf, type RowsAhead } from "../../extraction/context.ts"
import { contextReads } from "../../extraction/context-rows.ts"
import type { BoundStatement } from "../../memory/db/composed.ts"
import type { Database } from "../../memory/db/database.ts"
import type { MessageRows } from "../store/message-rows.ts"
import type { PendingRetractions } from "../store/pending-retractions.ts"
import type { ChannelPlace } from "../store/registry.ts"
import type { SealedWindow, WindowRows } from "../store/window-rows.ts"

interface AheadDeps {
  db: Database
  messages: MessageRows
  windows: WindowRows
  pendingRetractions: PendingRetractions
  place: ChannelPlace
  chat: ChatModel | null
  now(): Time
}

interface Ready extends RowsAhead {
  window: Window
  /** The revision of the channel's messages when they were read. */
  revision: number
}

/** The statements to run after the current write. `keep` stores their results. */
interface NextReads {
  statements: readonly BoundStatement<unknown>[]
  keep(results: readonly D1Result[]): void
}

export class ReadAhead {
  #ready: Ready | null = null

  /** Returns the reads for the window after this one; `null` if no window waits or the guild is not cached. */
  behind({ seq }: SealedWindow, deps: AheadDeps): NextReads | null {
    this.#ready = null
    const { db, messages, windows, place, chat, pendingRetractions } = deps
    const next = windows.waiting(seq)
    const now = deps.now()
    if (next?.state !== "sealed" || next.retryAt > now || pendingRetractions.guildId !== null) return null
    const { revision } = messages
    const window = asWindow(next, messages.read(next.ids, place), place)
    if (window.messages.length === 0) return null
    const asked = askedOf(window, { now, withModel: chat !== null })
    const reads = contextReads(db, window, asked)
    return (
      reads && {
        statements: reads.statements,
        keep: (results) => {
          const rows = reads.rowsOf(results)
          this.#ready = rows && { window, asked, rows, revision }
        },
      }
    )
  }

  /** Returns a window's context rows and forgets them; `null` if there are none or they may be outdated. */
  take({ id }: SealedWindow, { messages, pendingRetractions }: AheadDeps): Ready | null {
    const ready = this.#ready
    this.#ready = null
    const holds =
      ready?.window.id === id && ready.revision === messages.revision && pendingRetractions.guildId === null
    return holds ? ready : null
  }
}

/** Returns a sealed window with its messages, and its context rows if they were read ahead and are still valid. */
export function openWindow(sealed: SealedWindow, deps: AheadDeps & { ahead?: ReadAhead }) {
  const ready = deps.ahead?.take(sealed, deps) ?? null
  const { messages, place } = deps
  return { whole: ready?.window ?? asWindow(sealed, messages.read(sealed.ids, place), place), ready }
}

function asWindow(
  { id, reason }: SealedWindow,
  messages: Message[],
  { guildId, channelId, name }: ChannelPlace,
): Window {
  return { id, reason, guildId, channelId, channelName: name, messages }
}
