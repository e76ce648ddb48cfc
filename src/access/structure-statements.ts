/** The SQL that writes a guild's structure to its tables. Every statement is safe to repeat. */
// Raw SQL: lists travel as JSON parameters, which no query builder unfolds. A list of whole rows takes several.

import { type SQL, sql } from "drizzle-orm"
import { THREADS_SQL } from "../domain/channel-types.ts"
import type { Id, Time } from "../domain/types.ts"
import { jsonPages } from "../memory/db/json-pages.ts"
import type { ReceivedChannel, ReceivedMember, ReceivedRole, ReceivedThread } from "./structure-shapes.ts"

/** Makes every cached copy of the guild's structure reload. Part of every batch that writes structure. */
export function bumpStructureVersion(guildId: Id): SQL {
  return sql`UPDATE guilds SET structure = structure + 1 WHERE id = ${guildId}`
}

/**
 * Like `bumpStructureVersion`, but only if the previous statement of the batch wrote a row. Unchanged data
 * causes no reload.
 */
export function bumpStructureVersionIfWritten(guildId: Id): SQL {
  return sql`UPDATE guilds SET structure = structure + 1 WHERE id = ${guildId} AND changes() > 0`
}

/** The guild itself, as far as it is stored. */
export interface ReceivedGuild {
  owner_id: Id
  icon?: string | null | undefined
  name?: string | null | undefined
}

/**
 * Without an `icon` or `name`, which callers of the API may leave out, the known one stays. `null` removes an icon; a
 * guild always has a name.
 */
export function setOwnerIconAndName(guildId: Id, { owner_id, icon, name }: ReceivedGuild): SQL {
  const newIcon = icon === undefined ? sql`icon` : sql`${icon}`
  const newName = sql`coalesce(${name ?? null}, name)`
  return sql`UPDATE guilds SET owner_id = ${owner_id}, icon = ${newIcon}, name = ${newName}
    WHERE id = ${guildId} AND (owner_id IS NOT ${owner_id} OR icon IS NOT ${newIcon} OR name IS NOT ${newName})`
}

/** Names a guild as an import calls it, unless it has a name. Discord's own replaces it (`setOwnerIconAndName`). */
export function nameUnnamedGuild(guildId: Id, name: string): SQL {
  return sql`UPDATE guilds SET name = ${name}, structure = structure + 1 WHERE id = ${guildId} AND name IS NULL`
}

/** From now on the audience reported with messages no longer decides. */
export function markStructureReceived(guildId: Id, now: Time): SQL {
  return sql`UPDATE guilds SET told_at = ${now} WHERE id = ${guildId} AND told_at IS NULL`
}

/** Records whether member changes are followed. If not, member data may be out of date. */
export function setMembersFollowed(guildId: Id, followed: boolean): SQL {
  const flag = followed ? 1 : 0
  return sql`UPDATE guilds SET members_followed = ${flag} WHERE id = ${guildId} AND members_followed IS NOT ${flag}`
}

export function upsertRoles(guildId: Id, received: readonly ReceivedRole[]): SQL[] {
  const rows = received.map(({ id, permissions, tags }) => ({
    id,
    permissions,
    bot: tags?.bot_id ? 1 : 0,
    botId: tags?.bot_id ?? null,
  }))
  return jsonPages(rows).map(
    (page) => sql`INSERT INTO roles (guild_id, id, permissions, bot, bot_id)
    SELECT ${guildId}, value->>'id', value->>'permissions', value->>'bot', value->>'botId' FROM json_each(${page}) WHERE ${isKnown(guildId)}
    ON CONFLICT (guild_id, id) DO UPDATE SET permissions = excluded.permissions, bot = excluded.bot, bot_id = excluded.bot_id
      WHERE permissions IS NOT excluded.permissions OR bot IS NOT excluded.bot OR bot_id IS NOT excluded.bot_id`,
  )
}

export function removeRolesBut(guildId: Id, kept: readonly Id[]): SQL {
  return sql`DELETE FROM roles WHERE guild_id = ${guildId} AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(kept)}))`
}

export function removeRole(guildId: Id, id: Id): SQL {
  return sql`DELETE FROM roles WHERE guild_id = ${guildId} AND id = ${id}`
}

interface ChannelRow {
  id: Id
  type: number
  name: string | null
  topic: string | null
  parent: Id | null
  nsfw: 0 | 1
  overwrites: unknown[]
  /** `null` if not reported. */
  threadMembers: Id[] | null
  /** `null` if not reported. */
  tags: unknown[] | null
}

export function upsertChannels(guildId: Id, received: readonly ReceivedChannel[]): SQL[] {
  const rows = received.map((channel) => ({
    id: channel.id,
    type: channel.type,
    name: channel.name ?? null,
    // Null keeps what is known; an emptied topic is stored as such.
    topic: channel.topic === undefined ? null : (channel.topic ?? ""),
    parent: channel.parent_id ?? null,
    nsfw: channel.nsfw ? (1 as const) : (0 as const),
    overwrites: channel.permission_overwrites,
    threadMembers: null,
    tags: channel.available_tags ?? null,
  }))
  return upsertRows(guildId, rows)
}

export function upsertThreads(guildId: Id, received: readonly ReceivedThread[]): SQL[] {
  const rows = received.map(({ id, type, name, parent_id, applied_tags, member_ids, members }) => ({
    id,
    type,
    name: name ?? null,
    topic: null,
    parent: parent_id,
    nsfw: 0 as const,
    overwrites: [],
    threadMembers:
      member_ids || members
        ? [...new Set([...(member_ids ?? []), ...(members ?? []).map((one) => one.user_id)])]
        : null,
    tags: applied_tags ?? null,
  }))
  return upsertRows(guildId, rows)
}

/** `updated_at` stays 0 until messages arrive from the channel. */
function upsertRows(guildId: Id, rows: readonly ChannelRow[]): SQL[] {
  return jsonPages(rows).map(
    (
      page,
    ) => sql`INSERT INTO channels (guild_id, id, type, name, topic, parent_id, nsfw, overwrites, thread_members, tags, updated_at)
    SELECT ${guildId}, value->>'id', value->>'type', value->>'name', value->>'topic', value->>'parent', value->>'nsfw',
      value->'overwrites', nullif(value->'threadMembers', 'null'), nullif(value->'tags', 'null'), 0 FROM json_each(${page}) WHERE ${isKnown(guildId)}
    ON CONFLICT (guild_id, id) DO UPDATE SET type = excluded.type, name = coalesce(excluded.name, name),
      topic = coalesce(excluded.topic, topic), parent_id = excluded.parent_id, nsfw = excluded.nsfw,
      overwrites = excluded.overwrites, thread_members = coalesce(excluded.thread_members, thread_members),
      tags = coalesce(excluded.tags, tags), gone_at = NULL
      WHERE type IS NOT excluded.type OR name IS NOT coalesce(excluded.name, name) OR coalesce(topic, '') <> coalesce(excluded.topic, topic, '')
        OR parent_id IS NOT excluded.parent_id OR nsfw IS NOT excluded.nsfw OR overwrites IS NOT excluded.overwrites
        OR thread_members IS NOT coalesce(excluded.thread_members, thread_members) OR tags IS NOT coalesce(excluded.tags, tags)
        OR gone_at IS NOT NULL`,
  )
}

/**
 * Marks known channels that are not in `kept` as gone. Threads are exempt: Discord lists only active ones,
 * and an archived thread can still be read. A thread whose parent is gone is gone with it.
 */
export function removeChannelsBut(guildId: Id, kept: readonly Id[], now: Time): SQL {
  return sql`UPDATE channels SET gone_at = ${now} WHERE guild_id = ${guildId} AND gone_at IS NULL AND type NOT IN ${sql.raw(THREADS_SQL)}
    AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(kept)}))`
}

export function removeChannel(guildId: Id, id: Id, now: Time): SQL {
  return sql`UPDATE channels SET gone_at = ${now} WHERE guild_id = ${guildId} AND id = ${id} AND gone_at IS NULL`
}

/** Adds and removes members of a thread. */
export function moveThreadMembers(
  guildId: Id,
  threadId: Id,
  { added, removed }: { added: readonly Id[]; removed: readonly Id[] },
): SQL {
  const moved = sql`(SELECT json_group_array(id) FROM (
      SELECT value AS id FROM json_each(coalesce(thread_members, '[]')) UNION SELECT value FROM json_each(${JSON.stringify(added)})
      EXCEPT SELECT value FROM json_each(${JSON.stringify(removed)})))`
  return sql`UPDATE channels SET thread_members = ${moved}
    WHERE guild_id = ${guildId} AND id = ${threadId} AND thread_members IS NOT ${moved}`
}

/**
 * The members to write: everyone received; only members already known or named by an overwrite; or only
 * members whose roles and departure are both unknown. Erased members are not written again before they speak.
 */
export type MemberSelection = "all" | "known" | "unknown"

/** Inserts or updates members. The name of an erased member is not updated. */
export function upsertMembers(
  guildId: Id,
  received: readonly ReceivedMember[],
  { now, whom = "all" }: { now: Time; whom?: MemberSelection },
): SQL[] {
  const rows = received.map(({ user, nick, roles }) => ({
    id: user.id,
    name: nick ?? user.global_name ?? user.username,
    bot: user.bot ? 1 : 0,
    roles: roles.filter((id) => id !== guildId).sort(),
  }))
  return jsonPages(rows).map(
    (page) => sql`INSERT INTO members (guild_id, id, name, bot, roles, seen_at)
    SELECT ${guildId}, value->>'id', value->>'name', value->>'bot', value->'roles', ${now} FROM json_each(${page})
      WHERE ${isKnown(guildId)} AND ${isSelected(guildId, whom)}
    ON CONFLICT (guild_id, id) DO UPDATE SET name = CASE WHEN members.erased_at IS NULL THEN excluded.name ELSE members.name END,
      seen_at = CASE WHEN members.erased_at IS NULL AND name IS NOT excluded.name THEN max(members.seen_at, excluded.seen_at) ELSE members.seen_at END,
      bot = excluded.bot, roles = excluded.roles, left_at = NULL
      WHERE (members.erased_at IS NULL AND name IS NOT excluded.name) OR bot IS NOT excluded.bot
        OR roles IS NOT excluded.roles OR left_at IS NOT NULL`,
  )
}

/** Filters the `json_each` rows, each of which has an `id`. */
function isSelected(guildId: Id, whom: MemberSelection): SQL {
  const known = (which: SQL) => sql`EXISTS (SELECT 1 FROM members m WHERE m.guild_id = ${guildId}
    AND m.id = json_each.value->>'id' AND ${which})`
  if (whom === "all") return sql`true`
  if (whom === "unknown") return sql`NOT ${known(sql`(m.roles IS NOT NULL OR m.left_at IS NOT NULL)`)}`
  return sql`(${known(sql`(m.erased_at IS NULL OR m.roles IS NOT NULL)`)} OR json_each.value->>'id' IN ${membersNamedByOverwrites(guildId)})`
}

/** Selects the members named by overwrites. */
export function membersNamedByOverwrites(guildId: Id): SQL {
  return sql`(SELECT one.value->>'id' AS id FROM channels c CROSS JOIN json_each(c.overwrites) one
    WHERE c.guild_id = ${guildId} AND c.gone_at IS NULL AND one.value->>'type' = 1)`
}

/** Nothing is written for an unknown guild: no erasure would ever reach it. */
function isKnown(guildId: Id): SQL {
  return sql`EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId})`
}

export function removeMembersBut(guildId: Id, kept: readonly Id[], now: Time): SQL {
  return sql`UPDATE members SET left_at = ${now} WHERE guild_id = ${guildId} AND left_at IS NULL
    AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(kept)}))`
}

export function removeMember(guildId: Id, id: Id, now: Time): SQL {
  return sql`UPDATE members SET left_at = ${now} WHERE guild_id = ${guildId} AND id = ${id} AND left_at IS NULL`
}

/** Removes people who left the guild from its private threads: if they return, they are not in them. */
export function leaveThreads(guildId: Id, userIds: readonly Id[]): SQL {
  return keepThreadMembers(
    guildId,
    sql`value NOT IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))`,
  )
}

/** Removes everyone who is not in `kept` from the guild's private threads. */
export function leaveThreadsBut(guildId: Id, kept: readonly Id[]): SQL {
  return keepThreadMembers(guildId, sql`value IN (SELECT value FROM json_each(${JSON.stringify(kept)}))`)
}

function keepThreadMembers(guildId: Id, isKept: SQL): SQL {
  return sql`UPDATE channels SET thread_members = (SELECT json_group_array(value) FROM json_each(thread_members) WHERE ${isKept})
    WHERE guild_id = ${guildId} AND type = 12 AND EXISTS (SELECT 1 FROM json_each(thread_members) WHERE NOT ${isKept})`
}
