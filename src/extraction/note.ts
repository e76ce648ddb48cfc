/** A window's note as it may be kept: without secrets, without what the guild refuses to keep of people, without instructions. Pure. */

import type { Extraction, Note } from "../domain/types.ts"
import { UNTITLED } from "../memory/db/rows.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { checkContent } from "../privacy/content-check.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import { windowRedactor } from "./claims.ts"
import type { ExtractionContext } from "./context.ts"

/** What a note is judged by. */
export type NoteContext = Pick<ExtractionContext, "guild" | "window" | "people" | "excluded">

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** null where the extraction has none, or the window no line. */
export function toNote(context: NoteContext, extraction: Extraction): Note | null {
  const { window } = context
  const { redact: hushed } = windowRedactor(context)
  const first = window.messages[0]
  const last = window.messages.at(-1)
  const title = noteTitle(context, extraction)
  if (extraction.note === null || title === null || !first || !last) return null
  const lines = new Map(extraction.digests.map((digest) => [digest.userId, hushed(digest.line)]))
  const spoke = new Map(
    window.messages.filter((m) => m.role === "member").map((m) => [m.author.id, m.author.name]),
  )
  return {
    id: `n_${window.id}`,
    guildId: window.guildId,
    channelId: window.channelId,
    kind: "conversation",
    title,
    summary: keptSentences(hushed(extraction.note.summary), context),
    participants: [...spoke].map(([id, name]) => {
      const line = lines.get(id)
      return { id, name, line: line !== undefined && isFit(`${name} ${line}`, context) ? line : null }
    }),
    firstMessageId: first.id,
    fromAt: first.at,
    toAt: last.at,
  }
}

/** The note's title, one that says nothing where it may not be kept, null without a note. */
export function noteTitle(context: NoteContext, extraction: Extraction): string | null {
  if (extraction.note === null) return null
  const title = windowRedactor(context).redact(extraction.note.title)
  return isFit(title, context) ? title : UNTITLED
}

/** A secret may be cut in two by a full stop in it, so it takes the whole with it. */
function keptSentences(text: string, context: NoteContext): string {
  if (holdsSecret(text)) return ""
  const all = [...sentences.segment(text)].map(({ segment }) => segment)
  return all
    .filter((sentence) => isFit(sentence, context))
    .join("")
    .trim()
}

function isFit(text: string, context: NoteContext): boolean {
  const { sensitive } = context.guild?.policy ?? DEFAULT_POLICY
  return checkContent(text, sensitive, { people: context.people.map((person) => person.name) }) === null
}
