/** The versions of the policy: what each changed, how it compares with the one in force and the past, restoring one. */
import { Hono } from "hono"
import { z } from "zod"
import { foreignCursor } from "../../../domain/list-cursor.ts"
import type { Id } from "../../../domain/types.ts"
import { namesOf } from "../../../memory/read/people-list.ts"
import type { Guild } from "../../../policy/guild.ts"
import {
  listVersions,
  type PolicyVersion,
  policyChanges,
  requireVersion,
  restoreVersion,
} from "../../../policy/versions.ts"
import { replayCandidate } from "../../../runtime/replay-candidate.ts"
import { ActField, CancelButton, Confirm, PostButton, readForm } from "../../kit/forms.tsx"
import { guildPage } from "../../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../../kit/lists.tsx"
import { redirectTo } from "../../kit/notices.ts"
import { Badge, Card, countOf, Empty, Pairs, When } from "../../kit/parts.tsx"
import type { GuildApp, Visit } from "../../session/visit.ts"
import {
  Changes,
  EndsTrial,
  ForAdministrators,
  noticeOfChange,
  PolicyTabs,
  ReplayCard,
} from "./policy-parts.tsx"
import { versionNote } from "./policy-words.ts"

const PAGE = 25
/** Days of the logs that a comparison reads. */
const REPLAY_DAYS = 180
const VersionParam = z
  .string()
  .regex(/^\d{1,9}$/, "must be the number of a version")
  .transform(Number)

export const versionPages = new Hono<GuildApp>()

versionPages.get("/policy/versions", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, base } = visit
  const after = cursorIn(c)
  if (after !== null && (after.id !== "version" || after.at < 0)) throw foreignCursor()
  const found = await listVersions(entered.db, guildId, { before: after?.at ?? null, limit: PAGE + 1 })
  const { items: changed, next } = pageOf(found, PAGE, ({ version }) => ({ at: version, id: "version" }))
  // The default, which no row stores, comes last.
  const items = next === null ? [...changed, await requireVersion(entered.db, guildId, 0)] : changed
  const names = await authorNames(visit, items)
  return guildPage(c, {
    title: "Policy versions",
    lead: "Who changed the rules, when, and why. Version 0 is the default.",
    active: "manage/policy",
    crumbs: [{ href: `${base}/manage/policy`, text: "Policy" }],
    content: (
      <>
        <PolicyTabs base={base} active="manage/policy/versions" />
        <Card flush>
          {items.length === 1 && after === null ? (
            <Empty icon="clock" title="The default policy is in force">
              <p>Nobody has changed it. Each change you save becomes a version here.</p>
              <a class="button" href={`${base}/manage/policy`}>
                Change the policy
              </a>
            </Empty>
          ) : (
            <ul class="rows">
              {items.map((one) => (
                <VersionLine one={one} author={authorOf(one, names)} visit={visit} />
              ))}
            </ul>
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

function VersionLine({ one, author, visit }: { one: PolicyVersion; author: string; visit: Visit }) {
  return (
    <li>
      <div class="main-part">
        <a class="fact" href={`${visit.base}/manage/policy/versions/${one.version}`}>
          {`Version ${one.version}`}
        </a>
        {one.note === null ? null : <span class="small clamp">{versionNote(one.note)}</span>}
        <span class="meta">
          {one.version === 0 ? (
            <span>The default</span>
          ) : (
            <>
              <span>{author}</span>
              <When at={one.at} clock={visit} />
              <span>{countOf(one.changes.length, "setting")} changed</span>
            </>
          )}
          <VersionBadge one={one} visit={visit} />
        </span>
      </div>
    </li>
  )
}

function VersionBadge({ one, visit }: { one: PolicyVersion; visit: Visit }) {
  if (one.version === visit.entered.guild.policyVersion)
    return (
      <Badge tone="good" dot>
        In force
      </Badge>
    )
  return one.candidate ? <Badge>Trial only</Badge> : null
}

versionPages.get("/policy/versions/:version", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, base, now, isAdministrator } = visit
  const { db, guild } = entered
  const one = await requireVersion(db, guildId, versionIn(c.req.param("version")))
  const isCurrent = one.version === guild.policyVersion
  const names = await authorNames(visit, [one])
  const isCompared = c.req.query("compare") !== undefined && isAdministrator && !isCurrent
  const replay = isCompared
    ? await replayCandidate(db, guild, { candidate: one.policy, days: REPLAY_DAYS, set: "holdout", now })
    : null
  const path = `${base}/manage/policy/versions/${one.version}`
  return guildPage(c, {
    title: `Policy version ${one.version}`,
    ...(one.note === null ? {} : { lead: `Why: ${versionNote(one.note)}` }),
    active: "manage/policy",
    crumbs: [
      { href: `${base}/manage/policy`, text: "Policy" },
      { href: `${base}/manage/policy/versions`, text: "Versions" },
    ],
    actions: isCurrent ? undefined : <Restore one={one} guild={guild} base={base} />,
    content: (
      <>
        <Card>
          <Pairs
            items={[
              ["Author", authorOf(one, names)],
              ["Time", one.at === 0 ? null : <When at={one.at} clock={visit} exact />],
              ["Status", isCurrent ? "In force" : one.candidate ? "Only ran in a trial" : "Not in force"],
            ]}
          />
        </Card>
        {one.version === 0 ? null : (
          <Card title="What it changed" lead="From the version in force before it." flush>
            <div class="inner">
              <Changes caption="Settings that this version changed" changes={one.changes} />
            </div>
          </Card>
        )}
        {isCurrent ? null : (
          <Card
            title="Compared with the version in force"
            lead="From the version in force to this one."
            flush
          >
            <div class="inner">
              <Changes
                caption="Settings that differ from the version in force"
                changes={policyChanges(guild.policy, one.policy)}
              />
            </div>
          </Card>
        )}
        {isCurrent ? null : replay === null ? (
          <Card
            title="Compared with the past"
            lead="Decides again, by this version, on facts that were proposed and questions that were asked."
          >
            {isAdministrator ? (
              <p>
                <a class="button" href={`${path}?compare=1`}>
                  Compare
                </a>
              </p>
            ) : (
              <ForAdministrators />
            )}
          </Card>
        ) : (
          <ReplayCard replay={replay} />
        )}
      </>
    ),
  })
})

versionPages.post("/policy/versions/:version/restore", async (c) => {
  const { entered, guildId, by, base } = c.get("visit")
  const version = versionIn(c.req.param("version"))
  const form = z.object({ act: ActField, expected: z.coerce.number().int().min(0) })
  const { act, expected } = await readForm(c, form)
  const changed = await restoreVersion(entered.db, guildId, { version, expected }, { by, cause: act })
  return redirectTo(c, `${base}/manage/policy/versions`, { done: noticeOfChange(changed) })
})

function Restore({
  one,
  guild: { policyVersion, trial },
  base,
}: {
  one: PolicyVersion
  guild: Pick<Guild, "policyVersion" | "trial">
  base: string
}) {
  return (
    <Confirm id="restore" text="Restore" title={`Restore version ${one.version}?`}>
      <p>It comes into force again as a new version. Version {policyVersion} stays in the list.</p>
      <EndsTrial trial={trial} base={base} />
      <div class="buttons">
        <CancelButton id="restore" />
        <PostButton
          action={`${base}/manage/policy/versions/${one.version}/restore`}
          fields={{ expected: String(policyVersion) }}
          kind="main"
        >
          Restore
        </PostButton>
      </div>
    </Confirm>
  )
}

/** Returns the number in an address; 0 stays the default. A text that is no number is no version. */
function versionIn(text: string): number {
  return VersionParam.catch(Number.MAX_SAFE_INTEGER).parse(text)
}

const MEMBER = /^member (\d+)$/

/** Reads the names of the members among the authors. */
export function authorNames(
  { entered, viewer }: Visit,
  all: readonly { author: string }[],
): Promise<Map<Id, string>> {
  const ids = all.flatMap(({ author }) => MEMBER.exec(author)?.[1] ?? [])
  return namesOf(entered.db, viewer, ids)
}

/** Names an author: a member by name, anything else as the audit log has it. */
export function authorOf({ author }: { author: string }, names: ReadonlyMap<Id, string>): string {
  const id = MEMBER.exec(author)?.[1]
  return id === undefined ? author || "Keepsake" : (names.get(id) ?? "A manager")
}
