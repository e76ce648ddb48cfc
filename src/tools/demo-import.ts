/** Brings files into the demo's Keepsake, and collects its channels, people and window results. */
import { checkHistory, type HistoryCheck } from "../history/files/check.ts"
import type { ApiMessage } from "../history/files/message.ts"
import { type ApiChannel, type ApiClient, connectTo } from "./api-client.ts"
import type { ApiServer } from "./api-request.ts"
import { refusedLines } from "./history-print.ts"
import { type SentChannel, sendHistory } from "./history-send.ts"
import { openPath } from "./history-source.ts"

export interface ImportResult {
  guild: { id: string; name: string }
  client: ApiClient
  channels: SentChannel[]
  /** The people who spoke, by id. */
  people: Map<string, { name: string; messages: number }>
  /** ISO 8601 time of the newest message. */
  lastAt: string
  /** Number of messages that Keepsake rejected, by its reason. */
  refused: Map<string, number>
  /** Notices about what was left out. */
  remarks: string[]
}

export type AudienceOf = (channelName: string) => ApiChannel["audience"]

interface Import {
  server: ApiServer
  check: HistoryCheck
  audienceOf: AudienceOf
  progress(channel: SentChannel, finished: boolean): void
  /** True to wait until a model has read every channel, and to stop at the first that it does not finish. */
  untilRead?: boolean
}

/** Reads a file, zip or folder whole. Throws a HistoryFileError if it is no history, or of several servers. */
export async function checkPath(path: string, guildId?: string): Promise<HistoryCheck> {
  return checkHistory(await openPath(path), { guildId })
}

/** Imports what was checked, one channel after another, so that two runs print the same. */
export async function importChecked({
  server,
  check,
  audienceOf,
  progress,
  untilRead = false,
}: Import): Promise<ImportResult> {
  const { id = "", name = null } = check.channels[0]?.guild ?? {}
  const client = connectTo(server, id)
  const people: ImportResult["people"] = new Map()
  const refused: ImportResult["refused"] = new Map()
  const stalled = new AbortController()
  const channels = await sendHistory(check, {
    client,
    audienceOf,
    lanes: 1,
    untilRead,
    signal: stalled.signal,
    onBatch: (channel, batch, rejected) => {
      for (const { reason } of rejected) refused.set(reason, (refused.get(reason) ?? 0) + 1)
      countPeople(people, batch)
      progress(channel, false)
    },
    onRead: (channel) => progress(channel, false),
    onChannel: (channel) => {
      progress(channel, true)
      if (untilRead && channel.waiting > 0) stalled.abort()
    },
  })
  const lastAt =
    check.channels
      .map((channel) => channel.lastAt)
      .sort()
      .at(-1) ?? ""
  const remarks = [...check.remarks, ...refusedLines(refused)]
  return { guild: { id, name: name ?? id }, client, channels, people, lastAt, refused, remarks }
}

function countPeople(people: ImportResult["people"], batch: readonly ApiMessage[]): void {
  for (const { author } of batch) {
    if (author.bot) continue
    const messages = (people.get(author.id)?.messages ?? 0) + 1
    people.set(author.id, { name: author.name, messages })
  }
}
