/** The doctor's checks of a worker: that it answers, knows its operator, is well, and refuses what Discord did not sign. */
import { z } from "zod"
import type { ConfiguredApplication } from "../discord/application/application.ts"
import { redirectOf, SIGN_IN_PATH } from "../domain/sign-in-path.ts"
import { type CheckResult, fine, HEALTH_STATUSES, type HealthCheck } from "../health/health-check.ts"
import type { ApiServer } from "./api-request.ts"

const TIMEOUT_MS = 30_000

const Running = z.object({ ok: z.literal(true), admin_token: z.enum(["set", "none"]).optional() })

const HealthReply = z.object({
  discord: z.object({ application_id: z.string().nullable(), public_key: z.string().nullable() }),
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(HEALTH_STATUSES),
      detail: z.string(),
      to_do: z.string().nullable(),
    }),
  ),
})

interface WorkerReport {
  checks: HealthCheck[]
  isReachable: boolean
  /** `null` if the worker could not be asked as its operator. */
  server: ApiServer | null
  configured: ConfiguredApplication | null
}

/** Never throws. `token`: the operator's, if it is known. */
export async function checkWorker(url: string, token: string | undefined): Promise<WorkerReport> {
  const running = await ask(new URL("/healthz", url))
  const parsed = Running.safeParse(running.body)
  const nothing = { isReachable: false, server: null, configured: null }
  if (!parsed.success) return { ...nothing, checks: [notRunning(url, running)] }
  const worker = { name: "worker", ...fine(`Keepsake answers at ${url}.`) }
  const found = await checkHealth(url, { token, hasToken: parsed.data.admin_token !== "none" })
  return { ...nothing, ...found, isReachable: true, checks: [worker, ...found.checks] }
}

interface HttpAnswer {
  /** `null` if nobody answered. */
  status: number | null
  /** The JSON, or `null`. */
  body: unknown
  reason: string
}

async function ask(url: URL | string, init: RequestInit = {}): Promise<HttpAnswer> {
  try {
    const answer = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await answer.json().catch(() => null)
    return { status: answer.status, body, reason: `it answered ${answer.status}` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { status: null, body: null, reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

function notRunning(url: string, { status, reason }: HttpAnswer): HealthCheck {
  const detail =
    status === null ? `Nobody answers at ${url}: ${reason}.` : `${url} is not a running Keepsake: ${reason}.`
  const toDo = "Check the address; `npm run deploy` prints it at its end."
  return { name: "worker", status: "failing", detail, toDo }
}

type Found = Pick<WorkerReport, "checks"> & Partial<WorkerReport>

async function checkHealth(
  url: string,
  { token, hasToken }: { token: string | undefined; hasToken: boolean },
): Promise<Found> {
  const name = "admin token"
  if (!hasToken) {
    const toDo = "Run `npm run deploy`, which creates one, or `npx wrangler secret put ADMIN_TOKEN --env=`."
    return { checks: [{ name, status: "failing", detail: "The worker has no ADMIN_TOKEN.", toDo }] }
  }
  if (token === undefined) {
    const toDo = "Put the token into .dev.vars or the environment, and run the doctor again."
    const detail = "Without ADMIN_TOKEN the doctor cannot read the worker's health."
    return { checks: [{ name, status: "warning", detail, toDo }] }
  }
  const headers = { authorization: `Bearer ${token}` }
  const answer = await ask(new URL("/v1/health?probe=true", url), { headers })
  if (answer.status === 401) {
    const toDo =
      "Use the token that `npm run deploy` printed, or set another: `npx wrangler secret put ADMIN_TOKEN --env=`."
    return { checks: [{ name, status: "failing", detail: "The worker refuses this ADMIN_TOKEN.", toDo }] }
  }
  const parsed = HealthReply.safeParse(answer.body)
  if (!parsed.success) {
    const detail = `The worker does not tell its health: ${answer.reason}.`
    return {
      checks: [
        {
          name: "health",
          status: "failing",
          detail,
          toDo: "Deploy the same version as this checkout: `npm run deploy`.",
        },
      ],
    }
  }
  const checks = parsed.data.checks.map(({ to_do: toDo, ...check }) => ({ ...check, toDo }))
  return {
    checks: [{ name, ...fine("The worker accepts this token.") }, ...checks],
    server: { url, token },
    configured: parsed.data.discord,
  }
}

/** Checks the front page, and if people can sign in to the pages. */
export async function checkPages(url: string): Promise<HealthCheck[]> {
  const [front, signIn] = await Promise.all([
    fetchPage(new URL("/", url)),
    fetchPage(new URL(SIGN_IN_PATH, url)),
  ])
  return [
    { name: "front page", ...judgeFront(url, front) },
    { name: "sign-in", ...judgeSignIn(redirectOf(url), signIn) },
  ]
}

interface PageAnswer {
  /** `null` if nobody answered. */
  status: number | null
  /** The address that it sends a browser to, or an empty text. */
  location: string
}

async function fetchPage(url: URL): Promise<PageAnswer> {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) })
    await answer.body?.cancel()
    return { status: answer.status, location: answer.headers.get("location") ?? "" }
  } catch {
    return { status: null, location: "" }
  }
}

function judgeFront(url: string, { status }: PageAnswer): CheckResult {
  if (status === 200) return fine(`People find the pages at ${new URL("/app", url)}.`)
  return {
    status: "warning",
    detail: `The front page does not show: ${status === null ? "nobody answers" : `it answered ${status}`}.`,
    toDo: "Check that no redirect or page rule of Cloudflare stands before the Worker.",
  }
}

function judgeSignIn(redirect: string, { status, location }: PageAnswer): CheckResult {
  if (status === 302 && URL.canParse(location)) {
    const sent = new URL(location).searchParams.get("redirect_uri")
    if (sent === redirect) return fine("Sign-in to the pages leads to Discord.")
    return {
      status: "warning",
      detail: `Sign-in asks Discord to send people to ${sent}, not to ${redirect}.`,
      toDo: "Open the pages at the address that the Developer Portal lists as a redirect, under OAuth2.",
    }
  }
  if (status === 503)
    return fine(
      `Sign-in to the pages is off; everything else works. To use it, list ${redirect} as a redirect in the Discord Developer Portal, under OAuth2, and set DISCORD_CLIENT_SECRET.`,
    )
  return {
    status: "warning",
    detail: `Sign-in to the pages does not answer as it should: ${status === null ? "nobody answers" : `it answered ${status}`}.`,
    toDo: "Try again later, and read the Worker's log if it stays so.",
  }
}

/** Checks that the endpoint refuses a request without a signature and one with a wrong signature. */
export async function checkEndpoint(endpoint: string): Promise<HealthCheck> {
  const name = "signature"
  const wrong = {
    "x-signature-ed25519": "0".repeat(128),
    "x-signature-timestamp": String(Math.floor(Date.now() / 1_000)),
  }
  const send = (headers: Record<string, string>) =>
    ask(endpoint, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ type: 1 }),
    })
  const [unsigned, forged] = await Promise.all([send({}), send(wrong)])
  if (unsigned.status === 401 && forged.status === 401)
    return { name, ...fine("The endpoint refuses unsigned and wrongly signed requests.") }
  if (unsigned.status === 503) {
    const toDo = "Set the application's public key as DISCORD_PUBLIC_KEY and deploy."
    return {
      name,
      status: "failing",
      detail: "The endpoint is closed: the worker has no DISCORD_PUBLIC_KEY.",
      toDo,
    }
  }
  const bad =
    unsigned.status === 401 ? (["a wrongly signed", forged] as const) : (["an unsigned", unsigned] as const)
  return {
    name,
    status: "failing",
    detail: `The endpoint must refuse ${bad[0]} request with 401, but ${bad[1].reason}.`,
    toDo: "Check that nothing stands between Discord and the worker (a proxy, a login page), and read the worker's log.",
  }
}
