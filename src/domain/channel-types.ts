/**
 * Discord's channel types by number:
 * https://discord.com/developers/docs/resources/channel#channel-object-channel-types. Numbers instead of the
 * enum of discord-api-types, because SQL and stored rows hold numbers.
 */

const TEXT = 0
const VOICE = 2
export const CATEGORY = 4
const ANNOUNCEMENT = 5
const ANNOUNCEMENT_THREAD = 10
const PUBLIC_THREAD = 11
const PRIVATE_THREAD = 12
const STAGE = 13
const DIRECTORY = 14
const FORUM = 15
/** In development at Discord and not yet in its stable specification: read like a forum. */
const MEDIA = 16

/** @internal */
export const THREAD_TYPES: readonly number[] = [ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD]
/** The thread types as an SQL list, for use after IN. */
export const THREADS_SQL = `(${THREAD_TYPES.join(", ")})`

/** A stored or received channel. Not every source states a type. */
interface Typed {
  type?: number | null | undefined
}

const GUILD_TYPES = [TEXT, VOICE, CATEGORY, ANNOUNCEMENT, STAGE, DIRECTORY, FORUM, MEDIA, ...THREAD_TYPES]

/**
 * Returns true for the types of channels in a guild. Of another type it is unknown which rules decide who
 * reads it.
 */
export function isKnownType({ type }: Typed): boolean {
  return typeof type === "number" && GUILD_TYPES.includes(type)
}

export function isThread({ type }: Typed): boolean {
  return typeof type === "number" && THREAD_TYPES.includes(type)
}

export function isPrivateThread({ type }: Typed): boolean {
  return type === PRIVATE_THREAD
}

export function isVoice({ type }: Typed): boolean {
  return type === VOICE || type === STAGE
}

/** Categories hold channels and no messages. */
export function isCategory({ type }: Typed): boolean {
  return type === CATEGORY
}

/**
 * Returns true for forums and media channels: they hold posts, which are threads, and no messages of their
 * own.
 */
export function holdsPosts({ type }: Typed): boolean {
  return type === FORUM || type === MEDIA
}
