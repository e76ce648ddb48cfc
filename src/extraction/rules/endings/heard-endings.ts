/** Finds the facts that a talk ends: those known of a speaker, and those of the same talk that its author takes back later. Pure. */
import type { Memory, Message, Person } from "../../../domain/types.ts"
import { sentencesOf } from "../../support/sentences.ts"
import type { HeardFact } from "../fragments.ts"
import { joinedMessages, LONGEST_LINE } from "../joined-messages.ts"
import { factOf } from "../phrases/told.ts"
import { isUnusableLine } from "../source-filter.ts"
import { endedFact } from "./ended-facts.ts"
import { isTakenBack } from "./taken-back.ts"

/** A known memory that somebody's words end. */
export interface HeardEnding {
  memory: Memory
  speaker: Person
  /** The sentence that ends it. */
  said: string
  lines: number[]
  /** The fact in the same sentence that takes its place, if there is one. */
  successor: HeardFact | null
}

export interface EndingContext {
  messages: readonly Message[]
  /** Known memories that this channel's readers may read. */
  known: readonly Memory[]
}

/** Returns what ended, and the facts without those that their author ended later in the talk. */
export function heardEndings(
  facts: readonly HeardFact[],
  { messages, known }: EndingContext,
): { facts: HeardFact[]; endings: HeardEnding[] } {
  const kept = new Set(facts)
  const endings: HeardEnding[] = []
  const utterances = joinedMessages(messages)
  for (const [index, { message, lines }] of utterances.entries()) {
    const { author } = message
    const own = [...kept].filter((fact) => isOwn(fact, author))
    const earlier = own.filter((fact) => Math.max(...fact.lines) < (lines[0] ?? 0))
    const newer = own.filter((fact) => lines.every((line) => fact.lines.has(line)))
    const mine = known.filter(({ subject, status }) => subject.id === author.id && status === "active")
    const told = earlier.map((heard) => ({ heard, fact: factOf(heard) }))
    const speaker = { name: author.name, newer: newer.map(factOf) }
    const successor = newer.length === 1 ? (newer[0] ?? null) : null
    const next = utterances.slice(index + 1).map((one) => one.message)
    for (const said of statementsOf(message)) {
      if (isTakenBack(said, message, next)) continue
      const ended = endedFact(said, told, speaker)
      if (ended) kept.delete(ended.heard)
      const memory = endedFact(said, mine, speaker)
      if (memory && !endings.some((one) => one.memory.id === memory.id))
        endings.push({ memory, speaker: author, said, lines, successor })
    }
  }
  return { facts: [...kept], endings }
}

/** The sentences that a member states and means. */
function statementsOf(message: Message): string[] {
  const { content, role } = message
  if (role !== "member" || content.length > LONGEST_LINE || isUnusableLine(content, content)) return []
  return sentencesOf([message]).flatMap(({ text, isQuestion, isUnmeant }) =>
    isQuestion || isUnmeant ? [] : [text],
  )
}

function isOwn({ person, speaker, isKin }: HeardFact, author: Person): boolean {
  return person.id === author.id && speaker.id === author.id && !isKin
}
