/**
 * Signing in with Discord. Its library checks the state that ties the answer to this browser. The token that Discord
 * gives is used once, to read the person's guilds, and then revoked. It is never stored.
 */
import { discordAuth, revokeToken } from "@hono/oauth-providers/discord"
import { type Context, Hono } from "hono"
import { HTTPException } from "hono/http-exception"
import { z } from "zod"
import { NameShape, PictureHash } from "../../access/structure-shapes.ts"
import { describeError, Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import { redirectOf, SIGN_IN_PATH } from "../../domain/sign-in-path.ts"
import { guildsAmong } from "../../memory/db/database.ts"
import { checkSignInRate } from "../../runtime/rates.ts"
import { readSettings } from "../../settings.ts"
import { currentSession, forgetBrowser, signInBrowser, takeWantedPath } from "./browser.ts"
import { guildsOfToken } from "./discord-person.ts"
import { localPeople, mayActAsAnybody } from "./local-access.ts"
import { PageProblem } from "./page-problem.ts"
import { endSessions } from "./session-rows.ts"

type SignInContext = Context<{ Bindings: Env }>

export const signInRoutes = new Hono<{ Bindings: Env }>()

signInRoutes.use("/app/sign-in/*", async (c, next) => {
  const refusal = await checkSignInRate(c.env, c.req.header("cf-connecting-ip"))
  if (refusal) throw new Refused(refusal)
  await next()
})

signInRoutes.get(
  SIGN_IN_PATH,
  async (c, next) => {
    const { DISCORD_APPLICATION_ID: client_id, DISCORD_CLIENT_SECRET: client_secret } = readSettings(c.env)
    if (client_id === undefined || client_secret === undefined) throw new PageProblem("sign_in_off")
    // The person pressed Cancel, or Discord refused. The library would send them to Discord again.
    if (c.req.query("error") !== undefined) return c.redirect("/app/sign-in", 303)
    const redirect_uri = redirectOf(c.req.url)
    try {
      return await discordAuth({ client_id, client_secret, scope: ["identify", "guilds"], redirect_uri })(
        c,
        next,
      )
    } catch (error) {
      if (error instanceof HTTPException && error.status < 500) throw new PageProblem("sign_in_failed")
      throw error
    }
  },
  async (c) => {
    const [token, user] = [c.get("token")?.token, c.get("user-discord")]
    const person = Person.safeParse(user)
    if (token === undefined || !person.success) throw new PageProblem("sign_in_failed")
    const settings = readSettings(c.env)
    const guilds = await guildsOfToken(settings, token)
    c.executionCtx.waitUntil(revoke(c, token))
    const known = new Set(
      await guildsAmong(
        c.env,
        guilds.map(({ id }) => id),
      ),
    )
    const { id, username, global_name, avatar } = person.data
    const now = Date.now()
    await signInBrowser(
      c,
      { id, name: global_name ?? username, avatar, guilds: guilds.filter((one) => known.has(one.id)) },
      now,
    )
    return c.redirect(takeWantedPath(c), 303)
  },
)

const Person = z.object({
  id: Snowflake,
  username: NameShape,
  global_name: NameShape.nullish().catch(null),
  avatar: PictureHash.nullable().catch(null),
})

/** The session does not depend on it: the token expires by itself. */
async function revoke(c: SignInContext, token: string): Promise<void> {
  const { DISCORD_APPLICATION_ID: id = "", DISCORD_CLIENT_SECRET: secret = "" } = readSettings(c.env)
  try {
    await revokeToken(id, secret, token)
  } catch (error) {
    console.warn({ event: "dashboard.token_not_revoked", error: describeError(error) })
  }
}

const LocalChoice = z.object({ person: Snowflake })

signInRoutes.post("/app/sign-in/local", async (c) => {
  const client = c.req.header("cf-connecting-ip")
  if (!mayActAsAnybody(readSettings(c.env), { url: c.req.url, client }))
    throw new Refused({ reason: "forbidden" })
  const chosen = LocalChoice.safeParse(await c.req.parseBody())
  const [person] = chosen.success ? await localPeople(c.env, chosen.data.person) : []
  if (!person) throw new PageProblem("unknown_person")
  await signInBrowser(c, { ...person, avatar: null }, Date.now())
  return c.redirect(takeWantedPath(c), 303)
})

signInRoutes.post("/app/sign-out", async (c) => {
  const session = await currentSession(c, Date.now())
  if (session) await endSessions(c.env, { userId: session.id, idHash: session.idHash })
  forgetBrowser(c)
  return c.redirect("/?done=signed_out", 303)
})
