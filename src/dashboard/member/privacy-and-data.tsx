/** The visitor's choices: what is stored of them and for how long, consent, export and erasure. */
import { Hono } from "hono"
import { z } from "zod"
import { streamText } from "../../domain/text-stream.ts"
import type { GuildSettings } from "../../policy/settings.ts"
import { ActField, PostButton, PostForm, readForm, Submit } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, type Figure, Figures, Notice, Pairs } from "../kit/parts.tsx"
import type { GuildApp } from "../session/visit.ts"
import { ConsentCard } from "./consent-card.tsx"
import {
  eraseVisitor,
  exportVisitor,
  type OwnData,
  optInVisitor,
  optOutVisitor,
  readOwnConsent,
  readOwnData,
} from "./own-data.ts"
import { OwnHistoryCard } from "./own-history.tsx"

export const ownDataPages = new Hono<GuildApp>()

const ACTIVE = "me/privacy"

ownDataPages.get("/me/privacy", async (c) => {
  const visit = c.get("visit")
  const [own, base] = [await readOwnData(visit), visit.base]
  if (own.remembered && c.req.query("done") === "opted_out") return redirectTo(c, `${base}/${ACTIVE}`)
  return guildPage(c, {
    title: "Privacy and data",
    lead: "What is stored about you in this server, and what you can do about it. Only you see this page.",
    active: ACTIVE,
    content: (
      <>
        <Figures items={figuresOf(own)} />
        {own.extent.missing.length === 0 ? null : (
          <Notice tone="warn">Some channels did not answer, so the number of messages is too low.</Notice>
        )}
        <div class="grid">
          <ConsentCard visit={visit} own={own} />
          <Card title="How long it is kept">
            <Pairs items={retentionOf(visit.entered.guild.settings)} />
            <p class="soft small">
              <a href={`/privacy/${visit.guildId}`}>All rules of this server</a>
            </p>
          </Card>
          <Card
            title="Take it with you"
            lead="Everything that is stored about you here, as one JSON file, without what others said where you cannot read."
          >
            {visit.viewer.readable === "all" ? null : (
              <p class="soft small">
                The file says <code>"complete": false</code>, because what others said is in it only where you
                may read it. Nothing of yours is missing.
              </p>
            )}
            <div class="buttons">
              <PostButton action={`${base}/me/export`}>Download</PostButton>
            </div>
          </Card>
          <OwnHistoryCard visit={visit} />
          <Card
            title="Have it erased"
            lead="Deletes your messages, facts about you, quotes of you, and notes about conversations you took part in. It cannot be undone."
          >
            <div class="buttons">
              <a class="button danger" href={`${base}/me/erase`}>
                Erase everything
              </a>
            </div>
          </Card>
        </div>
      </>
    ),
  })
})

const LISTS = [
  ["memories", "Facts about you"],
  ["statements", "Your words on others"],
  ["messages", "Messages"],
  ["notes", "Conversations"],
  ["topics", "Topics"],
  ["digests", "Summaries of you"],
] as const

function figuresOf({ extent }: OwnData): Figure[] {
  return LISTS.map(([list, label]) => ({ label, value: (extent.counts[list] ?? 0).toLocaleString("en") }))
}

function retentionOf(settings: GuildSettings): [name: string, value: string][] {
  const { notes_days, expired_days, history_days } = settings.retention
  return [
    ["Messages, from when they were received", daysText(settings.retention_days)],
    ["Notes of conversations, in part in people's own words", daysText(notes_days)],
    ["Expired facts", daysText(expired_days)],
    ["Replaced facts", daysText(history_days)],
    ["Permanent facts", "until deleted"],
  ]
}

function daysText(days: number | null): string {
  if (days === null) return "until deleted"
  if (days === 0) return "only until they are processed"
  return days === 1 ? "1 day" : `${days} days`
}

const ConsentFields = z.object({
  act: ActField,
  consent: z.enum(["in", "out"]),
  where: z.enum(["here", "everywhere"]),
  known: z.enum(["keep", "erase"]).default("keep"),
})

ownDataPages.post("/me/consent", async (c) => {
  const visit = c.get("visit")
  const { consent, where, known } = await readForm(c, ConsentFields)
  const page = `${visit.base}/${ACTIVE}`
  if (consent === "in") return redirectTo(c, page, { done: await optInVisitor(visit, where) })
  await optOutVisitor(visit, where)
  return redirectTo(c, known === "erase" ? `${visit.base}/me/erase` : page, { done: "opted_out" })
})

ownDataPages.post("/me/export", async (c) => {
  await readForm(c, z.object({ act: ActField }))
  const pieces = await exportVisitor(c.get("visit"))
  return c.body(streamText(pieces), 200, {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="keepsake-export.json"',
  })
})

ownDataPages.get("/me/erase", async (c) => {
  const visit = c.get("visit")
  const { base, linked, guildName } = visit
  const { remembered } = await readOwnConsent(visit)
  return guildPage(c, {
    title: `Erase everything about you in ${guildName}?`,
    active: ACTIVE,
    crumbs: [{ href: `${base}/${ACTIVE}`, text: "Privacy and data" }],
    content: (
      <div class="narrow">
        <Card>
          <p>
            This deletes your messages, facts about you, what others reported about you, quotes of you, and
            notes about conversations that you took part in, all in <strong>{guildName}</strong>.{" "}
            <strong>It cannot be undone.</strong>
          </p>
          <p>Other servers with this bot are not touched: erase there too if you want that.</p>
          {linked.length === 0 ? null : <p>Your linked accounts are erased with it.</p>}
          <p class="soft">
            So that nothing comes back, Keepsake keeps your user ID, your choice, the time of the erasure,
            codes made of your names (for 31 days, and as long as you are opted out), and the bare IDs of your
            messages. Logs keep what was done under a random name. You are signed out in every browser.
          </p>
          <PostForm action={`${base}/me/erase`}>
            <div class="buttons">
              <Submit name="consent" value="out" kind="danger main">
                {remembered ? "Erase and opt out" : "Erase everything"}
              </Submit>
              {remembered ? (
                <Submit name="consent" value="stay" kind="danger">
                  Erase, and remember me from now on
                </Submit>
              ) : null}
              <a class="button bare" href={`${base}/${ACTIVE}`}>
                Cancel
              </a>
            </div>
          </PostForm>
        </Card>
      </div>
    ),
  })
})

const EraseFields = z.object({ act: ActField, consent: z.enum(["out", "stay"]) })

ownDataPages.post("/me/erase", async (c) => {
  const visit = c.get("visit")
  const { act, consent } = await readForm(c, EraseFields)
  const job = await eraseVisitor(visit, { act, optOut: consent === "out" })
  return redirectTo(c, `/privacy/${visit.guildId}/erasure/${job}`)
})
