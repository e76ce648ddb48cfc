/** Earlier versions of the policy: what each changed, and restoring one as a new version. */

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
  context: InteractionContext,
  notice: string | null = null,
): Promise<Reply> {
  const { db, guild } = await enterManagedGuild(context)
  const versions = await listPolicies(db, context.guildId, MOST_VERSIONS)
  return historyPage(versions, { current: guild.policyVersion, policy: guild.policy, notice })
}

/** Writes the body of an earlier version again. `current` is the version in force that the page showed. */
export async function rollBack(
  context: InteractionContext,
  { to, current }: { to: number; current: number },
): Promise<Reply> {
  const { db } = await enterManagedGuild(context)
  const former = await findPolicy(db, context.guildId, to)
  if (former === null)
    throw new Refused({ reason: "invalid", issues: [{ field: "version", problem: "does not exist" }] })
  const terms = { ...changeCause(context), expected: current }
  const { kind, version } = await changePolicy(db, context.guildId, () => former, terms)
  const stale = `⚠️ Version ${version} took effect in the meantime. Choose again.`
  const restored =
    kind === "same"
      ? `Version ${to} is the same as the current version.`
      : `Restored version ${to} as version ${version}.`
  return historyCommand(context, kind === "stale" ? stale : restored)
}

interface HistoryView {
  /** The version number in force, and its policy. */
  current: number
  policy: Policy
  notice: string | null
}

/** @internal */
export function historyPage(versions: readonly PolicyVersion[], view: HistoryView): Reply {
  const entries = [...versions, ...(versions.length < MOST_VERSIONS ? [FIRST] : [])]
  return componentsReply(
    container(
      text(["## Policy versions", ...(view.notice ? [view.notice] : [])].join("\n")),
      ...entries.map((entry) => versionSection(entry, view)),
    ),
  )
}

const FIRST: PolicyVersion = { version: 0, actor: "", at: 0, policy: DEFAULT_POLICY }

function versionSection(
  { version, actor, at, policy }: PolicyVersion,
  { current, policy: now }: HistoryView,
) {
  const who = version === 0 ? "the defaults" : `${formatActor(actor)}, ${timestamp(at)}`
  const inForce = version === current
  const changes = policyDifferences(now, policy)
  const more = changes.length > MOST_FIELDS ? ` and ${changes.length - MOST_FIELDS} more` : ""
  const difference =
    changes.length === 0
      ? "same as the current version"
      : `${changes.slice(0, MOST_FIELDS).join(", ")}${more}`
  const content = `**Version ${version}** · ${who}${inForce ? " · current" : `\n-# ${difference}`}`
  const back = button(customId("admin-rollback", String(version), String(current)), "Restore", {
    disabled: inForce || changes.length === 0,
  })
  return section(content, back)
}

const MEMBER = new RegExp(`^member (${ID_PATTERN})$`)

/** Shows members as mentions. */
function formatActor(actor: string): string {
  const member = MEMBER.exec(actor)?.[1]
  return member === undefined ? escapeText(actor, 60) : `<@${member}>`
}

/** Lists the fields in which another policy differs. @internal */
export function policyDifferences(now: Policy, other: Policy): string[] {
  return Object.entries(other).flatMap(([part, fields]) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const currentValue = Object.entries(now[part as keyof Policy]).find(([name]) => name === field)?.[1]
      const text = JSON.stringify(value)
      return JSON.stringify(currentValue) === text
        ? []
        : [escapeText(`${field} ${truncate(text, 40, { ellipsis: false })}`, 80)]
    }),
  )
}
