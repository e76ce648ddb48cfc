/** What a yes or no means: the question's statement, kept or denied, with what the answer adds. */
import { afterYes, fragmentOf, saysNo, saysYes, sideIn } from "./answer.ts"
import type { Question } from "./asking.ts"
import { PREPOSITIONS } from "./complement.ts"
import type { Kind } from "./kinds.ts"
import { isTime } from "./times.ts"

interface Meaning {
  /** The fact in first person. */
  said: string
  /** The kind it is of, where the question tells. */
  kind: Kind | null
}

const COUNTED = /^(?:an?|two|three|four|five|six|\d|one|just|only)\b/i
/** Yes to what was said, not to what was asked: "Yeah, I get it". */
const AGREEING = /\bi (?:get (?:it|that|you)|hear (?:you|that)|know|agree|feel (?:you|that)|bet|see)\b/i
const TONIGHT = / (?:tonight|today|now|right now|rn|this evening|later)$/

export function meantBy(question: Question & { kind: "polar" }, text: string, line: string): Meaning | null {
  const { open } = question
  const owned = ownedBy(question.statement, text)
  if (owned !== null) return { said: owned, kind: null }
  const statement = question.statement.replace(/\bany /, "")
  if (saysNo(text)) return open ? null : { said: denied(statement), kind: null }
  if (!saysYes(text) || AGREEING.test(text)) return null
  const named = fragmentOf(afterYes(text))
  const any = /^(.*?)\bany .*$/.exec(question.statement)?.[1]
  if (any !== undefined && named !== null && !isTime(named)) return { said: `${any}${named}`, kind: null }
  return open ? joined(statement, line) : { said: `${statement}${added(text)}`, kind: null }
}

/** "Do you have pets?" "Two cats": the answer says what is had. */
function ownedBy(statement: string, text: string): string | null {
  if (!statement.startsWith("I have ") || /\b(?:that|it|this)(?:'s| is| was)\b/i.test(text)) return null
  const fragment = fragmentOf(text.replace(/^(?:yes|yeah|yep|yup|i have|i've got|i got),? /i, ""))
  return fragment !== null && COUNTED.test(fragment) ? `I have ${fragment}` : null
}

/** "Anyone watching the game tonight?": who says yes is watching it, and may tell which game. */
function joined(statement: string, line: string): Meaning {
  const shown = statement.replace(TONIGHT, "")
  const named = sideIn(line)?.replace(/^the /i, "") ?? null
  const side = named === null ? null : named.charAt(0).toUpperCase() + named.slice(1)
  const which = /\b(?:the|tonight's|today's) (game|match|fight|race|final)\b/
  return {
    said: side === null ? shown : shown.replace(which, `the ${side} $1`),
    kind: shown === statement ? null : "pastime",
  }
}

/** What a yes adds: a time or a phrase that begins with a preposition. */
function added(text: string): string {
  const more = afterYes(text).replace(/[.!,\s]+$/, "")
  const first = more.split(" ")[0]?.toLowerCase() ?? ""
  return more.length <= 40 && (isTime(more) || PREPOSITIONS.has(first)) ? ` ${more}` : ""
}

function denied(statement: string): string {
  const helped = /^I (am|was|have been|can|will|have(?= \w+(?:ed|en)\b))(?= )/.exec(statement)?.[0]
  return helped === undefined
    ? statement.replace(/^I /, "I do not ")
    : statement.replace(helped, `${helped} not`)
}
