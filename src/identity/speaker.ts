/**
 * The speaker of a webhook message: bridges and proxies write for many people through one webhook, under a name of
 * their own each. Pure.
 */
import { sha256 } from "../domain/hash.ts"
import type { Id, Person } from "../domain/types.ts"

/** Bits that set speakers apart from accounts: ids of accounts begin with 0111 only from the year 2076 on. */
const MARK = 0b0111n << 60n
const HASH_BITS = 60n
/** 15 hexadecimal digits have 60 bits. */
const HASH_DIGITS = 15

/**
 * Returns the person that a name of a webhook stands for. Its id is 0111 and the first 60 bits of
 * SHA-256(JSON [webhook id, name]), as a decimal number. The same name of the same webhook is always the same person.
 */
export function webhookSpeaker(webhookId: Id, name: string): Person {
  const digits = sha256(JSON.stringify([webhookId, name.normalize("NFC").trim()])).slice(0, HASH_DIGITS)
  return { id: String(MARK | BigInt(`0x${digits}`)), name }
}

/** Returns true if the id is a webhook's speaker: no account has it, so Discord cannot show it. */
export function isWebhookSpeaker(id: Id): boolean {
  return BigInt(id) >> HASH_BITS === MARK >> HASH_BITS
}
