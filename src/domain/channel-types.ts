/**
 * Discord's channel types by number:
 * https://discord.com/developers/docs/resources/channel#channel-object-channel-types. Numbers instead of the
 * enum of discord-api-types, because SQL and stored rows hold numbers.
 */

const VOICE = 2
export const CATEGORY = 4
const ANNOUNCEMENT_THREAD = 10
const PUBLIC_THREAD = 11
const PRIVATE_THREAD = 12
const STAGE = 13
const FORUM = 15
const MEDIA = 16

export const THREAD_TYPES: readonly number[] = [ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD]
/** The thread types as an SQL list, for use after IN. */
export const THREADS_SQL = `(${THREAD_TYPES.join(", ")})`

/** A stored or received channel. Not every source states a type. */
interface Typed {
  type?: number | null | undefined
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
