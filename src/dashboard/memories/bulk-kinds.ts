/** The changes that can be made to many memories at once, in words, and to which memories each applies. Pure. */
import { IMPORTANCES, LIFETIMES } from "../../domain/types.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import type { SharedChange } from "../../memory/write/correct-many.ts"
import type { NoticeName } from "../kit/notices.ts"
import { countOf } from "../kit/parts.tsx"
import type { Visit } from "../session/visit.ts"
import { mayEdit } from "./memory-actions.ts"
import { IMPORTANCE_NAMES, LIFETIME_NAMES } from "./memory-parts.tsx"

export interface BulkKind {
  /** Its value in forms and addresses. */
  name: string
  /** Its words in the list of choices, and on the button that does it. */
  text: string
  /** Says how many memories would change, and how. */
  would: (count: string) => string
  /** Said below the list of what is concerned. */
  hint: string
  /** `null` forgets them. */
  change: SharedChange | null
  done: NoticeName
}

const UNDOABLE = "You can undo this for ten minutes."

function keepFor(lifetime: (typeof LIFETIMES)[number]): BulkKind {
  const isForGood = lifetime === "permanent"
  const span = isForGood ? "until forgotten" : `for ${LIFETIME_NAMES[lifetime]}`
  return {
    name: `lifetime-${lifetime}`,
    text: `Keep ${span}`,
    would: (count) => `${count} would be kept ${span}`,
    hint: isForGood
      ? `None of them expires any more, unless a fact names when it ends. ${UNDOABLE}`
      : `Counted from when each was last said: what was said longer ago expires at once. ${UNDOABLE}`,
    change: { lifetime },
    done: "saved",
  }
}

function ofImportance(importance: (typeof IMPORTANCES)[number]): BulkKind {
  const word = IMPORTANCE_NAMES[importance].toLowerCase()
  return {
    name: `importance-${importance}`,
    text: `Importance: ${word}`,
    would: (count) => `${count} would get ${word} importance`,
    hint: UNDOABLE,
    change: { importance },
    done: "saved",
  }
}

const KINDS: readonly BulkKind[] = [
  {
    name: "forget",
    text: "Forget",
    would: (count) => `${count} would go`,
    hint: `The facts go, and the sentences of notes that state them. The messages stay searchable until they expire. ${UNDOABLE}`,
    change: null,
    done: "forgotten",
  },
  {
    name: "approve",
    text: "Approve",
    would: (count) => `${count} would be approved`,
    hint: `Each counts from then on. ${UNDOABLE}`,
    change: { status: "active" },
    done: "approved",
  },
  {
    name: "reject",
    text: "Reject",
    would: (count) => `${count} would be rejected`,
    hint: `None of them counts, and notes no longer state them. ${UNDOABLE}`,
    change: { status: "superseded" },
    done: "rejected",
  },
  ...LIFETIMES.map(keepFor),
  ...IMPORTANCES.map(ofImportance),
]

/** True for a decision on what waits for review, which managers make. */
export function isDecision({ change }: BulkKind): boolean {
  return change !== null && "status" in change
}

/** Returns the changes that this visitor may make. */
export function kindsFor({ isManager }: Visit): BulkKind[] {
  return KINDS.filter((kind) => isManager || !isDecision(kind))
}

export function kindNamed(visit: Visit, name: string): BulkKind | null {
  return kindsFor(visit).find((kind) => kind.name === name) ?? null
}

/**
 * Returns true if the change applies to the memory: it is the visitor's to change, and the change makes a difference. A
 * contradiction, and a fact about one of several people, is decided with all sides in view, so not among many.
 */
export function appliesTo(visit: Visit, { change }: BulkKind, found: FoundMemory): boolean {
  if (!mayEdit(visit, found)) return false
  const { memory } = found
  if (change === null) return true
  if ("lifetime" in change) return memory.status !== "superseded" && memory.lifetime !== change.lifetime
  if ("importance" in change) return memory.status !== "superseded" && memory.importance !== change.importance
  return memory.status === "queued" && memory.contradicts === null && memory.decided?.choice === undefined
}

/** "3 memories". */
export function memoryCount(count: number): string {
  return countOf(count, "memory", "memories")
}
