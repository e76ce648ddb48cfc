/** Public pages without an API key. They show rules, never memory. */
import { Hono } from "hono"
import { chatModel } from "../ai/chat/chat-model.ts"
import { pageHeaders } from "../answer-headers.ts"
import { isSnowflake } from "../domain/ids.ts"
import { SENSITIVE, type Sensitive } from "../domain/types.ts"
import { onError, problem } from "../http/problem.ts"
import { checkPageRate } from "../http/rates.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { type Guild, guildFromRows, guildQuery } from "../policy/guild.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { DEFAULT_SETTINGS, type GuildSettings } from "../policy/settings.ts"
import { readSettings } from "../settings.ts"
import { type PrivacyTerms, privacyPage } from "./privacy-page.ts"

export const pages = new Hono<{ Bindings: Env }>()

pages.use(pageHeaders)
pages.onError(onError)

pages.use(async (c, next) => {
  const refusal = await checkPageRate(c.env, c.req.header("cf-connecting-ip"))
  return refusal ? problem(c, refusal) : next()
})

pages.get("/privacy/:guild?", async (c) => {
  const id = c.req.param("guild")
  const settings = readSettings(c.env)
  const known = id !== undefined && isSnowflake(id) ? await guildQuery(guildDatabase(c.env, id), id) : []
  const guild = guildFromRows(known)
  const terms = privacyTermsOf(guild ?? { settings: DEFAULT_SETTINGS, policy: DEFAULT_POLICY }, {
    ofGuild: guild !== null,
    readOnly: settings.READ_ONLY,
    reader: chatModel(c.env, settings) === null ? "rules" : settings.AI_BASE_URL ? "other" : "cloudflare",
    contact: settings.PRIVACY_CONTACT ?? null,
  })
  c.header("cache-control", "public, max-age=300")
  // An unknown guild gets the same page as no guild: the page does not reveal who uses Keepsake.
  return c.html(privacyPage(terms))
})

// Translates a guild's settings and policy into the terms of its privacy page. Pure.

/** The name of each class for members. Slurs are described separately: they are no kind of fact. */
const TOPIC_NAMES: Record<Exclude<Sensitive, "slurs">, string> = {
  health: "health",
  sexuality: "sexuality",
  religion: "religion",
  politics: "politics",
  ethnicity: "ethnicity",
  minors: "children",
  finances: "money",
}

/** Channel names are left out: not every member sees every channel. */
function channelsRead({ default: otherwise, modes }: GuildSettings["channels"]): PrivacyTerms["heard"] {
  const named = Object.values(modes)
  if (otherwise === "off") return "chosen"
  if (named.includes("off")) return "most"
  return "all"
}

/** `terms` are the deployment's own. @internal */
export function privacyTermsOf(
  { settings, policy }: Pick<Guild, "settings" | "policy">,
  terms: Pick<PrivacyTerms, "ofGuild" | "reader" | "contact"> & { readOnly: boolean },
): PrivacyTerms {
  const { readOnly, ...rest } = terms
  const paused = readOnly || settings.read_only
  const named = (handling: "refuse" | "allow") =>
    SENSITIVE.flatMap((kind) =>
      kind !== "slurs" && policy.sensitive[kind] === handling ? [TOPIC_NAMES[kind]] : [],
    )
  return {
    ...rest,
    consent: settings.consent,
    heard: channelsRead(settings.channels),
    paused,
    nights: settings.night.enabled && !paused,
    messageDays: settings.retention_days,
    noteDays: settings.retention.notes_days,
    expiredDays: settings.retention.expired_days,
    historyDays: settings.retention.history_days,
    decisionDays: settings.retention.windows_days,
    nightDays: settings.retention.runs_days,
    labelDays: settings.retention.labels_days,
    refused: named("refuse"),
    allowed: named("allow"),
    slurs: policy.sensitive.slurs,
  }
}
