/** One Durable Object per guild: answers interactions and mentions after Discord was told to wait, each once, through crashes. A door. */
import { DurableObject } from "cloudflare:workers"
import type { Env } from "../env.ts"
import type { Mentioned } from "./mention.ts"

export class Responder extends DurableObject<Env> {
  /** Durable when it returns. */
  async take(_job: { kind: "mention"; mention: Mentioned }): Promise<"taken" | "duplicate"> {
    return "taken"
  }
}
