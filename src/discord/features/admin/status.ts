/** The status page of a server, with the buttons to pause and resume. */

import { DAY, utcDate } from "../../../domain/calendar.ts"
import { countReviewItems } from "../../../memory/write/review-decisions.ts"
import { lastRun } from "../../../nights/ledger/run-reading.ts"
import type { Cap, SpendState } from "../../../policy/spend.ts"
import { lastRollback, type Trial } from "../../../policy/trials.ts"
import { type ConnectionStatus, readConnectionStatus } from "../../../runtime/connection-status.ts"
import type { Entered } from "../../../runtime/enter.ts"
import { type GuildStats, guildSeries, guildStats, rereadText } from "../../../runtime/guild-stats.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { viewerForAsker } from "../../bot/ui/guild-reader.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { allowanceSection } from "./allowance-section.ts"
import { formatConnection } from "./connection-status.ts"
import { changeGuildSetting, enterManagedGuild, readsEveryChannel } from "./manager-access.ts"
import { countLabel, type MemoryDetails, memorySection } from "./memory-section.ts"

export async function statusCommand(context: InteractionContext): Promise<Reply> {
  const { env } = context.runtime
  const entered = await enterManagedGuild(context)
  const viewer = viewerForAsker(entered, context)
  const now = Date.now()
  const lastDays = { from: utcDate(now - 6 * DAY), to: utcDate(now), step: "day", now } as const
  const [stats, connection, reviewCount, night, rollback, series] = await Promise.all([
    guildStats(env, entered, { viewer, now }),
    readConnectionStatus(context.runtime, context.guildId),
    countReviewItems(entered.db, viewer),
    lastRun(entered.db, context.guildId),
    lastRollback(entered.db, context.guildId, now - 7 * DAY),
    readsEveryChannel(context) ? guildSeries(env, entered, lastDays) : null,
  ])
  return statusPage(entered, {
    stats,
    week: series?.total ?? null,
    connection,
    reviewCount,
    night,
    rollback,
  })
}

/** @internal */
export interface StatusDetails extends MemoryDetails {
  connection: ConnectionStatus
  /** A trial that ended by itself in the last week. */
  rollback?: Pick<Trial, "version" | "reason" | "endedAt"> | null
}

/** @internal */
export function statusPage({ guild }: Pick<Entered, "guild">, details: StatusDetails): Reply {
  const { stats, connection, reviewCount } = details
  const { settings } = guild
  const paused = settings.read_only || stats.pausedEverywhere
  const buttons = [
    button(customId("admin-pause", String(!settings.read_only)), settings.read_only ? "Resume" : "Pause"),
    button(customId("admin-open", "channel"), "Channels"),
    button(customId("admin-open", "policy"), "Policy"),
    button(customId("admin-open", "review"), `Review (${reviewCount})`, { disabled: reviewCount === 0 }),
    button(customId("admin-open", "status"), "Refresh"),
  ]
  return componentsReply(
    container(
      text(
        ["## Keepsake in this server", ...notices(guild, stats), ...trialNotices(guild, details)].join("\n"),
      ),
      divider(),
      text(listeningSection(stats)),
      text(memorySection(details)),
      text(costSection(stats)),
      ...(stats.allowances === null ? [] : [text(allowanceSection(stats.allowances))]),
      text(
        [
          "**Rules**",
          `Policy version ${guild.policyVersion}${paused ? ", saving paused" : ""} · ${settings.consent === "opt_in" ? "only people who opted in are remembered" : "everyone is remembered unless they opt out"} · messages kept ${days(settings.retention_days)}`,
        ].join("\n"),
      ),
      text(`**Connection**\n${formatConnection(connection, guild.id)}`),
      divider(),
      row(...buttons),
    ),
  )
}

function notices({ leavingAt, settings }: Entered["guild"], { pausedEverywhere }: GuildStats): string[] {
  return [
    ...(leavingAt === null
      ? []
      : [`⚠️ This server's memory will be erased ${timestamp(leavingAt, "relative")}.`]),
    ...(settings.read_only ? ["⏸️ Paused: nothing new is saved."] : []),
    ...(pausedEverywhere ? ["⏸️ The bot's operator has paused saving everywhere."] : []),
  ]
}

function trialNotices({ trial }: Entered["guild"], { rollback = null }: StatusDetails): string[] {
  const running =
    trial &&
    (trial.stage === "shadow"
      ? "judges every conversation and acts on none"
      : `decides ${Math.round(trial.share * 100)} % of conversations`)
  return [
    ...(trial === null ? [] : [`🧪 A trial is running: policy version ${trial.version} ${running}.`]),
    ...(rollback === null
      ? []
      : [
          `↩️ The trial of policy version ${rollback.version} was rolled back ${timestamp(rollback.endedAt ?? 0, "relative")}: guardrail \`${rollback.reason ?? "unknown"}\`.`,
        ]),
  ]
}

function listeningSection({ channels, unread }: GuildStats): string {
  const { full, notes, roleplay, off, quiet } = channels
  const again = unread.again > 0 ? `; ${rereadText(unread)}` : ""
  const silent = unread.silent > 0 ? ` (${countLabel(unread.silent, "channel")} did not answer)` : ""
  return [
    "**Messages**",
    `Channels: ${full} full memory · ${notes} notes only · ${roleplay > 0 ? `${roleplay} role-play · ` : ""}${off} ignored · ${quiet} quiet`,
    `Not processed yet: ${countLabel(unread.messages, "message")}, ${countLabel(unread.windows, "conversation")} waiting${again}${silent}`,
  ].join("\n")
}

function days(count: number): string {
  return count === 0 ? "until processed" : countLabel(count, "day")
}

// The cost section: usage so far, forecast, and caps. Decides nothing.

const CAP_NAMES: Record<Cap, string> = {
  daily_tokens: "daily token cap",
  daily_neurons: "daily neuron cap",
  monthly_usd: "monthly dollar cap",
  deployment_usd: "monthly dollar cap that the bot's operator set for all servers",
}

function costSection({ spend, reader }: Pick<GuildStats, "spend" | "reader">): string {
  const readerText =
    reader === "model"
      ? "Messages are processed by a model."
      : "Messages are processed by rules, without a model."
  const cap = spend.caps.daily_tokens
  const limit = cap === undefined ? "" : ` of ${cap.limit.toLocaleString("en-US")} a day`
  const { forecast } = spend
  return [
    "**Cost**",
    `${readerText} Today: ${formatSpend(spend.today)}${limit} · this month: ${formatSpend(spend.month)}`,
    ...(forecast === null
      ? []
      : [
          `Forecast: ${formatSpend({ ...forecast.today, unpriced: spend.today.unpriced })} today, ${formatSpend({ ...forecast.month, unpriced: spend.month.unpriced })} this month, based on ${forecast.days} days`,
        ]),
    ...capLines(spend.state),
  ].join("\n")
}

function capLines(state: SpendState): string[] {
  if (state.state === "within") return []
  const cap = `the ${CAP_NAMES[state.cap]}`
  const until = timestamp(state.until, "relative")
  return [
    state.state === "past"
      ? `🛑 Over ${cap}: messages are processed by rules, and answers only quote memory. The cap resets ${until}.`
      : `⚠️ Near ${cap}: the rest is reserved for processing messages, and answers only quote memory. The cap resets ${until}.`,
  ]
}

function formatSpend({ tokens, usd, unpriced }: { tokens: number; usd: number; unpriced: number }): string {
  return `${tokens.toLocaleString("en-US")} tokens (${unpriced > 0 ? "price unknown" : formatUsd(usd)})`
}

/** In cents, because prices are read that way. Amounts below one cent are not shown as zero. */
function formatUsd(usd: number): string {
  return usd > 0 && usd < 0.01 ? "less than $0.01" : `$${usd.toFixed(2)}`
}

// Pauses and resumes writing memory.

export async function setPaused(context: InteractionContext, read_only: boolean): Promise<Reply> {
  const entered = await changeGuildSetting(context, (settings) => ({ ...settings, read_only }), { read_only })
  return pausePage(entered)
}

/** Explains the consequences: channels are still recorded, and deletions still apply. */
function pausePage({ guild }: Entered): Reply {
  const paused = guild.settings.read_only
  const said = paused
    ? [
        "## ⏸️ Paused",
        "No new memories are saved. Existing memories stay and are used for answers.",
        "Messages are still recorded and can be searched for as long as they are kept. Conversations that end while paused do **not** become memory later. To ignore a channel completely, use `/keepsake channel`.",
        "Deleting, forgetting and erasing still work.",
      ]
    : ["## ▶️ Resumed", "New conversations become memory again, as the policy allows."]
  return componentsReply(
    container(
      text(said.join("\n")),
      row(button(customId("admin-pause", String(!paused)), paused ? "Resume" : "Pause")),
    ),
  )
}
