/** Checks an extraction's claims against the lines they cite, and turns those that hold into proposals with evidence. Pure. */
import { numbersIn, withNumerals } from "../memory/numerals.ts"
import { type Proposal, sameSubject } from "../memory/reconcile.ts"
import { stems } from "../memory/terms.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import type { Cited, Claim, Extraction, Message, Person, Verdict, Window } from "../vocabulary.ts"
import { readable } from "./prompt.ts"

export type Fault =
  | "no_lines"
  | "unknown_line"
  | "own_words"
  | "unknown_subject"
  | "unknown_target"
  | "empty"
  | "secret"
  | "unsupported"
  | "person_full"
  | "window_claims_full"

const MAX_CLAIMS = 15
const MAX_PER_PERSON = 5
const MAX_EXCERPT = 200

export interface Checked {
  proposals: Proposal[]
  refused: Verdict[]
}

/** `offered` are the people a claim may be about. At most 15 claims a window are taken, 5 a person. */
export function checkClaims(extraction: Extraction, window: Window, offered: readonly Person[]): Checked {
  const checked: Checked = { proposals: [], refused: [] }
  for (const claim of extraction.claims) {
    const fault = faultOf(claim, window, offered) ?? crowding(claim, checked.proposals)
    if (fault) checked.refused.push(refusal(claim, fault))
    else checked.proposals.push(proposal(claim, extraction, window))
  }
  return checked
}

function crowding(claim: Claim, taken: readonly Proposal[]): Fault | null {
  if (taken.length >= MAX_CLAIMS) return "window_claims_full"
  if (claim.subject.scope !== "user") return null
  const ofPerson = taken.filter(({ claim: { subject } }) => sameSubject(subject, claim.subject)).length
  return ofPerson >= MAX_PER_PERSON ? "person_full" : null
}

function faultOf(claim: Claim, window: Window, offered: readonly Person[]): Fault | null {
  const cited = claim.lines.map((line) => window.messages[line - 1])
  if (cited.length === 0) return "no_lines"
  const heard = cited.filter((message) => message !== undefined)
  if (heard.length < cited.length) return "unknown_line"
  if (heard.every((message) => message.role === "keepsake")) return "own_words"
  if (!mayBeAbout(claim, window, offered)) return "unknown_subject"
  if (claim.op !== "save" && claim.target === null) return "unknown_target"
  if (claim.op !== "forget" && stems(claim.fact).length === 0) return "empty"
  if (tellsSecret(claim)) return "secret"
  return isSupported(claim, heard, window, offered) ? null : "unsupported"
}

function mayBeAbout(claim: Claim, window: Window, offered: readonly Person[]): boolean {
  const { scope, id } = claim.subject
  if (scope === "channel") return id === window.channelId
  if (scope === "guild") return id === window.guildId
  return scope === "user" && offered.some((person) => person.id === id)
}

function tellsSecret(claim: Claim): boolean {
  return [claim.fact, ...claim.topics].some(holdsSecret)
}

/** A fact shares a telling word with its members' lines, and brings no number that no member said. What a forget says is its own reason. */
function isSupported(claim: Claim, heard: Message[], window: Window, offered: readonly Person[]): boolean {
  if (claim.op === "forget") return true
  const names = offered.map((person) => person.name)
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
    .flatMap((message) => [readable(message), ...message.attachments])
    .join("\n")
}

function proposal(claim: Claim, extraction: Extraction, window: Window): Proposal {
  const lines = [...new Set(claim.lines)].sort((a, b) => a - b)
  const cited = lines
    .flatMap((line) => window.messages[line - 1] ?? [])
    .filter((message) => message.role === "member")
  return {
    claim,
    evidence: cited.map((message) => evidenceOf(message, extraction, window)),
    saidAt: Math.max(...cited.map((message) => message.at)),
  }
}

function evidenceOf(message: Message, extraction: Extraction, window: Window): Cited {
  const text = readable(message).replace(/\s+/g, " ").trim()
  return {
    messageId: message.id,
    channelId: message.channelId,
    authorId: message.author.id,
    windowId: window.id,
    // A secret beside a fact is not quoted with it.
    excerpt: holdsSecret(text) ? "…" : Array.from(text).slice(0, MAX_EXCERPT).join(""),
    saidAt: message.at,
    method: extraction.method,
    model: extraction.model,
    promptHash: extraction.promptHash,
    source: message.source,
  }
}

function refusal(claim: Claim, reason: Fault): Verdict {
  return {
    kind: "rejected",
    reason,
    op: claim.op,
    // Whatever it was refused for first.
    fact: tellsSecret(claim) ? null : claim.fact,
    subject: claim.subject,
    memoryId: null,
  }
}
