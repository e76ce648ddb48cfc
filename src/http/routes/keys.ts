/** A guild's API keys: create, list, revoke. A token is in the response to its creation and nowhere else. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { DAY } from "../../domain/calendar.ts"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import type { Id, Time } from "../../domain/types.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { openGuild } from "../../policy/guild.ts"
import { KEY_SCOPES } from "../../privacy/key-token.ts"
import { type ApiKey, createKey, isKeyActive, listKeys, revokeKey } from "../../privacy/keys.ts"
import { dropKeys } from "../../runtime/key-cache.ts"
import { readSettings } from "../../settings.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor, iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, GuildParam, json, SnowflakeParam, Timestamp } from "../schemas.ts"

const KEYS = "/v1/guilds/{g}/keys"
const KeyParam = GuildParam.extend({
  k: z.string().regex(/^[0-9a-f]{16}$/, "must be a key's id: the 16 characters after ks_"),
})

const NewKeySchema = z
  // Strict: a misspelled expiry would make a key that lasts forever.
  .strictObject({
    name: plainText(80, 1).refine((name) => name.trim() !== "", "is blank"),
    scope: z.enum(KEY_SCOPES).openapi({
      description:
        "What the key may do; each scope includes those before it. Every route states its scope as `x-scope`.",
    }),
    channel_id: SnowflakeParam.optional().openapi({
      description:
        "The one channel the key is bound to. It applies to requests that name none; other channels are refused. Each route states as `x-binding` what that limits.",
    }),
    viewer_id: SnowflakeParam.optional().openapi({
      description: "The one person the key is bound to, in the same way.",
    }),
    expires_at: Timestamp.optional(),
    expires_in_days: z.int().min(1).max(3_650).optional(),
  })
  .refine((key) => key.expires_at === undefined || key.expires_in_days === undefined, {
    path: ["expires_at"],
    error: "cannot be combined with expires_in_days",
  })
  .refine((key) => key.scope !== "admin" || (key.channel_id ?? key.viewer_id) === undefined, {
    path: ["scope"],
    error: "cannot be admin if the key reads for one channel or person: an admin may change what they read",
  })

const KeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: z.enum(KEY_SCOPES),
    channel_id: z.string().nullable(),
    viewer_id: z.string().nullable(),
    state: z.enum(["live", "expired", "revoked"]),
    created_by: z.string(),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
    last_used_at: z.string().nullable().openapi({ description: "Accurate to the hour." }),
  })
  .openapi("ApiKey")

const create = guarded({
  id: "createKey",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: KEYS,
  summary: "Create an API key; `token` is shown only once",
  request: { params: GuildParam, body: body(NewKeySchema) },
  responses: {
    201: json(KeySchema.extend({ token: z.string() }), "The key. Only a hash of its secret is stored."),
  },
})

const list = guarded({
  id: "listKeys",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: KEYS,
  summary: "List API keys, latest first, including expired and revoked ones",
  request: {
    params: GuildParam,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(KeySchema), next: z.string().nullable() }), "One page."),
  },
})

const revoke = guarded({
  id: "revokeKey",
  scope: "admin",
  binding: "guild",
  method: "delete",
  path: `${KEYS}/{k}`,
  summary: "Revoke an API key for good, with all keys it created",
  request: { params: KeyParam },
  responses: { 204: { description: "The key is revoked." } },
})

export const keyRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(create, async (c) => {
    const { g } = c.req.valid("param")
    const asked = c.req.valid("json")
    const { keyId, expiresAt } = c.get("principal")
    const { actor, now } = auditAuthor(c)
    const expiry = expiryOf(asked, { now, atMost: expiresAt })
    const db = await knownGuildDatabase(c, g)
    const made = await createKey(
      db,
      {
        guildId: g,
        name: asked.name,
        scope: asked.scope,
        channelId: asked.channel_id ?? null,
        userId: asked.viewer_id ?? null,
        expiresAt: expiry,
      },
      { actor, now, keyId },
    )
    if ("reason" in made) throw new Refused(made)
    return c.json({ ...presentKey(made.key, now), token: made.token }, 201)
  })
  .openapi(list, async (c) => {
    const { g } = c.req.valid("param")
    const { limit, cursor } = c.req.valid("query")
    const { db } = await enterRequestGuild(c, g)
    const rows = await listKeys(db, g, {
      before: cursor === undefined ? null : decodeCursor(cursor),
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const next = last ? encodeCursor({ at: last.createdAt, id: last.id }) : null
    return c.json({ items: shown.map((key) => presentKey(key, Date.now())), next }, 200)
  })
  .openapi(revoke, async (c) => {
    const { g, k } = c.req.valid("param")
    const { db } = await enterRequestGuild(c, g)
    const revoked = await revokeKey(db, g, k, auditAuthor(c))
    if (revoked === null) throw new Refused({ reason: "unknown_key", keyId: k })
    dropKeys(c.env, [k, ...revoked], Date.now())
    return c.body(null, 204)
  })

/**
 * The operator may create a key for a guild before anything is heard of it; a key's own guild must still
 * exist.
 */
async function knownGuildDatabase(c: Context<App>, guildId: Id) {
  if (c.get("principal").kind === "key") return (await enterRequestGuild(c, guildId)).db
  const db = guildDatabase(c.env, guildId)
  await openGuild(db, guildId, { now: Date.now(), mode: readSettings(c.env).NEW_GUILDS })
  return db
}

/**
 * Returns when the key expires; `null` for never. Refuses a time in the past, and one after the expiry of the
 * key that creates it.
 */
function expiryOf(
  asked: { expires_at?: string | undefined; expires_in_days?: number | undefined },
  { now, atMost }: { now: Time; atMost: Time | null },
): Time | null {
  const field = asked.expires_in_days === undefined ? "body.expires_at" : "body.expires_in_days"
  const refuse = (problem: string) => new Refused({ reason: "invalid", issues: [{ field, problem }] })
  const days = asked.expires_in_days
  const expiry = days === undefined ? Date.parse(asked.expires_at ?? "") : now + days * DAY
  if (Number.isNaN(expiry)) return atMost
  if (expiry <= now) throw refuse("must be in the future")
  if (atMost !== null && expiry > atMost)
    throw refuse(`is later than ${iso(atMost)}, when your own key expires`)
  return expiry
}

function presentKey(key: ApiKey, now: Time): z.output<typeof KeySchema> {
  const at = (time: Time | null) => (time === null ? null : iso(time))
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    channel_id: key.channelId,
    viewer_id: key.userId,
    state: isKeyActive(key, now) ? "live" : key.revokedAt === null ? "expired" : "revoked",
    created_by: key.createdBy,
    created_at: iso(key.createdAt),
    expires_at: at(key.expiresAt),
    revoked_at: at(key.revokedAt),
    last_used_at: at(key.lastUsedAt),
  }
}
