/**
 * Composes digests without a model: turns the lines of notes about a person into sentences, latest first,
 * without repeats, up to a length limit. Pure.
 */
import { spokenDate } from "../../domain/calendar.ts"
import { UNTITLED } from "../../memory/db/rows.ts"
import type { DigestLine } from "./fingerprint.ts"

/** Maximum characters of a digest, by rules or by a model. */
export const MOST_CHARACTERS = { day: 300, history: 500, context: 800 } as const

const REGULAR = /^\p{Lu}\p{Ll}+ed(?!\p{L})/u
/** Names that look like past-tense verbs. */
const NAMES_IN_ED =
  /^(?:Ted|Ned|Fred|Jed|Red|Jared|Alfred|Wilfred|Winifred|Mildred|Ahmed|Syed|Saeed|Mohammed|Muhammed)\b/
/** Irregular past-tense verbs that begin a line. */
const IRREGULAR =
  /^(?:was|were|had|did|said|told|wrote|made|went|got|gave|took|found|came|saw|thought|felt|knew|built|bought|brought|began|ran|met|won|lost|kept|left|let|put|set|shown|sent|spent|spoke|taught|read|chose|drew|ate|fell|held|led|sold|sang|swam)\b/i

/** Prefix of lines that the rules build from facts (extraction/rules/note.ts). */
const FACTS_PREFIX = /^(?:Said they|Sagte|Dijo): /

export interface DigestPerson {
  /** `null` if the person's name was never seen. */
  name: string | null
  timezone: string
}

/** "Today: Ada asked about ovens. Ada took part in “Bread”." Returns `null` if there are no notes. */
export function composeDay(person: DigestPerson, lines: readonly DigestLine[]): string | null {
  const sentences = new Sentences(MOST_CHARACTERS.day)
  addDay(sentences, "Today", person, lines)
  return sentences.text
}

/** Writes the digest of earlier days. `days` holds one list of lines per day, latest first. */
export function composeHistory(
  person: DigestPerson,
  days: readonly (readonly DigestLine[])[],
): string | null {
  const sentences = new Sentences(MOST_CHARACTERS.history)
  addHistory(sentences, person, days)
  return sentences.text
}

/** Joins facts, today's lines and earlier days. */
export function composeContext(
  person: DigestPerson,
  facts: readonly string[],
  lines: { day: readonly DigestLine[]; history: readonly (readonly DigestLine[])[] },
): string | null {
  const sentences = new Sentences(MOST_CHARACTERS.context)
  for (const fact of facts) sentences.add("", asSentence(fact))
  addDay(sentences, "Today", person, lines.day)
  addHistory(sentences, person, lines.history)
  return sentences.text
}

/** Formats a line as a full sentence. */
export function toSentence(
  name: string | null,
  { source, text, title }: Pick<DigestLine, "source" | "text" | "title">,
): string {
  const who = name ?? "They"
  const clause = oneLine(text ?? "")
  if (source === "fact") return asSentence(clause)
  if (isFactLine(text) || (clause === "" && title === UNTITLED)) return `${who} took part in a conversation.`
  if (clause === "") return `${who} took part in “${oneLine(title).replace(/[“”"]/g, "'")}”.`
  if (name !== null && beginsWith(clause, name)) return asSentence(clause)
  if (/^\p{Ll}/u.test(clause)) return asSentence(`${who} ${clause}`)
  // "Talked about ovens" needs the person as subject; "The oven broke" is already a sentence.
  const isActivity =
    ELSEWHERE.test(clause) || (REGULAR.test(clause) && !NAMES_IN_ED.test(clause)) || IRREGULAR.test(clause)
  return isActivity
    ? asSentence(`${who} ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`)
    : asSentence(clause)
}

/** Lines that rules write of German and Spanish talk. */
const ELSEWHERE = /^(?:Sprach über|Fragte nach|Habló de|Preguntó por) /u

/**
 * Returns true if the line was built from facts. Such facts are listed separately while they are valid. The
 * line's own words and its conversation's title are not used, because both may outlive a forgotten fact.
 */
export function isFactLine(text: string | null): boolean {
  return FACTS_PREFIX.test(oneLine(text ?? ""))
}

/** Returns true if a clause begins with the name as a whole word. */
function beginsWith(clause: string, name: string): boolean {
  const rest = clause.toLowerCase().startsWith(name.toLowerCase()) ? clause.slice(name.length) : "x"
  return !/^[\p{L}\p{N}\p{M}]/u.test(rest)
}

function addDay(
  sentences: Sentences,
  opening: string,
  person: DigestPerson,
  lines: readonly DigestLine[],
): void {
  let lead = `${opening}: `
  for (const line of lines) if (sentences.add(lead, toSentence(person.name, line))) lead = ""
}

/** Gives each day an equal share of the remaining room, so that a busy day leaves room for earlier ones. */
function addHistory(
  sentences: Sentences,
  person: DigestPerson,
  days: readonly (readonly DigestLine[])[],
): void {
  const spoken = days.filter((lines) => lines.length > 0)
  spoken.forEach((lines, index) => {
    sentences.share(1 / (spoken.length - index))
    addDay(sentences, `On ${spokenDate(lines[0]?.at ?? 0, person.timezone)}`, person, lines)
  })
}

/** Collects distinct sentences up to a length limit. */
class Sentences {
  #text = ""
  readonly #seen = new Set<string>()
  readonly #most: number
  #limit: number

  constructor(most: number) {
    this.#most = most
    this.#limit = most
  }

  /**
   * Limits the following sentences to `part` (0 to 1) of the remaining room. The first sentence of a day,
   * which has a lead, may use all of it.
   */
  share(part: number): void {
    this.#limit = this.#text.length + part * (this.#most - this.#text.length)
  }

  /** Returns false if the sentence is a duplicate or does not fit. */
  add(lead: string, sentence: string): boolean {
    const next = `${this.#text}${this.#text === "" ? "" : " "}${lead}${sentence}`
    if (next.length > (lead === "" ? this.#limit : this.#most)) return false
    const key = sentence.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    this.#text = next
    return true
  }

  get text(): string | null {
    return this.#text === "" ? null : this.#text
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
}

function asSentence(text: string): string {
  const sentence = oneLine(text)
  const capital = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return /[.!?…。！？]["”’')]*$/u.test(capital) ? capital : `${capital}.`
}
