/** Which known memories a statement meets: its near duplicate, those it cannot stand beside, and what may replace what. Pure. */
import type { Claim, Memory, Time } from "../../domain/types.ts"
import { type Relation, relate } from "../../text/similarity.ts"
import type { Known } from "./known.ts"
import { survivorOf } from "./states.ts"
import { holdBeside } from "./weight.ts"

/** A known memory with how the fact at hand relates to it. */
export interface Related {
  memory: Known
  relation: Relation
}

/** How a fact relates to each memory. */
export function related(mine: readonly Known[], fact: string): Related[] {
  return mine.map((memory) => ({ memory, relation: relate(memory.fact, fact) }))
}

const NEAREST: Record<Memory["status"], number> = { active: 0, queued: 1, shadow: 1, superseded: 2 }

/** The memory that says the same in other words: an active one before one that waits, that before history. */
export function nearDuplicate(all: readonly Related[], except: Known | undefined): Known | null {
  const [nearest] = all
    .filter(({ memory, relation }) => relation === "same" && memory.merges && memory.id !== except?.id)
    .map(({ memory }) => memory)
    .sort((a, b) => NEAREST[a.status] - NEAREST[b.status])
  return nearest ?? null
}

/** The memories that cannot stand beside what is said at `saidAt`: those that say otherwise and are in force, and those contested by its match. */
export function rivalsOf(
  all: readonly Related[],
  said: { claim: Claim; saidAt: Time; match: Known | null; target: Known | undefined },
): Known[] {
  const { claim, saidAt, match, target } = said
  return all
    .filter(({ memory, relation }) => {
      if (memory.status === "superseded" || memory.id === match?.id) return false
      if (memory.id === target?.id) return true
      if (match !== null && holdBeside(match, memory)) return false
      if (memory.expiresAt !== null && memory.expiresAt <= saidAt) return false
      return relation === "replaces" || relation === "opposed" || (match !== null && excludes(match, memory))
    })
    .map(({ memory }) => memory)
    .filter(
      (memory) => memory.status === "active" || (mayReplace(memory, claim) && memory.lastSaidAt <= saidAt),
    )
}

/** Whether it is known of two memories that only one can hold. */
function excludes(a: Memory, b: Memory): boolean {
  return a.contradicts === b.id || b.contradicts === a.id || (a.supersededBy === b.id && !a.merged)
}

/** A person's own word replaces what is known of them; a report only what the same person reported. */
export function mayReplace(known: Known, claim: Claim): boolean {
  if (claim.reportedBy === null) return true
  const { said = [] } = known
  return said.length > 0 && said.every(({ authorId }) => authorId === claim.reportedBy)
}

/**
 * The memory that a statement in a known one's words counts for: where that was merged, the one it was merged into. Its own again where
 * others may read the words now than may read that one's, or where they are to replace that very one.
 */
export function countsFor(memory: Known, mine: readonly Known[], replaced: Known | undefined): Known {
  const survivor = survivorOf(memory, mine)
  return survivor?.merges && survivor.id !== replaced?.id ? survivor : memory
}

/** Whether words said at `saidAt` come before what put a memory into history: they do not bring it back. */
export function isStale(memory: Known, mine: readonly Known[], saidAt: Time): boolean {
  if (memory.status !== "superseded") return false
  const survivor = memory.merged ? survivorOf(memory, mine) : undefined
  if (survivor) return isStale(survivor, mine, saidAt)
  const successor = mine.find((other) => other.id === memory.supersededBy)
  return saidAt <= (successor ?? memory).lastSaidAt
}
