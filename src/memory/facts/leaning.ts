/**
 * Tells which statements took details from a memory that they replaced. A model that updates a fact is shown the former
 * one, and may carry over a date, a name or a number that no line of the update says. Pure.
 */
import type { Memory } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import type { MemoryStatement } from "./known.ts"

/** The statements of a memory, and those of them that are lost. */
export interface LosingMemory {
  memory: Memory
  statements: readonly MemoryStatement[]
  lost: Set<MemoryStatement>
}

/**
 * Marks statements as lost whose details only a lost statement of a replaced memory says. Goes on along chains of
 * replacements.
 */
export function loseLeaning(all: readonly LosingMemory[]): void {
  for (let found = true; found; ) {
    found = false
    for (const former of all) {
      const successor = all.find(({ memory }) => memory.id === former.memory.supersededBy)
      // Merged memories said the same, each in lines of its own.
      if (successor === undefined || former.lost.size === 0 || former.memory.merged) continue
      const leaning = successor.statements.filter((one) => !successor.lost.has(one) && leansOn(one, former))
      for (const one of leaning) successor.lost.add(one)
      found ||= leaning.length > 0
    }
  }
}

function leansOn({ wordings, evidence }: MemoryStatement, { statements, lost }: LosingMemory): boolean {
  const told = new Set(
    [...evidence, ...statements.filter((one) => !lost.has(one)).flatMap((one) => one.evidence)].flatMap(
      (row) => stems(row.excerpt),
    ),
  )
  const gone = new Set([...lost].flatMap(wordsOf).filter((stem) => !told.has(stem)))
  return wordings.some(({ fact }) => detailsOf(fact).some((stem) => gone.has(stem)))
}

function wordsOf({ wordings, evidence }: MemoryStatement): string[] {
  return [...wordings.map(({ fact }) => fact), ...evidence.map((row) => row.excerpt)].flatMap(stems)
}

/** Numbers and names: words with a digit or a capital. The first word always has a capital, so it does not count. */
const DETAIL = /(?<=[^\p{L}\p{N}])(?=\p{L}*[\p{Lu}\p{N}])[\p{L}\p{N}]+/gu

function detailsOf(fact: string): string[] {
  return (fact.match(DETAIL) ?? []).flatMap(stems)
}
