/** The channels of a guild, some at a time. */
import { sql } from "drizzle-orm"
import type { Id } from "../domain/types.ts"
import { callWipe } from "../runtime/object/state-rows.ts"
import type { ErasureContext } from "./context.ts"
import type { ErasurePage } from "./plan.ts"

/** So many channels are asked at once. */
const AT_ONCE = 20

/** Does something in each of the next channels, and adds up what each came to. */
export async function forEachChannel(
  erasing: ErasureContext,
  cursor: string | null,
  act: (channelId: Id) => Promise<Pick<ErasurePage, "counts" | "left">>,
): Promise<ErasurePage> {
  const { db, job } = erasing
  const rows = await db.all<{ id: Id }>(
    sql`SELECT id FROM channels WHERE guild_id = ${job.guildId} AND id > ${cursor ?? ""} ORDER BY id LIMIT ${AT_ONCE}`,
  )
  const pages = await Promise.all(rows.map(({ id }) => act(id)))
  const last = rows.at(-1)
  return { ...sumPages(pages), next: last && rows.length === AT_ONCE ? last.id : null }
}

/** Several pages' counts as one. */
export function sumPages(
  pages: readonly Pick<ErasurePage, "counts" | "left">[],
): Pick<ErasurePage, "counts" | "left"> {
  const counts: Record<string, number> = {}
  for (const page of pages)
    for (const [kind, count] of Object.entries(page.counts ?? {})) counts[kind] = (counts[kind] ?? 0) + count
  const found = pages.flatMap((page) => page.left ?? [])
  return found.length === 0 ? { counts } : { counts, left: found.reduce((total, left) => total + left, 0) }
}

/** Tells every channel what changed of its guild, so that it hears accordingly at once. */
export async function notifyChannels(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  return forEachChannel(erasing, cursor, async (id) => {
    await erasing.channel(id).refresh()
    return {}
  })
}

/** Empties the objects of the next channels. */
export async function wipeChannel(erasing: ErasureContext, id: Id): Promise<Pick<ErasurePage, "counts">> {
  await callWipe(() => erasing.channel(id).wipe())
  return { counts: { objects: 1 } }
}
