/** One connection to Discord's gateway: a thin socket over the session, which decides. A door. */
import { DurableObject } from "cloudflare:workers"
import type { Env } from "../../env.ts"

export class GatewayShard extends DurableObject<Env> {}
