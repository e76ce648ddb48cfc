/** Splits a clause into its words and its time. Pure. */

import type { Time } from "../../../domain/types.ts"
import type { FactKind } from "../kinds.ts"
import { isTime, mentionsTime } from "../times.ts"
import type { PhraseTable } from "./phrase.ts"
import { type SaidTime, timeIn } from "./when.ts"

/** A clause without its time, and that time. */
export interface TimedClause {
  text: string
  when: SaidTime | string
}

/** Times said in a clause: a coming date, and in English also what is past or recurs, at its end or beginning. */
export function timesOf(
  text: string,
  table: PhraseTable,
  speech: { at: Time; timezone: string },
): TimedClause[] {
  const found: TimedClause[] = []
  const coming = timeIn(text, { at: speech.at, timezone: speech.timezone, language: table.language })
  if (coming !== null && (coming.from !== null || coming.to !== null))
    found.push({ text: bare(coming.rest, table), when: coming })
  if (table.language !== "en" || !mentionsTime(text)) return found
  const words = text.split(" ")
  for (let at = 1; at < words.length; at++) {
    const [head, tail] = [words.slice(0, at).join(" "), words.slice(at).join(" ")]
    if (isTime(tail)) return [...found, { text: bare(head, table), when: tail }]
    if (at <= LONGEST_LEAD && isTime(head.replace(/,$/, ""))) {
      found.push({ text: bare(tail, table), when: head.replace(/,$/, "") })
      return found
    }
  }
  return found
}
const LONGEST_LEAD = 4

/** A clause without what says nothing at its ends. */
export function bare(said: string, { fillers, plain }: PhraseTable): string {
  let clause = said.replace(/[^\p{L}\p{N}\p{P}\p{Sm}\p{Zs}]/gu, " ").replace(/\s+/g, " ")
  for (let before = ""; before !== clause; ) {
    before = clause
    clause = clause
      .trim()
      .replace(/^[\s,.;:!*~()-]+|[\s,.;:!*~(-]+$/g, "")
      .replace(fillers, "")
  }
  return plain === undefined ? clause : plain(clause)
}

/** Kinds of what goes on: "for two years" tells since when. */
export const LASTING: ReadonlySet<FactKind> = new Set<FactKind>([
  "work",
  "skill",
  "habit",
  "tool",
  "home",
  "study",
])

/** "For two years" as the year since when. */
export function sinceOf(when: string, { at }: { at: Time }): string | null {
  const [, count = "", unit = ""] =
    /^for (?:about |over |almost |nearly |like |around |the (?:last|past) )?(\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (year|month)s?$/i.exec(
      when,
    ) ?? []
  if (unit === "") return null
  const number = Number(count) || NUMBERS.indexOf(count.toLowerCase()) + 1 || 1
  const year = new Date(at).getUTCFullYear()
  return unit.toLowerCase() === "year" ? `since ${year - number}` : null
}
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
