/** The people whom the visitor may know of, and one person: what is known of them, by section. */
import { Hono } from "hono"
import { Refused } from "../../domain/errors.ts"
import { ID_PATTERN, isSnowflake } from "../../domain/ids.ts"
import type { Id, Memory } from "../../domain/types.ts"
import { SECTIONS } from "../../domain/types.ts"
import { withAccounts } from "../../identity/attributions.ts"
import { memberForViewer, readProfile } from "../../memory/read/members.ts"
import { listNotes } from "../../memory/read/note-pages.ts"
import { type ListedPerson, listPeople } from "../../memory/read/people-list.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { Filters, Pager } from "../kit/lists.tsx"
import { Avatar, Badge, Card, countOf, Empty } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { MemoryRows, SECTION_NAMES } from "./memory-parts.tsx"
import { NoteLine } from "./note-pages.tsx"

const PAGE = 30
const LATEST_NOTES = 5

export const peoplePages = new Hono<GuildApp>()

/** Positions in the list of people are names, which the cursors of timed lists cannot hold. */
function positionIn(cursor: string): { id: Id; name: string } | null {
  const [id = "", ...name] = cursor.split(".")
  return isSnowflake(id) && name.length > 0 ? { id, name: name.join(".").slice(0, 300) } : null
}

peoplePages.get("/people", async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, base, now } = visit
  const words = (c.req.query("q") ?? "").trim().slice(0, 100)
  const after = positionIn(c.req.query("cursor") ?? "")
  const found = await listPeople(entered.db, viewer, { words: words || null, after, limit: PAGE + 1, now })
  const items = found.slice(0, PAGE)
  const last = found.length > PAGE ? items.at(-1) : undefined
  return guildPage(c, {
    title: "People",
    lead: "People who wrote in channels that you can read.",
    active: "people",
    content: (
      <>
        <Filters action={`${base}/people`} active={words !== ""}>
          <TextField name="q" label="Name" type="search" value={words} max={100} wide />
        </Filters>
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="people" title={words === "" ? "Nobody is known yet" : "Nobody has this name"}>
              <p>People appear here once they have talked in a channel that you can read.</p>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((person) => (
                <PersonLine person={person} base={base} isOwn={person.id === visit.person.id} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={last === undefined ? null : `${last.id}.${last.name.toLowerCase()}`} />
      </>
    ),
  })
})

function PersonLine({ person, base, isOwn }: { person: ListedPerson; base: string; isOwn: boolean }) {
  const { id, name, memories } = person
  return (
    <li>
      <Avatar id={id} name={name} />
      <div class="main-part">
        <a class="fact" href={`${base}/people/${id}`}>
          {name}
        </a>
        <span class="meta">{memories === 0 ? "No facts" : countOf(memories, "fact")}</span>
      </div>
      {isOwn ? (
        <div class="end">
          <Badge tone="accent">You</Badge>
        </div>
      ) : null}
    </li>
  )
}

peoplePages.get(`/people/:user{${ID_PATTERN}}`, async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, base, now } = visit
  const id = c.req.param("user")
  const person = await memberForViewer(entered.db, viewer, id)
  if (person === null) throw new Refused({ reason: "unknown_member", userId: id })
  const accounts = withAccounts([id], viewer, entered.guild.attributions)
  const moment = { now, until: Number.MAX_SAFE_INTEGER }
  const filter = { kind: "conversation" as const, channelId: null, participantId: id, during: null }
  const [profile, notes] = await Promise.all([
    readProfile(entered.db, viewer, accounts, moment),
    listNotes(entered.db, viewer, filter, { after: null, limit: LATEST_NOTES }),
  ])
  const sections = sectionsOf(profile.permanent)
  return guildPage(c, {
    // Their own name is withheld from others only.
    title: id === visit.person.id ? visit.person.name : person.name,
    active: "people",
    crumbs: [{ href: `${base}/people`, text: "People" }],
    actions: <PersonActions base={base} id={id} />,
    content: (
      <>
        {profile.permanent.length + profile.expiring.length === 0 ? (
          <Card>
            <Empty icon="person" title="No facts">
              <p>Nothing is known about this person that you may read.</p>
            </Empty>
          </Card>
        ) : null}
        {sections.map(([section, facts]) => (
          <FactCard title={SECTION_NAMES[section]} facts={facts} visit={visit} />
        ))}
        <FactCard title="For a while" facts={profile.expiring} visit={visit} />
        {notes.length === 0 ? null : (
          <Card title="Latest conversations" flush>
            <ul class="rows">
              {notes.map((note) => (
                <NoteLine note={note} visit={visit} />
              ))}
            </ul>
          </Card>
        )}
      </>
    ),
  })
})

function PersonActions({ base, id }: { base: string; id: Id }) {
  return (
    <>
      <a class="button" href={`${base}/memories?about=${id}`}>
        All memories
      </a>
      <a class="button" href={`${base}/conversations?person=${id}`}>
        Conversations
      </a>
    </>
  )
}

function FactCard({ title, facts, visit }: { title: string; facts: readonly FoundMemory[]; visit: Visit }) {
  if (facts.length === 0) return null
  return (
    <Card title={title} flush>
      <MemoryRows memories={facts} visit={visit} about={false} />
    </Card>
  )
}

function sectionsOf(facts: readonly FoundMemory[]): [NonNullable<Memory["section"]>, FoundMemory[]][] {
  return SECTIONS.map((section): [NonNullable<Memory["section"]>, FoundMemory[]] => [
    section,
    facts.filter(({ memory }) => (memory.section ?? "other") === section),
  ]).filter(([, all]) => all.length > 0)
}
