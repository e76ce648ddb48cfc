/**
 * Notes in the claim log which memories recall has shown. It runs after the answer, and an isolate notes a memory once a
 * day. A lost note does no harm: labels say only of noted recalls.
 */
import { utcDate } from "../domain/calendar.ts"
import { describeError } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import { guildDatabase, runBatch } from "../memory/db/database.ts"
import { noteRecall } from "../memory/write/claim-labels.ts"
import type { Item } from "../recall/context.ts"
import type { Runtime } from "./models.ts"

/** Day and id of each memory that this isolate has noted. */
const noted = new Set<string>()
const MOST_NOTED = 20_000

/** Notes the memories among the items that somebody was shown. */
export function noteShown(
  { env, waitUntil: after }: Runtime,
  guildId: Id,
  items: readonly Pick<Item, "kind" | "id">[],
): void {
  const now = Date.now()
  const day = utcDate(now)
  const shown = items.filter(({ kind, id }) => kind === "memory" && !noted.has(`${day} ${id}`))
  if (shown.length === 0) return
  if (noted.size > MOST_NOTED) noted.clear()
  for (const { id } of shown) noted.add(`${day} ${id}`)
  const statement = noteRecall(
    guildId,
    shown.map(({ id }) => id),
    now,
  )
  const failed = (error: unknown) =>
    console.warn({ event: "recall.not_noted", guild: guildId, error: describeError(error) })
  after(runBatch(guildDatabase(env, guildId), [statement]).catch(failed))
}
