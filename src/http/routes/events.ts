/** Receives events: what happened beside chat. Lists them, finds one and takes one back. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { REJECTIONS } from "../../channel/delivery.ts"
import { Refused } from "../../domain/errors.ts"
import { EVENT_ROLES, EVENT_SOURCES, isServerEvent } from "../../domain/event-mark.ts"
import { GLOBAL, isPlace } from "../../domain/events.ts"
import { plainText } from "../../domain/plain-text.ts"
import { SCOPES } from "../../domain/types.ts"
import { findEvent, listEvents, type StoredEvent } from "../../memory/read/events.ts"
import type { NewEvent } from "../../runtime/event-rows.ts"
import { deleteEvent, readEventsNow, recordEvents } from "../../runtime/events.ts"
import { guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor, iso } from "../present.ts"
import type { App, Principal } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { enterAsViewer, VIEWER_FIELDS } from "../request-viewer.ts"
import { body, GuildParam, json, SnowflakeParam, Timestamp } from "../schemas.ts"

const EVENTS = "/v1/guilds/{g}/events"
const MOST_EVENTS = 100
const MAX_CONTENT = 16_000

const EventId = z
  .string()
  .regex(/^[\w:.-]{1,100}$/, "must be 1 to 100 letters, digits and any of _ : . -")
  .openapi({ example: "deploy:4821" })
const EventParam = GuildParam.extend({ id: EventId })
/** Discord's own events have such ids. */

/** Parsed JSON is measured as it is written, in bytes. */
const JsonContent = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= MAX_CONTENT,
    "is larger than 16 kB",
  )

const EventSchema = z
  .strictObject({
    id: EventId.refine((id) => !isServerEvent(id), 'must not begin with "discord:"').openapi({
      description:
        "The caller's own id, not beginning with `discord:`. Sent again with the same content it changes nothing; with other content it is a 409.",
    }),
    scope: z.enum(SCOPES).openapi({ description: "What the event is about. `global` is the operator's." }),
    scope_id: plainText(100, 1).optional().openapi({
      description:
        "The person, the channel, or the project by its key in the settings, not its `name`. Omitted for the others.",
    }),
    channel_id: SnowflakeParam.optional().openapi({
      description: "The channel whose readers may know of it. Default: those of its scope.",
    }),
    source: z.enum(EVENT_SOURCES),
    role: z.enum(EVENT_ROLES),
    content: z
      .union([plainText(MAX_CONTENT, 1), JsonContent])
      .openapi({ type: ["string", "object", "array"] }),
    platform: plainText(100, 1).optional(),
    session: plainText(100, 1).optional(),
    at: Timestamp.openapi({ description: "When it happened, with an offset; at most five minutes ahead." }),
    replaces: EventId.optional().openapi({
      description:
        "An earlier event of this guild that no longer holds, such as the former state of a ticket. It is deleted with everything made from it once this one is accepted. An id that nobody knows changes nothing.",
    }),
  })
  .openapi("NewEvent")

export const StoredEventSchema = z
  .object({
    ...EventSchema.omit({ platform: true, session: true, channel_id: true, replaces: true }).shape,
    scope_id: z.string(),
    channel_id: z.string().nullable(),
    platform: z.string().nullable(),
    session: z.string().nullable(),
  })
  .openapi("Event")

const ReceiptSchema = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(
    z.object({ index: z.int(), id: z.string(), reason: z.enum([...REJECTIONS, "secret", "deleted"]) }),
  ),
})

const record = guarded({
  id: "recordEvents",
  scope: "write",
  binding: "guild",
  method: "post",
  path: EVENTS,
  summary: "Record events beside chat, such as tool results, at most 100",
  request: {
    params: GuildParam,
    body: body(
      z.strictObject({
        events: z.array(EventSchema).min(1).max(MOST_EVENTS),
        flush: z.boolean().default(false).openapi({
          description:
            "Reads them at once, together with what else waits in their places, and waits for it. Each place costs a model call or two for every window, and a gap in `at` begins a new one.",
        }),
      }),
    ),
  },
  responses: { 202: json(ReceiptSchema, "Received.") },
})

const list = guarded({
  id: "listEvents",
  scope: "read",
  binding: "reader",
  method: "get",
  path: EVENTS,
  summary: "List events, latest first",
  request: {
    params: GuildParam,
    query: z.object({
      scope: z.enum(SCOPES).optional(),
      scope_id: plainText(100, 1).optional(),
      source: z.enum(EVENT_SOURCES).optional(),
      session: plainText(100, 1).optional(),
      ...VIEWER_FIELDS,
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(StoredEventSchema), next: z.string().nullable() }), "One page."),
  },
})

const get = guarded({
  id: "readEvent",
  scope: "read",
  binding: "reader",
  method: "get",
  path: `${EVENTS}/{id}`,
  summary: "Read an event",
  request: { params: EventParam, query: z.object(VIEWER_FIELDS) },
  responses: { 200: json(StoredEventSchema, "The event.") },
})

const remove = guarded({
  id: "deleteEvent",
  scope: "write",
  binding: "guild",
  method: "delete",
  path: `${EVENTS}/{id}`,
  summary: "Delete an event with everything made from it; it is not accepted again",
  request: { params: EventParam },
  responses: {
    204: { description: "Deleted: the event at once, what was made from it shortly after." },
  },
})

export const eventRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(record, async (c) => {
    const { g } = c.req.valid("param")
    const { flush, events: given } = c.req.valid("json")
    const mayDelete = deletable(c.get("principal"))
    const events = given.map(
      ({ replaces, ...event }, index): NewEvent => ({
        ...toNewEvent(event, g, index),
        replaces: replaces === undefined ? null : { id: replaces, mayDelete },
      }),
    )
    if (events.some(({ scope }) => scope === "global")) requireOperator(c.get("principal"))
    // The reasons are those of messages and the two that `recordEvents` adds.
    const receipt = (await recordEvents(c.env, g, events)) as z.output<typeof ReceiptSchema>
    if (flush) await readEventsNow(c.env, g, events)
    return c.json(receipt, 202)
  })
  .openapi(list, async (c) => {
    const { limit, cursor, ...query } = c.req.valid("query")
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const { entered, viewer } = await enterAsViewer(c, c.req.valid("param").g, query)
    const filter = {
      scope: query.scope ?? null,
      scopeId: query.scope_id ?? null,
      source: query.source ?? null,
      session: query.session ?? null,
    }
    const found = await listEvents(entered.db, viewer, filter, { after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > page.length ? page.at(-1) : undefined
    return c.json(
      { items: page.map(presented), next: last ? encodeCursor({ at: last.at, id: last.id }) : null },
      200,
    )
  })
  .openapi(get, async (c) => {
    const { g, id } = c.req.valid("param")
    const { entered, viewer } = await enterAsViewer(c, g, c.req.valid("query"))
    const event = await findEvent(entered.db, viewer, id)
    if (!event) throw new Refused({ reason: "unknown_event", eventId: id })
    return c.json(presented(event), 200)
  })
  .openapi(remove, async (c) => {
    const { g, id } = c.req.valid("param")
    if (!(await deleteEvent(c.env, g, id, deletable(c.get("principal")))))
      throw new Refused({ reason: "unknown_event", eventId: id })
    return c.body(null, 204)
  })

/** Global events are the deployment's, not a guild's. */
function requireOperator({ kind }: Principal): void {
  if (kind !== "operator") throw new Refused({ reason: "forbidden", because: "operator" })
}

function deletable({ kind }: Principal): (scope: string) => boolean {
  return (scope) => scope !== "global" || kind === "operator"
}

function toNewEvent(
  event: Omit<z.output<typeof EventSchema>, "replaces">,
  guildId: string,
  index: number,
): NewEvent {
  const { scope, scope_id: stated, channel_id: channelId, ...rest } = event
  const own = scope === "guild" ? guildId : scope === "global" ? GLOBAL : null
  const scopeId = stated ?? own
  const isId = scope === "project" || own !== null || SnowflakeParam.safeParse(scopeId).success
  if (scopeId === null || !isId) {
    const problem = scopeId === null ? `is required for scope ${scope}` : "must be a Discord id"
    throw new Refused({ reason: "invalid", issues: [{ field: `body.events.${index}.scope_id`, problem }] })
  }
  return { ...rest, scope, scopeId, channelId: channelId ?? null, at: Date.parse(event.at) }
}

function presented(event: StoredEvent): z.output<typeof StoredEventSchema> {
  const { id, scope, scopeId, placeId, source, role, content, platform, session, at } = event
  return {
    ...{ id, scope, scope_id: scopeId, source, role, platform, session },
    channel_id: isPlace(placeId) ? null : placeId,
    // Stored as the route received it.
    content: content as z.output<typeof EventSchema>["content"],
    at: iso(at),
  }
}
