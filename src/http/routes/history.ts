/** Imports of old messages from Discord: a preview of what one would read, starting it, and following it. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { plainText } from "../../domain/plain-text.ts"
import type { Id } from "../../domain/types.ts"
import { historyChannelsOf, historySums, listHistoryJobs } from "../../history/job-rows.ts"
import { actOnHistory, type HistoryAct, historyProgress, requestPreview } from "../../runtime/history-jobs.ts"
import { enterActiveRequestGuild, enterRequestGuild, guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, ChannelId, GuildParam, json, Timestamp } from "../schemas.ts"
import {
  HistoryChannelSchema,
  HistorySchema,
  presentHistory,
  presentHistoryChannel,
} from "./history-schemas.ts"

const GUILD = "/v1/guilds/{g}"

const OneParam = GuildParam.extend({ id: plainText(64, 1) })

const preview = guarded({
  id: "previewHistory",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${GUILD}/history`,
  summary: "Preview an import of old messages from Discord",
  request: {
    params: GuildParam,
    body: body(
      z.strictObject({
        since: Timestamp.optional(),
        exclude: z.array(ChannelId).max(500).default([]),
      }),
    ),
  },
  responses: { 202: json(HistorySchema, "The preview is being made.") },
})

const list = guarded({
  id: "listHistory",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: `${GUILD}/history`,
  summary: "List a guild's imports of old messages, latest first",
  request: {
    params: GuildParam,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional(),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(HistorySchema), next: z.string().nullable() }), "One page."),
  },
})

const one = guarded({
  id: "readHistory",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: `${GUILD}/history/{id}`,
  summary: "Read an import of old messages, with its estimate and progress",
  request: { params: OneParam },
  responses: { 200: json(HistorySchema, "The import.") },
})

const channels = guarded({
  id: "listHistoryChannels",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: `${GUILD}/history/{id}/channels`,
  summary: "List the channels and threads of an import, with what is left out and why",
  request: {
    params: OneParam,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      after: ChannelId.optional(),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(HistoryChannelSchema), next: z.string().nullable() }), "One page."),
  },
})

const start = guarded({
  id: "startHistory",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${GUILD}/history/{id}/start`,
  summary: "Start an import whose preview is ready",
  request: {
    params: OneParam,
    body: body(z.strictObject({ cap_usd: z.number().min(0).max(1_000_000).nullable().optional() })),
  },
  responses: { 202: json(HistorySchema, "The import runs.") },
})

const pause = guarded({
  id: "pauseHistory",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${GUILD}/history/{id}/pause`,
  summary: "Pause an import of old messages",
  request: { params: OneParam },
  responses: { 202: json(HistorySchema, "The import as it is now.") },
})

const resume = guarded({
  id: "resumeHistory",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${GUILD}/history/{id}/resume`,
  summary: "Resume a paused import of old messages",
  request: { params: OneParam },
  responses: { 202: json(HistorySchema, "The import as it is now.") },
})

const stop = guarded({
  id: "stopHistory",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${GUILD}/history/{id}/stop`,
  summary: "Stop an import of old messages for good",
  request: { params: OneParam },
  responses: { 202: json(HistorySchema, "The import as it is now.") },
})

export const historyRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(preview, async (c) => {
    const { since, exclude: excluded } = c.req.valid("json")
    const entered = await enterActiveRequestGuild(c, c.req.valid("param").g)
    const wanted = { id: `h_${crypto.randomUUID()}`, since: since === undefined ? null : Date.parse(since) }
    return c.json(
      presentHistory(await requestPreview(c.env, entered, { ...wanted, excluded, by: auditAuthor(c) })),
      202,
    )
  })
  .openapi(list, async (c) => {
    const { limit, cursor } = c.req.valid("query")
    const { db, guild } = await enterRequestGuild(c, c.req.valid("param").g)
    const before = cursor === undefined ? null : decodeCursor(cursor)
    const found = await listHistoryJobs(db, guild.id, { before, limit: limit + 1 })
    const jobs = found.slice(0, limit)
    const sums = await historySums(
      db,
      guild.id,
      jobs.map(({ id }) => id),
    )
    const last = found.length > limit ? jobs.at(-1) : undefined
    const next = last === undefined ? null : encodeCursor({ at: last.requestedAt, id: last.id })
    return c.json({ items: jobs.map((job) => presentHistory({ job, sums: sums(job.id) })), next }, 200)
  })
  .openapi(one, async (c) => {
    const { g, id } = c.req.valid("param")
    return c.json(presentHistory(await historyProgress(await enterRequestGuild(c, g), id)), 200)
  })
  .openapi(channels, async (c) => {
    const { g, id } = c.req.valid("param")
    const { limit, after = null } = c.req.valid("query")
    const entered = await enterRequestGuild(c, g)
    const { job } = await historyProgress(entered, id)
    const found = await historyChannelsOf(entered.db, job, { after, limit: limit + 1 })
    const items = found.slice(0, limit)
    const next = found.length > limit ? (items.at(-1)?.channelId ?? null) : null
    return c.json({ items: items.map(presentHistoryChannel), next }, 200)
  })
  .openapi(start, async (c) => {
    const { g, id } = c.req.valid("param")
    const { cap_usd: capUsd } = c.req.valid("json")
    const entered = await enterActiveRequestGuild(c, g)
    const wanted = { act: "start", id, capUsd, by: auditAuthor(c) } as const
    return c.json(presentHistory(await actOnHistory(c.env, entered, wanted)), 202)
  })
  .openapi(pause, async (c) => c.json(await act(c, c.req.valid("param"), "pause"), 202))
  .openapi(resume, async (c) => c.json(await act(c, c.req.valid("param"), "resume"), 202))
  .openapi(stop, async (c) => c.json(await act(c, c.req.valid("param"), "stop"), 202))

async function act(c: Context<App>, { g, id }: { g: Id; id: string }, verb: HistoryAct) {
  const entered = await enterRequestGuild(c, g)
  return presentHistory(await actOnHistory(c.env, entered, { act: verb, id, by: auditAuthor(c) }))
}
