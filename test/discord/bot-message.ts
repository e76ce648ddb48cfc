/** Turns a bot's message body into a message of the world: its pings, its reply, its embeds and files. */
import type { APIMessage } from "discord-api-types/v10"
import { ApiError } from "./api-error.ts"
import type { UploadedFile } from "./http.ts"
import { type Loose, looseOf, textOf } from "./loose.ts"
import type { NewMessage, World } from "./world.ts"

/**
 * Converts a body that passed the limits. `parse` is the default for allowed mentions, which differs for
 * interactions.
 */
export function newMessageOf(
  world: World,
  body: Loose,
  place: { channelId: string; files: UploadedFile[]; parse?: string[] },
): NewMessage {
  const reference = looseOf(body.message_reference)
  const replyTo = textOf(reference.message_id)
  const content = textOf(body.content) ?? ""
  const answered = replyTo === undefined ? undefined : referenced(world, place.channelId, replyTo)
  if (replyTo !== undefined && !answered && reference.fail_if_not_exists !== false) throw unknownReference()
  const allowed = body.allowed_mentions === undefined ? null : looseOf(body.allowed_mentions)
  const pingsReplied = allowed === null || allowed.replied_user === true
  const nonce = body.nonce as string | number | undefined // Checked by the limits.
  return {
    author: world.bot,
    content,
    embeds: (body.embeds ?? []) as APIMessage["embeds"] & object, // Checked by the limits.
    flags: Number(body.flags ?? 0),
    attachments: place.files.map((file) => ({ filename: file.filename, size: file.bytes.length })),
    pingsReplied,
    ...(nonce !== undefined && { nonce }),
    ...(answered && replyTo !== undefined && { replyTo }),
    more: {
      components: componentsOf(body.components),
      ...pinged(world, content, {
        allowed,
        parse: place.parse ?? ["users", "roles", "everyone"],
        replied: pingsReplied ? answered : undefined,
      }),
    },
  }
}

/** Returns components as Discord sends them back: each with an id. */
export function componentsOf(components: unknown): NonNullable<APIMessage["components"]> {
  let id = 0
  const numbered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(numbered)
    if (typeof value !== "object" || value === null) return value
    const own = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, NESTED.includes(key) ? numbered(one) : one]),
    )
    return "type" in own ? { id: ++id, ...own } : own
  }
  return (numbered(components) ?? []) as NonNullable<APIMessage["components"]> // Checked by the limits.
}

const NESTED = ["components", "accessory", "component"]

/** Returns the people a message pings: everyone it mentions, limited by allowed_mentions. */
function pinged(
  world: World,
  content: string,
  rule: { allowed: Loose | null; parse: string[]; replied: APIMessage | undefined },
) {
  const { allowed } = rule
  const parse = !allowed ? rule.parse : Array.isArray(allowed.parse) ? allowed.parse : []
  const may = (kind: string, id: string) => {
    const list = allowed?.[kind]
    return parse.includes(kind) || (Array.isArray(list) && list.includes(id))
  }
  const ids = (pattern: RegExp) => [...content.matchAll(pattern)].map((hit) => hit[1] ?? "")
  const users = ids(/<@!?(\d+)>/g).filter((id) => may("users", id))
  const replied = rule.replied ? [rule.replied.author.id] : []
  return {
    mentions: [...new Set([...replied, ...users])].flatMap((id) => world.users.get(id) ?? []),
    mention_roles: ids(/<@&(\d+)>/g).filter((id) => may("roles", id)),
    mention_everyone: parse.includes("everyone") && /@(everyone|here)\b/.test(content),
  }
}

function referenced(world: World, channelId: string, messageId: string): APIMessage | undefined {
  return world.guildWith(channelId)?.messages.get(channelId)?.get(messageId)
}

function unknownReference(): ApiError {
  return new ApiError(400, 50035, "Invalid Form Body", {
    message_reference: { _errors: [{ code: "REPLIES_UNKNOWN_MESSAGE", message: "Unknown message" }] },
  })
}
