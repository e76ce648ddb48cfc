/** The forms of the policy's page: its settings with explanations, retention and consent, presets. */

import { parsePolicy } from "../../../policy/change.ts"
import type { Guild } from "../../../policy/guild.ts"
import { DEFAULT_POLICY, type Policy } from "../../../policy/policy.ts"
import { PRESET_NAMES, type PresetName, withPreset } from "../../../policy/presets.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import { MOST_NOTE, policyChanges } from "../../../policy/versions.ts"
import {
  CancelButton,
  CheckGroup,
  Confirm,
  PostButton,
  PostForm,
  SelectField,
  Submit,
  TextField,
} from "../../kit/forms.tsx"
import { Card, countOf } from "../../kit/parts.tsx"
import { wasRefused } from "../../kit/refused-form.tsx"
import { valuesIn } from "./form-values.ts"
import { FIELD_GROUPS, type PolicyField } from "./policy-fields.ts"
import { Changes, EndsTrial } from "./policy-parts.tsx"
import { PRESET_TEXTS } from "./policy-words.ts"

type InForce = Pick<Guild, "policy" | "policyVersion" | "trial">

export function PolicyForm({ guild, base }: { guild: InForce; base: string }) {
  const lists = FIELD_GROUPS.flatMap(({ fields }) => fields).filter(({ kind }) => kind === "list")
  const action = `${base}/manage/policy`
  return (
    <PostForm action={action} fields={{ expected: String(guild.policyVersion) }} stack>
      {lists.map(({ field }) => (
        <input type="hidden" name="lists" value={field} />
      ))}
      {FIELD_GROUPS.map(({ title, lead, fields }) => (
        <Card title={title} lead={lead}>
          <Fields fields={fields.filter(({ advanced }) => !advanced)} guild={guild} />
          {fields.some(({ advanced }) => advanced) ? (
            <details {...(wasRefused(action) ? { open: true } : {})}>
              <summary>Advanced</summary>
              <Fields fields={fields.filter(({ advanced }) => advanced)} guild={guild} />
            </details>
          ) : null}
        </Card>
      ))}
      <Card>
        <TextField
          name="note"
          label="Why"
          help="Shown with the version. Test first starts a trial: nothing changes until you adopt it."
          max={MOST_NOTE}
          wide
        />
        <EndsTrial trial={guild.trial} base={base} />
        <div class="buttons">
          <Submit kind="main" name="intent" value="save">
            Save as a new version
          </Submit>
          {guild.trial === null ? (
            <Submit name="intent" value="try">
              Test first
            </Submit>
          ) : null}
        </div>
      </Card>
    </PostForm>
  )
}

function Fields({ fields, guild }: { fields: readonly PolicyField[]; guild: InForce }) {
  return (
    <div class="grid">
      {fields.map((one) => (
        <Field field={one} values={valuesIn(guild.policy, one.field)} />
      ))}
    </div>
  )
}

const SWITCH = [
  ["true", "On"],
  ["false", "Off"],
] as const

function Field({ field: one, values }: { field: PolicyField; values: readonly string[] }) {
  const { field: name, label, help } = one
  const value = values[0] ?? ""
  switch (one.kind) {
    case "switch":
      return <SelectField name={name} label={label} help={help} value={value} options={SWITCH} />
    case "choice":
      return <SelectField name={name} label={label} help={help} value={value} options={one.choices} />
    case "number":
      return <TextField name={name} label={label} help={help} value={value} type="number" step={one.step} />
    case "list":
      return <CheckGroup name={name} label={label} help={help} options={one.choices} chosen={values} />
  }
}

/** The names that the runtime knows, and the one that is set. */
function timezones(present: string): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), present])]
}

const MESSAGE_DAYS = [0, 1, 3, 7, 14, 30]
const NOTE_DAYS = [0, 30, 90, 365]

export function RetentionForm({ settings, base }: { settings: GuildSettings; base: string }) {
  const { consent, retention_days, retention, timezone } = settings
  const notesDays = retention.notes_days ?? 0
  const daysOf = (offered: readonly number[], present: number) =>
    [...new Set([...offered, present])].sort((a, b) => a - b)
  return (
    <Card
      title="Consent, retention and time zone"
      lead="They take effect at once, and are no part of a version. What would hide or delete something is shown first."
    >
      <PostForm action={`${base}/manage/settings`} stack>
        <SelectField
          name="consent"
          label="Who is remembered"
          value={consent}
          options={[
            ["opt_out", "Everyone who did not opt out"],
            ["opt_in", "Only people who opted in"],
          ]}
          help="Members decide with /privacy in Discord, or on their own page here."
        />
        <SelectField
          name="retention_days"
          label="Messages are kept"
          value={String(retention_days)}
          options={daysOf(MESSAGE_DAYS, retention_days).map((days) => [
            String(days),
            days === 0 ? "Until they are read" : `For ${countOf(days, "day")}`,
          ])}
        />
        <SelectField
          name="notes_days"
          label="Notes of conversations are kept"
          value={String(notesDays)}
          options={daysOf(NOTE_DAYS, notesDays).map((days) => [
            String(days),
            days === 0 ? "Until deleted" : `For ${countOf(days, "day")}`,
          ])}
        />
        <SelectField
          name="timezone"
          label="Time zone"
          value={timezone}
          options={timezones(timezone).map((zone) => [zone, zone.replaceAll("_", " ")])}
          help="Local days: when nights run, and what today means in answers, digests and on these pages."
        />
        <div>
          <Submit>Save</Submit>
        </div>
      </PostForm>
    </Card>
  )
}

/** Returns the policy that a preset makes. The standard one sets every field back. */
export function policyOfPreset(policy: unknown, name: PresetName): Policy {
  return name === "default" ? DEFAULT_POLICY : parsePolicy(withPreset(policy, name, {}), "preset")
}

export function Presets({ guild, base }: { guild: InForce; base: string }) {
  return (
    <Card title="Presets" lead="Policies to start from. Applying one is a new version." flush>
      <ul class="rows">
        {PRESET_NAMES.map((name) => {
          const changes = policyChanges(guild.policy, policyOfPreset(guild.policy, name))
          const id = `preset-${name}`
          return (
            <li>
              <div class="main-part">
                <strong>{PRESET_TEXTS[name].title}</strong>
                <span class="soft small">{PRESET_TEXTS[name].text}</span>
              </div>
              <div class="end">
                {changes.length === 0 ? (
                  <span>In force</span>
                ) : (
                  <Confirm id={id} text="Apply" title={`Apply “${PRESET_TEXTS[name].title}”?`}>
                    <Changes caption={`Changes by ${PRESET_TEXTS[name].title}`} changes={changes} />
                    <EndsTrial trial={guild.trial} base={base} />
                    <div class="buttons">
                      <CancelButton id={id} />
                      <PostButton
                        action={`${base}/manage/policy/preset`}
                        fields={{ preset: name, expected: String(guild.policyVersion) }}
                        kind="main"
                      >
                        Apply
                      </PostButton>
                    </div>
                  </Confirm>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
