/** `npm run export`: writes a guild's export into a file. Resumes where it stopped. */
import { appendFileSync, chmodSync, existsSync, renameSync, truncateSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { PartEndSchema } from "../portability/format.ts"
import type { ApiServer } from "./api-request.ts"
import { ask, BackupError, serverOf } from "./backup-folder.ts"
import { readParts } from "./guild-file.ts"
import { type Print, printerTo, runProgram, UsageError, withUsage } from "./program.ts"

const HELP = `Writes what Keepsake knows of a guild into a file.

  npm run export -- --url ADDRESS --guild ID --to FILE

  --channel ID   only what everyone who sees this channel may read
  --viewer ID    only what this person may read

ADDRESS is the worker's address (https://…, or http://127.0.0.1:8787 under npm start).
It needs ADMIN_TOKEN, from the environment or from .dev.vars; an API key of the guild in its place exports what
the key may read. Run it again if it stops: it goes on where it was. docs/PORTABILITY.md says what an export holds.`

export const main = withUsage(HELP, async (argv, io) => {
  const { url, guild, to, channel, viewer } = parseArgs({
    args: argv,
    options: {
      url: { type: "string" },
      guild: { type: "string" },
      to: { type: "string" },
      channel: { type: "string" },
      viewer: { type: "string" },
    },
  }).values
  if (url === undefined || guild === undefined || to === undefined)
    throw new UsageError("Say --url, --guild and --to.")
  if (existsSync(to)) throw new BackupError(`${to} is there already. Choose another file.`)
  const reader = { ...(channel && { channel_id: channel }), ...(viewer && { viewer_id: viewer }) }
  await exportGuild(serverOf(url, io, "read"), { guild, to, reader }, printerTo(io.stdout))
  return 0
})

interface Order {
  guild: string
  to: string
  reader: Record<string, string>
}

async function exportGuild(server: ApiServer, { guild, to, reader }: Order, print: Print): Promise<void> {
  const path = `${to}.part`
  let { cursor, parts, rows } = await resume(path)
  if (parts > 0) print(`continues after ${parts} parts`)
  while (cursor !== null) {
    const query = new URLSearchParams({ ...reader, ...(cursor === "" ? {} : { cursor }) })
    const text = await ask(server, { path: `/v1/guilds/${guild}/export?${query}` })
    if (text === null)
      throw new BackupError(
        `${server.url} knows no guild ${guild}, or no exports: deploy this version first.`,
      )
    const { page } = PartEndSchema.parse(JSON.parse(text.trimEnd().split("\n").at(-1) ?? ""))
    appendFileSync(path, text)
    cursor = page.next
    parts += 1
    rows += page.rows
    if (cursor !== null) print(`${rows} rows so far`)
  }
  // Reads it all again: what is on the disk counts.
  let whole = ""
  for await (const { end } of readParts(path)) whole = end.whole
  renameSync(path, to)
  print(
    `Done: ${rows} rows in ${to}, SHA-256 of the whole ${whole}. It holds what people said: keep it safe.`,
  )
}

/** Cuts an unfinished file after its last whole part. The cursor is empty at the beginning, `null` at the end. */
async function resume(path: string): Promise<{ cursor: string | null; parts: number; rows: number }> {
  if (!existsSync(path)) writeFileSync(path, "")
  chmodSync(path, 0o600)
  let at: { cursor: string | null; parts: number; rows: number } = { cursor: "", parts: 0, rows: 0 }
  let bytes = 0
  for await (const { end, bytes: position } of readParts(path)) {
    at = { cursor: end.next, parts: at.parts + 1, rows: at.rows + end.rows }
    bytes = position
  }
  truncateSync(path, bytes)
  return at
}

if (import.meta.main) await runProgram(main)
