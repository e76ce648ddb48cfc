/**
 * Creates API keys. A token is in the answer to the form that created it and nowhere else. Nobody creates a key that
 * reads more than they do.
 */
import { type Context, Hono } from "hono"
import { z } from "zod"
import { channelOf } from "../../access/permissions.ts"
import { DAY } from "../../domain/calendar.ts"
import { Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import { plainText } from "../../domain/plain-text.ts"
import type { Id } from "../../domain/types.ts"
import { KEY_SCOPES, type KeyScope } from "../../privacy/key-token.ts"
import { type ApiKey, createKey, wasKeyCreated } from "../../privacy/keys.ts"
import { ActField, PostForm, readForm, SelectField, Submit, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, Notice, Pairs, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { channelLabel, mayUseChannel, talkChannels } from "./readable-channels.ts"

const ACTIVE = "run/keys"
/** A key of the whole guild, and of the person who creates it. */
const [WHOLE, SELF] = ["guild", "me"]

const SCOPE_TEXTS: Record<KeyScope, string> = {
  read: "Read: recall, search, ask",
  write: "Write: also send messages, remember, forget",
  admin: "Admin: also settings, policy and keys. Reads the whole server",
}

const WHOLE_TEXT = "The whole server (each request says who reads)"

const LIFETIMES = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "1 year"],
  ["never", "Never"],
] as const

export const newKeyPages = new Hono<GuildApp>()

newKeyPages.get("/keys/new", (c) => {
  const visit = c.get("visit")
  const { base, isAdministrator } = visit
  const scopes = KEY_SCOPES.filter((scope) => isAdministrator || scope !== "admin")
  const reads = [
    ...(isAdministrator ? [[WHOLE, WHOLE_TEXT] as const] : []),
    [SELF, "Only what I may read"] as const,
    ...talkChannels(visit).map((channel) => [channel.id, `As ${channelLabel(channel)}`] as const),
  ]
  return guildPage(c, {
    title: "New key",
    active: ACTIVE,
    crumbs: [{ href: `${base}/run/keys`, text: "API keys" }],
    content: (
      <div class="narrow">
        <Card>
          <PostForm action={`${base}/run/keys`} stack>
            <TextField
              name="name"
              label="Name"
              help="The program that will use it. It is shown in the audit log."
              max={80}
              required
            />
            <SelectField
              name="scope"
              label="Scope"
              value="read"
              options={scopes.map((scope) => [scope, SCOPE_TEXTS[scope]] as const)}
            />
            <SelectField
              name="reads"
              label="Reads"
              value={SELF}
              help={
                isAdministrator
                  ? "A key as a channel reads what everyone in that channel may read, which suits a bot that answers there. For an admin key, choose the whole server."
                  : "A key as a channel reads what everyone in that channel may read, which suits a bot that answers there. Only administrators create keys of the whole server."
              }
              options={reads}
            />
            <SelectField name="days" label="Expires after" value="90" options={LIFETIMES} />
            <div class="buttons">
              <Submit kind="main">Create key</Submit>
              <a class="button" href={`${base}/run/keys`}>
                Cancel
              </a>
            </div>
          </PostForm>
        </Card>
      </div>
    ),
  })
})

const NewKey = z.object({
  act: ActField,
  name: plainText(80, 1)
    .transform((name) => name.trim())
    .refine((name) => name !== "", "must not be empty"),
  scope: z.enum(KEY_SCOPES),
  reads: z.union([z.literal([WHOLE as "guild", SELF as "me"]), Snowflake]),
  days: z.enum(LIFETIMES.map(([days]) => days)),
})

newKeyPages.post("/keys", async (c) => {
  const visit = c.get("visit")
  const { act, name, scope, reads, days } = await readForm(c, NewKey)
  const { entered, guildId, by, now, base } = visit
  const bound = boundBy(visit, reads, scope)
  const expiresAt = days === "never" ? null : now + Number(days) * DAY
  const made = await createKey(
    entered.db,
    { guildId, name, scope, ...bound, expiresAt },
    { ...by, keyId: null, cause: act },
  )
  if (!("reason" in made)) return createdPage(c, made)
  if (await wasKeyCreated(entered.db, guildId, act))
    return redirectTo(c, `${base}/run/keys`, { done: "key_made_before" })
  throw new Refused(made)
})

/** Returns what the key is bound to. Refuses a binding that reads more than its creator. */
function boundBy(visit: Visit, reads: string, scope: KeyScope): { channelId: Id | null; userId: Id | null } {
  const isWhole = reads === WHOLE
  if (scope === "admin" && !isWhole)
    throw new Refused({
      reason: "invalid",
      issues: [{ field: "reads", problem: `must be “${WHOLE_TEXT}” for an admin key` }],
    })
  if (isWhole) {
    if (!visit.isAdministrator) throw new Refused({ reason: "forbidden" })
    return { channelId: null, userId: null }
  }
  if (reads === SELF) return { channelId: null, userId: visit.person.id }
  if (!mayUseChannel(visit, reads))
    throw new Refused({
      reason: "invalid",
      issues: [{ field: "reads", problem: "must be a channel that you can read" }],
    })
  return { channelId: reads, userId: null }
}

function createdPage(c: Context<GuildApp>, { token, key }: { token: string; key: ApiKey }) {
  const visit = c.get("visit")
  return guildPage(c, {
    title: "Key created",
    active: ACTIVE,
    crumbs: [{ href: `${visit.base}/run/keys`, text: "API keys" }],
    content: (
      <div class="narrow">
        <Notice tone="warn">
          Copy the token now. Only a hash of it is stored, and it is never shown again.
        </Notice>
        <Card title={key.name}>
          <pre>{token}</pre>
          <Pairs
            items={[
              ["Scope", SCOPE_TEXTS[key.scope]],
              ["Reads", boundText(visit, key)],
              ["Expires", key.expiresAt === null ? "never" : <When at={key.expiresAt} clock={visit} exact />],
              ["Send it as", <code>Authorization: Bearer ks_…</code>],
            ]}
          />
        </Card>
        <div class="buttons">
          <a class="button main" href={`${visit.base}/run/keys`}>
            I copied it
          </a>
        </div>
      </div>
    ),
  })
}

/** Says what a key reads. A channel that the visitor cannot read, and another person, go unnamed. */
export function boundText(visit: Visit, { channelId, userId }: Pick<ApiKey, "channelId" | "userId">): string {
  const channel =
    channelId === null
      ? null
      : mayUseChannel(visit, channelId)
        ? channelLabel(channelOf(visit.entered.structure, channelId))
        : "one channel"
  const person = userId === null ? null : userId === visit.person.id ? "what you may read" : "one person"
  if (channel === null && person === null) return "whole server"
  return [channel, person].filter((part) => part !== null).join(", ")
}
