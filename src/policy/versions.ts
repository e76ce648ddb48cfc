/** The versions of a guild's policy: who wrote each, why, and what it changed; and restoring one as a new version. */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { parseStored } from "../memory/db/json-column.ts"
import { type Cause, changePolicy, type PolicyChange } from "./change.ts"
import { DEFAULT_POLICY, type Policy, PolicySchema } from "./policy.ts"

/** The most characters of a version's note. */
export const MOST_NOTE = 200

/** One field in which two policies differ; `null` for an entry that one of them lacks. */
export interface FieldChange {
  /** The part and the field, such as `gate.mode` or `subjects.user:123`. */
  field: string
  before: unknown
  after: unknown
}

/** Lists the fields in which two policies differ, in the order of the document. Pure. */
export function policyChanges(before: Policy, after: Policy): FieldChange[] {
  const parts = Object.keys(PolicySchema.shape) as (keyof Policy)[]
  return parts.flatMap((part) => {
    const [old, now] = [new Map(Object.entries(before[part])), new Map(Object.entries(after[part]))]
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((name): FieldChange[] => {
      const change = { before: old.get(name) ?? null, after: now.get(name) ?? null }
      const isSame = JSON.stringify(change.before) === JSON.stringify(change.after)
      return isSame ? [] : [{ field: `${part}.${name}`, ...change }]
    })
  })
}

export interface PolicyVersion {
  version: number
  author: string
  at: Time
  note: string | null
  /** True if it only ran in a trial and was never in force. */
  candidate: boolean
  policy: Policy
  /** The changes from the last version before it that was in force. */
  changes: FieldChange[]
}

/** The default policy, which no row stores. */
const FIRST: PolicyVersion = {
  version: 0,
  author: "",
  at: 0,
  note: null,
  candidate: false,
  policy: DEFAULT_POLICY,
  changes: [],
}

/**
 * Lists a guild's policy versions, newest first, without those that do not parse. Version 0, the default, has no row.
 * `before`: only older ones than this.
 */
export function listVersions(
  db: Database,
  guildId: Id,
  { before = null, limit }: { before?: number | null; limit: number },
): Promise<PolicyVersion[]> {
  return versionsWhere(
    db,
    guildId,
    sql`(${before} IS NULL OR version < ${before}) ORDER BY version DESC LIMIT ${limit}`,
  )
}

/** Returns the versions that were written at one of these times, or have one of these numbers. */
export async function findVersions(
  db: Database,
  guildId: Id,
  { times, numbers }: { times: readonly Time[]; numbers: readonly number[] },
): Promise<PolicyVersion[]> {
  if (times.length + numbers.length === 0) return []
  return versionsWhere(
    db,
    guildId,
    sql`(created_at IN (SELECT value FROM json_each(${JSON.stringify(times)}))
      OR version IN (SELECT value FROM json_each(${JSON.stringify(numbers)})))`,
  )
}

/** Returns a policy version; `null` if it does not exist. */
export async function findVersion(db: Database, guildId: Id, version: number): Promise<PolicyVersion | null> {
  if (version === 0) return FIRST
  const [found] = await versionsWhere(db, guildId, sql`version = ${version}`)
  return found ?? null
}

/** Like `findVersion`; throws `Refused` if the version does not exist. */
export async function requireVersion(db: Database, guildId: Id, version: number): Promise<PolicyVersion> {
  const found = await findVersion(db, guildId, version)
  if (found === null) throw new Refused({ reason: "unknown_version", version })
  return found
}

const RowSchema = z.object({
  version: z.int(),
  author: z.string(),
  at: z.int(),
  note: z.string().nullable(),
  candidate: z.int(),
  body: z.string(),
  former: z.string().nullable(),
})

async function versionsWhere(db: Database, guildId: Id, condition: SQL): Promise<PolicyVersion[]> {
  // Raw SQL for the body of the version before, which may be on another page.
  const rows = await db.all(
    sql`SELECT version, actor AS author, created_at AS at, note, candidate, body, (SELECT former.body FROM policies former
        WHERE former.guild_id = ${guildId} AND former.version < policies.version AND former.candidate = 0
        ORDER BY former.version DESC LIMIT 1) AS former
      FROM policies WHERE guild_id = ${guildId} AND ${condition}`,
  )
  return rows.flatMap((row): PolicyVersion[] => {
    const { body, former, candidate, ...rest } = RowSchema.parse(row)
    const policy = policyIn(body)
    if (policy === null) return []
    const before = former === null ? DEFAULT_POLICY : policyIn(former)
    const changes = before === null ? [] : policyChanges(before, policy)
    return [{ ...rest, candidate: candidate === 1, policy, changes }]
  })
}

function policyIn(body: string): Policy | null {
  return PolicySchema.safeParse(parseStored(body, null)).data ?? null
}

/**
 * Writes an earlier version again as a new one and puts it in force, which ends a running trial. With `expected`, only if
 * that version is in force. Throws `Refused` if there is no such version.
 */
export async function restoreVersion(
  db: Database,
  guildId: Id,
  {
    version,
    expected = null,
    note = null,
  }: { version: number; expected?: number | null; note?: string | null },
  cause: Cause,
): Promise<PolicyChange> {
  const former = await requireVersion(db, guildId, version)
  const terms = { ...cause, expected, note: note ?? `Restores version ${version}.` }
  return changePolicy(db, guildId, () => former.policy, terms)
}
