/** Whether the bot hears Discord right now, in words. */
import type { Ground } from "../../../guild/ground.ts"
import type { Id } from "../../../vocabulary.ts"

export interface Connection {
  words: string
}

/** Until a shard tells of itself, nothing is claimed of it. */
export async function connectionOf(_env: Ground["env"], _guildId: Id): Promise<Connection> {
  return { words: "Not known." }
}
