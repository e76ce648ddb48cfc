/** The first event of a session: the bot, the guilds to come, and the resume address. */
import type { GatewaySession } from "./gateway-session.ts"
import type { World } from "./world.ts"

/** READY: every guild is unavailable until its own event. Sessions resume at an address of their own. */
export function readyOf(world: World, session: GatewaySession, url: string): object {
  const guilds = [...world.guilds.values()].filter((one) => one.joined && session.hears(one.id))
  return {
    v: 10,
    user_settings: {},
    user: { ...world.bot, verified: true, mfa_enabled: true, email: null, flags: 0 },
    session_type: "normal",
    session_id: session.id,
    resume_gateway_url: `${url}/resume`,
    relationships: [],
    private_channels: [],
    presences: [],
    guilds: guilds.map((one) => ({ id: one.id, unavailable: true })),
    shard: session.identity.shard,
    application: { id: world.applicationId, flags: (1 << 15) | (1 << 19) },
    _trace: ["fake"],
  }
}
