/**
 * What was missed while no session was open, made good by REST: members, what is named or left open by events, and messages. Its rows
 * stand in the shard's own SQLite; one step at a time is taken and written down, and what fails is tried again for ever.
 */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import type { Ground } from "../../guild/ground.ts"
import type { Id, Time } from "../../vocabulary.ts"
import type { Own } from "../events/index.ts"
import type { Discord } from "./port.ts"

/** A new session, and what is not known because of it. */
export interface Lost {
  /** The guilds that READY lists. */
  guildIds: readonly Id[]
  /** Up to when every event was handled; null: there was no session before. */
  since: Time | null
}

export class Repairs {
  /** `discord` null: there is no token, and nothing is ever due. */
  constructor(_sql: SqlStorage, _discord: Discord | null) {}

  /** READY came: each guild is repaired as soon as its GUILD_CREATE was handled; those not listed were left meanwhile. */
  lost(_lost: Lost): void {}

  /** Notes what an event leaves open. To be called when `handle` is done with it, before it counts as done. Writes at once. */
  handled(_event: GatewayDispatchPayload): void {}

  /** When there is next something to do; null where there is nothing. */
  dueAt(): Time | null {
    return null
  }

  /** Works until `until`, or until nothing is due. Never throws where a service is down: it is tried again later. */
  async work(_ground: Ground, _own: Own, _until: Time): Promise<void> {}
}
