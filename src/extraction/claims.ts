/** Checks an extraction's claims against the lines they cite, and turns those that hold into proposals with evidence. Pure. */
import type { Proposal } from "../memory/reconcile.ts"
import { stems } from "../memory/terms.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import type { Claim, Evidence, Extraction, Id, Message, Person, Verdict, Window } from "../vocabulary.ts"
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
  const taken = new Map<Id, number>()
  for (const claim of extraction.claims) {
    const ofSubject = taken.get(claim.subject.id) ?? 0
    const fault = faultOf(claim, window, offered) ?? crowding(checked.proposals.length, ofSubject)
    if (fault) checked.refused.push(refusal(claim, fault))
    else {
      taken.set(claim.subject.id, ofSubject + 1)
      checked.proposals.push(proposal(claim, extraction, window))
    }
  }
  return checked
}

function crowding(claims: number, ofSubject: number): Fault | null {
  if (claims >= MAX_CLAIMS) return "window_claims_full"
  return ofSubject >= MAX_PER_PERSON ? "person_full" : null
}

function faultOf(claim: Claim, window: Window, offered: readonly Person[]): Fault | null {
  const cited = claim.lines.map((line) => window.messages[line - 1])
  if (cited.length === 0) return "no_lines"
  const heard = cited.filter((message) => message !== undefined)
  if (heard.length < cited.length) return "unknown_line"
  if (heard.every((message) => message.role === "keepsake")) return "own_words"
  if (!mayBeAbout(claim, window, offered)) return "unknown_subject"
  if (claim.op !== "save" && claim.target === null) return "unknown_target"
  if (stems(claim.fact).length === 0) return "empty"
  if (holdsSecret(claim.fact)) return "secret"
  return isSupported(claim, heard, window, offered) ? null : "unsupported"
}

function mayBeAbout(claim: Claim, window: Window, offered: readonly Person[]): boolean {
  const { scope, id } = claim.subject
  if (scope === "channel") return id === window.channelId
  if (scope === "guild") return id === window.guildId
  return scope === "user" && offered.some((person) => person.id === id)
}

/** A fact shares a telling word with its lines, and brings no number that was not said. What a forget says is its own reason. */
function isSupported(claim: Claim, heard: Message[], window: Window, offered: readonly Person[]): boolean {
  if (claim.op === "forget") return true
  const said = heard.map(readable).join(" \n ")
  const allSaid = window.messages.map(readable).join(" \n ")
  if (
    (claim.fact.match(/\p{N}+/gu) ?? []).some(
      (number) => !allSaid.includes(number) && !nameHolds(offered, number),
    )
  )
    return false
  const names = new Set(offered.flatMap((person) => stems(person.name)))
  const telling = stems(claim.fact).filter((stem) => !names.has(stem))
  const words = new Set(stems(said))
  return telling.length === 0 || telling.some((stem) => words.has(stem))
}

function nameHolds(offered: readonly Person[], number: string): boolean {
  return offered.some((person) => person.name.includes(number))
}

function proposal(claim: Claim, extraction: Extraction, window: Window): Proposal {
  const lines = [...claim.lines].sort((a, b) => a - b)
  const cited = lines
    .flatMap((line) => window.messages[line - 1] ?? [])
    .filter((message) => message.role === "member")
  return {
    claim,
    evidence: cited.map((message) => evidenceOf(message, extraction, window)),
    saidAt: Math.max(...cited.map((message) => message.at)),
  }
}

function evidenceOf(message: Message, extraction: Extraction, window: Window): Omit<Evidence, "memoryId"> {
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
    fact: reason === "secret" ? null : claim.fact,
    subject: claim.subject,
    memoryId: null,
  }
}
