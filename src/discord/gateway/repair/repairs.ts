/**
 * What was missed while no session was open, made good by REST: members, what is named or left open by events, and messages. Its rows
 * stand in the shard's own SQLite; one step at a time is taken and written down, and what fails is tried again for ever.
 */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { z } from "zod"
import { findStructureGaps } from "../../../access/structure-repair.ts"
import { describeError, Refused } from "../../../domain/errors.ts"
import { snowflakeAt } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { leaveGuild } from "../../../runtime/leaving.ts"
import type { Runtime } from "../../../runtime/models"
import { retryAt } from "../../../runtime/object/alarm-clock"
import { guildTold, WholeShape } from "../events/guilds.ts"
import { forgetTold } from "../events/members.ts"
import { by, type Own, structureToldSince } from "../events/telling.ts"
import { answerOf, runErrand } from "./errands.ts"
import { type Arrival, looseEnd } from "./loose-ends.ts"
import { repairMembers } from "./members.ts"
import { type Errand, type GuildRepair, RepairRows, type Walk } from "./repair-rows.ts"
import { type Discord, databaseOf, type Tools, telling } from "./tools.ts"
import { MARGIN_MS, ownRoles, walk } from "./walking.ts"

const FIRST_RETRY_MS = 5_000

/** A new session, and what is not known because of it. */
export interface Lost {
  /** The guilds that READY lists. */
  guildIds: readonly Id[]
  /** Up to when every event was handled; null: there was no session before. */
  since: Time | null
}

export class Repairs {
  readonly #rows: RepairRows
  readonly #discord: Discord | null
  #working: Promise<void> | null = null

  /** `discord` null: there is no token, and nothing is ever due. */
  constructor(sql: SqlStorage, discord: Discord | null) {
    this.#rows = new RepairRows(sql)
    this.#discord = discord
  }

  /** READY came: each guild is repaired as soon as its GUILD_CREATE was handled; those not listed were left meanwhile. */
  lost({ guildIds, since }: Lost): void {
    forgetTold()
    this.#rows.lost(guildIds, since)
  }

  /** Notes what an event leaves open. To be called when `handle` is done with it, before it counts as done. Writes at once. */
  handled(event: GatewayDispatchPayload): void {
    const end = looseEnd(event)
    switch (end?.kind) {
      case "arrived":
        arrive(this.#rows, end)
        break
      case "away":
        this.#rows.set(end.guildId, "away", Date.now())
        break
      case "left":
        this.#rows.forget(end.guildId)
        break
      case "member":
      case "thread":
        this.#rows.addErrands(end.guildId, end.kind, end.targets)
    }
  }

  /** An event of this guild, received then, could not be handled: all it may have told is read anew. */
  missed(guildId: Id, at: Time): void {
    const step = this.#rows.guild(guildId)?.step ?? "whole"
    this.#rows.set(guildId, step === "away" || step === "absent" ? step : "structure", at)
  }

  /** When there is next something to do; null where there is nothing. */
  dueAt(): Time | null {
    return this.#discord === null ? null : this.#rows.dueAt()
  }

  /** Works until `until`, or until nothing is due. Never throws where a service is down: it is tried again later. One at a time. */
  async work(ground: Runtime, own: Own, until: Time): Promise<void> {
    const discord = this.#discord
    if (discord === null) return
    this.#working ??= this.#run({ rows: this.#rows, discord, ground, own }, until).finally(() => {
      this.#working = null
    })
    await this.#working
  }

  async #run(tools: Tools, until: Time): Promise<void> {
    while (Date.now() < until) {
      const errand = this.#rows.dueErrand(Date.now())
      const next = errand ?? this.#rows.dueGuild(Date.now())
      if (next === null) return
      try {
        await ("step" in next ? step(tools, next) : run(tools, next))
      } catch (error) {
        // Unknown by now: it was erased.
        if (error instanceof Refused) this.#rows.forget(next.guildId)
        // The fallback for any outage: it is still to be done, and comes again with growing delay.
        console.error({ event: "repair.failed", guild: next.guildId, error: describeError(error) })
        this.#rows.postpone(next, retryAt(Date.now(), next.attempts + 1, FIRST_RETRY_MS, Math.random()))
      }
    }
  }
}

/** The guild's structure is known anew: what else there was in it to miss can be looked for. */
function arrive(rows: RepairRows, { guildId, lastMessages }: Arrival): void {
  const since = rows.guild(guildId)?.since ?? null
  rows.set(guildId, "members", since)
  if (since === null) return
  const first = BigInt(snowflakeAt(since - MARGIN_MS))
  const missed = lastMessages.filter(({ messageId }) => BigInt(messageId) >= first)
  rows.addWalks(
    guildId,
    missed.map(({ channelId }) => channelId),
    true,
  )
}

async function run(tools: Tools, errand: Errand): Promise<void> {
  if (await runErrand(tools, errand)) tools.rows.doneErrand(errand)
}

/** One step of a guild's repair, written down when it is done. */
async function step(tools: Tools, repair: GuildRepair): Promise<void> {
  const { rows } = tools
  switch (repair.step) {
    case "absent":
      return lookForGuild(tools, repair)
    case "structure": {
      const end = looseEnd({ t: "GUILD_CREATE", d: await repairStructure(tools, repair) })
      return end?.kind === "arrived" ? arrive(rows, end) : undefined
    }
    case "members": {
      const next = await repairMembers(tools, repair)
      return rows.move(repair, next === null ? { step: "ends" } : { step: "members", cursor: next })
    }
    case "ends":
      return openEnds(tools, repair)
    case "walks": {
      const next = rows.nextWalk(repair.guildId)
      return next === null ? rows.move(repair, { step: "whole" }) : walkOne(tools, repair, next)
    }
    case "away":
    case "whole":
      return
  }
}

/** A channel that fails holds back none of the others. */
async function walkOne(tools: Tools, repair: GuildRepair, next: Walk): Promise<void> {
  try {
    await walk(tools, repair, next)
  } catch (error) {
    tools.rows.walkLast(next)
    throw error
  }
}

/** A guild that READY did not list was left meanwhile, or is another shard's now: Discord has to say which. */
async function lookForGuild(tools: Tools, { guildId }: GuildRepair): Promise<void> {
  const answer = await answerOf(tools.discord, `/guilds/${guildId}`)
  if (typeof answer === "string") await leaveGuild(tools.ground, guildId, by(telling(tools)))
  tools.rows.forget(guildId)
}

/** Everything of the guild that has to be asked for by itself; and where messages were missed, each channel that was heard. */
async function openEnds(tools: Tools, repair: GuildRepair): Promise<void> {
  const { rows } = tools
  const { guildId, since } = repair
  const ends = await findStructureGaps(databaseOf(tools, guildId), guildId)
  rows.addErrands(guildId, "member", ends.people)
  rows.addErrands(guildId, "thread", ends.threads)
  rows.addErrands(guildId, "channel", ends.gone)
  if (since === null) return rows.move(repair, { step: "whole" })
  rows.addWalks(guildId, ends.heard, false)
  rows.move(repair, { step: "walks", cursor: await ownRoles(tools, guildId) })
}

// A guild's structure read anew by REST, where an event of it could not be handled: no session will tell it again by itself.

const Guild = z.looseObject({})
const Active = z.object({ threads: z.array(z.unknown()) })

/** The guild as GUILD_CREATE would tell it; null where it has to be done again: something changed while it was asked for. */
async function repairStructure(tools: Tools, { guildId }: GuildRepair): Promise<unknown> {
  const askedAt = Date.now()
  const { discord } = tools
  const guild = Guild.parse(await discord.get(`/guilds/${guildId}`))
  const channels = await discord.get(`/guilds/${guildId}/channels`)
  const { threads } = Active.parse(await discord.get(`/guilds/${guildId}/threads/active`))
  const whole = { ...guild, channels, threads }
  const told = WholeShape.parse(whole)
  if (structureToldSince(guildId, askedAt)) return null
  await guildTold(telling(tools), told)
  return whole
}
