/**
 * Reads an upload whole before any of it is sent: counts by channel, what is left out and why, and the order in which
 * its files are to be sent. Memory holds a line per file and an id per person.
 */
import {
  type ApiMessage,
  type FileChannel,
  HistoryFileError,
  type HistoryPart,
  type ReadingReport,
} from "./message.ts"
import type { HistoryFile } from "./open.ts"

/** Messages of one channel, in one or more files, oldest file first. */
export interface CheckedChannel {
  guild: FileChannel["guild"]
  channel: FileChannel["channel"]
  parts: HistoryPart[]
  /** Messages that can be sent, those of bots included. */
  messages: number
  bots: number
  edited: number
  /** ISO 8601; empty if there are no messages. */
  firstAt: string
  lastAt: string
  /** Bytes of all text. */
  bytes: number
}

export interface HistoryCheck {
  kind: HistoryFile["kind"]
  owner: HistoryFile["owner"]
  channels: CheckedChannel[]
  /** People who wrote, without bots. */
  people: number
  /** Messages without anything to read, by reason. */
  unreadable: Pick<ReadingReport, "system" | "commands" | "empty" | "malformed">
  /** Remarks for a person: files that are left out, cut short or damaged, each with the reason. */
  remarks: string[]
}

interface CheckOptions {
  /** The guild that history is wanted of; by default the only one in the file. */
  guildId?: string | undefined
  /** Its name, for people. */
  guildName?: string | undefined
  /** Called now and then with the number of messages read so far. */
  progress?(read: number): void
  /** Called with each message that can be sent, those of copies included. */
  onMessage?(channelId: string, message: ApiMessage): void
}

/** Throws a HistoryFileError if nothing can be imported, or if it is unclear of which server. */
export async function checkHistory(file: HistoryFile, options: CheckOptions = {}): Promise<HistoryCheck> {
  const reading = new Reading(file, options)
  for (const part of file.parts) await reading.read(part)
  return reading.result()
}

const PROGRESS_EVERY = 5_000

/** A file that was read. `print` is equal for two copies of it. */
interface ReadPart extends Omit<CheckedChannel, "parts"> {
  part: HistoryPart
  print: string
  firstId: string
}

class Reading {
  readonly #file: HistoryFile
  readonly #options: CheckOptions
  readonly #parts: ReadPart[] = []
  readonly #people = new Set<string>()
  readonly #remarks: string[]
  readonly #unreadable = { system: 0, commands: 0, empty: 0, malformed: 0 }
  readonly #otherGuilds = new Map<string, string>()
  #skipped = 0
  /** Says of the first file that cannot be read what it is, and what to do. */
  #firstSkipped = ""
  #read = 0

  constructor(file: HistoryFile, options: CheckOptions) {
    this.#file = file
    this.#options = options
    this.#remarks = [...file.leftOut]
  }

  async read(part: HistoryPart): Promise<void> {
    const opened = await part.open().catch((error: unknown) => {
      if (!(error instanceof HistoryFileError) || this.#file.isSingle) throw error
      this.#skipped += 1
      this.#firstSkipped ||= error.message
      if (this.#skipped <= SKIPPED_SHOWN) this.#remarks.push(`left out: ${error.message}`)
    })
    if (!opened) return
    const { guildId } = this.#options
    if (guildId !== undefined && opened.guild.id !== guildId) {
      this.#otherGuilds.set(opened.guild.id, opened.guild.name ?? opened.guild.id)
      await closeChannel(opened)
      return
    }
    const counts = await this.#count(opened)
    const { guild, channel, report, file } = opened
    for (const reason of UNREADABLE) this.#unreadable[reason] += report[reason]
    this.#remarks.push(...remarksOn(file, report))
    const copy = this.#parts.find(({ print }) => print === counts.print)
    if (copy) this.#remarks.push(`${file} is a copy of ${copy.part.file}, and is left out`)
    else this.#parts.push({ part, guild, channel, ...counts })
  }

  async #count({ channel, messages }: FileChannel) {
    const counts = { messages: 0, bots: 0, edited: 0, firstAt: "", lastAt: "", bytes: 0, firstId: "" }
    let sum = 0n
    for await (const message of messages) {
      count(counts, message)
      this.#options.onMessage?.(channel.id, message)
      sum += BigInt(message.id)
      if (!message.author.bot) this.#people.add(message.author.id)
      this.#read += 1
      if (this.#read % PROGRESS_EVERY === 0) this.#options.progress?.(this.#read)
    }
    return { ...counts, print: `${channel.id} ${counts.messages} ${counts.bytes} ${sum}` }
  }

  result(): HistoryCheck {
    if (this.#skipped > SKIPPED_SHOWN)
      this.#remarks.push(`left out: ${this.#skipped - SKIPPED_SHOWN} more files that are no chat export`)
    this.#refuseNothing()
    const channels = joined(this.#parts)
    if (this.#otherGuilds.size > 0)
      this.#remarks.push(`left out: channels of other servers (${listed([...this.#otherGuilds.values()])})`)
    const { kind, owner } = this.#file
    return {
      ...{ kind, owner, channels, people: this.#people.size },
      ...{ unreadable: this.#unreadable, remarks: this.#remarks },
    }
  }

  #refuseNothing(): void {
    const guilds = new Map(this.#parts.map(({ guild }) => [guild.id, `${guild.name ?? "?"} (${guild.id})`]))
    if (guilds.size > 1)
      throw new HistoryFileError(
        `These exports come from ${guilds.size} servers: ${listed([...guilds.values()])}. Name the one to import with --guild.`,
      )
    if (guilds.size === 1) return
    if (this.#otherGuilds.size > 0)
      throw new HistoryFileError(
        `Nothing in it is of server ${this.#options.guildName ?? this.#options.guildId}. It holds ${listed([...this.#otherGuilds].map(([id, name]) => `${name} (${id})`))}.`,
      )
    throw new HistoryFileError(
      this.#file.kind === "data_package"
        ? "This data package holds no message of any server."
        : `None of the .json files is a DiscordChatExporter export. ${this.#firstSkipped}`,
    )
  }
}

const UNREADABLE = ["system", "commands", "empty", "malformed"] as const
const SKIPPED_SHOWN = 5
const LISTED = 5

function listed(names: readonly string[]): string {
  const more = names.length - LISTED
  return [...names.slice(0, LISTED), ...(more > 0 ? [`${more} more`] : [])].join(", ")
}

/** Closes a channel's stream without reading it. */
export async function closeChannel({ messages }: FileChannel): Promise<void> {
  await messages[Symbol.asyncIterator]().return?.()
}

const utf8 = new TextEncoder()

function count(
  counts: Omit<ReadPart, "part" | "guild" | "channel" | "print">,
  { id, author, timestamp, edited_timestamp, content }: ApiMessage,
): void {
  counts.messages += 1
  if (author.bot) counts.bots += 1
  if (edited_timestamp) counts.edited += 1
  counts.bytes += utf8.encode(content).length
  if (counts.firstAt === "" || timestamp < counts.firstAt) {
    counts.firstAt = timestamp
    counts.firstId = id
  }
  if (timestamp > counts.lastAt) counts.lastAt = timestamp
}

/** Joins the files of each channel, oldest file first. */
function joined(parts: readonly ReadPart[]): CheckedChannel[] {
  const channels = new Map<string, CheckedChannel>()
  for (const { part, print: _, firstId: __, ...read } of parts.toSorted((a, b) =>
    a.firstAt < b.firstAt ? -1 : 1,
  )) {
    const known = channels.get(read.channel.id)
    if (known === undefined) channels.set(read.channel.id, { ...read, parts: [part] })
    else
      channels.set(read.channel.id, {
        ...known,
        parts: [...known.parts, part],
        messages: known.messages + read.messages,
        bots: known.bots + read.bots,
        edited: known.edited + read.edited,
        bytes: known.bytes + read.bytes,
        firstAt: known.firstAt || read.firstAt,
        lastAt: [known.lastAt, read.lastAt].sort()[1] ?? "",
      })
  }
  return [...channels.values()]
}

function remarksOn(file: string, { malformed, problems, cutShort }: ReadingReport): string[] {
  const [first] = problems
  return [
    ...(first
      ? [`${file}: ${malformed} malformed, the first is message ${first.position} (${first.reason})`]
      : []),
    ...(cutShort ? [`${file}: ${cutShort}`] : []),
  ]
}
