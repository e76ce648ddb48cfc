/**
 * The stores of one channel's object: its rows and the caches over them. Opened once and passed to everything
 * that uses them.
 */
import type { Id } from "../../domain/types.ts"
import type { ChannelMode } from "../../policy/settings.ts"
import { StateRows } from "../../runtime/object/state-rows.ts"
import { Buffer } from "./buffer.ts"
import { History } from "./history.ts"
import { HistoryIntake } from "./history-intake.ts"
import { MessageRows } from "./message-rows.ts"
import { PassageRows } from "./passage-rows.ts"
import { PendingRetractions } from "./pending-retractions.ts"
import { ChannelRegistry } from "./registry.ts"
import { WindowRows } from "./window-rows.ts"

export interface ChannelStore {
  messages: MessageRows
  windows: WindowRows
  passages: PassageRows
  history: History
  buffer: Buffer
  intake: HistoryIntake
  pendingRetractions: PendingRetractions
  state: StateRows
  registry: ChannelRegistry
  /** Keepsake's own user id. Its messages give context and are never results. `null` if unknown. */
  ownId: Id | null
  /** Runs `work` in one transaction. If it fails, the caches are reloaded from the rows. */
  atomically(work: () => void): void
}

export function openChannelStore(
  storage: DurableObjectStorage,
  settings: { NEW_GUILDS: ChannelMode; DISCORD_APPLICATION_ID?: Id | undefined },
): ChannelStore {
  const messages = new MessageRows(storage.sql)
  const passages = new PassageRows(storage.sql)
  const history = new History(messages, passages)
  const state = new StateRows(storage.sql)
  const buffer = new Buffer(messages, state)
  const atomically = (work: () => void) => {
    try {
      storage.transactionSync(work)
    } catch (error) {
      buffer.reload()
      history.reload()
      throw error
    }
  }
  const [windows, pendingRetractions] = [new WindowRows(storage.sql), new PendingRetractions(storage.sql)]
  return {
    messages,
    windows,
    passages,
    history,
    buffer,
    intake: new HistoryIntake({ messages, buffer, state }),
    pendingRetractions,
    state,
    registry: new ChannelRegistry(state, settings.NEW_GUILDS, (people) => passages.markSpokenBy(people)),
    ownId: settings.DISCORD_APPLICATION_ID ?? null,
    atomically,
  }
}
