/** Asks Discord who a person is in a guild, with the bot's token, and which guilds they are in, with the token of their sign-in. */
import { z } from "zod"
import type { Membership } from "../../access/permissions.ts"
import { MemberShape, NameShape, type ReceivedMember } from "../../access/structure-shapes.ts"
import { MINUTE } from "../../domain/calendar.ts"
import { describeError } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { Settings } from "../../settings.ts"

const VERSION = "v10"
/** A person waits for the page. */
const TIMEOUT_MS = 5_000

type Discord = Pick<Settings, "DISCORD_API_URL" | "DISCORD_TOKEN">

/** `unknown`: Discord gave no answer, or there is no bot token to ask with. */
export type MemberAnswer = { kind: "member"; member: ReceivedMember } | { kind: "none" } | { kind: "unknown" }

/** Asks Discord for a member of a guild. It never throws. */
export async function askForMember(discord: Discord, guildId: Id, userId: Id): Promise<MemberAnswer> {
  if (discord.DISCORD_TOKEN === undefined) return { kind: "unknown" }
  try {
    const response = await ask(
      discord,
      `/guilds/${guildId}/members/${userId}`,
      `Bot ${discord.DISCORD_TOKEN}`,
    )
    // 404: no member. 403: the bot is not in the guild, so it serves nobody there.
    if (response.status === 404 || response.status === 403) return { kind: "none" }
    if (!response.ok) return { kind: "unknown" }
    return { kind: "member", member: MemberShape.parse(await response.json()) }
  } catch (error) {
    console.warn({ event: "dashboard.member_unknown", guild: guildId, error: describeError(error) })
    return { kind: "unknown" }
  }
}

const Guilds = z.array(z.object({ id: Snowflake, name: NameShape.catch("A server") }))

/** Returns the guilds of whoever the token belongs to. Throws if Discord does not answer. */
export async function guildsOfToken(discord: Discord, token: string): Promise<{ id: Id; name: string }[]> {
  const response = await ask(discord, "/users/@me/guilds", `Bearer ${token}`)
  if (!response.ok) throw new Error(`Discord answered ${response.status} when asked for a person's guilds`)
  return Guilds.parse(await response.json())
}

function ask({ DISCORD_API_URL: api }: Discord, path: string, authorization: string): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return fetch(`${api}/${VERSION}${path}`, { headers: { authorization }, signal, redirect: "manual" })
}

// Answers of the last minute, so that people whom the stored structure does not know can read several pages.

const KEPT_MS = MINUTE
const MOST = 1_000

const recent = new Map<string, { membership: Membership | null; at: Time }>()

export function keepMembership(
  { guildId, userId }: { guildId: Id; userId: Id },
  membership: Membership | null,
  now: Time,
): void {
  if (recent.size >= MOST) recent.clear()
  recent.set(`${guildId} ${userId}`, { membership, at: now })
}

/** Returns what Discord said of a person within the last minute, `undefined` if it was not asked. */
export function keptMembership(guildId: Id, userId: Id, now: Time): Membership | null | undefined {
  const kept = recent.get(`${guildId} ${userId}`)
  return kept && now - kept.at < KEPT_MS && now >= kept.at ? kept.membership : undefined
}
