/** Digests without a model: what was noted of a person, in whole sentences, the latest first, each said once, up to a length. Pure. */
import { spokenDate } from "../../domain/calendar.ts"
import { UNTITLED } from "../../memory/db/rows.ts"
import type { DigestLine } from "./fingerprint.ts"

/** The most characters a digest has, whoever writes it. */
export const MOST_CHARACTERS = { day: 600, history: 1_000, context: 1_600 } as const

const REGULAR = /^\p{Lu}\p{Ll}+ed(?!\p{L})/u
/** Names that look like past tenses. */
const NAMED =
  /^(?:Ted|Ned|Fred|Jed|Red|Jared|Alfred|Wilfred|Winifred|Mildred|Ahmed|Syed|Saeed|Mohammed|Muhammed)\b/
/** Past-tense verbs that do not end in -ed, as lines begin with them. */
const IRREGULAR =
  /^(?:was|were|had|did|said|told|wrote|made|went|got|gave|took|found|came|saw|thought|felt|knew|built|bought|brought|began|ran|met|won|lost|kept|left|let|put|set|shown|sent|spent|spoke|taught|read|chose|drew|ate|fell|held|led|sold|sang|swam)\b/i

/** How the rules begin a line that tells facts (extraction/rules/note.ts). */
const FACTS = /^Said they: /

export interface DigestPerson {
  /** null: never heard under a name. */
  name: string | null
  timezone: string
}

/** "Today: Ada asked about ovens. Ada took part in “Bread”." null where nothing was noted. */
export function composeDay(told: DigestPerson, lines: readonly DigestLine[]): string | null {
  const sentences = new Sentences(MOST_CHARACTERS.day)
  addDay(sentences, "Today", told, lines)
  return sentences.text
}

/** The same of the days before, a list of lines for each, the latest first. */
export function composeHistory(told: DigestPerson, days: readonly (readonly DigestLine[])[]): string | null {
  const sentences = new Sentences(MOST_CHARACTERS.history)
  addHistory(sentences, told, days)
  return sentences.text
}

/** Facts, then today, then the days before: what there is of them. */
export function composeContext(
  told: DigestPerson,
  facts: readonly string[],
  lines: { day: readonly DigestLine[]; history: readonly (readonly DigestLine[])[] },
): string | null {
  const sentences = new Sentences(MOST_CHARACTERS.context)
  for (const fact of facts) sentences.add("", ended(fact))
  addDay(sentences, "Today", told, lines.day)
  addHistory(sentences, told, lines.history)
  return sentences.text
}

/** A line as a sentence of its own. */
export function toSentence(
  name: string | null,
  { source, text, title }: Pick<DigestLine, "source" | "text" | "title">,
): string {
  const who = name ?? "They"
  const clause = flat(text ?? "")
  if (source === "fact") return ended(clause)
  if (isFactLine(text) || (clause === "" && title === UNTITLED)) return `${who} took part in a conversation.`
  if (clause === "") return `${who} took part in “${flat(title).replace(/[“”"]/g, "'")}”.`
  if (name !== null && beginsWith(clause, name)) return ended(clause)
  if (/^\p{Ll}/u.test(clause)) return ended(`${who} ${clause}`)
  // "Talked about ovens" is of the person; "The oven broke" is a sentence as it stands.
  const isDeed = (REGULAR.test(clause) && !NAMED.test(clause)) || IRREGULAR.test(clause)
  return isDeed ? ended(`${who} ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`) : ended(clause)
}

/**
 * Whether a line was made of facts. Those are told as facts, for as long as they stand; such a line's own words are
 * not, nor is the title of its conversation, for both may outlive what was forgotten.
 */
export function isFactLine(text: string | null): boolean {
  return FACTS.test(flat(text ?? ""))
}

/** Whether a clause begins with a name, not just with its letters. */
function beginsWith(clause: string, name: string): boolean {
  const rest = clause.toLowerCase().startsWith(name.toLowerCase()) ? clause.slice(name.length) : "x"
  return !/^[\p{L}\p{N}\p{M}]/u.test(rest)
}

function addDay(
  sentences: Sentences,
  opening: string,
  told: DigestPerson,
  lines: readonly DigestLine[],
): void {
  let lead = `${opening}: `
  for (const line of lines) if (sentences.add(lead, toSentence(told.name, line))) lead = ""
}

/** Each day has its share of what room is left, so that a busy one leaves some to those before it. */
function addHistory(
  sentences: Sentences,
  told: DigestPerson,
  days: readonly (readonly DigestLine[])[],
): void {
  const spoken = days.filter((lines) => lines.length > 0)
  spoken.forEach((lines, index) => {
    sentences.share(1 / (spoken.length - index))
    addDay(sentences, `On ${spokenDate(lines[0]?.at ?? 0, told.timezone)}`, told, lines)
  })
}

/** Sentences up to a length, none of them twice. */
class Sentences {
  #text = ""
  readonly #said = new Set<string>()
  readonly #most: number
  #limit: number

  constructor(most: number) {
    this.#most = most
    this.#limit = most
  }

  /** From here on, so much of what room is left is filled (0 to 1); what has a lead may use all of it. */
  share(part: number): void {
    this.#limit = this.#text.length + part * (this.#most - this.#text.length)
  }

  /** False where it was said already, or does not fit. */
  add(lead: string, sentence: string): boolean {
    const next = `${this.#text}${this.#text === "" ? "" : " "}${lead}${sentence}`
    if (next.length > (lead === "" ? this.#limit : this.#most)) return false
    const key = sentence.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    if (this.#said.has(key)) return false
    this.#said.add(key)
    this.#text = next
    return true
  }

  get text(): string | null {
    return this.#text === "" ? null : this.#text
  }
}

function flat(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
}

function ended(text: string): string {
  const sentence = flat(text)
  const capital = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return /[.!?…。！？]["”’')]*$/u.test(capital) ? capital : `${capital}.`
}
