/** Turns one clause into one proposition: parses it, classifies it and rewrites it in third person. */
import type { Person } from "../../domain/types.ts"
import { capitalizeNames, placeName } from "./capitals.ts"
import type { Proposition } from "./claims.ts"
import { classifyClause } from "./classify-clause.ts"
import { classifyPossession } from "./classify-possession.ts"
import { type Clause, type ClauseSubject, readClause } from "./clause.ts"
import { type Complement, isPlace, readComplement } from "./complement.ts"
import { ADVERBS, FILLERS } from "./lexicon.ts"
import { AUXILIARIES, lemmaOf, type Predicate, readPredicate } from "./predicate.ts"
import { hasFirstPerson, nameForms, possessive, rewritePronouns, THEY_FORMS } from "./pronouns.ts"
import { isUncertain } from "./source-filter.ts"
import { isTime } from "./times.ts"
import { isPastForm, thirdPersonForm } from "./verbs.ts"
import { ALREADY_TOLD, normalizeWord, tokenize, trimComplement } from "./words.ts"

/** The speaker, and the context of the clause. */
export interface SpeechContext {
  speaker: Person
  line: number
  at: number
  names: Map<string, Person>
  place: { name: string; line: number } | null
  guild: Person
  /** Said while laughing or in a hypothetical game. */
  laughing: boolean
}

const JOB_NEWS =
  /^(?:they|he|she|\w+) (?:just |finally |actually )*(offered|promoted|hired|accepted|fired) me\b(.*)$/i

/** Parses a clause as a statement of fact, or returns `null`. */
export function readStatement(said: string, context: SpeechContext): Proposition | null {
  if (isUncertain(said)) return null
  const offered = JOB_NEWS.exec(said)
  const direct = offered === null ? said : `I was ${offered[1]}${offered[2]}`
  const text = reorderInverted(direct).replace(ALREADY_TOLD, "")
  const clause = readClause(text, context.names) ?? restoreSubject(text)
  if (clause === null || clause.subject.kind === "pronoun") return null
  return toProposition(resolveThere(clause, context), context)
}

/** Reorders inverted statements: "Call me Al", "Pizza is my favorite food". */
function reorderInverted(said: string): string {
  return said
    .replace(
      /^(?:you can |just |please |everyone |people |friends |they )*[Cc]alls? me (?=\p{Lu})/u,
      "I am known as ",
    )
    .replace(/^(?:a )?new (?=(?:personal best|pb|high score|record) (?:in|at|on|for) )/i, "I have a new ")
    .replace(/^(.{2,40}?) (?:is|are) (my (?:all[- ]time )?favou?rite .{2,30})$/i, "$2 is $1")
}

/** Parses a clause with "he", "she" or "they" as its subject, given the antecedent. */
export function readPronounClause(
  clause: Clause,
  about: ClauseSubject,
  context: SpeechContext,
): Proposition | null {
  if (isUncertain(clause.words.join(" ")) || hasFirstPerson(clause.words)) return null
  return toProposition(resolveThere({ ...clause, subject: about }, context), context)
}

const MOTION = /^(?:move|moved|moving|go|goes|going|went|been|travel|travels|traveling|fly|flew|flying|back)$/

/** Replaces "there" with the last place named in the window. */
function resolveThere(clause: Clause, { place }: SpeechContext): Clause {
  const at = clause.words.findIndex((word, index) => index > 0 && normalizeWord(word) === "there")
  if (at < 0 || place === null) return clause
  const before = normalizeWord(clause.words[at - 1] ?? "")
  const led = /^(?:from|in|near)$/.test(before) ? [] : [MOTION.test(before) ? "to" : "in"]
  const from = /^(?:over|out|down|up)$/.test(before) && before !== "up" ? at - 1 : at
  const words = [
    ...clause.words.slice(0, from),
    ...led,
    ...place.name.split(" "),
    ...clause.words.slice(at + 1),
  ]
  return { ...clause, words }
}

function toProposition(clause: Clause, context: SpeechContext): Proposition | null {
  const { subject } = clause
  if (subject.kind === "own") return possessionProposition(subject.phrase, clause.words, context)
  const predicate = readPredicate(introduceThis(clause.words))
  if (predicate === null) return null
  const ofOther = subject.kind === "named" || subject.kind === "pronoun"
  if (ofOther && hasFirstPerson(predicate.rest)) return null
  const complement = readComplement(predicate.rest)
  const classification = classifyClause(predicate, complement, clause)
  if (classification === null) return null
  const who = labelOf(subject, context.speaker)
  const voice = subject.kind === "self" ? THEY_FORMS : nameForms(context.speaker.name)
  const placed = isPlace(complement) && (complement.preposition !== null || predicate.lemma === "visit")
  return {
    ...who,
    ...citation(context, complement),
    verb: inThirdPerson(predicate, who.plural),
    object: capitalizeNames(rewritePronouns(predicate.rest, voice).join(" "), complement),
    lemma: predicate.lemma,
    kind: classification.kind,
    confidence: context.laughing ? Math.min(classification.confidence, 0.8) : classification.confidence,
    place: placed && !isTime(predicate.rest.join(" ")) ? placeName(complement) : null,
  }
}

const INTRODUCING = /^(?:adopted|got|bought|found|met|joined|started|rescued)$/i

/** "I adopted this cute pup" introduces a new one, so "this" becomes "a". */
function introduceThis(words: string[]): string[] {
  const at = words.findIndex(
    (word, index) => /^this$/i.test(word) && INTRODUCING.test(words[index - 1] ?? ""),
  )
  const next = words[at + 1] ?? ""
  if (at < 0 || words.length < at + 3 || /^(?:one|week|month|year|weekend|morning|time|is)$/i.test(next))
    return words
  return words.with(at, /^[aeiou]/i.test(next) ? "an" : "a")
}

function citation({ speaker, line, at, place }: SpeechContext, complement: Complement) {
  const resolvedHere = place !== null && place.line !== line && complement.text.includes(place.name)
  const lines = new Set(resolvedHere ? [place.line, line] : [line])
  return { speaker, tail: "", lastLine: line, lastAt: at, lines, timed: complement.timed }
}

function labelOf(
  subject: ClauseSubject,
  speaker: Person,
): { subject: Person; label: string; plural: boolean; isKin: boolean } {
  switch (subject.kind) {
    case "named":
      return { subject: subject.person, label: subject.person.name, plural: false, isKin: false }
    case "kin":
      return {
        subject: speaker,
        label: `${possessive(speaker.name)} ${subject.phrase}`,
        plural: subject.plural,
        isKin: true,
      }
    case "self": {
      const { company } = subject
      return {
        subject: speaker,
        label: company === null ? speaker.name : `${speaker.name} ${company}`,
        plural: company !== null,
        isKin: false,
      }
    }
    default:
      return { subject: speaker, label: speaker.name, plural: false, isKin: false }
  }
}

/** "My favorite editor is Neovim." */
function possessionProposition(phrase: string, words: string[], context: SpeechContext): Proposition | null {
  const [verb = "", ...after] = words
  const copular = /^(?:is|are|was|'s)$/i.test(verb)
  if (/^not$/i.test(after[0] ?? "") || /^(?:has|isn't|aren't)$/i.test(verb)) return null
  const rest = trimComplement(copular ? after : words)
  const complement = readComplement(rest)
  const classification = classifyPossession(phrase, complement)
  if (classification === null) return null
  return {
    ...citation(context, complement),
    subject: context.speaker,
    label: `${possessive(context.speaker.name)} ${rewritePronouns(phrase.split(" "), THEY_FORMS).join(" ")}`,
    plural: false,
    isKin: false,
    verb: copular ? verb.toLowerCase() : "",
    object: capitalizeNames(rewritePronouns(rest, THEY_FORMS).join(" "), complement),
    lemma: phrase.toLowerCase(),
    kind: classification.kind,
    confidence: context.laughing ? 0.8 : classification.confidence,
    place: null,
  }
}

// Clauses without a subject: "Just adopted a cat"

const OPENING = /^(?:just |finally |recently |currently |still |also |already |gonna |going to |been )*/i

/** Restores the elided "I" and its auxiliary, or returns `null` if the clause does not start with a verb. */
function restoreSubject(text: string): Clause | null {
  const opening = OPENING.exec(text)?.[0].toLowerCase() ?? ""
  const words = tokenize(text)
  const core = normalizeWord(tokenize(text.slice(opening.length))[0] ?? "")
  const clause = (helper: string | null): Clause => ({
    subject: { kind: "self", company: null, elided: true },
    words: helper === null ? words : [helper, ...words],
  })
  if (core === "be")
    return /^(?:gonna|going to) be (?:away|gone|off|out|on (?:vacation|holiday|leave))\b/i.test(text)
      ? clause("am")
      : null
  if (/^(?:gonna|going to)/.test(opening)) return clause("am")
  if (opening.startsWith("been")) return clause("have")
  if (/^\w+ing,$/.test(words[0] ?? "")) return null
  if (/^\w+ing$/.test(core) || core === "allergic") return clause("am")
  return isPastForm(core) ? clause(null) : null
}

// Verb groups in third person: "am not moving" becomes "isn't moving", "love" becomes "loves"

const THIRD: Record<string, string> = { am: "is", are: "is", were: "was", have: "has", do: "does" }
const LEADS = /^(?:want|plan|hope|need|intend|start|wish|dream|aim|end|keep)$/
/** Fillers that are dropped even after the first verb. */
const EMPTY = /^(?:just|actually|already|finally|really|so|literally)$/

function inThirdPerson(predicate: Predicate, plural: boolean): string {
  const verbs: string[] = []
  let agreed = false
  for (const [index, raw] of predicate.verbGroup.entries()) {
    const word = normalizeWord(raw)
    const last = verbs.at(-1)
    if (isDropped(word, predicate, index, agreed)) continue
    if (word === "not" && last !== undefined && AUXILIARIES.has(last.toLowerCase()))
      verbs[verbs.length - 1] = negate(last)
    else if (agreed || ADVERBS.has(word)) verbs.push(word)
    else {
      verbs.push(agree(word, predicate, plural))
      agreed = true
    }
  }
  return verbs.join(" ")
}

/** Fillers, and the emphatic "do" of "I do love it". */
function isDropped(word: string, predicate: Predicate, index: number, agreed: boolean): boolean {
  const { verbGroup: group, negated, intent } = predicate
  if (index === group.length - 1) return false
  if (/^(?:do|does)$/.test(word)) return !negated && intent === "done"
  return FILLERS.has(word) && !(negated && word === "really") && (!agreed || EMPTY.test(word))
}

function agree(word: string, predicate: Predicate, plural: boolean): string {
  if (plural) return word === "am" ? "are" : word === "was" ? "were" : word
  const turned = THIRD[word]
  if (turned !== undefined) return turned
  if (AUXILIARIES.has(word)) return word
  if (predicate.intent === "done" && (lemmaOf(word) ?? word) === predicate.lemma)
    return predicate.form === "base" ? thirdPersonForm(word) : word
  return LEADS.test(word) ? thirdPersonForm(word) : word
}

function negate(helper: string): string {
  if (helper === "can") return "can't"
  if (helper === "will") return "won't"
  return helper === "am" ? "isn't" : `${helper}n't`
}
