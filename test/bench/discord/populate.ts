/** Creates a guild on the fake Discord with the channels and people of a guild seeded into the database. */
import { DatabaseSync } from "node:sqlite"
import { z } from "zod"
import { PERMISSIONS } from "../../discord/permissions.ts"
import type { World } from "../../discord/world.ts"
import { databaseFile } from "../seed.ts"

const Channel = z.object({ guild_id: z.string(), id: z.string(), name: z.string(), audience: z.string() })
const Person = z.object({ id: z.string(), name: z.string() })

/** Call it before the bot connects. Returns the guild's id. */
export function populate(world: World, stateDir: string): string {
  const db = new DatabaseSync(databaseFile(stateDir))
  const channels = z.array(Channel).parse(db.prepare("SELECT * FROM channels ORDER BY id").all())
  const people = z.array(Person).parse(db.prepare("SELECT id, name FROM members ORDER BY id").all())
  db.close()
  const guildId = channels[0]?.guild_id
  if (guildId === undefined) throw new Error("nothing was seeded")
  world.addGuild({ id: guildId, name: "Bench" })
  for (const { id, name, audience } of channels) {
    const overwrites = audience === "restricted" ? [hidden(guildId), seen(world.bot.id)] : []
    world.addChannel(guildId, { id, name, overwrites })
  }
  for (const { id, name } of people) world.addMember(guildId, world.addUser(name, { id }))
  return guildId
}

function hidden(id: string) {
  return { id, type: "role" as const, deny: PERMISSIONS.view }
}

function seen(id: string) {
  return { id, type: "member" as const, allow: PERMISSIONS.view }
}
