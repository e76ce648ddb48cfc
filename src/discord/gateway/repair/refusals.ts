/**
 * Ends a step that Discord refuses in a way that a repeat would meet again, so that the rest of the guild's
 * repair continues. Whatever the step would have told stays unknown, and content that depends on it withheld.
 */
import { forgetMemberRoles, setThreadMembers } from "../../../access/structure-repair.ts"
import { describeError } from "../../../domain/errors.ts"
import { clearRecentMembers } from "../events/members.ts"
import { discordRefusal, type RepairDeps, repairDatabase } from "./deps.ts"
import type { ChannelWalk, GuildRepair, RepairTask } from "./repair-rows.ts"

type RefusedStep = GuildRepair | RepairTask | ChannelWalk
type Refusal = NonNullable<ReturnType<typeof discordRefusal>>

/** Returns false if the error is no refusal, or if the step must not be skipped: then it is retried. */
export async function skipRefused(deps: RepairDeps, step: RefusedStep, error: unknown): Promise<boolean> {
  const refusal = discordRefusal(error)
  if (refusal === null) return false
  const isSkipped = await skip(deps, step, refusal)
  if (isSkipped)
    console.warn({ event: "repair.refused", guild: step.guildId, refusal, error: describeError(error) })
  return isSkipped
}

async function skip(deps: RepairDeps, step: RefusedStep, refusal: Refusal): Promise<boolean> {
  const { rows } = deps
  if ("channelId" in step) rows.finishWalk(step)
  else if ("kind" in step) await skipTask(deps, step)
  else return skipGuildStep(deps, step, refusal)
  return true
}

async function skipTask(deps: RepairDeps, task: RepairTask): Promise<void> {
  const { guildId, kind, target: threadId } = task
  if (kind === "thread")
    await setThreadMembers(repairDatabase(deps, guildId), guildId, { threadId, members: null })
  deps.rows.finishTask(task)
}

async function skipGuildStep(deps: RepairDeps, repair: GuildRepair, refusal: Refusal): Promise<boolean> {
  const { rows } = deps
  switch (repair.step) {
    case "members":
      await forgetMemberRoles(repairDatabase(deps, repair.guildId), repair.guildId)
      // The next message of each author updates them.
      clearRecentMembers()
      rows.move(repair, { step: "ends" })
      return true
    case "ends":
      // Only the bot's own roles are asked for. Without them nobody knows which empty pages are true.
      rows.move(repair, { step: "whole" })
      return true
    case "structure":
      // Outdated structure could show too much: it is read again until Discord gives it, or the guild is gone.
      if (refusal === "refused") return false
      rows.move(repair, { step: "absent" })
      return true
    default:
      return false
  }
}
