/** `/keepsake policy`, *Try a change*: a candidate beside the policy in force, compared, rolled out, applied or stopped. */
import { Refused } from "../../../domain/errors.ts"
import { type MemoryType, TYPES } from "../../../domain/types.ts"
import { GuardrailsSchema } from "../../../policy/guardrails.ts"
import type { Guild } from "../../../policy/guild.ts"
import type { PolicyPatch } from "../../../policy/patch.ts"
import { PRESETS } from "../../../policy/presets.ts"
import { trialReport } from "../../../policy/trial-report.ts"
import {
  adoptTrial,
  createTrial,
  endTrial,
  requireTrial,
  rollOutTrial,
  runningTrial,
  type Trial,
} from "../../../policy/trials.ts"
import { requireVersion } from "../../../policy/versions.ts"
import { replayCandidate } from "../../../runtime/replay-candidate.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { guildReader } from "../../bot/ui/guild-reader.ts"
import { button, container, row, select, text } from "../../bot/ui/ui-kit.ts"
import { askerActor, changeCause, enterManagedGuild, readsEveryChannel } from "./manager-access.ts"
import { CONFIDENCES, MODES, selectOptions } from "./policy.ts"
import { replayText, reportText, trialHead } from "./trial-text.ts"

/** Days of the claim log that a comparison reads. */
const DAYS = 180
const EXAMPLES = 3
/** Shares of a rollout, offered one after the other. */
const SHARES = [0.1, 0.5]
const POLICY_CHANGED = "⚠️ The policy has changed since this page was shown. Choose again."

/** The page of the running trial; without one, the changes that can be tried. */
export async function trialCommand(
  context: InteractionContext,
  notice: string | null = null,
): Promise<Reply> {
  const { db, guild } = await enterManagedGuild(context)
  const trial = await runningTrial(db, context.guildId)
  return trial === null ? tryPage(guild, notice) : runningPage(context, trial, notice)
}

/** `version` is the policy version that the page showed. */
export async function tryChange(
  context: InteractionContext,
  { field, version, values }: { field: string; version: number; values: readonly string[] },
): Promise<Reply> {
  const { db, guild } = await enterManagedGuild(context)
  if (guild.policyVersion !== version) return trialCommand(context, POLICY_CHANGED)
  const wanted = {
    candidate: { patch: patchOf(field, values) },
    note: null,
    stage: "shadow" as const,
    share: 0,
    guardrails: GuardrailsSchema.parse({}),
  }
  await createTrial(db, context.guildId, wanted, changeCause(context))
  return trialCommand(context)
}

export const TRIAL_ACTIONS = ["compare", "rollout", "adopt", "stop", "refresh"] as const
export type TrialAction = (typeof TRIAL_ACTIONS)[number]

/** `share`: of windows and recalls, for a rollout. */
export async function runTrialAction(
  context: InteractionContext,
  action: TrialAction,
  { id, share }: { id: string; share: number },
): Promise<Reply> {
  const { db } = await enterManagedGuild(context)
  const by = askerActor(context)
  switch (action) {
    case "compare":
      return trialCommand(context, readsEveryChannel(context) ? await comparison(context, id) : WITHHELD)
    case "rollout":
      await rollOutTrial(db, context.guildId, { id, share }, by)
      return trialCommand(context)
    case "adopt": {
      const { version } = await adoptTrial(db, context.guildId, id, by)
      return trialCommand(
        context,
        `✅ Version ${version} is now the current version. You can restore an earlier one with \`/keepsake history\`.`,
      )
    }
    case "stop":
      await endTrial(db, context.guildId, { id, outcome: "stopped", reason: null }, by)
      return trialCommand(context, "The trial has ended. The policy has not changed.")
    case "refresh":
      return trialCommand(context)
  }
}

/** Counts cover channels that the manager may not read (decision 071). */
const WITHHELD = "-# The figures cover every channel, so only administrators can see them."

/** Replays the logs under the candidate, judged by the part that tuning never sees. */
async function comparison(context: InteractionContext, id: string): Promise<string> {
  const { db, guild } = await enterManagedGuild(context)
  const { version } = await requireTrial(db, context.guildId, id)
  const { policy: candidate } = await requireVersion(db, context.guildId, version)
  const terms = { candidate, days: DAYS, set: "holdout", now: context.at } as const
  return replayText(await replayCandidate(db, guild, terms))
}

async function runningPage(context: InteractionContext, trial: Trial, notice: string | null): Promise<Reply> {
  const { entered, viewer } = await guildReader(context)
  const [candidate, report] = await Promise.all([
    requireVersion(entered.db, context.guildId, trial.version),
    readsEveryChannel(context) ? trialReport(entered, viewer, { trial, examples: EXAMPLES }) : null,
  ])
  return trialPage({ trial, changes: candidate.changes, report, notice })
}

type TrialView = Parameters<typeof trialHead>[0] & {
  trial: Trial
  /** `null` if the manager does not read every channel. */
  report: Parameters<typeof reportText>[1] | null
  notice: string | null
}

/** @internal */
export function trialPage({ notice, report, ...view }: TrialView): Reply {
  const { trial } = view
  const act = (action: TrialAction, share = 0) => customId("admin-trial", action, trial.id, String(share))
  const next = SHARES.find((share) => trial.stage === "shadow" || share > trial.share)
  return componentsReply(
    container(
      text([trialHead(view), ...(notice ? [notice] : [])].join("\n")),
      text(report === null ? WITHHELD : reportText(trial, report)),
      row(
        button(act("compare"), "Compare with the past"),
        ...(next === undefined ? [] : [button(act("rollout", next), `Use for ${next * 100}%`)]),
        button(act("adopt"), "Apply", { style: "primary" }),
        button(act("stop"), "Stop", { style: "danger" }),
        button(act("refresh"), "Refresh"),
      ),
    ),
  )
}

// The choices to try. Each is one change of the policy in force.

const TYPE_NAMES: Record<MemoryType, string> = {
  profile: "Facts about a person",
  preference: "Preferences",
  task_state: "Tasks and plans",
  constraint: "Rules and limits",
  episode: "Events",
}

function patchOf(field: string, values: readonly string[]): PolicyPatch {
  const [value = ""] = values
  if (field === "mode" && MODES.some(([mode]) => mode === value)) return { gate: { mode: value } }
  if (field === "confidence" && CONFIDENCES.some(([one]) => one === value))
    return { gate: { min_confidence: Number(value) } }
  if (field === "approval") return { gate: { approval_types: TYPES.filter((type) => values.includes(type)) } }
  if (field === "source") return PRESETS.source.patch
  throw new Refused({ reason: "invalid", issues: [{ field, problem: "is not one of the choices" }] })
}

/** @internal */
export function tryPage(
  { policy, policyVersion }: Pick<Guild, "policy" | "policyVersion">,
  notice: string | null = null,
): Reply {
  const id = (field: string) => customId("admin-try", field, String(policyVersion))
  return componentsReply(
    container(
      text(
        [
          "## Try a change",
          "Choose one change. Keepsake also judges new messages by it and shows you the difference, but it follows the current policy until you apply the change.",
          ...(notice ? [notice] : []),
        ].join("\n"),
      ),
      row(
        select(id("mode"), "Save automatically or ask first", {
          options: selectOptions(MODES, policy.gate.mode),
        }),
      ),
      row(
        select(id("confidence"), "Save only what is at least … sure", {
          options: selectOptions(CONFIDENCES, String(policy.gate.min_confidence)),
        }),
      ),
      row(
        select(id("approval"), "Kinds that always wait for approval", {
          options: TYPES.map((type) => ({
            label: TYPE_NAMES[type],
            value: type,
            default: policy.gate.approval_types.includes(type),
          })),
          atLeast: 0,
        }),
      ),
      row(
        button(id("source"), "Source preset: hidden first, linear score"),
        button(customId("admin-open", "policy"), "Back"),
      ),
    ),
  )
}
