/** The memories about the visitor, page by page, with the buttons that correct and forget them. */
import { Hono } from "hono"
import { listMemories, personFilter } from "../../memory/read/manage.ts"
import { PostButton } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../kit/lists.tsx"
import { ownPath } from "../kit/notices.ts"
import { Card, Empty } from "../kit/parts.tsx"
import { MemoryRows } from "../memories/memory-parts.tsx"
import type { GuildApp } from "../session/visit.ts"

const PAGE = 25

export const ownPages = new Hono<GuildApp>()

// The address that people shorten the others to.
ownPages.get("/", (c) => c.redirect(`${c.get("visit").base}/me`))

ownPages.get("/me", async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, person, base } = visit
  const after = cursorIn(c)
  const found = await listMemories(entered.db, viewer, personFilter(person.id), { after, limit: PAGE + 1 })
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
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="person" title="Nothing is known about you">
              <p>
                Keepsake has learned nothing about you in the channels that you can read. You can tell it
                something with /remember in Discord.
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
