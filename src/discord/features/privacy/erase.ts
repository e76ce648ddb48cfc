/** Erasing a person: confirmation, request, progress. */

import { Refused } from "../../../domain/errors.ts"
import { type ErasureJob, erasePerson, findJob } from "../../../erasure/jobs.ts"
import { wakeEraser } from "../../../erasure/wake.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { button, container, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { loadOwnPrivacy, selfActor } from "./own-privacy.ts"

export function eraseCommand(): Reply {
  return componentsReply(
    container(
      text(
        [
          "## Erase everything stored about you in this server?",
          "This permanently deletes your messages, the facts learned from them, what others said about you, notes about conversations that you took part in, and quotes and mentions of you. **This cannot be undone.** To keep a copy, run `/privacy export` first.",
          "Keepsake keeps your user ID and this choice so that your old messages are not recorded again. Your messages stay in Discord: delete them there.",
        ].join("\n"),
      ),
      row(
        button(customId("privacy-erase", "out"), "Erase and opt out", { style: "danger" }),
        button(customId("privacy-erase", "stay"), "Erase and start over", { style: "danger" }),
        button(customId("privacy-open", "see"), "Cancel"),
      ),
    ),
  )
}

/** Requests the erasure once, even if Discord delivers the press again. */
export async function requestErasure(
  context: InteractionContext,
  { optOut }: { optOut: boolean },
): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  const wanted = { guildId: context.guildId, userId: context.asker.id, optOut, id: `e_${context.id}` }
  const job = await erasePerson(entered.db, wanted, selfActor(context))
  await wakeEraser(context.runtime.env, context.guildId)
  return erasurePage(job)
}

/** Only the requester knows the id. A finished job names nobody. */
export async function erasureProgress(context: InteractionContext, id: string): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  const job = await findJob(entered.db, context.guildId, id)
  const isTheirs = job?.kind === "person" && (job.state === "done" || job.target === context.asker.id)
  if (job === null || !isTheirs) throw new Refused({ reason: "unknown_erasure", erasureId: id })
  return erasurePage(job)
}

const ERASED_LABELS: Record<string, string> = {
  messages: "messages",
  quotes: "quotes of you",
  memories: "facts",
  statements: "statements",
  notes: "notes about conversations",
  reworded: "texts by others that were reworded",
  digests: "summaries",
  windows: "processing records",
  keys: "API keys",
  audit: "audit log entries that were anonymized",
}

/** @internal */
export function erasurePage({ id, state, report, requestedAt, finishedAt }: ErasureJob): Reply {
  const refresh = row(button(customId("privacy-erasure", id), "Refresh"))
  if (state === "done")
    return componentsReply(
      container(
        text(
          [
            "## Erased",
            `Requested ${timestamp(requestedAt, "relative")}, finished ${timestamp(finishedAt ?? requestedAt, "relative")}.`,
            ...erasedLines(report.counts),
            report.left === 0 || report.left === null
              ? "A final check found nothing left."
              : `A final check still found data in ${report.left === 1 ? "1 place" : `${report.left} places`}. Contact the people who run this server.`,
          ].join("\n"),
        ),
      ),
    )
  const progress =
    state === "waiting"
      ? "The erasure starts in a moment."
      : "Keepsake is checking every channel and the database. This can take a few minutes."
  return componentsReply(
    container(
      text(
        [
          "## Erasure in progress",
          `${progress} Nothing that you wrote before your request will be recorded again.`,
          ...erasedLines(report.counts),
        ].join("\n"),
      ),
      refresh,
    ),
  )
}

function erasedLines(counts: Record<string, number>): string[] {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return some.map(([kind, count]) => `- ${count.toLocaleString("en-US")} ${ERASED_LABELS[kind] ?? kind}`)
}
