/** Pages for people, served beside the API and without a key: they tell rules, never memory. */
import { Hono } from "hono"
import { secureHeaders } from "hono/secure-headers"
import { chatModel } from "../ai/chat/chat-model.ts"
import { isSnowflake } from "../domain/ids.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { guildOf, guildQuery } from "../policy/guild.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { DEFAULT_SETTINGS } from "../policy/settings.ts"
import { readSettings } from "../settings.ts"
import { privacyPage } from "./privacy-page.ts"
import { promisesOf } from "./promises.ts"

export const pages = new Hono<{ Bindings: Env }>()

pages.use(
  "/privacy/*",
  secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"] } }),
)

pages.get("/privacy/:guild?", async (c) => {
  const id = c.req.param("guild")
  const settings = readSettings(c.env)
  const known = id !== undefined && isSnowflake(id) ? await guildQuery(guildDatabase(c.env, id), id) : []
  const guild = guildOf(known)
  const promises = promisesOf(guild ?? { settings: DEFAULT_SETTINGS, policy: DEFAULT_POLICY }, {
    ofGuild: guild !== null,
    readOnly: settings.READ_ONLY,
    reader: chatModel(c.env, settings) === null ? "rules" : settings.AI_BASE_URL ? "other" : "cloudflare",
    contact: settings.PRIVACY_CONTACT ?? null,
  })
  c.header("cache-control", "public, max-age=300")
  // A guild that is not known is told the same as none: the page does not say who uses Keepsake.
  return c.html(privacyPage(promises))
})
