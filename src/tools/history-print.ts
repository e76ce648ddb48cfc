/** The words in which an import of messages reports: what a file holds, and what became of it. Pure. */
import type { CheckedChannel, HistoryCheck } from "../history/files/check.ts"
import { duration } from "./history-progress.ts"
import type { SentChannel } from "./history-send.ts"
import type { StructureState } from "./history-worker.ts"

/** Counts of an import that is under way. */
export interface SendTally {
  /** Messages sent. */
  done: number
  /** Messages that Keepsake does not take, by its reason. */
  refused: Map<string, number>
  startedAt: number
}

const CHANNELS_SHOWN = 40

/** Says what a file is, by channel, and what will be left out. */
export function checkLines(check: HistoryCheck): string[] {
  const { kind, owner, channels, people, unreadable, remarks } = check
  const guild = channels[0]?.guild
  const total = channels.reduce((sum, { messages }) => sum + messages, 0)
  const bots = channels.reduce((sum, channel) => sum + channel.bots, 0)
  const shown = channels.toSorted((a, b) => b.messages - a.messages).slice(0, CHANNELS_SHOWN)
  const more = channels.length - shown.length
  return [
    kind === "data_package"
      ? `A Discord data package: what ${owner?.name ?? "its owner"} wrote in ${nameOf(guild)}.`
      : `A DiscordChatExporter export of ${nameOf(guild)}.`,
    "",
    ...shown.map(channelLine),
    ...(more > 0 ? [`  and ${counted(more, "more channel")}`] : []),
    "",
    `${counted(total, "message")} in ${counted(channels.length, "channel")} by ${counted(people, "person", "people")}${rangeOf(channels)}.`,
    ...(bots > 0 ? [`Left out: ${counted(bots, "message")} written by bots.`] : []),
    ...leftOut(unreadable),
    ...remarks.map((remark) => `Note: ${remark.replace(/\.$/, "")}.`),
    `An export does not say who may read a channel. What is learned from one is shown only there until Keepsake's bot is in the server and has seen its roles.`,
    ...(kind === "data_package"
      ? [
          "It holds one side of each conversation, so less can be learned from it than from an export of the channel.",
        ]
      : []),
  ]
}

function channelLine({ channel, messages, firstAt, lastAt, edited }: CheckedChannel): string {
  const range = messages > 0 ? `  ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}` : ""
  const changed = edited > 0 ? `, ${edited.toLocaleString("en-US")} edited` : ""
  return `  ${`#${channel.name}`.padEnd(28)} ${messages.toLocaleString("en-US").padStart(9)} messages${range}${changed}`
}

function leftOut({ system, commands, empty, malformed }: HistoryCheck["unreadable"]): string[] {
  const parts = [
    [system, "notice of Discord's (joins, pins, calls)", "notices of Discord's (joins, pins, calls)"],
    [commands, "answer to a command", "answers to commands"],
    [empty, "message without text", "messages without text"],
    [malformed, "malformed message", "malformed messages"],
  ] as const
  const named = parts.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : []))
  return named.length > 0 ? [`Left out: ${named.join(", ")}.`] : []
}

function rangeOf(channels: readonly CheckedChannel[]): string {
  const first = channels
    .map(({ firstAt }) => firstAt)
    .filter(Boolean)
    .sort()[0]
  const last = channels
    .map(({ lastAt }) => lastAt)
    .filter(Boolean)
    .sort()
    .at(-1)
  return first && last ? `, from ${first.slice(0, 10)} to ${last.slice(0, 10)}` : ""
}

function nameOf(guild: CheckedChannel["guild"] | undefined): string {
  if (!guild) return "no server"
  return guild.name ? `${guild.name} (${guild.id})` : `server ${guild.id}`
}

/** Why Keepsake does not take a message. */
const REASONS: Record<string, string> = {
  bot: "written by bots",
  empty: "without text or files",
  off: "from channels that are switched off",
  opted_out: "by people who do not want to be remembered",
  erased: "that were erased",
  in_character: "in character, of a role-play channel",
}

/** Returns a line for each reason for which messages were refused. */
export function refusedLines(refused: ReadonlyMap<string, number>): string[] {
  return [...refused].map(
    ([reason, messages]) => `Left out: ${counted(messages, "message")} ${REASONS[reason] ?? `(${reason})`}.`,
  )
}

/** Says what became of an import. */
export function sentLines(
  sent: readonly SentChannel[],
  { done, refused, startedAt }: SendTally,
  now: number,
): string[] {
  const sum = (of: (channel: SentChannel) => number) => sent.reduce((all, channel) => all + of(channel), 0)
  const windows = sent.flatMap((channel) => channel.windows)
  const memories = windows.reduce((all, { claims }) => all + claims.accepted, 0)
  const held = windows.reduce((all, { claims }) => all + claims.shadowed + claims.queued, 0)
  const waiting = sum((channel) => channel.waiting)
  const seconds = Math.max(0.001, (now - startedAt) / 1_000)
  return [
    `${counted(done, "message")} sent in ${duration(now - startedAt)} (${Math.round(done / seconds).toLocaleString("en-US")}/s): ${sum((channel) => channel.accepted).toLocaleString("en-US")} new, ${sum((channel) => channel.known).toLocaleString("en-US")} known already.`,
    ...refusedLines(refused),
    `${counted(windows.length, "conversation")} read, ${counted(memories, "memory", "memories")} saved${held > 0 ? `, ${held.toLocaleString("en-US")} held for review` : ""}.`,
    ...(waiting > 0
      ? [`${counted(waiting, "conversation")} still wait for a model. The worker reads them by itself.`]
      : []),
  ]
}

const UNKNOWN_READERS: Record<StructureState, string> = {
  never:
    "Who may read these channels is not known yet, because this server's structure was never sent. Until it is, what was learned in a channel is shown only there, unless its audience was sent with messages.",
  untold: "What was learned in a channel is shown only there until it is known who may read it.",
  sent: "What was learned in a channel that is not in the server's structure is shown only there.",
}

/** Says what to do about channels whose readers are unknown. `channelId` is one of those that were sent. */
export function readersLines(
  state: StructureState,
  { guildId, channelId }: { guildId: string; channelId: string },
): string[] {
  return [
    UNKNOWN_READERS[state],
    `To ask in a channel, name it: POST /v1/guilds/${guildId}/recall with "channel_id": "${channelId}".`,
    `Keepsake's bot in the server makes the readers known, and so does PUT /v1/guilds/${guildId}/structure (docs/API.md).`,
  ]
}

function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`
}
