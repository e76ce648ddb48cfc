/** What an API key is made of, `ks_<id>_<secret>`: made here, read here, compared here. The secret is kept nowhere. */
// biome-ignore lint/correctness/noNodejsModules: workerd provides node:crypto, and the web standard has no comparison in constant time.
import { randomBytes, timingSafeEqual } from "node:crypto"
import { sha256 } from "../domain/hash.ts"

/** What an API key may do: each may do what those before it may. */
export const KEY_SCOPES = ["read", "write", "admin"] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** 64 and 256 bits. */
const ID_BYTES = 8
const SECRET_BYTES = 32
/** Of fixed lengths: the secret may hold `_` itself. */
const TOKEN = /^ks_([0-9a-f]{16})_([\w-]{43})$/

export interface PresentedKey {
  id: string
  /** SHA-256 of the secret, 64 hexadecimal digits. */
  hash: string
}

/** A new key: its token, shown once, and what is kept of it. */
export function mintToken(): { id: string; token: string; hash: string } {
  const id = randomBytes(ID_BYTES).toString("hex")
  const secret = randomBytes(SECRET_BYTES).toString("base64url")
  return { id, token: `ks_${id}_${secret}`, hash: sha256(secret) }
}

/** The key that a token says it is; null where it is no key at all. The secret goes no further than this. */
export function readToken(token: string): PresentedKey | null {
  const [, id, secret] = TOKEN.exec(token) ?? []
  return id && secret ? { id, hash: sha256(secret) } : null
}

/** No secret is known to hash to it: what an unknown key is compared with, so that it takes as long as a known one. */
const NOBODY = "0".repeat(64)

/** Whether this is the secret that was hashed, in a time that tells neither where they differ nor whether there is such a key. */
export function isSecretOf(presented: PresentedKey, hash: string | null): boolean {
  const same = timingSafeEqual(bytesOf(presented.hash), bytesOf(hash ?? NOBODY))
  return same && hash !== null
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
