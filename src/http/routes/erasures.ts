/**
 * Erases a person, a channel or a guild for good, and reports progress. Erasing a person takes the scope
 * write; the rest takes admin.
 */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { DAY } from "../../domain/calendar.ts"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import {
  type ErasureJob,
  erasePerson,
  findJob,
  listJobs,
  openErasure,
  ReportSchema,
} from "../../erasure/jobs.ts"
import { cancelGuildErasure, scheduleGuildErasure, wakeEraser } from "../../erasure/wake.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { eraseAccounts } from "../../runtime/own-accounts.ts"
import { readSettings } from "../../settings.ts"
import { ownPersonOf } from "../binding.ts"
import { enterRequestGuild, guarded, refreshGuildChannels } from "../guarded.ts"
import { decodeCursor, encodeCursor, iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, ChannelParam, GraceDays, GuildParam, json, MemberParam } from "../schemas.ts"

const GUILD = "/v1/guilds/{g}"

const ErasureSchema = z
  .object({
    id: z.string(),
    kind: z.enum(["person", "channel", "guild"]),
    target: z.string().openapi({
      description: "The id of the person, channel or guild. After a person's erasure, a pseudonym.",
    }),
    state: z.enum(["waiting", "running", "done"]),
    step: z.string().nullable().openapi({ description: "The current step." }),
    // Built again: a schema made before zod's extension has no `openapi`.
    report: z.object(ReportSchema.shape).openapi("ErasureReport", {
      description:
        "`counts`: rows of each kind that were deleted or reworded. `left`: what the last check still found, 0 once everything is gone. `rounds`: how often all steps ran. `detail`: what it waits for, if something failed; it is retried until it succeeds.",
    }),
    requested_by: z.string(),
    requested_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .openapi("Erasure")

/** The answer to a request. Later answers name nobody, so they cannot say how to withdraw the objection. */
const PersonErasureSchema = ErasureSchema.extend({
  opted_out: z.boolean().openapi({
    description: "True if this request also recorded that the person does not want to be remembered.",
  }),
  withdraw_with: z.string().nullable().openapi({
    description: "The call that withdraws that objection; null if this request recorded none.",
    example: `PUT /v1/guilds/1/members/2/consent {"consent":null}`,
  }),
}).openapi("PersonErasure")

const person = guarded({
  id: "erasePerson",
  scope: "write",
  binding: "person",
  evenUnserved: true,
  method: "post",
  path: `${GUILD}/members/{u}/erase`,
  summary:
    "Erase a person everywhere in the guild: what they said, what is known about them, and others' quotes of them",
  request: {
    params: MemberParam,
    body: body(
      z.strictObject({
        opt_out: z.boolean().default(true).openapi({
          description:
            "If true, which is the default, they are not remembered from now on either, until the objection is withdrawn.",
        }),
      }),
    ),
  },
  responses: { 202: json(PersonErasureSchema, "The erasure has started.") },
})

const channel = guarded({
  id: "eraseChannel",
  scope: "admin",
  binding: "guild",
  evenUnserved: true,
  method: "delete",
  path: `${GUILD}/channels/{c}`,
  summary: "Erase a deleted channel: everything received in it and in its threads",
  request: { params: ChannelParam },
  responses: { 202: json(ErasureSchema, "The erasure has started.") },
})

const LeavingSchema = z.object({ leaving_at: z.string() })

const leaving = guarded({
  id: "eraseGuild",
  scope: "admin",
  binding: "guild",
  evenUnserved: true,
  method: "delete",
  path: GUILD,
  summary: "Erase a guild after a grace period, when the bot was removed",
  request: {
    params: GuildParam,
    query: z.object({
      grace_days: GraceDays.optional(),
    }),
  },
  responses: { 202: json(LeavingSchema, "When the guild is erased.") },
})

const restored = guarded({
  id: "cancelGuildErasure",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${GUILD}/restore`,
  summary: "Cancel a guild's scheduled erasure, when the bot is back in its grace period",
  request: { params: GuildParam },
  responses: { 204: { description: "The guild stays." } },
})

const one = guarded({
  id: "readErasure",
  scope: "write",
  binding: "guild",
  evenUnserved: true,
  method: "get",
  path: `${GUILD}/erasures/{id}`,
  summary: "Read an erasure and its report, also of an erased guild",
  request: { params: GuildParam.extend({ id: plainText(64, 1) }) },
  responses: { 200: json(ErasureSchema, "The erasure and its progress.") },
})

const list = guarded({
  id: "listErasures",
  scope: "admin",
  binding: "guild",
  evenUnserved: true,
  method: "get",
  path: `${GUILD}/erasures`,
  summary: "List a guild's erasures, latest first",
  request: {
    params: GuildParam,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional(),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(ErasureSchema), next: z.string().nullable() }), "One page."),
  },
})

export const erasureRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(person, async (c) => {
    const { g, u } = c.req.valid("param")
    const { db } = await enterRequestGuild(c, g, { whileRestoring: true })
    const { opt_out: optOut } = c.req.valid("json")
    const erase = ownPersonOf(c.get("principal")) === u ? eraseAccounts : erasePerson
    const job = await erase(db, { guildId: g, userId: u, optOut }, auditAuthor(c))
    await wakeEraser(c.env, g)
    const withdraw = `PUT /v1/guilds/${g}/members/${u}/consent {"consent":null}`
    return c.json({ ...present(job), opted_out: optOut, withdraw_with: optOut ? withdraw : null }, 202)
  })
  .openapi(channel, async (c) => {
    const { g, c: channelId } = c.req.valid("param")
    const { db, channels } = await enterRequestGuild(c, g)
    if (!channels.some(({ id }) => id === channelId))
      throw new Refused({ reason: "unknown_channel", channelId })
    return acceptErasure(
      c,
      await openErasure(db, { guildId: g, kind: "channel", target: channelId, by: auditAuthor(c) }, []),
    )
  })
  .openapi(leaving, async (c) => {
    const { g } = c.req.valid("param")
    const { grace_days: asked } = c.req.valid("query")
    if (asked !== undefined && c.get("principal").kind !== "operator")
      throw new Refused({ reason: "forbidden", because: "operator" })
    const { db } = await enterRequestGuild(c, g)
    const by = auditAuthor(c)
    const { now } = by
    const days = asked ?? readSettings(c.env).GUILD_GRACE_DAYS
    const at = await scheduleGuildErasure(db, g, now + days * DAY, by)
    if (at === null) throw new Refused({ reason: "unknown_guild", guildId: g })
    await refreshGuildChannels(c, await enterRequestGuild(c, g))
    if (at <= now) await wakeEraser(c.env, g)
    return c.json({ leaving_at: iso(at) }, 202)
  })
  .openapi(restored, async (c) => {
    const { g } = c.req.valid("param")
    const { db, guild } = await enterRequestGuild(c, g)
    if (guild.leavingAt !== null && !(await cancelGuildErasure(db, g, auditAuthor(c))))
      throw new Refused({ reason: "leaving", until: iso(guild.leavingAt) })
    await refreshGuildChannels(c, await enterRequestGuild(c, g))
    return c.body(null, 204)
  })
  .openapi(one, async (c) => {
    const { g, id } = c.req.valid("param")
    const job = await findJob(guildDatabase(c.env, g), g, id)
    if (job === null) {
      await enterRequestGuild(c, g)
      throw new Refused({ reason: "unknown_erasure", erasureId: id })
    }
    return c.json(present(job), 200)
  })
  .openapi(list, async (c) => {
    const { g } = c.req.valid("param")
    const { limit, cursor } = c.req.valid("query")
    const before = cursor === undefined ? null : decodeCursor(cursor)
    const jobs = await listJobs(guildDatabase(c.env, g), g, { before, limit: limit + 1 })
    // An erased guild is unknown except for its erasures.
    if (jobs.length === 0) await enterRequestGuild(c, g)
    const shown = jobs.slice(0, limit)
    const last = jobs.length > shown.length ? shown.at(-1) : undefined
    return c.json(
      { items: shown.map(present), next: last ? encodeCursor({ at: last.requestedAt, id: last.id }) : null },
      200,
    )
  })

/**
 * Answers an erasure request and wakes the guild's Eraser, which would find the job by itself within the
 * hour.
 */
async function acceptErasure(c: Context<App>, job: ErasureJob) {
  await wakeEraser(c.env, job.guildId)
  return c.json(present(job), 202)
}

function present(job: ErasureJob): z.output<typeof ErasureSchema> {
  return {
    id: job.id,
    kind: job.kind,
    target: job.target,
    state: job.state,
    step: job.step,
    report: job.report,
    requested_by: job.requestedBy,
    requested_at: iso(job.requestedAt),
    finished_at: job.finishedAt === null ? null : iso(job.finishedAt),
  }
}
