/** Pages that everybody may see: the front page, sign-in and privacy. They show rules, never memory. */
import { type Context, Hono } from "hono"
import { fullDate } from "../../domain/date-names.ts"
import { Refused } from "../../domain/errors.ts"
import { isSnowflake } from "../../domain/ids.ts"
import type { Id } from "../../domain/types.ts"
import { findJob, findOptOut } from "../../erasure/jobs.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { guildFacts, guildFromRows, guildQuery } from "../../policy/guild.ts"
import { DEFAULT_POLICY } from "../../policy/policy.ts"
import { DEFAULT_SETTINGS } from "../../policy/settings.ts"
import { deploymentTerms, guildChat, modelsOf } from "../../runtime/models.ts"
import { checkPageRate } from "../../runtime/rates.ts"
import { readSettings } from "../../settings.ts"
import { plainPage } from "../kit/layout.tsx"
import { notFoundPage } from "../kit/problem-page.tsx"
import { currentSession } from "../session/browser.ts"
import { localPeople, mayActAsAnybody } from "../session/local-access.ts"
import { erasureProgressPage } from "./erasure-page.tsx"
import { frontPage, signInChoices } from "./front-page.tsx"
import { privacyPage } from "./privacy-page.tsx"
import { privacyTermsOf, regionText } from "./privacy-terms.ts"

type OpenContext = Context<{ Bindings: Env }>

export const openPages = new Hono<{ Bindings: Env }>()

async function requireRate(c: OpenContext): Promise<void> {
  const refusal = await checkPageRate(c.env, c.req.header("cf-connecting-ip"))
  if (refusal) throw new Refused(refusal)
}

openPages.get("/", async (c) => {
  await requireRate(c)
  const isSignedIn = (await currentSession(c, Date.now())) !== null
  return plainPage(c, {
    title: "Keepsake: the memory of your Discord server",
    top: <TopLinks isSignedIn={isSignedIn} />,
    content: frontPage({ isSignedIn }),
  })
})

openPages.get("/app/sign-in", async (c) => {
  await requireRate(c)
  const settings = readSettings(c.env)
  const { DISCORD_APPLICATION_ID: id, DISCORD_CLIENT_SECRET: secret } = settings
  const isLocal = mayActAsAnybody(settings, { url: c.req.url, client: c.req.header("cf-connecting-ip") })
  return plainPage(c, {
    title: "Sign in · Keepsake",
    top: <a href="/privacy">Privacy</a>,
    prose: true,
    content: signInChoices({
      isSetUp: id !== undefined && secret !== undefined,
      people: isLocal ? await localPeople(c.env) : null,
    }),
  })
})

openPages.get("/privacy/:guild?", async (c) => {
  await requireRate(c)
  const id = c.req.param("guild")
  if (id !== undefined && !isSnowflake(id)) return notFoundPage(c)
  const settings = readSettings(c.env)
  const known = id !== undefined ? await knownGuild(c.env, id) : null
  const chat =
    known === null ? modelsOf({ env: c.env, waitUntil: () => undefined }).chat : guildChat(c.env, known.guild)
  const terms = privacyTermsOf(known?.guild ?? { settings: DEFAULT_SETTINGS, policy: DEFAULT_POLICY }, {
    guild: known?.shown ?? null,
    readOnly: settings.READ_ONLY,
    models: chat === null ? [] : [...new Set([chat.model("fast"), chat.model("strong")])],
    region: regionText(settings),
    ...deploymentTerms(c.env),
  })
  c.header("cache-control", "public, max-age=300")
  // An unknown guild gets the same page as no guild: the page does not reveal who uses Keepsake.
  return plainPage(c, {
    title: "What Keepsake remembers",
    top: <TopLinks isSignedIn={false} />,
    prose: true,
    content: privacyPage(terms),
  })
})

/** Reads a guild's rules, and its name, icon and first day as its members know them; `null` if it is unknown. */
async function knownGuild(env: Env, id: Id) {
  const db = guildDatabase(env, id)
  const [rows, about] = await Promise.all([guildQuery(db, id), guildFacts(db, id)])
  const guild = guildFromRows(rows)
  if (guild === null || about === null) return null
  const { name, icon, since } = about
  return { guild, shown: { id, name, icon, since: fullDate(since, guild.settings.timezone, "en") } }
}

openPages.get("/privacy/:guild/erasure/:job{e_[0-9a-f-]{36}}", async (c) => {
  await requireRate(c)
  const [guildId, id] = [c.req.param("guild"), c.req.param("job")]
  const db = guildDatabase(c.env, guildId)
  const job = isSnowflake(guildId) ? await findJob(db, guildId, id) : null
  if (job?.kind !== "person") throw new Refused({ reason: "unknown_erasure", erasureId: id })
  const [known, optedOut] = await Promise.all([knownGuild(c.env, guildId), findOptOut(db, job)])
  return plainPage(c, {
    title: "Erasure · Keepsake",
    top: <TopLinks isSignedIn={false} />,
    prose: true,
    ...(job.state === "done" ? {} : { refresh: 4 }),
    content: erasureProgressPage(job, { server: known?.shown.name ?? "this server", optedOut }),
  })
})

function TopLinks({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <a class="button bare" href="/privacy">
        Privacy
      </a>
      <a class="button" href={isSignedIn ? "/app" : "/app/sign-in"}>
        {isSignedIn ? "Your servers" : "Sign in"}
      </a>
    </>
  )
}
