/** Backups: the guilds there are, and their data page by page. Operator only: they hold what nobody may read as a whole. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { parseBackupCursor, readBackupPage } from "../../backup/export.ts"
import {
  HeaderSchema as BackupHeader,
  DEPLOYMENT_PART,
  formatLine,
  type Header,
  type PageLine,
  PartSchema,
  RowLine,
  SCHEMA_NUMBER,
} from "../../backup/format.ts"
import { Refused } from "../../domain/errors.ts"
import { DEPLOYMENT } from "../../domain/ids.ts"
import { plainText } from "../../domain/plain-text.ts"
import type { Id } from "../../domain/types.ts"
import type { RestoreAnswer } from "../../erasure/restore/load.ts"
import { guildDatabase, guildIds } from "../../memory/db/database.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { foreignCursor, iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, json, SnowflakeParam } from "../schemas.ts"

const HeaderSchema = BackupHeader.strict()

const PartParam = z.object({ part: PartSchema.clone().openapi({ example: DEPLOYMENT_PART }) })

const GUILDS_A_PAGE = 1_000

const list = guarded({
  id: "listBackups",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/backups",
  summary: "List the guilds to back up",
  request: { query: z.object({ after: SnowflakeParam.optional() }) },
  responses: {
    200: json(
      z.object({
        schema: z.int().openapi({ description: "The number of the database's last migration." }),
        items: z.array(z.string()),
        next: z.string().nullable().openapi({ description: "Value of `after` for the next page." }),
      }),
      "Ids of guilds, in order.",
    ),
  },
})

const page = guarded({
  id: "readBackupPage",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/backups/{part}",
  summary: "Read a page of a backup, as JSON lines",
  request: { params: PartParam, query: z.object({ cursor: plainText(500).optional() }) },
  responses: {
    200: {
      description: "One page.",
      content: { "application/jsonl": { schema: z.string() } },
    },
  },
})

const RestoreSchema = z
  .object({
    phase: z.enum(["loading", "replaying", "erasing", "done"]).openapi({
      description:
        "`loading`: send the pages after `pages`, then `pages` with their number. `replaying`, `erasing`: erasures and opt-outs since the backup take effect. `done`: the guild is open.",
    }),
    pages: z.int().openapi({ description: "The number of pages that have arrived." }),
  })
  .openapi("Restore")

const restoration = guarded({
  id: "restoreBackup",
  scope: "admin",
  binding: "guild",
  method: "put",
  path: "/v1/backups/{part}/restore",
  summary: "Begin, end or follow the restore of a backup",
  request: {
    params: PartParam,
    body: body(
      z.strictObject({
        header: HeaderSchema.openapi({ description: "The first line of the backup." }),
        merge: z.boolean().default(false).openapi({ description: "Restore into a guild that is not empty." }),
        unjournaled: z.boolean().default(false).openapi({
          description: "Restore although this deployment's journal does not reach back to the backup.",
        }),
        pages: z.int().min(0).optional().openapi({ description: "Ends the loading: the number of pages." }),
      }),
    ),
  },
  responses: { 200: json(RestoreSchema, "How far the restore is.") },
})

const loading = guarded({
  id: "loadBackupPage",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: "/v1/backups/{part}/pages",
  summary: "Write a page of a backup that is being restored",
  request: {
    params: PartParam,
    body: body(
      z.strictObject({
        header: HeaderSchema,
        page: z.int().min(0).openapi({ description: "The page's number, from 0." }),
        rows: z.array(RowLine).max(1_000),
      }),
    ),
  },
  responses: { 200: json(RestoreSchema, "How far the restore is.") },
})

export const backupRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(list, async (c) => {
    const items = await guildIds(c.env, { after: c.req.valid("query").after ?? "", limit: GUILDS_A_PAGE })
    const next = items.length < GUILDS_A_PAGE ? null : (items.at(-1) ?? null)
    return c.json({ schema: SCHEMA_NUMBER, items, next }, 200)
  })
  .openapi(page, async (c) => {
    const { part } = c.req.valid("param")
    const { cursor: given } = c.req.valid("query")
    const cursor = given === undefined ? null : parseBackupCursor(given)
    if (given !== undefined && cursor === null) throw foreignCursor()
    if (part !== DEPLOYMENT_PART) await enterRequestGuild(c, part)
    // The time before the rows: what happens while they are read is in the journal.
    const header = given === undefined ? await newHeader(c, part) : null
    const { rows, next } = await readBackupPage(guildDatabase(c.env, ownerOf(part)), part, cursor)
    const end: z.output<typeof PageLine> = {
      page: { rows: rows.length, next: next === null ? null : JSON.stringify(next) },
    }
    const lines = [...(header === null ? [] : [header]), ...rows, end]
    const text = lines.map(formatLine).join("")
    const response = new Response(text, { headers: { "content-type": "application/jsonl" } })
    // Hono has no typed response for JSON lines.
    return response as never
  })
  .openapi(restoration, async (c) => {
    const { part } = c.req.valid("param")
    const { header, merge, unjournaled, pages } = c.req.valid("json")
    requirePart(header, part)
    const guildId = ownerOf(part)
    const eraser = c.env.ERASERS.getByName(guildId)
    const answer = await (pages === undefined
      ? eraser.beginRestore({ guildId, header, merge, unjournaled })
      : eraser.endRestore(guildId, header, pages))
    return c.json(shownRestore(answer), 200)
  })
  .openapi(loading, async (c) => {
    const { part } = c.req.valid("param")
    const { header, page: number, rows } = c.req.valid("json")
    requirePart(header, part)
    const guildId = ownerOf(part)
    const answer = await c.env.ERASERS.getByName(guildId).loadPage({ guildId, header, page: number, rows })
    return c.json(shownRestore(answer), 200)
  })

function requirePart(header: Header, part: Header["part"]): void {
  if (header.part !== part)
    throw new Refused({
      reason: "invalid",
      issues: [{ field: "body.header.part", problem: "is not the part of the path" }],
    })
}

function shownRestore(answer: RestoreAnswer): z.output<typeof RestoreSchema> {
  if ("refused" in answer) throw new Refused({ reason: "not_restored", problem: answer.refused })
  return { phase: answer.phase, pages: answer.pages }
}

async function newHeader(c: Context<App>, part: Header["part"]): Promise<Header> {
  const started_at = iso(Date.now())
  const journal = await c.env.ERASERS.getByName(ownerOf(part)).journalId()
  return { format: "keepsake-backup", version: 1, part, schema: SCHEMA_NUMBER, started_at, journal }
}

/** Returns the id under which a part's rows and its journal are kept. */
function ownerOf(part: Header["part"]): Id {
  return part === DEPLOYMENT_PART ? DEPLOYMENT : part
}
