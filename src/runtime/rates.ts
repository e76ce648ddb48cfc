/**
 * Rate limits, by Cloudflare's rate limiting bindings: one for a key's reads, one for its writes, and one for
 * what one network asks without a known key. Each of Cloudflare's locations counts for itself.
 */
import type { Refusal } from "../domain/errors.ts"

/** Seconds. The bindings do not say when a caller may try again, but after their period it may. */
const PERIOD = 60

/** Returns `null` if the request may go on. The operator has no key and is not counted. */
export function checkKeyRate(
  env: Pick<Env, "READ_RATE" | "WRITE_RATE">,
  keyId: string | null,
  { reads }: { reads: boolean },
): Promise<Refusal | null> {
  return take(reads ? env.READ_RATE : env.WRITE_RATE, keyId)
}

/**
 * Counts a key that this isolate does not know as valid, before the database is asked for it. `address` is the
 * client's, which Cloudflare sets on every request and no client can choose; without it, as in tests, nothing
 * is counted.
 */
export function checkUnknownKeyRate(
  env: Pick<Env, "UNKNOWN_RATE">,
  address: string | undefined,
): Promise<Refusal | null> {
  return take(env.UNKNOWN_RATE, address === undefined ? null : networkOf(address))
}

/** Counts a public page. Unknown keys from the same network are counted separately. */
export function checkPageRate(
  env: Pick<Env, "UNKNOWN_RATE">,
  address: string | undefined,
): Promise<Refusal | null> {
  return take(env.UNKNOWN_RATE, address === undefined ? null : `page ${networkOf(address)}`)
}

/** Counts an attempt to sign in with the admin token. */
export function checkSignInRate(
  env: Pick<Env, "UNKNOWN_RATE">,
  address: string | undefined,
): Promise<Refusal | null> {
  return take(env.UNKNOWN_RATE, address === undefined ? null : `sign-in ${networkOf(address)}`)
}

async function take(rate: RateLimit | undefined, key: string | null): Promise<Refusal | null> {
  if (key === null || !rate) return null
  const { success } = await rate.limit({ key })
  return success ? null : { reason: "too_many", retryAfter: PERIOD }
}

/**
 * Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address: one client usually has them all.
 * @internal
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address
  const [head = "", tail] = address.toLowerCase().split("::")
  const [left, right] = [groupsOf(head), groupsOf(tail ?? "")]
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
  return [...left, ...zeros, ...right].slice(0, 4).join(":")
}

/** Groups without leading zeros. */
function groupsOf(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, ""))
}
