/** Earlier versions of the policy: what each changed, and restoring one as a new version. */

import { ID_PATTERN } from "../../../domain/ids.ts"
import { DEFAULT_POLICY, type Policy } from "../../../policy/policy.ts"
import { listVersions, type PolicyVersion, policyChanges, restoreVersion } from "../../../policy/versions.ts"
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
  const versions = await listVersions(db, context.guildId, { limit: MOST_VERSIONS })
  return historyPage(versions, { current: guild.policyVersion, policy: guild.policy, notice })
}

/** Writes the body of an earlier version again. `current` is the version in force that the page showed. */
export async function rollBack(
  context: InteractionContext,
  { to, current }: { to: number; current: number },
): Promise<Reply> {
  const { db } = await enterManagedGuild(context)
  const cause = changeCause(context)
  const wanted = { version: to, expected: current }
  const { kind, version } = await restoreVersion(db, context.guildId, wanted, cause)
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
export function historyPage(versions: readonly Shown[], view: HistoryView): Reply {
  const entries = [...versions, ...(versions.length < MOST_VERSIONS ? [FIRST] : [])]
  return componentsReply(
    container(
      text(["## Policy versions", ...(view.notice ? [view.notice] : [])].join("\n")),
      ...entries.map((entry) => versionSection(entry, view)),
    ),
  )
}

type Shown = Pick<PolicyVersion, "version" | "author" | "at" | "policy">

const FIRST: Shown = { version: 0, author: "", at: 0, policy: DEFAULT_POLICY }

function versionSection({ version, author, at, policy }: Shown, { current, policy: now }: HistoryView) {
  const who = version === 0 ? "the defaults" : `${formatActor(author)}, ${timestamp(at)}`
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
  return policyChanges(now, other).map(({ field, after }) => {
    const name = field.slice(field.indexOf(".") + 1)
    return escapeText(`${name} ${truncate(JSON.stringify(after), 40, { ellipsis: false })}`, 80)
  })
}
