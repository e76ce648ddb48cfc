/** Faults of a claim that its form and its content show, before anyone looks at what its lines say. Pure. */
import type { Claim, Person, Sensitive, Window } from "../domain/types.ts"
import { type ContentRefusal, checkContent } from "../privacy/content-check.ts"
import type { SensitiveRule } from "../privacy/sensitive.ts"
import { displayNames } from "../text/person-names.ts"
import { stems } from "../text/stems.ts"
import { subjectOfEvents } from "./event-subjects.ts"
import type { SupportFault } from "./support/support.ts"

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
  | `unsupported:${SupportFault}`
  | "window_full"

export interface ClaimTerms {
  /** The people a claim may be about. */
  offered: readonly Person[]
  /** Sensitive categories that the guild refuses to keep about a person. */
  sensitive: SensitiveRule
  /** The most claims taken: as many as the prompt asked for. */
  mostClaims: number
  /** The guild's time zone, in which dates are computed. */
  timezone: string
  /** Facts that the reader was shown beside the window. */
  known?: readonly string[]
}

/** Returns why a claim is none: it cites nobody, is about somebody who was not offered, or says nothing. */
export function formFault(claim: Claim, window: Window, offered: readonly Person[]): ClaimFault | null {
  const cited = claim.lines.map((line) => window.messages[line - 1])
  if (cited.length === 0) return "no_lines"
  const heard = cited.filter((message) => message !== undefined)
  if (heard.length < cited.length) return "unknown_line"
  if (heard.every((message) => message.role === "keepsake")) return "own_words"
  if (!mayBeAbout(claim, window, offered)) return "unknown_subject"
  if (claim.op === "forget" && claim.target === null) return "unknown_target"
  if (claim.op !== "forget" && stems(claim.fact).length === 0) return "empty"
  return null
}

/** Checks the text of a claim for content that is never kept, and the model's own sensitivity flag. */
export function contentFault(claim: Claim, { offered, sensitive }: ClaimTerms): ClaimFault | null {
  const about = { people: displayNames(offered), ofGroup: claim.subject.scope !== "user" }
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

function mayBeAbout(claim: Claim, window: Window, offered: readonly Person[]): boolean {
  const { scope, id } = claim.subject
  const ofEvents = subjectOfEvents(claim, window)
  if (ofEvents !== null && scope !== "user") return ofEvents.scope === scope && ofEvents.id === id
  if (scope === "channel") return id === window.channelId
  if (scope === "guild") return id === window.guildId
  return scope === "user" && offered.some((person) => person.id === id)
}
