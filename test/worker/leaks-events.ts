/** Events of a random guild: its projects, and what agents report about them, about people, channels and the guild. */
import { env } from "cloudflare:workers"
import { placeId } from "../../src/domain/events.ts"
import { placeOf } from "./agents.ts"
import { NOON } from "./builders.ts"
import { channelPath, ok } from "./http.ts"
import type { Dice } from "./leaks-dice.ts"
import { told } from "./leaks-telling.ts"
import type { Line, Person, World } from "./leaks-world.ts"

/** Nobody is the author of an event that is about nobody. */
const NO_AUTHOR: Person = { id: "0", name: "", roles: null, left: false }

/** Stores the guild's projects, which decide who may read their places. */
export async function tellProjects({ guildId, projects }: World): Promise<void> {
  const named = Object.entries(projects).map(([slug, channels]) => [slug, { name: slug, channels }])
  await ok("PUT", `/v1/guilds/${guildId}/settings`, { projects: Object.fromEntries(named) })
}

/** Stores the guild's links and attributions, as both accounts and a manager make them. */
export async function tellAccounts({ guildId, links, attributions }: World): Promise<void> {
  const rows = [
    ...links.map((pair) => ["confirmed", ...[...pair].sort()]),
    ...attributions.map((pair) => ["attribution", ...pair]),
  ]
  if (rows.length === 0) return
  const insert = env.DB.prepare(
    "INSERT INTO identity_links (guild_id, kind, account_id, person_id, made_by, made_at) VALUES (?, ?, ?, ?, 'manager', 1)",
  )
  await env.DB.batch(rows.map((row) => insert.bind(guildId, ...row)))
}

/** Reports one statement about each subject, and closes the windows. Returns a line for each. */
export async function reportEvents(dice: Dice, world: World): Promise<Line[]> {
  const { guildId, people, channels, projects } = world
  const channel = dice.pick(channels).id
  const subjects = [
    { scope: "guild", of: {}, place: placeId(guildId, "guild", guildId), author: NO_AUTHOR },
    { scope: "global", of: {}, place: placeId(guildId, "guild", guildId), author: NO_AUTHOR },
    { scope: "channel", of: { scope_id: channel }, place: channel, author: NO_AUTHOR },
    ...Object.keys(projects).map((slug) => ({
      ...{ scope: "project", of: { scope_id: slug }, author: NO_AUTHOR },
      place: placeId(guildId, "project", slug),
    })),
    ...people.slice(0, 3).map((author) => ({
      ...{ scope: "user", of: { scope_id: author.id }, author },
      place: placeId(guildId, "user", author.id),
    })),
  ].map((subject) => ({ ...subject, marker: dice.marker() }))
  await ok("POST", `/v1/guilds/${guildId}/events`, {
    events: subjects.map(({ scope, of, marker }) => ({
      ...{ id: `event-${marker}`, scope, ...of, source: "tool_result", role: "tool" },
      content: `The ${marker} report is done.`,
      at: new Date(NOON + 1_000).toISOString(),
    })),
  })
  await ok("POST", `${channelPath(guildId, channel)}/flush`)
  const kinds = [
    placeOf(guildId, "guild"),
    ...Object.keys(projects).map((slug) => placeOf(guildId, "project", slug)),
    ...people.slice(0, 3).map(({ id }) => placeOf(guildId, "user", id)),
  ]
  for (const place of kinds) await place.flush()
  return subjects.map(({ author, place, marker }) => told(author, { channelId: place, marker }))
}
