/**
 * Imports members, and settings and policy if asked. They come before what depends on them: a consent counts
 * for all rows after it. What a person or an admin decided in the target stays.
 */
import { sql } from "drizzle-orm"
import type { RowLine } from "../backup/format.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import type { AuditActor } from "../memory/write/audit.ts"
import { changePolicy, changeSettings } from "../policy/change.ts"
import { type Policy, PolicySchema } from "../policy/policy.ts"
import { type GuildSettings, SettingsSchema } from "../policy/settings.ts"
import { type Mapping, mapChannel, mapSubject } from "./mapping.ts"
import { columnsIn } from "./rows.ts"

/** A consent that takes effect, for the journal that outlives the database. */
export interface ImportedConsent {
  target: Id
  at: Time
  value: "in" | "out" | null
}

/** Returns the consents of these rows that the target has no decision on. */
export async function newConsents(
  db: Database,
  guildId: Id,
  rows: readonly RowLine["row"][],
): Promise<ImportedConsent[]> {
  const said = rows
    .map((row) => columnsIn("members", row))
    .flatMap(({ id, consent, consent_at: at }) => (at === null ? [] : [{ target: id, at, value: consent }]))
  if (said.length === 0) return []
  const decided = await db.all<{ id: Id }>(
    sql`SELECT id FROM members WHERE guild_id = ${guildId} AND consent_at IS NOT NULL
      AND id IN (SELECT value->>'target' FROM json_each(${JSON.stringify(said)}))`,
  )
  const known = new Set(decided.map(({ id }) => id))
  return said.filter(({ target }) => !known.has(target))
}

/**
 * Adds members the target does not know, and to those it knows a consent they have not given, and the later
 * time of an erasure, which refuses words from before it. Can be repeated.
 */
export async function writeMembers(
  db: Database,
  guildId: Id,
  rows: readonly RowLine["row"][],
  now: Time,
): Promise<void> {
  if (rows.length === 0) return
  const members = rows.map((row) => {
    const member = columnsIn("members", row)
    // A time to come would refuse words that nobody has said yet.
    return { ...member, erased_at: member.erased_at === null ? null : Math.min(member.erased_at, now) }
  })
  const columns =
    "id, name, consent, consent_at, bot, left_at, erased_at, consolidated_at, former_name, seen_at".split(
      ", ",
    )
  const values = columns.map((column) => `value->>'${column}'`).join(", ")
  const undecided = "members.consent_at IS NULL"
  await runBatch(db, [
    sql`INSERT INTO members (guild_id, ${sql.raw(columns.join(", "))}) SELECT ${guildId}, ${sql.raw(values)}
      FROM json_each(${JSON.stringify(members)}) WHERE true ON CONFLICT (guild_id, id) DO UPDATE SET
        consent = iif(${sql.raw(undecided)}, excluded.consent, members.consent),
        consent_at = iif(${sql.raw(undecided)}, excluded.consent_at, members.consent_at),
        erased_at = coalesce(max(members.erased_at, excluded.erased_at), members.erased_at, excluded.erased_at)`,
  ])
}

/** Puts settings and the policy in force; channels in them are mapped. Returns what is wrong with them, or `null`. */
export async function writeSettings(
  db: Database,
  mapping: Mapping,
  rows: readonly RowLine[],
  { by, cause }: { by: AuditActor; cause: string },
): Promise<string | null> {
  const guildId = mapping.target
  for (const { table, row } of rows) {
    if (table === "guilds") {
      const settings = SettingsSchema.safeParse(columnsIn("guilds", row).settings)
      if (!settings.success) return `settings: ${settings.error.issues[0]?.message}`
      const next = withChannels(mapping, settings.data)
      await changeSettings(db, guildId, () => next, { by, cause, detail: { import: cause } })
    }
    if (table === "policies") {
      const policy = PolicySchema.safeParse(columnsIn("policies", row).body)
      if (!policy.success) return `policy: ${policy.error.issues[0]?.message}`
      const next = { ...policy.data, subjects: withSubjects(mapping, policy.data.subjects) }
      await changePolicy(db, guildId, () => next, { by, cause })
    }
  }
  return null
}

function withChannels(mapping: Mapping, settings: GuildSettings): GuildSettings {
  const { modes, quiet } = settings.channels
  const all = (ids: readonly Id[]) => ids.map((id) => mapChannel(mapping, id))
  const projects = Object.entries(settings.projects)
  return {
    ...settings,
    channels: {
      ...settings.channels,
      modes: Object.fromEntries(Object.entries(modes).map(([id, mode]) => [mapChannel(mapping, id), mode])),
      quiet: all(quiet),
    },
    projects: Object.fromEntries(
      projects.map(([name, project]) => [name, { ...project, channels: all(project.channels) }]),
    ),
  }
}

function withSubjects(mapping: Mapping, subjects: Policy["subjects"]): Policy["subjects"] {
  const pairs = Object.entries(subjects).map(([key, switches]) => {
    const [scope, id = ""] = key.split(":")
    return [`${scope}:${mapSubject(mapping, `${scope}`, id)}`, switches]
  })
  return Object.fromEntries(pairs)
}
