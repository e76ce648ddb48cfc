/** One clause to one draft: reads it, judges it, retells it in third person. */
import type { Person } from "../../vocabulary.ts"
import { type Clause, readClause } from "./clause.ts"
import { type Complement, isPlace, readComplement, runsOn } from "./complement.ts"
import { type Finding, judgeBeing, judgeOwn } from "./copula.ts"
import type { Draft } from "./draft.ts"
import { bare, has } from "./grammar.ts"
import { FILLERS, KIN, PETS } from "./lexicon.ts"
import { inThirdPerson, type Predicate, readPredicate } from "./predicate.ts"
import { capitalizeDates } from "./times.ts"
import { allows, VERB_RULES } from "./verb-rules.ts"
import { AS_THEY, asName, hasFirstPerson, possessive, retell, settle, wordsOf } from "./words.ts"

/** Who speaks, and what the window knows so far. */
export interface Speech {
  speaker: Person
  line: number
  at: number
  names: Map<string, Person>
  place: { name: string; line: number } | null
  laughing: boolean
}

const DOUBT =
  /\b(?:would|could|should|might|ought|wish|wished|if|unless|whether|maybe|perhaps|probably|prolly|possibly|supposedly|allegedly|hypothetical(?:ly)?|imagine|pretend|suppose|supposed to|in theory|almost|kind of want|never mind|nevermind|at this point|the one i|i (?:just )?(?:think|guess|bet|doubt|suspect|assume|believe|thought|meant|feel like|swear)|a (?:million|billion|trillion)|to death|forever and ever|or something|or whatever|as if)\b/i
const MONEY = /[$€£]\s?\d|\b\d+(?:\.\d+)?k\b(?! ?(?:run|race|steps|marathon|monitor|tv|display))|\b(?:salary|income|net worth|mortgage|in debt|per hour|an hour)\b/i

/** Reads a clause as a statement of fact; null where it is none. */
export function readStatement(text: string, speech: Speech): Draft | null {
  if (text.length > 400 || DOUBT.test(text) || MONEY.test(text) || quotes(text)) return null
  const offered = /^(?:they|he|she|\w+) (?:just |finally |actually )*(offered|promoted|hired|accepted|rejected|fired) me\b(.*)$/i.exec(text)
  const clause = readClause(offered === null ? text : `I was ${offered[1]}${offered[2]}`, speech.names) ?? elided(text)
  if (clause === null || clause.subject.kind === "pronoun") return null
  return draftOf(resolved(clause, speech), speech)
}

function quotes(text: string): boolean {
  const quoted = /"([^"]{0,200})"/.exec(text)
  return quoted !== null && ((quoted[1] ?? "").split(" ").length > 4 || /\bi\b|\bi'm\b/i.test(quoted[1] ?? ""))
}

const FIRST = /^(?:just |finally |recently |currently |still |also |already |gonna |going to |been )*/i

/** "Just adopted a cat": the speaker left themselves out. */
function elided(text: string): Clause | null {
  const opener = FIRST.exec(text)?.[0].toLowerCase() ?? ""
  const words = wordsOf(text)
  const core = bare(wordsOf(text.slice(opener.length))[0] ?? "")
  const subject = { kind: "self", company: null, elided: true } as const
  if (core === "be") return null
  if (/^(?:gonna|going to)/.test(opener)) return { subject, words: ["am", ...words] }
  if (/^been/.test(opener)) return { subject, words: ["have", ...words] }
  if (/^\w+ing$/.test(core) || core === "allergic") return { subject, words: ["am", ...words] }
  return /^(?:\w+ed|got|bought|went|quit|won|started|ran|became|left|flew|built|wrote|met|made)$/.test(core) ? { subject, words } : null
}

/** Puts the window's last place where the clause says "there". */
function resolved(clause: Clause, { place }: Speech): Clause {
  const at = clause.words.findIndex((word, index) => index > 0 && bare(word) === "there")
  if (at < 0 || place === null) return clause
  const before = bare(clause.words[at - 1] ?? "")
  const lead = before === "from" || before === "in" || before === "near" ? "" : /^(?:move|moved|moving|go|goes|going|went|been|travel|travels|traveling|fly|flew|flying|back)$/.test(before) ? "to" : "in"
  const named = [...(lead === "" ? [] : [lead]), ...place.name.split(" ")]
  const from = before === "over" || before === "out" || before === "down" ? at - 1 : at
  return { ...clause, words: [...clause.words.slice(0, from), ...named, ...clause.words.slice(at + 1)] }
}

function draftOf(clause: Clause, speech: Speech): Draft | null {
  const { subject } = clause
  if (subject.kind === "own") return ownDraft(subject.phrase, clause.words, speech)
  const predicate = readPredicate(clause.words)
  if (predicate === null) return null
  const complement = readComplement(predicate.rest)
  const judged = judge(predicate, complement, clause)
  if (judged === null || judged.confidence <= 0) return null
  const finding = runsOn(complement) ? { ...judged, confidence: Math.min(judged.confidence, 0.8) } : judged
  const who = labelOf(clause, speech)
  if (subject.kind !== "self" && subject.kind !== "kin" && hasFirstPerson(predicate.rest)) return null
  const voice = subject.kind === "self" ? AS_THEY : asName(speech.speaker.name)
  const object = tidy(retell(predicate.rest, voice).join(" "), complement)
  const place = isPlace(complement) && (complement.preposition !== null || predicate.lemma === "visit") ? placeName(complement) : null
  return {
    ...base(speech),
    ...who,
    verb: inThirdPerson(predicate, who.plural),
    object,
    lemma: predicate.lemma,
    kind: finding.kind,
    confidence: certainty(finding.confidence, clause, predicate, speech),
    lines: linesOf(clause, predicate, speech),
    place,
    timed: complement.timed,
  }
}

function base(speech: Speech) {
  return { subject: speech.speaker, by: speech.speaker, tail: "", lastLine: speech.line, lastAt: speech.at, plural: false }
}

function linesOf(clause: Clause, predicate: Predicate, { place, line }: Speech): Set<number> {
  const used = place !== null && predicate.rest.join(" ").includes(place.name) && place.line !== line && clause.words.length > 0
  return new Set(used ? [place.line, line] : [line])
}

function labelOf(clause: Clause, { speaker }: Speech): { subject: Person; label: string; plural: boolean } {
  const { subject } = clause
  if (subject.kind === "named") return { subject: subject.person, label: subject.person.name, plural: false }
  if (subject.kind === "kin") return { subject: speaker, label: `${possessive(speaker.name)} ${subject.phrase}`, plural: subject.plural }
  const company = subject.kind === "self" ? subject.company : null
  return { subject: speaker, label: company === null ? speaker.name : `${speaker.name} ${company}`, plural: company !== null }
}

const OF_KIN = new Set<string>(["home", "work", "study", "origin", "family", "pet", "milestone", "taste", "skill", "constraint", "habit", "event", "identity", "absence", "plan", "name"])
const OF_NAMED = new Set<string>(["home", "work", "study", "origin", "family", "pet", "milestone", "event", "absence", "identity", "constraint"])

function judge(p: Predicate, c: Complement, clause: Clause): Finding | null {
  const { kind } = clause.subject
  if ([...p.helpers].some((helper) => /^(?:would|could|should|might|may|must|shall)$/.test(helper))) return null
  const finding = p.lemma === "be" ? being(p, c, clause) : doing(p, c)
  if (finding === null) return null
  if (kind === "kin" && !OF_KIN.has(finding.kind)) return null
  if (kind === "kin" && finding.kind === "work" && c.preposition === null && p.lemma !== "be") return { ...finding, confidence: 0.8 }
  if (kind !== "named") return finding
  return OF_NAMED.has(finding.kind) && p.form !== "base" ? finding : null
}

function being(p: Predicate, c: Complement, clause: Clause): Finding | null {
  const beenTo = p.helpers.has("been") && c.preposition === "to" && isPlace(c) && !c.loose
  if (beenTo) return { kind: "event", confidence: 1 }
  if (p.helpers.has("been") && !c.timed && c.preposition !== null) return null
  if (/^(?:offered|promoted|hired|accepted|fired)$/.test(c.first)) return c.machine || c.lower.some((word) => /^(?:it|this|that|you)$/.test(word)) ? null : { kind: "work", confidence: 1 }
  const finding = judgeBeing(c, p)
  return finding !== null && clause.subject.kind === "kin" && finding.kind === "identity" && /^\d/.test(c.first) ? null : finding
}

function doing(p: Predicate, c: Complement): Finding | null {
  const rule = VERB_RULES[p.lemma]
  if (rule === undefined) return null
  if (p.intent === "duty") return duty(c)
  if (p.intent !== "done" && /^(?:use|have|run|own|like|eat|drink)$/.test(p.lemma) && !(p.intent === "former" && !c.machine)) return null
  if (p.lemma === "read" && p.form === "base" && (c.determiner === "a" || p.group.some((word) => /^(?:just|recently|already|finally)$/i.test(word)))) return null
  const intended = p.intent === "plan" || p.intent === "wish" || p.helpers.has("will")
  const tense = p.helpers.has("can") && p.negated ? "base" : p.form
  if (p.helpers.has("can") && !p.negated && rule.kind !== "skill") return null
  if (p.helpers.has("can") && p.negated && !(rule.kind === "constraint" || p.lemma === "stand")) return null
  if (p.helpers.has("did") && p.negated) return null
  if (p.lemma === "stand" && !p.negated) return null
  if (!intended && p.intent === "done" && !allows(rule, tense)) return null
  if (p.lemma === "eat" || p.lemma === "drink") return consuming(p, c, rule.judge(c))
  const confidence = rule.judge(c)
  const kind = rule.kindOf?.(c) ?? rule.kind
  if (!intended) return { kind: p.intent === "former" && kind === "pastime" ? "habit" : kind, confidence: tentative(p, kind, confidence) }
  return { kind: planned(kind, p), confidence: p.helpers.has("will") && !c.timed ? Math.min(confidence, 0.8) : confidence }
}

function tentative(p: Predicate, kind: string, confidence: number): number {
  if (p.lemma === "use" && p.form === "gerund") return Math.min(confidence, 0.8)
  if (p.negated && /^(?:tool|belonging|event|pastime|pet|home|work|study|milestone)$/.test(kind)) return Math.min(confidence, 0.8)
  return confidence
}

function duty(c: Complement): Finding | null {
  if (c.loose || c.machine) return null
  return c.timed && !/\b(?:now|rn|today)\b/.test(c.text) ? { kind: "task", confidence: 1 } : null
}

function planned(kind: Finding["kind"], p: Predicate): Finding["kind"] {
  if (p.intent === "wish") return "goal"
  return /^(?:home|work|study|family|pet|milestone)$/.test(kind) ? kind : "plan"
}

function consuming(p: Predicate, c: Complement, confidence: number): Finding | null {
  if (p.helpers.has("can") && p.negated) return { kind: "constraint", confidence }
  if (p.negated) return { kind: "constraint", confidence }
  const regular = [...p.group, ...c.lower].some((word) => /^(?:always|only|every|daily|usually|mostly|often)$/.test(bare(word)))
  return { kind: "habit", confidence: regular ? confidence : Math.min(confidence, 0.8) }
}

function certainty(found: number, clause: Clause, p: Predicate, speech: Speech): number {
  let confidence = speech.laughing ? Math.min(found, 0.8) : found
  const { subject } = clause
  if (subject.kind === "self" && subject.elided) {
    const sure = p.group.some((word) => FILLERS.has(bare(word))) || p.rest.some((word) => /^(?:my|our)$/i.test(word)) || /^(?:have|am)$/.test(bare(p.group[0] ?? "")) && p.group.length > 2
    if (!sure) confidence = Math.min(confidence, 0.8)
  }
  return p.rest.length > 28 ? Math.min(confidence, 0.8) : confidence
}

function ownDraft(phrase: string, words: string[], speech: Speech): Draft | null {
  const [verb = "", ...after] = words
  const negated = /^not$/i.test(after[0] ?? "")
  const rest = settle(negated ? after.slice(1) : after)
  const complement = readComplement(rest)
  const finding = negated ? null : judgeOwn(phrase, complement)
  if (finding === null || !/^(?:is|are|was|'s)$/i.test(verb)) return null
  return {
    ...base(speech),
    label: `${possessive(speech.speaker.name)} ${retell(phrase.split(" "), AS_THEY).join(" ")}`,
    verb: verb.toLowerCase(),
    object: tidy(retell(rest, AS_THEY).join(" "), complement),
    lemma: phrase.toLowerCase(),
    kind: finding.kind,
    confidence: speech.laughing ? 0.8 : finding.confidence,
    lines: new Set([speech.line]),
    place: null,
    timed: complement.timed,
  }
}

function placeName(c: Complement): string {
  const words = c.phrase.map((word) => c.words.find((own) => bare(own) === word) ?? word).map((word) => word.replace(/[,.;:!]+$/, ""))
  return tidy(`${c.determiner === null ? "" : `${c.determiner} `}${words.join(" ")}`, c)
}

/** Capitals for places and dates that chat leaves small. */
export function tidy(text: string, c: Complement): string {
  const words = text.split(" ").map((word) => {
    const small = /^\p{Ll}/u.test(word)
    return small && has(c.tags, word, "City", "Country", "Demonym", "FirstName") && !KIN.has(bare(word)) && !PETS.has(bare(word)) ? word.charAt(0).toUpperCase() + word.slice(1) : word
  })
  return capitalizeDates(words.join(" "))
}
