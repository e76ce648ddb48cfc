/** Reads notes: conversations, and the topics that nightly runs group them into, with where each was said. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import type { Note } from "../../domain/types.ts"
import { findNote, listNotes } from "../../memory/read/note-pages.ts"
import { messageUrl } from "../../recall/item-sources.ts"
import { guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor, iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { enterAsViewer, VIEWER_FIELDS } from "../request-viewer.ts"
import { GuildParam, json, SnowflakeParam, Timestamp } from "../schemas.ts"

const NOTES = "/v1/guilds/{g}/notes"
const KINDS = ["conversation", "topic_cluster"] as const

const NoteSchema = z
  .object({
    id: z.string(),
    kind: z.enum(KINDS).openapi({
      description: "A conversation, or a topic made from several conversations of a day.",
    }),
    channel_id: z.string().openapi({ description: "For a topic, the channel where most of it was said." }),
    title: z.string(),
    summary: z.string(),
    participants: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        line: z.string().nullable().openapi({ description: "What they did or said in it." }),
      }),
    ),
    from: z.string(),
    to: z.string(),
    url: z.string().openapi({ description: "A link to its first message." }),
    window_id: z.string().nullable().openapi({
      description: "The window it was made from, as listed by `…/windows`; null for a topic.",
    }),
    conversations: z
      .array(
        z.object({
          id: z.string(),
          channel_id: z.string(),
          title: z.string(),
          from: z.string(),
          to: z.string(),
          url: z.string(),
        }),
      )
      .openapi({
        description:
          "The conversations a topic was made from, each a note of its own; empty for a conversation.",
      }),
  })
  .openapi("Note")

const list = guarded({
  id: "listNotes",
  scope: "read",
  binding: "reader",
  method: "get",
  path: NOTES,
  summary: "List notes of conversations and topics, latest end first",
  request: {
    params: GuildParam,
    query: z.object({
      kind: z.enum(KINDS).optional(),
      in_channel: SnowflakeParam.optional().openapi({
        description: "Only notes of this channel, and topics with a conversation there.",
      }),
      participant_id: SnowflakeParam.optional().openapi({
        description: "Only notes this person took part in.",
      }),
      from: Timestamp.optional().openapi({ description: "Only notes that ended at this time or later." }),
      until: Timestamp.optional().openapi({ description: "Only notes that ended at this time or earlier." }),
      ...VIEWER_FIELDS,
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(NoteSchema), next: z.string().nullable() }), "One page."),
  },
})

const get = guarded({
  id: "readNote",
  scope: "read",
  binding: "reader",
  method: "get",
  path: `${NOTES}/{id}`,
  summary: "Read a note, with who took part and where it was said",
  request: { params: GuildParam.extend({ id: plainText(100, 1) }), query: z.object(VIEWER_FIELDS) },
  responses: { 200: json(NoteSchema, "The note.") },
})

export const noteRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(list, async (c) => {
    const { limit, cursor, ...query } = c.req.valid("query")
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const { entered, viewer } = await enterAsViewer(c, c.req.valid("param").g, query)
    const found = await listNotes(entered.db, viewer, filterOf(query), { after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > page.length ? page.at(-1) : undefined
    return c.json(
      { items: page.map(presented), next: last ? encodeCursor({ at: last.toAt, id: last.id }) : null },
      200,
    )
  })
  .openapi(get, async (c) => {
    const { g, id } = c.req.valid("param")
    const { entered, viewer } = await enterAsViewer(c, g, c.req.valid("query"))
    const note = await findNote(entered.db, viewer, id)
    if (!note) throw new Refused({ reason: "unknown_note", noteId: id })
    return c.json(presented(note), 200)
  })

function filterOf(query: {
  kind?: Note["kind"] | undefined
  in_channel?: string | undefined
  participant_id?: string | undefined
  from?: string | undefined
  until?: string | undefined
}) {
  const { from, until } = query
  return {
    kind: query.kind ?? null,
    channelId: query.in_channel ?? null,
    participantId: query.participant_id ?? null,
    during: {
      from: from === undefined ? 0 : Date.parse(from),
      to: until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until),
    },
  }
}

function presented(note: Note): z.output<typeof NoteSchema> {
  const { id, guildId, kind, channelId, title, summary, participants } = note
  return {
    ...{ id, kind, channel_id: channelId, title, summary, participants },
    from: iso(note.fromAt),
    to: iso(note.toAt),
    url: messageUrl(guildId, channelId, note.firstMessageId),
    window_id: kind === "conversation" ? id.replace(/^n_/, "") : null,
    conversations: (note.sources ?? []).map((one) => ({
      id: one.id,
      channel_id: one.channelId,
      title: one.title,
      from: iso(one.from),
      to: iso(one.at),
      url: messageUrl(guildId, one.channelId, one.firstMessageId),
    })),
  }
}
