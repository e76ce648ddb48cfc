/** The phase that keeps memory small: what has had its time goes, and what nothing holds any more. One part that fails does not keep the others from theirs. */
import { whatFailed } from "../../domain/errors.ts"
import type { Phase } from "../steps.ts"
import { caps } from "./caps.ts"
import { channels } from "./channels.ts"
import { compact } from "./compact.ts"
import { orphans } from "./orphans.ts"
import { purge } from "./purge.ts"

const PARTS: Record<string, Phase> = { purge, compact, caps, channels, orphans }

export const keeping: Phase = async (steps, tools, plan) => {
  const failures: string[] = []
  for (const [name, part] of Object.entries(PARTS)) {
    try {
      await part(steps, tools, plan)
    } catch (error) {
      failures.push(`${name}: ${whatFailed(error)}`)
    }
  }
  // Named only now: the night writes it down, and the next one does what was left.
  if (failures.length > 0) throw new Error(failures.join("; "))
}
