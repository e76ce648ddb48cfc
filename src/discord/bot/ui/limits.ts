/**
 * The limits of Discord that an answer can break by its length. The Responder checks an answer before sending
 * it: a person then gets an apology with a reference instead of nothing. Only tests check the shape of
 * payloads.
 *
 * Sources: https://discord.com/developers/docs/components/reference, …/resources/message,
 * …/reference#uploading-files, …/interactions/application-commands#autocomplete.
 */
import { type APIMessageTopLevelComponent, ComponentType } from "discord-api-types/v10"
import { truncate } from "../../../text/truncate.ts"
import type { Form, ReplyFile, Suggestion } from "./command.ts"

const CONTENT = 2_000
const COMPONENTS = 40
/** All text displays of a message together. */
const TEXT = 4_000
const FILE_BYTES = 10 * 1024 * 1024
const TITLE = 45
const FIELD = 4_000
const SUGGESTIONS = 25
const SUGGESTION = 100

export interface MessageBody {
  content?: string | null
  components?: APIMessageTopLevelComponent[] | null
  flags?: number | null
}

/** Lists every length limit that the message exceeds. An empty list means that it can be sent. */
export function messageProblems(
  { content, components }: MessageBody,
  files: readonly ReplyFile[] = [],
): string[] {
  const all = allComponents(components ?? [])
  const length = content?.length ?? 0
  const text = all.reduce((sum, { content = "" }) => sum + content.length, 0)
  const heaviest = Math.max(0, ...files.map(({ data }) => new TextEncoder().encode(data).length))
  return problems([
    [length > 0 || all.length > 0, "the message is empty"],
    [length <= CONTENT, `${length} characters of content exceed ${CONTENT}`],
    [all.length <= COMPONENTS, `${all.length} components exceed ${COMPONENTS}`],
    [text <= TEXT, `${text} characters of text exceed ${TEXT}`],
    [heaviest <= FILE_BYTES, "a file is larger than 10 MB"],
  ])
}

/** Lists every length limit that the form exceeds. */
export function formProblems({ title, components }: Form): string[] {
  const values = components.flatMap((part) =>
    part.type === ComponentType.Label && "value" in part.component ? (part.component.value ?? "") : "",
  )
  return problems([
    [title.length <= TITLE, `a title of ${title.length} characters exceeds ${TITLE}`],
    [values.every((value) => value.length <= FIELD), `a field's value exceeds ${FIELD} characters`],
  ])
}

/** Cuts suggestions to the count and length that Discord shows. Leaves out those without a name and those whose value is too long. */
export function fitSuggestions(suggestions: readonly Suggestion[]): Suggestion[] {
  return suggestions
    .filter(({ name, value }) => name.trim() !== "" && value.length >= 1 && value.length <= SUGGESTION)
    .slice(0, SUGGESTIONS)
    .map(({ name, value }) => ({
      name: truncate(name.toWellFormed(), SUGGESTION, { ellipsis: false }),
      value,
    }))
}

interface Part {
  content?: string
}

/** Lists components with all nested ones: Discord counts each. */
function allComponents(parts: readonly object[]): Part[] {
  return parts.flatMap((part) => {
    const { components = [], accessory } = part as { components?: object[]; accessory?: object }
    return [part, ...allComponents(components), ...(accessory ? [accessory] : [])]
  })
}

function problems(conditions: readonly [holds: boolean, otherwise: string][]): string[] {
  return conditions.filter(([holds]) => !holds).map(([, otherwise]) => otherwise)
}
