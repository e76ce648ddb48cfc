/** Receives messages, edits and deletions, and the flush that closes windows. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { nameUnnamedGuild } from "../../access/structure-statements.ts"
import { REJECTIONS } from "../../channel/delivery.ts"
import type { ChannelInfo } from "../../channel/store/registry.ts"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import type { Id } from "../../domain/types.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { isBound } from "../binding.ts"
import { channelStub, enterRequestGuild, guarded, requireChannel } from "../guarded.ts"
import { iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { isReadByAll } from "../request-viewer.ts"
import { body, ChannelParam, json, SnowflakeParam, Timestamp } from "../schemas.ts"
import { MAX_CONTENT, MessageSchema, toDelivered } from "./message-schema.ts"

const MAX_MESSAGES = 500

const IngestSchema = z.strictObject({
  channel: z
    .strictObject({
      name: plainText(100).optional(),
      topic: plainText(1_024).optional(),
      parent_id: SnowflakeParam.optional(),
      audience: z.enum(["everyone", "restricted"]).optional(),
    })
    .optional(),
  guild_name: plainText(100, 1).optional(),
  messages: z.array(MessageSchema).max(MAX_MESSAGES),
})

const ReceiptSchema = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.object({ index: z.int(), reason: z.enum(REJECTIONS) })),
})

const FlushSchema = z.object({
  windows: z.array(
    z.object({
      id: z.string(),
      messages: z.int(),
      from_at: z.string().nullable(),
      title: z.string().nullable(),
      method: z.string(),
      claims: z.object({ accepted: z.int(), shadowed: z.int(), queued: z.int(), rejected: z.int() }),
    }),
  ),
  waiting: z.int().openapi({ description: "Windows still waiting, for a model or because time ran out." }),
})

const DELETED =
  "Deleted, whether or not it was ever received: the message itself at once, what was made from it shortly after."
/** Discord's limit for one bulk deletion. */
const MAX_DELETED = 100
const MessageParam = ChannelParam.extend({ m: SnowflakeParam })
const CHANNEL = "/v1/guilds/{g}/channels/{c}"

const ingest = guarded({
  id: "sendMessages",
  scope: "write",
  binding: "channel",
  method: "post",
  path: `${CHANNEL}/messages`,
  summary: "Send messages: they are buffered now and extracted when their window closes",
  request: { params: ChannelParam, body: body(IngestSchema) },
  responses: { 202: json(ReceiptSchema, "Received.") },
})

const EditSchema = z.strictObject({
  content: plainText(MAX_CONTENT),
  edited_timestamp: Timestamp.optional().openapi({
    description: "When it was edited. An edit older than the last known one changes nothing.",
  }),
})

const edit = guarded({
  id: "editMessage",
  scope: "write",
  binding: "channel",
  method: "patch",
  path: `${CHANNEL}/messages/{m}`,
  summary: "Edit a message: what was made from its old text is forgotten, and the conversation is read again",
  request: { params: MessageParam, body: body(EditSchema) },
  responses: { 204: { description: "The message is edited." } },
})

const remove = guarded({
  id: "deleteMessage",
  scope: "write",
  binding: "channel",
  method: "delete",
  path: `${CHANNEL}/messages/{m}`,
  summary: "Delete a message with everything made from it; it is not accepted again",
  request: { params: MessageParam },
  responses: { 204: { description: DELETED } },
})

const removeAll = guarded({
  id: "deleteMessages",
  scope: "write",
  binding: "channel",
  method: "post",
  path: `${CHANNEL}/messages/bulk-delete`,
  summary: "Delete up to 100 messages together",
  request: {
    params: ChannelParam,
    body: body(z.strictObject({ messages: z.array(SnowflakeParam).min(1).max(MAX_DELETED) })),
  },
  responses: { 204: { description: DELETED } },
})

const flush = guarded({
  id: "flushChannel",
  scope: "write",
  binding: "channel",
  method: "post",
  path: `${CHANNEL}/flush`,
  summary: "Close the open window and wait; returns up to 1,000 windows read since the last flush",
  request: {
    params: ChannelParam,
    query: z.object({
      keep_open: z.stringbool().default(false).openapi({
        type: "boolean",
        description: "Reads the windows that are complete and leaves the open one: more of it will be sent.",
      }),
    }),
  },
  responses: { 200: json(FlushSchema, "The windows.") },
})

export const messageRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(ingest, async (c) => {
    const { g, c: channelId } = c.req.valid("param")
    const { channel, guild_name, messages } = c.req.valid("json")
    if (guild_name !== undefined && isBound(c.get("principal")))
      throw new Refused({ reason: "forbidden", because: "binding" })
    const info = channel ? await statedInfo(c, { guildId: g, channelId }, channel) : null
    const { leavingAt, ...receipt } = await channelStub(c.env, g, channelId).append({
      guildId: g,
      channelId,
      info,
      messages: messages.map(toDelivered),
    })
    if (leavingAt !== undefined) throw new Refused({ reason: "leaving", until: iso(leavingAt) })
    // After the messages, the first of which makes a guild known.
    if (guild_name !== undefined) await guildDatabase(c.env, g).run(nameUnnamedGuild(g, guild_name))
    return c.json(receipt, 202)
  })
  .openapi(edit, async (c) => {
    const { g, c: channelId, m } = c.req.valid("param")
    const { content, edited_timestamp } = c.req.valid("json")
    const editedAt = edited_timestamp === undefined ? null : Date.parse(edited_timestamp)
    const stub = requireChannel(c, await enterRequestGuild(c, g), channelId)
    if (!(await stub.edit(m, content, editedAt)))
      throw new Refused({ reason: "unknown_message", messageId: m })
    return c.body(null, 204)
  })
  .openapi(remove, async (c) => {
    const { g, c: channelId, m } = c.req.valid("param")
    await (await deletionStub(c, g, channelId)).remove(g, [m])
    return c.body(null, 204)
  })
  .openapi(removeAll, async (c) => {
    const { g, c: channelId } = c.req.valid("param")
    await (await deletionStub(c, g, channelId)).remove(g, c.req.valid("json").messages)
    return c.body(null, 204)
  })
  .openapi(flush, async (c) => {
    const { g, c: channelId } = c.req.valid("param")
    const flushed = await requireChannel(c, await enterRequestGuild(c, g), channelId).flush(
      c.req.valid("query").keep_open,
    )
    if (flushed === null) throw new Refused({ reason: "unknown_channel", channelId })
    return c.json(flushed, 200)
  })

/**
 * Returns the object to delete messages in. A deletion may overtake the channel's first message. From a bound
 * key it may not: a channel retracts only its own words once it heard any.
 */
async function deletionStub(c: Context<App>, guildId: Id, channelId: Id) {
  const entered = await enterRequestGuild(c, guildId)
  return isBound(c.get("principal"))
    ? requireChannel(c, entered, channelId)
    : channelStub(c.env, entered.guild.id, channelId)
}

type StatedChannel = NonNullable<z.output<typeof IngestSchema>["channel"]>

/**
 * Returns what a delivery says about its channel. A bound key may not let more people read the channel than
 * are known to: it may repeat an open audience or a parent that is known, which then need not be stored
 * again, and it may close the channel.
 */
async function statedInfo(
  c: Context<App>,
  { guildId, channelId }: { guildId: Id; channelId: Id },
  { name, topic, parent_id: parentId, audience }: StatedChannel,
): Promise<ChannelInfo> {
  if (!isBound(c.get("principal"))) return { name, topic, parentId, audience }
  if (audience === "everyone" || parentId !== undefined) {
    const entered = await enterRequestGuild(c, guildId)
    const known = entered.structure.channels.find(({ id }) => id === channelId)
    const widened = audience === "everyone" && !isReadByAll(entered, channelId)
    if (widened || (parentId !== undefined && known?.parentId !== parentId))
      throw new Refused({ reason: "forbidden", because: "binding" })
  }
  return { name, topic, ...(audience === "restricted" ? { audience } : {}) }
}
