/** Earlier versions of the policy: what each changed, and back to one of them as a new version. */

import { Refused } from "../../../domain/errors.ts"
import { ID_PATTERN } from "../../../domain/ids.ts"
import { changePolicy, findPolicy, listPolicies, type PolicyVersion } from "../../../policy/change.ts"
import { DEFAULT_POLICY, type Policy } from "../../../policy/policy.ts"
import { truncate } from "../../../text/truncate.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, section, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { changeCause, enterManagedGuild } from "./manager-access.ts"

/** A version takes three of Discord's forty components. */
const MOST_VERSIONS = 8
const MOST_FIELDS = 5

export async function historyCommand(
  asked: InteractionContext,
  notice: string | null = null,
): Promise<Reply> {
  const { db, guild } = await enterManagedGuild(asked)
  const versions = await listPolicies(db, asked.guildId, MOST_VERSIONS)
  return historyPage(versions, { current: guild.policyVersion, policy: guild.policy, notice })
}

/** The body of an earlier version, put once more. `current` is the version in force as the page showed it. */
export async function rollBack(
  asked: InteractionContext,
  { to, current }: { to: number; current: number },
): Promise<Reply> {
  const { db } = await enterManagedGuild(asked)
  const former = await findPolicy(db, asked.guildId, to)
  if (former === null)
    throw new Refused({ reason: "invalid", issues: [{ field: "version", problem: "is none that there is" }] })
  const terms = { ...changeCause(asked), expected: current }
  const { kind, version } = await changePolicy(db, asked.guildId, () => former, terms)
  const stale = `⚠️ Version ${version} came into force meanwhile. Choose again.`
  return historyCommand(asked, kind === "stale" ? stale : `Version ${version} says what version ${to} said.`)
}

interface Seen {
  /** The version in force, and what it says. */
  current: number
  policy: Policy
  notice: string | null
}

export function historyPage(versions: readonly PolicyVersion[], seen: Seen): Reply {
  const entries = [...versions, ...(versions.length < MOST_VERSIONS ? [FIRST] : [])]
  return componentsReply(
    container(
      text(["## Versions of the policy", ...(seen.notice ? [seen.notice] : [])].join("\n")),
      ...entries.map((entry) => versionSection(entry, seen)),
    ),
  )
}

const FIRST: PolicyVersion = { version: 0, actor: "", at: 0, policy: DEFAULT_POLICY }

function versionSection({ version, actor, at, policy }: PolicyVersion, { current, policy: now }: Seen) {
  const who = version === 0 ? "the defaults" : `${formatActor(actor)}, ${timestamp(at)}`
  const inForce = version === current
  const changes = policyDifferences(now, policy)
  const more = changes.length > MOST_FIELDS ? ` and ${changes.length - MOST_FIELDS} more` : ""
  const differs =
    changes.length === 0 ? "the same as now" : `${changes.slice(0, MOST_FIELDS).join(", ")}${more}`
  const content = `**Version ${version}** · ${who}${inForce ? " · in force" : `\n-# ${differs}`}`
  const back = button(customId("admin-rollback", String(version), String(current)), "Back to this", {
    disabled: inForce || changes.length === 0,
  })
  return section(content, back)
}

const MEMBER = new RegExp(`^member (${ID_PATTERN})$`)

/** Discord names members by mention. */
function formatActor(actor: string): string {
  const member = MEMBER.exec(actor)?.[1]
  return member === undefined ? escapeText(actor, 60) : `<@${member}>`
}

/** What another policy says otherwise, field by field. */
export function policyDifferences(now: Policy, other: Policy): string[] {
  return Object.entries(other).flatMap(([part, fields]) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const standing = Object.entries(now[part as keyof Policy]).find(([name]) => name === field)?.[1]
      const text = JSON.stringify(value)
      return JSON.stringify(standing) === text
        ? []
        : [escapeText(`${field} ${truncate(text, 40, { ellipsis: false })}`, 80)]
    }),
  )
}
