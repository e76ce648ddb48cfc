/**
 * Discord's rate limits as its REST API reports and enforces them: a bucket per route and place, and a global
 * one.
 */

export interface Rate {
  limit: number
  perMs: number
}

export type Verdict =
  | { kind: "go"; headers: Record<string, string> }
  | { kind: "limited"; headers: Record<string, string>; body: object }

interface Bucket {
  resetAt: number
  used: number
}

const GENEROUS: Rate = { limit: 50, perMs: 1000 }

export class RateLimits {
  private readonly rates = new Map<string, Rate>()
  private readonly buckets = new Map<string, Bucket>()
  private globalUntil = 0

  /** From now on, `route` (such as `POST /channels/:channel/messages`) has this limit. */
  set(route: string, rate: Rate): void {
    this.rates.set(route, rate)
    this.buckets.clear()
  }

  /** Refuses every route for `forMs` milliseconds. */
  limitAll(forMs: number): void {
    this.globalUntil = Date.now() + forMs
  }

  /** Counts one call. `place`: the guild, channel or webhook of the path, each with a bucket of its own. */
  take(route: string, place: string): Verdict {
    const now = Date.now()
    if (now < this.globalUntil) return limited(this.globalUntil - now, { "x-ratelimit-global": "true" }, true)
    const rate = this.rates.get(route) ?? GENEROUS
    const name = `${hash(route)}:${place}`
    const old = this.buckets.get(name)
    const bucket = old && old.resetAt > now ? old : { resetAt: now + rate.perMs, used: 0 }
    this.buckets.set(name, bucket)
    const leftMs = bucket.resetAt - now
    const headers = {
      "x-ratelimit-limit": String(rate.limit),
      "x-ratelimit-remaining": String(Math.max(0, rate.limit - bucket.used - 1)),
      "x-ratelimit-reset": (bucket.resetAt / 1000).toFixed(3),
      "x-ratelimit-reset-after": (leftMs / 1000).toFixed(3),
      "x-ratelimit-bucket": hash(route),
    }
    if (bucket.used >= rate.limit) return limited(leftMs, headers, false)
    bucket.used += 1
    return { kind: "go", headers }
  }
}

function limited(leftMs: number, headers: Record<string, string>, global: boolean): Verdict {
  return {
    kind: "limited",
    headers: {
      ...headers,
      "retry-after": String(Math.ceil(leftMs / 1000)),
      "x-ratelimit-scope": global ? "global" : "user",
    },
    body: { message: "You are being rate limited.", retry_after: Math.ceil(leftMs) / 1000, global },
  }
}

/** An opaque bucket name, as Discord's. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (const char of text)
    value = ((value ^ BigInt(char.charCodeAt(0))) * 0x100000001b3n) & ((1n << 64n) - 1n)
  return value.toString(16).padStart(16, "0")
}
