/** What lies outside a shard: where sockets come from, where events go, and who repairs what went unheard. A test puts its own in their place. */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import type { Id, Time } from "../../../domain/types.ts"
import type { Ground } from "../../../runtime/means.ts"
import type { handle, laneOf, Own } from "../events/index.ts"
import type { Opener } from "./connection.ts"

export interface Ports {
  open: Opener
  handle: typeof handle
  laneOf: typeof laneOf
  repairs: Repairing
}

/** For guilds of which something may have gone unheard: it is fetched by REST, when the rate limits allow. Keeps what is to be repaired through the object's lives. */
export interface Repairing {
  /** A session began with these guilds, and with no others. `since`: up to when every event was handled; null: there was no session before. */
  lost(lost: { guildIds: readonly Id[]; since: Time | null }): void
  /** An event was handled; what it leaves open is noted before it counts as done. */
  handled(event: GatewayDispatchPayload): void
  /** An event of this guild, received then, could not be handled. */
  missed(guildId: Id, at: Time): void
  /** When there is something to do; null: nothing. */
  dueAt(): Time | null
  /** Works until nothing is due or the time is up. */
  work(ground: Ground, own: Own, until: Time): Promise<void>
}
