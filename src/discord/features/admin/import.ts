/** `/keepsake import`: what reading this server's old messages would take, and the import while it runs. */

import { offeredCap } from "../../../history/estimate.ts"
import { findHistoryJob, historySums, openHistoryJob, skippedByReason } from "../../../history/job-rows.ts"
import {
  actOnHistory,
  type HistoryAct,
  type HistoryProgress,
  requestPreview,
} from "../../../runtime/history-jobs.ts"
import {
  componentsReply,
  customId,
  type InteractionContext,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { button, container, row, text } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"
import { askerActor, enterManagedGuild, readsEveryChannel } from "./manager-access.ts"

type HistoryTexts = Texts["history"]

/** Shows the import in progress, or begins a preview. A replay of the command finds the preview that it began. */
export async function importCommand(context: InteractionContext): Promise<Reply> {
  if (!readsEveryChannel(context)) return textReply(textsFor(context).history.administrators)
  const entered = await enterManagedGuild(context)
  const own = await findHistoryJob(entered.db, context.guildId, previewId(context))
  const open = own ?? (await openHistoryJob(entered.db, context.guildId))
  if (open !== null) return importPage(context, open.id)
  const wanted = { id: previewId(context), since: null, excluded: [], by: askerActor(context) }
  const { job } = await requestPreview(context.runtime.env, entered, wanted)
  return importPage(context, job.id)
}

function previewId({ id }: Pick<InteractionContext, "id">): string {
  return `h_i${id}`
}

export const IMPORT_ACTIONS = ["start", "pause", "resume", "stop", "refresh"] as const
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

/** A button of the page. The cap of a start is the one that the page offered. */
export async function runImportAction(
  context: InteractionContext,
  action: ImportAction,
  id: string,
): Promise<Reply> {
  if (!readsEveryChannel(context)) return textReply(textsFor(context).history.administrators)
  if (action === "refresh") return importPage(context, id)
  const entered = await enterManagedGuild(context)
  const act: HistoryAct = action
  await actOnHistory(context.runtime.env, entered, { act, id, by: askerActor(context) })
  return importPage(context, id)
}

async function importPage(context: InteractionContext, id: string): Promise<Reply> {
  const { db } = await enterManagedGuild(context)
  const texts = textsFor(context).history
  const job = await findHistoryJob(db, context.guildId, id)
  if (job === null) return textReply(texts.gone)
  const [sums, skipped] = await Promise.all([
    historySums(db, context.guildId, [id]),
    skippedByReason(db, job),
  ])
  const progress = { job, sums: sums(id) }
  const left = skipped.map(({ reason, count }) => fill(texts.skipped[reason], { count }))
  const lines = [
    `## ${texts.title}`,
    ...stateLines(progress, texts),
    ...(left.length === 0 ? [] : [`${texts.leftOut} ${left.join(" · ")}`]),
    ...(job.state === "ready" || job.state === "counting" ? [`-# ${texts.explained}`] : []),
  ]
  return componentsReply(container(text(lines.join("\n")), row(...buttonsOf(progress, texts))))
}

function stateLines({ job, sums }: HistoryProgress, texts: HistoryTexts): string[] {
  // By people, as in the preview and on the page.
  const amounts = { ...sums, read: sums.read - sums.bots }
  const facts = fill(texts.facts, { facts: job.facts })
  const spent = fill(texts.spent, { usd: dollars(job.spentUsd), calls: job.calls })
  switch (job.state) {
    case "counting":
      return [fill(texts.counting, { counted: sums.counted, channels: sums.channels - sums.skipped })]
    case "ready":
      return estimateLines({ job, sums }, texts)
    case "stopped":
      if (job.reason !== null) return [texts.reasons[job.reason], facts, spent]
      return job.untilId === null ? [texts.canceled] : [texts.stopped, facts, spent]
    default: {
      const counts = fill(texts.progress, { ...amounts, channels: sums.channels - sums.skipped })
      return [texts[job.state], counts, facts, spent, ...capLine(job.capUsd, texts)]
    }
  }
}

function estimateLines({ job }: HistoryProgress, texts: HistoryTexts): string[] {
  const { estimate } = job
  if (estimate === null) return []
  const { messages, channels, calls, usd, seconds } = estimate
  const cost =
    calls.high === 0
      ? texts.costRules
      : usd === null
        ? fill(texts.costUnknown, { low: calls.low, high: calls.high })
        : fill(texts.cost, { ...calls, from: dollars(usd.low), to: dollars(usd.high) })
  return [
    fill(texts.found, { messages, channels }),
    cost,
    fill(texts.time, { minutes: Math.max(1, Math.ceil(seconds / 60)) }),
    ...(calls.high === 0 ? [] : capLine(offeredCap(estimate), texts)),
  ]
}

function capLine(capUsd: number | null, texts: HistoryTexts): string[] {
  return capUsd === null ? [] : [fill(texts.cap, { usd: dollars(capUsd) })]
}

function dollars(usd: number): string {
  return `$${usd > 0 && usd < 0.01 ? "0.01" : usd.toFixed(2)}`
}

function buttonsOf({ job }: HistoryProgress, { buttons }: HistoryTexts) {
  const act = (action: ImportAction) => customId("admin-import", action, job.id)
  const refresh = button(act("refresh"), buttons.refresh)
  const stop = button(act("stop"), buttons.stop, { style: "danger" })
  switch (job.state) {
    case "ready":
      return [
        button(act("start"), buttons.start, { style: "primary" }),
        button(act("stop"), buttons.cancel),
        refresh,
      ]
    case "running":
      return [button(act("pause"), buttons.pause), stop, refresh]
    case "paused":
      return [button(act("resume"), buttons.resume, { style: "primary" }), stop, refresh]
    case "counting":
      return [button(act("stop"), buttons.cancel), refresh]
    default:
      return [refresh]
  }
}
