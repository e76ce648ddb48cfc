/**
 * Lines that extend their author's last proposition: "next month", "that startup I told you about", "Named
 * her Luna".
 */

import { additionFrom, correctTime, isNameFor } from "./addition.ts"
import { capitalizeNames } from "./capitals.ts"
import type { Proposition } from "./claims.ts"
import type { Clause, ClauseSubject } from "./clause.ts"
import { readClause, splitClauses } from "./clause.ts"
import { PREPOSITIONS, readComplement } from "./complement.ts"
import {
  addProposition,
  type DiscourseState,
  extendProposition,
  lastProposition,
  speechContext,
} from "./discourse.ts"
import { KIN, PETS } from "./lexicon.ts"
import type { Sentence, TranscriptLine } from "./line.ts"
import { applyNaming } from "./naming.ts"
import { hasFirstPerson, rewritePronouns, THEY_FORMS } from "./pronouns.ts"
import { readPronounClause } from "./statement.ts"
import { mentionsTime } from "./times.ts"
import { thirdPersonForm } from "./verbs.ts"
import { ALREADY_TOLD, normalizeWord, tokenize, trimComplement } from "./words.ts"

const RAPID = { lines: 4, ms: 3 * 60_000 }
/** Returns true if the sentence extended an earlier proposition. */
export function applyContinuation(state: DiscourseState, line: TranscriptLine, sentence: Sentence): boolean {
  const text = sentence.text
    .replace(/[\s.!,]+$/, "")
    .replace(/^(?:oh|yeah|yep|and|so|btw|also|lol|haha|anyway)[, ]+/i, "")
  if (text.length > 200) return false
  return applyNaming(state, line, text) || extendsLast(state, line, sentence, text)
}

function extendsLast(state: DiscourseState, line: TranscriptLine, sentence: Sentence, text: string): boolean {
  const proposition = lastProposition(state, line, RAPID, () => true)
  if (proposition === null || isInterrupted(state, proposition, line)) return false
  const added = additionFrom(proposition, text)
  if (added !== null) return added !== "" && extendProposition(proposition, line, added)
  if (correctTime(proposition, text)) return extendProposition(proposition, line, "")
  if (proposition.lastLine === line.number) return extendByPronoun(state, proposition, line, sentence)
  const words = tokenize(text)
  const first = normalizeWord(words[0] ?? "")
  if (isNameFor(proposition, line, text)) return extendProposition(proposition, line, ` (${text})`)
  if (PREPOSITIONS.has(first) || /^(?:starting|beginning)$/.test(first))
    return extendByPhrase(proposition, line, words)
  if (/^(?:that|this|the|a|an|some)$/.test(first)) return extendByNoun(proposition, line, text)
  return extendByPronoun(state, proposition, line, sentence)
}

/**
 * Returns true if much was said since, by the author or others. A fragment may then belong to something else.
 */
function isInterrupted(state: DiscourseState, proposition: Proposition, line: TranscriptLine): boolean {
  const between = state.lines.slice(proposition.lastLine, line.number - 1)
  return (
    between.some((other) =>
      other.author.id === line.author.id ? other.sentences.length > 1 : other.text.length > 60,
    ) || between.length > 3
  )
}

function extendByPhrase(proposition: Proposition, line: TranscriptLine, words: string[]): boolean {
  const kept = trimComplement(
    tokenize(
      words
        .join(" ")
        .replace(ALREADY_TOLD, "")
        .replace(/^(\w+) (?:that|this) (?=\p{L}+(?: |$))/u, "$1 the "),
    ),
  )
  const complement = readComplement(kept)
  const starting = /^(?:starting|beginning)$/.test(complement.first)
  const fits =
    kept.length >= 2 &&
    kept.length <= 12 &&
    (starting ? complement.timed : !complement.deictic) &&
    !complement.technical
  if (!fits || /[$€£]|\b\d+k\b/i.test(complement.text)) return false
  proposition.timed ||= complement.timed
  return extendProposition(
    proposition,
    line,
    `${starting ? "," : ""} ${capitalizeNames(rewritePronouns(kept, THEY_FORMS).join(" "), complement)}`,
  )
}

/** "that startup I interviewed at last week": describes the person or thing the fact is about. */
function extendByNoun(proposition: Proposition, line: TranscriptLine, text: string): boolean {
  const words = trimComplement(tokenize(text.replace(ALREADY_TOLD, "")))
  const rest = words.slice(1)
  const complement = readComplement(rest)
  const relative =
    rest.length > 1 &&
    /\b(?:i|we|in|at|from|with|near|for|who|that|where|on|of)\b/i.test(rest.slice(1).join(" "))
  const offer =
    /\b(?:offer|job|position|role|internship|interview|gig|promotion|scholarship|contract)$/.test(
      proposition.object,
    ) && proposition.tail === ""
  if (
    !(relative || offer) ||
    rest.length === 0 ||
    rest.length > 16 ||
    complement.technical ||
    /\b(?:you|it|is|are|was|were|will|has|would)\b/i.test(rest.join(" "))
  )
    return false
  const verbal =
    /\b(?:looks?|sounds?|seems?|makes?|brings?|feels?|works?|does|helps?|really|must|can|is|are)\b/i.test(
      rest.join(" "),
    ) && !/\b(?:who|that|which|i|we)\b/i.test(rest.join(" "))
  if (verbal) return false
  const article = /^(?:that|this)$/i.test(words[0] ?? "") ? "the" : (words[0] ?? "").toLowerCase()
  const lead = offer
    ? /offer$|scholarship$|contract$|promotion$/.test(proposition.object)
      ? " from"
      : " at"
    : ","
  return extendProposition(
    proposition,
    line,
    `${lead} ${article} ${capitalizeNames(rewritePronouns(rest, THEY_FORMS).join(" "), complement)}`,
  )
}

function extendByPronoun(
  state: DiscourseState,
  proposition: Proposition,
  line: TranscriptLine,
  sentence: Sentence,
): boolean {
  const { text } = sentence
  if (splitClauses(text).length > 1) return false
  const clause = readClause(text, state.names)
  if (
    clause === null ||
    clause.subject.kind !== "pronoun" ||
    clause.words.length < 2 ||
    clause.words.length > 16
  )
    return false
  if (/[$€£]|\b\d+k\b|\byou\b|\bif\b|\bwould\b/i.test(text)) return false
  const { word } = clause.subject
  if (proposition.kind === "work" && /^(?:they|he|she)$/.test(word) && !proposition.isKin)
    return extendByEmployer(proposition, line, clause)
  const about = antecedentOf(proposition)
  if (about === null || hasFirstPerson(clause.words)) return false
  const { label, plural } =
    "phrase" in about ? { label: about.phrase, plural: about.kind === "kin" && about.plural } : proposition
  const animal = about.kind === "kin" && PETS.has(about.noun)
  const together = word === "they" && /\b(?:together|married|engaged|dating)\b/.test(text)
  const same =
    word === "they" ? plural : (word !== "it" || animal) && !plural && !contradictsGender(word, label)
  const told =
    same && !together ? readPronounClause(clause, about, speechContext(state, line, sentence)) : null
  if (told !== null) return addProposition(state, told) !== null
  if (together)
    return extendProposition(
      proposition,
      line,
      `; they ${trimComplement(clause.words)
        .join(" ")
        .replace(/\blike (?=\d|a |two|three|four|five)/, "about ")}`,
    )
  return false
}

/** Returns true if the pronoun's gender contradicts the relative's. */
function contradictsGender(pronoun: string, label: string): boolean {
  const woman =
    /\b(?:wife|girlfriend|gf|mom|mum|mother|sister|daughter|grandma|grandmother|aunt|niece|fiancee)\b/i.test(
      label,
    )
  const man = /\b(?:husband|boyfriend|bf|dad|father|brother|son|grandpa|grandfather|uncle|nephew)\b/i.test(
    label,
  )
  return (pronoun === "he" && woman) || (pronoun === "she" && man)
}

const EMPLOYING = /^(?:wants?|needs?|expects?|asked|said|offered|lets?|will|hired|gave)$/
const EMPLOYMENT = /\b(?:offer|job|position|role|internship|gig|promotion|hired|offered|promoted|accepted)\b/

/** "They want me to start in March": a request by the employer in the last fact. */
function extendByEmployer(proposition: Proposition, line: TranscriptLine, clause: Clause): boolean {
  const words = trimComplement(clause.words)
  const verb = normalizeWord(words[0] ?? "")
  const informative = mentionsTime(words.join(" ")) || words.some((word) => /^(?:me|my)$/i.test(word))
  if (!informative || !EMPLOYING.test(verb) || !EMPLOYMENT.test(`${proposition.verb} ${proposition.object}`))
    return false
  const complement = readComplement(words.slice(1))
  if (complement.lower.some((word) => /^(?:it|that|this|you)$/.test(word))) return false
  const finite = /^(?:want|need|expect|let)$/.test(verb) ? thirdPersonForm(verb) : verb
  const rest = capitalizeNames(rewritePronouns(words.slice(1), THEY_FORMS).join(" "), complement)
  const joined = / (?:from|at|with) /.test(`${proposition.object}${proposition.tail} `)
  return extendProposition(
    proposition,
    line,
    joined ? `, which ${finite} ${rest}` : `; the employer ${finite} ${rest}`,
  )
}

// Pronoun resolution after a fact that introduced someone: "I have a sister. She lives in Rome"

const INTRODUCING = /^(?:have|get|adopt|rescue|buy|foster|own|meet|marry|visit)$/
const NAMED = / named (\p{Lu}[\p{L}'-]*)/u

/**
 * Returns the relative or pet that a fact is about or introduced. `null` if there is none or more than one.
 */
function antecedentOf(proposition: Proposition): ClauseSubject | null {
  if (proposition.subject.id !== proposition.speaker.id) return { kind: "named", person: proposition.subject }
  const possessor = `${proposition.speaker.name}'s `
  if (proposition.isKin && proposition.label.startsWith(possessor)) {
    const phrase = proposition.label.slice(possessor.length)
    return { kind: "kin", noun: nounIn(phrase) ?? "", phrase, plural: proposition.plural }
  }
  const kept = / (\S+)'s name$/.exec(proposition.label)?.[1]
  if (kept !== undefined)
    return { kind: "kin", noun: kept, phrase: `${kept} ${proposition.object}`, plural: false }
  if (!INTRODUCING.test(proposition.lemma) || proposition.verb.includes("n't")) return null
  const noun = nounIn(proposition.object)
  if (noun === null) return null
  const name = NAMED.exec(proposition.object)?.[1]
  return {
    kind: "kin",
    noun,
    phrase: name === undefined ? noun : `${noun} ${name}`,
    plural: noun.endsWith("s"),
  }
}

/** Returns the only relative or pet noun in a text. */
function nounIn(text: string): string | null {
  const nouns = text
    .split(" ")
    .map(normalizeWord)
    .filter((word) => KIN.has(word) || PETS.has(word))
  return new Set(nouns).size === 1 ? (nouns[0] ?? null) : null
}
