/** The policy in force as a form, the presets, and the settings of consent and retention. */
import { Hono } from "hono"
import { z } from "zod"
import { changePolicy, parsePolicy } from "../../../policy/change.ts"
import { GuardrailsSchema } from "../../../policy/guardrails.ts"
import { mergePatch, PolicyPatchSchema } from "../../../policy/patch.ts"
import { PRESET_NAMES } from "../../../policy/presets.ts"
import { SettingsSchema } from "../../../policy/settings.ts"
import { createTrial } from "../../../policy/trials.ts"
import { MOST_NOTE } from "../../../policy/versions.ts"
import { ActField, manyOf, readForm } from "../../kit/forms.tsx"
import { guildPage } from "../../kit/layout.tsx"
import { type NoticeName, redirectTo } from "../../kit/notices.ts"
import { Badge } from "../../kit/parts.tsx"
import type { GuildApp, Visit } from "../../session/visit.ts"
import { changedValues, changeSettingsForVisit } from "../settings-change.ts"
import { patchOf } from "./form-values.ts"
import { PolicyForm, Presets, policyOfPreset, RetentionForm } from "./policy-form.tsx"
import { noticeOfChange, PolicyTabs } from "./policy-parts.tsx"
import { presetNote } from "./policy-words.ts"
import { changesOf, effectsOf, SettingsPreview, settingsInForm } from "./settings-preview.tsx"

export const policyPages = new Hono<GuildApp>()

policyPages.get("/policy", (c) => {
  const visit = c.get("visit")
  const { guild } = visit.entered
  return guildPage(c, {
    title: "Policy",
    lead: "The rules for writing and reading memory. Each change is a version that you can restore.",
    active: "manage/policy",
    actions: <Badge tone="accent">{`Version ${guild.policyVersion}`}</Badge>,
    content: (
      <>
        <PolicyTabs base={visit.base} active="manage/policy" />
        <PolicyForm guild={guild} base={visit.base} />
        <div class="grid">
          <RetentionForm settings={guild.settings} base={visit.base} />
          <Presets guild={guild} base={visit.base} />
        </div>
      </>
    ),
  })
})

const Version = z.coerce.number().int().min(0)
const PolicyFormSchema = z
  .object({
    act: ActField,
    expected: Version,
    intent: z.enum(["save", "try"]),
    note: z.string().trim().max(MOST_NOTE).default(""),
    lists: manyOf(z.string().max(100)),
  })
  // The fields of the policy, by their names.
  .catchall(manyOf(z.string().max(300)))
  .transform(({ act, expected, intent, note, lists, ...values }) => ({
    ...{ act, expected, intent, lists, values },
    note: note === "" ? null : note,
  }))

policyPages.post("/policy", async (c) => {
  const visit = c.get("visit")
  const { act, expected, intent, note, lists, values } = await readForm(c, PolicyFormSchema)
  const patch = patchOf(values, lists)
  if (intent === "try")
    return redirectTo(c, `${visit.base}/manage/trials`, {
      done: await tryPatch(visit, { act, expected, note, patch }),
    })
  const done = await changeForVisit(visit, (policy) => mergePatch(policy, patch), { act, expected, note })
  return redirectTo(c, `${visit.base}/manage/policy`, { done })
})

policyPages.post("/policy/preset", async (c) => {
  const visit = c.get("visit")
  const form = z.object({ act: ActField, expected: Version, preset: z.enum(PRESET_NAMES) })
  const { act, expected, preset } = await readForm(c, form)
  const note = presetNote(preset)
  const done = await changeForVisit(visit, (policy) => policyOfPreset(policy, preset), {
    act,
    expected,
    note,
  })
  return redirectTo(c, `${visit.base}/manage/policy`, { done })
})

const ServerSettings = z.object({
  act: ActField,
  consent: z.enum(["opt_out", "opt_in"]),
  retention_days: z.coerce.number().int().min(0).max(30),
  notes_days: z.coerce.number().int().min(0).max(3_650),
  timezone: SettingsSchema.shape.timezone.removeDefault().optional(),
  /** Set by the preview of what the change hides or deletes. */
  confirmed: z.literal("yes").optional(),
})

policyPages.post("/settings", async (c) => {
  const visit = c.get("visit")
  const { act, confirmed, ...form } = await readForm(c, ServerSettings)
  const { settings } = visit.entered.guild
  const { consent, retention_days, notes_days: days, timezone = settings.timezone } = form
  const notes_days = days === 0 ? null : days
  const before = settingsInForm(settings)
  const wanted = { consent, retention_days, notes_days, timezone }
  const effects = confirmed === undefined ? await effectsOf(visit, wanted) : []
  if (effects.length > 0) {
    const fields = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
    return guildPage(c, {
      title: "Save these settings?",
      lead: "Nothing is changed yet.",
      active: "manage/policy",
      crumbs: [{ href: `${visit.base}/manage/policy`, text: "Policy" }],
      content: (
        <SettingsPreview
          changes={changesOf(before, wanted)}
          effects={effects}
          fields={fields}
          base={visit.base}
        />
      ),
    })
  }
  await changeSettingsForVisit(
    visit,
    (settings) => ({
      ...settings,
      consent,
      retention_days,
      timezone,
      retention: { ...settings.retention, notes_days },
    }),
    { act, detail: changedValues(before, wanted) },
  )
  return redirectTo(c, `${visit.base}/manage/policy`, { done: "saved" })
})

interface PolicyTerms {
  act: string
  /** The version that the page showed. */
  expected: number
  note: string | null
}

async function changeForVisit(
  { entered, guildId, by }: Visit,
  change: (policy: unknown) => unknown,
  { act, expected, note }: PolicyTerms,
): Promise<NoticeName> {
  const changed = await changePolicy(entered.db, guildId, (policy) => parsePolicy(change(policy), "policy"), {
    ...{ by, cause: act, expected, note },
  })
  return noticeOfChange(changed)
}

async function tryPatch(
  { entered, guildId, by }: Visit,
  { act, expected, note, patch }: PolicyTerms & { patch: Record<string, unknown> },
): Promise<NoticeName> {
  if (entered.guild.policyVersion !== expected) return "policy_changed"
  const trial = {
    candidate: { patch: PolicyPatchSchema.parse(patch) },
    ...{ note, stage: "shadow" as const, share: 0, guardrails: GuardrailsSchema.parse({}) },
  }
  await createTrial(entered.db, guildId, trial, { by, cause: act })
  return "started"
}
