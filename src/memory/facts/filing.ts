/**
 * Derives a memory's filing (type, section, importance, lifetime) from its statements: from all of them, or
 * from those a viewer may read. Pure.
 */
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

/**
 * Returns when something said at `saidAt` expires, or `null` for never. What holds until a time ends with it, and
 * nothing expires before a day has passed since the time it speaks of (docs/decisions/049-time.md).
 */
export function expiry({ lifetime, time }: Pick<Filing, "lifetime" | "time">, saidAt: Time): Time | null {
  if (time && time.until !== null && time.endsAt > saidAt) return time.endsAt
  if (lifetime === "permanent") return null
  const plain = saidAt + DAYS[lifetime] * DAY
  return time && time.when !== null && time.until === null ? Math.max(plain, time.endsAt + DAY) : plain
}

/** A memory's filing and the decisions about it that outrank its statements. */
export type FiledMemory = Filing & Pick<Memory, "decided">

/** The lifetimes and importances that a set of statements gives a memory. */
export interface StatedFilings {
  lifetimes: readonly Lifetime[]
  importances: readonly Importance[]
  /** The filing of the first line with the memory's current wording, or `null` if no line has it. */
  first: Pick<Filing, "type" | "section"> | null
  /** The time that the last line with the current wording and a time gives, or `null` if none does. */
  time: Filing["time"]
  /** When each statement was made. */
  times: readonly Time[]
}

/**
 * The filing rule: the longest lifetime, the highest importance, the type and section of the first line with
 * the current wording, and the last time that wording was given. A promoted memory stays permanent while its
 * statements span as many days as the promotion required. Values set by a person outrank all of this. Values
 * that no statement gives stay as the memory has them, except the time: it is gone with the statements that
 * named it.
 */
export function fileByStatements(
  memory: FiledMemory,
  { lifetimes, importances, first, time, times }: StatedFilings,
): FiledMemory {
  const { set, promoted } = memory.decided ?? {}
  const still = promoted !== undefined && countLocalDays(times, promoted.timezone) >= promoted.days
  return {
    type: set?.type ?? (first ?? memory).type,
    section: set?.section !== undefined ? set.section : (first ?? memory).section,
    importance: set?.importance ?? highestImportance(importances) ?? memory.importance,
    lifetime: set?.lifetime ?? (still ? "permanent" : (longestLifetime(lifetimes) ?? memory.lifetime)),
    time: set?.time !== undefined ? set.time : time,
    decided: still || promoted === undefined ? memory.decided : set ? { set } : null,
  }
}

function longestLifetime(all: readonly Lifetime[]): Lifetime | undefined {
  return LIFETIMES.findLast((lifetime) => all.includes(lifetime))
}

function highestImportance(all: readonly Importance[]): Importance | undefined {
  return IMPORTANCES.findLast((importance) => all.includes(importance))
}

/** Returns the number of distinct local days. */
export function countLocalDays(times: readonly Time[], timezone: string): number {
  return new Set(times.map((at) => localDate(at, timezone))).size
}

/** A statement of a memory, with the wording and filing of each of its lines. */
interface WordedStatement {
  wordings: readonly { fact: string; filing: Filing; at: Time }[]
  at: Time
}

/** Returns the memory, in its current wording, as these statements file it. */
export function refileMemory(memory: Memory, statements: readonly WordedStatement[]): Memory {
  const wordings = statements.flatMap((statement) => statement.wordings)
  const standing = wordings.filter(({ fact }) => fact === memory.fact)
  const first = standing.reduce<WordedStatement["wordings"][number] | null>(
    (one, other) => (one === null || other.at < one.at ? other : one),
    null,
  )
  return applyFiling(
    memory,
    fileByStatements(memory, {
      lifetimes: wordings.map(({ filing }) => filing.lifetime),
      importances: wordings.map(({ filing }) => filing.importance),
      first: first?.filing ?? null,
      time:
        standing.toSorted((a, b) => a.at - b.at).findLast(({ filing }) => filing.time)?.filing.time ?? null,
      times: statements.map(({ at }) => at),
    }),
  )
}

/**
 * Returns the memory after one more statement. Like `refileMemory`, except that of two statements with the
 * same wording the first one heard counts as the first.
 */
export function refileWithStatement(memory: Memory, known: Memory, fresh: Memory): Memory {
  const { type, section } = memory.fact === known.fact ? known : fresh
  return applyFiling(
    memory,
    fileByStatements(
      // One more statement cannot reduce the number of days, so a promotion stays.
      { ...known, decided: known.decided?.set ? { set: known.decided.set } : null },
      {
        lifetimes: [known.lifetime, fresh.lifetime],
        importances: [known.importance, fresh.importance],
        first: { type, section },
        time: timeOfWording(memory.fact, fresh.saidAt < known.lastSaidAt ? [fresh, known] : [known, fresh]),
        times: [],
      },
    ),
    known.decided,
  )
}

/** Returns the last time that memories with this wording name. `memories` are in the order they were said. */
function timeOfWording(wording: string, memories: readonly Memory[]): Filing["time"] {
  return memories.findLast(({ fact, time }) => fact === wording && time)?.time ?? null
}

/** Returns the change that makes a memory permanent. A fact that holds until a time still expires then. */
export function promotion(
  { decided, time, lastSaidAt }: Memory,
  promoted: NonNullable<Memory["decided"]>["promoted"] & {},
): Pick<Memory, "decided" | "lifetime" | "expiresAt"> {
  const lifetime = "permanent"
  return { decided: { ...decided, promoted }, lifetime, expiresAt: expiry({ lifetime, time }, lastSaidAt) }
}

/** Applies a filing. The memory expires after the filed lifetime, counted from when it was last said. */
function applyFiling(memory: Memory, filed: FiledMemory, decided = filed.decided): Memory {
  return { ...memory, ...filed, decided, expiresAt: nextExpiry(memory, filed) }
}

/**
 * Returns when a memory expires under a filing. A memory that never expires and keeps its lifetime still
 * never expires.
 */
export function nextExpiry(
  { lifetime, time, expiresAt, lastSaidAt }: Pick<Memory, "lifetime" | "time" | "expiresAt" | "lastSaidAt">,
  filed: Pick<Filing, "lifetime" | "time">,
): Time | null {
  const sameTime = filed.time?.endsAt === time?.endsAt && filed.time?.until === time?.until
  const isSame = filed.lifetime === lifetime && sameTime
  return expiresAt === null && isSame ? null : expiry(filed, lastSaidAt)
}

/**
 * Returns the memory's decisions after a person set parts of its filing. They apply as long as the memory
 * exists, whatever is said later.
 */
export function decidedByPerson({ decided }: Memory, change: Partial<Memory>): Memory["decided"] {
  const own = Object.keys(toFiling(change as Filing)) as (keyof Filing)[]
  const set = Object.fromEntries(
    own.flatMap((key) => (change[key] === undefined ? [] : [[key, change[key]]])),
  )
  return Object.keys(set).length === 0 ? decided : { ...decided, set: { ...decided?.set, ...set } }
}

/**
 * Returns how one line filed its memory, and when its wording was corrected. Rows from before statements had a filing, or
 * a time in it, name no time: the memory's may come from another statement.
 */
export function filingOf(
  memory: Filing,
  { filing }: Pick<Evidence, "filing">,
): NonNullable<Evidence["filing"]> {
  const corrected = filing?.correctedAt === undefined ? {} : { correctedAt: filing.correctedAt }
  return { ...toFiling(filing ?? memory), time: filing?.time ?? null, ...corrected }
}

/** Returns only the filing fields. */
export function toFiling({ type, section, importance, lifetime, time }: Filing): Filing {
  return { type, section, importance, lifetime, time }
}
