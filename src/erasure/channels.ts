/** Runs an erasure step in a guild's channels, a page at a time. */
import { sql } from "drizzle-orm"
import type { Id } from "../domain/types.ts"
import { callWipe } from "../runtime/object/state-rows.ts"
import type { ErasureContext } from "./context.ts"
import type { ErasureJob } from "./jobs.ts"
import type { ErasurePage } from "./plan.ts"

/** Channels called at once. */
const AT_ONCE = 20

/** A guild and its channels' objects. */
type Channels = Pick<ErasureContext, "db" | "channel"> & { job: Pick<ErasureJob, "guildId"> }

/** Calls `act` for each of the next channels and sums the results. */
export async function forEachChannel(
  context: Pick<Channels, "db" | "job">,
  cursor: string | null,
  act: (channelId: Id) => Promise<Pick<ErasurePage, "counts" | "left">>,
): Promise<ErasurePage> {
  const { db, job } = context
  const rows = await db.all<{ id: Id }>(
    sql`SELECT id FROM channels WHERE guild_id = ${job.guildId} AND id > ${cursor ?? ""} ORDER BY id LIMIT ${AT_ONCE}`,
  )
  const pages = await Promise.all(rows.map(({ id }) => act(id)))
  const last = rows.at(-1)
  return { ...sumPages(pages), next: last && rows.length === AT_ONCE ? last.id : null }
}

/** Sums the counts of several pages. */
export function sumPages(
  pages: readonly Pick<ErasurePage, "counts" | "left">[],
): Pick<ErasurePage, "counts" | "left"> {
  const counts: Record<string, number> = {}
  for (const page of pages)
    for (const [kind, count] of Object.entries(page.counts ?? {})) counts[kind] = (counts[kind] ?? 0) + count
  const found = pages.flatMap((page) => page.left ?? [])
  return found.length === 0 ? { counts } : { counts, left: found.reduce((total, left) => total + left, 0) }
}

/** Makes every channel read the guild's changes, so that it applies them at once. */
export async function notifyChannels(context: Channels, cursor: string | null): Promise<ErasurePage> {
  return forEachChannel(context, cursor, async (id) => {
    await context.channel(id).refresh()
    return {}
  })
}

/** Wipes a channel's Durable Object. */
export async function wipeChannel(context: ErasureContext, id: Id): Promise<Pick<ErasurePage, "counts">> {
  await callWipe(() => context.channel(id).wipe())
  return { counts: { objects: 1 } }
}
