/**
 * Computes a member's permissions in a channel the way Discord does, from plain data. Pure. Decides nothing
 * about memory.
 */
import { isKnownType, isThread, isVoice } from "../domain/channel-types.ts"
import type { Id, Time } from "../domain/types.ts"

// Discord's own names and bits. Its constants package does not tree-shake: it would add 40 KB to the worker.
export const ADMINISTRATOR = 1n << 3n
export const MANAGE_GUILD = 1n << 5n
export const VIEW_CHANNEL = 1n << 10n
export const SEND_MESSAGES = 1n << 11n
const READ_MESSAGE_HISTORY = 1n << 16n
const CONNECT = 1n << 20n
export const MANAGE_THREADS = 1n << 34n
/** Permissions of owners and administrators: every bit, including future ones. */
const ALL_PERMISSIONS = (1n << 64n) - 1n

/** @internal */
export interface Overwrite {
  id: Id
  kind: "role" | "member"
  allow: bigint
  deny: bigint
}

export interface Role {
  id: Id
  permissions: bigint
  /** Belongs to one bot and to nobody else. */
  bot: boolean
}

export interface Channel {
  id: Id
  parentId: Id | null
  name: string | null
  /** The audience last reported with a message. Used only until the guild's structure is received. */
  audience: "everyone" | "restricted" | null
  /** Discord's channel type, or `null` if the structure does not list the channel. */
  type: number | null
  overwrites: readonly Overwrite[]
  nsfw: boolean
  /** Member ids of a private thread, or `null` if never reported. */
  threadMembers: readonly Id[] | null
  /** Listed once and since removed. */
  gone: boolean
  /** True if messages from the channel were delivered, false if it is known from the structure only. */
  heard: boolean
}

/**
 * The part of a member that permissions depend on. `roles` excludes @everyone, may name deleted roles, and is
 * `null` if never reported. Only `currentRoles` decides which of them count.
 */
export interface Membership {
  id: Id
  roles: readonly Id[] | null
  /** Reported to have left the guild. */
  left: boolean
}

/**
 * A guild's structure as known at one moment. Immutable, because results computed from it are cached beside
 * it.
 */
export interface Structure {
  guildId: Id
  /** `null` if never received. Then the audience reported with messages decides. */
  toldAt: Time | null
  ownerId: Id | null
  roles: readonly Role[]
  channels: readonly Channel[]
  /** Members named by overwrites, as far as they are known. Empty if member changes are not followed. */
  named: readonly Membership[]
  /** The guild's projects by slug, each a named set of channels. Absent: none. */
  projects?: Readonly<Record<string, { channels: readonly Id[] }>>
  /** The hash of the guild's icon; `null` if it has none or is unknown. */
  icon: string | null
  /** Absent or `null` if it was never received. */
  name?: string | null
  /** True if anyone in the guild objects to being remembered. */
  hasObjectors: boolean
}

/**
 * Returns a member's permission bits in a guild channel; a thread has its parent's. Returns `null` if the
 * channel, its parent or @everyone is unknown.
 */
export function permissionsIn(
  structure: Structure,
  member: { id: Id; roles: readonly Id[] },
  channelId: Id,
): bigint | null {
  const channel = governingChannel(structure, channelId)
  const everyone = structure.roles.find((role) => role.id === structure.guildId)
  if (!channel || !everyone) return null
  const base = permissionsInGuild(structure, member)
  if (base === ALL_PERMISSIONS) return ALL_PERMISSIONS
  const held = new Set(currentRoles(structure, member.roles).map((role) => role.id))
  return applyOverwrites(base, channel.overwrites, { ...structure, memberId: member.id, held })
}

/** Returns a member's permission bits in the guild as a whole, by their roles alone. */
export function permissionsInGuild(structure: Structure, member: { id: Id; roles: readonly Id[] }): bigint {
  if (member.id === structure.ownerId) return ALL_PERMISSIONS
  const base = currentRoles(structure, member.roles).reduce((bits, role) => bits | role.permissions, 0n)
  return (base & ADMINISTRATOR) === 0n ? base : ALL_PERMISSIONS
}

/** Returns true for Manage Server or Administrator: such people manage the guild's memory. */
export function managesMemory(permissions: bigint): boolean {
  return (permissions & (MANAGE_GUILD | ADMINISTRATOR)) !== 0n
}

/**
 * Returns the roles with these ids that the guild still has, and @everyone. A member's stored ids may name
 * deleted roles: Discord announces a deleted role once, and neither its holders nor its overwrites.
 */
export function currentRoles({ guildId, roles }: Structure, ids: readonly Id[]): Role[] {
  const held = new Set([...ids, guildId])
  return roles.filter((role) => held.has(role.id))
}

/**
 * Applies overwrites for @everyone, then for all other roles together, then for the member. Each step applies
 * deny bits before allow bits.
 */
function applyOverwrites(
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

/** Returns a channel by id, whether it is known from the structure or only from messages. */
export function channelOf(structure: Structure, id: Id): Channel | undefined {
  const known = byId.get(structure) ?? new Map(structure.channels.map((channel) => [channel.id, channel]))
  byId.set(structure, known)
  return known.get(id)
}

/**
 * Returns the channel whose overwrites and age restriction apply: a thread's parent, else the channel itself.
 * Returns `null` if that channel was never listed, is of a type that is not known here, or is gone.
 */
export function governingChannel(structure: Structure, id: Id): Channel | null {
  const channel = channelOf(structure, id)
  if (!channel || !isListed(channel)) return null
  if (!isThread(channel)) return channel
  const parent = channel.parentId === null ? undefined : channelOf(structure, channel.parentId)
  return parent && isListed(parent) && !isThread(parent) ? parent : null
}

function isListed(channel: Channel): boolean {
  return isKnownType(channel) && !channel.gone
}

/**
 * Returns true if the permissions suffice to read the channel they were computed for: to see it and its
 * history and, for voice channels, to join.
 */
export function mayRead(permissions: bigint, channel: Channel): boolean {
  const needed = VIEW_CHANNEL | READ_MESSAGE_HISTORY | (isVoice(channel) ? CONNECT : 0n)
  return (permissions & needed) === needed
}

// A channel's overwrites reduced to the reading permissions, in a form that makes channels cheap to compare.

// The reading permissions as small numbers: one place compares 500 channels × 250 roles.
export const SEE = 1
const HISTORY = 2
const JOIN = 4

/** An overwrite for one role or member. */
export interface OverwriteEffect {
  allow: number
  deny: number
}
export const NO_EFFECT: OverwriteEffect = { allow: 0, deny: 0 }

/**
 * A channel's overwrites, reduced to the reading permissions. Channels with equal overwrites share one rule.
 */
export interface ChannelRule {
  /** The permissions that reading the channel takes. */
  needs: readonly number[]
  everyone: OverwriteEffect
  roles: ReadonlyMap<Id, OverwriteEffect>
  members: ReadonlyMap<Id, OverwriteEffect>
}

/** The place an answer is read: a channel's rule, or "anywhere" if anyone in the guild may see it. */
export type AnswerPlace = ChannelRule | "anywhere"

/** Returns a key that is equal for two rules exactly if the rules are equal. */
export function ruleKey(rule: ChannelRule): string {
  return JSON.stringify([rule.needs, rule.everyone, [...rule.roles], [...rule.members]])
}

/** Keeps only the reading permissions of a bit set. */
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
