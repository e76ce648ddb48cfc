/** Signing in to the setup page with the admin token. The cookie holds a time and its signature, never the token. */
import type { Context } from "hono"
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie"
import { HOUR } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import { adminToken } from "../settings.ts"

const NAME = "keepsake-setup"
const LASTS_MS = HOUR

const LEAST_CHARS = 20
const LEAST_DISTINCT = 8

/** Returns true if nobody guesses the token: long, and not the same few characters over and over. */
export function isStrongToken(token: string): boolean {
  return token.length >= LEAST_CHARS && new Set(token).size >= LEAST_DISTINCT
}

type SetupContext = Context<{ Bindings: Env }>

/** Another admin token ends every session: the signatures no longer match. */
function secretOf(token: string): string {
  return `${NAME} ${token}`
}

export async function signIn(c: SetupContext, token: string, now: Time): Promise<void> {
  await setSignedCookie(c, NAME, String(now + LASTS_MS), secretOf(token), {
    prefix: "host",
    httpOnly: true,
    sameSite: "Strict",
    maxAge: LASTS_MS / 1_000,
  })
}

/** Returns true if the browser signed in with the present admin token less than an hour ago. */
export async function isSignedIn(c: SetupContext, now: Time): Promise<boolean> {
  const token = adminToken(c.env)
  if (token === null || !isStrongToken(token)) return false
  const until = await getSignedCookie(c, secretOf(token), NAME, "host")
  return typeof until === "string" && Number(until) > now
}

export function signOut(c: SetupContext): void {
  deleteCookie(c, NAME, { prefix: "host" })
}
