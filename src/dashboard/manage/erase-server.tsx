/**
 * The erasure of the whole server's memory, for administrators: requested with its typed name, and canceled as long as it
 * waits. The rules are those of the API.
 */
import { type Context, Hono } from "hono"
import { z } from "zod"
import { DAY } from "../../domain/calendar.ts"
import { Refused } from "../../domain/errors.ts"
import { cancelGuildErasure, scheduleGuildErasure, wakeEraser } from "../../erasure/wake.ts"
import { refreshChannels } from "../../runtime/channels.ts"
import { enter } from "../../runtime/enter.ts"
import { readSettings } from "../../settings.ts"
import { ActField, PostButton, PostForm, readForm, Submit, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { KeepLink, LeavingText } from "../kit/leaving.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, countOf, Notice, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"

const PATH = "run/erasures/server"

export const serverErasure = new Hono<GuildApp>()

serverErasure.use("/erasures/server/*", async (c, next) => {
  if (!c.get("visit").isAdministrator) throw new Refused({ reason: "forbidden" })
  await next()
})

serverErasure.get("/erasures/server", (c) => {
  const visit = c.get("visit")
  const { leavingAt } = visit.entered.guild
  return guildPage(c, {
    title: titleOf(leavingAt, visit.now),
    active: "run/erasures",
    crumbs: [{ href: `${visit.base}/run/erasures`, text: "Erasures" }],
    content: (
      <div class="narrow">
        <Card>
          {leavingAt === null ? <Question c={c} /> : <Waiting visit={visit} leavingAt={leavingAt} />}
        </Card>
      </div>
    ),
  })
})

function titleOf(leavingAt: number | null, now: number): string {
  if (leavingAt === null) return "Erase this server's memory?"
  return leavingAt > now ? "This server's memory will be erased" : "This server's memory is being erased"
}

function Question({ c }: { c: Context<GuildApp> }) {
  const visit = c.get("visit")
  const days = readSettings(c.env).GUILD_GRACE_DAYS
  return (
    <>
      <p>
        This deletes everything that Keepsake stores of {visit.guildName}: messages, facts, notes, profiles,
        settings, policy and API keys. Nothing is recorded or answered from now on.
      </p>
      <p>
        {days === 0 ? (
          <strong>It begins at once and cannot be undone.</strong>
        ) : (
          <>
            It begins after {countOf(days, "day")}. Until then, administrators can cancel it here.{" "}
            <strong>After that it cannot be undone.</strong>
          </>
        )}
      </p>
      <p class="soft">
        To keep a copy, <a href={`${visit.base}/run/export`}>export it</a> first.
      </p>
      <PostForm action={`${visit.base}/${PATH}`} stack>
        <TextField
          name="name"
          label="Name of this server"
          help={`Type ${visit.guildName}`}
          max={100}
          required
          wide
        />
        <div class="buttons">
          <Submit kind="danger main">Erase this server's memory</Submit>
          <a class="button" href={`${visit.base}/run/erasures`}>
            Cancel
          </a>
        </div>
      </PostForm>
    </>
  )
}

function Waiting({ visit, leavingAt }: { visit: Visit; leavingAt: number }) {
  if (leavingAt <= visit.now)
    return <p>It has begun and can no longer be canceled. These pages close when it is done.</p>
  return (
    <>
      <Notice tone="warn">
        <span>
          It begins <When at={leavingAt} clock={visit} exact />. Until then nothing is recorded or answered.
        </span>
      </Notice>
      <div class="buttons">
        <PostButton action={`${visit.base}/${PATH}/cancel`} kind="main">
          Keep this server's memory
        </PostButton>
      </div>
    </>
  )
}

serverErasure.post("/erasures/server", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, by, now, base, guildName } = visit
  const isTyped = (name: string) => name.trim().toLowerCase() === guildName.trim().toLowerCase()
  await readForm(
    c,
    z.object({ act: ActField, name: z.string().max(200).refine(isTyped, `must be “${guildName}”`) }),
  )
  const grace = readSettings(c.env).GUILD_GRACE_DAYS * DAY
  const at = await scheduleGuildErasure(entered.db, guildId, now + grace, by)
  await refreshChannels(c.env, await enter(c.env, guildId))
  if (at !== null && at <= now) await wakeEraser(c.env, guildId)
  return redirectTo(c, `${base}/${PATH}`, { done: "started" })
})

serverErasure.post("/erasures/server/cancel", async (c) => {
  const { entered, guildId, by, base } = c.get("visit")
  await readForm(c, z.object({ act: ActField }))
  const { leavingAt } = entered.guild
  if (leavingAt !== null && !(await cancelGuildErasure(entered.db, guildId, by)))
    throw new Refused({ reason: "leaving", until: new Date(leavingAt).toISOString() })
  await refreshChannels(c.env, await enter(c.env, guildId))
  return redirectTo(c, `${base}/run/erasures`, { done: "memory_kept" })
})

/** Leads administrators to the page; tells every manager of an erasure that waits. */
export function ServerErasureCard({ visit }: { visit: Visit }) {
  const { leavingAt } = visit.entered.guild
  if (leavingAt !== null)
    return (
      <Notice tone="warn">
        <span>
          <LeavingText visit={visit} leavingAt={leavingAt} />
        </span>
        {visit.isAdministrator ? <KeepLink visit={visit} leavingAt={leavingAt} /> : null}
      </Notice>
    )
  if (!visit.isAdministrator) return null
  return (
    <Card
      title="Erase this server's memory"
      lead="Deletes everything that is stored of this server, after some days in which it can be canceled."
    >
      <div class="buttons">
        <a class="button danger" href={`${visit.base}/${PATH}`}>
          Erase everything …
        </a>
      </div>
    </Card>
  )
}
