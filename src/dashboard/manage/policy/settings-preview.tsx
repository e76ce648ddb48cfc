/** Says what stricter consent or retention would hide or delete, before it is saved. */
import { DAY } from "../../../domain/calendar.ts"
import { countNotesBefore, countNotOptedIn } from "../../../memory/read/settings-effects.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import { PostForm, Submit } from "../../kit/forms.tsx"
import { Card, countOf, Pairs } from "../../kit/parts.tsx"
import type { Visit } from "../../session/visit.ts"
import { detailLabel, detailText } from "../detail-words.ts"

/** The settings of the form, `notes_days` as null for no limit. */
type FormSettings = {
  consent: GuildSettings["consent"]
  retention_days: number
  notes_days: number | null
  timezone: string
}

/** Returns the settings in force as the form has them. */
export function settingsInForm(settings: GuildSettings): FormSettings {
  const { consent, retention_days, retention, timezone } = settings
  return { consent, retention_days, notes_days: retention.notes_days, timezone }
}

/** Returns each field that would change: its name, its value now and the wanted one. */
export function changesOf(
  before: FormSettings,
  wanted: FormSettings,
): [name: string, before: string, after: string][] {
  const fields = ["consent", "retention_days", "notes_days", "timezone"] as const
  return fields
    .filter((field) => before[field] !== wanted[field])
    .map((field) => [detailLabel(field), detailText(field, before[field]), detailText(field, wanted[field])])
}

/** Returns a sentence for each effect that cannot be taken back, or that hides something; empty if there is none. */
export async function effectsOf(visit: Visit, wanted: FormSettings): Promise<string[]> {
  const { entered, viewer, now, isAdministrator } = visit
  const { consent, retention_days, retention } = entered.guild.settings
  const scope = isAdministrator ? "" : " in the channels that you can read"
  const effects: string[] = []
  if (wanted.consent === "opt_in" && consent !== "opt_in") {
    const { people, memories } = await countNotOptedIn(entered.db, viewer, now)
    effects.push(
      `${countOf(people, "person has", "people have")} not opted in. Their new messages are not read, and ${countOf(memories, "fact")} about them${scope} can no longer be found by others. Nothing of it is deleted: it shows again if they opt in.`,
    )
  }
  if (wanted.retention_days < retention_days)
    effects.push(
      wanted.retention_days === 0
        ? "All stored messages that were read are deleted for good, in every channel. Answers can no longer quote them. Facts stay."
        : `Messages that Keepsake received more than ${countOf(wanted.retention_days, "day")} ago are deleted for good, in every channel. They were kept for ${countOf(retention_days, "day")} until now. Facts stay.`,
    )
  const { notes_days: days } = wanted
  if (days !== null && (retention.notes_days === null || days < retention.notes_days)) {
    const notes = await countNotesBefore(entered.db, viewer, now - days * DAY)
    effects.push(
      `${countOf(notes, "note")} of conversations older than ${countOf(days, "day")}${scope} would be deleted for good in the next nightly run.`,
    )
  }
  return effects
}

export function SettingsPreview({
  changes,
  effects,
  fields,
  base,
}: {
  changes: ReturnType<typeof changesOf>
  effects: readonly string[]
  /** The form as it was sent. */
  fields: Record<string, string>
  base: string
}) {
  return (
    <div class="narrow">
      <Card title="What changes">
        <Pairs items={changes.map(([name, before, after]) => [name, `${before} → ${after}`] as const)} />
        <ul>
          {effects.map((text) => (
            <li>{text}</li>
          ))}
        </ul>
        <PostForm action={`${base}/manage/settings`} fields={{ ...fields, confirmed: "yes" }}>
          <div class="buttons">
            <Submit kind="danger main">Save it</Submit>
            <a class="button" href={`${base}/manage/policy`}>
              Cancel
            </a>
          </div>
        </PostForm>
      </Card>
    </div>
  )
}
