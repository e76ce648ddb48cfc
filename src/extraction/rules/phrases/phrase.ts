/**
 * The form of a phrase table: what people say of themselves, and the fact it gives. A row is
 *
 *     kind: pattern => fact
 *       + said -> the fact it gives | said -> fact
 *       - said that gives none | another
 *
 * "kind/told" and so on says how it is dated (see `Dated`). The examples are the row's tests (test/unit/phrases.test.ts).
 */
import type { Language } from "../../../text/language.ts"
import { mayMatch, QuickPattern } from "../../../text/quick-pattern.ts"
import type { FactKind } from "../kinds.ts"
import { type Example, tableRows } from "../rows.ts"

/**
 * The part of a time in a fact: `told` if there is one, a coming one `needed`, a `past` one needed, or none, where a time
 * shows that something passing is meant.
 */
type Dated = "told" | "needed" | "past" | null

export interface Phrase {
  kind: FactKind
  /** Matches a whole clause in lower case; its named groups are the slots. */
  said: QuickPattern
  /**
   * The fact after the name, "lives in {place}[ with {friend}]", or with it: "A {who} le gusta {thing}". Brackets go if
   * their slot was not said. "=" is the English clause itself in third person.
   */
  fact: string
  dated: Dated
  /** Slots that take any words. The others are alternatives of the pattern. */
  open: ReadonlySet<string>
  /** "Ana" says them on Monday 11 May 2026. */
  examples: readonly Example[]
}

export interface PhraseTable {
  language: Language
  /** Writes a clause out in plain words, so that a phrase needs one form only. */
  plain?: (clause: string) => string
  /** Puts the subject first, as phrases have it: "jetzt wohne ich in Bonn". `isLed`: a time stood before the clause. */
  order?: (clause: string, isLed: boolean) => string
  /** The third person of a verb in first person, for slots named "does". */
  third?: (verb: string) => string | null
  /** Words at the ends of a clause that say nothing: "btw", "eh", "halt". */
  fillers: RegExp
  /** Slots that start or consist of these name nothing: "it", "there", "eso". */
  empty: RegExp
  /** The usual word for what chat shortens: "veggie" for "vegetarian". */
  usual: Readonly<Record<string, string>>
  phrases: readonly Phrase[]
}

const WORD = "[\\p{L}\\p{N}][\\p{L}\\p{N}_'’.+#-]*"
const SLOTS: Record<string, string> = {
  place: "(?!\\d)[\\p{L}][\\p{L}'’.-]+(?: [\\p{L}][\\p{L}'’.-]+){0,2}?",
  name: "[\\p{L}][\\p{L}\\p{N}'’_.-]{1,24}",
  word: WORD,
  words: `${WORD}(?: ${WORD}){0,3}?`,
  thing: `${WORD}(?: ${WORD}){0,7}?`,
  // An object of its own: not "the new one", "to go", "when that happens".
  obj: `(?!(?:the|this|that|these|those|it|you|your|my (?!(?:\\p{L}+ )?(?:wife|husband|partner|girlfriend|boyfriend|mom|mum|dad|sister|brother|son|daughter|kids?|parents|grandma|grandpa|dogs?|cats?|job|city|neighbou?rhood|town|car|bike|keyboard|guitar|piano|camera|team|colleagues|coworkers|boss|house|flat|garden|church|school)(?![\\p{L}]))|life|his|her|their|them|him|to|how|when|where|what|why|being|having|seeing|every|everything|any|some|one|ones|both|doing|getting|going|after|at|before|during|on|in|by|up|for|with)\\b)${WORD}(?: ${WORD}){0,5}?`,
}

/** Compiles the rows of a table. */
export function phraseRows(table: string): Phrase[] {
  return tableRows(table).map(({ key, sign, said, fact, examples }) =>
    phrase({ kind: key as FactKind, dated: (sign ?? null) as Dated, fact, examples }, said),
  )
}

/**
 * "<place>" is a slot, "<site:word>" a slot of that form with a name of its own, "(a|b)" are alternatives, a space is any
 * white space. Letter case does not matter: matched is the clause in lower case.
 */
function phrase(row: Omit<Phrase, "said" | "open">, said: string): Phrase {
  const open = new Set([...said.matchAll(/(?<!\(\?)<(\w+)/g)].map(([, name = ""]) => name))
  const pattern = said
    .replace(/'(?![’\]])/g, "['’]?")
    .replace(/\((?!\?)/g, "(?:")
    .replace(/ \?(?!:)/g, "\\s*")
    .replace(/ /g, "\\s+")
    .replace(/(?<!\(\?)<(\w+)(?::(\w+))?>/g, (_, name: string, form = name) => `(?<${name}>${SLOTS[form]})`)
    // Clauses are matched in lower case: it halves the time that a pattern takes to compile.
    .replace(/\\p\{Lu\}/g, "\\p{Ll}")
    .replace(/\\p\{\w+\}|\\.|\p{Lu}/gu, (part) => (part.startsWith("\\") ? part : part.toLowerCase()))
  return { ...row, said: new QuickPattern(`^(?:${pattern})$`, "ud"), open }
}

/** A clause that a phrase matches: its slots as they were written, and where they stand. */
export interface PhraseMatch {
  text: string
  slots: { name: string; value: string; start: number; end: number }[]
}

/** Returns `null` if the phrase does not match the whole text. */
export function matchPhrase({ said }: Phrase, text: string): PhraseMatch | null {
  const lower = text.toLowerCase()
  const written = lower.length === text.length ? text : lower
  const groups = mayMatch(lower).has(said) ? said.regExp.exec(lower)?.indices : null
  if (!groups) return null
  const slots = Object.entries(groups.groups ?? {}).flatMap(([name, span]) =>
    span ? [{ name, value: written.slice(...span), start: span[0], end: span[1] }] : [],
  )
  return { text: written, slots }
}
