/** Rewords facts of people who changed their names. Runs every five minutes, for all guilds. */
import { applyRenames } from "../memory/write/renames.ts"

export async function followRenames(bindings: { DB: D1Database }): Promise<void> {
  await applyRenames(bindings)
}
