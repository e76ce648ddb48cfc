/** Gateway events, the intents they need, and the filter that decides what a session receives. */
import type {
  APIMessage,
  GatewayDispatchPayload,
  GatewayMessageCreateDispatchData,
  GatewayThreadMembersUpdateDispatchData,
} from "discord-api-types/v10"
import type { Basis } from "./documented.ts"

export const INTENTS = {
  guilds: 1 << 0,
  members: 1 << 1,
  moderation: 1 << 2,
  presences: 1 << 8,
  messages: 1 << 9,
  direct: 1 << 12,
  content: 1 << 15,
  scheduled: 1 << 16,
} as const
/** Intents that an application must be granted in Discord's portal. */
export const PRIVILEGED = INTENTS.members | INTENTS.presences | INTENTS.content
/** All intents. */
export const KNOWN_INTENTS =
  0b11_1111_1111_1111_1111 | (1 << 18) | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25)

type BodyOf<Payload> = Payload extends { t: infer T extends string; d: infer D } ? { t: `${T}`; d: D } : never
/** An event and its data, as in the `t` and `d` of a payload. */
export type Body = BodyOf<GatewayDispatchPayload>
export type EventName = Body["t"]
export type DataOf<Name extends EventName> = Extract<Body, { t: Name }>["d"]

/** One event as the gateway would send it. The world creates events only for changes the bot can see. */
export type WorldEvent = Body & {
  guildId: string
  /** Any one of these intents is enough; 0 means everyone receives it. */
  intents: number
}
/** An event with the section of Discord's documentation by which it is sent. */
export type Dispatch = WorldEvent & { basis: Basis }

/** Returns what a session with these intents receives of an event; null for nothing. */
export function told(dispatch: Dispatch, intents: number, botId: string): Body | null {
  if (dispatch.intents !== 0 && (dispatch.intents & intents) === 0) return null
  const body: Body = dispatch
  const whole = { t: body.t, d: body.d } as Body // Without what only the world wants to know.
  if (whole.t === "THREAD_MEMBERS_UPDATE" && (intents & INTENTS.members) === 0) {
    const own = onlyOf(whole.d, botId)
    return own && { t: whole.t, d: own }
  }
  if (whole.t !== "MESSAGE_CREATE" && whole.t !== "MESSAGE_UPDATE") return whole
  return (intents & INTENTS.content) === 0 ? { t: whole.t, d: withoutContent(whole.d, botId) } : whole
}

/** Without the members intent, a session receives only the bot's own joins and leaves. */
function onlyOf(update: GatewayThreadMembersUpdateDispatchData, botId: string) {
  const added_members = (update.added_members ?? []).filter((one) => one.user_id === botId)
  const removed_member_ids = (update.removed_member_ids ?? []).filter((id) => id === botId)
  return added_members.length + removed_member_ids.length === 0
    ? null
    : { ...update, added_members, removed_member_ids }
}

/** A message for an application without the content intent: empty unless the bot wrote it or is mentioned. */
export function withoutContent<M extends APIMessage | GatewayMessageCreateDispatchData>(
  message: M,
  botId: string,
): M {
  const open = message.author.id === botId || message.mentions.some((one) => one.id === botId)
  const own = open ? {} : { content: "", attachments: [], embeds: [], components: [] }
  const referenced = message.referenced_message
  return referenced
    ? { ...message, ...own, referenced_message: withoutContent(referenced, botId) }
    : { ...message, ...own }
}
