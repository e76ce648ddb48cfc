/** How Keepsake stands in a server, on one page. */

import { countWaiting } from "../../../memory/read/waiting.ts"
import { lastRun, type RunTold } from "../../../nights/ledger/run-reading.ts"
import type { Entered } from "../../../runtime/enter.ts"
import { type Standing, standingOf } from "../../../runtime/standing.ts"
import { type Asked, customId } from "../../bot/ui/command.ts"
import { laidOut, type Reply } from "../../bot/ui/reply.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { type Connection, connectionOf, connectionShown } from "./connection.ts"
import { costShown } from "./cost.ts"
import { lastNight } from "./last-night.ts"
import { guildOf } from "./managing.ts"

export async function statusCommand(asked: Asked): Promise<Reply> {
  const { env } = asked.ground
  const entered = await guildOf(asked)
  const [standing, connection, waiting, night] = await Promise.all([
    standingOf(env, entered, Date.now()),
    connectionOf(asked.ground, asked.guildId),
    countWaiting(entered.db, asked.guildId),
    lastRun(entered.db, asked.guildId),
  ])
  return statusPage(entered, { standing, connection, waiting, night })
}

export interface Told {
  standing: Standing
  connection: Connection
  /** How many matters wait for somebody's word. */
  waiting: number
  /** The guild's last night; null: there was none yet. */
  night: RunTold | null
}

export function statusPage({ guild }: Pick<Entered, "guild">, told: Told): Reply {
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
  return laidOut(
    container(
      text(["## Keepsake in this server", ...noticesOf(guild, standing)].join("\n")),
      divider(),
      text(heard(standing)),
      text(known(standing, waiting, night)),
      text(costShown(standing)),
      text(
        [
          "**Rules**",
          `Policy version ${guild.policyVersion}${paused ? ", writing paused" : ""} · ${settings.consent === "opt_in" ? "only who agreed is remembered" : "people are remembered unless they object"} · messages kept ${days(settings.retention_days)}`,
        ].join("\n"),
      ),
      text(`**Connection**\n${connectionShown(connection, guild.id)}`),
      divider(),
      row(...buttons),
    ),
  )
}

function noticesOf({ leavingAt, settings }: Entered["guild"], { pausedEverywhere }: Standing): string[] {
  return [
    ...(leavingAt === null
      ? []
      : [`⚠️ This server's memory is to be erased ${timestamp(leavingAt, "relative")}.`]),
    ...(settings.read_only ? ["⏸️ Paused: nothing new is remembered."] : []),
    ...(pausedEverywhere ? ["⏸️ Whoever runs this bot has paused it everywhere."] : []),
  ]
}

function heard({ channels, unread }: Standing): string {
  const { full, notes, off, quiet } = channels
  const silent = unread.silent > 0 ? ` (${unread.silent} channels did not answer)` : ""
  return [
    "**Heard**",
    `Channels: ${full} in full · ${notes} for notes only · ${off} not heard · ${quiet} quiet`,
    `Not yet read: ${counted(unread.messages, "message")}, ${counted(unread.windows, "talk")} waiting${silent}`,
  ].join("\n")
}

function known({ amounts }: Standing, waiting: number, night: RunTold | null): string {
  const slept = lastNight(night)
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
