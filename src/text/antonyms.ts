/** Whether two plain facts stand on two sides of a pair of opposites: an introvert is no extrovert, a vegan eats no steak. Words only. Pure. */
import { OPPOSITES, type Side } from "./opposites.ts"
import { stems } from "./stems.ts"

/** May follow without changing what is said before it. */
const TAIL =
  "(?:(?:,|\\.|!)|(?:,? )(?:at heart|by nature|everywhere|every (?:single )?day|all the time|most of the time|all day|on everything|for everything|in everything|for life|again|too|as well|in general|and proud(?: of it)?|through and through|for indentation|since (?:birth|\\d{4}|childhood|last (?:year|month|week)|january|february|march|april|may|june|july|august|september|october|november|december)|for (?:\\d+|many|several|a few) (?:years|months|weeks)|person))*\\s*"
/** What follows makes something else of it: mock meat, a drink without alcohol, a thing done in a game or for another. */
const BUT =
  /\b(?:vegan|veggie|plant|mock|fake|free|substitutes?|alternatives?|for (?:her|his|their|the|\p{L}+'s)|in (?:game|minecraft|dreams?|character)|dreams?|if|unless|but|except|pretends?|joke)\b/u
/** Whom it is said of: one to three words, none of them a possessive. */
const OWNER = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+){0,2}$/u

interface Form {
  pair: number
  side: 0 | 1
  pattern: RegExp
}

/** All forms by the word they begin with: most facts have none of these in its place, and are not looked at further. */
const FORMS: ReadonlyMap<string, Form[]> = Map.groupBy(
  OPPOSITES.flatMap((sides, pair) =>
    ([0, 1] as const).flatMap((side) =>
      sides[side].forms.flatMap((form) =>
        firstWords(form).map((first) => ({ pair, side, first, pattern: patternOf(form, sides[side]) })),
      ),
    ),
  ),
  ({ first }) => first,
)

/** The words that a form may begin with: all of its first group, or its first. */
function firstWords(form: string): string[] {
  const group = /^\(\?:([^()?]+)\)/.exec(form)?.[1]
  const starts = (group ?? form).split(group === undefined ? "\n" : "|")
  return [...new Set(starts.map((start) => /^['\p{L}]+/u.exec(start)?.[0] ?? ""))]
}

function patternOf(form: string, { and }: Side): RegExp {
  const rest = and === "whatever" ? "(?<rest>(?![\\p{L}\\p{N}-]).*)" : TAIL
  return new RegExp(`^(?:${form})${rest}$`, "u")
}

/** Where a plain fact stands: on which side of which pair, and of whom it says so. */
export interface Stand {
  pair: number
  side: 0 | 1
  /** In stems, with the thing it is said about where the pair speaks of one. */
  owner: string
}

/** All stands of a plain fact; most have none. */
export function stands(plainFact: string): Stand[] {
  return [...plainFact.matchAll(/ |(?='s )/gu)].slice(0, 5).flatMap(({ index, 0: gap }) => {
    const owner = plainFact.slice(0, index)
    const said = plainFact.slice(index + gap.length)
    const forms = FORMS.get(/^['\p{L}]+/u.exec(said)?.[0] ?? "")
    if (!forms || !OWNER.test(owner)) return []
    return forms.flatMap(({ pair, side, pattern }) => {
      const match = pattern.exec(said)
      if (!match || (match.groups?.rest !== undefined && BUT.test(said))) return []
      const whom = [owner, match.groups?.what ?? ""].map((words) => stems(words).join(" ")).join(": ")
      return [{ pair, side, owner: whom }]
    })
  })
}

/** Whether two facts say of one whom that they stand on two sides. */
export function standApart(a: readonly Stand[], b: readonly Stand[]): boolean {
  return a.some((one) =>
    b.some((other) => one.pair === other.pair && one.side !== other.side && one.owner === other.owner),
  )
}
