/**
 * A key's binding to a channel or a person, and the rule each route applies to it. No other file reads a
 * binding. docs/API.md lists the rules for callers.
 */
import { Refused } from "../domain/errors.ts"
import type { Id, Memory } from "../domain/types.ts"
import type { Principal } from "./principal.ts"

/**
 * - `reader`: the route reads for a channel or person. It gets the key's; a request that names another is
 *   refused.
 * - `path`: the route acts on the channel or person of its path, which must be the key's.
 * - `subject`: the route changes a memory, which must be about the key's person.
 * - `refused`: the route concerns more than one channel or person.
 */
type Limit = "reader" | "path" | "subject" | "refused"

const BINDINGS = {
  reader: { channel: "reader", person: "reader" },
  channel: { channel: "path", person: "refused" },
  statement: { channel: "reader", person: "path" },
  person: { channel: "refused", person: "path" },
  // A memory may rest on words of several channels. A refusal that depended on them would reveal them.
  memory: { channel: "refused", person: "subject" },
  guild: { channel: "refused", person: "refused" },
} satisfies Record<string, { channel: Limit; person: Limit }>

/** A kind of route by what it reads or changes. It decides how the route limits a bound key. */
export type Binding = keyof typeof BINDINGS

/** Returns true if a key's binding closes a request, as far as the route's path decides it. */
export function exceedsBinding(
  { reads }: Principal,
  binding: Binding,
  path: { channelId: Id | undefined; userId: Id | undefined },
): boolean {
  const { channel, person } = BINDINGS[binding]
  return exceeds(channel, reads.channelId, path.channelId) || exceeds(person, reads.userId, path.userId)
}

function exceeds(limit: Limit, own: Id | null, named: Id | undefined): boolean {
  if (own === null || limit === "reader" || limit === "subject") return false
  return limit === "refused" || named !== own
}

/** Returns true if the caller's key is bound to a channel or a person. */
export function isBound({ reads }: Principal): boolean {
  return reads.channelId !== null || reads.userId !== null
}

/** Returns the person in whose own name the caller speaks: the one its key is bound to; `null` for any other key. */
export function ownPersonOf({ reads }: Principal): Id | null {
  return reads.userId
}

/** Returns the channel that the caller's key is bound to; `null` for any other key. */
export function ownChannelOf({ reads }: Principal): Id | null {
  return reads.channelId
}

/** Refuses a change to a memory about anybody but the key's person. The reader must be able to read it. */
export function requireSubject({ reads }: Principal, { subject }: Pick<Memory, "subject">): void {
  const own = subject.scope === "user" && subject.id === reads.userId
  if (reads.userId !== null && !own) throw new Refused({ reason: "forbidden", because: "subject" })
}

/** The fields by which a request names its reader. */
export interface ReaderFields {
  channel_id?: Id | null | undefined
  viewer_id?: Id | null | undefined
}

declare const bindingApplied: unique symbol

/** The channel and person to read for. Only `resolveReadTarget` makes one, so every Viewer respects the binding. */
export interface ReadTarget {
  channelId: Id | null
  userId: Id | null
  readonly [bindingApplied]: true
}

/**
 * Completes the fields of a request with what the caller's key is bound to. Refuses any other channel or
 * person, and any person for a key bound to a channel alone.
 */
export function resolveReadTarget({ reads }: Principal, stated: ReaderFields): ReadTarget {
  const asked = { channelId: stated.channel_id ?? null, userId: stated.viewer_id ?? null }
  const elsewhere = reads.channelId !== null && ![null, reads.channelId].includes(asked.channelId)
  const another = reads.userId !== null && ![null, reads.userId].includes(asked.userId)
  const alone = reads.channelId !== null && reads.userId === null && asked.userId !== null
  if (elsewhere || another || alone) throw new Refused({ reason: "forbidden", because: "reader" })
  const target = { channelId: asked.channelId ?? reads.channelId, userId: asked.userId ?? reads.userId }
  // The brand exists in types only. This cast is the only place that creates a ReadTarget.
  return target as ReadTarget
}
