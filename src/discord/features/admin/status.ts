/** How Keepsake stands in a server, on one page. */

import { countReviewItems } from "../../../memory/write/review-decisions.ts"
import { lastRun, type RunWithTotals } from "../../../nights/ledger/run-reading.ts"
import type { Cap, SpendState } from "../../../policy/spend.ts"
import type { Entered } from "../../../runtime/enter.ts"
import { type GuildStats, guildStats } from "../../../runtime/guild-stats.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { type ConnectionStatus, formatConnection, readConnectionStatus } from "./connection-status.ts"
import { changeGuildSetting, enterManagedGuild } from "./manager-access.ts"

export async function statusCommand(asked: InteractionContext): Promise<Reply> {
  const { env } = asked.ground
  const entered = await enterManagedGuild(asked)
  const [standing, connection, waiting, night] = await Promise.all([
    guildStats(env, entered, Date.now()),
    readConnectionStatus(asked.ground, asked.guildId),
    countReviewItems(entered.db, asked.guildId),
    lastRun(entered.db, asked.guildId),
  ])
  return statusPage(entered, { standing, connection, waiting, night })
}

export interface StatusDetails {
  standing: GuildStats
  connection: ConnectionStatus
  /** How many matters wait for somebody's word. */
  waiting: number
  /** The guild's last night; null: there was none yet. */
  night: RunWithTotals | null
}

export function statusPage({ guild }: Pick<Entered, "guild">, told: StatusDetails): Reply {
  const { standing, connection, waiting, night } = told
  const { settings } = guild
  const paused = settings.read_only || standing.pausedEverywhere
  const buttons = [
    button(customId("admin-pause", String(!settings.read_only)), settings.read_only ? "Resume" : "Pause"),
    button(customId("admin-open", "channel"), "Channels"),
    button(customId("admin-open", "policy"), "Policy"),
    button(customId("admin-open", "review"), `Review (${waiting})`, { disabled: waiting === 0 }),
    button(customId("admin-open", "status"), "Refresh"),
  ]
  return componentsReply(
    container(
      text(["## Keepsake in this server", ...noticesOf(guild, standing)].join("\n")),
      divider(),
      text(listeningSection(standing)),
      text(memorySection(standing, waiting, night)),
      text(costShown(standing)),
      text(
        [
          "**Rules**",
          `Policy version ${guild.policyVersion}${paused ? ", writing paused" : ""} · ${settings.consent === "opt_in" ? "only who agreed is remembered" : "people are remembered unless they object"} · messages kept ${days(settings.retention_days)}`,
        ].join("\n"),
      ),
      text(`**Connection**\n${formatConnection(connection, guild.id)}`),
      divider(),
      row(...buttons),
    ),
  )
}

function noticesOf({ leavingAt, settings }: Entered["guild"], { pausedEverywhere }: GuildStats): string[] {
  return [
    ...(leavingAt === null
      ? []
      : [`⚠️ This server's memory is to be erased ${timestamp(leavingAt, "relative")}.`]),
    ...(settings.read_only ? ["⏸️ Paused: nothing new is remembered."] : []),
    ...(pausedEverywhere ? ["⏸️ Whoever runs this bot has paused it everywhere."] : []),
  ]
}

function listeningSection({ channels, unread }: GuildStats): string {
  const { full, notes, off, quiet } = channels
  const silent = unread.silent > 0 ? ` (${unread.silent} channels did not answer)` : ""
  return [
    "**Heard**",
    `Channels: ${full} in full · ${notes} for notes only · ${off} not heard · ${quiet} quiet`,
    `Not yet read: ${counted(unread.messages, "message")}, ${counted(unread.windows, "talk")} waiting${silent}`,
  ].join("\n")
}

function memorySection({ amounts }: GuildStats, waiting: number, night: RunWithTotals | null): string {
  const slept = lastNightLine(night)
  const { active, shadow, notes, people } = amounts
  return [
    "**Known**",
    `${counted(active, "memory", "memories")}, of ${counted(people, "person", "people")} and the server · ${counted(notes, "note")}`,
    `${waiting} waiting for review · ${shadow} out of sight`,
    ...(slept === null ? [] : [slept]),
  ].join("\n")
}

function days(count: number): string {
  return count === 0 ? "until they are read" : counted(count, "day")
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`
}

// What a server's models cost, in a few lines: so far, what is to be expected, and whether a cap holds them. Decides nothing.

const CAP_NAMES: Record<Cap, string> = {
  daily_tokens: "tokens a day",
  daily_neurons: "neurons a day",
  monthly_usd: "dollars a month",
}

function costShown({ spend, reader }: Pick<GuildStats, "spend" | "reader">): string {
  const mind = reader === "model" ? "A model reads." : "Rules read: there is no model."
  const cap = spend.caps.daily_tokens
  const limit = cap === undefined ? "" : ` of ${cap.limit.toLocaleString("en-US")} a day`
  const { forecast } = spend
  return [
    "**Cost**",
    `${mind} Today: ${formatSpend(spend.today)}${limit} · this month: ${formatSpend(spend.month)}`,
    ...(forecast === null
      ? []
      : [
          `Expected: ${formatSpend({ ...forecast.today, unpriced: spend.today.unpriced })} today, ${formatSpend({ ...forecast.month, unpriced: spend.month.unpriced })} this month, from ${forecast.days} days`,
        ]),
    ...capLines(spend.state),
  ].join("\n")
}

function capLines(state: SpendState): string[] {
  if (state.state === "within") return []
  const cap = `the cap of ${CAP_NAMES[state.cap]}`
  const until = timestamp(state.until, "relative")
  return [
    state.state === "past"
      ? `🛑 Past ${cap}: rules read and answers are quoted. It counts anew ${until}.`
      : `⚠️ Near ${cap}: what is left is for listening; answers are quoted. It counts anew ${until}.`,
  ]
}

function formatSpend({ tokens, usd, unpriced }: { tokens: number; usd: number; unpriced: number }): string {
  return `${tokens.toLocaleString("en-US")} tokens (${unpriced > 0 ? "price not known" : formatUsd(usd)})`
}

/** In cents, as prices are read; what is less than one is not nothing. */
function formatUsd(usd: number): string {
  return usd > 0 && usd < 0.01 ? "less than $0.01" : `$${usd.toFixed(2)}`
}

// Stops and resumes the writing of memory.

export async function setPaused(asked: InteractionContext, read_only: boolean): Promise<Reply> {
  const entered = await changeGuildSetting(asked, (settings) => ({ ...settings, read_only }), { read_only })
  return pausePage(entered)
}

/** Says what it means: listening goes on, and what is deleted goes all the same. */
function pausePage({ guild }: Entered): Reply {
  const paused = guild.settings.read_only
  const said = paused
    ? [
        "## ⏸️ Paused",
        "Nothing new is remembered. What is known stays, and questions are answered from it.",
        "Messages are still heard and found for as long as they are kept; talks that end meanwhile are **not** made up for later. To have a channel not heard at all, switch it off with `/keepsake channel`.",
        "Deleting, forgetting and erasing work as always.",
      ]
    : ["## ▶️ Remembering", "From now on talks become memory again, as the policy allows."]
  return componentsReply(
    container(
      text(said.join("\n")),
      row(button(customId("admin-pause", String(!paused)), paused ? "Resume" : "Pause")),
    ),
  )
}

// What the guild's last night came to, in one line. Pure.

/** What of a night's counts is told, in this order: the name that its steps give it, and how one and many are said. */
const DONE: [name: string, one: string, many: string][] = [
  ["people", "person looked through", "people looked through"],
  ["merged", "fact merged", "facts merged"],
  ["promoted", "fact found lasting", "facts found lasting"],
  ["retired", "fact retired", "facts retired"],
  ["topics", "topic", "topics"],
  ["written", "digest written", "digests written"],
]

/** What was done less well than it might have been. */
const SHORT: [name: string, one: string, many: string][] = [
  ["by_rules", "done by rules alone", "done by rules alone"],
  ["postponed", "put off", "put off"],
]

/** The line; null where there was no night yet. */
export function lastNightLine(run: RunWithTotals | null): string | null {
  if (run === null) return null
  const { state, startedAt, finishedAt, totals } = run
  if (state === "running") return `Tonight's work is under way, since ${timestamp(startedAt, "relative")}.`
  const done = [...formatCounts(DONE, totals.counts), ...formatCounts(SHORT, totals.counts)]
  const cost = totals.calls === 0 ? [] : [formatNightCost(totals)]
  const unpaid = (totals.counts.unpaid ?? 0) > 0 ? " A cap was reached: no model did the rest." : ""
  const what = [...(done.length === 0 ? ["nothing to do"] : done), ...cost].join(", ")
  return `Last night (${timestamp(finishedAt ?? startedAt, "relative")}): ${what}.${unpaid}${state === "failed" ? unfinished(totals.errors) : ""}`
}

/** A night without a step that was given up, and failed all the same, died. */
function unfinished(errors: number): string {
  const what =
    errors === 0
      ? "It was cut short"
      : errors === 1
        ? "One part was given up"
        : `${errors} parts were given up`
  return ` ${what}; the next night makes it good.`
}

function formatCounts(names: typeof DONE, counts: RunWithTotals["totals"]["counts"]): string[] {
  return names.flatMap(([name, one, many]) => {
    const count = counts[name] ?? 0
    return count > 0 ? [`${count.toLocaleString("en-US")} ${count === 1 ? one : many}`] : []
  })
}

/** In tenths of a cent: a night costs little. What is less is not nothing. */
function formatNightCost({ costUsd, unpricedTokens }: RunWithTotals["totals"]): string {
  const known = costUsd > 0 && costUsd < 0.001 ? "less than $0.001" : `$${costUsd.toFixed(3)}`
  if (unpricedTokens === 0) return known
  return costUsd === 0 ? "price not known" : `${known} as far as prices are known`
}
