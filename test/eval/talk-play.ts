/**
 * Plays a conversation through the product's own windows, prompt, checks and reconciliation, with recorded replies
 * or by rules. Memory is a list: no database takes part.
 */
import type { ChatModel } from "../../src/ai/chat.ts"
import type {
  Claim,
  Extraction,
  Id,
  Memory,
  Message,
  Person,
  Subject,
  Time,
  Verdict,
  Window,
} from "../../src/domain/types.ts"
import type { ClaimTerms } from "../../src/extraction/claim-faults.ts"
import { checkClaims } from "../../src/extraction/claims.ts"
import { extractByModel } from "../../src/extraction/model-path.ts"
import { extractionPrompt, MAX_CLAIMS, type Prompt, type PromptInput } from "../../src/extraction/prompt.ts"
import { withRealTimes } from "../../src/extraction/real-times.ts"
import { relevantMemories } from "../../src/extraction/relevant.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { applyClaims } from "../../src/memory/facts/apply-claims.ts"
import type { KnownMemory, Proposal } from "../../src/memory/facts/known.ts"
import { createMemory } from "../../src/memory/facts/states.ts"
import { DEFAULT_POLICY, gateRuleOf } from "../../src/policy/policy.ts"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { NO_REDACTION } from "../../src/text/names.ts"
import type { Conversation } from "./talk-data.ts"
import { hear } from "./window-measure.ts"

const GUILD: Id = "900"
const CHANNEL: Id = "800"
const KEEPSAKE: Person = { id: "99", name: "Keepsake" }
const PER_PERSON = 8
const PER_GROUP = 24

/** A claim of a window and what became of it. */
export interface PlayedClaim {
  window: number
  /** Its place in the reply. */
  index: number
  claim: Claim
  verdict: Verdict
}

export interface Played {
  claims: PlayedClaim[]
  /** All memories at the end, by the ids that known facts have in the conversation. */
  memories: KnownMemory[]
  prompts: Prompt[]
  /** False if a window had no recorded reply, at which the play ended. */
  complete: boolean
}

/** Returns the reply to the prompt of a window, or `null` to end the play there. */
export type Reader = (window: number, shown: PromptInput) => Promise<Extraction | null>

export async function play(talk: Conversation, read: Reader): Promise<Played> {
  const played: Played = {
    claims: [],
    memories: talk.known.map((one) => seed(one, talk)),
    prompts: [],
    complete: true,
  }
  const messages = messagesOf(talk)
  for (const [index, ids] of windowsOf(messages).entries()) {
    const window = windowOf(
      talk,
      messages.filter(({ id }) => ids.includes(id)),
    )
    const people = peopleIn(window, talk)
    const shown: PromptInput = {
      window,
      people,
      memories: relevantMemories(window, shownMemories(played.memories, people), people),
      sensitive: DEFAULT_POLICY.sensitive,
      timezone: talk.zone,
      mostClaims: MAX_CLAIMS,
    }
    played.prompts.push(extractionPrompt(shown))
    const extraction = await read(index, shown)
    if (extraction === null) return { ...played, complete: false }
    settle(played, { extraction, shown, index })
  }
  return played
}

/** Reads with a reply as text, as if a model had sent it. */
export async function readReply(text: string, shown: PromptInput): Promise<Extraction> {
  const usage = { purpose: "extraction", model: "recorded", inputTokens: 0, outputTokens: 0 }
  const chat: ChatModel = { model: () => "recorded", complete: async () => ({ kind: "ok", text, usage }) }
  const outcome = await extractByModel(chat, shown)
  if (outcome.kind !== "extracted") throw new Error(`The recorded reply is unusable: ${outcome.detail}`)
  return outcome.extraction
}

export function readByRules({ window, people, memories, sensitive, timezone }: PromptInput): Extraction {
  return extractByRules({ window, members: people, sensitive, timezone, known: memories })
}

export function termsOf({ people, sensitive, timezone, memories }: PromptInput): ClaimTerms {
  const known = memories.map(({ fact }) => fact)
  return { offered: people, sensitive, mostClaims: MAX_CLAIMS, timezone, known }
}

function settle(played: Played, read: { extraction: Extraction; shown: PromptInput; index: number }): void {
  const { extraction, shown, index } = read
  const { proposals, refused } = checkClaims(extraction, shown.window, termsOf(shown))
  const now = (shown.window.messages.at(-1)?.at ?? 0) + 1
  const premises = {
    known: played.memories,
    writesInHour: 0,
    readOnly: false,
    objectors: new Set<Id>(),
    redactor: NO_REDACTION,
  }
  const applied = applyClaims(GUILD, proposals, premises, { rule: gateRuleOf(DEFAULT_POLICY), now })
  const said = Map.groupBy(applied.evidence, ({ memoryId }) => memoryId)
  const changed = applied.changed.map((memory): KnownMemory => {
    const before = played.memories.find(({ id }) => id === memory.id)?.said ?? []
    const added = (said.get(memory.id) ?? []).map(({ authorId, saidAt }) => ({
      authorId,
      saidAt,
      explicit: false,
    }))
    return { ...memory, merges: true, said: [...before, ...added] }
  })
  const gone = new Set([...changed, ...applied.evicted].map(({ id }) => id))
  played.memories = [...played.memories.filter(({ id }) => !gone.has(id)), ...changed]
  const open = [...refused, ...applied.verdicts]
  const verdicts = new Map<Claim, Verdict>()
  // A verdict on words that may not be stored has none: it belongs to a claim that no other verdict names.
  for (const isNamed of [true, false])
    for (const claim of extraction.claims) {
      if (verdicts.has(claim)) continue
      const written = writtenFact(claim, shown)
      const found = open.findIndex(
        (one) => (one.fact !== null) === isNamed && isVerdictOn(one, claim, written),
      )
      const [verdict] = found < 0 ? [] : open.splice(found, 1)
      if (verdict) verdicts.set(claim, verdict)
    }
  extraction.claims.forEach((claim, place) => {
    const verdict = verdicts.get(claim)
    if (verdict) played.claims.push({ window: index, index: place, claim, verdict })
  })
}

/** The fact as it is written, with real times. */
function writtenFact(claim: Claim, { window, timezone }: PromptInput): string {
  const times = claim.lines.flatMap((line) => {
    const message = window.messages[line - 1]
    return message?.role === "member" ? [message.at] : []
  })
  return times.length === 0 ? claim.fact : withRealTimes(claim, { at: Math.max(...times), timezone }).fact
}

function isVerdictOn(verdict: Verdict, { subject, fact, op }: Claim, written: string): boolean {
  return (
    verdict.op === op &&
    verdict.subject.scope === subject.scope &&
    verdict.subject.id === subject.id &&
    (verdict.fact === fact || verdict.fact === written || verdict.fact === null)
  )
}

// The conversation as the product would receive it

export function messagesOf(talk: Conversation): Message[] {
  return talk.messages.map(({ by, at, text, reply }, index) => ({
    id: messageId(index + 1),
    guildId: GUILD,
    channelId: CHANNEL,
    author: by === "bot" ? KEEPSAKE : personOf(by, talk),
    role: by === "bot" ? "keepsake" : "member",
    content: text.replace(
      /<@([^>]+)>/g,
      (_, id: string) => `<@${id === "bot" ? KEEPSAKE.id : personOf(id, talk).id}>`,
    ),
    at: Date.parse(at),
    replyTo: reply === undefined ? null : messageId(reply),
    mentions: [...text.matchAll(/<@([^>]+)>/g)].map(([, id = ""]) =>
      id === "bot" ? KEEPSAKE : personOf(id, talk),
    ),
    attachments: [],
    source: text.includes("<@bot>") ? "chat" : "passive",
  }))
}

function messageId(line: number): Id {
  return String(2_000 + line)
}

function personOf(id: string, { people }: Conversation): Person {
  const index = people.findIndex((person) => person.id === id)
  return { id: String(1_001 + index), name: people[index]?.name ?? id }
}

export function subjectOf(about: string, talk: Conversation): Subject {
  if (about === "channel") return { scope: "channel", id: CHANNEL }
  if (about === "guild") return { scope: "guild", id: GUILD }
  return { scope: "user", id: personOf(about, talk).id }
}

/** Closes windows as the product does with its default settings. */
function windowsOf(messages: readonly Message[]): Id[][] {
  const { lull_seconds, max_messages, max_minutes } = DEFAULT_SETTINGS
  const rule = { lullMs: lull_seconds * 1_000, maxMessages: max_messages, maxMs: max_minutes * 60_000 }
  const lines = messages.map(({ id, author, content, at, replyTo, mentions }) => ({
    id,
    author,
    content,
    at,
    replyTo,
    mentions,
  }))
  return hear({ lines }, rule, true).map(({ ids }) => ids)
}

function windowOf(talk: Conversation, messages: Message[]): Window {
  return {
    id: `w_${messages[0]?.id}`,
    guildId: GUILD,
    channelId: CHANNEL,
    channelName: talk.channel,
    messages,
    reason: "lull",
  }
}

/** Speakers, and people whom the window mentions or names. */
function peopleIn({ messages }: Window, talk: Conversation): Person[] {
  const people = new Map<Id, Person>()
  for (const { role, author, mentions } of messages)
    for (const person of [...(role === "member" ? [author] : []), ...mentions])
      if (person.id !== KEEPSAKE.id) people.set(person.id, person)
  const text = messages.map(({ content }) => content.toLowerCase()).join("\n")
  for (const { id } of talk.people) {
    const person = personOf(id, talk)
    if (text.includes(person.name.toLowerCase())) people.set(person.id, person)
  }
  return [...people.values()]
}

/** The latest memories of each subject that a prompt may show. */
function shownMemories(memories: readonly KnownMemory[], people: readonly Person[]): Memory[] {
  const subjects = new Set([...people.map(({ id }) => id), CHANNEL, GUILD])
  const active = memories.filter(({ status, subject }) => status === "active" && subjects.has(subject.id))
  const latest = active.toSorted((a, b) => b.lastSaidAt - a.lastSaidAt)
  return [...Map.groupBy(latest, ({ subject }) => subject.id).values()].flatMap((own) =>
    own.slice(0, own[0]?.subject.scope === "user" ? PER_PERSON : PER_GROUP),
  )
}

/** A fact that was known before: one statement by the person who made it. */
function seed(
  { id, about, fact, type, since, by }: Conversation["known"][number],
  talk: Conversation,
): KnownMemory {
  const subject = subjectOf(about, talk)
  const saidAt: Time = Date.parse(`${since.slice(0, 10)}T12:00:00Z`)
  const authorId = personOf(by, talk).id
  const reportedBy = subject.scope === "user" && authorId !== subject.id ? authorId : null
  const claim: Claim = {
    op: "save",
    subject,
    fact,
    type,
    section: null,
    topics: [],
    lifetime: "permanent",
    importance: "medium",
    time: null,
    confidence: 0.9,
    lines: [1],
    target: null,
    reportedBy,
  }
  const evidence = [
    {
      messageId: `1${id.replace(/\D/g, "") || "0"}`,
      channelId: CHANNEL,
      authorId,
      windowId: "w_before",
      excerpt: fact,
      saidAt,
      method: "model" as const,
      model: null,
      promptHash: null,
      source: "passive" as const,
    },
  ]
  const proposal: Proposal = { claim, evidence, saidAt }
  const memory = createMemory(GUILD, proposal, saidAt)
  return { ...memory, id, status: "active", merges: true, said: [{ authorId, saidAt, explicit: false }] }
}
