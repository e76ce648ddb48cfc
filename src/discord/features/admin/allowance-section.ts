/** The section of the status page on the free plan's daily allowances. */
import {
  type AllowanceUse,
  type DailyAllowance,
  isUsed,
  OPTIONAL_SHARE,
} from "../../../runtime/allowances/free-plan.ts"
import type { GuildStats } from "../../../runtime/guild-stats.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"

const NAMES: Record<DailyAllowance, string> = {
  neurons: "model calls",
  workerRequests: "requests",
  objectRequests: "object requests",
  gbSeconds: "object time",
  objectRowsWritten: "object rows written",
  objectRowsRead: "object rows read",
  d1RowsWritten: "database rows written",
  d1RowsRead: "database rows read",
}

/** Names each allowance with its used part, in percent of what the connection to Discord leaves. */
export function allowanceSection({ uses, until }: NonNullable<GuildStats["allowances"]>): string {
  const reset = timestamp(until, "relative")
  const neurons = uses.filter(({ allowance }) => allowance === "neurons")
  const notice = isUsed(neurons, 1)
    ? `🛑 No model calls are left: messages are processed by rules, and answers only quote memory. They are renewed ${reset}.`
    : isUsed(uses, OPTIONAL_SHARE)
      ? `⚠️ Little is left: answers only quote memory, and summaries wait. It is renewed ${reset}.`
      : `Renewed ${reset}.`
  return [
    "**Free plan: used today, by all servers** (estimated, except model calls)",
    uses.map((use) => `${NAMES[use.allowance]} ${formatPercent(use)}`).join(" · "),
    notice,
  ].join("\n")
}

function formatPercent({ used, limit }: AllowanceUse): string {
  return `${Math.min(100, Math.floor((100 * used) / limit))} %`
}
