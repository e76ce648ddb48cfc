/** Backups: the guilds there are, and their data page by page. Operator only: they hold what nobody may read as a whole. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { parseBackupCursor, readBackupPage } from "../../backup/export.ts"
import {
  DEPLOYMENT_PART,
  formatLine,
  type Header,
  type PageLine,
  PartSchema,
  SCHEMA_NUMBER,
} from "../../backup/format.ts"
import { plainText } from "../../domain/plain-text.ts"
import type { Id } from "../../domain/types.ts"
import { guildDatabase, guildIds } from "../../memory/db/database.ts"
import { DEPLOYMENT } from "../../privacy/consent.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { foreignCursor, iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { json, PROBLEMS, SnowflakeParam } from "../schemas.ts"

const PartParam = z.object({ part: PartSchema.clone().openapi({ example: DEPLOYMENT_PART }) })

const GUILDS_A_PAGE = 1_000

const list = guarded({
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/backups",
  summary: "List the guilds to back up",
  description: "Requires the deployment's admin token. `npm run backup` reads this list and each guild.",
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
    ...PROBLEMS,
  },
})

const page = guarded({
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/backups/{part}",
  summary: "Read a page of a backup, as JSON lines",
  description:
    "Requires the deployment's admin token. `part` is a guild's id, or `deployment` for objections to the whole deployment. Without `cursor` the page begins with a header. Each further line is a row, and the last line is `page` with the cursor of the next page. docs/BACKUP.md describes the format and what it leaves out.",
  request: { params: PartParam, query: z.object({ cursor: plainText(500).optional() }) },
  responses: {
    200: {
      description: "One page.",
      content: { "application/jsonl": { schema: z.string() } },
    },
    ...PROBLEMS,
  },
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

async function newHeader(c: Context<App>, part: Header["part"]): Promise<Header> {
  const started_at = iso(Date.now())
  const journal = await c.env.ERASERS.getByName(ownerOf(part)).journalId()
  return { format: "keepsake-backup", version: 1, part, schema: SCHEMA_NUMBER, started_at, journal }
}

/** Returns the id under which a part's rows and its journal are kept. */
function ownerOf(part: Header["part"]): Id {
  return part === DEPLOYMENT_PART ? DEPLOYMENT : part
}
