/** Conversations and topics: their lists, and one of them with who took part. */
import { type Context, Hono } from "hono"
import { channelOf } from "../../access/permissions.ts"
import { Refused } from "../../domain/errors.ts"
import { isSnowflake } from "../../domain/ids.ts"
import type { Note } from "../../domain/types.ts"
import { memberForViewer } from "../../memory/read/members.ts"
import { findNote, listNotes } from "../../memory/read/note-pages.ts"
import { messageUrl } from "../../recall/item-sources.ts"
import { SelectField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Filters, Pager, pageOf } from "../kit/lists.tsx"
import { Card, countOf, Empty, PersonName, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { channelChoices } from "./memory-list.tsx"
import { ChannelName } from "./memory-parts.tsx"

const PAGE = 20
const NAMED = 4

export const notePages = new Hono<GuildApp>()

const KINDS = {
  conversation: {
    path: "conversations",
    title: "Conversations",
    lead: "Each conversation in the channels that you can read, as Keepsake noted it. The latest comes first.",
    icon: "chat",
    empty: "Keepsake notes a conversation once it has ended.",
  },
  topic_cluster: {
    path: "topics",
    title: "Topics",
    lead: "Conversations of a day that were about the same thing, from channels that you can read.",
    icon: "topic",
    empty: "Topics form at night, from the conversations of the day before.",
  },
} as const

notePages.get("/conversations", (c) => notesPage(c, "conversation"))
notePages.get("/topics", (c) => notesPage(c, "topic_cluster"))

async function notesPage(c: Context<GuildApp>, kind: Note["kind"]) {
  const visit = c.get("visit")
  const { entered, viewer, base } = visit
  const { path, title, lead, icon, empty } = KINDS[kind]
  const channelId = idIn(c, "channel")
  const participantId = idIn(c, "person")
  const filter = { kind, channelId, participantId, during: null }
  const found = await listNotes(entered.db, viewer, filter, { after: cursorIn(c), limit: PAGE + 1 })
  const person = participantId === null ? null : await memberForViewer(entered.db, viewer, participantId)
  const { items, next } = pageOf(found, PAGE, ({ toAt, id }) => ({ at: toAt, id }))
  const isFiltered = channelId !== null || participantId !== null
  return guildPage(c, {
    title: person === null ? title : `${title} with ${person.name}`,
    lead,
    active: path,
    content: (
      <>
        <Filters action={`${base}/${path}`} active={isFiltered}>
          {participantId === null ? null : <input type="hidden" name="person" value={participantId} />}
          <SelectField
            name="channel"
            label="Channel"
            value={channelId ?? ""}
            options={[["", "Any"], ...channelChoices(visit)]}
          />
        </Filters>
        <Card flush>
          {items.length === 0 ? (
            <Empty icon={icon} title="Nothing here">
              <p>{isFiltered ? "Nothing that you may read fits these filters." : empty}</p>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((note) => (
                <NoteLine note={note} visit={visit} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
}

function idIn(c: Context, name: string): string | null {
  const text = c.req.query(name) ?? ""
  if (text === "") return null
  if (!isSnowflake(text))
    throw new Refused({ reason: "invalid", issues: [{ field: name, problem: "is not an id" }] })
  return text
}

/** One line of a list of conversations or topics. */
export function NoteLine({ note, visit }: { note: Note; visit: Visit }) {
  const { id, title, summary, channelId, participants, toAt } = note
  return (
    <li>
      <div class="main-part">
        <a class="fact" href={`${visit.base}/notes/${encodeURIComponent(id)}`}>
          {title}
        </a>
        {summary === "" ? null : <span class="soft small clamp">{summary}</span>}
        <span class="meta">
          <ChannelName channel={channelOf(visit.entered.structure, channelId)} />
          <When at={toAt} clock={visit} />
          <span>
            {participants
              .slice(0, NAMED)
              .map(({ name }) => name)
              .join(", ")}
            {participants.length > NAMED ? ` and ${participants.length - NAMED} more` : ""}
          </span>
        </span>
      </div>
    </li>
  )
}

notePages.get("/notes/:id", async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, base, guildId } = visit
  const id = c.req.param("id")
  const note = await findNote(entered.db, viewer, id)
  if (note === null) throw new Refused({ reason: "unknown_note", noteId: id })
  const { path, title } = KINDS[note.kind]
  return guildPage(c, {
    title: note.title,
    active: path,
    crumbs: [{ href: `${base}/${path}`, text: title }],
    actions: (
      <a class="button" href={messageUrl(guildId, note.channelId, note.firstMessageId)} rel="noreferrer">
        Open in Discord
      </a>
    ),
    lead: (
      <>
        <ChannelName channel={channelOf(entered.structure, note.channelId)} />,{" "}
        <When at={note.fromAt} clock={visit} exact />
      </>
    ),
    content: (
      <>
        {note.summary === "" ? null : (
          <Card title="Summary">
            <p class="narrow">{note.summary}</p>
          </Card>
        )}
        <Participants note={note} base={base} />
        <Sources note={note} visit={visit} />
      </>
    ),
  })
})

function Participants({ note, base }: { note: Note; base: string }) {
  if (note.participants.length === 0) return null
  return (
    <Card title="Who took part" flush lead={countOf(note.participants.length, "person", "people")}>
      <ul class="rows">
        {note.participants.map(({ id, name, line }) => (
          <li>
            <div class="main-part">
              <PersonName id={id} name={name} base={base} />
              {line ? <span class="soft small">{line}</span> : null}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sources({ note, visit }: { note: Note; visit: Visit }) {
  if (!note.sources?.length) return null
  return (
    <Card title="Its conversations" flush>
      <ul class="rows">
        {note.sources.map(({ id, title, channelId, at }) => (
          <li>
            <div class="main-part">
              <a class="fact" href={`${visit.base}/notes/${encodeURIComponent(id)}`}>
                {title}
              </a>
              <span class="meta">
                <ChannelName channel={channelOf(visit.entered.structure, channelId)} />
                <When at={at} clock={visit} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
