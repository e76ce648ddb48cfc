/**
 * Members' own data packages, for managers: who reads them, and those that wait or run, in counts. Their channels and
 * words are shown to their owners alone.
 */
import { Hono } from "hono"
import { z } from "zod"
import { isJobOver } from "../../history/job-rows.ts"
import { SettingsSchema } from "../../policy/settings.ts"
import type { HistoryProgress } from "../../runtime/history-jobs.ts"
import { JobBadge, JobButtons } from "../history/job-parts.tsx"
import { ActField, PostForm, readForm, SelectField, Submit } from "../kit/forms.tsx"
import { DataTable } from "../kit/lists.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { formatAmount, formatUsd } from "./amounts.ts"
import { HISTORY_PAGE } from "./history-upload.tsx"
import { changeSettingsForVisit } from "./settings-change.ts"

const CHOICES = [
  ["rules", "Rules read it, which costs nothing"],
  ["model", "A model reads it, within this server's caps"],
  ["off", "Nobody may bring one in"],
] as const

export function MembersPackages({ visit, jobs }: { visit: Visit; jobs: readonly HistoryProgress[] }) {
  const page = `${visit.base}/${HISTORY_PAGE}`
  const open = jobs.filter(({ job }) => !isJobOver(job.state))
  return (
    <Card
      title="Members' own data packages"
      lead="Members bring in what they wrote here before Keepsake came, from the data package that Discord sends them."
      footer={
        <PostForm action={`${page}/packages`}>
          <div class="side-by-side broad">
            <SelectField
              name="own_history"
              label="Who reads it"
              value={visit.entered.guild.settings.own_history}
              options={CHOICES}
            />
            <div class="buttons">
              <Submit>Save</Submit>
            </div>
          </div>
        </PostForm>
      }
    >
      {open.length === 0 ? (
        <p class="soft">None is waiting or being read.</p>
      ) : (
        <DataTable
          caption="Members' data packages"
          columns={[
            { text: "Requested" },
            { text: "Status" },
            { text: "Messages", number: true },
            { text: "Read", number: true },
            { text: "Spent", number: true },
            { text: "Halt it" },
          ]}
          rows={open.map((progress) => [
            <When at={progress.job.requestedAt} clock={visit} />,
            <JobBadge job={progress.job} />,
            formatAmount(progress.sums.total),
            formatAmount(progress.sums.read),
            formatUsd(progress.job.spentUsd),
            <div class="buttons">
              <JobButtons progress={progress} page={page} />
            </div>,
          ])}
        />
      )}
    </Card>
  )
}

export const packagePages = new Hono<GuildApp>()

const Fields = z.object({ act: ActField, own_history: SettingsSchema.shape.own_history.unwrap() })

packagePages.post("/history/packages", async (c) => {
  const visit = c.get("visit")
  const { act, own_history } = await readForm(c, Fields)
  const detail = { own_history }
  await changeSettingsForVisit(visit, (settings) => ({ ...settings, own_history }), { act, detail })
  return redirectTo(c, `${visit.base}/${HISTORY_PAGE}`, { done: "saved" })
})
