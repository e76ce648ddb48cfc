/** Short lines that add to, or correct, the time and terms of the fact before them: "back on Sunday", "no wait, Thursday". */
import { capitalizeNames } from "./capitals.ts"
import type { Proposition } from "./claims.ts"
import { readComplement } from "./complement.ts"
import type { TranscriptLine } from "./line.ts"
import { isTime, mentionsTime, replaceLastTime, timePhrase } from "./times.ts"
import { tokenize } from "./words.ts"

interface Addition {
  says: RegExp
  /** Whether a fact can go on so. */
  fits: (draft: Proposition) => boolean
  /** What it adds, of the matched part; null where that is not enough. */
  tail: (part: string) => string | null
}

const inTime = (lead: string) => (part: string) => (isTime(part) ? `${lead} ${timed(part)}` : null)
const ADDITIONS: Addition[] = [
  {
    says: /^(?:for )?((?:about |almost |nearly |over )?(?:\d+|\p{L}+) (?:years?|months?|decades?))(?: now| already| and counting)?$/iu,
    fits: ({ kind, timed, lemma, verb }) =>
      /^(?:work|habit|skill|study|home)$/.test(kind) &&
      !timed &&
      lemma !== "move" &&
      !/\b(?:going|will|planning)\b/.test(verb),
    tail: (part) => `, for ${part.toLowerCase()}`,
  },
  {
    says: /^(?:i(?:'m| am|'ll| will| get to)?|it|that|(?:the )?(?:job|course|school|term|program|classes))(?: all)? starts?(?:ing)? (.{3,40})$/i,
    fits: ({ kind }) => /^(?:work|study|milestone)$/.test(kind),
    tail: inTime(", starting"),
  },
  {
    says: /^(?:(?:and|then|i'm|i'll be|we're|coming|flying|home|returning) )*back (.{3,40})$/i,
    fits: ({ lemma }) => /^(?:fly|go|travel|visit|leave|head)$/.test(lemma),
    tail: inTime(", back"),
  },
  {
    says: /^(?:it's|its|it is|and it's) ((?:mostly |fully |partly |all |completely )?(?:remote|part[- ]time|full[- ]time|hybrid|on-site|in person|freelance))$/i,
    fits: ({ kind }) => kind === "work",
    tail: (part) => `; it is ${part.toLowerCase()}`,
  },
]

/** What a line adds to a fact: empty where it says a time that the fact has already, null where it adds nothing so plain. */
export function additionFrom(draft: Proposition, text: string): string | null {
  for (const { says, fits, tail } of ADDITIONS) {
    const part = says.exec(text)?.[1]
    const added = part !== undefined && fits(draft) ? tail(part) : null
    if (added !== null) return added
  }
  if (!isTime(text)) return null
  return draft.timed ? "" : ` ${timed(text)}`
}

const INSTEAD =
  /^(?:(?:no|oops|sorry|actually|wait|oh|i mean|i meant|make that|scratch that|or rather|correction|rather)[,: ]+)+(?:it's |on )?(.{3,40})$/i

/** Puts another time where a fact's last was, if that is what a line says: "no wait, Thursday". */
export function correctTime(draft: Proposition, text: string): boolean {
  const time = INSTEAD.exec(text)?.[1]
  if (time === undefined || !isTime(time) || !draft.timed) return false
  if (mentionsTime(draft.tail)) draft.tail = replaceLastTime(draft.tail, timed(time))
  else draft.object = replaceLastTime(draft.object, timed(time))
  return true
}

function timed(text: string): string {
  const words = tokenize(text)
  return capitalizeNames(
    timePhrase(text.replace(/^(?:maybe |probably |hopefully )/i, "")),
    readComplement(words),
  )
}

/** A bare name right after "the place I interviewed with": what it is called. */
export function isNameFor(draft: Proposition, line: TranscriptLine, text: string): boolean {
  const relative = /\b(?:the|a) (?:\w+ ){1,3}(?:they|that|where|who)\b/.test(`${draft.object}${draft.tail}`)
  const name = /^\p{Lu}[\p{L}\d'&-]+(?: \p{Lu}[\p{L}\d'&-]+){0,2}$/u
  return relative && draft.lastLine === line.number - 1 && name.test(text)
}
