/** Plays channels through the product's own rule, triage and prompt, and counts what a model would be asked and would say. */
import { strictSchema } from "../../src/ai/chat/strict-schema.ts"
import type { WindowRule } from "../../src/channel/window/window-rule.ts"
import type { Claim, Memory, Message, Person, Window } from "../../src/domain/types.ts"
import { extractionPrompt, MAX_CLAIMS } from "../../src/extraction/prompt.ts"
import { relevantMemories } from "../../src/extraction/relevant.ts"
import { ExtractionReplySchema } from "../../src/extraction/reply.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { type SecondReadingInput, secondReadingPrompt } from "../../src/extraction/second-reading.ts"
import { mayHoldFacts } from "../../src/extraction/triage.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { tokensOf } from "../../src/text/tokens.ts"
import type { AnnotatedChannel } from "./annotated-chat.ts"
import { fullReply, leanReply, type Said, secondReply } from "./cost-reply.ts"
import { hear } from "./window-measure.ts"

/** As readContext has it: memories a person, and people whose memories are read. */
const EACH = 8
const PEOPLE = 12

export interface Counted {
  messages: number
  windows: number
  /** Windows without a model call: they hold nothing to learn. */
  passedOver: number
  calls: number
  /** Tokens as recall's budget estimates them, on the high side. */
  instructions: number
  shown: number
  memories: number
  replies: number
  /** The second readings of windows that claim something. */
  second: { calls: number; input: number; replies: number }
  /** What notes and facts hold, which is embedded. */
  embedded: number
  vectors: number
  /** The schema, for a server that puts it into the prompt. */
  schemas: number
}

/** `everything`: replies of three claims a window, each with all there is to say. */
export interface Play {
  rule: WindowRule
  everything: boolean
  triage: boolean
}

const NONE: Counted = {
  messages: 0,
  windows: 0,
  passedOver: 0,
  calls: 0,
  instructions: 0,
  shown: 0,
  memories: 0,
  replies: 0,
  second: { calls: 0, input: 0, replies: 0 },
  embedded: 0,
  vectors: 0,
  schemas: 0,
}

/** Plays the channels of one folder as one guild, so that all of them show a person's memories. */
export function play(channels: readonly AnnotatedChannel[], how: Play): Counted {
  const counted = structuredClone(NONE)
  for (const guild of Map.groupBy(channels, ({ name }) => name.split("/")[0]).values()) {
    const known = new Map<string, Memory[]>()
    for (const channel of guild) playChannel(channel, known, { ...how, counted })
  }
  return counted
}

/** Plays the same with one call for each message. */
export function playEach(channels: readonly AnnotatedChannel[], how: Play): Counted {
  return play(channels, { ...how, rule: { ...how.rule, lullMs: 0 }, triage: false })
}

function playChannel(
  channel: AnnotatedChannel,
  known: Map<string, Memory[]>,
  how: Play & { counted: Counted },
): void {
  const { counted } = how
  const seen = new Map<string, Person>()
  const lines = new Map(channel.lines.map((line) => [line.id, line]))
  counted.messages += channel.lines.length
  const runs =
    how.rule.lullMs === 0
      ? channel.lines.map(({ id }) => [id])
      : hear(channel, how.rule, true).map(({ ids }) => ids)
  for (const ids of runs) {
    const messages = ids.flatMap((id) => lines.get(id) ?? []).map((line) => messageOf(line, channel.name))
    for (const { author } of messages) seen.set(author.id, author)
    counted.windows += 1
    readWindow(windowOf(channel.name, messages), { known, members: [...seen.values()], how })
  }
}

interface Setting {
  known: Map<string, Memory[]>
  members: Person[]
  how: Play & { counted: Counted }
}

function readWindow(window: Window, { known, members, how }: Setting): void {
  const { counted } = how
  const read = extractByRules({ window, members })
  counted.embedded += tokensOf(`${read.note?.title ?? ""}\n${read.note?.summary ?? ""}`)
  counted.vectors += 1
  const people = presentIn(window, members)
  if (how.triage && !mayHoldFacts(window, people) && read.claims.length === 0) {
    counted.passedOver += 1
    return
  }
  const memories = relevantMemories(
    window,
    people.slice(0, PEOPLE).flatMap((person) => (known.get(person.id) ?? []).slice(0, EACH)),
    people,
  )
  const shown = {
    window,
    people,
    sensitive: DEFAULT_POLICY.sensitive,
    timezone: "UTC",
    mostClaims: MAX_CLAIMS,
  }
  const prompt = extractionPrompt({ ...shown, memories })
  const bare = tokensOf(extractionPrompt({ ...shown, memories: [] }).user)
  const said = how.everything ? fullReply(window, read, people) : leanReply(window, read, people)
  counted.calls += 1
  counted.instructions += tokensOf(prompt.system)
  counted.shown += bare
  counted.memories += tokensOf(prompt.user) - bare
  counted.replies += tokensOf(said.text)
  counted.schemas += SCHEMA_TOKENS
  readSecondTime(said, { ...shown, memories }, counted)
  learn(said, known, counted)
}

function readSecondTime({ facts }: Said, shown: SecondReadingInput, { second }: Counted): void {
  if (facts.length === 0) return
  // All that the prompt shows of a claim.
  const claims = facts.map(({ about, fact, lines }) => {
    return { op: "save", subject: { scope: "user", id: about.id }, fact, lines, target: null } as Claim
  })
  const { system, user } = secondReadingPrompt(claims, shown)
  second.calls += 1
  second.input += tokensOf(system) + tokensOf(user)
  second.replies += tokensOf(secondReply(claims.length))
}

const SCHEMA_TOKENS = tokensOf(JSON.stringify(strictSchema(ExtractionReplySchema)))

/** Returns the speakers, and people heard before whom the window names. */
function presentIn(window: Window, members: readonly Person[]): Person[] {
  const people = new Map(window.messages.map(({ author }) => [author.id, author]))
  const said = new Set(
    window.messages.flatMap(({ content }) => content.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? []),
  )
  for (const member of members) if (said.has(member.name.toLowerCase())) people.set(member.id, member)
  return [...people.values()]
}

/** Keeps the latest facts first, each once. */
function learn({ facts }: Said, known: Map<string, Memory[]>, counted: Counted): void {
  for (const { about, fact } of facts) {
    const before = known.get(about.id) ?? []
    if (before.some((memory) => memory.fact === fact)) continue
    known.set(about.id, [memoryOf(about, fact), ...before])
    counted.embedded += tokensOf(`${about.name}\n${fact}`)
    counted.vectors += 1
  }
}

function memoryOf({ id }: Person, fact: string): Memory {
  // All that a prompt shows of it.
  return { subject: { scope: "user", id }, fact } as Memory
}

function windowOf(name: string, messages: Message[]): Window {
  return { id: "w", guildId: "1", channelId: "1", channelName: name, messages, reason: "lull" }
}

function messageOf(line: AnnotatedChannel["lines"][number], channelName: string): Message {
  return {
    ...line,
    guildId: "1",
    channelId: channelName,
    role: "member",
    attachments: [],
    source: "passive",
  }
}
