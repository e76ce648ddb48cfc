/** Blocks members: what they say is not recorded, and they get no answers. What is known of them stays. */
import { Refused } from "../../../domain/errors.ts"
import type { Id } from "../../../domain/types.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import { type CommandOptions, type InteractionContext, type Reply, textReply } from "../../bot/ui/command.ts"
import { userMention } from "../../bot/ui/memory-texts.ts"
import { changeGuildSetting, enterManagedGuild } from "./manager-access.ts"

const MOST_BLOCKED = 500

export async function blockCommand(context: InteractionContext, { people }: CommandOptions): Promise<Reply> {
  const { member } = people
  if (!member) {
    const { guild } = await enterManagedGuild(context)
    return textReply(blockedText(guild.settings.blocked))
  }
  if (member.id === context.asker.id) throw invalid("is you")
  const { guild } = await enterManagedGuild(context)
  if (guild.settings.blocked.length >= MOST_BLOCKED)
    throw invalid(`cannot be added: ${MOST_BLOCKED} are blocked`)
  await setBlocked(context, member.id, true)
  return textReply(
    `## Blocked\nFrom now on I don't record what ${userMention(member.id)} writes and don't answer them. They can still see and delete what I know of them. \`/keepsake unblock\` reverts this.`,
  )
}

export async function unblockCommand(
  context: InteractionContext,
  { people }: CommandOptions,
): Promise<Reply> {
  const { member } = people
  if (!member) throw invalid("is required")
  await setBlocked(context, member.id, false)
  return textReply(`## Unblocked\nI record and answer ${userMention(member.id)} again.`)
}

function setBlocked(context: InteractionContext, id: Id, blocked: boolean) {
  const change = (settings: GuildSettings): GuildSettings => {
    const others = settings.blocked.filter((one) => one !== id)
    return { ...settings, blocked: blocked ? [...others, id] : others }
  }
  return changeGuildSetting(context, change, { member: id, blocked })
}

const MOST_LISTED = 50

function blockedText(blocked: readonly Id[]): string {
  if (blocked.length === 0) return "Nobody is blocked. `/keepsake block member:` blocks a member."
  const listed = blocked.slice(0, MOST_LISTED).map((id) => `- ${userMention(id)}`)
  const rest = blocked.length - listed.length
  return [`## Blocked: ${blocked.length}`, ...listed, ...(rest > 0 ? [`-# … and ${rest} more`] : [])].join(
    "\n",
  )
}

function invalid(problem: string): Refused {
  return new Refused({ reason: "invalid", issues: [{ field: "member", problem }] })
}
