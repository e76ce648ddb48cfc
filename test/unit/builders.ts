/**
 * Fixtures for the unit tests. Each builder returns an ordinary value and accepts the fields a test is about.
 */

import type { Claim, Extraction, Id, Message, Note, Person, Window } from "../../src/domain/types.ts"
import type { Premises } from "../../src/memory/facts/apply-claims.ts"
import { confidence } from "../../src/memory/facts/confidence.ts"
import { factKey } from "../../src/memory/facts/fact-key.ts"
import { expiry } from "../../src/memory/facts/filing.ts"
import type { GateRule } from "../../src/memory/facts/gate-decision.ts"
import type { Attribution, CitedEvidence, KnownMemory, Proposal } from "../../src/memory/facts/known.ts"
import type { MessageHit, MessageQuery } from "../../src/memory/read/guild-messages.ts"
import type { Recollection } from "../../src/memory/read/recollect.ts"
import type { FoundMemory } from "../../src/memory/read/search.ts"
import { DEFAULT_POLICY, gateRuleOf } from "../../src/policy/policy.ts"
import type { Candidates } from "../../src/recall/find/candidates.ts"
import type { Question } from "../../src/recall/find/question.ts"
import { NO_REDACTION } from "../../src/text/names.ts"

export const DAY = 86_400_000
export const NOON = Date.UTC(2026, 10, 3, 12)
export const GUILD: Id = "900"
export const CHANNEL: Id = "800"
export const kai: Person = { id: "1", name: "Kai" }
export const ana: Person = { id: "2", name: "Ana" }
export const bo: Person = { id: "3", name: "Bo" }

export function message(content: string, given: Partial<Message> = {}): Message {
  return {
    id: "1000",
    guildId: GUILD,
    channelId: CHANNEL,
    author: kai,
    role: "member",
    content,
    at: NOON,
    replyTo: null,
    mentions: [],
    attachments: [],
    source: "passive",
    ...given,
  }
}

/** Builds a window of messages a minute apart, with ids 1001, 1002, … */
export function windowOf(...messages: Message[]): Window {
  const numbered = messages.map((item, index) => ({
    ...item,
    id: String(1_001 + index),
    at: NOON + index * 60_000,
  }))
  return {
    id: "w_1",
    guildId: GUILD,
    channelId: CHANNEL,
    channelName: "general",
    messages: numbered,
    reason: "lull",
  }
}

export function claim(fact: string, given: Partial<Claim> = {}): Claim {
  return {
    op: "save",
    subject: { scope: "user", id: kai.id },
    fact,
    type: "profile",
    section: "bio",
    topics: [],
    lifetime: "permanent",
    importance: "medium",
    time: null,
    confidence: 1,
    lines: [1],
    target: null,
    reportedBy: null,
    ...given,
  }
}

export function extraction(...claims: Claim[]): Extraction {
  return { method: "model", model: "m", promptHash: "h", note: null, claims, digests: [], usage: [] }
}

export function evidence(given: Partial<CitedEvidence> = {}): CitedEvidence {
  return {
    messageId: "1001",
    channelId: CHANNEL,
    authorId: kai.id,
    windowId: "w_1",
    excerpt: "…",
    saidAt: NOON,
    method: "model",
    model: "m",
    promptHash: "h",
    source: "passive",
    ...given,
  }
}

/** Builds a claim by its subject, or by the person in `reportedBy`, said at `saidAt`. */
export function proposal(
  fact: string,
  given: Partial<Claim> & { saidAt?: number; windowId?: string } = {},
): Proposal {
  const { saidAt = NOON, windowId = "w_1", ...rest } = given
  const made = claim(fact, rest)
  const author = made.reportedBy ?? (made.subject.scope === "user" ? made.subject.id : kai.id)
  return {
    claim: made,
    saidAt,
    evidence: [evidence({ authorId: author, saidAt, windowId, messageId: `${windowId}-${saidAt}` })],
  }
}

/** Builds overheard words of each of these people, said a day before noon unless given otherwise. */
export function saidBy(authors: readonly string[], given: Partial<Attribution> = {}): Attribution[] {
  return authors.map((authorId) => ({ authorId, saidAt: NOON - DAY, explicit: false, ...given }))
}

/** Builds an active memory about Kai, said once, a day before noon. */
export function known(fact: string, given: Partial<KnownMemory> = {}): KnownMemory {
  const lifetime = given.lifetime ?? "permanent"
  const lastSaidAt = given.lastSaidAt ?? NOON - DAY
  const memory: KnownMemory = {
    id: `m_${factKey(fact).replaceAll(" ", "_")}`,
    guildId: GUILD,
    subject: { scope: "user", id: kai.id },
    fact,
    factKey: factKey(fact),
    type: "profile",
    section: "bio",
    topics: [],
    importance: "medium",
    certainty: 0.8,
    confidence: 0,
    lifetime,
    time: given.time ?? null,
    expiresAt: expiry({ lifetime, time: given.time ?? null }, lastSaidAt),
    status: "active",
    supersededBy: null,
    contradicts: null,
    retiredBy: null,
    replacedAt: null,
    merged: false,
    decided: null,
    evidenceCount: 1,
    saidAt: lastSaidAt,
    lastSaidAt,
    createdAt: lastSaidAt,
    version: 1,
    merges: true,
    ...given,
  }
  return { ...memory, confidence: confidence(memory) }
}

export function premises(memories: KnownMemory[], given: Partial<Premises> = {}): Premises {
  return {
    known: memories,
    writesInHour: 0,
    readOnly: false,
    objectors: new Set(),
    redactor: NO_REDACTION,
    ...given,
  }
}

export function rule(given: Partial<GateRule> = {}): GateRule {
  return { ...gateRuleOf(DEFAULT_POLICY), ...given }
}

/** Builds a search of a channel's messages for these words alone. */
export function query(words: string, given: Partial<MessageQuery> = {}): MessageQuery {
  return {
    words,
    hints: [],
    speakers: [],
    asksWhen: false,
    asksNow: false,
    during: null,
    before: Number.MAX_SAFE_INTEGER,
    limit: 50,
    rule: DEFAULT_POLICY.recall,
    ...given,
  }
}

/** Builds a question with these words, asked at noon by nobody in particular. */
export function question(words: string, given: Partial<Question> = {}): Question {
  return {
    words,
    meaning: words,
    hints: [],
    exact: [],
    people: [],
    speakers: [],
    asksWhen: false,
    asksNow: false,
    asksSeveral: false,
    during: null,
    named: null,
    onlyTime: false,
    now: NOON,
    until: NOON,
    ...given,
  }
}

/** Builds candidates that hold only what is given. */
export function candidates(given: Partial<Candidates> = {}): Candidates {
  return {
    matching: [],
    exact: [],
    about: [],
    latest: [],
    further: [],
    noted: [],
    notes: [],
    nearest: { memories: [], notes: [] },
    rows: new Map(),
    recent: new Map(),
    messages: [],
    digests: null,
    nicknames: [],
    degraded: [],
    ...given,
  }
}

/** Builds a memory as a search returns it. */
export function found(
  id: string,
  fact: string,
  given: Partial<KnownMemory> = {},
  rests: readonly CitedEvidence[] = [],
): FoundMemory & Recollection {
  const { merges, ...memory } = known(fact, { id, ...given })
  const sure = { confidence: given.confidence ?? 0.8 }
  const unfiled = { fact: null, certainty: null, filing: null, correctedAt: null }
  const resting = rests.map((item) => ({ ...item, memoryId: id, ...unfiled }))
  return {
    memory: { ...memory, ...sure },
    subjectName: "Ada",
    evidence: resting,
    beside: [],
    noteTitle: null,
  }
}

/** Builds a message as a search returns it. */
export function hit(id: Id, content: string, given: Partial<MessageHit> = {}): MessageHit {
  return { message: message(content, { id }), score: 1, fit: 1, before: [], after: [], ...given }
}

export function note(id: string, title: string, summary: string, given: Partial<Note> = {}): Note {
  return {
    id,
    guildId: GUILD,
    channelId: CHANNEL,
    kind: "conversation",
    title,
    summary,
    participants: [],
    firstMessageId: "1001",
    fromAt: NOON,
    toAt: NOON,
    ...given,
  }
}
