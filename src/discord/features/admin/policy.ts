/** Changes to the policy and to what belongs with it in the settings, each of one field. */
import { Refused } from "../../../domain/errors.ts"
import { SENSITIVE } from "../../../domain/types.ts"
import { changePolicy } from "../../../policy/change.ts"
import type { Policy } from "../../../policy/policy.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import type { Asked } from "../../bot/ui/command.ts"
import type { Reply } from "../../bot/ui/reply.ts"
import { causeOf, guildOf, setting } from "./managing.ts"
import { FIELDS, type Field, policyPage } from "./policy-page.ts"

const CHANGED_MEANWHILE = "⚠️ Somebody changed it meanwhile. This is how it stands now: choose again."

export async function policyCommand(asked: Asked): Promise<Reply> {
  return policyPage((await guildOf(asked)).guild)
}

/** `version` is the policy's as the page showed it. */
export async function choose(
  asked: Asked,
  { field, version, values }: { field: string; version: number; values: readonly string[] },
): Promise<Reply> {
  const known = FIELDS.find((one) => one === field)
  if (known === undefined) throw unknown("field")
  const settings = settingBy(known, values)
  if (settings !== null) {
    const { guild } = await setting(asked, settings, { field: known, value: values.join(" ") })
    return policyPage(guild)
  }
  const { db } = await guildOf(asked)
  const made = await changePolicy(db, asked.guildId, policyBy(known, values), {
    ...causeOf(asked),
    expected: version,
  })
  const { guild } = await guildOf(asked)
  return policyPage(guild, made.kind === "stale" ? CHANGED_MEANWHILE : null)
}

/** null: the field is none of the settings. */
function settingBy(
  field: Field,
  [value = ""]: readonly string[],
): ((settings: GuildSettings) => GuildSettings) | null {
  switch (field) {
    case "consent": {
      const consent = value === "opt_in" ? "opt_in" : "opt_out"
      return (settings) => ({ ...settings, consent })
    }
    case "messages":
      return (settings) => ({ ...settings, retention_days: numberIn(value) })
    case "notes": {
      const notes_days = numberIn(value) === 0 ? null : numberIn(value)
      return (settings) => ({ ...settings, retention: { ...settings.retention, notes_days } })
    }
    default:
      return null
  }
}

function policyBy(field: Field, values: readonly string[]): (policy: Policy) => Policy {
  const [value = ""] = values
  switch (field) {
    case "mode": {
      const mode = (["auto", "shadow", "manual"] as const).find((one) => one === value)
      if (mode === undefined) throw unknown("mode")
      return (policy) => ({ ...policy, gate: { ...policy.gate, mode } })
    }
    case "confidence": {
      const min_confidence = numberIn(value)
      return (policy) => ({ ...policy, gate: { ...policy.gate, min_confidence } })
    }
    case "sensitive": {
      const handling = SENSITIVE.map((kind) => [kind, values.includes(kind) ? "allow" : "refuse"] as const)
      // fromEntries forgets its keys: they are SENSITIVE.
      const sensitive = Object.fromEntries(handling) as Policy["sensitive"]
      return (policy) => ({ ...policy, sensitive })
    }
    default:
      throw unknown(field)
  }
}

function numberIn(value: string): number {
  const number = Number(value)
  if (value === "" || Number.isNaN(number)) throw unknown("value")
  return number
}

function unknown(field: string): Refused {
  return new Refused({ reason: "invalid", issues: [{ field, problem: "is none that there is" }] })
}
