/** The import of a guild's export, part by part. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import type { Id } from "../../domain/types.ts"
import { journalConsent } from "../../erasure/wake.ts"
import { GuildHeaderSchema, Sha256 as PlainSha256 } from "../../portability/format.ts"
import {
  abandonImport,
  beginImport,
  type ImportAnswer,
  type ImportDeps,
  importPart,
} from "../../portability/import.ts"
import { findImport, type ImportRow, listImports } from "../../portability/progress.ts"
import {
  channelStub,
  type Entered,
  enterActiveRequestGuild,
  enterRequestGuild,
  followRequestWrites,
  guarded,
  refreshGuildChannels,
} from "../guarded.ts"
import { iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { readersIn } from "../request-viewer.ts"
import { body, GuildParam, json, SnowflakeParam } from "../schemas.ts"

const GUILD = "/v1/guilds/{g}"
const Sha256 = PlainSha256.clone()
const MOST_PARTS = 10_000

const ImportSchema = z
  .object({
    id: z.string(),
    source: z.string().openapi({ description: "The guild that was exported." }),
    dry_run: z.boolean(),
    phase: z.enum(["loading", "finishing", "done", "checked", "abandoned"]).openapi({
      description:
        "`loading`: send part `next`. `finishing`: begin it again to end it. `checked`: a dry run is at its end.",
    }),
    next: z.int().openapi({ description: "The number of the part to send next, counted from 0." }),
    parts: z.int(),
    settings: z.boolean(),
    rows: z.record(z.string(), z.record(z.string(), z.int())).openapi({
      description:
        "What became of the rows, by table: `added`, `merged`, `same`, `skipped`, or the reason why they were refused.",
    }),
    first_refused: z.record(z.string(), z.array(z.string())).openapi({
      description: "The source's ids of the first refused memories and notes, by reason.",
    }),
    requested_by: z.string(),
    started_at: z.string(),
    updated_at: z.string(),
  })
  .openapi("Import")

const begin = guarded({
  id: "beginImport",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${GUILD}/import`,
  summary: "Begin, or go on with, the import of a guild's export",
  request: {
    params: GuildParam,
    query: z.object({ dry_run: z.stringbool().default(false).openapi({ type: "boolean" }) }),
    body: body(
      z.strictObject({
        header: GuildHeaderSchema.clone().openapi({ description: "The first line of the export." }),
        parts: z
          .array(Sha256)
          .min(1)
          .max(MOST_PARTS)
          .openapi({ description: "`sha256` of each part, in order." }),
        sha256: Sha256.openapi({ description: "`whole` of the last part." }),
        channels: z.record(SnowflakeParam, SnowflakeParam).default({}).openapi({
          description:
            "Channels of this guild by those of the export. One that is left out keeps its id: until this guild knows it, only admins read what was said there.",
        }),
        settings: z.boolean().default(false).openapi({ description: "Take over settings and policy, too." }),
      }),
    ),
  },
  responses: { 200: json(ImportSchema, "How far the import is.") },
})

const ImportParam = GuildParam.extend({ id: plainText(64, 1) })
const PartParam = ImportParam.extend({
  // A string at first, because a coerced value counts as optional in the document.
  n: z
    .string()
    .regex(/^\d{1,6}$/, "must be a number, counted from 0")
    .transform(Number)
    .pipe(z.int().max(MOST_PARTS))
    .openapi({ type: "integer", minimum: 0, maximum: MOST_PARTS, description: "Counted from 0." }),
})

const part = guarded({
  id: "importPart",
  scope: "admin",
  binding: "guild",
  method: "put",
  path: `${GUILD}/import/{id}/parts/{n}`,
  summary: "Import a part; one that arrived before changes nothing",
  request: {
    params: PartParam,
    body: body(
      z.strictObject({
        text: z.string().openapi({ description: "The part's lines as exported, without the last, `page`." }),
      }),
    ),
  },
  responses: { 200: json(ImportSchema, "How far the import is.") },
})

const status = guarded({
  id: "readImport",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: `${GUILD}/import/{id}`,
  summary: "Read how far an import is, and what became of its rows",
  request: { params: ImportParam },
  responses: { 200: json(ImportSchema, "The import.") },
})

const list = guarded({
  id: "listImports",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: `${GUILD}/import`,
  summary: "List the latest imports",
  request: {
    params: GuildParam,
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  },
  responses: { 200: json(z.object({ items: z.array(ImportSchema) }), "Imports, latest first.") },
})

const abandon = guarded({
  id: "abandonImport",
  scope: "admin",
  binding: "guild",
  method: "delete",
  path: `${GUILD}/import/{id}`,
  summary: "Abandon an import; what it wrote stays, and beginning it again goes on",
  request: { params: ImportParam },
  responses: { 204: { description: "Abandoned, or at its end." } },
})

export const importRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(begin, async (c) => {
    const { g } = c.req.valid("param")
    const { header, parts, sha256: whole, channels, settings } = c.req.valid("json")
    const entered = await enterActiveRequestGuild(c, g)
    requireChannels(entered, channels)
    const order = { guildId: g, header, parts, whole, options: { channels, settings } }
    const { dry_run: dryRun } = c.req.valid("query")
    return c.json(await shown(c, entered, await beginImport({ ...order, dryRun }, depsOf(c, entered))), 200)
  })
  .openapi(part, async (c) => {
    const { g, id, n } = c.req.valid("param")
    const entered = await enterActiveRequestGuild(c, g)
    const row = await requireImport(entered, id)
    const answer = await importPart(row, { number: n, text: c.req.valid("json").text }, depsOf(c, entered))
    return c.json(await shown(c, entered, answer), 200)
  })
  .openapi(status, async (c) => {
    const { g, id } = c.req.valid("param")
    return c.json(presentImport(await requireImport(await enterRequestGuild(c, g), id)), 200)
  })
  .openapi(list, async (c) => {
    const { g } = c.req.valid("param")
    const { db } = await enterRequestGuild(c, g)
    const rows = await listImports(db, g, c.req.valid("query").limit)
    return c.json({ items: rows.map(presentImport) }, 200)
  })
  .openapi(abandon, async (c) => {
    const { g, id } = c.req.valid("param")
    const entered = await enterRequestGuild(c, g)
    await abandonImport(await requireImport(entered, id), { db: entered.db, by: auditAuthor(c) })
    return c.body(null, 204)
  })

function depsOf(c: Context<App>, entered: Entered): ImportDeps {
  const { db, guild, channels } = entered
  return {
    db,
    by: auditAuthor(c),
    sensitive: guild.policy.sensitive,
    readersOf: readersIn(entered),
    heard: new Set(channels.map(({ id }) => id)),
    isOperator: c.get("principal").kind === "operator",
    deletedAmong: (id, ids) => channelStub(c.env, guild.id, id).deletedAmong(ids),
    journal: (said) => journalConsent(c.env, guild.id, { kind: "consent", ...said }),
  }
}

function requireChannels({ structure }: Entered, channels: Readonly<Record<Id, Id>>): void {
  const known = new Set(structure.channels.map(({ id }) => id))
  const issues = Object.entries(channels).flatMap(([from, to]) =>
    known.has(to) ? [] : [{ field: `body.channels.${from}`, problem: "is no channel of this guild" }],
  )
  if (issues.length > 0) throw new Refused({ reason: "invalid", issues: issues.slice(0, 20) })
}

async function requireImport({ db, guild }: Entered, id: string): Promise<ImportRow> {
  const row = await findImport(db, guild.id, id)
  if (row === null) throw new Refused({ reason: "unknown_import", importId: id })
  return row
}

/** Presents an import. At its end, channels learn of settings and consents, and vectors are made. */
async function shown(
  c: Context<App>,
  entered: Entered,
  answer: ImportAnswer,
): Promise<z.output<typeof ImportSchema>> {
  if ("refused" in answer) throw new Refused({ reason: "not_imported", problem: answer.refused })
  if (answer.phase === "done") {
    await refreshGuildChannels(c, entered)
    followRequestWrites(c, entered.guild.id)
  }
  return presentImport(answer)
}

function presentImport(row: ImportRow): z.output<typeof ImportSchema> {
  return {
    id: row.id,
    source: row.header.guild,
    dry_run: row.dryRun,
    phase: row.phase,
    next: row.next,
    parts: row.parts.length,
    settings: row.options.settings,
    rows: row.tally.rows,
    first_refused: row.tally.first,
    requested_by: row.requestedBy,
    started_at: iso(row.startedAt),
    updated_at: iso(row.updatedAt),
  }
}
