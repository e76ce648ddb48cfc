/** `npm run import`: imports history, or writes a guild's export into a guild. Resumes where it stopped. */
import { parseArgs } from "node:util"
import { z } from "zod"
import type { GuildHeader } from "../portability/format.ts"
import type { ApiServer } from "./api-request.ts"
import { ask, BackupError, serverOf } from "./backup-folder.ts"
import { checkGuildArgument } from "./guild-argument.ts"
import { headerOf, isGuildExport, readParts } from "./guild-file.ts"
import { importHistory, printHistory } from "./history-import.ts"
import { type Print, printerTo, runProgram, UsageError, withUsage } from "./program.ts"

const LANES = 8
const MOST_LANES = 16

const HELP = `Imports history into a guild, or writes a guild's export back.

  npm run import -- FILE --dry-run
  npm run import -- FILE --url ADDRESS [--guild ID]

FILE is one of these:
  a DiscordChatExporter export in JSON, or a zip or folder of them
  the data package that Discord sends a person, as zip or folder: their own messages
  what npm run export wrote: a guild's memories and settings

  --url ADDRESS        the worker's address (https://…, or http://127.0.0.1:8787 under npm start)
  --guild ID           the guild. Messages need it only if FILE holds several guilds; a guild's export always does
  --dry-run            writes nothing; says what is in FILE and what would become of it. Messages need no --url for that

For messages:
  --parallel N         channels that are sent at the same time (${LANES})

For a guild's export:
  --channel OLD=NEW    takes what was said in channel OLD as said in NEW; may be repeated
  --settings           takes over settings and policy, too
  --abandon            stops an import that was interrupted; what it wrote stays

It needs ADMIN_TOKEN, from the environment or from .dev.vars; an API key of the guild works in its place, with scope
write for messages and admin for a guild's export. Under npm start the token is dev. Run it again if it stops: it goes on
where it was, and nothing doubles. docs/HISTORY.md and docs/PORTABILITY.md say more.`

const EXPORT_ONLY = ["channel", "settings", "abandon"] as const

export const main = withUsage(HELP, async (argv, io) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      url: { type: "string" },
      guild: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      parallel: { type: "string" },
      channel: { type: "string", multiple: true },
      settings: { type: "boolean" },
      abandon: { type: "boolean" },
    },
  })
  const { url, guild, channel = [], settings = false, abandon = false } = values
  const dryRun = values["dry-run"]
  const file = fileOf(positionals)
  checkGuildArgument(guild)
  const isExport = await isGuildExport(file)
  const foreign = isExport ? undefined : EXPORT_ONLY.find((name) => values[name] !== undefined)
  if (foreign) throw new UsageError(`--${foreign} is for a guild's export, which ${file} is not.`)
  const lanes = lanesOf(values.parallel)
  if (!isExport && dryRun) {
    const more = values.parallel === undefined ? "" : ` --parallel ${lanes}`
    return printHistory({ path: file, guildId: guild, url: url ?? "ADDRESS", more }, io)
  }
  if (url === undefined) throw missing("--url", "the worker's address", isExport && guild === undefined)
  if (!isExport)
    return importHistory({ path: file, server: serverOf(url, io, "write"), guildId: guild, lanes }, io)
  if (guild === undefined) throw missing("--guild", "the id of the server to write the export into", false)
  const channels = Object.fromEntries(channel.map(pairOf))
  const server = serverOf(url, io, "admin")
  const order = { file, guild, channels, settings, dryRun }
  const read = await checkedFile(file)
  await (abandon ? stop : importGuild)(server, { ...order, ...read }, printerTo(io.stdout))
  return 0
})

function fileOf([file, ...more]: string[]): string {
  if (file === undefined) throw new UsageError("FILE is missing: a file, a zip or a folder.")
  if (more.length === 0) return file
  throw new UsageError(
    `It imports one FILE at a time, and ${more.length + 1} are named: ${[file, ...more].join(", ")}. Give the folder that holds them, and put a name with spaces in quotes.`,
    { isBrief: true },
  )
}

function missing(option: string, what: string, guildToo: boolean): UsageError {
  const address = option === "--url" ? " (https://…, or http://127.0.0.1:8787 under `npm start`)" : ""
  const rest = guildToo ? " --guild is missing, too." : ""
  return new UsageError(
    `${option} is missing: ${what}${address}.${rest} \`npm run import -- --help\` lists all options.`,
    { isBrief: true },
  )
}

function lanesOf(text: string | undefined): number {
  const lanes = Number(text ?? LANES)
  if (Number.isInteger(lanes) && lanes >= 1 && lanes <= MOST_LANES) return lanes
  throw new UsageError(`--parallel ${text} is not a number from 1 to ${MOST_LANES}.`)
}

function pairOf(text: string): [string, string] {
  const [, from, to] = /^(\d+)=(\d+)$/.exec(text) ?? []
  if (from === undefined || to === undefined) throw new UsageError(`--channel ${text} is not OLD=NEW.`)
  return [from, to]
}

interface Order {
  file: string
  guild: string
  channels: Record<string, string>
  settings: boolean
  dryRun: boolean
  header: GuildHeader
  /** SHA-256 of each part and of the whole. */
  parts: string[]
  whole: string
}

/** Reads the whole file once, before anything is sent. */
async function checkedFile(file: string): Promise<Pick<Order, "header" | "parts" | "whole">> {
  const header = await headerOf(file)
  const parts: string[] = []
  let last: { whole: string; next: string | null } | null = null
  for await (const { end } of readParts(file)) {
    parts.push(end.sha256)
    last = end
  }
  if (last === null || last.next !== null)
    throw new BackupError(`${file} is not finished. Run npm run export again, or use another file.`)
  return { header, parts, whole: last.whole }
}

const ImportReply = z.object({
  id: z.string(),
  phase: z.string(),
  next: z.int(),
  rows: z.record(z.string(), z.record(z.string(), z.int())),
  first_refused: z.record(z.string(), z.array(z.string())),
})
type ImportReply = z.output<typeof ImportReply>

async function importGuild(server: ApiServer, order: Order, print: Print): Promise<void> {
  const { file, parts } = order
  let at = await begin(server, order)
  if (at.phase === "done") print("This export is imported already.")
  else if (at.next > 0) print(`continues after ${at.next} of ${parts.length} parts`)
  let number = 0
  for await (const { text } of readParts(file)) {
    if (at.phase === "loading" && number === at.next) {
      const path = `/v1/guilds/${order.guild}/import/${at.id}/parts/${number}`
      at = await tell(server, { path, method: "PUT", body: { text } })
      print(`${at.next} of ${parts.length} parts`)
    }
    number += 1
  }
  if (at.phase === "finishing") at = await begin(server, order)
  report(at, print)
  print(order.dryRun ? "Nothing was written: this was a dry run." : "Done.")
}

function begin(server: ApiServer, order: Order): Promise<ImportReply> {
  const { guild, header, parts, whole, channels, settings, dryRun } = order
  const path = `/v1/guilds/${guild}/import?dry_run=${dryRun}`
  return tell(server, { path, method: "POST", body: { header, parts, sha256: whole, channels, settings } })
}

async function stop(server: ApiServer, order: Order, print: Print): Promise<void> {
  const { id } = await begin(server, order)
  await ask(server, { path: `/v1/guilds/${order.guild}/import/${id}`, method: "DELETE" })
  print("Abandoned. What it wrote stays; run the import again to go on.")
}

/** Prints what became of the rows, a line for each table. */
function report({ rows, first_refused: first }: ImportReply, print: Print): void {
  for (const [table, counts] of Object.entries(rows))
    print(
      `${table}: ${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")}`,
    )
  for (const [reason, ids] of Object.entries(first)) print(`${reason}, for example: ${ids.join(", ")}`)
}

async function tell(server: ApiServer, request: Parameters<typeof ask>[1]): Promise<ImportReply> {
  const text = await ask(server, request)
  if (text === null)
    throw new BackupError(
      `${server.url} knows no such guild, or no imports: store its settings, or deploy this version first.`,
    )
  return ImportReply.parse(JSON.parse(text))
}

if (import.meta.main) await runProgram(main)
