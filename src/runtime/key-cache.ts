/**
 * API keys as this isolate last read them, for ten seconds at most, so that a request does not wait for the database.
 * Every door that revokes a key drops it here. It holds hashes of secrets, never secrets.
 */
import type { Time } from "../domain/types.ts"
import { findKey } from "../memory/db/database.ts"
import type { ApiKey } from "../privacy/keys.ts"

type Bindings = { DB: D1Database }

/** Maximum time for which a revocation made elsewhere goes unnoticed here, in seconds. */
export const KEY_CACHE_SECONDS = 10
const MOST = 1_000

interface CachedKey {
  /** `null` if it was revoked here. */
  key: ApiKey | null
  at: Time
}

const known = new WeakMap<D1Database, Map<string, CachedKey>>()

/** Returns the key with this id, at most ten seconds old; `null` if there is none. */
export async function readKey(bindings: Bindings, id: string, now: Time): Promise<ApiKey | null> {
  const kept = cachedKeys(bindings).get(id)
  if (kept && now - kept.at < KEY_CACHE_SECONDS * 1_000 && now >= kept.at) return kept.key
  const key = await findKey(bindings, id)
  // Revoked here in the meantime: the row just read may be older than that.
  const meanwhile = cachedKeys(bindings).get(id)
  if (meanwhile !== undefined && meanwhile !== kept && meanwhile.key === null) return null
  // Unknown ids are not cached: guesses would push known keys out.
  if (key !== null) cacheKey(bindings, id, { key, at: now })
  return key
}

/** Returns the key as it was last read here, however long ago; `null` if it was not. */
export function cachedKey(bindings: Bindings, id: string): ApiKey | null {
  return cachedKeys(bindings).get(id)?.key ?? null
}

/** Makes this isolate refuse revoked keys from now on. */
export function dropKeys(bindings: Bindings, ids: readonly string[], now: Time): void {
  for (const id of ids) cacheKey(bindings, id, { key: null, at: now })
}

function cachedKeys(bindings: Bindings): Map<string, CachedKey> {
  return known.get(bindings.DB) ?? new Map()
}

function cacheKey(bindings: Bindings, id: string, read: CachedKey): void {
  const all = cachedKeys(bindings)
  if (all.size >= MOST) all.clear()
  known.set(bindings.DB, all.set(id, read))
}
