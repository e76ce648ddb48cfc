/**
 * Enters a guild for a signed-in person: what they may read and what they may change. A page is read by the stored
 * structure. Before a change, Discord is asked for the person's roles again.
 */
import type { Context, MiddlewareHandler } from "hono"
import { viewerForPerson, viewerWithLinked } from "../../access/audience.ts"
import {
  ADMINISTRATOR,
  type Membership,
  managesMemory,
  permissionsInGuild,
} from "../../access/permissions.ts"
import { storeMember, storeMemberLeft } from "../../access/structure.ts"
import { Refused } from "../../domain/errors.ts"
import { isSnowflake } from "../../domain/ids.ts"
import type { Id, Time, Viewer } from "../../domain/types.ts"
import { type AuditActor, memberActor } from "../../memory/write/audit.ts"
import { type Entered, enter } from "../../runtime/enter.ts"
import type { Runtime } from "../../runtime/models.ts"
import { accountsLinkedWith } from "../../runtime/own-accounts.ts"
import { isServed, readSettings } from "../../settings.ts"
import type { PersonApp } from "./browser.ts"
import { askForMember, keepMembership, keptMembership } from "./discord-person.ts"
import { mayActAsAnybody } from "./local-access.ts"
import { PageProblem } from "./page-problem.ts"
import type { PersonSession } from "./session-rows.ts"

/** A signed-in person in one guild, for one request. */
export interface Visit {
  guildId: Id
  person: PersonSession
  entered: Entered
  /** The person's own: no page reads as anybody else. */
  viewer: Viewer
  /** Their accounts that are linked with this one. */
  linked: readonly Id[]
  /** True for Manage Server or Administrator. */
  isManager: boolean
  /** True for people who read every channel on Discord. */
  isAdministrator: boolean
  runtime: Runtime
  now: Time
  /** The author of audit rows. */
  by: AuditActor
  /** The path of the guild's pages, without a final slash. */
  base: string
  /** The guild's name as Discord gave it. */
  guildName: string
  timezone: string
}

export interface GuildApp {
  Bindings: Env
  Variables: PersonApp["Variables"] & { visit: Visit }
}

/**
 * Requests to a guild whose erasure is scheduled or has begun: what concerns the person's own data, and the erasure itself.
 * Until it begins, every other page can be read as well.
 */
const WHILE_LEAVING =
  /^(?:\w+ \/app\/g\/\d+\/(?:me(?:\/.*)?|run\/erasures\/server(?:\/cancel)?)|GET \/app\/g\/\d+\/run\/erasures)$/

/** Refuses an unknown guild and a guild of strangers in the same way. */
export const enterAsVisitor: MiddlewareHandler<GuildApp> = async (c, next) => {
  const guildId = c.req.param("guild") ?? ""
  if (!isSnowflake(guildId)) throw new Refused({ reason: "forbidden" })
  const settings = readSettings(c.env)
  if (!isServed(settings, guildId)) throw new Refused({ reason: "forbidden" })
  const { person, now } = { person: c.get("session"), now: c.get("now") }
  const isLocal = mayActAsAnybody(settings, { url: c.req.url, client: c.req.header("cf-connecting-ip") })
  const changes = c.req.method !== "GET" && !isLocal
  if (changes) await refreshMember(c.env, { guildId, userId: person.id, now })
  const [entered, linked] = await Promise.all([
    enterKnown(c.env, guildId, person.id),
    accountsLinkedWith(c.env, guildId, person.id),
  ])
  const member = await membershipFor(c.env, entered, { userId: person.id, now, isLocal })
  const own = viewerForPerson(entered.structure, person.id, { member, channelId: null })
  if (own === null) throw new Refused({ reason: "forbidden" })
  const permissions = permissionsInGuild(entered.structure, { id: person.id, roles: member?.roles ?? [] })
  c.set("visit", {
    guildId,
    person,
    entered,
    viewer: viewerWithLinked(own, linked),
    linked,
    isManager: managesMemory(permissions),
    isAdministrator: (permissions & ADMINISTRATOR) !== 0n,
    runtime: { env: c.env, waitUntil: (work) => c.executionCtx.waitUntil(work) },
    now,
    by: { actor: memberActor(person.id), now },
    base: `/app/g/${guildId}`,
    guildName:
      entered.structure.name ?? person.guilds.find(({ id }) => id === guildId)?.name ?? `Server ${guildId}`,
    timezone: entered.guild.settings.timezone,
  })
  refuseWhileLeaving(c, entered.guild.leavingAt)
  await next()
}

/** Comes after the visit is set, because the page of the refusal shows the date in the guild's time zone. */
function refuseWhileLeaving(c: Context<GuildApp>, leavingAt: Time | null): void {
  if (leavingAt === null || WHILE_LEAVING.test(`${c.req.method} ${c.req.path}`)) return
  if (c.req.method === "GET" && leavingAt > c.get("now")) return
  throw new Refused({ reason: "leaving", until: new Date(leavingAt).toISOString() })
}

/** Refuses everybody but managers. Use it before the routes that only they may see. */
export const managersOnly: MiddlewareHandler<GuildApp> = async (c, next) => {
  if (!c.get("visit").isManager) throw new Refused({ reason: "forbidden" })
  await next()
}

/** Refuses everybody but people who read every channel. */
export const administratorsOnly: MiddlewareHandler<GuildApp> = async (c, next) => {
  if (!c.get("visit").isAdministrator) throw new Refused({ reason: "forbidden" })
  await next()
}

/** Enters a guild; an unknown one is refused like one that the person is not in. */
async function enterKnown(env: Env, guildId: Id, viewerId: Id): Promise<Entered> {
  try {
    return await enter(env, guildId, { viewerId })
  } catch (error) {
    if (error instanceof Refused && error.refusal.reason === "unknown_guild")
      throw new Refused({ reason: "forbidden" })
    throw error
  }
}

/** Stores a person's roles as Discord has them now. Refuses whoever is no member, and everybody while Discord is silent. */
async function refreshMember(
  env: Env,
  { guildId, userId, now }: { guildId: Id; userId: Id; now: Time },
): Promise<void> {
  const { db } = await enterKnown(env, guildId, userId)
  const answer = await askForMember(readSettings(env), guildId, userId)
  if (answer.kind === "unknown") throw new PageProblem("discord_silent")
  if (answer.kind === "none") {
    keepMembership({ guildId, userId }, null, now)
    await storeMemberLeft(db, guildId, { userId, now })
    throw new Refused({ reason: "forbidden" })
  }
  const { member } = answer
  keepMembership({ guildId, userId }, { id: userId, roles: member.roles, left: false }, now)
  await storeMember(db, guildId, { member, now, whom: "known" })
}

/** Returns a person's roles: stored, or if they are unknown, what Discord says. */
async function membershipFor(
  env: Env,
  { guild, people }: Entered,
  { userId, now, isLocal }: { userId: Id; now: Time; isLocal: boolean },
): Promise<Membership | null> {
  const stored = people.get(userId) ?? null
  if (stored?.roles || isLocal) return stored
  const kept = keptMembership(guild.id, userId, now)
  if (kept !== undefined) return kept
  const answer = await askForMember(readSettings(env), guild.id, userId)
  if (answer.kind === "unknown") return stored
  const membership = answer.kind === "none" ? null : { id: userId, roles: answer.member.roles, left: false }
  keepMembership({ guildId: guild.id, userId }, membership, now)
  return membership
}
