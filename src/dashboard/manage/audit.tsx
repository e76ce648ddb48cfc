/**
 * The audit log. Rows name ids, never anyone's words. Rows about memory count what happened in every channel, so only
 * people who read every channel see them; other managers see changes of the configuration, and what they did themselves.
 */
import { Hono } from "hono"
import type { Child } from "hono/jsx"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { ID_PATTERN } from "../../domain/ids.ts"
import { numberIn } from "../../domain/list-cursor.ts"
import type { Id } from "../../domain/types.ts"
import { namesOf } from "../../memory/read/people-list.ts"
import { type AuditAction, type AuditRow, listAudit } from "../../memory/write/audit.ts"
import { SelectField, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Filters, Pager, pageOf } from "../kit/lists.tsx"
import { Card, Empty, PersonName, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { AuditDetails, peopleIn } from "./audit-details.tsx"

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
  "guild.purge": "Deleted what was left of a server",
  "backup.restore": "Restored a backup",
  "history.upload": "Uploaded old messages",
  "history.start": "Started an import of old messages",
  "history.pause": "Paused an import of old messages",
  "history.resume": "Resumed an import of old messages",
  "history.stop": "Stopped an import of old messages",
  "memory.correct": "Corrected a memory",
  "memory.approve": "Approved a memory",
  "memory.reject": "Rejected a memory",
  "memory.forget": "Forgot memories",
  "memory.undo": "Undid a change",
  "memory.both_hold": "Decided that two memories both hold",
  "member.export": "Exported a person's data",
  "consent.set": "Set a person's consent",
  "objection.set": "Set a person's objection",
  "erasure.request": "Requested an erasure",
  "identity.attribute": "Said whom an account speaks for",
  "identity.detach": "Let an account speak for itself",
  "identity.reject": "Rejected that an account speaks for them",
  "read.all": "Read all memory as the operator",
}

/** Nouns whose rows concern the configuration of the guild. */
const CONFIGURATION = ["settings", "policy", "structure", "key", "trial", "drift", "run", "guild", "backup"]

export const auditPages = new Hono<GuildApp>()

const Query = z.object({
  action: z.string().max(60).catch("").default(""),
  target: z.string().trim().max(100).catch("").default(""),
})

auditPages.get("/audit", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, viewer, base, isAdministrator } = visit
  const { action, target } = Query.parse(c.req.query())
  if (action !== "" && !Object.hasOwn(ACTION_TEXTS, action))
    throw new Refused({ reason: "invalid", issues: [{ field: "action", problem: "is no action" }] })
  const after = cursorIn(c)
  const rows = await listAudit(entered.db, guildId, {
    action: action || null,
    target: target || null,
    before: after && { at: after.at, seq: numberIn(after) },
    limit: PAGE + 1,
    ...(isAdministrator ? {} : { only: { actor: visit.by.actor, nouns: CONFIGURATION } }),
  })
  const { items, next } = pageOf(rows, PAGE, ({ at, seq }) => ({ at, id: String(seq) }))
  const names = await namesOf(
    entered.db,
    viewer,
    items.flatMap(({ actor, detail }) => [...peopleIn(detail), ...[memberIn(actor) ?? []].flat()]),
  )
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
          <SelectField
            name="action"
            label="Action"
            value={action}
            options={[["", "Any"], ...actionChoices(visit)]}
          />
          <TextField
            name="target"
            label="Id"
            value={target}
            max={100}
            placeholder="Memory, person, key …"
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
                <AuditLine row={row} visit={visit} names={names} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

function actionChoices({ isAdministrator }: Visit): (readonly [string, string])[] {
  return Object.entries(ACTION_TEXTS).filter(
    ([name]) => isAdministrator || CONFIGURATION.includes(name.split(".")[0] ?? ""),
  )
}

const MEMBER = new RegExp(`^member (${ID_PATTERN})$`)

function memberIn(actor: string): Id | null {
  return MEMBER.exec(actor)?.[1] ?? null
}

function AuditLine({
  row: { at, actor, action, target, detail },
  visit,
  names,
}: {
  row: AuditRow
  visit: Visit
  names: ReadonlyMap<Id, string>
}) {
  const member = memberIn(actor)
  return (
    <li>
      <div class="main-part">
        <span>{textOf(action)}</span>
        <span class="meta">
          {member === null ? (
            <span>{actor === "admin" ? "The operator" : actor}</span>
          ) : (
            <PersonName id={member} name={names.get(member) ?? null} base={visit.base} />
          )}
          {target === visit.guildId ? null : <TargetText visit={visit} action={action} target={target} />}
          <When at={at} clock={visit} />
        </span>
        <AuditDetails detail={detail} visit={visit} names={names} />
      </div>
    </li>
  )
}

/** A row may come from another version, whose actions this one does not know. */
function textOf(action: string): string {
  return new Map<string, string>(Object.entries(ACTION_TEXTS)).get(action) ?? action
}

function TargetText({ visit, action, target }: { visit: Visit; action: string; target: string }): Child {
  const ids = target.split(" ")
  if (action.startsWith("memory.") && ids.length === 1)
    return (
      <a href={`${visit.base}/memories/${target}`}>
        <code>{target}</code>
      </a>
    )
  return <code>{ids.length > 3 ? `${ids.slice(0, 3).join(" ")} and ${ids.length - 3} more` : target}</code>
}
