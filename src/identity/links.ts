/**
 * Confirmed links: two accounts that both said they belong to one person. Reads answer the person alone and are never
 * shown to anybody else. A link joins its two accounts only; it is not passed on to a third.
 */
import { type SQL, sql } from "drizzle-orm"
import { hashOf } from "../domain/hash.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"

/** The most accounts that one account is linked with. */
export const MOST_LINKS = 5

/** One end of a link, as the account at the other end sees it. `isPerson`: of an attribution, the one spoken for. */
export interface AccountLink {
  account: Id
  name: string | null
  kind: "attribution" | "confirmed"
  isPerson: boolean
  since: Time
}

/** Returns the two accounts of a confirmed link in the order in which the row holds them. */
export function linkEnds(a: Id, b: Id): { accountId: Id; personId: Id } {
  return a < b ? { accountId: a, personId: b } : { accountId: b, personId: a }
}

/** Selects the accounts confirmed to be the same person as `account`. */
function linkedAccountsQuery(guildId: Id, account: Id): SQL {
  const ofKind = sql`guild_id = ${guildId} AND kind = 'confirmed'`
  return sql`SELECT person_id AS id FROM identity_links WHERE ${ofKind} AND account_id = ${account}
    UNION SELECT account_id FROM identity_links WHERE ${ofKind} AND person_id = ${account}`
}

/** Returns the accounts confirmed to be the same person as `account`, by id. Only for that person's own views. */
export async function linkedAccounts(db: Database, guildId: Id, account: Id): Promise<Id[]> {
  const rows = await db.all<{ id: Id }>(sql`${linkedAccountsQuery(guildId, account)} ORDER BY 1`)
  return rows.map(({ id }) => id)
}

/** Returns every link of an account, confirmed or made by a manager, for the person's own list. */
export async function linksOf(db: Database, guildId: Id, account: Id): Promise<AccountLink[]> {
  const rows = await db.all<Omit<AccountLink, "isPerson"> & { isPerson: number }>(
    sql`SELECT l.other AS account, nullif(m.name, '') AS name, l.kind AS kind, l.is_person AS isPerson, l.made_at AS since FROM (
        SELECT person_id AS other, kind, kind = 'attribution' AS is_person, made_at FROM identity_links
          WHERE guild_id = ${guildId} AND account_id = ${account} AND refused_by IS NULL
        UNION ALL SELECT account_id, kind, 0, made_at FROM identity_links
          WHERE guild_id = ${guildId} AND person_id = ${account} AND refused_by IS NULL) l
      LEFT JOIN members m ON m.guild_id = ${guildId} AND m.id = l.other ORDER BY l.kind DESC, l.made_at, l.other`,
  )
  return rows.map((row) => ({ ...row, isPerson: row.isPerson === 1 }))
}

/** Builds the statement that ends a confirmed link. */
export function endLink(guildId: Id, a: Id, b: Id): SQL {
  const { accountId, personId } = linkEnds(a, b)
  return sql`DELETE FROM identity_links WHERE guild_id = ${guildId} AND kind = 'confirmed' AND account_id = ${accountId} AND person_id = ${personId}`
}

/** Builds the statements that delete everything about an account's links. */
export function eraseLinks(guildId: Id, account: Id): SQL[] {
  return [
    sql`DELETE FROM identity_links WHERE guild_id = ${guildId} AND (account_id = ${account} OR person_id = ${account})`,
    sql`UPDATE identity_codes SET code_hash = NULL, entered_by = NULL, joined_at = NULL WHERE guild_id = ${guildId} AND entered_by = ${account}`,
    sql`DELETE FROM identity_codes WHERE guild_id = ${guildId} AND account_id = ${account}`,
  ]
}

// A restore must not bring back a link that was ended since the backup. The journal names it by a hash.

/** A link as the journal names it. */
export interface LinkRow {
  kind: AccountLink["kind"]
  accountId: Id
  personId: Id
}

export function linkHash(guildId: Id, { kind, accountId, personId }: LinkRow): string {
  return hashOf([guildId, kind, accountId, personId])
}

/**
 * Returns the statements that end restored links again. `ended`: when, by the link's hash, with `out` for an
 * attribution that one of its accounts rejected.
 */
export async function endRestoredLinks(
  db: Database,
  guildId: Id,
  ended: ReadonlyMap<string, { at: Time; value: string | null }>,
): Promise<SQL[]> {
  if (ended.size === 0) return []
  const rows = await db.all<LinkRow>(
    sql`SELECT kind, account_id AS accountId, person_id AS personId FROM identity_links WHERE guild_id = ${guildId}`,
  )
  return rows.flatMap((row) => {
    const end = ended.get(linkHash(guildId, row))
    if (end === undefined) return []
    const { kind, accountId, personId } = row
    const which = sql`guild_id = ${guildId} AND kind = ${kind} AND account_id = ${accountId} AND person_id = ${personId}
      AND made_at <= ${end.at}`
    return [
      end.value === "out"
        ? sql`UPDATE identity_links SET refused_by = coalesce(refused_by, account_id) WHERE ${which}`
        : sql`DELETE FROM identity_links WHERE ${which}`,
    ]
  })
}
