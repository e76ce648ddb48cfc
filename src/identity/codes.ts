/**
 * How two accounts confirm each other: one makes a code, the other enters it and confirms, and the first confirms the
 * other in turn. No step alone links anything, and every step can be repeated. Codes are stored as hashes.
 */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { HOUR, MINUTE } from "../domain/calendar.ts"
import { Refused } from "../domain/errors.ts"
import { sha256 } from "../domain/hash.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { memberActor } from "../memory/write/audit.ts"
import { linkEnds, MOST_LINKS } from "./links.ts"

/** A code, and everything that follows from it, is over this long after it was made. */
const CODE_MS = 15 * MINUTE
/** Codes made and wrong codes entered by one account within an hour. */
const MOST_CODES = 5
const MOST_WRONG = 5

/** Crockford's base 32 (https://www.crockford.com/base32.html): 5 bits a character, none easily confused. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
/** 15 characters have 75 bits. */
const GROUPS = 3
const GROUP = 5

/** Formats random bytes as a code, such as `7K2QD-0M8XV-B3RTA`. Takes one byte per character. */
function formatCode(bytes: Uint8Array): string {
  const signs = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length] ?? "")
  return Array.from({ length: GROUPS }, (_, n) => signs.slice(n * GROUP, (n + 1) * GROUP).join("")).join("-")
}

/** Reads a code as a person may have typed it. */
function plainCode(typed: string): string {
  const signs = typed.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1")
  return signs.replace(/[^0-9A-Z]/g, "")
}

/** A code counts in its guild alone. */
function codeHash(guildId: Id, code: string): string {
  return sha256(`${guildId}:${plainCode(code)}`)
}

/** Makes a code for an account, in place of its former one. Refuses the sixth within an hour. */
export async function issueCode(
  db: Database,
  guildId: Id,
  { account, now }: { account: Id; now: Time },
): Promise<{ code: string; expiresAt: Time }> {
  const code = formatCode(crypto.getRandomValues(new Uint8Array(GROUPS * GROUP)))
  const expiresAt = now + CODE_MS
  const isOver = sql`identity_codes.since <= ${now - HOUR}`
  const made = await db.all(
    sql`INSERT INTO identity_codes (guild_id, account_id, code_hash, expires_at, failed, issued, since)
      VALUES (${guildId}, ${account}, ${codeHash(guildId, code)}, ${expiresAt}, 0, 1, ${now})
      ON CONFLICT (guild_id, account_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at,
        entered_by = NULL, joined_at = NULL, failed = CASE WHEN ${isOver} THEN 0 ELSE failed END,
        issued = CASE WHEN ${isOver} THEN 1 ELSE issued + 1 END, since = CASE WHEN ${isOver} THEN excluded.since ELSE since END
      WHERE ${isOver} OR issued < ${MOST_CODES} RETURNING 1 AS made`,
  )
  if (made.length === 0) throw await tooMany(db, guildId, { account, now })
  return { code, expiresAt }
}

/** The account that made a code, and when the code is over. */
export interface EnteredCode {
  account: Id
  name: string | null
  expiresAt: Time
}

/**
 * Enters a code. It is then tied to this account and useless to any other. Wrong, expired and used codes, the account's
 * own and those of other guilds are refused alike. After five of them the account waits for the rest of an hour.
 */
export async function enterCode(
  db: Database,
  guildId: Id,
  { account, code, now }: { account: Id; code: string; now: Time },
): Promise<EnteredCode> {
  const hash = codeHash(guildId, code)
  const isLocked = sql`EXISTS (SELECT 1 FROM identity_codes w WHERE w.guild_id = ${guildId} AND w.account_id = ${account}
    AND w.failed >= ${MOST_WRONG} AND w.since > ${now - HOUR})`
  const isMatch = sql`guild_id = ${guildId} AND code_hash = ${hash} AND expires_at > ${now} AND account_id <> ${account}`
  const isOver = sql`identity_codes.since <= ${now - HOUR}`
  const results = await runBatch(db, [
    sql`UPDATE identity_codes SET entered_by = ${account} WHERE ${isMatch} AND (entered_by IS NULL OR entered_by = ${account})
      AND NOT ${isLocked} RETURNING account_id AS account, expires_at AS expiresAt,
        (SELECT nullif(name, '') FROM members m WHERE m.guild_id = identity_codes.guild_id AND m.id = identity_codes.account_id) AS name`,
    sql`INSERT INTO identity_codes (guild_id, account_id, expires_at, failed, issued, since)
      SELECT ${guildId}, ${account}, ${now}, 1, 0, ${now}
      WHERE ${isLocked} OR NOT EXISTS (SELECT 1 FROM identity_codes WHERE ${isMatch} AND entered_by = ${account})
      ON CONFLICT (guild_id, account_id) DO UPDATE SET failed = CASE WHEN ${isOver} THEN 1 ELSE failed + 1 END,
        issued = CASE WHEN ${isOver} THEN 0 ELSE issued END, since = CASE WHEN ${isOver} THEN excluded.since ELSE since END
      RETURNING failed`,
  ])
  const entered = Entered.parse(results[0]?.results ?? [])[0]
  if (entered) return entered
  const [{ failed }] = z.tuple([z.object({ failed: z.int() })]).parse(results[1]?.results)
  if (failed > MOST_WRONG) throw await tooMany(db, guildId, { account, now })
  throw new Refused({ reason: "link_code" })
}

const Entered = z.array(z.object({ account: z.string(), expiresAt: z.number(), name: z.string().nullable() }))

async function tooMany(
  db: Database,
  guildId: Id,
  { account, now }: { account: Id; now: Time },
): Promise<Refused> {
  const rows = await db.all<{ since: Time }>(
    sql`SELECT since FROM identity_codes WHERE guild_id = ${guildId} AND account_id = ${account}`,
  )
  const until = (rows[0]?.since ?? now) + HOUR
  return new Refused({ reason: "too_many", retryAfter: Math.max(1, Math.ceil((until - now) / 1_000)) })
}

/** Two accounts on the way to a link: `issuer` made the code, `other` entered it. */
interface Pair {
  issuer: Id
  other: Id
  now: Time
}

const isPending = (guildId: Id, { issuer, other, now }: Pair): SQL =>
  sql`guild_id = ${guildId} AND account_id = ${issuer} AND entered_by = ${other} AND expires_at > ${now}`

/** The account that entered the code confirms. Refused unless it did, within the time. Returns when that is over. */
export async function joinLink(db: Database, guildId: Id, pair: Pair): Promise<Time> {
  const joined = await db.all<{ expiresAt: Time }>(
    sql`UPDATE identity_codes SET joined_at = coalesce(joined_at, ${pair.now}) WHERE ${isPending(guildId, pair)} RETURNING expires_at AS expiresAt`,
  )
  if (joined[0] === undefined) throw new Refused({ reason: "link_over" })
  return joined[0].expiresAt
}

/** The account that made the code confirms the other: the link exists from now on. */
export async function confirmLink(db: Database, guildId: Id, pair: Pair): Promise<void> {
  const { issuer, other, now } = pair
  const { accountId, personId } = linkEnds(issuer, other)
  const count = (account: Id) =>
    sql`(SELECT count(*) FROM identity_links WHERE guild_id = ${guildId} AND kind = 'confirmed' AND ${account} IN (account_id, person_id))`
  const isLinked = sql`EXISTS (SELECT 1 FROM identity_links WHERE guild_id = ${guildId} AND kind = 'confirmed'
    AND account_id = ${accountId} AND person_id = ${personId})`
  const results = await runBatch(db, [
    sql`SELECT EXISTS (SELECT 1 FROM identity_codes WHERE ${isPending(guildId, pair)} AND joined_at IS NOT NULL) AS pending`,
    sql`INSERT INTO identity_links (guild_id, kind, account_id, person_id, made_by, made_at)
      SELECT ${guildId}, 'confirmed', ${accountId}, ${personId}, ${memberActor(issuer)}, ${now} FROM identity_codes
      WHERE ${isPending(guildId, pair)} AND joined_at IS NOT NULL AND ${count(issuer)} < ${MOST_LINKS} AND ${count(other)} < ${MOST_LINKS}
      ON CONFLICT DO NOTHING`,
    sql`UPDATE identity_codes SET code_hash = NULL, entered_by = NULL, joined_at = NULL
      WHERE guild_id = ${guildId} AND account_id = ${issuer} AND entered_by = ${other} AND ${isLinked}`,
    sql`SELECT ${isLinked} AS linked`,
  ])
  const [[{ pending }], [{ linked }]] = z
    .tuple([z.tuple([z.object({ pending: z.int() })]), z.tuple([z.object({ linked: z.int() })])])
    .parse([results[0]?.results, results[3]?.results])
  if (linked === 0)
    throw new Refused(pending === 1 ? { reason: "links_full", limit: MOST_LINKS } : { reason: "link_over" })
}

/** Withdraws the account's code, and with it what another account confirmed by it. */
export async function withdrawCode(db: Database, guildId: Id, account: Id): Promise<void> {
  await db.run(
    sql`UPDATE identity_codes SET code_hash = NULL, entered_by = NULL, joined_at = NULL WHERE guild_id = ${guildId} AND account_id = ${account}`,
  )
}

/** The account that entered this account's code and confirmed. */
export interface PendingLink {
  account: Id
  name: string | null
  expiresAt: Time
}

/** Returns who waits for this account's confirmation; `null` if nobody does. */
export async function pendingLink(
  db: Database,
  guildId: Id,
  { account, now }: { account: Id; now: Time },
): Promise<PendingLink | null> {
  const rows = await db.all<PendingLink>(
    sql`SELECT c.entered_by AS account, nullif(m.name, '') AS name, c.expires_at AS expiresAt FROM identity_codes c
      LEFT JOIN members m ON m.guild_id = c.guild_id AND m.id = c.entered_by
      WHERE c.guild_id = ${guildId} AND c.account_id = ${account} AND c.joined_at IS NOT NULL AND c.expires_at > ${now}`,
  )
  return rows[0] ?? null
}
