/**
 * Parses a model's reply about a person's facts and keeps the operations that may be proposed. They concern
 * only rows the model was shown, remove a row at most once, and never remove many. Pure.
 */
import { z } from "zod"
import { type Memory, SECTIONS } from "../../domain/types.ts"
import type { Operation } from "../../memory/facts/operations.ts"
import { stems } from "../../text/stems.ts"
import type { Row } from "./rows.ts"

/** A row number. Accepts "R3", "[R3]" and "3" for 3. */
const Numbered = z.preprocess(
  (said) => (typeof said === "string" ? Number(said.replace(/^\s*\[?R?(\d{1,4})\]?\s*$/i, "$1")) : said),
  z.int(),
)
const MOST_ENTRIES = 60
const listOf = <T extends z.ZodType>(item: T) => z.array(item).max(MOST_ENTRIES)

export const ConsolidationReplySchema = z.object({
  merge: listOf(z.object({ into: Numbered, from: listOf(Numbered) })),
  retire: listOf(z.object({ row: Numbered, because: Numbered })),
  reword: listOf(z.object({ row: Numbered, fact: z.string().max(600) })),
  promote: listOf(Numbered),
  section: listOf(z.object({ row: Numbered, section: z.enum(SECTIONS) })),
})
export type ConsolidationReply = z.output<typeof ConsolidationReplySchema>

export interface ProposedOperations {
  operations: Operation[]
  /** The number of operations in the reply that are not proposed. */
  refused: number
}

/** Limits above which a reply counts as broken: a share of the rows shown, but at least a fixed number. */
const RETIRED = { share: 0.2, atLeast: 2 }
const REMOVED = { share: 0.5, atLeast: 4 }
const NOT_SHOWN = { share: 0.2, atLeast: 2 }
const MOST_FACT = 300

/** `rows` are the rows shown, in the order of their numbers. */
export function proposeOperations(
  reply: ConsolidationReply,
  rows: readonly Row[],
  name: string | null,
): ProposedOperations {
  const checker = new ReplyChecker(rows, name)
  const removals = [
    ...reply.merge.flatMap((one) => checker.merge(one)),
    ...reply.retire.flatMap((one) => checker.retire(one)),
  ]
  const edits = [
    ...reply.reword.flatMap(({ row, fact }) => checker.keep(row, (memory) => reworded(memory, fact))),
    ...reply.promote.flatMap((row) => checker.keep(row, ({ id }) => ({ kind: "promote", memory: id }))),
    ...reply.section.flatMap(({ row, section }) =>
      checker.keep(row, ({ id }) => ({ kind: "section", memory: id, section })),
    ),
  ]
  const { refused } = checker
  const operations = [...removals, ...edits]
  return isBroken(reply, rows.length)
    ? { operations: [], refused: refused + operations.length }
    : { operations, refused }
}

/**
 * Returns true if the reply would remove too many of the rows or names too many that were not shown. None of
 * it is used then, because the model did not follow its input.
 */
function isBroken(reply: ConsolidationReply, shown: number): boolean {
  const above = ({ share, atLeast }: typeof RETIRED, of: number) => Math.max(atLeast, share * of)
  const merged = reply.merge.flatMap(({ from }) => from)
  const retired = reply.retire.map(({ row }) => row)
  const named = [
    ...merged,
    ...retired,
    ...reply.merge.map(({ into }) => into),
    ...reply.retire.map(({ because }) => because),
    ...reply.reword.map(({ row }) => row),
    ...reply.promote,
    ...reply.section.map(({ row }) => row),
  ]
  const unknownRows = named.filter((row) => row < 1 || row > shown)
  return (
    retired.length > above(RETIRED, shown) ||
    merged.length + retired.length > above(REMOVED, shown) ||
    unknownRows.length > above(NOT_SHOWN, named.length)
  )
}

/** Checks a reply's operations, and remembers which rows are removed already and in favor of which. */
class ReplyChecker {
  refused = 0
  readonly #rows: readonly Row[]
  readonly #distinctive: (fact: string) => Set<string>
  readonly #removed = new Set<string>()
  readonly #replacing = new Set<string>()
  readonly #done = new Set<string>()

  constructor(rows: readonly Row[], name: string | null) {
    this.#rows = rows
    this.#distinctive = distinctiveStems(
      rows.map(({ memory }) => memory.fact),
      name,
    )
  }

  /** Splits a merge into pairs, so that refusing one row does not refuse the others. */
  merge({ into, from }: ConsolidationReply["merge"][number]): Operation[] {
    const target = this.#idOf(into)
    const merged = from
      .filter((row) => this.#acceptRemoval(row, into))
      .flatMap((row) => this.#idOf(row) ?? [])
    return target === null ? [] : merged.map((id) => ({ kind: "merge", into: target, from: [id] }))
  }

  retire({ row, because }: ConsolidationReply["retire"][number]): Operation[] {
    if (!this.#acceptRemoval(row, because)) return []
    const [memory, reason] = [this.#idOf(row), this.#idOf(because)]
    return memory === null || reason === null ? [] : [{ kind: "retire", memory, because: reason }]
  }

  /** Accepts an operation on a row that stays: each kind once per row. */
  keep(row: number, make: (memory: Memory) => Operation | null): Operation[] {
    const memory = this.#rows[row - 1]?.memory
    const operation = memory === undefined ? null : make(memory)
    const key = operation === null ? "" : `${operation.kind} ${memory?.id}`
    if (operation === null || this.#done.has(key)) {
      this.refused += 1
      return []
    }
    this.#done.add(key)
    return [operation]
  }

  /**
   * Returns true if a row may be removed in favor of another: both were shown, they share a distinctive word,
   * neither is removed already, and the row to remove does not replace another.
   */
  #acceptRemoval(row: number, other: number): boolean {
    const [going, staying] = [this.#rows[row - 1], this.#rows[other - 1]]
    const allowed =
      going !== undefined &&
      staying !== undefined &&
      going !== staying &&
      !this.#removed.has(going.memory.id) &&
      !this.#removed.has(staying.memory.id) &&
      !this.#replacing.has(going.memory.id) &&
      haveCommon(this.#distinctive(going.memory.fact), this.#distinctive(staying.memory.fact))
    if (!allowed) {
      this.refused += 1
      return false
    }
    this.#removed.add(going.memory.id)
    this.#replacing.add(staying.memory.id)
    return true
  }

  #idOf(row: number): string | null {
    return this.#rows[row - 1]?.memory.id ?? null
  }
}

/**
 * Returns the rewording on one line without invisible characters. Returns `null` if it drops a word of the
 * former fact or is longer than `MOST_FACT`.
 */
function reworded({ id, fact: former }: Memory, fact: string): Operation | null {
  const line = fact
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, "")
    .trim()
    .toWellFormed()
  const words = new Set(stems(line))
  const saysAll = stems(former).every((stem) => words.has(stem))
  return saysAll && line.length <= MOST_FACT ? { kind: "reword", memory: id, fact: line } : null
}

// Distinctive words of a person's facts: all but their name, and stems with which half of the facts begin.
// Pure.

/**
 * Returns a function that finds the distinctive stems of a fact, each once. The person's name may have
 * changed since a fact was said, so a stem that half of the facts begin with counts as a name too.
 */
export function distinctiveStems(
  facts: readonly string[],
  name: string | null,
): (fact: string) => Set<string> {
  const begin = Map.groupBy(
    facts.flatMap((fact) => stems(fact)[0] ?? []),
    (stem) => stem,
  )
  const called = [...begin].filter(([, all]) => all.length > 1 && all.length * 2 >= facts.length)
  const names = new Set([...stems(name ?? ""), ...called.map(([stem]) => stem)])
  return (fact) => new Set(stems(fact).filter((stem) => !names.has(stem)))
}

function haveCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((stem) => b.has(stem))
}
