/** Lists and revokes API keys. */
import { Hono } from "hono"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { type ApiKey, isKeyActive, listKeys, revokeKey } from "../../privacy/keys.ts"
import { dropKeys, KEY_CACHE_SECONDS } from "../../runtime/key-cache.ts"
import { ActField, CancelButton, Confirm, PostButton, readForm } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../kit/lists.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Badge, Card, Empty, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { boundText } from "./new-key.tsx"

const PAGE = 25
const ACTIVE = "run/keys"
export const keyPages = new Hono<GuildApp>()

keyPages.get("/keys", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, base } = visit
  const found = await listKeys(entered.db, guildId, { before: cursorIn(c), limit: PAGE + 1 })
  const { items, next } = pageOf(found, PAGE, ({ createdAt, id }) => ({ at: createdAt, id }))
  return guildPage(c, {
    title: "API keys",
    lead: "Bots and agents reach this server's memory with a key, over HTTP and MCP. A key can be bound to what one channel or one person may read.",
    active: ACTIVE,
    actions: (
      <a class="button main" href={`${base}/run/keys/new`}>
        New key
      </a>
    ),
    content: (
      <>
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="key" title="No keys yet">
              <p>Create a key to let a bot, an agent or a script use this server's memory.</p>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((key) => (
                <KeyRow apiKey={key} visit={visit} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

function KeyRow({ apiKey: key, visit }: { apiKey: ApiKey; visit: Visit }) {
  const active = isKeyActive(key, visit.now)
  const confirm = `revoke-${key.id}`
  return (
    <li>
      <div class="main-part">
        <span>
          <strong>{key.name}</strong>{" "}
          {active ? (
            <Badge tone={key.scope === "admin" ? "warn" : "accent"}>{key.scope}</Badge>
          ) : (
            <Badge>{key.revokedAt === null ? "expired" : "revoked"}</Badge>
          )}
        </span>
        <span class="meta">
          <code>ks_{key.id}_…</code>
          <span>{boundText(visit, key)}</span>
          <span>
            created <When at={key.createdAt} clock={visit} />
          </span>
          <span>
            {key.lastUsedAt === null ? (
              "never used"
            ) : (
              <>
                last used <When at={key.lastUsedAt} clock={visit} />
              </>
            )}
          </span>
          {key.expiresAt === null || !active ? null : (
            <span>
              expires <When at={key.expiresAt} clock={visit} />
            </span>
          )}
        </span>
      </div>
      {active ? (
        <div class="end">
          <Confirm id={confirm} text="Revoke" title={`Revoke “${key.name}”?`} kind="danger">
            <p>
              Programs that use this key are refused at once, and where Cloudflare runs other copies of
              Keepsake, within {KEY_CACHE_SECONDS} seconds. Keys that it created are revoked too. It is for
              good.
            </p>
            <div class="buttons">
              <CancelButton id={confirm} />
              <PostButton
                action={`${visit.base}/run/keys/revoke`}
                fields={{ key: key.id }}
                kind="danger main"
              >
                Revoke key
              </PostButton>
            </div>
          </Confirm>
        </div>
      ) : null}
    </li>
  )
}

const Revoked = z.object({ act: ActField, key: z.string().regex(/^[0-9a-f]{16}$/) })

keyPages.post("/keys/revoke", async (c) => {
  const { entered, guildId, by, base, now } = c.get("visit")
  const { key } = await readForm(c, Revoked)
  const revoked = await revokeKey(entered.db, guildId, key, by)
  if (revoked === null) throw new Refused({ reason: "unknown_key", keyId: key })
  dropKeys(c.env, revoked, now)
  return redirectTo(c, `${base}/run/keys`, { done: revoked.length === 0 ? "unchanged" : "revoked" })
})
