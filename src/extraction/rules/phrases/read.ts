/** Reads what people say of themselves by tables of phrases, a table for each language. Pure. */
import type { Person } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"
import { mayMatch, PatternTable } from "../../../text/quick-pattern.ts"
import { UNREAL } from "../../support/words.ts"
import type { FactKind } from "../kinds.ts"
import { mentionsMoney } from "../source-filter.ts"
import { withReturn } from "./away.ts"
import { bare, type Clause, inOrder, partsOf, SHORTENED, shortened, timesOf } from "./clause-times.ts"
import { GERMAN } from "./de.ts"
import { ENGLISH } from "./en.ts"
import { SPANISH } from "./es.ts"
import { FRENCH } from "./fr.ts"
import { aboutIn, type ClauseSubject, TOLD_OF_OTHERS } from "./others.ts"
import { matchPhrase, type Phrase, type PhraseMatch, type PhraseTable } from "./phrase.ts"
import { withSubject } from "./plain-english.ts"
import { PORTUGUESE } from "./pt.ts"
import { conjugatedClause, inThirdPerson } from "./retell.ts"
import { endsCut, slotsOf } from "./slots.ts"
import { begins, type SaidFact, type Speech, type ToldClause, toldFact } from "./told.ts"

export const PHRASE_TABLES: readonly PhraseTable[] = [ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE]

const PHRASES = new Map(
  PHRASE_TABLES.map((table) => [table, new PatternTable(table.phrases, ({ said }) => said)]),
)

/** Returns the table of a language. */
export function tableOf(language: Language): PhraseTable {
  return PHRASE_TABLES.find((one) => one.language === language) ?? (PHRASE_TABLES[0] as PhraseTable)
}

/** Returns the facts of a sentence, in the order they are said. */
export function readSaid(sentence: string, speech: Speech, tables: readonly PhraseTable[]): SaidFact[] {
  const found: SaidFact[] = []
  if ([STORY, HYPERBOLE, CORRECTED, REPORTED].some((pattern) => pattern.test(sentence))) return found
  for (const table of tables) {
    const parts = partsOf(sentence, table).slice(0, MOST_CLAUSES)
    // A sentence of one clause need not be read twice.
    const isClause = parts.length === 1 && parts[0] === sentence && !SUPPOSES.test(sentence)
    const whole = readClause(sentence, table, { ...speech, isPart: isClause })
    if (whole !== null) found.push(whole)
    else if (!isClause) found.push(...readClauses(parts, table, { ...speech, isPart: true }))
  }
  const isPassing = PASSING.test(`${speech.lead ?? ""} ${sentence}`)
  const isOpenDay = TWO_DAYS.test(sentence) || WEEK_AND_DAY.test(sentence)
  const hasException = EXCEPTION.test(sentence)
  const meant = found.filter(
    ({ kind }) =>
      !(hasException && kind === "constraint") &&
      !(isPassing && LASTS.has(kind)) &&
      !(isOpenDay && kind === "absence"),
  )
  const once = [...new Map(meant.map((one) => [one.kind + one.told, one])).values()]
  return withReturn(once, sentence, speech.timezone)
}
/** "Vegan except for bacon": without its exception a constraint is false. */
const EXCEPTION =
  /(?<![\p{L}])(?:except|unless|apart from|other than|besides|außer|excepto|salvo|sauf|exceto)(?![\p{L}])/iu
/** "Off fri and sat": of every week. */
const TWO_DAYS =
  /(?<![\p{L}])(?:mon|tue|wed|thu|fri|sat|sun)\p{L}* ?(?:and|&|\+|,|\/) ?(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*(?![\p{L}])/iu
/** "Next week i can't do wednesday": no day of this week. */
const WEEK_AND_DAY =
  /(?<![\p{L}])(?:next|following) week(?! on)(?=.*(?<![\p{L}])(?:mon|tues|wednes|thurs|fri|satur|sun)day)/iu
/** "For now i am on windows" tells of no habit. */
const PASSING =
  /(?<![\p{L}])(?:(?:right|for) now|(?:i['’]?m|i am) on \p{L}+ now|for (?:a|the) (?:while|time being)|at the moment|atm|currently|temporarily|gerade|grad|im moment|momentan|vorerst|por ahora|ahorita|de momento|pour l['’]instant|en ce moment|por enquanto|no momento)(?![\p{L}])/iu
const LASTS: ReadonlySet<FactKind> = new Set<FactKind>([
  "tool",
  "habit",
  "constraint",
  "schedule",
  "belonging",
])
/** "Then i quit hiking": a story, or a threat. */
const STORY = /^\W*(?:and |or |so )?then i(?![\p{L}'’])/iu
/** "Studier forstwirt.. nein umweltsystem": what was said first is not meant. */
const CORRECTED =
  /(?:\.\.+|…|[,;–-]) ?(?:(?:äh+|uh+|eh+|ach),? )?(?:nein|no wait|wait,? no|no,? i mean|i mean|scratch that|nee? quatsch|quiero decir|digo|enfin non|je veux dire|quer dizer)(?![\p{L}])/iu
/** "Er so: ich bin ab morgen vegan" tells what somebody else said. */
const REPORTED =
  /^\P{L}*(?:und |y )?(?:er|sie|der|die|mein\p{L}* \p{L}+|\p{Lu}\p{Ll}+) (?:so|meint|meinte|sagt|sagte|schreibt|schrieb|behauptet)(?![\p{L}])|(?<![\p{L}])(?:dice|dicen|dijo|dijeron|decía|soltó|según)(?![\p{L}])/iu
const HYPERBOLE =
  /(?<![\p{L}])(?:\p{L}*[bmz]illion|thousand|infinite|countless)s? (?!people|users|lines|views|euros|dollars|pounds)\p{L}+|bridge to sell|said no ?(?:one|body) ever/iu
const MOST_CLAUSES = 8
const LONGEST_CLAUSE = 140

/** "I live in Berlin and work at Siemens": a later clause may leave out the "I" of the first. */
function readClauses(clauses: readonly string[], table: PhraseTable, speech: Speech): SaidFact[] {
  const [first = ""] = clauses
  const isOwn = /^(?:\p{L}+ ){0,2}(?:i|i['’]?m|we)(?![\p{L}])/iu.test(first) && !HELPED.test(first)
  const supposed = clauses.findIndex((clause) => SUPPOSES.test(clause))
  const meant = supposed < 0 ? clauses : clauses.slice(0, supposed)
  let { kin } = speech
  return meant.flatMap((clause, index) => {
    const [verb = ""] = clause.trim().split(" ", 1)
    const isOpen =
      index > 0 && isOwn && table.language === "en" && !SUBJECT.test(clause) && !first.includes(verb)
    const said = { ...speech, kin }
    const continued = isOpen ? readClause(`i ${clause.trim()}`, table, said) : null
    const found = continued ?? (isPartOf(clause, first) && index > 0 ? null : readClause(clause, table, said))
    if (found?.isKin === true) kin = kinOf(found, speech)
    return found ?? []
  })
}

/** "I've been writing about plays, studying characters": what the first clause does is told, no matter of its own. */
function isPartOf(clause: string, first: string): boolean {
  return /^\s*(?:and )?\p{L}+ing(?![\p{L}])/iu.test(clause) && DOING.test(first)
}
const DOING =
  /(?<![\p{L}])(?:i['’]?m|am|been|was|were|spent|love|like|enjoy|by|keep|kept|start(?:ed)?) (?:\p{L}+ ){0,2}?\p{L}+ing(?![\p{L}])/iu

/** The relative of a fact, as its speaker calls them: "my sister". */
export function kinOf({ label }: Pick<SaidFact, "label">, { speaker }: { speaker: Person }): string {
  return label.replace(`${speaker.name}'s `, "my ")
}

/** "If the slugs come back, I light it all and move away": what follows is supposed too. */
const SUPPOSES =
  /(?<![\p{L}])(?:if|unless|i swear|imagine|wenn|falls|ich schwör|stell dir vor|imagina|imagine)(?![\p{L}])/iu
/** A later clause without its subject may belong to such a word: "we'll rock it and teach others". */
const HELPED =
  /(?:['’]ll|(?<![\p{L}])(?:will|can|could|ill|to|gonna|might|should|would|let['’]?s))(?![\p{L}])/iu
const SUBJECT = /^\s*(?:\p{L}+ing|like|i|i['’]?m|you|he|she|it|they|we|my|the|a|this|that)(?![\p{L}])/iu

function readClause(said: string, table: PhraseTable, speech: Speech): SaidFact | null {
  // Only a table with plain forms changes words.
  if (table.plain === undefined && phrasesIn(said, table).length === 0) return null
  if (said.length > 2 * LONGEST_CLAUSE || mentionsMoney(said) || UNREAL.test(reallySaid(said, table)))
    return null
  const text = inOrder(bare(said, table), table)
  if (text === "" || text.length > LONGEST_CLAUSE) return null
  const { speaker } = speech
  const own = { clause: text, label: speaker.name, person: speaker, isKin: false, isPlural: false }
  const about = table.language === "en" ? inEnglish({ ...own, clause: withSubject(text) }, speech) : own
  const isOwn = about.label === speaker.name
  // The readings with a time and those without an ending hold no other words.
  const phrases = phrasesIn(about.clause, table).filter(({ kind }) => isOwn || TOLD_OF_OTHERS.has(kind))
  if (phrases.length === 0) return null
  const clause = { text: about.clause, timed: timesOf(about.clause, table, speech) }
  const telling = { about, speech }
  const whole = firstFact(clause, phrases, table, telling)
  if (whole !== null || !speech.isPart) return whole
  const withoutEnding = phrases.filter(({ kind }) => SHORTENED.has(kind))
  if (withoutEnding.length === 0) return null
  for (const shorter of shortened(clause)) {
    const fact = firstFact(shorter, withoutEnding, table, telling)
    if (fact !== null) return fact
  }
  return null
}

/** Returns the phrases that a text may match. */
function phrasesIn(text: string, table: PhraseTable): Phrase[] {
  return PHRASES.get(table)?.among(mayMatch(text.toLowerCase())) ?? []
}

/** Returns the fact of the first phrase that a clause matches. */
function firstFact(
  clause: Clause,
  phrases: readonly Phrase[],
  table: PhraseTable,
  telling: ToldClause,
): SaidFact | null {
  for (const phrase of phrases) {
    const fact = match(clause, phrase, table, telling)
    if (fact !== null) return fact
  }
  return null
}

/** Without words that only look like an "if" or a "might": the month, and the reflexive of Romance languages. */
function reallySaid(said: string, { language }: PhraseTable): string {
  const meant = said.replace(MAY, " ")
  if (language === "es" || language === "fr") return meant.replace(/(?<![\p{L}])se(?![\p{L}])/giu, " ")
  return language === "pt" ? meant.replace(/(?<![\p{L}])se (?=chama|mudou|casou|formou)/giu, " ") : meant
}

/** "We" speaks for the speaker, and others may be spoken of. */
function inEnglish(own: ClauseSubject, speech: Speech): ClauseSubject {
  const { kin } = speech
  const named = kin === null ? own.clause : own.clause.replace(/^(?:she|he|they) (?=\p{L})/iu, `${kin} `)
  const { place } = speech
  const clearly = place == null ? named : named.replace(THERE, (said) => placedThere(said, place))
  const about = aboutIn(clearly, speech.speaker, speech.names) ?? { ...own, clause: clearly }
  const clause = about.clause
    .replace(
      /^we (?=(?:am|are|have|live|move|moved|got|bought|adopted|own|rescued|go|fly|will|went|visited|celebrated|hosted|joined|opened|started|hiked|climbed|use|play)\b)/i,
      "i ",
    )
    .replace(/^i are /i, "i am ")
    .replace(/(?<![\p{L}])our(?![\p{L}])/giu, "my")
  return { ...about, clause }
}

const THERE = /(?<![\p{L}])(?:live|lives|living|move|moved|moving|from|work|works|born) there(?![\p{L}])/iu

/** Returns true if a text means the place named last: "I work there". */
export function saysThere(text: string): boolean {
  return THERE.test(text)
}

function placedThere(said: string, place: string): string {
  const verb = said.replace(/ there$/iu, "")
  return /^from$/iu.test(verb) ? `from ${place}` : `${verb} ${/^mov/iu.test(verb) ? "to" : "in"} ${place}`
}

/** The month, which is no "may". */
const MAY = /(?<=(?:\d(?:st|nd|rd|th)?|\b(?:in|of|since|until|till|by)) )may\b|\bmay(?= \d)/giu

function match(clause: Clause, phrase: Phrase, table: PhraseTable, telling: ToldClause): SaidFact | null {
  const isOptional = phrase.dated === "told" || phrase.dated === null
  const timed =
    phrase.dated === null
      ? clause.timed.filter(({ when }) => lasts(when) || begins(when, table))
      : clause.timed
  const readings = [...timed, ...(isOptional ? [{ text: clause.text, when: "" }] : [])]
  for (const { text, when } of readings) {
    const found = matchPhrase(phrase, text)
    const isCut = found !== null && endsCut(found, phrase, telling.speech.cut ?? null)
    const slots = found && !isCut && slotsOf(found, phrase, table)
    const words =
      slots && (phrase.fact === "=" ? clauseWith(found, slots, telling.about.isPlural) : phrase.fact)
    const told = words && toldFact({ ...phrase, fact: words }, slots, table, { ...telling, text, when })
    if (told) return told
  }
  return null
}

/** "I can't do dairy today", "no drinks on weekdays": nothing that is always so. */
function lasts(when: Clause["timed"][number]["when"]): boolean {
  return (
    typeof when === "string" &&
    /^(?:since |nowadays|these days|for .*(?:years?|months?|yrs?)$|(?:two|\d+|an?) .*ago)/iu.test(when)
  )
}

/** The clause in third person, its slots as they stand in a fact. */
function clauseWith(found: PhraseMatch, slots: Record<string, string>, isPlural: boolean): string {
  let clause = found.text
  for (const { name, start, end } of found.slots.toSorted((a, b) => b.start - a.start))
    clause = `${clause.slice(0, start)}${slots[name] ?? ""}${clause.slice(end)}`
  return /^my /i.test(clause)
    ? `{who}'s ${inThirdPerson(clause.slice(3))}`
    : conjugatedClause(clause, isPlural)
}
