/**
 * Revokes an erased person's API keys and removes their names, wherever rows repeat them: in the keys, in what
 * the keys did, and in the runs and erasures that their keys requested.
 */
import { type SQL, sql } from "drizzle-orm"
import type { ErasureContext } from "../context.ts"

/** Statements for one batch. The first one's number of changes is the number of keys. Safe to repeat. */
export function eraseKeys({ job, pseudonym, now }: ErasureContext): SQL[] {
  const theirs = sql`guild_id = ${job.guildId} AND user_id IN (${job.target}, ${pseudonym})`
  // An actor that is a key ends with its id in parentheses (`principal.ts`): 18 characters.
  const ownKey = (actor: SQL) =>
    sql`${actor} LIKE 'key %' AND substr(${actor}, -18) IN (SELECT '(' || id || ')' FROM api_keys WHERE ${theirs})`
  const renamed = (actor: SQL) => sql`${`key ${pseudonym} `} || substr(${actor}, -18)`
  const requester = sql`requested_by`
  return [
    sql`UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${now()}), user_id = ${pseudonym}, name = ${pseudonym}
      WHERE guild_id = ${job.guildId} AND user_id = ${job.target}`,
    sql`UPDATE audit SET actor = ${renamed(sql`actor`)} WHERE guild_id = ${job.guildId} AND ${ownKey(sql`actor`)}`,
    sql`UPDATE audit SET detail = json_set(detail, '$.name', ${pseudonym})
      WHERE guild_id = ${job.guildId} AND action = 'key.create' AND json_valid(detail)
        AND target IN (SELECT id FROM api_keys WHERE ${theirs})`,
    sql`UPDATE runs SET requested_by = ${renamed(requester)} WHERE guild_id = ${job.guildId} AND ${ownKey(requester)}`,
    sql`UPDATE erasures SET requested_by = ${renamed(requester)} WHERE guild_id = ${job.guildId} AND ${ownKey(requester)}`,
  ]
}
