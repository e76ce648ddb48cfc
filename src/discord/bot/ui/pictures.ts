/**
 * Addresses of the pictures of people and servers on Discord. A person's picture is never stored: it comes with the
 * interaction that shows it, or stands on the page that was pressed (decision 058). Pure.
 */
import { CDNRoutes, ComponentType, ImageFormat, RouteBases } from "discord-api-types/v10"
import { ID_PATTERN } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"

/** Pixels. Discord draws a thumbnail at most 85 wide. */
const SIZE = "?size=128"

/** The hashes of a person's pictures: in this server, and everywhere. */
interface AvatarHashes {
  here: string | null
  everywhere: string | null
}

/** The picture that Discord shows of a person in a server; `null` if they have set none. */
export function avatarUrl(guildId: Id, userId: Id, { here, everywhere }: AvatarHashes): string | null {
  if (here !== null) return address(CDNRoutes.guildMemberAvatar(guildId, userId, here, ImageFormat.PNG))
  return everywhere === null ? null : address(CDNRoutes.userAvatar(userId, everywhere, ImageFormat.PNG))
}

/** `hash`: of the server's icon, or `null` if it has none or is unknown. */
export function iconUrl(guildId: Id, hash: string | null): string | null {
  return hash === null ? null : address(CDNRoutes.guildIcon(guildId, hash, ImageFormat.PNG))
}

function address(route: string): string {
  return `${RouteBases.cdn}${route}${SIZE}`
}

const AVATAR = new RegExp(
  String.raw`^${RouteBases.cdn.replaceAll(".", "\\.")}/(?:guilds/${ID_PATTERN}/users/(${ID_PATTERN})/avatars|avatars/(${ID_PATTERN}))/\w{1,64}\.png\?size=128$`,
)

/** Returns the pictures of people on a message of the bot, by person. Anything else on it is ignored. */
export function avatarsOn(components: readonly unknown[]): Record<Id, string> {
  const avatars: Record<Id, string> = {}
  for (const url of thumbnailUrls(components)) {
    const [, inServer, everywhere] = AVATAR.exec(url) ?? []
    const id = inServer ?? everywhere
    if (id !== undefined) avatars[id] = url
  }
  return avatars
}

interface Part {
  type?: unknown
  media?: { url?: unknown } | null
  components?: unknown
  accessory?: unknown
}

function thumbnailUrls(parts: readonly unknown[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part !== "object" || part === null) return []
    const { type, media, components, accessory }: Part = part
    const inner = [...(Array.isArray(components) ? components : []), accessory]
    const url = type === ComponentType.Thumbnail ? media?.url : undefined
    return [...(typeof url === "string" ? [url] : []), ...thumbnailUrls(inner)]
  })
}
