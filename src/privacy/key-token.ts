/**
 * The token of an API key, `ks_<id>_<secret>`: made, parsed and compared here. The secret is stored nowhere.
 */
// biome-ignore lint/correctness/noNodejsModules: workerd provides node:crypto, and the web standard has no comparison in constant time.
import { randomBytes, timingSafeEqual } from "node:crypto"
import { sha256 } from "../domain/hash.ts"

/** Scopes of an API key; each includes those before it. */
export const KEY_SCOPES = ["read", "write", "admin"] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** 64 and 256 bits. */
const ID_BYTES = 8
const SECRET_BYTES = 32
/** Fixed lengths, because the secret itself may contain `_`. */
const TOKEN = /^ks_([0-9a-f]{16})_([\w-]{43})$/

export interface PresentedKey {
  id: string
  /** SHA-256 of the secret, 64 hexadecimal digits. */
  hash: string
}

/** Makes a new key: its token, shown once, and what is stored of it. */
export function mintToken(): { id: string; token: string; hash: string } {
  const id = randomBytes(ID_BYTES).toString("hex")
  const secret = randomBytes(SECRET_BYTES).toString("base64url")
  return { id, token: `ks_${id}_${secret}`, hash: sha256(secret) }
}

/** Parses a token; `null` if it is not a key. The secret goes no further than this. */
export function readToken(token: string): PresentedKey | null {
  const [, id, secret] = TOKEN.exec(token) ?? []
  return id && secret ? { id, hash: sha256(secret) } : null
}

/** Hash of no known secret. An unknown key is compared with it, so that it takes as long as a known one. */
const NO_HASH = "0".repeat(64)

/**
 * Returns true if the secret matches the stored hash. Its timing reveals neither where they differ nor
 * whether the key exists.
 */
export function isSecretOf(presented: PresentedKey, hash: string | null): boolean {
  const same = timingSafeEqual(bytesOf(presented.hash), bytesOf(hash ?? NO_HASH))
  return same && hash !== null
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
