/**
 * Short lines that extend or correct the time and terms of the preceding fact: "back on Sunday", "no wait,
 * Thursday".
 */
import { capitalizeNames } from "./capitals.ts"
import type { Proposition } from "./claims.ts"
import { readComplement } from "./complement.ts"
import type { TranscriptLine } from "./line.ts"
import { isTime, mentionsTime, replaceLastTime, timePhrase } from "./times.ts"
import { tokenize } from "./words.ts"

interface Addition {
  pattern: RegExp
  /** Returns true if the proposition can be extended this way. */
  fits: (proposition: Proposition) => boolean
  /** Returns the text to append for the matched part, or `null` if the part is not usable. */
  tail: (part: string) => string | null
}

const timeTailAfter = (lead: string) => (part: string) => (isTime(part) ? `${lead} ${timeTail(part)}` : null)
const ADDITIONS: Addition[] = [
  {
    pattern:
      /^(?:for )?((?:about |almost |nearly |over )?(?:\d+|\p{L}+) (?:years?|months?|decades?))(?: now| already| and counting)?$/iu,
    fits: ({ kind, timed, lemma, verb }) =>
      /^(?:work|habit|skill|study|home)$/.test(kind) &&
      !timed &&
      lemma !== "move" &&
      !/\b(?:going|will|planning)\b/.test(verb),
    tail: (part) => `, for ${part.toLowerCase()}`,
  },
  {
    pattern:
      /^(?:i(?:'m| am|'ll| will| get to)?|it|that|(?:the )?(?:job|course|school|term|program|classes))(?: all)? starts?(?:ing)? (.{3,40})$/i,
    fits: ({ kind }) => /^(?:work|study|milestone)$/.test(kind),
    tail: timeTailAfter(", starting"),
  },
  {
    pattern: /^(?:(?:and|then|i'm|i'll be|we're|coming|flying|home|returning) )*back (.{3,40})$/i,
    fits: ({ lemma }) => /^(?:fly|go|travel|visit|leave|head)$/.test(lemma),
    tail: timeTailAfter(", back"),
  },
  {
    pattern:
      /^(?:it's|its|it is|and it's) ((?:mostly |fully |partly |all |completely )?(?:remote|part[- ]time|full[- ]time|hybrid|on-site|in person|freelance))$/i,
    fits: ({ kind }) => kind === "work",
    tail: (part) => `; it is ${part.toLowerCase()}`,
  },
]

/**
 * Returns the text a line adds to a proposition: empty if it repeats a time, `null` if it adds nothing clear.
 */
export function additionFrom(proposition: Proposition, text: string): string | null {
  for (const { pattern, fits, tail } of ADDITIONS) {
    const part = pattern.exec(text)?.[1]
    const added = part !== undefined && fits(proposition) ? tail(part) : null
    if (added !== null) return added
  }
  if (!isTime(text)) return null
  return proposition.timed ? "" : ` ${timeTail(text)}`
}

const CORRECTION =
  /^(?:(?:no|oops|sorry|actually|wait|oh|i mean|i meant|make that|scratch that|or rather|correction|rather)[,: ]+)+(?:it's |on )?(.{3,40})$/i

/** Replaces the proposition's last time if the line corrects it: "no wait, Thursday". */
export function correctTime(proposition: Proposition, text: string): boolean {
  const time = CORRECTION.exec(text)?.[1]
  if (time === undefined || !isTime(time) || !proposition.timed) return false
  if (mentionsTime(proposition.tail)) proposition.tail = replaceLastTime(proposition.tail, timeTail(time))
  else proposition.object = replaceLastTime(proposition.object, timeTail(time))
  return true
}

function timeTail(text: string): string {
  const words = tokenize(text)
  return capitalizeNames(
    timePhrase(text.replace(/^(?:maybe |probably |hopefully )/i, "")),
    readComplement(words),
  )
}

/** Matches a bare name right after "the place I interviewed with". */
export function isNameFor(proposition: Proposition, line: TranscriptLine, text: string): boolean {
  const relative = /\b(?:the|a) (?:\w+ ){1,3}(?:they|that|where|who)\b/.test(
    `${proposition.object}${proposition.tail}`,
  )
  const name = /^\p{Lu}[\p{L}\d'&-]+(?: \p{Lu}[\p{L}\d'&-]+){0,2}$/u
  return relative && proposition.lastLine === line.number - 1 && name.test(text)
}
