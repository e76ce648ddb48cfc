/** `/keepsake policy`: shows the guild's policy, and changes one field of it or of the related settings. */

import type { APISelectMenuOption } from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import { SENSITIVE } from "../../../domain/types.ts"
import { changePolicy } from "../../../policy/change.ts"
import type { Guild } from "../../../policy/guild.ts"
import type { Policy } from "../../../policy/policy.ts"
import { SENSITIVE_NAMES } from "../../../policy/sensitive-names.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { button, container, row, select, text } from "../../bot/ui/ui-kit.ts"
import { changeCause, changeGuildSetting, enterManagedGuild } from "./manager-access.ts"

const CHANGED_MEANWHILE = "⚠️ Someone else changed the policy. Check the current values and choose again."

export async function policyCommand(context: InteractionContext): Promise<Reply> {
  return policyPage((await enterManagedGuild(context)).guild)
}

/** `version` is the policy version that the page showed. */
export async function setPolicyField(
  context: InteractionContext,
  { field, version, values }: { field: string; version: number; values: readonly string[] },
): Promise<Reply> {
  const known = FIELDS.find((one) => one === field)
  if (known === undefined) throw invalidChoice("field")
  const settings = settingChange(known, values)
  if (settings !== null) {
    const { guild } = await changeGuildSetting(context, settings, { field: known, value: values.join(" ") })
    return policyPage(guild)
  }
  const { db } = await enterManagedGuild(context)
  const result = await changePolicy(db, context.guildId, policyChange(known, values), {
    ...changeCause(context),
    expected: version,
  })
  const { guild } = await enterManagedGuild(context)
  return policyPage(guild, result.kind === "stale" ? CHANGED_MEANWHILE : null)
}

/** Returns `null` if the field is not a setting. */
function settingChange(
  field: Field,
  [value = ""]: readonly string[],
): ((settings: GuildSettings) => GuildSettings) | null {
  switch (field) {
    case "consent": {
      const consent = value === "opt_in" ? "opt_in" : "opt_out"
      return (settings) => ({ ...settings, consent })
    }
    case "messages":
      return (settings) => ({ ...settings, retention_days: parseNumber(value) })
    case "notes": {
      const notes_days = parseNumber(value) === 0 ? null : parseNumber(value)
      return (settings) => ({ ...settings, retention: { ...settings.retention, notes_days } })
    }
    default:
      return null
  }
}

function policyChange(field: Field, values: readonly string[]): (policy: Policy) => Policy {
  const [value = ""] = values
  switch (field) {
    case "mode": {
      const mode = (["auto", "shadow", "manual"] as const).find((one) => one === value)
      if (mode === undefined) throw invalidChoice("mode")
      return (policy) => ({ ...policy, gate: { ...policy.gate, mode } })
    }
    case "learning": {
      const enabled = parseSwitch(value)
      return (policy) => ({ ...policy, gate: { ...policy.gate, enabled } })
    }
    case "recall": {
      const enabled = parseSwitch(value)
      return (policy) => ({ ...policy, recall: { ...policy.recall, enabled } })
    }
    case "confidence": {
      const min_confidence = parseNumber(value)
      return (policy) => ({ ...policy, gate: { ...policy.gate, min_confidence } })
    }
    case "sensitive": {
      const handling = SENSITIVE.map((kind) => [kind, values.includes(kind) ? "allow" : "refuse"] as const)
      // fromEntries loses the key type: the keys are SENSITIVE.
      const sensitive = Object.fromEntries(handling) as Policy["sensitive"]
      return (policy) => ({ ...policy, sensitive })
    }
    default:
      throw invalidChoice(field)
  }
}

function parseNumber(value: string): number {
  const number = Number(value)
  if (value === "" || Number.isNaN(number)) throw invalidChoice("value")
  return number
}

function parseSwitch(value: string): boolean {
  if (value !== "on" && value !== "off") throw invalidChoice("switch")
  return value === "on"
}

function invalidChoice(field: string): Refused {
  return new Refused({ reason: "invalid", issues: [{ field, problem: "is not one of the choices" }] })
}

// The policy page: a choice takes effect at once. The page shows the values and the version in force. Pure.

/** The fields that can be changed on the page. */
const FIELDS = [
  "learning",
  "recall",
  "mode",
  "confidence",
  "consent",
  "messages",
  "notes",
  "sensitive",
] as const
type Field = (typeof FIELDS)[number]

type Choice = [value: string, label: string, description?: string]

export const MODES: Choice[] = [
  ["auto", "Save automatically", "Everything that passes the rules becomes memory"],
  ["manual", "Ask first", "A manager approves everything in /keepsake review"],
  ["shadow", "Save but hide", "Saved but never shown. Good for trying things out"],
]
const LEARNING: Choice[] = [
  ["on", "Learning is on", "Default"],
  ["off", "Learning is off", "Nothing new is saved. Correcting and forgetting still work"],
]
const RECALL: Choice[] = [
  ["on", "Answering from memory is on", "Default"],
  ["off", "Answering from memory is off", "People still see, export and erase their own"],
]
export const CONFIDENCES: Choice[] = [
  ["0.4", "At least 40% sure", "Saves more, with more mistakes"],
  ["0.5", "At least 50% sure"],
  ["0.6", "At least 60% sure", "Default"],
  ["0.7", "At least 70% sure"],
  ["0.8", "At least 80% sure", "Saves less, with fewer mistakes"],
  ["0.9", "At least 90% sure"],
]
const CONSENTS: Choice[] = [
  ["opt_out", "Everyone is remembered unless they opt out", "Members opt out with /privacy opt-out"],
  ["opt_in", "Only people who opt in are remembered", "Members opt in with /privacy opt-in"],
]
const MESSAGE_DAYS: Choice[] = [
  ["0", "Delete messages once processed"],
  ["1", "Keep messages for 1 day"],
  ["3", "Keep messages for 3 days"],
  ["7", "Keep messages for 7 days", "Default"],
  ["14", "Keep messages for 14 days"],
  ["30", "Keep messages for 30 days", "Maximum"],
]
const NOTE_DAYS: Choice[] = [
  ["30", "Keep conversation notes for 30 days"],
  ["90", "Keep conversation notes for 90 days"],
  ["365", "Keep conversation notes for a year"],
  ["0", "Keep conversation notes until deleted", "Default"],
]

type PolicyView = Pick<Guild, "policy" | "policyVersion" | "settings">

/** @internal */
export function policyPage(
  { policy, policyVersion, settings }: PolicyView,
  notice: string | null = null,
): Reply {
  const { gate, recall, sensitive } = policy
  const id = (field: Field) => customId("admin-policy", field, String(policyVersion))
  const selectRow = (field: Field, choices: Choice[], value: string) =>
    row(select(id(field), field, { options: selectOptions(choices, value) }))
  const allowed = SENSITIVE.map((kind) => ({
    label: SENSITIVE_NAMES[kind],
    value: kind,
    default: sensitive[kind] === "allow",
  }))
  return componentsReply(
    container(
      text(
        ["## Policy", `Version ${policyVersion} is the current version.`, ...(notice ? [notice] : [])].join(
          "\n",
        ),
      ),
      text("**Switches**"),
      selectRow("learning", LEARNING, gate.enabled ? "on" : "off"),
      selectRow("recall", RECALL, recall.enabled ? "on" : "off"),
      text("**What Keepsake remembers**"),
      selectRow("mode", MODES, gate.mode),
      selectRow("confidence", CONFIDENCES, String(gate.min_confidence)),
      text("**Who Keepsake remembers**"),
      selectRow("consent", CONSENTS, settings.consent),
      text("**How long Keepsake keeps data**"),
      selectRow("messages", MESSAGE_DAYS, String(settings.retention_days)),
      selectRow("notes", NOTE_DAYS, String(settings.retention.notes_days ?? 0)),
      text(
        "**Sensitive topics that may be saved**\n-# None by default. Selecting a topic applies to new messages. Removing it does not delete what was saved.",
      ),
      row(select(id("sensitive"), "No sensitive topics are saved", { options: allowed, atLeast: 0 })),
      row(
        button(customId("admin-open", "trial"), "Try a change first"),
        button(customId("admin-open", "history"), "Earlier versions"),
      ),
    ),
  )
}

/** A value that is not among the choices was set elsewhere. It is shown too. */
export function selectOptions(choices: readonly Choice[], value: string): APISelectMenuOption[] {
  const known = choices.some(([one]) => one === value)
  const all = known ? choices : [...choices, [value, `${value} (set elsewhere)`] satisfies Choice]
  return all.map(([one, label, description]) => ({
    label,
    value: one,
    default: one === value,
    ...(description === undefined ? {} : { description }),
  }))
}
