/** Sets this deployment's address and intents at Discord, and builds the bot's invite link. */
import type { REST } from "@discordjs/rest"
import { ApplicationFlags, PermissionFlagsBits, Routes } from "discord-api-types/v10"
import { z } from "zod"

const ApplicationSchema = z.object({
  id: z.string(),
  flags: z.int().default(0),
  verify_key: z.string().optional(),
  interactions_endpoint_url: z.string().nullish(),
})
export type Application = z.output<typeof ApplicationSchema>

/** Everything the bot needs to hear and answer. */
const PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.ReadMessageHistory

/**
 * Flags of each intent: the first is granted to a verified application by Discord, the second switched on in
 * a small one by its owner.
 */
const CONTENT = [
  ApplicationFlags.GatewayMessageContent,
  ApplicationFlags.GatewayMessageContentLimited,
] as const
const MEMBERS = [ApplicationFlags.GatewayGuildMembers, ApplicationFlags.GatewayGuildMembersLimited] as const

export async function fetchApplication(rest: REST): Promise<Application> {
  return ApplicationSchema.parse(await rest.get(Routes.currentApplication()))
}

/**
 * Returns the interactions endpoint of a worker at this address; `null` if Discord does not accept the
 * address and it is not a local test.
 */
export function endpointOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  const isHere = url?.hostname === "127.0.0.1"
  return url && (url.protocol === "https:" || isHere) ? new URL("/interactions", url).href : null
}

/** Returns the application's flags with the missing intents switched on. */
export function flagsWith(flags: number, { members }: { members: boolean }): number {
  const wanted = members ? [CONTENT, MEMBERS] : [CONTENT]
  const missing = wanted.filter((either) => !either.some((flag) => (flags & flag) !== 0))
  return missing.reduce((sum, [, own]) => sum | own, flags)
}

/**
 * Sets what differs. Discord then calls the endpoint at once, and refuses one that answers wrongly. Returns
 * descriptions of what was set.
 */
export async function updateApplication(
  rest: REST,
  application: Application,
  { endpoint, members, dryRun }: { endpoint: string; members: boolean; dryRun: boolean },
): Promise<string[]> {
  const flags = flagsWith(application.flags, { members })
  const body = {
    ...(application.interactions_endpoint_url === endpoint ? {} : { interactions_endpoint_url: endpoint }),
    ...(flags === application.flags ? {} : { flags }),
  }
  const done = [
    ...("interactions_endpoint_url" in body ? [`interactions go to ${endpoint}`] : []),
    ...("flags" in body
      ? [`privileged intents on: Message Content${members ? ", Server Members" : ""}`]
      : []),
  ]
  if (done.length > 0 && !dryRun) await rest.patch(Routes.currentApplication(), { body })
  return done
}

/** Returns the link with which someone who manages a server invites the bot. */
export function inviteOf({ id }: Pick<Application, "id">): string {
  const query = new URLSearchParams({
    client_id: id,
    scope: "bot applications.commands",
    permissions: String(PERMISSIONS),
  })
  return `https://discord.com/oauth2/authorize?${query}`
}
