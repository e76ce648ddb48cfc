/**
 * Builds the stored note of a window: without secrets, instructions or sensitive content that the guild
 * refuses. Pure.
 */

import type { Extraction, Id, Message, Note, Person, Window } from "../domain/types.ts"
import { UNTITLED } from "../memory/db/rows.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { DEFAULT_SETTINGS } from "../policy/settings.ts"
import { checkContent } from "../privacy/content-check.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import { displayText } from "../text/display.ts"
import { displayNames } from "../text/person-names.ts"
import { sentenceSegments } from "../text/sentence-segments.ts"
import { stems } from "../text/stems.ts"
import type { ExtractionContext } from "./context.ts"
import { windowRedactor } from "./redact-window.ts"
import type { SupportScene } from "./support/sentences.ts"
import { supportsPersonLine } from "./support/support.ts"

/** The parts of the context that a note is checked against. */
export type NoteContext = Pick<ExtractionContext, "guild" | "window" | "people" | "excluded">

/**
 * Returns `null` if the extraction has no note or the window has no messages. Talk with Keepsake alone is no
 * conversation and has no note.
 */
export function toNote(context: NoteContext, extraction: Extraction): Note | null {
  const { window } = context
  const { redact: hushed } = windowRedactor(context)
  const talk = window.messages.filter(({ role }) => role !== "event")
  const [first, last] = [talk[0], talk.at(-1)]
  const title = noteTitle(context, extraction)
  if (extraction.note === null || title === null || !first || !last) return null
  if (talk.every(({ role, source }) => role === "keepsake" || source === "chat")) return null
  const lines = new Map(extraction.digests.map((digest) => [digest.userId, hushed(digest.line)]))
  const spoke = new Map(conversationLines(window).map((m) => [m.author.id, m.author.name]))
  const { timezone } = context.guild?.settings ?? DEFAULT_SETTINGS
  const scene = { window, people: context.people, timezone }
  // The rules' line about somebody of whom they claim nothing lists words of theirs.
  const claimed = new Set(extraction.claims.map(({ subject }) => subject.id))
  const isListed = (id: Id) => extraction.method === "rule" && !claimed.has(id)
  return {
    id: `n_${window.id}`,
    guildId: window.guildId,
    channelId: window.channelId,
    kind: "conversation",
    title,
    summary: keptSentences(hushed(extraction.note.summary), context),
    participants: [...spoke].map(([id, name]) => {
      const line = lines.get(id)
      const beside = { context, scene, isListed: isListed(id) }
      const isKept = line !== undefined && isFitLine({ id, name }, line, beside)
      return { id, name, line: isKept ? line : null }
    }),
    firstMessageId: first.id,
    fromAt: first.at,
    toAt: last.at,
  }
}

/** Returns the title, a placeholder if the title may not be kept, or `null` if the extraction has no note. */
export function noteTitle(context: NoteContext, extraction: Extraction): string | null {
  if (extraction.note === null) return null
  const before = titles.get(extraction.note)
  if (before?.context === context) return before.title
  const redacted = windowRedactor(context).redact(extraction.note.title)
  const title = isFit(redacted, context) ? redacted : UNTITLED
  titles.set(extraction.note, { context, title })
  return title
}

/** The note and the channel's activity both show the title. */
const titles = new WeakMap<object, { context: NoteContext; title: string }>()

/** A full stop can split a secret over two sentences, so a secret drops the whole text. */
function keptSentences(text: string, context: NoteContext): string {
  if (holdsSecret(text)) return ""
  return sentenceSegments(text)
    .filter((sentence) => isFit(sentence, context) && !tellsOfKeepsake(sentence, context))
    .join("")
    .trim()
}

/** A line about a person is checked like a claim: for what may be kept, and against what the person said. */
function isFitLine(
  person: Person,
  line: string,
  { context, ...beside }: { context: NoteContext; scene: SupportScene; isListed: boolean },
): boolean {
  return (
    isFit(`${person.name} ${line}`, context) &&
    !tellsOfKeepsake(line, context) &&
    supportsPersonLine(person, line, beside)
  )
}

/** People's words to each other: neither to Keepsake nor by it. */
function conversationLines({ messages }: Window): Message[] {
  return messages.filter(({ role, source }) => role === "member" && source !== "chat")
}

/**
 * Returns true if a text tells of the talk with Keepsake: it has at least as many words that were only said there as words
 * of the conversation, names aside.
 */
function tellsOfKeepsake(text: string, { window, people }: NoteContext): boolean {
  const stemsOf = (texts: readonly string[]) => new Set(texts.flatMap((one) => stems(one)))
  const conversation = conversationLines(window)
  if (conversation.length === window.messages.length) return false
  const said = stemsOf(conversation.map(displayText))
  const told = stemsOf(window.messages.filter((one) => !conversation.includes(one)).map(displayText))
  const names = stemsOf([...people, ...window.messages.map(({ author }) => author)].map(({ name }) => name))
  const words = [...new Set(stems(text))].filter((stem) => !names.has(stem))
  const onlyTold = words.filter((stem) => told.has(stem) && !said.has(stem)).length
  return onlyTold > 0 && onlyTold >= words.filter((stem) => said.has(stem)).length
}

function isFit(text: string, context: NoteContext): boolean {
  const { sensitive } = context.guild?.policy ?? DEFAULT_POLICY
  return checkContent(text, sensitive, { people: displayNames(context.people) }) === null
}
