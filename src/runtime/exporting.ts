/** Everything held about a person, from the database and from every channel: the one document that each door hands out. */

import type { Id, Viewer } from "../domain/types.ts"
import { auditRow, type By } from "../memory/write/audit.ts"
import { type ExportOrder, type Extent, exported, extentOf } from "../privacy/export.ts"
import { channelStub } from "./channels.ts"
import type { Entered } from "./enter.ts"

interface Exporting {
  /** Whose eyes it is for: their own, or those of one who reads all. */
  viewer: Viewer
  userId: Id
  by: By
}

/** The document's text in pieces. That it was handed out is noted before the first of them. */
export async function exporting(
  env: Pick<Env, "CHANNELS">,
  entered: Entered,
  { viewer, userId, by }: Exporting,
): Promise<AsyncGenerator<string, Extent>> {
  const guildId = entered.guild.id
  const detail = { complete: viewer.readable === "all" }
  await auditRow(entered.db, by, { guildId, action: "member.export", target: userId, detail })
  return exported(entered.db, viewer, orderOf(env, entered, { userId, now: by.now }))
}

/** How much there is of it, for the person themselves. */
export function holdings(
  env: Pick<Env, "CHANNELS">,
  entered: Entered,
  { viewer, userId, by }: Exporting,
): Promise<Extent> {
  return extentOf(entered.db, viewer, orderOf(env, entered, { userId, now: by.now }))
}

function orderOf(
  env: Pick<Env, "CHANNELS">,
  { guild, channels }: Entered,
  of: Pick<ExportOrder, "userId" | "now">,
): ExportOrder {
  const exportedFrom = channels.map(({ id }) => ({
    id,
    messagesOf: (userId: Id, page: { after: Id | null; limit: number }) =>
      channelStub(env, guild.id, id).messagesOf(userId, page),
  }))
  return { ...of, channels: exportedFrom }
}
