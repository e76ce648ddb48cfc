/**
 * Attributions: whose words an account's are, for webhook speakers, bridges and other platforms. Links that people
 * confirmed themselves are theirs alone and are never here.
 */
import { Hono } from "hono"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import type { Id } from "../../domain/types.ts"
import { listAttributions, type MadeAttribution } from "../../identity/attribute.ts"
import { membersKnownTo } from "../../memory/read/members.ts"
import { namesOf } from "../../memory/read/people-list.ts"
import { attributeAccount, detachAccount } from "../../runtime/own-accounts.ts"
import {
  ActField,
  CancelButton,
  Confirm,
  PostButton,
  PostForm,
  readForm,
  Submit,
  TextField,
} from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../kit/lists.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Badge, Card, Empty, PersonName, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"

const PAGE = 50

export const identityPages = new Hono<GuildApp>()

identityPages.get("/identities", async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, base } = visit
  const all = await attributionsFor(visit)
  const after = cursorIn(c)
  const start = after === null ? 0 : all.findIndex((one) => keyOf(one) === after.id) + 1
  const { items, next } = pageOf(all.slice(start, start + PAGE + 1), PAGE, (one) => ({
    at: one.madeAt,
    id: keyOf(one),
  }))
  const names = await namesOf(
    entered.db,
    viewer,
    items.flatMap(({ account, person }) => [account, person]),
  )
  const { identities } = entered.guild.settings
  return guildPage(c, {
    title: "Linked accounts",
    lead: "Accounts that speak for a person, such as a bridge or a second account. What is known of the account is read as known of the person. Either account may reject it for good.",
    active: "run/identities",
    content: (
      <>
        {identities === "account" ? (
          <p class="soft">
            This server's settings read every account by itself, so attributions have no effect.
          </p>
        ) : null}
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="link" title="No attributions">
              <p>Enter the ids of an account and of the person it speaks for below.</p>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((one, index) => (
                <AttributionRow one={one} visit={visit} names={names} confirm={`end-${index}`} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
        <Card
          title="Say whom an account speaks for"
          lead="Export, erasure and consent stay with each account. In Discord, people link their own accounts with /privacy link."
        >
          <PostForm action={`${base}/run/identities`} stack>
            <TextField
              name="account"
              label="Account id"
              help="The account that speaks for somebody, such as a bridge or a second account."
              max={19}
              required
            />
            <TextField
              name="person"
              label="Person id"
              help="The Discord id of the person it speaks for."
              max={19}
              required
            />
            <div class="buttons">
              <Submit kind="main">Save</Submit>
            </div>
          </PostForm>
        </Card>
      </>
    ),
  })
})

function keyOf({ account, person }: MadeAttribution): string {
  return `${account}:${person}`
}

/** Returns the attributions of accounts that the visitor may know of. Administrators read every channel. */
async function attributionsFor({
  entered,
  guildId,
  viewer,
  isAdministrator,
}: Visit): Promise<MadeAttribution[]> {
  const all = await listAttributions(entered.db, guildId)
  if (isAdministrator) return all
  const ids = all.flatMap(({ account, person }) => [account, person])
  const known = await membersKnownTo(entered.db, viewer, ids)
  return all.filter(({ account, person }) => known.has(account) && known.has(person))
}

interface AttributionRowProps {
  one: MadeAttribution
  visit: Visit
  names: ReadonlyMap<Id, string>
  /** The id of the question on the page. */
  confirm: string
}

function AttributionRow({ one, visit, names, confirm }: AttributionRowProps) {
  const { account, person, madeAt, isRefused } = one
  return (
    <li>
      <div class="main-part">
        <span class="meta">
          <PersonName
            id={account}
            name={names.get(account) ?? "An account that has not written here yet"}
            base={visit.base}
          />
          <span>speaks for</span>
          <PersonName id={person} name={names.get(person) ?? null} base={visit.base} />
          {isRefused ? <Badge tone="warn">rejected</Badge> : null}
        </span>
        <span class="meta">
          <code>{account}</code>
          <When at={madeAt} clock={visit} />
        </span>
      </div>
      {isRefused ? null : (
        <div class="end">
          <Confirm id={confirm} text="End" title="Should the account speak for itself again?">
            <p>Everything stays with the account that it came from. You can attribute it again.</p>
            <div class="buttons">
              <CancelButton id={confirm} />
              <PostButton action={`${visit.base}/run/identities/end`} fields={{ account }} kind="danger main">
                End it
              </PostButton>
            </div>
          </Confirm>
        </div>
      )}
    </li>
  )
}

const Account = z.string().trim().pipe(Snowflake)
const NewAttribution = z
  .object({ act: ActField, account: Account, person: Account })
  .refine(({ account, person }) => account !== person, {
    path: ["person"],
    message: "must not be the id of the account",
  })

identityPages.post("/identities", async (c) => {
  const visit = c.get("visit")
  const { account, person } = await readForm(c, NewAttribution)
  await checkKnown(visit, { account, person })
  await attributeAccount(c.env, visit.guildId, { account, person }, visit.by).catch((error) => {
    if (error instanceof Refused && error.refusal.reason === "unknown_member") refuseUnknown(["person"])
    throw error
  })
  return redirectTo(c, `${visit.base}/run/identities`, { done: "saved" })
})

identityPages.post("/identities/end", async (c) => {
  const visit = c.get("visit")
  const { account } = await readForm(c, z.object({ act: ActField, account: Account }))
  const mine = (await attributionsFor(visit)).some((one) => one.account === account && !one.isRefused)
  if (!mine) throw new Refused({ reason: "unknown_member", userId: account })
  await detachAccount(c.env, visit.guildId, account, visit.by)
  return redirectTo(c, `${visit.base}/run/identities`, { done: "removed" })
})

/** Names the fields with accounts that the visitor may not know of. Unknown accounts read alike. */
async function checkKnown(
  { entered, viewer, isAdministrator }: Visit,
  ids: { account: Id; person: Id },
): Promise<void> {
  if (isAdministrator) return
  const known = await membersKnownTo(entered.db, viewer, Object.values(ids))
  refuseUnknown(Object.entries(ids).flatMap(([field, id]) => (known.has(id) ? [] : [field])))
}

function refuseUnknown(fields: readonly string[]): void {
  const problem = "is no account that has written in this server"
  if (fields.length > 0)
    throw new Refused({ reason: "invalid", issues: fields.map((field) => ({ field, problem })) })
}
