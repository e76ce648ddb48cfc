/** What a channel takes of a delivery: nothing while its guild is leaving or where it is switched off, nothing that was erased, nobody who objects. */

import type { Id, Message, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { type Delivery, type Receipt, received } from "./delivery.ts"
import { type Briefing, modeBy, readBriefing } from "./store/briefing.ts"
import { isErased } from "./store/erased.ts"
import type { Registry } from "./store/registry.ts"

/** `ownId` is Keepsake's own. Makes the channel known, unless nothing that came may be heard there. */
export async function hearing(
  delivery: Delivery,
  { registry, db, ownId }: { registry: Registry; db: Database; ownId: Id | null },
): Promise<{ welcome: Message[] } & Pick<Receipt, "rejected" | "leavingAt">> {
  const { guildId, channelId, info } = delivery
  const told = { toldParent: info?.parentId ?? null, now: Date.now() }
  // What was erased and comes late must not make a channel, or a guild, known again; nor what is said where nothing is heard.
  const away =
    registry.place === null
      ? turnedAway(delivery, await readBriefing(db, { guildId, channelId }, told))
      : null
  if (away !== null) return away
  const briefing = await registry.briefed(db, { guildId, channelId }, info, Date.now())
  const wasOff = (at: Time) => registry.wasOff(at)
  return turnedAway(delivery, briefing) ?? received(delivery, briefing, { ownId, wasOff })
}

/** What is answered where nothing of a delivery may be heard, whoever said it; null where some of it may. */
function turnedAway({ channelId, messages }: Delivery, briefing: Briefing) {
  const { erased } = briefing
  if (erased.leavingAt !== null) return { welcome: [], rejected: [], leavingAt: erased.leavingAt }
  const all = (reason: "off" | "erased") => ({
    welcome: [],
    rejected: messages.map((_, index) => ({ index, reason })),
  })
  if (modeBy(briefing, channelId) === "off") return all("off")
  const gone = messages.length > 0 && messages.every((message) => isErased(erased, message))
  return gone ? all("erased") : null
}
