/** What the gateway tells, one small function an event: each takes it to the domain, and may be run again. */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import type { Ground } from "../../guild/ground.ts"
import type { Id } from "../../vocabulary.ts"

/** Who we are on the gateway. */
export interface Own {
  userId: Id
  applicationId: Id
}

/** Takes an event to where it belongs; what we have no use for is nothing. Throws where a service is down: it is then handed over again. */
export async function handle(_ground: Ground, _event: GatewayDispatchPayload, _own: Own): Promise<void> {}

/** Events of one lane are handled one after another; those of different lanes beside each other. null: nothing is done with it. */
export function laneOf(_event: GatewayDispatchPayload): string | null {
  return null
}
