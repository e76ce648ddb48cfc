/** How a memory is filed, from the statements it rests on: for all of them, and for the ones that somebody may read. Pure. */
import { DAY, localDate } from "../../domain/calendar.ts"
import {
  type Evidence,
  type Filing,
  IMPORTANCES,
  type Importance,
  LIFETIMES,
  type Lifetime,
  type Memory,
  type Time,
} from "../../domain/types.ts"

const DAYS: Record<Exclude<Lifetime, "permanent">, number> = {
  "1d": 1,
  "3d": 3,
  "7d": 7,
  "30d": 30,
  "90d": 90,
}

/** When something said at `saidAt` expires; null means never. */
export function expiry(lifetime: Lifetime, saidAt: Time): Time | null {
  return lifetime === "permanent" ? null : saidAt + DAYS[lifetime] * DAY
}

/** A memory's filing with what was decided of it, from which that of any of its statements is told. */
export type FiledMemory = Filing & Pick<Memory, "decided">

/** What statements come to. */
export interface StatedFilings {
  lifetimes: readonly Lifetime[]
  importances: readonly Importance[]
  /** How the first line that words the fact as it stands filed it; null where none does. */
  first: Pick<Filing, "type" | "section"> | null
  /** When each of them was made. */
  times: readonly Time[]
}

/**
 * The one rule: the longest lifetime, the highest importance, type and section of the first line that words the fact as it stands.
 * Said on as many days as made a night keep it for good, it is kept for good. What a person set stands before all of it; what
 * no statement tells stays as the memory has it.
 */
export function fileByStatements(
  memory: FiledMemory,
  { lifetimes, importances, first, times }: StatedFilings,
): FiledMemory {
  const { set, promoted } = memory.decided ?? {}
  const still = promoted !== undefined && countLocalDays(times, promoted.timezone) >= promoted.days
  return {
    type: set?.type ?? (first ?? memory).type,
    section: set?.section !== undefined ? set.section : (first ?? memory).section,
    importance: set?.importance ?? highestImportance(importances) ?? memory.importance,
    lifetime: set?.lifetime ?? (still ? "permanent" : (longestLifetime(lifetimes) ?? memory.lifetime)),
    decided: still || promoted === undefined ? memory.decided : set ? { set } : null,
  }
}

export function longestLifetime(all: readonly Lifetime[]): Lifetime | undefined {
  return LIFETIMES.findLast((lifetime) => all.includes(lifetime))
}

export function highestImportance(all: readonly Importance[]): Importance | undefined {
  return IMPORTANCES.findLast((importance) => all.includes(importance))
}

/** On how many local days something was said. */
export function countLocalDays(times: readonly Time[], timezone: string): number {
  return new Set(times.map((at) => localDate(at, timezone))).size
}

/** Statements of a memory, each with how its lines worded and filed the fact. */
interface Saying {
  wordings: readonly { fact: string; filing: Filing; at: Time }[]
  at: Time
}

/** The memory in the words it has, filed as these statements file it. */
export function refileMemory(memory: Memory, statements: readonly Saying[]): Memory {
  const wordings = statements.flatMap((statement) => statement.wordings)
  const standing = wordings.filter(({ fact }) => fact === memory.fact)
  const first = standing.reduce<Saying["wordings"][number] | null>(
    (one, other) => (one === null || other.at < one.at ? other : one),
    null,
  )
  return asFiled(
    memory,
    fileByStatements(memory, {
      lifetimes: wordings.map(({ filing }) => filing.lifetime),
      importances: wordings.map(({ filing }) => filing.importance),
      first: first?.filing ?? null,
      times: statements.map(({ at }) => at),
    }),
  )
}

/** The memory after one more statement: as `refiled`, but that of two that word it alike the first to be heard counts as the first. */
export function refileWithStatement(memory: Memory, known: Memory, fresh: Memory): Memory {
  const { type, section } = memory.fact === known.fact ? known : fresh
  return asFiled(
    memory,
    fileByStatements(
      // What was said on enough days is said on no fewer with one more.
      { ...known, decided: known.decided?.set ? { set: known.decided.set } : null },
      {
        lifetimes: [known.lifetime, fresh.lifetime],
        importances: [known.importance, fresh.importance],
        first: { type, section },
        times: [],
      },
    ),
    known.decided,
  )
}

/** A memory filed so expires so long after it was last said. */
function asFiled(memory: Memory, filed: FiledMemory, decided = filed.decided): Memory {
  return { ...memory, ...filed, decided, expiresAt: nextExpiry(memory, filed.lifetime) }
}

/** When it expires as it is filed now. One that was kept for good and is filed as before stays so. */
export function nextExpiry(
  { lifetime, expiresAt, lastSaidAt }: Pick<Memory, "lifetime" | "expiresAt" | "lastSaidAt">,
  filed: Lifetime,
): Time | null {
  return expiresAt === null && filed === lifetime ? null : expiry(filed, lastSaidAt)
}

/** What is decided of a memory once a person set some of how it is filed: for as long as it stands, whatever else is said. */
export function decidedByPerson({ decided }: Memory, change: Partial<Memory>): Memory["decided"] {
  const own = Object.keys(toFiling(change as Filing)) as (keyof Filing)[]
  const set = Object.fromEntries(
    own.flatMap((key) => (change[key] === undefined ? [] : [[key, change[key]]])),
  )
  return Object.keys(set).length === 0 ? decided : { ...decided, set: { ...decided?.set, ...set } }
}

/** How a line of a memory filed it. */
export function filingOf(memory: Filing, { filing }: Pick<Evidence, "filing">): Filing {
  return filing ?? toFiling(memory)
}

/** Nothing but the filing. */
export function toFiling({ type, section, importance, lifetime }: Filing): Filing {
  return { type, section, importance, lifetime }
}
