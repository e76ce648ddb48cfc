/** The bot's application at Discord: its values, intents and interactions endpoint, and the bot's invite link. */
import { ApplicationFlags, PermissionFlagsBits, Routes } from "discord-api-types/v10"
import { z } from "zod"

/** A client of Discord's API that sends the bot's token. */
export interface ApplicationRest {
  get(path: `/${string}`, options?: { query?: URLSearchParams }): Promise<unknown>
  put(path: `/${string}`, options?: { body?: unknown }): Promise<unknown>
  patch(path: `/${string}`, options?: { body?: unknown }): Promise<unknown>
}

const ApplicationSchema = z.object({
  id: z.string(),
  flags: z.int().default(0),
  verify_key: z.string().optional(),
  interactions_endpoint_url: z.string().nullish(),
  /** Addresses to which sign-in may return; absent if Discord does not tell them. */
  redirect_uris: z.array(z.string()).optional().catch(undefined),
  /** Counted by Discord from time to time. */
  approximate_guild_count: z.int().optional().catch(undefined),
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

export async function fetchApplication(rest: ApplicationRest): Promise<Application> {
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

/** The privileged intents that are off, as the Developer Portal names them. */
export function missingIntents(flags: number, { members }: { members: boolean }): string[] {
  const isOff = (either: readonly number[]) => !either.some((flag) => (flags & flag) !== 0)
  return [
    ...(isOff(CONTENT) ? ["Message Content Intent"] : []),
    ...(members && isOff(MEMBERS) ? ["Server Members Intent"] : []),
  ]
}

/** The deployment's values of the application; `null` if one is not set. */
export interface ConfiguredApplication {
  application_id: string | null
  public_key: string | null
}

/** Returns the variables that do not belong to this application, each with the value it must have. */
export function foreignValues(
  { id, verify_key: key }: Application,
  configured: ConfiguredApplication,
): { variable: "DISCORD_APPLICATION_ID" | "DISCORD_PUBLIC_KEY"; wanted: string }[] {
  const isKeyRight = key === undefined || configured.public_key?.toLowerCase() === key.toLowerCase()
  return [
    ...(configured.application_id === id
      ? []
      : [{ variable: "DISCORD_APPLICATION_ID" as const, wanted: id }]),
    ...(isKeyRight ? [] : [{ variable: "DISCORD_PUBLIC_KEY" as const, wanted: key }]),
  ]
}

/** Returns the application's flags with the missing intents switched on. @internal */
export function flagsWith(flags: number, { members }: { members: boolean }): number {
  const wanted = members ? [CONTENT, MEMBERS] : [CONTENT]
  const missing = wanted.filter((either) => !either.some((flag) => (flags & flag) !== 0))
  return missing.reduce((sum, [, own]) => sum | own, flags)
}

/** Makes Discord send interactions to this endpoint. Discord calls it at once, and refuses one that answers wrongly. */
export async function setEndpoint(rest: ApplicationRest, endpoint: string): Promise<void> {
  await rest.patch(Routes.currentApplication(), { body: { interactions_endpoint_url: endpoint } })
}

/** Switches on the privileged intents that are off. Discord refuses this for an application that it must approve first. */
export async function switchOnIntents(
  rest: ApplicationRest,
  { flags }: Application,
  needed: { members: boolean },
): Promise<void> {
  await rest.patch(Routes.currentApplication(), { body: { flags: flagsWith(flags, needed) } })
}

/**
 * Sets what differs. Discord then calls the endpoint at once, and refuses one that answers wrongly. Returns
 * descriptions of what was set.
 */
export async function updateApplication(
  rest: ApplicationRest,
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
