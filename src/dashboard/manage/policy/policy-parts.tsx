/** Parts of the policy's pages: tabs, changes of fields, and the comparison of a candidate with the past. */
import type { PolicyChange } from "../../../policy/change.ts"
import type { RunningTrial } from "../../../policy/trial.ts"
import type { FieldChange } from "../../../policy/versions.ts"
import type { CandidateReplay } from "../../../runtime/replay-candidate.ts"
import { DataTable, Tabs } from "../../kit/lists.tsx"
import type { NoticeName } from "../../kit/notices.ts"
import { Badge, Card, Figures, Notice } from "../../kit/parts.tsx"
import { wholeNumber } from "../figures.ts"
import {
  certificateText,
  decisionText,
  fieldLabel,
  kindText,
  shareOfGoodText,
  valueText,
} from "./policy-words.ts"

const TABS = [
  ["manage/policy", "Settings"],
  ["manage/policy/versions", "Versions"],
  ["manage/trials", "Trials"],
  ["manage/policy/drift", "Drift"],
] as const

export function PolicyTabs({ base, active }: { base: string; active: (typeof TABS)[number][0] }) {
  return (
    <Tabs
      label="Policy"
      items={TABS.map(([path, text]) => ({ href: `${base}/${path}`, text, active: path === active }))}
    />
  )
}

/** Says before a change of the policy that it ends the running trial. Shows nothing if none runs. */
export function EndsTrial({ trial, base }: { trial: RunningTrial | null; base: string }) {
  if (trial === null) return null
  return (
    <Notice tone="warn">
      <span>
        <a href={`${base}/manage/trials/${trial.id}`}>A trial of version {trial.version}</a> is running. If
        you change the policy, the trial ends: it compares its candidate with the policy in force now.
      </span>
    </Notice>
  )
}

/** The notice after a change of the policy. */
export function noticeOfChange({ kind, endedTrial }: PolicyChange): NoticeName {
  if (kind === "stale") return "policy_changed"
  if (kind === "same") return "unchanged"
  return endedTrial === null ? "saved" : "saved_trial_ended"
}

export function Changes({ caption, changes }: { caption: string; changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <p class="soft">No setting differs.</p>
  return (
    <DataTable
      caption={caption}
      columns={[{ text: "Setting" }, { text: "Before" }, { text: "After" }]}
      rows={changes.map(({ field, before, after }) => [
        fieldLabel(field),
        valueText(field, before),
        valueText(field, after),
      ])}
    />
  )
}

/** Figures that cover every channel are for those who read every channel. */
export function ForAdministrators() {
  return <p class="soft">These figures cover every channel, so only administrators of the server see them.</p>
}

export function ReplayCard({ replay }: { replay: CandidateReplay }) {
  const { report, recalls } = replay
  const { comparison, evaluated, changes, notReplayed } = report
  const [tone, text] = certificateText(report)
  return (
    <Card
      title="Compared with the past"
      lead="How both policies decide on facts proposed in the last 180 days: a fifth of all conversations and the latest two weeks, which are set aside for such comparisons. Good: approved, confirmed or said again; bad: rejected, corrected or forgotten. The range in brackets is what chance alone explains."
      actions={<Badge tone={tone}>{text}</Badge>}
      flush
    >
      <div class="inner">
        <Figures
          items={[
            { label: "Proposed facts", value: wholeNumber(evaluated) },
            { label: "Only the candidate saves", value: wholeNumber(comparison.gained) },
            { label: "Only the policy in force saves", value: wholeNumber(comparison.lost) },
            {
              label: "Questions with another result",
              value: wholeNumber(recalls.changed),
              hint: `of ${wholeNumber(recalls.rows)}`,
            },
          ]}
        />
        <DataTable
          caption="Both policies"
          columns={[
            { text: "Policy" },
            { text: "Saved", number: true },
            { text: "Share of saved facts that were good" },
          ]}
          rows={[
            ["In force", wholeNumber(comparison.live.accepted), shareOfGoodText(comparison.live)],
            ["Candidate", wholeNumber(comparison.candidate.accepted), shareOfGoodText(comparison.candidate)],
          ]}
        />
        {changes.length === 0 ? null : (
          <DataTable
            caption="Decisions that differ"
            columns={[
              { text: "Type" },
              { text: "In force" },
              { text: "Candidate" },
              { text: "Proposed facts", number: true },
            ]}
            rows={changes
              .slice(0, 20)
              .map(({ type, live, candidate, claims }) => [
                kindText(type),
                decisionText(live),
                decisionText(candidate),
                wholeNumber(claims),
              ])}
          />
        )}
        {notReplayed.length === 0 ? null : (
          <p class="soft small">A replay cannot judge: {notReplayed.map(fieldLabel).join(", ")}.</p>
        )}
      </div>
    </Card>
  )
}
