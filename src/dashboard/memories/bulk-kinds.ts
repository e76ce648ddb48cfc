/** The changes that can be made to many memories at once, in words, and to which memories each applies. Pure. */
import { isDate, localDate } from "../../domain/calendar.ts"
import { momentLabel } from "../../domain/date-names.ts"
import { IMPORTANCES, LIFETIMES } from "../../domain/types.ts"
import { expiry } from "../../memory/facts/filing.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { type SharedChange, timeUntil } from "../../memory/write/correct-many.ts"
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
  /** Why a memory of the visitor's may be left out, if not for the usual reasons. */
  staying?: string
}

const UNDOABLE = "You can undo this for ten minutes."

function keepFor(lifetime: (typeof LIFETIMES)[number]): BulkKind {
  const isForGood = lifetime === "permanent"
  const span = isForGood ? "permanently" : `for ${LIFETIME_NAMES[lifetime]}`
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

/** The change that needs a day, which the visitor chooses after it. */
export const UNTIL = "until"

/** Returns true for a day from today on in the guild's zone. */
export function isDayAhead({ now, timezone }: Visit, day: string): boolean {
  return isDate(day) && day >= localDate(now, timezone)
}

function keepUntil({ timezone }: Visit, day: string): BulkKind {
  const label = momentLabel(day, "en")
  return {
    name: UNTIL,
    text: `Keep until ${label}`,
    would: (count) => `${count} would be kept until ${label}`,
    hint: `They hold until that day ends (${timezone}), and expire then, however long they were to be kept. ${UNDOABLE}`,
    change: { until: day, timezone },
    done: "saved",
    staying: "Ending that day already, beginning later, replaced, or not yours to change.",
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

/** Returns the changes that this visitor may make and that need nothing more. */
function kindsFor({ isManager }: Visit): BulkKind[] {
  return KINDS.filter((kind) => isManager || !isDecision(kind))
}

/** Returns the values and words of the choices. */
export function choicesFor(visit: Visit): (readonly [name: string, text: string])[] {
  return kindsFor(visit).flatMap(({ name, text }) => [
    [name, text] as const,
    ...(name === "lifetime-permanent" ? [[UNTIL, "Keep until a day"] as const] : []),
  ])
}

/** `day`: for the change that needs one. Returns `null` if there is no such change, or no such day ahead. */
export function kindNamed(visit: Visit, name: string, day: string): BulkKind | null {
  if (name === UNTIL) return isDayAhead(visit, day) ? keepUntil(visit, day) : null
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
  if ("until" in change)
    return (
      memory.status !== "superseded" &&
      memory.time?.until !== change.until &&
      timeUntil(memory, change) !== null
    )
  if ("lifetime" in change) return memory.status !== "superseded" && memory.lifetime !== change.lifetime
  if ("importance" in change) return memory.status !== "superseded" && memory.importance !== change.importance
  return memory.status === "queued" && memory.contradicts === null && memory.decided?.choice === undefined
}

/** Counts the memories that a shorter lifetime ends at once, and those that have expired already. */
export function expiriesOf(
  { change }: BulkKind,
  found: readonly FoundMemory[],
  now: number,
): { atOnce: number; before: number } {
  const lifetime = change !== null && "lifetime" in change ? change.lifetime : undefined
  if (lifetime === undefined) return { atOnce: 0, before: 0 }
  const isPast = (at: number | null) => at !== null && at <= now
  const ending = found
    .map(({ memory }) => memory)
    .filter((memory) => isPast(expiry({ ...memory, lifetime }, memory.lastSaidAt)))
  const before = ending.filter(({ expiresAt }) => isPast(expiresAt)).length
  return { atOnce: ending.length - before, before }
}

/** Says how many memories a shorter lifetime ends at once. */
export function expiryNotes(kind: BulkKind, found: readonly FoundMemory[], now: number): string[] {
  const { atOnce, before } = expiriesOf(kind, found, now)
  const already = `${before} ${before === 1 ? "has" : "have"} expired already`
  if (atOnce === 0) return before === 0 ? [] : [`Of these, ${already}.`]
  const ends = `${atOnce} of these ${atOnce === 1 ? "expires" : "expire"} at once`
  return [before === 0 ? `${ends}.` : `${ends}, ${already}.`]
}

/** "3 memories". */
export function memoryCount(count: number): string {
  return countOf(count, "memory", "memories")
}
