/** Converts a guild's structure from its rows to the plain data that audiences are decided from. */
import { eq, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { channels, guilds, members, roles } from "../memory/db/schema.ts"
import { guildHasObjectors } from "../memory/read/consent-sql.ts"
import type { Membership, Structure } from "./permissions.ts"

/**
 * Returns the queries for a guild's structure, to run in a batch with others. `structureOf` reads their rows.
 */
export function structureQueries(db: Database, guildId: Id) {
  return [
    db
      .select({
        ownerId: guilds.ownerId,
        toldAt: guilds.toldAt,
        membersFollowed: guilds.membersFollowed,
        icon: guilds.icon,
        name: guilds.name,
        projects: sql<string | null>`guilds.settings->'projects'`,
        guildHasObjectors,
      })
      .from(guilds)
      .where(eq(guilds.id, guildId)),
    db.select().from(roles).where(eq(roles.guildId, guildId)),
    db
      .select({
        id: channels.id,
        parentId: channels.parentId,
        name: channels.name,
        audience: channels.audience,
        type: channels.type,
        overwrites: channels.overwrites,
        nsfw: channels.nsfw,
        threadMembers: channels.threadMembers,
        goneAt: channels.goneAt,
        updatedAt: channels.updatedAt,
      })
      .from(channels)
      .where(eq(channels.guildId, guildId)),
    // Only the members named by overwrites, a handful in each guild.
    db
      .select(MEMBERSHIP_COLUMNS)
      .from(members)
      .where(
        sql`guild_id = ${guildId} AND id IN (SELECT one.value->>'id' FROM channels c CROSS JOIN json_each(c.overwrites) one
          WHERE c.guild_id = ${guildId} AND one.value->>'type' = 1)`,
      ),
  ] as const
}

const MEMBERSHIP_COLUMNS = { id: members.id, roles: members.roles, leftAt: members.leftAt }

/**
 * Returns the query for one member's roles, to run in a batch with others. `membershipOf` reads its rows.
 * `null` selects nobody.
 */
export function membershipQuery(db: Database, guildId: Id, userId: Id | null) {
  return db.select(MEMBERSHIP_COLUMNS).from(members).where(sql`guild_id = ${guildId} AND id = ${userId}`)
}

type Awaiting<T> = { -readonly [K in keyof T]: Awaited<T[K]> }
export type StructureRows = Awaiting<ReturnType<typeof structureQueries>>

export function structureOf(guildId: Id, rows: StructureRows): Structure {
  const [guildRows, roleRows, channelRows, namedRows] = rows
  return {
    guildId,
    toldAt: guildRows[0]?.toldAt ?? null,
    ownerId: guildRows[0]?.ownerId ?? null,
    roles: roleRows.map(({ id, permissions, bot }) => ({ id, permissions: BigInt(permissions), bot })),
    channels: channelRows.map(({ goneAt, updatedAt, nsfw, overwrites, threadMembers, ...channel }) => ({
      ...channel,
      nsfw: nsfw ?? false,
      overwrites: OverwritesSchema.parse(overwrites ?? []),
      threadMembers: threadMembers === null ? null : IdsSchema.parse(threadMembers),
      gone: goneAt !== null,
      heard: updatedAt > 0,
    })),
    named: guildRows[0]?.membersFollowed ? namedRows.map(toMembership) : [],
    projects: ProjectsSchema.catch({}).parse(JSON.parse(guildRows[0]?.projects ?? "{}")),
    icon: guildRows[0]?.icon ?? null,
    name: guildRows[0]?.name ?? null,
    hasObjectors: guildRows[0]?.guildHasObjectors !== 0,
  }
}

/** Returns `null` if the person is not known in this guild. */
export function membershipOf(rows: Awaited<ReturnType<typeof membershipQuery>>): Membership | null {
  return rows[0] ? toMembership(rows[0]) : null
}

function toMembership(row: { id: Id; roles: unknown; leftAt: number | null }): Membership {
  return {
    id: row.id,
    roles: row.roles === null ? null : IdsSchema.parse(row.roles),
    left: row.leftAt !== null,
  }
}

const IdsSchema = z.array(z.string())

/** The part of `settings.projects` that audiences depend on. Projects that cannot be read are nobody's to read. */
const ProjectsSchema = z.record(z.string(), z.object({ channels: z.array(z.string()) }))

/** Discord's shape, as the column `channels.overwrites` stores it. */
const OverwritesSchema = z.array(
  z
    .object({
      id: z.string(),
      type: z.union([z.literal(0), z.literal(1)]),
      allow: z.string(),
      deny: z.string(),
    })
    .transform(({ id, type, allow, deny }) => ({
      id,
      kind: type === 0 ? ("role" as const) : ("member" as const),
      allow: BigInt(allow),
      deny: BigInt(deny),
    })),
)
