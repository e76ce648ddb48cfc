/**
 * Events: what happened beside chat, told by an agent, a tool or a server. Their ids as messages, and the places of
 * events that belong to no channel. Pure.
 */
import { hashOf } from "./hash.ts"
import { snowflakeAt } from "./ids.ts"
import type { Id, Time } from "./types.ts"

/** The author of an event that is about nobody. No member has this id, so nobody's consent applies. */
export const NO_AUTHOR = "0" satisfies Id

/** The id of the one global subject. Each guild holds its own copy of what is global. */
export const GLOBAL: Id = "0"

/**
 * 2^63 - 2^56. Discord gives out no such id before the year 2084, so a place never has the id of a channel, of a thread,
 * or of an old guild's first channel, which has the guild's id.
 */
const FIRST_PLACE = 2n ** 63n - 2n ** 56n
const FIRST_PLACE_TEXT = String(FIRST_PLACE)

/** 56 bits of a hash: of 10,000 places of a guild, two share an id with a probability of one in a billion. */
const PLACE_DIGITS = 14

/**
 * Returns the id under which events of no channel are buffered: a person's private place, a project's, or the guild's
 * own (`id` is the guild's). Stable; it has the form of a channel's id.
 */
export function placeId(guildId: Id, kind: "user" | "project" | "guild", id: string): Id {
  const hash = hashOf(["place", guildId, kind, id]).slice(0, PLACE_DIGITS)
  return String(FIRST_PLACE + BigInt(`0x${hash}`))
}

/** Returns true if the id is a place of events and no channel. */
export function isPlace(id: Id): boolean {
  return id.length === FIRST_PLACE_TEXT.length && id >= FIRST_PLACE_TEXT
}

/** Returns the channel as readers may see its id; `null` for a place, which no request may name. */
export function shownChannel(id: Id | null): Id | null {
  return id === null || isPlace(id) ? null : id
}

/** A snowflake counts 22 bits within a millisecond. */
const WITHIN_MS = 2 ** 22

/**
 * Returns the id of an event as a message: a snowflake of its time, so that a replay has the same. `nth` gives another
 * one if two events of a millisecond share it.
 */
export function eventMessageId(event: { id: string; at: Time }, nth = 0): Id {
  const hash = Number.parseInt(hashOf(["event", event.id]).slice(0, 8), 16)
  return snowflakeAt(event.at, (hash + nth) % WITHIN_MS)
}

/** JSON nested deeper is written as it is. */
const MOST_LEVELS = 20

/** Returns an event's words. JSON becomes "path: value" pairs: its quotes and braces would read as quotations. */
export function eventText(content: unknown): string {
  return typeof content === "string" ? content : pairsIn(content, "", 0).join("; ").toWellFormed()
}

function pairsIn(value: unknown, path: string, level: number): string[] {
  if (typeof value !== "object" || value === null || level >= MOST_LEVELS) {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    return [path === "" ? text : `${path}: ${text}`]
  }
  return Object.entries(value).flatMap(([key, one]) =>
    pairsIn(one, path === "" ? key : `${path}.${key}`, level + 1),
  )
}
