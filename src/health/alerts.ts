/**
 * Posts to the operator's Discord webhook when a check turns failing, again every twelve hours, and once when it
 * is well again. Run by the five-minute cron.
 */
import { HOUR } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import { type OpenAlert, readAlerts, recordAlerts } from "../memory/db/health-queries.ts"
import { truncate } from "../text/truncate.ts"
import { checkDeployment } from "./deployment.ts"
import { type HealthCheck, spanOf } from "./health-check.ts"

const AGAIN_MS = 12 * HOUR
/** Discord's limit for a message. */
const MOST_CHARS = 2_000
const TIMEOUT_MS = 10_000

/** Checks whose warnings are alerts too: D1 over 7 GB, and spending at 80 % of a cap. */
const EARLY = ["database", "spend", "deployment_spend"]

/**
 * Checks the deployment and posts what changed. Throws if the webhook does not accept the message: nothing is
 * recorded then, and the next round tries again.
 */
export async function postAlerts(env: Env): Promise<void> {
  const webhook = env.ALERT_WEBHOOK?.trim()
  if (!webhook) return
  const [{ checks, checkedAt }, open] = await Promise.all([
    checkDeployment(env, { probe: false }),
    readAlerts(env),
  ])
  const due = dueAlerts(checks, open, checkedAt)
  if (due.lines.length === 0) return
  await post(webhook, truncate(due.lines.join("\n"), MOST_CHARS))
  await recordAlerts(env, due)
}

/** Messages to post, and the alerts that are open or over once they are posted. @internal */
export interface DueAlerts {
  lines: string[]
  open: OpenAlert[]
  over: string[]
}

/** Decides what to post. A check that could not be made, or is only doubtful, changes nothing. Pure. @internal */
export function dueAlerts(checks: readonly HealthCheck[], known: readonly OpenAlert[], now: Time): DueAlerts {
  const due: DueAlerts = { lines: [], open: [], over: [] }
  for (const check of checks) {
    const { name, status } = check
    const alert = known.find((one) => one.name === name)
    const isBad = status === "failing" || (status === "warning" && EARLY.includes(name))
    if (isBad && (alert === undefined || now - alert.postedAt >= AGAIN_MS)) {
      const since = alert?.since ?? now
      due.lines.push(alertLine(check, now - since))
      due.open.push({ name, since, postedAt: now })
    }
    if (status === "ok" && alert !== undefined) {
      due.lines.push(`Keepsake: **${name}** is well again after ${spanOf(now - alert.since)}.`)
      due.over.push(name)
    }
  }
  return due
}

function alertLine({ name, status, detail, toDo }: HealthCheck, forMs: number): string {
  const still = forMs > 0 ? ` for ${spanOf(forMs)}` : ""
  return `Keepsake: **${name}** is ${status}${still}. ${detail}${toDo === null ? "" : ` ${toDo}`}`
}

async function post(webhook: string, content: string): Promise<void> {
  const answer = await fetch(webhook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  // Without the cause: it may name the webhook's address, which is a secret.
  if (answer === null) throw new Error("the alert webhook cannot be reached")
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the alert webhook answered ${answer.status}`)
}
