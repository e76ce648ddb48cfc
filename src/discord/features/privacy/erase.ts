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
          "## Erase everything held about you in this server?",
          "What you said here, what was learned from it, what others told about you, notes of talks you took part in, quotes and mentions of you: all of it goes for good. **This cannot be undone.** You may want to `/privacy export` first.",
          "What stays is your id with your answer, so that your old messages are not heard again. Messages in Discord itself stay: delete them there.",
        ].join("\n"),
      ),
      row(
        button(customId("privacy-erase", "out"), "Erase, and do not remember me again", { style: "danger" }),
        button(customId("privacy-erase", "stay"), "Erase, and start afresh", { style: "danger" }),
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
  notes: "notes of talks",
  reworded: "texts of others reworded",
  digests: "summaries",
  windows: "records of what was learned",
  keys: "API keys",
  audit: "entries in the audit log made anonymous",
}

export function erasurePage({ id, state, report, requestedAt, finishedAt }: ErasureJob): Reply {
  const refresh = row(button(customId("privacy-erasure", id), "Refresh"))
  if (state === "done")
    return componentsReply(
      container(
        text(
          [
            "## Erased",
            `Asked for ${timestamp(requestedAt, "relative")}, done ${timestamp(finishedAt ?? requestedAt, "relative")}.`,
            ...erasedLines(report.counts),
            report.left === 0 || report.left === null
              ? "A last look over everything found nothing left."
              : `A last look still found ${report.left} places. Ask the people who run this server.`,
          ].join("\n"),
        ),
      ),
    )
  const progress =
    state === "waiting"
      ? "It begins in a moment."
      : "It goes through every channel and the database; this can take some minutes."
  return componentsReply(
    container(
      text(
        [
          "## Being erased",
          `${progress} From the moment you asked, nothing that you said before is heard again.`,
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
