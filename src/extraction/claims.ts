/**
 * Checks an extraction's claims against the lines they cite and turns valid ones into proposals with
 * evidence. Pure.
 */

import {
  type Claim,
  DEFAULT_LIFETIME,
  type Extraction,
  IMPORTANCE_WEIGHT,
  LIFETIMES,
  type Lifetime,
  type MemoryType,
  type Message,
  type Verdict,
  type Window,
} from "../domain/types.ts"
import { type ClaimFeatures, claimFeatures } from "../memory/facts/claim-features.ts"
import type { CitedEvidence, ClaimOrigin, Proposal } from "../memory/facts/known.ts"
import { checkContent } from "../privacy/content-check.ts"
import { displayText } from "../text/display.ts"
import { displayNames } from "../text/person-names.ts"
import { recurs } from "../text/recurrence.ts"
import { truncate } from "../text/truncate.ts"
import { type ClaimFault, type ClaimTerms, contentFault, formFault } from "./claim-faults.ts"
import { sceneOf } from "./claim-terms.ts"
import { subjectOfEvents } from "./event-subjects.ts"
import { withRealTimes } from "./real-times.ts"
import { responseOf } from "./support/response.ts"
import { checkSupport, isFinal, type Support } from "./support/support.ts"

const MAX_EXCERPT = 200

export interface CheckedClaims {
  proposals: Proposal[]
  refused: Verdict[]
  /** The refused claims with what the claim log keeps of them. */
  logged: { verdict: Verdict; features: ClaimFeatures }[]
}

/**
 * Accepts valid claims up to the cap, each subject's most important before anyone's second. Proposals keep the reply's
 * order. A claim refused for its wording leaves no text in the verdict.
 */
export function checkClaims(extraction: Extraction, window: Window, terms: ClaimTerms): CheckedClaims {
  const logged: CheckedClaims["logged"] = []
  const valid: { claim: Claim; origin: ClaimOrigin }[] = []
  const refuse = (claim: Claim, origin: ClaimOrigin, why: { fault: ClaimFault; keepText: boolean }) => {
    const verdict = refusal(claim, why.fault, why.keepText)
    logged.push({ verdict, features: claimFeatures(claim, origin, citedBy(claim, window)) })
  }
  for (const [n, given] of extraction.claims.entries()) {
    const unfit = contentFault(given, terms)
    const heard = withAssent(given, window, terms)
    const claim =
      given.op === "forget" && !mayKeepText(heard, unfit, { window, terms }) ? withoutText(heard) : heard
    const fault = formFault(claim, window, terms.offered) ?? (given.op === "forget" ? null : unfit)
    const support = fault ? null : supportOf(claim, window, terms, extraction.method === "rule")
    const origin = { n, base: given.confidence, citedChars: charsOf(citedBy(claim, window)) }
    if (support?.kind === "supported") {
      valid.push({
        claim: asLasting({ ...claim, confidence: confidenceOf(claim, support.factor) }, window),
        origin,
      })
    } else {
      const reason = fault ?? (`unsupported:${support?.fault ?? "not_said"}` as const)
      refuse(claim, origin, { fault: reason, keepText: unfit === null })
    }
  }
  const taken = fairShare(
    valid.map(({ claim }) => claim),
    terms.mostClaims,
  )
  const proposals: Proposal[] = []
  for (const { claim, origin } of valid) {
    if (taken.has(claim)) proposals.push({ ...proposal(claim, { extraction, window, terms }), origin })
    else refuse(claim, origin, { fault: "window_full", keepText: claim.fact !== "" })
  }
  return { proposals, refused: logged.map(({ verdict }) => verdict), logged }
}

/** Returns the claims that a second reading may decide on: well formed, and not refused for good. */
export function claimsInQuestion(extraction: Extraction, window: Window, terms: ClaimTerms): Claim[] {
  return extraction.claims.filter((claim) => {
    if (formFault(claim, window, terms.offered) !== null) return false
    if (claim.op !== "forget" && contentFault(claim, terms) !== null) return false
    const support = supportOf(withAssent(claim, window, terms), window, terms, false)
    return support.kind === "supported" || !isFinal(support.fault)
  })
}

/** Takes claims in rounds: each subject's most important, then each subject's second most important, and so on. */
function fairShare(claims: readonly Claim[], most: number): Set<Claim> {
  const bySubject = Map.groupBy(claims, ({ subject }) => `${subject.scope} ${subject.id}`)
  const ranked = [...bySubject.values()].flatMap((own) =>
    own
      .toSorted((a, b) => IMPORTANCE_WEIGHT[b.importance] - IMPORTANCE_WEIGHT[a.importance])
      .map((claim, round) => ({ claim, round })),
  )
  return new Set(
    ranked
      .toSorted((a, b) => a.round - b.round)
      .slice(0, most)
      .map(({ claim }) => claim),
  )
}

/**
 * A weekly event is a plan of the group, and a habit something a person does, but neither is over after its next date:
 * the group's events stay, and a person's habits stay for a season, until the time that the claim gives or until somebody
 * ends them.
 */
function asLasting(claim: Claim, window: Window): Claim {
  // A report of a nightly run is one night's.
  if (subjectOfEvents(claim, window) !== null) return claim
  if (claim.op === "forget" || claim.lifetime === "permanent" || !recurs(claim.fact)) return claim
  const least = claim.subject.scope === "user" ? "90d" : "permanent"
  const lifetime = LIFETIMES.indexOf(claim.lifetime) < LIFETIMES.indexOf(least) ? least : claim.lifetime
  return { ...claim, lifetime }
}

/** Adds the line in which the subject agrees with what others say of them: it becomes their own word. */
function withAssent(claim: Claim, window: Window, terms: ClaimTerms): Claim {
  const response = responseOf(claim, sceneOf(window, terms))
  if (response?.kind !== "agrees") return claim
  return { ...claim, lines: [...claim.lines, response.line], reportedBy: null }
}

function mayKeepText(
  claim: Claim,
  unfit: ClaimFault | null,
  { window, terms }: { window: Window; terms: ClaimTerms },
): boolean {
  if (unfit !== null) return false
  return claim.reportedBy === null || checkSupport(claim, sceneOf(window, terms)).kind === "supported"
}

/**
 * Removes the text of a forget claim that may not be stored. The claim is still carried out, because it needs
 * only its target.
 */
function withoutText(claim: Claim): Claim {
  return { ...claim, fact: "", topics: [] }
}

/** A second reading halves the doubt. */
function confidenceOf({ confidence, confirmed }: Claim, factor: number): number {
  return confirmed ? (1 + confidence) / 2 : confidence * factor
}

/**
 * The text of a forget claim is its own reason and needs no support, unless it may be stored (`mayKeepText`). A
 * second reading overrules those checks that only guess at what is meant.
 */
function supportOf(claim: Claim, window: Window, terms: ClaimTerms, isRetold: boolean): Support {
  const scene = sceneOf(window, terms)
  const isDenied = responseOf(claim, scene)?.kind === "denies"
  const support: Support = isDenied
    ? { kind: "refused", fault: "denied" }
    : claim.op === "forget"
      ? { kind: "supported", factor: 1 }
      : checkSupport(claim, scene, isRetold)
  if (claim.confirmed === undefined || (support.kind === "refused" && isFinal(support.fault))) return support
  return claim.confirmed ? { kind: "supported", factor: 1 } : { kind: "refused", fault: "not_confirmed" }
}

interface ProposalSource {
  extraction: Extraction
  window: Window
  terms: ClaimTerms
}

function proposal(claim: Claim, { extraction, window, terms }: ProposalSource): Proposal {
  const cited = citedBy(claim, window)
  const saidAt = Math.max(...cited.map((message) => message.at))
  return {
    claim: withRealTimes(claim, { at: saidAt, timezone: terms.timezone }),
    evidence: cited.map((message) => ({
      ...evidenceOf(message, extraction, window),
      excerpt: excerptOf(message, terms),
    })),
    saidAt,
  }
}

/** Returns the members' messages that a claim cites, in order. */
function citedBy({ lines }: Claim, { messages }: Window): Message[] {
  return [...new Set(lines)]
    .sort((a, b) => a - b)
    .flatMap((line) => messages[line - 1] ?? [])
    .filter((message) => message.role !== "keepsake")
}

function charsOf(cited: readonly Message[]): number {
  return cited.reduce((sum, { content }) => sum + content.length, 0)
}

/** An excerpt that must not be kept is replaced by "…". */
function excerptOf(message: Message, { offered, sensitive }: ClaimTerms): string {
  const text = displayText(message).replace(/\s+/g, " ").trim()
  const unfit = checkContent(text, sensitive, { people: displayNames(offered) })
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
    method: message.role === "event" && extraction.method === "rule" ? "tool" : extraction.method,
    model: extraction.model,
    promptHash: extraction.promptHash,
    source: message.source,
    ...(message.event ? { eventId: message.event.id } : {}),
  }
}

/** `keepText` is true if the claim's text may be stored in the verdict. */
function refusal(claim: Claim, reason: ClaimFault, keepText: boolean): Verdict {
  return {
    kind: "rejected",
    reason,
    op: claim.op,
    fact: keepText ? claim.fact : null,
    subject: claim.subject,
    memoryId: null,
  }
}

/**
 * Gives claims that set no lifetime of their own that of their type in the guild's policy. Extractors give them the
 * type's usual lifetime, and are told to name another one only if it differs.
 */
export function withLifetimes(extraction: Extraction, lifetimes: Record<MemoryType, Lifetime>): Extraction {
  const claims = extraction.claims.map((claim) =>
    claim.lifetime === DEFAULT_LIFETIME[claim.type] ? { ...claim, lifetime: lifetimes[claim.type] } : claim,
  )
  return { ...extraction, claims }
}
