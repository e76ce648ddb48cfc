/** The browser's side of a session: a cookie with a random id, and the person behind it. */
import { BROWSER_MAP, getParser, OS_MAP } from "bowser"
import type { Context, MiddlewareHandler } from "hono"
import { deleteCookie, getCookie, setCookie } from "hono/cookie"
import { Refused } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import { checkKeyRate } from "../../runtime/rates.ts"
import {
  endSessions,
  findSession,
  type PersonSession,
  SESSION_MS,
  type SignedInPerson,
  startSession,
} from "./session-rows.ts"

const NAME = "keepsake"
const TO = "keepsake-to"
const OPTIONS = { prefix: "host", httpOnly: true, sameSite: "Lax" } as const
/** The pages of a signed-in person. No other path is returned to after sign-in. */
const OWN_PATH = /^\/app(?:\/[\w./?=&%:~-]*)?$/

export interface PersonApp {
  Bindings: Env
  Variables: { session: PersonSession; now: Time }
}

/** Returns the session of this browser, or `null`. */
export async function currentSession(c: Context, now: Time): Promise<PersonSession | null> {
  const id = getCookie(c, NAME, "host")
  return id === undefined ? null : findSession(c.env, id, now)
}

/**
 * Signs a browser in under a new id. The id that it sent before is ended and never taken over, so that nobody can
 * plant one.
 */
export async function signInBrowser(c: Context, person: SignedInPerson, now: Time): Promise<void> {
  const before = await currentSession(c, now)
  if (before) await endSessions(c.env, { userId: before.id, idHash: before.idHash })
  const id = await startSession(c.env, { ...person, browser: browserName(c.req.header("user-agent")) }, now)
  setCookie(c, NAME, id, { ...OPTIONS, maxAge: SESSION_MS / 1_000 })
}

const BROWSERS = new Set<string>(Object.values(BROWSER_MAP))
const SYSTEMS = new Set<string>(Object.values(OS_MAP))

/** Names a browser and its system, by names that the library knows: no other word of the header is kept. */
function browserName(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const parser = getParser(userAgent)
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  if (!BROWSERS.has(browser)) return null
  return SYSTEMS.has(system) ? `${browser} on ${system}` : browser
}

/** Removes the cookie. The caller ends the session. */
export function forgetBrowser(c: Context): void {
  deleteCookie(c, NAME, { prefix: "host" })
}

/** Lets only signed-in people pass, as often as their rate allows. Others are sent to sign in and then come back. */
export const signedInOnly: MiddlewareHandler<PersonApp> = async (c, next) => {
  const now = Date.now()
  const session = await currentSession(c, now)
  if (session === null) {
    if (c.req.method === "GET") rememberPath(c)
    // A form that signs out has nothing left to do.
    const isLost = c.req.method !== "GET" && c.req.path !== "/app/sign-out"
    return c.redirect(isLost ? "/app/sign-in?done=not_sent" : "/app/sign-in", 303)
  }
  const refusal = await checkKeyRate(c.env, `person ${session.id}`, { reads: c.req.method === "GET" })
  if (refusal) throw new Refused(refusal)
  c.set("session", session)
  c.set("now", now)
  await next()
  return undefined
}

function rememberPath(c: Context): void {
  const { pathname, search } = new URL(c.req.url)
  if (OWN_PATH.test(pathname + search)) setCookie(c, TO, pathname + search, { ...OPTIONS, maxAge: 600 })
}

/** Returns the page that the person wanted before they signed in, and forgets it. */
export function takeWantedPath(c: Context): string {
  const path = getCookie(c, TO, "host")
  deleteCookie(c, TO, { prefix: "host" })
  return path !== undefined && OWN_PATH.test(path) ? path : "/app"
}
