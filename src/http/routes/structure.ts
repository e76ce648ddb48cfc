/**
 * A guild's structure as Discord reports it: roles, channels, threads and members. It decides who may read
 * what.
 */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { countStructure, putStructure } from "../../access/structure.ts"
import { StructureShape } from "../../access/structure-shapes.ts"
import { Refused } from "../../domain/errors.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { openGuild } from "../../policy/guild.ts"
import { readSettings } from "../../settings.ts"
import { guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, GuildParam, json } from "../schemas.ts"

const PATH = "/v1/guilds/{g}/structure"

const KnownSchema = z
  .object({
    told_at: z.string().nullable().openapi({
      description:
        "When the structure was last sent; null if never. Then the audience sent with messages decides.",
    }),
    owner_id: z.string().nullable(),
    roles: z.int(),
    channels: z.int(),
    threads: z.int(),
    channels_gone: z.int(),
    members: z.int(),
    members_without_roles: z.int().openapi({ description: "Members whose roles were never sent." }),
    members_left: z.int(),
  })
  .openapi("Structure")

const put = guarded({
  id: "replaceStructure",
  scope: "admin",
  binding: "guild",
  method: "put",
  path: PATH,
  summary: "Send the guild's roles, channels, threads and members as Discord's own objects",
  request: { params: GuildParam, body: body(StructureShape) },
  responses: { 200: json(KnownSchema, "The structure as it is known now.") },
})

const get = guarded({
  id: "readStructure",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: PATH,
  summary: "Read how much of the guild's structure is known, and since when",
  request: { params: GuildParam },
  responses: { 200: json(KnownSchema, "The structure in numbers.") },
})

export const structureRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(put, async (c) => {
    const { g } = c.req.valid("param")
    const sent = c.req.valid("json")
    if (sent.guild && sent.guild.id !== g)
      throw new Refused({
        reason: "invalid",
        issues: [{ field: "body.guild.id", problem: "must be the id of this guild" }],
      })
    const db = guildDatabase(c.env, g)
    await openGuild(db, g, { now: Date.now(), mode: readSettings(c.env).NEW_GUILDS })
    await putStructure(db, g, sent, auditAuthor(c))
    return c.json(await readKnownStructure(c.env, g), 200)
  })
  .openapi(get, async (c) => c.json(await readKnownStructure(c.env, c.req.valid("param").g), 200))

async function readKnownStructure(
  bindings: App["Bindings"],
  guildId: string,
): Promise<z.output<typeof KnownSchema>> {
  const structure = await countStructure(guildDatabase(bindings, guildId), guildId)
  if (!structure) throw new Refused({ reason: "unknown_guild", guildId })
  return { ...structure, told_at: structure.told_at === null ? null : iso(structure.told_at) }
}
