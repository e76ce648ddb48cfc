/** Events beside chat that a manager may read, and taking one back with everything that rests on it alone. */
import { Hono } from "hono"
import { z } from "zod"
import { channelOf } from "../../access/permissions.ts"
import { Refused } from "../../domain/errors.ts"
import { EVENT_SOURCES, type EventSource } from "../../domain/event-mark.ts"
import { eventText, isPlace } from "../../domain/events.ts"
import type { Id, Scope } from "../../domain/types.ts"
import { findEvent, listEvents, type StoredEvent } from "../../memory/read/events.ts"
import { namesOf } from "../../memory/read/people-list.ts"
import { deleteEvent } from "../../runtime/events.ts"
import { truncate } from "../../text/truncate.ts"
import {
  ActField,
  CancelButton,
  Confirm,
  PostButton,
  readForm,
  SelectField,
  TextField,
} from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Filters, Pager, pageOf, textIn } from "../kit/lists.tsx"
import { backTo, ownPath, redirectTo } from "../kit/notices.ts"
import { Badge, Card, Empty, PersonName, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { channelLabel } from "./readable-channels.ts"

const PAGE = 25
const PREVIEW = 280

const SOURCE_NAMES: Record<EventSource, string> = {
  message: "Message",
  tool_result: "Tool result",
  system: "System",
}
const SCOPE_NAMES: Record<Scope, string> = {
  user: "A person",
  channel: "A channel",
  guild: "This server",
  project: "A project",
  global: "Everywhere",
}

export const eventPages = new Hono<GuildApp>()

const Query = z.object({
  scope: z.enum(["user", "channel", "guild", "project", "global"]).optional().catch(undefined),
  source: z.enum(EVENT_SOURCES).optional().catch(undefined),
})

eventPages.get("/events", async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, base } = visit
  const { scope, source } = Query.parse(c.req.query())
  const session = textIn(c, "session", { label: "this_session", max: 100 })
  const filter = {
    scope: scope ?? null,
    scopeId: null,
    source: source ?? null,
    session: session || null,
  }
  const found = await listEvents(entered.db, viewer, filter, { after: cursorIn(c), limit: PAGE + 1 })
  const { items, next } = pageOf(found, PAGE, ({ at, id }) => ({ at, id }))
  const about = items.flatMap((one) => (one.scope === "user" ? one.scopeId : []))
  const names = await namesOf(entered.db, viewer, about)
  const isFiltered = Object.values(filter).some((value) => value !== null)
  return guildPage(c, {
    title: "Events",
    lead: "What happened beside chat: results of tools, tickets, deployments, and Discord's own events. They become memory like messages.",
    active: "run/events",
    content: (
      <>
        <Filters action={`${base}/run/events`} active={isFiltered}>
          <SelectField
            name="scope"
            label="About"
            value={scope ?? ""}
            options={[["", "Anything"], ...Object.entries(SCOPE_NAMES)]}
          />
          <SelectField
            name="source"
            label="Source"
            value={source ?? ""}
            options={[["", "Any"], ...Object.entries(SOURCE_NAMES)]}
          />
          <TextField name="session" label="Session" value={session} max={100} />
        </Filters>
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="calendar" title={isFiltered ? "Nothing matches" : "No events"}>
              <p>
                {isFiltered
                  ? "No event that you may read fits these filters."
                  : "Bots and tools send events over the API with a write key. Scheduled events, channel topics and pins of Discord appear by themselves."}
              </p>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((event, index) => (
                <EventRow
                  event={event}
                  visit={visit}
                  names={names}
                  confirm={`take-back-${index}`}
                  back={ownPath(c)}
                />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

interface EventRowProps {
  event: StoredEvent
  visit: Visit
  names: ReadonlyMap<Id, string>
  /** The id of the question on the page. */
  confirm: string
  back: string
}

function EventRow({ event, visit, names, confirm, back }: EventRowProps) {
  const { id, content, source, placeId, at, platform, session, scope } = event
  const channel = isPlace(placeId) ? undefined : channelOf(visit.entered.structure, placeId)
  return (
    <li>
      <div class="main-part">
        <span>{truncate(eventText(content), PREVIEW)}</span>
        <span class="meta">
          <Badge tone={source === "system" ? "plain" : "accent"}>{SOURCE_NAMES[source]}</Badge>
          <EventSubject event={event} visit={visit} names={names} />
          {channel === undefined ? null : <span>in {channelLabel(channel)}</span>}
          {platform === null ? null : <span>{platform}</span>}
          {session === null ? null : <span>session {session}</span>}
          <When at={at} clock={visit} />
          <code>{id}</code>
        </span>
      </div>
      {scope === "global" ? null : (
        <div class="end">
          <Confirm id={confirm} text="Take back" title="Take this event back?" kind="danger">
            <p>
              The event is deleted, with every memory that rests on it alone. It is not accepted again. This
              cannot be undone.
            </p>
            <div class="buttons">
              <CancelButton id={confirm} />
              <PostButton
                action={`${visit.base}/run/events/remove`}
                fields={{ event: id, back }}
                kind="danger main"
              >
                Take back
              </PostButton>
            </div>
          </Confirm>
        </div>
      )}
    </li>
  )
}

function EventSubject({ event, visit, names }: Pick<EventRowProps, "event" | "visit" | "names">) {
  const { scope, scopeId } = event
  const { structure, guild } = { structure: visit.entered.structure, guild: visit.entered.guild }
  switch (scope) {
    case "user":
      return <PersonName id={scopeId} name={names.get(scopeId) ?? null} base={visit.base} />
    case "channel":
      return <span>about {channelLabel(channelOf(structure, scopeId))}</span>
    case "project":
      return <span>project {guild.settings.projects[scopeId]?.name ?? scopeId}</span>
    case "guild":
      return <span>this server</span>
    case "global":
      return <span>everywhere</span>
  }
}

eventPages.post("/events/remove", async (c) => {
  const { entered, viewer, guildId, base } = c.get("visit")
  const form = z.object({
    act: ActField,
    event: z.string().regex(/^[\w:.-]{1,100}$/),
    back: backTo(`${base}/run/events`),
  })
  const { event: id, back } = await readForm(c, form)
  const event = await findEvent(entered.db, viewer, id)
  // Events of every guild are the operator's.
  if (event === null || event.scope === "global") throw new Refused({ reason: "unknown_event", eventId: id })
  await deleteEvent(c.env, guildId, id, (scope) => scope !== "global")
  return redirectTo(c, back, { done: "removed" })
})
