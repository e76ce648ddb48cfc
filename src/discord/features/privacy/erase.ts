/** Erasing a person: confirmation, request, progress. */

import { Refused } from "../../../domain/errors.ts"
import type { Id } from "../../../domain/types.ts"
import { type ErasureJob, findJob } from "../../../erasure/jobs.ts"
import { wakeEraser } from "../../../erasure/wake.ts"
import { eraseAccounts } from "../../../runtime/own-accounts.ts"
import {
  componentsReply,
  customId,
  type InteractionContext,
  type Reply,
  textsFor,
} from "../../bot/ui/command.ts"
import { linkedAccountsOf } from "../../bot/ui/guild-reader.ts"
import { button, container, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { counted, fill } from "../../texts/texts.ts"
import { accountsText, loadOwnPrivacy, selfActor } from "./own-privacy.ts"

export async function eraseCommand(context: InteractionContext): Promise<Reply> {
  return erasePage(await linkedAccountsOf(context), textsFor(context))
}

/** @internal */
export function erasePage(linked: readonly Id[], { erase, buttons, links }: Texts): Reply {
  const also = linked.length === 0 ? [] : [fill(links.alsoErased, { accounts: accountsText(linked) })]
  return componentsReply(
    container(
      text([`## ${erase.title}`, erase.what, ...also, erase.stays].join("\n")),
      row(
        button(customId("privacy-erase", "out"), erase.andOptOut, { style: "danger" }),
        button(customId("privacy-erase", "stay"), erase.andStay, { style: "danger" }),
        button(customId("privacy-open", "see"), buttons.cancel),
      ),
    ),
  )
}

/** Requests the erasure once, even if Discord delivers the press again. */
export async function requestErasure(
  context: InteractionContext,
  { optOut }: { optOut: boolean },
): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context, { whileRestoring: true })
  const wanted = { guildId: context.guildId, userId: context.asker.id, optOut, id: `e_${context.id}` }
  const job = await eraseAccounts(entered.db, wanted, selfActor(context))
  await wakeEraser(context.runtime.env, context.guildId)
  return erasurePage(job, textsFor(context))
}

/** Only the requester knows the id. A finished job names nobody. */
export async function erasureProgress(context: InteractionContext, id: string): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  const job = await findJob(entered.db, context.guildId, id)
  const isTheirs = job?.kind === "person" && (job.state === "done" || job.target === context.asker.id)
  if (job === null || !isTheirs) throw new Refused({ reason: "unknown_erasure", erasureId: id })
  return erasurePage(job, textsFor(context))
}

/** @internal */
export function erasurePage({ id, state, report, requestedAt, finishedAt }: ErasureJob, texts: Texts): Reply {
  const { erase, language } = texts
  if (state !== "done") {
    const progress = `${erase[state]} ${erase.notAgain}`
    return componentsReply(
      container(
        text([`## ${erase.inProgress}`, progress, ...erasedLines(report.counts, texts)].join("\n")),
        row(button(customId("privacy-erasure", id), erase.refresh)),
      ),
    )
  }
  const requested = timestamp(requestedAt, "relative")
  const finished = timestamp(finishedAt ?? requestedAt, "relative")
  const check =
    report.left === 0 || report.left === null ? erase.nothingLeft : counted(erase.left, report.left, language)
  const times = fill(erase.times, { requested, finished })
  return componentsReply(
    container(text([`## ${erase.done}`, times, ...erasedLines(report.counts, texts), check].join("\n"))),
  )
}

function erasedLines(counts: Record<string, number>, { erased, language }: Texts): string[] {
  const labels: Record<string, string> = erased
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return some.map(([kind, count]) => `- ${labels[kind] ?? kind}: ${count.toLocaleString(language)}`)
}
