/** Checks an extraction's claims against the lines they cite, and turns those that hold into proposals with evidence. Pure. */

import type { Claim, Extraction, Id, Message, Person, Sensitive, Verdict, Window } from "../domain/types.ts"
import type { CitedEvidence, Proposal } from "../memory/facts/known.ts"
import { sameSubject } from "../memory/facts/reconcile.ts"
import { type ContentRefusal, checkContent } from "../privacy/content-check.ts"
import type { SensitiveRule } from "../privacy/sensitive.ts"
import { type NameRedactor, nameRedactor } from "../text/names.ts"
import { numbersIn, stems, withNumerals } from "../text/stems.ts"
import { truncate } from "../text/truncate.ts"
import { displayText } from "./prompt.ts"

export type ClaimFault =
  | "no_lines"
  | "unknown_line"
  | "own_words"
  | "unknown_subject"
  | "unknown_target"
  | "empty"
  | "secret"
  | "instruction"
  | `sensitive:${Sensitive}`
  | "unsupported"
  | "person_full"
  | "window_claims_full"

const MAX_CLAIMS = 15
const MAX_PER_PERSON = 5
const MAX_EXCERPT = 200

export interface CheckedClaims {
  proposals: Proposal[]
  refused: Verdict[]
}

export interface ClaimTerms {
  /** The people a claim may be about. */
  offered: readonly Person[]
  /** What the guild refuses to keep of a person. */
  sensitive: SensitiveRule
}

/** At most 15 claims a window are taken, 5 a person. What is refused for its words leaves none in the verdict. */
export function checkClaims(extraction: Extraction, window: Window, terms: ClaimTerms): CheckedClaims {
  const checked: CheckedClaims = { proposals: [], refused: [] }
  for (const given of extraction.claims) {
    const unfit = wordsFault(given, terms)
    const claim = unfit && given.op === "forget" ? wordless(given) : given
    const fault =
      faultOf(claim, window, terms.offered) ??
      (claim === given ? unfit : null) ??
      unsupported(claim, window, terms.offered) ??
      crowding(claim, checked.proposals)
    if (fault) checked.refused.push(refusal(claim, fault, unfit === null))
    else checked.proposals.push(proposal(claim, { extraction, window, terms }))
  }
  return checked
}

/** What is to be forgotten is forgotten whatever it says; why, is nobody's to read. */
function wordless(claim: Claim): Claim {
  return { ...claim, fact: "", topics: [] }
}

function crowding(claim: Claim, taken: readonly Proposal[]): ClaimFault | null {
  if (taken.length >= MAX_CLAIMS) return "window_claims_full"
  if (claim.subject.scope !== "user") return null
  const ofPerson = taken.filter(({ claim: { subject } }) => sameSubject(subject, claim.subject)).length
  return ofPerson >= MAX_PER_PERSON ? "person_full" : null
}

function faultOf(claim: Claim, window: Window, offered: readonly Person[]): ClaimFault | null {
  const cited = claim.lines.map((line) => window.messages[line - 1])
  if (cited.length === 0) return "no_lines"
  const heard = cited.filter((message) => message !== undefined)
  if (heard.length < cited.length) return "unknown_line"
  if (heard.every((message) => message.role === "keepsake")) return "own_words"
  if (!mayBeAbout(claim, window, offered)) return "unknown_subject"
  if (claim.op !== "save" && claim.target === null) return "unknown_target"
  if (claim.op !== "forget" && stems(claim.fact).length === 0) return "empty"
  return null
}

/** What no claim may hold, whatever it rests on: by its words, or by the model's own word. */
function wordsFault(claim: Claim, { offered, sensitive }: ClaimTerms): ClaimFault | null {
  const about = { people: namesOf(offered), ofGroup: claim.subject.scope !== "user" }
  for (const text of [claim.fact, ...claim.topics]) {
    const unfit = checkContent(text, sensitive, about)
    if (unfit) return faultFor(unfit)
  }
  const flagged = claim.sensitive ?? null
  return flagged !== null && sensitive[flagged] === "refuse" ? `sensitive:${flagged}` : null
}

function faultFor(unfit: ContentRefusal): ClaimFault {
  return unfit.reason === "sensitive" ? `sensitive:${unfit.kind}` : unfit.reason
}

function namesOf(people: readonly Person[]): string[] {
  return people.map((person) => person.name)
}

function unsupported(claim: Claim, window: Window, offered: readonly Person[]): ClaimFault | null {
  const heard = claim.lines.flatMap((line) => window.messages[line - 1] ?? [])
  return isSupported(claim, heard, window, offered) ? null : "unsupported"
}

function mayBeAbout(claim: Claim, window: Window, offered: readonly Person[]): boolean {
  const { scope, id } = claim.subject
  if (scope === "channel") return id === window.channelId
  if (scope === "guild") return id === window.guildId
  return scope === "user" && offered.some((person) => person.id === id)
}

/** A fact shares a telling word with its members' lines, and brings no number that no member said. What a forget says is its own reason. */
function isSupported(claim: Claim, heard: Message[], window: Window, offered: readonly Person[]): boolean {
  if (claim.op === "forget") return true
  const names = namesOf(offered)
  const numbers = new Set(numbersIn(withNumerals([membersWords(window.messages), ...names].join("\n"))))
  if (numbersIn(claim.fact).some((number) => !numbers.has(number))) return false
  const ofNames = new Set(names.flatMap(stems))
  const telling = stems(claim.fact).filter((stem) => !ofNames.has(stem))
  const words = new Set(stems(membersWords(heard)))
  return telling.length === 0 || telling.some((stem) => words.has(stem))
}

/** What members said and attached; what Keepsake itself said supports nothing. */
function membersWords(messages: readonly Message[]): string {
  return messages
    .filter((message) => message.role === "member")
    .flatMap((message) => [displayText(message), ...message.attachments])
    .join("\n")
}

interface Source {
  extraction: Extraction
  window: Window
  terms: ClaimTerms
}

function proposal(claim: Claim, { extraction, window, terms }: Source): Proposal {
  const lines = [...new Set(claim.lines)].sort((a, b) => a - b)
  const cited = lines
    .flatMap((line) => window.messages[line - 1] ?? [])
    .filter((message) => message.role === "member")
  return {
    claim,
    evidence: cited.map((message) => ({
      ...evidenceOf(message, extraction, window),
      excerpt: excerptOf(message, terms),
    })),
    saidAt: Math.max(...cited.map((message) => message.at)),
  }
}

/** What must not be kept is not quoted beside a fact either. */
function excerptOf(message: Message, { offered, sensitive }: ClaimTerms): string {
  const text = displayText(message).replace(/\s+/g, " ").trim()
  const unfit = checkContent(text, sensitive, { people: namesOf(offered) })
  return unfit ? "…" : truncate(text, MAX_EXCERPT, { ellipsis: false, unit: "codePoint" })
}

function evidenceOf(
  message: Message,
  extraction: Extraction,
  window: Window,
): Omit<CitedEvidence, "excerpt"> {
  return {
    messageId: message.id,
    channelId: message.channelId,
    authorId: message.author.id,
    windowId: window.id,
    saidAt: message.at,
    method: extraction.method,
    model: extraction.model,
    promptHash: extraction.promptHash,
    source: message.source,
  }
}

/** `worded`: its words may stand in the record, whatever it was refused for first. */
function refusal(claim: Claim, reason: ClaimFault, worded: boolean): Verdict {
  return {
    kind: "rejected",
    reason,
    op: claim.op,
    fact: worded ? claim.fact : null,
    subject: claim.subject,
    memoryId: null,
  }
}

// A window without those who object: without their lines, and with "someone" where others name them. Pure.

/** Everyone who spoke or was mentioned, once for each name they have in the window. */
export function peopleInWindow(window: Window): Person[] {
  return window.messages.flatMap((message) =>
    message.role === "member" ? [message.author, ...message.mentions] : message.mentions,
  )
}

/** What finds the names of those who object, and leaves those of the people who were heard. */
export function windowRedactor({
  excluded,
  people,
}: {
  excluded: readonly Person[]
  people: readonly Person[]
}): NameRedactor {
  return nameRedactor(
    excluded.map(({ name }) => name),
    people.map(({ name }) => name),
  )
}

export function redactWindow(window: Window, heard: (id: Id) => boolean, hush: NameRedactor): Window {
  const messages = window.messages
    .filter((message) => message.role === "keepsake" || heard(message.author.id))
    .map((message): Message => {
      const { content, mentions, attachments } = message
      return {
        ...message,
        content: hush.redact(content),
        mentions: mentions.filter((person) => heard(person.id)),
        attachments: attachments.map(hush.redact),
      }
    })
  return { ...window, messages }
}
