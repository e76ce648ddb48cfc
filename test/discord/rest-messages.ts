/** REST routes of messages: reading, sending, editing and deleting. */
import type { APIMessage } from "discord-api-types/v10"
import { ApiError, missingPermissions, notAuthor, unknown } from "./api-error.ts"
import { componentsOf, newMessageOf } from "./bot-message.ts"
import { INTENTS, withoutContent } from "./dispatch.ts"
import { pinsView } from "./happenings.ts"
import { type Answer, type Exchange, objectOf, type Route } from "./http.ts"
import { type Loose, textOf } from "./loose.ts"
import { checkMessage } from "./message-limits.ts"
import { PERMISSIONS, permissionsOf } from "./permissions.ts"
import { outOfRange, placeFor } from "./rest-guilds.ts"
import { timeOf } from "./snowflake.ts"
import { messagesView, type Page } from "./views.ts"
import type { World } from "./world.ts"

const MESSAGES = "/channels/:channel/messages"
const TWO_WEEKS_MS = 14 * 86_400_000

export function messageRoutes(world: World, granted: () => number): Route[] {
  const rest = new MessageRest(world, granted)
  return [
    { method: "GET", path: MESSAGES, answer: (call) => rest.list(call) },
    { method: "POST", path: MESSAGES, answer: (call) => rest.send(call) },
    { method: "POST", path: `${MESSAGES}/bulk-delete`, answer: (call) => rest.deleteMany(call) },
    { method: "GET", path: `${MESSAGES}/pins`, answer: (call) => rest.pins(call) },
    { method: "GET", path: `${MESSAGES}/:message`, answer: (call) => rest.one(call) },
    { method: "PATCH", path: `${MESSAGES}/:message`, answer: (call) => rest.edit(call) },
    { method: "DELETE", path: `${MESSAGES}/:message`, answer: (call) => rest.delete(call) },
    { method: "POST", path: "/channels/:channel/typing", answer: (call) => rest.type(call) },
  ]
}

class MessageRest {
  private readonly world: World
  private readonly granted: () => number

  constructor(world: World, granted: () => number) {
    this.world = world
    this.granted = granted
  }

  list({ params, query }: Exchange): Answer {
    const channel = params.channel ?? ""
    const guild = placeFor(this.world, channel)
    const limit = Number(query.get("limit") ?? 50)
    if (!(limit >= 1 && limit <= 100)) throw outOfRange("limit", 100)
    if (!this.may(channel, PERMISSIONS.history) || guild.channels.get(channel)?.type === 4)
      return { status: 200, body: [] }
    const page: Page & { content: boolean } = { limit, content: this.readsContent() }
    for (const way of ["before", "after", "around"] as const) {
      const id = query.get(way)
      if (id !== null) page[way] = id
    }
    return { status: 200, body: messagesView(this.world, channel, page) }
  }

  /** Without the permission to read the history, Discord lists none. */
  pins({ params, query }: Exchange): Answer {
    const channel = params.channel ?? ""
    const guild = placeFor(this.world, channel)
    const limit = Number(query.get("limit") ?? 50)
    if (!(limit >= 1 && limit <= 50)) throw outOfRange("limit", 50)
    if (!this.may(channel, PERMISSIONS.history)) return { status: 200, body: { items: [], has_more: false } }
    return { status: 200, body: pinsView(guild, channel, { limit, before: query.get("before") }) }
  }

  one(call: Exchange): Answer {
    const message = this.message(call)
    return {
      status: 200,
      body: this.readsContent() ? message : withoutContent(message, this.world.bot.id),
    }
  }

  send(call: Exchange): Answer {
    const channelId = call.params.channel ?? ""
    const guild = placeFor(this.world, channelId)
    if (!this.may(channelId, PERMISSIONS.send)) throw missingPermissions()
    const body = objectOf(call)
    // Documented under "Create Message": a reply requires the permission READ_MESSAGE_HISTORY.
    if (body.message_reference && !this.may(channelId, PERMISSIONS.history))
      throw new ApiError(403, 160002, "Cannot reply without permission to read message history")
    checkMessage(body, { files: call.files.length })
    const twin = body.enforce_nonce === true ? this.withNonce(channelId, body.nonce) : undefined
    if (twin) return { status: 200, body: twin }
    const told = newMessageOf(this.world, body, { channelId, files: call.files })
    const { made } = this.world.say(guild.id, channelId, told)
    return { status: 200, body: made }
  }

  edit(call: Exchange): Answer {
    const message = this.message(call)
    if (message.author.id !== this.world.bot.id) throw notAuthor()
    const body = objectOf(call)
    checkMessage(body, { files: call.files.length, kept: { ...message } })
    const guild = placeFor(this.world, message.channel_id)
    const { made } = this.world.edit(guild.id, message, editOf(body))
    return { status: 200, body: made }
  }

  delete(call: Exchange): Answer {
    const message = this.message(call)
    const own = message.author.id === this.world.bot.id
    if (!own && !this.may(message.channel_id, PERMISSIONS.manageMessages)) throw missingPermissions()
    const guild = placeFor(this.world, message.channel_id)
    this.world.deleteMessage(guild.id, message.channel_id, message.id)
    return { status: 204 }
  }

  deleteMany(call: Exchange): Answer {
    const channelId = call.params.channel ?? ""
    const guild = placeFor(this.world, channelId)
    if (!this.may(channelId, PERMISSIONS.manageMessages)) throw missingPermissions()
    const list = objectOf(call).messages
    const ids = Array.isArray(list) ? list.map(String) : []
    if (ids.length < 2 || ids.length > 100)
      throw new ApiError(
        400,
        50016,
        "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete",
      )
    if (ids.some((id) => timeOf(id) < this.world.clock.now() - TWO_WEEKS_MS))
      throw new ApiError(400, 50034, "You can only bulk delete messages that are under 14 days old.")
    this.world.deleteMessages(guild.id, channelId, ids)
    return { status: 204 }
  }

  type({ params }: Exchange): Answer {
    placeFor(this.world, params.channel ?? "")
    return { status: 204 }
  }

  private message({ params }: Exchange): APIMessage {
    const channel = params.channel ?? ""
    const guild = placeFor(this.world, channel)
    const message = guild.messages.get(channel)?.get(params.message ?? "")
    if (!message) throw unknown.message()
    return message
  }

  private withNonce(channelId: string, nonce: unknown): APIMessage | undefined {
    const messages = this.world.guildWith(channelId)?.messages.get(channelId)?.values() ?? []
    return [...messages].find(
      (one) => nonce !== undefined && one.author.id === this.world.bot.id && one.nonce === nonce,
    )
  }

  private may(channelId: string, permission: bigint): boolean {
    const guild = this.world.guildWith(channelId)
    return guild !== undefined && (permissionsOf(guild, this.world.bot.id, channelId) & permission) !== 0n
  }

  private readsContent(): boolean {
    return (this.granted() & INTENTS.content) !== 0
  }
}

/** Returns the parts of a message that an edit replaces. */
export function editOf(body: Loose): Partial<APIMessage> {
  return {
    ...(body.content !== undefined && { content: textOf(body.content) ?? "" }),
    ...(body.embeds !== undefined && { embeds: (body.embeds ?? []) as APIMessage["embeds"] }), // Checked by the limits.
    ...(body.components !== undefined && { components: componentsOf(body.components) }),
    ...(body.flags !== undefined && { flags: Number(body.flags) as NonNullable<APIMessage["flags"]> }), // A number of bits.
    ...(Array.isArray(body.attachments) && { attachments: body.attachments as APIMessage["attachments"] }), // As above.
  }
}
