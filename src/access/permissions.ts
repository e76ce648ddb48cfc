/** What a member may do in a channel, as Discord computes it, from plain data. Pure; decides nothing about memory. */
import { isThread, isVoice } from "../domain/channel-types.ts"
import type { Id, Time } from "../domain/types.ts"

// Discord's own names and bits. Its package of constants does not tree-shake: it would add 40 KB to the worker.
export const ADMINISTRATOR = 1n << 3n
export const VIEW_CHANNEL = 1n << 10n
export const READ_MESSAGE_HISTORY = 1n << 16n
export const CONNECT = 1n << 20n
export const MANAGE_THREADS = 1n << 34n
/** What the owner and administrators have: every bit there is, and may come to be. */
const ALL_PERMISSIONS = (1n << 64n) - 1n

export interface Overwrite {
  id: Id
  kind: "role" | "member"
  allow: bigint
  deny: bigint
}

export interface Role {
  id: Id
  permissions: bigint
  /** Held by one bot and nobody else. */
  bot: boolean
}

export interface Channel {
  id: Id
  parentId: Id | null
  name: string | null
  /** As last told with messages; counts only while the guild's structure was never told. */
  audience: "everyone" | "restricted" | null
  /** Discord's channel type; null: it is not in the structure told. */
  type: number | null
  overwrites: readonly Overwrite[]
  /** Whether it is age-restricted. */
  nsfw: boolean
  /** Who is in it, for a private thread; null: never told. */
  threadMembers: readonly Id[] | null
  /** Told to be there once, and no longer. */
  gone: boolean
  /** Whether messages of it were ever delivered; it may only have been told of. */
  heard: boolean
}

/** A member as far as permissions go. Roles are those beside @everyone; null: never told. */
export interface Membership {
  id: Id
  roles: readonly Id[] | null
  /** Told to have left the guild. */
  left: boolean
}

/** A guild's structure as known at one moment. Never changed once made: what is computed from it is kept beside it. */
export interface Structure {
  guildId: Id
  /** null: never told; then what is told with messages has to do. */
  toldAt: Time | null
  ownerId: Id | null
  roles: readonly Role[]
  channels: readonly Channel[]
  /** Those whom an overwrite names, as far as they are known; nobody where members' changes are not told. */
  named: readonly Membership[]
  /** Whether anybody in the guild objects to being remembered. */
  hasObjectors: boolean
}

/** The member's permissions in a guild's channel as bits; a thread has its parent's. null where the channel, its parent or @everyone is not known. */
export function permissionsIn(
  structure: Structure,
  member: { id: Id; roles: readonly Id[] },
  channelId: Id,
): bigint | null {
  const channel = governingChannel(structure, channelId)
  const everyone = structure.roles.find((role) => role.id === structure.guildId)
  if (!channel || !everyone) return null
  if (member.id === structure.ownerId) return ALL_PERMISSIONS
  const held = new Set([...member.roles, structure.guildId])
  const base = structure.roles.reduce(
    (bits, role) => (held.has(role.id) ? bits | role.permissions : bits),
    0n,
  )
  return (base & ADMINISTRATOR) !== 0n
    ? ALL_PERMISSIONS
    : overwritten(base, channel.overwrites, { ...structure, memberId: member.id, held })
}

/** First what is said of @everyone, then of the other roles together, then of the member; each takes before it gives. */
function overwritten(
  base: bigint,
  overwrites: readonly Overwrite[],
  { guildId, memberId, held }: { guildId: Id; memberId: Id; held: ReadonlySet<Id> },
): bigint {
  const everyone = (one: Overwrite) => one.kind === "role" && one.id === guildId
  const steps: ((one: Overwrite) => boolean)[] = [
    everyone,
    (one) => one.kind === "role" && !everyone(one) && held.has(one.id),
    (one) => one.kind === "member" && one.id === memberId,
  ]
  return steps.reduce((bits, applies) => {
    const step = overwrites.filter(applies)
    const deny = step.reduce((all, one) => all | one.deny, 0n)
    return (bits & ~deny) | step.reduce((all, one) => all | one.allow, 0n)
  }, base)
}

const byId = new WeakMap<Structure, Map<Id, Channel>>()

/** A channel of the structure by its id, whether told or only heard. */
export function channelOf(structure: Structure, id: Id): Channel | undefined {
  const known = byId.get(structure) ?? new Map(structure.channels.map((channel) => [channel.id, channel]))
  byId.set(structure, known)
  return known.get(id)
}

/** The channel whose overwrites and age restriction rule over this one: a thread's parent, else itself. null where it was never told or is gone. */
export function governingChannel(structure: Structure, id: Id): Channel | null {
  const channel = channelOf(structure, id)
  if (!channel || !isTold(channel)) return null
  if (!isThread(channel)) return channel
  const parent = channel.parentId === null ? undefined : channelOf(structure, channel.parentId)
  return parent && isTold(parent) && !isThread(parent) ? parent : null
}

function isTold(channel: Channel): boolean {
  return channel.type !== null && !channel.gone
}

/** Whether permissions are enough to read the channel they were computed for: to see it and its history; where people talk, also to join. */
export function mayRead(permissions: bigint, channel: Channel): boolean {
  const needed = VIEW_CHANNEL | READ_MESSAGE_HISTORY | (isVoice(channel) ? CONNECT : 0n)
  return (permissions & needed) === needed
}

// What a channel's overwrites say of the permissions that reading takes, in a form made for comparing channels. Pure.

// The permissions that matter here, as small numbers: 500 channels × 250 roles are gone through for one place.
export const SEE = 1
const HISTORY = 2
const JOIN = 4

/** What is said of a role or member in a channel. */
export interface OverwriteEffect {
  allow: number
  deny: number
}
export const NO_EFFECT: OverwriteEffect = { allow: 0, deny: 0 }

/** What a channel's overwrites say of the permissions that matter. Channels of which the same is said share one. */
export interface ChannelRule {
  /** The permissions it takes to read it. */
  needs: readonly number[]
  everyone: OverwriteEffect
  roles: ReadonlyMap<Id, OverwriteEffect>
  members: ReadonlyMap<Id, OverwriteEffect>
}

/** Where an answer is read: a channel, or wherever anyone in the guild may see it. */
export type AnswerPlace = ChannelRule | "anywhere"

/** The same for two channels exactly where the same is said of them. */
export function ruleKey(rule: ChannelRule): string {
  return JSON.stringify([rule.needs, rule.everyone, [...rule.roles], [...rule.members]])
}

/** Those of the permissions that matter. */
export function toReadingBits(permissions: bigint): number {
  return (
    (permissions & VIEW_CHANNEL ? SEE : 0) |
    (permissions & READ_MESSAGE_HISTORY ? HISTORY : 0) |
    (permissions & CONNECT ? JOIN : 0)
  )
}

export function toChannelRule(channel: Channel, guildId: Id): ChannelRule {
  const effects = (kind: Overwrite["kind"]) =>
    new Map(
      channel.overwrites
        .filter((one) => one.kind === kind)
        .map((one): [Id, OverwriteEffect] => [
          one.id,
          { allow: toReadingBits(one.allow), deny: toReadingBits(one.deny) },
        ])
        .filter(([, { allow, deny }]) => (allow | deny) !== 0)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  const roles = effects("role")
  const everyone = roles.get(guildId) ?? NO_EFFECT
  roles.delete(guildId)
  const needs = isVoice(channel) ? [SEE, HISTORY, JOIN] : [SEE, HISTORY]
  return { needs, everyone, roles, members: effects("member") }
}
