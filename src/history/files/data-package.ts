/**
 * Reads the data package that Discord sends a person: their own messages, a folder per channel. Folders are told by what
 * they hold, because their names follow the person's language. Direct messages are never opened.
 */
import { z } from "zod"
import { csvRecords } from "./csv.ts"
import { entryText, type HistoryEntry } from "./entries.ts"
import { BrokenJson, chunksOf, jsonParts } from "./json-stream.ts"
import {
  type ApiMessage,
  countMalformed,
  cutShortAfter,
  emptyReport,
  type FileChannel,
  FileContent,
  FileId,
  FileText,
  HistoryFileError,
  type HistoryPart,
  type ReadingReport,
} from "./message.ts"

const MESSAGES = /(^|\/)messages\.(json|csv)$/i
const CHANNEL = /(^|\/)channel\.json$/i
const USER = /(^|\/)user\.json$/i

export interface DataPackage {
  /** The account that asked for the package: the author of every message in it. */
  owner: { id: string; name: string }
  parts: HistoryPart[]
  /** Folders of direct messages, which are left out. */
  direct: number
}

/** Returns true if these files are a data package: a channel's description beside its messages. */
export function isDataPackage(entries: readonly HistoryEntry[]): boolean {
  return channelFolders(entries).length > 0
}

interface ChannelFolder {
  about: HistoryEntry
  messages: HistoryEntry
}

function channelFolders(entries: readonly HistoryEntry[]): ChannelFolder[] {
  const messages = new Map(
    entries.filter(({ name }) => MESSAGES.test(name)).map((entry) => [folderOf(entry), entry]),
  )
  return entries
    .filter(({ name }) => CHANNEL.test(name))
    .flatMap((about) => {
      const beside = messages.get(folderOf(about))
      return beside ? [{ about, messages: beside }] : []
    })
}

function folderOf({ name }: HistoryEntry): string {
  return name.slice(0, name.lastIndexOf("/") + 1)
}

/** A bare number above 2^53 is read into a string (json-stream.ts). Smaller ones never are ids of Discord's. */
const Id = z.union([z.string(), z.int().transform(String)]).pipe(FileId)

const User = z.object({ id: Id, username: FileText, global_name: FileText.nullish() })
const About = z.object({
  id: Id,
  name: FileText.nullish(),
  guild: z.object({ id: Id, name: FileText.nullish() }).nullish(),
})

/** Opens a package. Throws a HistoryFileError if the account is missing in it. */
export async function openDataPackage(entries: readonly HistoryEntry[], name: string): Promise<DataPackage> {
  const owner = await ownerOf(entries)
  if (owner === null)
    throw new HistoryFileError(
      `${name} has the messages of a Discord data package but not its account (account/user.json). Give the whole package.`,
    )
  const parts: HistoryPart[] = []
  let direct = 0
  for (const folder of channelFolders(entries)) {
    const about = About.safeParse(await exactJson(folder.about)).data
    // A channel that was deleted since, and a direct message, name no server.
    if (!about?.guild) direct += 1
    else {
      const channel = { ...about, guild: about.guild }
      parts.push({
        file: folder.messages.name,
        open: async () => openChannel(channel, folder.messages, owner),
      })
    }
  }
  return { owner, parts, direct }
}

async function ownerOf(entries: readonly HistoryEntry[]): Promise<DataPackage["owner"] | null> {
  for (const entry of entries.filter(({ name }) => USER.test(name))) {
    const { data } = User.safeParse(await exactJson(entry))
    if (data) return { id: data.id, name: data.global_name || data.username }
  }
  return null
}

/** Parses a small document, with its large numbers as strings. `null` if it is no JSON. */
async function exactJson(entry: HistoryEntry): Promise<unknown> {
  const text = await entryText(entry, 64 * 2 ** 20)
  try {
    for await (const { value } of jsonParts(new Blob([text]).stream(), ["$"])) return value
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
  }
  return null
}

function openChannel(
  {
    id,
    name,
    guild,
  }: {
    id: string
    name?: string | null | undefined
    guild: { id: string; name?: string | null | undefined }
  },
  messages: HistoryEntry,
  owner: DataPackage["owner"],
): FileChannel {
  const report = emptyReport()
  return {
    file: messages.name,
    guild: { id: guild.id, name: guild.name ?? null },
    channel: { id, name: name || id, topic: null, parentId: null },
    messages: messagesIn(messages, owner, report),
    report,
  }
}

/** `Timestamp` is UTC: "2024-03-11 14:02:55", older packages write "2021-03-11 14:02:55.123000+00:00". */
const PackageTime = z.string().transform((text, context) => {
  const time = text.trim().replace(" ", "T")
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) ? time : `${time}Z`)
  if (!Number.isNaN(at.getTime())) return at.toISOString()
  context.addIssue({ code: "custom", message: "is not a time" })
  return z.NEVER
})

const PackageMessage = z.object({
  ID: Id,
  Timestamp: PackageTime,
  Contents: FileContent,
  /** Addresses of files, separated by spaces. */
  Attachments: z.string().nullish().catch(null),
})

async function* messagesIn(
  entry: HistoryEntry,
  owner: DataPackage["owner"],
  report: ReadingReport,
): AsyncGenerator<ApiMessage> {
  let position = 0
  try {
    for await (const record of recordsIn(entry)) {
      position += 1
      const { data, error } = PackageMessage.safeParse(record)
      if (error) countMalformed(report, position, error)
      else {
        const attachments = fileNames(data.Attachments ?? "")
        if (data.Contents.trim() === "" && attachments.length === 0) report.empty += 1
        else {
          report.read += 1
          yield {
            id: data.ID,
            author: owner,
            content: data.Contents,
            timestamp: data.Timestamp,
            ...(attachments.length > 0 ? { attachments } : {}),
          }
        }
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
    report.cutShort = cutShortAfter(position, "Unpack the package again")
  }
}

async function* recordsIn(entry: HistoryEntry): AsyncGenerator<unknown> {
  if (/\.csv$/i.test(entry.name)) yield* csvRecords(chunksOf(entry.stream()))
  else for await (const { value } of jsonParts(entry.stream(), ["$.*"])) yield value
}

function fileNames(addresses: string): { name: string }[] {
  return addresses
    .split(/[\s,]+/)
    .flatMap((address) => {
      const path = URL.canParse(address) ? new URL(address).pathname : address
      const name = path.slice(path.lastIndexOf("/") + 1, path.length).slice(0, 260)
      return name === "" ? [] : [{ name }]
    })
    .slice(0, 10)
}
