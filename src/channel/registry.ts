/** Makes a channel and its guild known to the database, and brings back what the channel must know of its guild. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Database } from "../memory/database.ts"
import { channels, members } from "../memory/schema.ts"
import { guildOf, guildQuery, openGuild } from "../policy/guild.ts"
import { type GuildSettings, SettingsSchema } from "../policy/settings.ts"
import type { Id, Time } from "../vocabulary.ts"

/** What is told of a channel; a field left out stays as it was. */
export interface ChannelInfo {
  name?: string | undefined
  topic?: string | undefined
  parentId?: Id | undefined
  audience?: "everyone" | "restricted" | undefined
}

/** What a channel holds of its guild between refreshes. */
export const BriefingSchema = z.object({
  settings: SettingsSchema,
  /** Those who said something about consent. */
  consents: z.record(z.string(), z.enum(["in", "out"])),
  loadedAt: z.number(),
})
export type Briefing = z.output<typeof BriefingSchema>

export async function brief(
  db: Database,
  place: { guildId: Id; channelId: Id },
  info: ChannelInfo | null,
  now: Time,
): Promise<Briefing> {
  const { guildId, channelId } = place
  const upsert = db
    .insert(channels)
    .values({
      guildId,
      id: channelId,
      name: info?.name ?? null,
      topic: info?.topic ?? null,
      parentId: info?.parentId ?? null,
      audience: info?.audience ?? null,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [channels.guildId, channels.id],
      set: {
        name: sql`coalesce(excluded.name, name)`,
        topic: sql`coalesce(excluded.topic, topic)`,
        parentId: sql`coalesce(excluded.parent_id, parent_id)`,
        audience: sql`coalesce(excluded.audience, audience)`,
        updatedAt: now,
      },
    })
  const guild = guildQuery(db, guildId)
  const consenting = db
    .select({ id: members.id, consent: members.consent })
    .from(members)
    .where(sql`guild_id = ${guildId} AND consent IS NOT NULL`)
  // Of a known channel with nothing new told, the guild is only read.
  if (info !== null) await db.batch([openGuild(db, guildId, now), upsert])
  const [guildRows, consentRows] = await db.batch([guild, consenting])
  const consents = consentRows.flatMap((row) =>
    row.consent === null ? [] : [[row.id, row.consent] as const],
  )
  const settings: GuildSettings = guildOf(guildRows)?.settings ?? SettingsSchema.parse({})
  return { settings, consents: Object.fromEntries(consents), loadedAt: now }
}

/** Whether someone's words may be heard at all. */
export function mayHear(briefing: Briefing, userId: Id): boolean {
  const consent = briefing.consents[userId]
  return briefing.settings.consent === "opt_in" ? consent === "in" : consent !== "out"
}
