/** Trials of a candidate policy: the list, and one trial with its report, rollout, stop and adoption. */
import { Hono } from "hono"
import { z } from "zod"
import { POLICY_CHANGED } from "../../../policy/trial-end.ts"
import { trialReport } from "../../../policy/trial-report.ts"
import {
  adoptTrial,
  endTrial,
  listTrials,
  requireTrial,
  rollOutTrial,
  type Trial,
} from "../../../policy/trials.ts"
import { requireVersion } from "../../../policy/versions.ts"
import {
  ActField,
  CancelButton,
  Confirm,
  PostButton,
  PostForm,
  readForm,
  SelectField,
  Submit,
} from "../../kit/forms.tsx"
import { guildPage } from "../../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../../kit/lists.tsx"
import { redirectTo } from "../../kit/notices.ts"
import { Badge, Card, Empty, Pairs, When } from "../../kit/parts.tsx"
import type { GuildApp, Visit } from "../../session/visit.ts"
import { percent } from "../figures.ts"
import { Changes, ForAdministrators, PolicyTabs } from "./policy-parts.tsx"
import { guardrailText, whyEnded } from "./policy-words.ts"
import { TrialReportCards } from "./trial-report.tsx"
import { authorNames, authorOf } from "./version-pages.tsx"

const PAGE = 25
const EXAMPLES = 10
const SHARES = [0.1, 0.25, 0.5, 1]

export const trialPages = new Hono<GuildApp>()

trialPages.get("/trials", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, base } = visit
  const found = await listTrials(entered.db, guildId, { before: cursorIn(c), limit: PAGE + 1 })
  const { items, next } = pageOf(found, PAGE, ({ startedAt, id }) => ({ at: startedAt, id }))
  return guildPage(c, {
    title: "Trials",
    lead: "A trial tests changed settings before they take effect. At first the candidate only notes how it would decide; then it may decide a share of the conversations.",
    active: "manage/policy",
    crumbs: [{ href: `${base}/manage/policy`, text: "Policy" }],
    content: (
      <>
        <PolicyTabs base={base} active="manage/trials" />
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="lab" title="No trial yet">
              <p>Change some settings of the policy and press “Test first”.</p>
              <a class="button" href={`${base}/manage/policy`}>
                Change the policy
              </a>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((one) => (
                <TrialLine one={one} visit={visit} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

function TrialLine({ one, visit }: { one: Trial; visit: Visit }) {
  return (
    <li>
      <div class="main-part">
        <a class="fact" href={`${visit.base}/manage/trials/${one.id}`}>
          {`Version ${one.version} tested against version ${one.baseVersion}`}
        </a>
        {one.note === null ? null : <span class="small clamp">{one.note}</span>}
        <span class="meta">
          <When at={one.startedAt} clock={visit} />
          <TrialBadge one={one} />
        </span>
      </div>
    </li>
  )
}

function TrialBadge({ one }: { one: Trial }) {
  if (one.endedAt === null)
    return (
      <Badge tone="accent" dot>
        {one.stage === "shadow" ? "Only notes its decisions" : `Decides ${percent(one.share)}`}
      </Badge>
    )
  if (one.outcome === "adopted") return <Badge tone="good">Adopted</Badge>
  if (one.outcome === "rolled_back")
    return <Badge tone="bad">{`Rolled back: ${guardrailText(one.reason)}`}</Badge>
  return <Badge>{one.reason === POLICY_CHANGED.reason ? "Stopped: the policy was changed" : "Stopped"}</Badge>
}

trialPages.get("/trials/:id", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, base, viewer, isAdministrator } = visit
  const trial = await requireTrial(entered.db, guildId, c.req.param("id"))
  const [candidate, names, report] = await Promise.all([
    requireVersion(entered.db, guildId, trial.version),
    authorNames(visit, [trial, { author: trial.endedBy ?? "" }]),
    isAdministrator ? trialReport(entered, viewer, { trial, examples: EXAMPLES }) : null,
  ])
  return guildPage(c, {
    title: `Trial of version ${trial.version}`,
    ...(trial.note === null ? {} : { lead: `Why: ${trial.note}` }),
    active: "manage/policy",
    crumbs: [
      { href: `${base}/manage/policy`, text: "Policy" },
      { href: `${base}/manage/trials`, text: "Trials" },
    ],
    actions: trial.endedAt === null ? <TrialActions trial={trial} base={base} /> : undefined,
    content: (
      <>
        <div class="grid">
          <Card title="The trial">
            <Pairs
              items={[
                ["Status", <TrialBadge one={trial} />],
                ["Tested against", `Version ${trial.baseVersion}`],
                ["Author", authorOf(trial, names)],
                ["Started", <When at={trial.startedAt} clock={visit} exact />],
                ["Ended", trial.endedAt === null ? null : <When at={trial.endedAt} clock={visit} exact />],
                ["Why it ended", whyEnded(trial, authorOf({ author: trial.endedBy ?? "" }, names))],
                [
                  "Past",
                  isAdministrator ? (
                    <a href={`${base}/manage/policy/versions/${trial.version}?compare=1`}>
                      Compare with the past
                    </a>
                  ) : null,
                ],
              ]}
            />
          </Card>
          <Card title="What the candidate changes" flush>
            <div class="inner">
              <Changes caption="Settings that the candidate changes" changes={candidate.changes} />
            </div>
          </Card>
        </div>
        {report === null ? (
          <Card title="Report">
            <ForAdministrators />
          </Card>
        ) : (
          <TrialReportCards report={report} base={base} />
        )}
      </>
    ),
  })
})

function TrialActions({ trial, base }: { trial: Trial; base: string }) {
  const path = `${base}/manage/trials/${trial.id}`
  return (
    <>
      <Confirm id="rollout" text="Roll out" title="Let the candidate decide a share">
        <p>
          Chance picks the conversations and questions that the candidate decides. If it does worse than its
          limits allow, the trial ends by itself.
        </p>
        <PostForm action={`${path}/rollout`} stack>
          <SelectField
            name="share"
            label="Share"
            value={String(trial.stage === "rollout" ? trial.share : SHARES[0])}
            options={[...new Set([...SHARES, ...(trial.stage === "rollout" ? [trial.share] : [])])].map(
              (share) => [String(share), percent(share)],
            )}
          />
          <div class="buttons">
            <CancelButton id="rollout" />
            <Submit kind="main">Roll out</Submit>
          </div>
        </PostForm>
      </Confirm>
      <Confirm id="adopt" text="Adopt" title={`Put version ${trial.version} in force?`} kind="main">
        <p>The trial ends. You can restore an earlier version at any time.</p>
        <div class="buttons">
          <CancelButton id="adopt" />
          <PostButton action={`${path}/adopt`} kind="main">
            Adopt
          </PostButton>
        </div>
      </Confirm>
      <PostButton action={`${path}/stop`} kind="danger">
        Stop
      </PostButton>
    </>
  )
}

const OnlyAct = z.object({ act: ActField })

trialPages.post("/trials/:id/rollout", async (c) => {
  const { entered, guildId, by, base } = c.get("visit")
  const id = c.req.param("id")
  const { share } = await readForm(c, OnlyAct.extend({ share: z.coerce.number().min(0).max(1) }))
  await rollOutTrial(entered.db, guildId, { id, share }, by)
  return redirectTo(c, `${base}/manage/trials/${id}`, { done: "saved" })
})

trialPages.post("/trials/:id/adopt", async (c) => {
  const { entered, guildId, by, base } = c.get("visit")
  const id = c.req.param("id")
  await readForm(c, OnlyAct)
  await adoptTrial(entered.db, guildId, id, by)
  return redirectTo(c, `${base}/manage/trials/${id}`, { done: "saved" })
})

trialPages.post("/trials/:id/stop", async (c) => {
  const { entered, guildId, by, base } = c.get("visit")
  const id = c.req.param("id")
  await readForm(c, OnlyAct)
  await requireTrial(entered.db, guildId, id)
  await endTrial(entered.db, guildId, { id, outcome: "stopped", reason: null }, by)
  return redirectTo(c, `${base}/manage/trials/${id}`, { done: "stopped" })
})
