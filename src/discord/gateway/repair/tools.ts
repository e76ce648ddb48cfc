/** What the steps of a repair work with. */

import type { Id } from "../../../domain/types.ts"
import { type Database, guildDatabase } from "../../../memory/db/database.ts"
import type { Ground } from "../../../runtime/ground.ts"
import type { Own, Telling } from "../events/telling.ts"
import type { Discord } from "./port.ts"
import type { RepairRows } from "./repair-rows.ts"

export interface Tools {
  rows: RepairRows
  discord: Discord
  ground: Ground
  own: Own
}

export function databaseOf({ ground }: Tools, guildId: Id): Database {
  return guildDatabase(ground.env, guildId)
}

/** As an event would tell it. */
export function telling({ ground, own }: Tools): Telling {
  return { ground, own, now: Date.now() }
}
