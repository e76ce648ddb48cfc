/** The memories about the visitor, page by page, with the buttons that correct and forget them. */
import { Hono } from "hono"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import { type AccountLink, linksOf } from "../../identity/links.ts"
import { listMemories, personFilter } from "../../memory/read/manage.ts"
import { unlinkAccount } from "../../runtime/own-accounts.ts"
import { ActField, CancelButton, Confirm, PostButton, readForm } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../kit/lists.tsx"
import { ownPath, redirectTo } from "../kit/notices.ts"
import { Card, Empty, PersonName, When } from "../kit/parts.tsx"
import { MemoryRows } from "../memories/memory-parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"

const PAGE = 25

export const ownPages = new Hono<GuildApp>()

// The address that people shorten the others to.
ownPages.get("/", (c) => c.redirect(`${c.get("visit").base}/me`))

ownPages.get("/me", async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, person, base } = visit
  const after = cursorIn(c)
  const found = await listMemories(entered.db, viewer, personFilter(person.id), { after, limit: PAGE + 1 })
  const attributed = (await linksOf(entered.db, visit.guildId, person.id)).filter(
    ({ kind }) => kind === "attribution",
  )
  const { items, next } = pageOf(found, PAGE, ({ at, memory }) => ({ at, id: memory.id }))
  return guildPage(c, {
    title: "About me",
    lead: "Everything that Keepsake knows about you here and that you may read, last said first. Open a fact to see where it was said and to correct it.",
    active: "me",
    actions: (
      <a class="button" href={`${base}/me/privacy`}>
        Privacy and data
      </a>
    ),
    content: (
      <>
        <AttributedAccounts visit={visit} links={attributed} />
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="person" title="Nothing is known about you">
              <p>
                Keepsake has learned nothing about you in the channels that you can read. You can tell it
                something with /remember in Discord.
              </p>
              <p>
                <a href={`${base}/me/privacy`}>Privacy and data</a> counts all that is stored about you, also
                from channels whose readers Keepsake does not know yet.
              </p>
            </Empty>
          ) : (
            <MemoryRows
              memories={items}
              visit={visit}
              about={false}
              end={({ memory }) => (
                <PostButton
                  action={`${base}/memories/forget`}
                  fields={{ id: memory.id, back: ownPath(c) }}
                  kind="bare"
                  label={`Forget: ${memory.fact}`}
                >
                  Forget
                </PostButton>
              )}
            />
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

/** Accounts that a manager attributed to the visitor's, or the visitor's to another, with the way to reject that. */
function AttributedAccounts({ visit, links }: { visit: Visit; links: readonly AccountLink[] }) {
  if (links.length === 0) return null
  return (
    <Card
      title="Accounts attributed by a manager"
      lead="What is known of the one account is read as known of the person. If that is wrong, reject it: a manager cannot do it again."
      flush
    >
      <ul class="rows">
        {links.map(({ account, name, isPerson, since }, index) => (
          <li>
            <div class="main-part">
              <span class="meta">
                <span>{isPerson ? "Your account is said to speak for" : "Said to speak for you:"}</span>
                <PersonName id={account} name={name} />
                <code>{account}</code>
                <When at={since} clock={visit} />
              </span>
            </div>
            <div class="end">
              <Confirm id={`reject-${index}`} text="Reject" title="Reject this for good?" kind="danger">
                <p>
                  Each account then stands for itself again. Only you can link the two, with /privacy link.
                </p>
                <div class="buttons">
                  <CancelButton id={`reject-${index}`} />
                  <PostButton
                    action={`${visit.base}/me/reject-account`}
                    fields={{ account }}
                    kind="danger main"
                  >
                    Reject
                  </PostButton>
                </div>
              </Confirm>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

ownPages.post("/me/reject-account", async (c) => {
  const { entered, guildId, person, runtime, by, base } = c.get("visit")
  const { account } = await readForm(c, z.object({ act: ActField, account: Snowflake }))
  const links = await linksOf(entered.db, guildId, person.id)
  // A link that both confirmed is ended in Discord, where they made it.
  if (!links.some((one) => one.account === account && one.kind === "attribution"))
    throw new Refused({ reason: "unknown_link", accountId: account })
  await unlinkAccount(runtime.env, guildId, { account: person.id, other: account }, by)
  return redirectTo(c, `${base}/me`, { done: "rejected" })
})
