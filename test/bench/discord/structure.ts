/**
 * Measures how long storing a large guild's structure takes: the first time, again unchanged, and with one
 * channel changed.
 */

import { performance } from "node:perf_hooks"
import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { PERMISSIONS } from "../../discord/permissions.ts"
import { startFakeDiscord } from "../../discord/server.ts"
import type { World } from "../../discord/world.ts"
import type { Counters } from "../metered/meters.ts"
import type { Table } from "../report.ts"
import { figure, median, times } from "../statistics.ts"
import { type BenchBot, startBenchBot } from "./bot.ts"

const CHANNELS = 500
const ROLES = 250

interface Taken {
  ms: number
  count: Counters
}

const Bare = z.object({ rowsWritten: z.number() })

interface BareTaken {
  ms: number
  rowsWritten: number
}

export async function benchStructure(guilds: number): Promise<Table> {
  const discord = await startFakeDiscord({ ttlSeconds: 3_600 })
  const ids = Array.from({ length: guilds + 1 }, () => largeGuild(discord.world))
  const bot = await startBenchBot({ worker: "metered", discord })
  const found: Record<"first" | "again" | "changed", Taken[]> = { first: [], again: [], changed: [] }
  const bare: BareTaken[] = []
  try {
    for (const id of ids) {
      found.first.push(await taken(bot, id))
      found.again.push(await taken(bot, id))
      bare.push(await bareRows(bot, id))
      found.changed.push(await taken(bot, id, () => rename(discord.world, id)))
    }
  } finally {
    await bot.stop()
  }
  // The first run warms up the worker.
  return structureTable({
    first: found.first.slice(1),
    again: found.again.slice(1),
    changed: found.changed.slice(1),
    bare: bare.slice(1),
  })
}

/** Creates a guild before the bot joins it. Every channel has two overwrites. */
function largeGuild(world: World): string {
  const guild = world.addGuild({ name: "Large" }).made
  guild.joined = false
  const roles = Array.from(
    { length: ROLES },
    (_, n) => world.addRole(guild.id, { name: `role ${n}` }).made.id,
  )
  for (let n = 0; n < CHANNELS; n++) {
    const overwrites = [n, n + 1].map((at) => ({
      id: roles[at % ROLES] ?? guild.id,
      type: "role" as const,
      deny: PERMISSIONS.view,
    }))
    world.addChannel(guild.id, { name: `channel ${n}`, overwrites, position: n })
  }
  return guild.id
}

function rename(world: World, guildId: string): void {
  const [first] = world.guild(guildId).channels.keys()
  if (first !== undefined) world.changeChannel(guildId, first, { name: "renamed" })
}

/** Sends GUILD_CREATE, as after an invitation or an outage. Runs `meanwhile` before the event is handled. */
async function taken(bot: BenchBot, guildId: string, meanwhile?: () => void): Promise<Taken> {
  const { world } = bot.discord
  if (world.guild(guildId).joined) {
    world.loseGuild(guildId)
    meanwhile?.()
    await delay(100)
  }
  const { handled } = await bot.settled()
  await bot.reset()
  const begun = performance.now()
  world.bringGuild(guildId)
  await bot.handled(handled + 1, 5)
  const ms = performance.now() - begun
  return { ms, count: await bot.counters() }
}

/** The floor: inserts as many rows in one statement and compares nothing. */
async function bareRows({ client }: BenchBot, guildId: string): Promise<BareTaken> {
  const rows = Array.from({ length: CHANNELS + ROLES }, (_, n) => ({
    id: `${guildId}:${n}`,
    name: `row ${n}`,
  }))
  const begun = performance.now()
  const told = await client.send({ path: "/bench/rows", body: JSON.stringify(rows) })
  const ms = performance.now() - begun
  return { ms, rowsWritten: Bare.parse(JSON.parse(told)).rowsWritten }
}

function structureTable(
  found: Record<"first" | "again" | "changed", Taken[]> & { bare: BareTaken[] },
): Table {
  const floorMs = median(found.bare.map(({ ms }) => ms))
  const floorRows = median(found.bare.map(({ rowsWritten }) => rowsWritten))
  const row = (name: string, list: Taken[]) => {
    const ms = median(list.map((one) => one.ms))
    const of = (what: keyof Counters) => figure(median(list.map(({ count }) => count[what])))
    return [name, figure(ms), times(ms / floorMs), of("d1Written"), of("d1Read"), of("d1Calls")]
  }
  return {
    title: "A large guild's structure",
    about: `GUILD_CREATE with ${CHANNELS} channels of two overwrites each and ${ROLES} roles, timed from sent to handled. Medians of ${found.first.length} guilds, with the meters on. The floor is one statement that inserts ${CHANNELS + ROLES} bare rows with one index.`,
    head: ["received", "ms", "against floor", "D1 rows written", "D1 rows read", "D1 calls"],
    rows: [
      row("for the first time", found.first),
      row("again, unchanged", found.again),
      row("again, one channel renamed", found.changed),
      ["floor: bare rows", figure(floorMs), "", figure(floorRows), "0", "1"],
    ],
  }
}
