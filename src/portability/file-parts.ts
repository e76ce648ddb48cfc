/** Splits the text of an export's file into its parts, and checks each against its checksum. Pure. */
import { sha256 } from "../domain/hash.ts"
import { chainHash, type GuildHeader, GuildHeaderSchema, PartEndSchema } from "./format.ts"

export interface ExportFile {
  header: GuildHeader
  /** Each part's lines, without the one that ends it. */
  texts: string[]
  /** SHA-256 of each part, and of the whole. */
  parts: string[]
  whole: string
}

const END = '{"page":'

/** Formats that may be chosen by mistake, with what to do. */
const OTHERS: Record<string, string> = {
  "keepsake-backup": "This is a file of a backup. Write it back with npm run restore.",
  "keepsake-export": "This is one person's own export. It is for them to keep, and cannot be imported.",
  "keepsake-guild": "This is an export of another version of Keepsake, which this one cannot read.",
}

/** Files without a format that may be chosen by mistake, by how they begin. */
const BEGINNINGS: readonly (readonly [begins: RegExp, problem: string])[] = [
  [/^(?:\ufffd\ufffd)?(?:\{\0|\0\{)/, "This file is in UTF-16. Save it in UTF-8, and choose it again."],
  [
    /^(?:PK|\s*\{\s*"(?:guild|channel|messages)"\s*:)/,
    "This is an export of channels, or a zip. Import old messages on the page History. Here goes the export of a server's memory, a file that ends in .jsonl.",
  ],
]

/** Returns the file's parts, or what is wrong with it and what to do. */
export function splitExport(text: string): ExportFile | { problem: string } {
  const header = headerIn(text)
  if ("problem" in header) return header
  const [texts, parts]: [string[], string[]] = [[], []]
  let [lines, whole, next]: [string[], string, string | null | undefined] = [[], "", undefined]
  for (const line of text.trimEnd().split(/\r?\n/)) {
    const end = line.startsWith(END) ? endIn(line) : null
    if (end === null) {
      lines.push(`${line}\n`)
      continue
    }
    const own = lines.join("")
    const hash = sha256(own)
    if (end.sha256 !== hash || end.whole !== chainHash(whole, hash) || end.part !== parts.length)
      return {
        problem: `Part ${parts.length} is damaged: its checksum is another. Export the server again.`,
      }
    texts.push(own)
    parts.push(hash)
    ;[lines, whole, next] = [[], end.whole, end.next]
  }
  if (next !== null || lines.length > 0)
    return { problem: "The file is not finished. Export the server again, or choose another file." }
  return { header, texts, parts, whole }
}

function headerIn(text: string): GuildHeader | { problem: string } {
  const line = text.slice(0, text.indexOf("\n") >>> 0)
  const parsed = GuildHeaderSchema.safeParse(jsonOf(line))
  if (parsed.success) return parsed.data
  const beginning = BEGINNINGS.find(([begins]) => begins.test(text))
  if (beginning !== undefined) return { problem: beginning[1] }
  const format = /"format":\s*"([\w-]+)"/.exec(text.slice(0, 1_000))?.[1] ?? ""
  return {
    problem:
      OTHERS[format] ??
      "This is no export of a server's memory. Download one on the page Export of a Keepsake, or write one with npm run export.",
  }
}

function endIn(line: string) {
  const parsed = PartEndSchema.safeParse(jsonOf(line))
  return parsed.success ? parsed.data.page : null
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Whoever asks says that the line is none of an export.
    return null
  }
}
