/** One clause to one draft: reads it, has it judged, retells it in third person. */
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

/** Who speaks, and what the window knows so far. */
export interface SpeechContext {
  speaker: Person
  line: number
  at: number
  names: Map<string, Person>
  place: { name: string; line: number } | null
  guild: Person
  /** Said laughing, or at play. */
  laughing: boolean
}

const OFFERED =
  /^(?:they|he|she|\w+) (?:just |finally |actually )*(offered|promoted|hired|accepted|fired) me\b(.*)$/i

/** Reads a clause as a statement of fact; null where it is none. */
export function readStatement(said: string, speech: SpeechContext): Proposition | null {
  if (isUncertain(said)) return null
  const offered = OFFERED.exec(said)
  const text = restated(offered === null ? said : `I was ${offered[1]}${offered[2]}`).replace(
    ALREADY_TOLD,
    "",
  )
  const clause = readClause(text, speech.names) ?? elided(text)
  if (clause === null || clause.subject.kind === "pronoun") return null
  return draftOf(resolved(clause, speech), speech)
}

/** "Call me Al", "Pizza is my favorite food": said the other way around. */
function restated(said: string): string {
  return said
    .replace(
      /^(?:you can |just |please |everyone |people |friends |they )*[Cc]alls? me (?=\p{Lu})/u,
      "I am known as ",
    )
    .replace(/^(?:a )?new (?=(?:personal best|pb|high score|record) (?:in|at|on|for) )/i, "I have a new ")
    .replace(/^(.{2,40}?) (?:is|are) (my (?:all[- ]time )?favou?rite .{2,30})$/i, "$2 is $1")
}

/** Reads what "he", "she" or "they" did as said of whom they mean. */
export function readPronounClause(
  clause: Clause,
  about: ClauseSubject,
  speech: SpeechContext,
): Proposition | null {
  if (isUncertain(clause.words.join(" ")) || hasFirstPerson(clause.words)) return null
  return draftOf(resolved({ ...clause, subject: about }, speech), speech)
}

const MOTION = /^(?:move|moved|moving|go|goes|going|went|been|travel|travels|traveling|fly|flew|flying|back)$/

/** Puts the window's last place where the clause says "there". */
function resolved(clause: Clause, { place }: SpeechContext): Clause {
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

function draftOf(clause: Clause, speech: SpeechContext): Proposition | null {
  const { subject } = clause
  if (subject.kind === "own") return ownDraft(subject.phrase, clause.words, speech)
  const predicate = readPredicate(introduced(clause.words))
  if (predicate === null) return null
  const ofOther = subject.kind === "named" || subject.kind === "pronoun"
  if (ofOther && hasFirstPerson(predicate.rest)) return null
  const complement = readComplement(predicate.rest)
  const finding = classifyClause(predicate, complement, clause)
  if (finding === null) return null
  const who = labelOf(subject, speech.speaker)
  const voice = subject.kind === "self" ? THEY_FORMS : nameForms(speech.speaker.name)
  const placed = isPlace(complement) && (complement.preposition !== null || predicate.lemma === "visit")
  return {
    ...who,
    ...saidBy(speech, complement),
    verb: inThirdPerson(predicate, who.plural),
    object: capitalizeNames(rewritePronouns(predicate.rest, voice).join(" "), complement),
    lemma: predicate.lemma,
    kind: finding.kind,
    confidence: speech.laughing ? Math.min(finding.confidence, 0.8) : finding.confidence,
    place: placed && !isTime(predicate.rest.join(" ")) ? placeName(complement) : null,
  }
}

const BRINGING = /^(?:adopted|got|bought|found|met|joined|started|rescued)$/i

/** "I adopted this cute pup" brings it in: it is one that nobody knew of. */
function introduced(words: string[]): string[] {
  const at = words.findIndex((word, index) => /^this$/i.test(word) && BRINGING.test(words[index - 1] ?? ""))
  const next = words[at + 1] ?? ""
  if (at < 0 || words.length < at + 3 || /^(?:one|week|month|year|weekend|morning|time|is)$/i.test(next))
    return words
  return words.with(at, /^[aeiou]/i.test(next) ? "an" : "a")
}

function saidBy({ speaker, line, at, place }: SpeechContext, complement: Complement) {
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
function ownDraft(phrase: string, words: string[], speech: SpeechContext): Proposition | null {
  const [verb = "", ...after] = words
  const copular = /^(?:is|are|was|'s)$/i.test(verb)
  if (/^not$/i.test(after[0] ?? "") || /^(?:has|isn't|aren't)$/i.test(verb)) return null
  const rest = trimComplement(copular ? after : words)
  const complement = readComplement(rest)
  const finding = classifyPossession(phrase, complement)
  if (finding === null) return null
  return {
    ...saidBy(speech, complement),
    subject: speech.speaker,
    label: `${possessive(speech.speaker.name)} ${rewritePronouns(phrase.split(" "), THEY_FORMS).join(" ")}`,
    plural: false,
    isKin: false,
    verb: copular ? verb.toLowerCase() : "",
    object: capitalizeNames(rewritePronouns(rest, THEY_FORMS).join(" "), complement),
    lemma: phrase.toLowerCase(),
    kind: finding.kind,
    confidence: speech.laughing ? 0.8 : finding.confidence,
    place: null,
  }
}

// Clauses whose speaker left themselves out: "Just adopted a cat".

const OPENING = /^(?:just |finally |recently |currently |still |also |already |gonna |going to |been )*/i

/** Puts the speaker back, with the helping verb that the first word wants; null where it opens with no such verb. */
function elided(text: string): Clause | null {
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

// The verb group retold in third person: "am not moving" to "isn't moving", "love" to "loves".

const THIRD: Record<string, string> = { am: "is", are: "is", were: "was", have: "has", do: "does" }
const LEADS = /^(?:want|plan|hope|need|intend|start|wish|dream|aim|end|keep)$/
/** Fillers that say nothing even after the first verb. */
const EMPTY = /^(?:just|actually|already|finally|really|so|literally)$/

function inThirdPerson(predicate: Predicate, plural: boolean): string {
  const told: string[] = []
  let agreed = false
  for (const [index, raw] of predicate.verbGroup.entries()) {
    const word = normalizeWord(raw)
    const last = told.at(-1)
    if (isDropped(word, predicate, index, agreed)) continue
    if (word === "not" && last !== undefined && AUXILIARIES.has(last.toLowerCase()))
      told[told.length - 1] = negative(last)
    else if (agreed || ADVERBS.has(word)) told.push(word)
    else {
      told.push(agreeing(word, predicate, plural))
      agreed = true
    }
  }
  return told.join(" ")
}

/** Fillers, and the "do" of "I do love it". */
function isDropped(word: string, predicate: Predicate, index: number, agreed: boolean): boolean {
  const { verbGroup: group, negated, intent } = predicate
  if (index === group.length - 1) return false
  if (/^(?:do|does)$/.test(word)) return !negated && intent === "done"
  return FILLERS.has(word) && !(negated && word === "really") && (!agreed || EMPTY.test(word))
}

function agreeing(word: string, predicate: Predicate, plural: boolean): string {
  if (plural) return word === "am" ? "are" : word === "was" ? "were" : word
  const turned = THIRD[word]
  if (turned !== undefined) return turned
  if (AUXILIARIES.has(word)) return word
  if (predicate.intent === "done" && (lemmaOf(word) ?? word) === predicate.lemma)
    return predicate.form === "base" ? thirdPersonForm(word) : word
  return LEADS.test(word) ? thirdPersonForm(word) : word
}

function negative(helper: string): string {
  if (helper === "can") return "can't"
  if (helper === "will") return "won't"
  return helper === "am" ? "isn't" : `${helper}n't`
}
