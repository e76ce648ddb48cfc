/** Pages of a signed-in person without a guild: their servers and their sessions. */
import { Hono } from "hono"
import { z } from "zod"
import { localClock } from "../../domain/calendar.ts"
import { fullDate } from "../../domain/date-names.ts"
import { PostButton, readForm } from "../kit/forms.tsx"
import { plainPage } from "../kit/layout.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Avatar, Badge, Card, Empty, type PageClock, When } from "../kit/parts.tsx"
import { forgetBrowser, type PersonApp } from "../session/browser.ts"
import { endSessions, type PersonSession, sessionsOf } from "../session/session-rows.ts"

export const accountPages = new Hono<PersonApp>()

accountPages.get("/app", (c) => {
  const { guilds, name } = c.get("session")
  return plainPage(c, {
    title: "Your servers · Keepsake",
    top: <AccountLinks />,
    content: (
      <>
        <header>
          <h1>Your servers</h1>
          <p class="lead">Signed in as {name}. These servers have a memory that you may read.</p>
        </header>
        {guilds.length === 0 ? (
          <Empty icon="swap" title="No server yet">
            <p>
              None of your servers used this bot when you signed in. If one was added since, sign out and sign
              in again.
            </p>
          </Empty>
        ) : (
          <div class="cards">
            {guilds.map(({ id, name: guildName }) => (
              <a class="card" href={`/app/g/${id}/me`}>
                <Avatar id={id} name={guildName} size="square large" />
                <span>
                  <strong>{guildName}</strong>
                  <small>Open memory</small>
                </span>
              </a>
            ))}
          </div>
        )}
      </>
    ),
  })
})

function AccountLinks() {
  return (
    <>
      <a class="button bare" href="/app">
        Servers
      </a>
      <a class="button bare" href="/app/sessions">
        Sessions
      </a>
      <PostButton action="/app/sign-out" kind="bare">
        Sign out
      </PostButton>
    </>
  )
}

accountPages.get("/app/sessions", async (c) => {
  const [session, now] = [c.get("session"), c.get("now")]
  const sessions = await sessionsOf(c.env, session.id, now)
  return plainPage(c, {
    title: "Sessions · Keepsake",
    top: <AccountLinks />,
    prose: true,
    content: (
      <>
        <header>
          <h1>Sessions</h1>
          <p class="lead">
            The browsers in which you are signed in. A session ends after a week without use.
          </p>
        </header>
        <Card flush title="Open sessions">
          <ul class="rows">
            {sessions.map((one) => (
              <SessionRow one={one} own={one.idHash === session.idHash} clock={{ now, timezone: "UTC" }} />
            ))}
          </ul>
        </Card>
        <div class="buttons">
          <PostButton action="/app/sessions/end-all" kind="danger">
            Sign out everywhere
          </PostButton>
        </div>
      </>
    ),
  })
})

function SessionRow({ one, own, clock }: { one: PersonSession; own: boolean; clock: PageClock }) {
  return (
    <li>
      <span class="main-part">
        <span>
          {one.browser ?? "Unknown browser"} {own ? <Badge tone="accent">This browser</Badge> : null}
        </span>
        <span class="meta">
          <span>
            Signed in <When at={one.createdAt} clock={clock} exact />
          </span>
          <span>
            Last used <When at={one.usedAt} clock={clock} />
          </span>
          <span>
            Ends <When at={one.expiresAt} clock={clock} />
          </span>
        </span>
      </span>
      <span class="end">
        <PostButton action="/app/sessions/end" fields={{ session: one.idHash }} label={endLabel(one, own)}>
          End
        </PostButton>
      </span>
    </li>
  )
}

/** Tells the buttons of the sessions apart for screen readers. */
function endLabel({ browser, createdAt }: PersonSession, own: boolean): string {
  const since = `${fullDate(createdAt, "UTC", "en")}, ${localClock(createdAt, "UTC")} UTC`
  return `End: ${browser ?? "Unknown browser"}, signed in ${since}${own ? ", this browser" : ""}`
}

const Ended = z.object({ session: z.string().regex(/^[0-9a-f]{64}$/) })

accountPages.post("/app/sessions/end", async (c) => {
  const { session: idHash } = await readForm(c, Ended)
  const own = c.get("session")
  await endSessions(c.env, { userId: own.id, idHash })
  if (idHash !== own.idHash) return redirectTo(c, "/app/sessions", { done: "session_ended" })
  forgetBrowser(c)
  return redirectTo(c, "/", { done: "signed_out" })
})

accountPages.post("/app/sessions/end-all", async (c) => {
  await endSessions(c.env, { userId: c.get("session").id, idHash: "all" })
  forgetBrowser(c)
  return redirectTo(c, "/", { done: "signed_out" })
})
