/** How often a key may be used: by Cloudflare's rate limiting bindings, one for reads and one for writes. */
import type { Refusal } from "../domain/errors.ts"
import type { Principal } from "./principal.ts"

/** Seconds. The bindings' period: they do not say when a key may be used again, but after this long it may. */
const PERIOD = 60

/** Null where the request may go on. Counts are kept by each of Cloudflare's locations for itself; the operator is not counted. */
export async function withinRate(
  env: Pick<Env, "READ_RATE" | "WRITE_RATE">,
  principal: Principal,
  { reads }: { reads: boolean },
): Promise<Refusal | null> {
  const rate = reads ? env.READ_RATE : env.WRITE_RATE
  if (principal.keyId === null || !rate) return null
  const { success } = await rate.limit({ key: principal.keyId })
  return success ? null : { reason: "too_many", retryAfter: PERIOD }
}
