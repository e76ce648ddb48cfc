/** API keys as this isolate last read them, for ten seconds at most: a request does not wait for the database to know its caller. */

import type { Time } from "../domain/types.ts"
import { findKey } from "../memory/db/database.ts"
import type { ApiKey } from "../privacy/keys.ts"

/** For how long a revocation made elsewhere may go unnoticed here. */
const KEPT_MS = 10_000
const MOST = 1_000

interface Read {
  /** null: there is no such key, or none that is in force. */
  key: ApiKey | null
  at: Time
}

const known = new WeakMap<D1Database, Map<string, Read>>()

/** The key of this id as it was at most ten seconds ago; null where there is none. */
export async function keyOf(bindings: { DB: D1Database }, id: string, now: Time): Promise<ApiKey | null> {
  const kept = reads(bindings).get(id)
  if (kept && now - kept.at < KEPT_MS && now >= kept.at) return kept.key
  const key = await findKey(bindings, id)
  // Revoked here meanwhile: what was read may be older than that.
  const meanwhile = reads(bindings).get(id)
  if (meanwhile !== undefined && meanwhile !== kept && meanwhile.key === null) return null
  keep(bindings, id, { key, at: now })
  return key
}

/** A key revoked here opens nothing here from now on. */
export function dropKey(bindings: { DB: D1Database }, id: string, now: Time): void {
  keep(bindings, id, { key: null, at: now })
}

function reads(bindings: { DB: D1Database }): Map<string, Read> {
  return known.get(bindings.DB) ?? new Map()
}

function keep(bindings: { DB: D1Database }, id: string, read: Read): void {
  const all = reads(bindings)
  if (all.size >= MOST) all.clear()
  known.set(bindings.DB, all.set(id, read))
}
