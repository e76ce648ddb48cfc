/** Tells Discord where this deployment answers, switches on the intents it hears by, and says how to invite the bot. */
import type { REST } from "@discordjs/rest"
import { ApplicationFlags, PermissionFlagsBits, Routes } from "discord-api-types/v10"
import { z } from "zod"

const ApplicationSchema = z.object({
  id: z.string(),
  flags: z.int().default(0),
  interactions_endpoint_url: z.string().nullish(),
})
type Application = z.output<typeof ApplicationSchema>

/** What it hears and says takes no more. */
const PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.ReadMessageHistory

/** Each intent by what stands for it: granted to a verified application by Discord, or switched on in a small one by its owner. */
const CONTENT = [
  ApplicationFlags.GatewayMessageContent,
  ApplicationFlags.GatewayMessageContentLimited,
] as const
const MEMBERS = [ApplicationFlags.GatewayGuildMembers, ApplicationFlags.GatewayGuildMembersLimited] as const

export async function fetchApplication(rest: REST): Promise<Application> {
  return ApplicationSchema.parse(await rest.get(Routes.currentApplication()))
}

/** Where interactions are sent for a worker of this address; null where it is none that Discord takes, or a test of this machine. */
export function endpointOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  const isHere = url?.hostname === "127.0.0.1"
  return url && (url.protocol === "https:" || isHere) ? new URL("/interactions", url).href : null
}

/** The application's flags with the intents on that are missing. */
export function flagsWith(flags: number, { members }: { members: boolean }): number {
  const wanted = members ? [CONTENT, MEMBERS] : [CONTENT]
  const missing = wanted.filter((either) => !either.some((flag) => (flags & flag) !== 0))
  return missing.reduce((sum, [, own]) => sum | own, flags)
}

/** Sets what differs; Discord then calls the endpoint at once, and refuses one that does not answer as it should. Returns what was set, in words. */
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

/** The link with which somebody who manages a server invites the bot. */
export function inviteOf({ id }: Pick<Application, "id">): string {
  const query = new URLSearchParams({
    client_id: id,
    scope: "bot applications.commands",
    permissions: String(PERMISSIONS),
  })
  return `https://discord.com/oauth2/authorize?${query}`
}
