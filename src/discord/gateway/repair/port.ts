/** The part of Discord's REST API that repairing asks. `REST` of @discordjs/rest is one: it waits out rate limits by itself. */
import { z } from "zod"

/** Throws what carries Discord's `status` and `code` where Discord refuses. */
export interface Discord {
  get(path: `/${string}`, options?: { query?: URLSearchParams }): Promise<unknown>
}

const Refusal = z.object({ status: z.number(), code: z.union([z.number(), z.string()]).optional() })

/** Whether Discord says that there is no such thing, or that it is not for us; null where it did not answer. */
export function refusalIn(error: unknown): "missing" | "forbidden" | null {
  const { data } = Refusal.safeParse(error)
  if (data?.status === 404) return "missing"
  return data?.status === 403 ? "forbidden" : null
}
