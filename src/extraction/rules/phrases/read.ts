/** Reads what people say of themselves by tables of phrases, a table for each language. Pure. */
import { clausesOf } from "../../support/sentences.ts"
import { FIRST_PERSON, UNREAL } from "../../support/words.ts"
import type { FactKind } from "../kinds.ts"
import { STOPWORDS } from "../lexicon.ts"
import { rewritePronouns, THEY_FORMS } from "../pronouns.ts"
import { GERMAN } from "./de.ts"
import { ENGLISH } from "./en.ts"
import { SPANISH } from "./es.ts"
import { FRENCH } from "./fr.ts"
import type { Phrase, PhraseTable } from "./phrase.ts"
import { PORTUGUESE } from "./pt.ts"
import { type SaidTime, timeIn, timeWords } from "./when.ts"

export const PHRASE_TABLES: readonly PhraseTable[] = [ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE]

export interface SaidFact {
  kind: FactKind
  /** With the speaker's name, without a period. */
  fact: string
  /** The words of its slots, for topics. */
  slots: string[]
  time: SaidTime | null
}

export interface Speech {
  /** The speaker's name. */
  who: string
  at: number
  timezone: string
}

/** Returns the facts of a sentence in which somebody speaks of themselves, in the order they are said. */
export function readSaid(sentence: string, speech: Speech, tables: readonly PhraseTable[]): SaidFact[] {
  const found: SaidFact[] = []
  for (const table of tables)
    for (const clauses of [[sentence], clausesOf(sentence)]) {
      const facts = clauses
        .slice(0, MOST_CLAUSES)
        .flatMap((clause) => readClause(clause, table, speech) ?? [])
      found.push(...facts)
      if (facts.length > 0) break
    }
  return [...new Map(found.map((one) => [one.kind + one.fact, one])).values()]
}
const MOST_CLAUSES = 8
const LONGEST_CLAUSE = 140

interface Clause {
  text: string
  /** Its date, and its words without the date. */
  dated: { time: SaidTime; text: string } | null
}

function readClause(said: string, table: PhraseTable, speech: Speech): SaidFact | null {
  if (said.length > 2 * LONGEST_CLAUSE || UNREAL.test(said.replace(MAY, " "))) return null
  const text = bare(said, table)
  if (text === "" || text.length > LONGEST_CLAUSE) return null
  const time = timeIn(text, { ...speech, language: table.language })
  const isDay = time !== null && (time.from !== null || time.to !== null)
  const clause = { text, dated: isDay ? { time, text: bare(time.rest, table) } : null }
  for (const phrase of table.phrases) {
    const fact = match(clause, phrase, table, speech.who)
    if (fact !== null) return fact
  }
  return null
}

/** The month, which is no "may". */
const MAY = /(?<=(?:\d(?:st|nd|rd|th)?|\b(?:in|of|since|until|till|by)) )may\b|\bmay(?= \d)/giu

function match({ text, dated }: Clause, phrase: Phrase, table: PhraseTable, who: string): SaidFact | null {
  const found =
    (dated ? phrase.said.exec(dated.text) : null) ??
    (phrase.dated === "needed" ? null : phrase.said.exec(text))
  const slots = found && slotsOf(found.groups ?? {}, phrase, table)
  if (!slots) return null
  const time = phrase.dated === null ? null : (dated?.time ?? null)
  const told = phrase.fact.includes("{who}") ? phrase.fact : `{who} ${phrase.fact}`
  const words = `${filled(told, { ...slots, who })} ${time ? timeWords(time, table.language) : ""}`
  return { kind: phrase.kind, fact: words.replace(/\s+/g, " ").trim(), slots: Object.values(slots), time }
}

/** Returns the slots as they stand in a fact, or `null` if one of them names nothing. */
function slotsOf(
  groups: Record<string, string | undefined>,
  phrase: Phrase,
  table: PhraseTable,
): Record<string, string> | null {
  const slots: Record<string, string> = {}
  for (const [name, value] of Object.entries(groups)) {
    if (value === undefined) continue
    const clean = phrase.open.has(name) ? cleaned(value, table) : (table.usual[value.toLowerCase()] ?? value)
    if (clean === null) return null
    slots[name] = CAPITAL.test(name) ? capitalized(clean, table.language) : clean
  }
  return slots
}

/** Slots that name people and places. */
const CAPITAL = /^(?:place|spot|friend|org|name)$/

/** A clause without what says nothing at its ends. */
function bare(said: string, { fillers }: PhraseTable): string {
  let clause = said.replace(/[^\p{L}\p{N}\p{P}\p{Sm}\p{Zs}]/gu, " ").replace(/\s+/g, " ")
  for (let before = ""; before !== clause; ) {
    before = clause
    clause = clause
      .trim()
      .replace(/^[\s,.;:!*~()-]+|[\s,.;:!*~(-]+$/g, "")
      .replace(fillers, "")
  }
  return clause
}

/** Returns a slot's words, or `null` if they name nothing that means something on its own. */
function cleaned(value: string, { empty, usual, fillers, language }: PhraseTable): string | null {
  const words = value
    .replace(fillers, "")
    .trim()
    .replace(/[.'’-]+$/g, "")
  if (words === "" || empty.test(words)) return null
  const all = words.toLowerCase().split(/\s+/)
  if (all.every((word) => STOPWORDS.has(word))) return null
  const told = language === "en" ? rewritePronouns(words.split(" "), THEY_FORMS).join(" ") : words
  return FIRST_PERSON.test(told) ? null : (usual[words.toLowerCase()] ?? told)
}

function capitalized(words: string, language: PhraseTable["language"]): string {
  const small =
    language === "de"
      ? /^(?:der|die|das|den|dem|am|im|an|bei)$/i
      : /^(?:the|of|de|la|el|los|las|du|des|da|do|le|les|a|an|my|and|at)$/i
  return words.replace(/[\p{L}][\p{L}'’.-]*/gu, (word) =>
    small.test(word) || word !== word.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1),
  )
}

function filled(fact: string, slots: Record<string, string>): string {
  return fact
    .replace(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => slots[name]) ? part : "",
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "")
}
