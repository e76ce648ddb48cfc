/**
 * Discord's published limits on messages, forms and suggestions, as one check of what is about to be sent. Pure. Of commands they are in
 * limits-commands.ts.
 *
 * Sources: https://discord.com/developers/docs/components/reference (components), …/resources/message (content, embeds),
 * …/reference#uploading-files (files), …/interactions/receiving-and-responding (forms, autocomplete).
 */

import {
  type APIComponentInContainer,
  type APIEmbed,
  type APIMessageTopLevelComponent,
  ComponentType,
  MessageFlags,
} from "discord-api-types/v10"
import { truncate } from "../../../text/truncate.ts"
import type { Form, ReplyFile, Suggestion } from "./command.ts"
import { type Part, partProblems, problems, within } from "./limits-components.ts"

const CONTENT = 2_000
const COMPONENTS = 40
/** Of all text displays together. */
const TEXT = 4_000
const ROWS = 5
const FILES = 10
const FILE_BYTES = 10 * 1024 * 1024
const EMBEDS = 10
const EMBED_TEXT = 6_000
const SUGGESTIONS = 25
const NAME = 100
const TITLE = 45
const CUSTOM_ID = 100
const FORM_PARTS = 5

export interface MessageBody {
  content?: string | null
  embeds?: APIEmbed[] | null
  components?: APIMessageTopLevelComponent[] | null
  flags?: number | null
}

/** Every limit of Discord's that the message breaks, in words; empty: it may be sent. */
export function messageProblems(body: MessageBody, files: readonly ReplyFile[] = []): string[] {
  const laidOut = ((body.flags ?? 0) & MessageFlags.IsComponentsV2) !== 0
  const components = body.components ?? []
  return [
    ...(laidOut ? layoutProblems(body, components) : plainProblems(body, components, files)),
    ...components.flatMap((part) => partProblems(part)),
    ...repeats(components),
    ...fileProblems(files),
  ]
}

function layoutProblems(
  { content, embeds }: MessageBody,
  components: readonly APIMessageTopLevelComponent[],
) {
  const all = everyPart(components)
  const text = all.reduce(
    (sum, part) => sum + (part.type === ComponentType.TextDisplay ? part.content.length : 0),
    0,
  )
  return problems([
    [!content && !embeds?.length, "a laid-out message takes no content and no embeds"],
    [components.length > 0, "the message is empty"],
    [all.length <= COMPONENTS, `${all.length} components are more than ${COMPONENTS}`],
    [text <= TEXT, `${text} characters of text are more than ${TEXT}`],
  ])
}

function plainProblems(
  { content, embeds }: MessageBody,
  components: readonly APIMessageTopLevelComponent[],
  files: readonly ReplyFile[],
) {
  const length = content?.length ?? 0
  return [
    ...problems([
      [length > 0 || (embeds?.length ?? 0) + files.length > 0, "the message is empty"],
      [length <= CONTENT, `${length} characters of content are more than ${CONTENT}`],
      [components.length <= ROWS, `${components.length} rows are more than ${ROWS}`],
      [
        components.every(({ type }) => type === ComponentType.ActionRow),
        "a message that is not laid out has rows alone",
      ],
    ]),
    ...embedProblems(embeds ?? []),
  ]
}

function embedProblems(embeds: readonly APIEmbed[]): string[] {
  const lengthOf = ({ title, description, fields, footer, author }: APIEmbed) =>
    [
      title,
      description,
      footer?.text,
      author?.name,
      ...(fields ?? []).flatMap((one) => [one.name, one.value]),
    ]
      .map((words) => words?.length ?? 0)
      .reduce((sum, length) => sum + length, 0)
  const total = embeds.reduce((sum, embed) => sum + lengthOf(embed), 0)
  return [
    ...problems([
      [embeds.length <= EMBEDS, `${embeds.length} embeds are more than ${EMBEDS}`],
      [total <= EMBED_TEXT, `${total} characters in embeds are more than ${EMBED_TEXT}`],
    ]),
    ...embeds.flatMap(({ title, description, fields = [], footer, author }) =>
      problems([
        [(title?.length ?? 0) <= 256, "an embed's title is longer than 256"],
        [(description?.length ?? 0) <= 4_096, "an embed's description is longer than 4096"],
        [(footer?.text.length ?? 0) <= 2_048, "an embed's footer is longer than 2048"],
        [(author?.name.length ?? 0) <= 256, "an embed's author is longer than 256"],
        [fields.length <= 25, "an embed has more than 25 fields"],
        [fields.every(({ name }) => within(name, 1, 256)), "an embed's field is not named in 1 to 256"],
        [fields.every(({ value }) => within(value, 1, 1_024)), "an embed's field has not 1 to 1024"],
      ]),
    ),
  ]
}

function fileProblems(files: readonly ReplyFile[]): string[] {
  const bytes = files.map(({ data }) => new TextEncoder().encode(data).length)
  return problems([
    [files.length <= FILES, `${files.length} files are more than ${FILES}`],
    [bytes.every((size) => size <= FILE_BYTES), "a file is larger than 10 MB"],
  ])
}

/** All components, those within others among them: each counts. */
export function everyPart(parts: readonly (APIMessageTopLevelComponent | APIComponentInContainer)[]): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.type === ComponentType.Container) return [part, ...everyPart(part.components)]
    if (part.type === ComponentType.ActionRow) return [part, ...part.components]
    if (part.type === ComponentType.Section) return [part, ...part.components, part.accessory]
    return [part]
  })
}

/** A custom id that stands twice in a message is refused. */
function repeats(components: readonly APIMessageTopLevelComponent[]): string[] {
  const ids = everyPart(components).flatMap((part) => ("custom_id" in part ? [part.custom_id] : []))
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at)
  return [...new Set(twice)].map((id) => `a custom id of ${id.split(":", 1)} stands there twice`)
}

/** The same of a form. */
export function formProblems({ title, custom_id, components }: Form): string[] {
  const fields = components.flatMap((part) =>
    part.type === ComponentType.Label
      ? [part.component]
      : part.type === ComponentType.ActionRow
        ? part.components
        : [],
  )
  const ids = fields.map((field) => field.custom_id)
  return [
    ...problems([
      [within(title, 1, TITLE), `a form's title is not of 1 to ${TITLE} characters`],
      [within(custom_id, 1, CUSTOM_ID), `a form's custom id is not of 1 to ${CUSTOM_ID} characters`],
      [
        components.length >= 1 && components.length <= FORM_PARTS,
        `a form has not 1 to ${FORM_PARTS} components but ${components.length}`,
      ],
      [new Set(ids).size === ids.length, "two fields of a form have one custom id"],
    ]),
    ...components.flatMap((part) => partProblems(part)),
  ]
}

/** The same of what is suggested for an option. */
export function suggestionProblems(suggestions: readonly Suggestion[]): string[] {
  return problems([
    [suggestions.length <= SUGGESTIONS, `${suggestions.length} suggestions are more than ${SUGGESTIONS}`],
    [suggestions.every(({ name }) => within(name, 1, NAME)), `a suggestion's name is not of 1 to ${NAME}`],
    [suggestions.every(({ value }) => within(value, 1, NAME)), `a suggestion's value is not of 1 to ${NAME}`],
  ])
}

/** As many as Discord shows, each as long as it takes. What has no name or value, or a value too long to be whole, is left out. */
export function fitting(suggestions: readonly Suggestion[]): Suggestion[] {
  return suggestions
    .filter(({ name, value }) => name.trim() !== "" && within(value, 1, NAME))
    .slice(0, SUGGESTIONS)
    .map(({ name, value }) => ({ name: truncate(name.toWellFormed(), NAME, { ellipsis: false }), value }))
}
