/**
 * The audit log. Rows name ids, never anyone's words. Rows about memory count what happened in every channel, so only
 * people who read every channel see them; other managers see changes of the configuration, and what they did themselves.
 */
import { Hono } from "hono"
import type { Child } from "hono/jsx"
import { Refused } from "../../domain/errors.ts"
import { ID_PATTERN } from "../../domain/ids.ts"
import { numberIn } from "../../domain/list-cursor.ts"
import type { Id } from "../../domain/types.ts"
import { namesOf } from "../../memory/read/people-list.ts"
import { type AuditAction, type AuditRow, actionsNumbered, listAudit } from "../../memory/write/audit.ts"
import { findVersions } from "../../policy/versions.ts"
import { SelectField, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Filters, Pager, pageOf, textIn } from "../kit/lists.tsx"
import { Card, countOf, Empty, PersonName, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { AuditDetails, type AuditReferences, peopleIn, undoneIn, versionsIn } from "./audit-details.tsx"

const PAGE = 50

/** Every action as a sentence. One without a sentence does not compile. */
const ACTION_TEXTS: Readonly<Record<AuditAction, string>> = {
  "settings.change": "Changed a setting",
  "settings.put": "Replaced the settings",
  "policy.put": "Changed the policy",
  "structure.put": "Sent the server's channels and roles",
  "key.create": "Created an API key",
  "key.revoke": "Revoked an API key",
  "trial.start": "Started a policy trial",
  "trial.rollout": "Widened a policy trial",
  "trial.end": "Ended a policy trial",
  "drift.alarm": "Raised a drift alarm",
  "run.start": "Started a nightly run",
  "guild.export": "Exported the server's memory",
  "guild.import": "Imported a server's memory",
  "guild.leave": "Scheduled the erasure of the server",
  "guild.restore": "Canceled the erasure of the server",
  "guild.purge": "Deleted expired data",
  "backup.restore": "Restored a backup",
  "history.upload": "Uploaded old messages",
  "history.start": "Started an import of old messages",
  "history.pause": "Paused an import of old messages",
  "history.resume": "Resumed an import of old messages",
  "history.stop": "Stopped an import of old messages",
  "history.cancel": "Canceled an import of old messages before it began",
  "memory.correct": "Corrected a memory",
  "memory.approve": "Approved a memory",
  "memory.reject": "Rejected a memory",
  "memory.forget": "Forgot a memory",
  "memory.undo": "Undid a change",
  "memory.both_hold": "Decided that two memories both hold",
  "member.export": "Exported a person's data",
  "consent.set": "Set a person's consent",
  "objection.set": "Set a person's objection",
  "erasure.request": "Requested an erasure",
  "identity.attribute": "Said whom an account speaks for",
  "identity.detach": "Let an account speak for itself",
  "identity.reject": "Rejected that an account speaks for them",
  "read.all": "Read all memory with an admin key",
}

/** The actions that can concern several memories, as said of more than one. */
const PLURAL_TEXTS: Readonly<Record<string, string>> = {
  "memory.correct": "Corrected",
  "memory.approve": "Approved",
  "memory.reject": "Rejected",
  "memory.forget": "Forgot",
}

/** Actors that are no members. Others are named as the row has them. */
const ACTORS: Readonly<Record<string, string>> = { admin: "The operator", retention: "The night" }

/** Nouns whose rows concern the configuration of the guild. */
const CONFIGURATION = ["settings", "policy", "structure", "key", "trial", "drift", "run", "guild", "backup"]

export const auditPages = new Hono<GuildApp>()

auditPages.get("/audit", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, viewer, base, isAdministrator } = visit
  const action = textIn(c, "action", { label: "action", max: 60 })
  const target = textIn(c, "target", { label: "this_id", max: 100 })
  if (action !== "" && !Object.hasOwn(ACTION_TEXTS, action))
    throw new Refused({ reason: "invalid", issues: [{ field: "action", problem: "is no action" }] })
  const after = cursorIn(c)
  const rows = await listAudit(entered.db, guildId, {
    action: action || null,
    target: null,
    concerns: target || null,
    before: after && { at: after.at, seq: numberIn(after) },
    limit: PAGE + 1,
    ...(isAdministrator ? {} : { only: { actor: visit.by.actor, nouns: CONFIGURATION } }),
  })
  const { items, next } = pageOf(rows, PAGE, ({ at, seq }) => ({ at, id: String(seq) }))
  const people = items.flatMap(({ actor, detail }) => [
    ...peopleIn(detail),
    ...[memberIn(actor) ?? []].flat(),
  ])
  const [names, actions, versions] = await Promise.all([
    namesOf(entered.db, viewer, people),
    actionsNumbered(entered.db, guildId, undoneIn(items)),
    findVersions(entered.db, guildId, versionsIn(items)),
  ])
  const undone = new Map([...actions].map(([seq, row]) => [seq, textOf(row)]))
  const isFiltered = action !== "" || target !== ""
  return guildPage(c, {
    title: "Audit log",
    lead: isAdministrator
      ? "Who changed, created, erased or exported something, latest first. It holds ids and numbers, never anyone's words."
      : "Who changed this server's configuration, and what you did yourself, latest first. Administrators see every row.",
    active: "run/audit",
    content: (
      <>
        <Filters action={`${base}/run/audit`} active={isFiltered}>
          <SelectField name="action" label="Action" value={action} options={ACTION_CHOICES} />
          <TextField
            name="target"
            label="Id"
            value={target}
            max={100}
            placeholder="Id of the person or key that acted, or of what was changed"
            wide
          />
        </Filters>
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="clock" title={isFiltered ? "Nothing matches" : "Nothing yet"}>
              <p>
                {isFiltered
                  ? "No row fits these filters. Clear them to see all."
                  : "Changes to settings, keys and memory appear here as people make them."}
              </p>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((row) => (
                <AuditLine row={row} visit={visit} known={{ names, undone, versions }} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

/** Offers every action to everybody: a manager who is no administrator sees their own rows of each. */
const ACTION_CHOICES = [["", "Any"] as const, ...Object.entries(ACTION_TEXTS)]

const MEMBER = new RegExp(`^member (${ID_PATTERN})$`)

function memberIn(actor: string): Id | null {
  return MEMBER.exec(actor)?.[1] ?? null
}

function AuditLine({ row, visit, known }: { row: AuditRow; visit: Visit; known: AuditReferences }) {
  const { at, actor, action, target } = row
  const member = memberIn(actor)
  return (
    <li>
      <div class="main-part">
        <span>{textOf(row)}</span>
        <span class="meta">
          {member === null ? (
            <span>{ACTORS[actor] ?? actor}</span>
          ) : (
            <PersonName id={member} name={known.names.get(member) ?? null} base={visit.base} />
          )}
          {target === visit.guildId ? null : <TargetText visit={visit} action={action} target={target} />}
          <When at={at} clock={visit} />
        </span>
        <AuditDetails row={row} visit={visit} known={known} />
      </div>
    </li>
  )
}

/** A row may come from another version, whose actions this one does not know. */
function textOf({ action, target }: Pick<AuditRow, "action" | "target">): string {
  const targets = target.split(" ").length
  const done = targets > 1 ? PLURAL_TEXTS[action] : undefined
  if (done !== undefined) return `${done} ${countOf(targets, "memory", "memories")}`
  return new Map<string, string>(Object.entries(ACTION_TEXTS)).get(action) ?? action
}

const SHOWN_IDS = 3

function TargetText({ visit, action, target }: { visit: Visit; action: string; target: string }): Child {
  const ids = target.split(" ")
  const more = ids.length - SHOWN_IDS
  return (
    <>
      {ids.slice(0, SHOWN_IDS).map((id) =>
        action.startsWith("memory.") ? (
          <a href={`${visit.base}/memories/${id}`}>
            <code>{id}</code>
          </a>
        ) : (
          <code>{id}</code>
        ),
      )}
      {more > 0 ? <span>{`and ${more} more`}</span> : null}
    </>
  )
}
