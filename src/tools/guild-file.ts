/** The file of a guild's export: parts of JSON lines, each ended by a line with its checksum. */
import { createReadStream, existsSync, statSync } from "node:fs"
import { createInterface } from "node:readline"
import { sha256 } from "../domain/hash.ts"
import {
  chainHash,
  type GuildHeader,
  GuildHeaderSchema,
  type PartEnd,
  PartEndSchema,
} from "../portability/format.ts"
import { BackupError } from "./backup-folder.ts"

/** A part of a file, as it stands there. */
export interface FilePart {
  /** Its lines without the one that ends it. */
  text: string
  end: PartEnd
  /** The position of its end in bytes. */
  bytes: number
}

/**
 * Reads the complete parts of a file and checks each against its checksum. A last part that was cut short is
 * left out. Throws a BackupError if a part is damaged.
 */
export async function* readParts(path: string): AsyncGenerator<FilePart> {
  let [text, bytes, before, count] = ["", 0, "", 0]
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    bytes += Buffer.byteLength(line) + 1
    const end = line.startsWith('{"page":') ? endIn(line) : null
    if (end === null) {
      text += `${line}\n`
      continue
    }
    const own = sha256(text)
    if (end.sha256 !== own || end.whole !== chainHash(before, own) || end.part !== count)
      throw new BackupError(
        `${path} is damaged in part ${count}: its checksum is another. Export the guild again.`,
      )
    yield { text, end, bytes }
    text = ""
    before = end.whole
    count += 1
  }
}

function endIn(line: string): PartEnd | null {
  try {
    return PartEndSchema.parse(JSON.parse(line)).page
  } catch {
    // Only the last line of an unfinished file can be cut short.
    return null
  }
}

/** Returns true for a file of any Keepsake, which names its format first. */
export async function isGuildExport(path: string): Promise<boolean> {
  if (!existsSync(path) || statSync(path).isDirectory()) return false
  const first = await firstLine(path)
  return (
    typeof first === "object" &&
    first !== null &&
    "format" in first &&
    `${first.format}`.startsWith("keepsake-")
  )
}

/** Formats that `npm run import` can be given by mistake, with what to do. */
const OTHERS: Record<string, string> = {
  "keepsake-backup": "is a file of a backup. Write it back with npm run restore.",
  "keepsake-export": "is one person's own export. It is for them to keep, and cannot be imported.",
}

/** Returns the header of a guild's export. Throws a BackupError that says what the file is instead. */
export async function headerOf(path: string): Promise<GuildHeader> {
  if (!existsSync(path)) throw new BackupError(`${path} does not exist.`)
  const first = await firstLine(path)
  const parsed = GuildHeaderSchema.safeParse(first)
  if (parsed.success) return parsed.data
  const format = typeof first === "object" && first !== null && "format" in first ? `${first.format}` : ""
  if (format === "keepsake-guild")
    throw new BackupError(`${path} is an export of another version of Keepsake, which this one cannot read.`)
  throw new BackupError(
    `${path} ${OTHERS[format] ?? "is no export of a guild. npm run export writes one, and its first line names the format keepsake-guild."}`,
  )
}

/** A format is in the first thousand characters, also of a document in one line. */
const FIRST = 1_000

async function firstLine(path: string): Promise<unknown> {
  let text = ""
  for await (const chunk of createReadStream(path, { encoding: "utf8", end: 10 * FIRST })) text += chunk
  const line = text.split("\n")[0] ?? ""
  try {
    return JSON.parse(line)
  } catch {
    // A document in one long line still names its format at its beginning.
    return { format: /^\s*\{\s*"format":\s*"([\w-]+)"/.exec(line.slice(0, FIRST))?.[1] ?? "" }
  }
}
