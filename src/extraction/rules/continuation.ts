/** Lines that go on with their author's last fact: "next month", "that startup I told you about", "Named her Luna". */

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
/** Whether a sentence went on with an earlier fact (and grew it). */
export function applyContinuation(scene: DiscourseState, line: TranscriptLine, sentence: Sentence): boolean {
  const text = sentence.text
    .replace(/[\s.!,]+$/, "")
    .replace(/^(?:oh|yeah|yep|and|so|btw|also|lol|haha|anyway)[, ]+/i, "")
  if (text.length > 200) return false
  return applyNaming(scene, line, text) || goesOn(scene, line, sentence, text)
}

function goesOn(scene: DiscourseState, line: TranscriptLine, sentence: Sentence, text: string): boolean {
  const draft = lastProposition(scene, line, RAPID, () => true)
  if (draft === null || spokeBetween(scene, draft, line)) return false
  const added = additionFrom(draft, text)
  if (added !== null) return added !== "" && extendProposition(draft, line, added)
  if (correctTime(draft, text)) return extendProposition(draft, line, "")
  if (draft.lastLine === line.number) return byPronoun(scene, draft, line, sentence)
  const words = tokenize(text)
  const first = normalizeWord(words[0] ?? "")
  if (isNameFor(draft, line, text)) return extendProposition(draft, line, ` (${text})`)
  if (PREPOSITIONS.has(first) || /^(?:starting|beginning)$/.test(first)) return byPhrase(draft, line, words)
  if (/^(?:that|this|the|a|an|some)$/.test(first)) return byNoun(draft, line, text)
  return byPronoun(scene, draft, line, sentence)
}

/** Whether the author or anybody else said more than a few words since: then a fragment may belong elsewhere. */
function spokeBetween(scene: DiscourseState, draft: Proposition, line: TranscriptLine): boolean {
  const between = scene.lines.slice(draft.lastLine, line.number - 1)
  return (
    between.some((other) =>
      other.author.id === line.author.id ? other.sentences.length > 1 : other.text.length > 60,
    ) || between.length > 3
  )
}

function byPhrase(draft: Proposition, line: TranscriptLine, words: string[]): boolean {
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
  draft.timed ||= complement.timed
  return extendProposition(
    draft,
    line,
    `${starting ? "," : ""} ${capitalizeNames(rewritePronouns(kept, THEY_FORMS).join(" "), complement)}`,
  )
}

/** "that startup I interviewed at last week": who or what the fact is about. */
function byNoun(draft: Proposition, line: TranscriptLine, text: string): boolean {
  const words = trimComplement(tokenize(text.replace(ALREADY_TOLD, "")))
  const rest = words.slice(1)
  const complement = readComplement(rest)
  const relative =
    rest.length > 1 &&
    /\b(?:i|we|in|at|from|with|near|for|who|that|where|on|of)\b/i.test(rest.slice(1).join(" "))
  const offer =
    /\b(?:offer|job|position|role|internship|interview|gig|promotion|scholarship|contract)$/.test(
      draft.object,
    ) && draft.tail === ""
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
  const lead = offer ? (/offer$|scholarship$|contract$|promotion$/.test(draft.object) ? " from" : " at") : ","
  return extendProposition(
    draft,
    line,
    `${lead} ${article} ${capitalizeNames(rewritePronouns(rest, THEY_FORMS).join(" "), complement)}`,
  )
}

function byPronoun(
  scene: DiscourseState,
  draft: Proposition,
  line: TranscriptLine,
  sentence: Sentence,
): boolean {
  const { text } = sentence
  if (splitClauses(text).length > 1) return false
  const clause = readClause(text, scene.names)
  if (
    clause === null ||
    clause.subject.kind !== "pronoun" ||
    clause.words.length < 2 ||
    clause.words.length > 16
  )
    return false
  if (/[$€£]|\b\d+k\b|\byou\b|\bif\b|\bwould\b/i.test(text)) return false
  const { word } = clause.subject
  if (draft.kind === "work" && /^(?:they|he|she)$/.test(word) && !draft.isKin)
    return byEmployer(draft, line, clause)
  const about = referentOf(draft)
  if (about === null || hasFirstPerson(clause.words)) return false
  const { label, plural } =
    "phrase" in about ? { label: about.phrase, plural: about.kind === "kin" && about.plural } : draft
  const animal = about.kind === "kin" && PETS.has(about.noun)
  const together = word === "they" && /\b(?:together|married|engaged|dating)\b/.test(text)
  const same = word === "they" ? plural : (word !== "it" || animal) && !plural && !mismatched(word, label)
  const told =
    same && !together ? readPronounClause(clause, about, speechContext(scene, line, sentence)) : null
  if (told !== null) return addProposition(scene, told) !== null
  if (together)
    return extendProposition(
      draft,
      line,
      `; they ${trimComplement(clause.words)
        .join(" ")
        .replace(/\blike (?=\d|a |two|three|four|five)/, "about ")}`,
    )
  return false
}

/** Whether a pronoun cannot mean a kin of the other sex. */
function mismatched(pronoun: string, label: string): boolean {
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

/** "They want me to start in March": what the employer of the last fact asks. */
function byEmployer(draft: Proposition, line: TranscriptLine, clause: Clause): boolean {
  const words = trimComplement(clause.words)
  const verb = normalizeWord(words[0] ?? "")
  const informative = mentionsTime(words.join(" ")) || words.some((word) => /^(?:me|my)$/i.test(word))
  if (!informative || !EMPLOYING.test(verb) || !EMPLOYMENT.test(`${draft.verb} ${draft.object}`)) return false
  const complement = readComplement(words.slice(1))
  if (complement.lower.some((word) => /^(?:it|that|this|you)$/.test(word))) return false
  const finite = /^(?:want|need|expect|let)$/.test(verb) ? thirdPersonForm(verb) : verb
  const rest = capitalizeNames(rewritePronouns(words.slice(1), THEY_FORMS).join(" "), complement)
  const joined = / (?:from|at|with) /.test(`${draft.object}${draft.tail} `)
  return extendProposition(
    draft,
    line,
    joined ? `, which ${finite} ${rest}` : `; the employer ${finite} ${rest}`,
  )
}

// Whom "he", "she", "it" or "they" mean after a fact that brought somebody in: "I have a sister. She lives in Rome".

const BRINGS_IN = /^(?:have|get|adopt|rescue|buy|foster|own|meet|marry|visit)$/
const CALLED = / named (\p{Lu}[\p{L}'-]*)/u

/** The one of the author's own that a fact is about or brought in; null where it is none, or more than one. */
function referentOf(draft: Proposition): ClauseSubject | null {
  if (draft.subject.id !== draft.speaker.id) return { kind: "named", person: draft.subject }
  const possessor = `${draft.speaker.name}'s `
  if (draft.isKin && draft.label.startsWith(possessor)) {
    const phrase = draft.label.slice(possessor.length)
    return { kind: "kin", noun: nounIn(phrase) ?? "", phrase, plural: draft.plural }
  }
  const kept = / (\S+)'s name$/.exec(draft.label)?.[1]
  if (kept !== undefined) return { kind: "kin", noun: kept, phrase: `${kept} ${draft.object}`, plural: false }
  if (!BRINGS_IN.test(draft.lemma) || draft.verb.includes("n't")) return null
  const noun = nounIn(draft.object)
  if (noun === null) return null
  const name = CALLED.exec(draft.object)?.[1]
  return {
    kind: "kin",
    noun,
    phrase: name === undefined ? noun : `${noun} ${name}`,
    plural: noun.endsWith("s"),
  }
}

/** The only word of kin or pets in a text. */
function nounIn(text: string): string | null {
  const nouns = text
    .split(" ")
    .map(normalizeWord)
    .filter((word) => KIN.has(word) || PETS.has(word))
  return new Set(nouns).size === 1 ? (nouns[0] ?? null) : null
}
