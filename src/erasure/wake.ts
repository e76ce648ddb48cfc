/** Tells guilds' erasers that there is something to do: after each request, and every hour for what was missed or has come due. */

import { whatFailed } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildsToErase } from "../memory/db/database.ts"
import type { Eraser } from "./eraser.ts"

interface Bindings {
  DB: D1Database
  ERASERS: DurableObjectNamespace<Eraser>
}

const PAGE = 500
const AT_ONCE = 50

/** Never throws. */
export async function wakeEraser(bindings: Pick<Bindings, "ERASERS">, guildId: Id): Promise<void> {
  try {
    await bindings.ERASERS.getByName(guildId).wake(guildId)
  } catch (error) {
    // The fallback is the next hourly round: what is to be erased is in the database.
    console.error({ event: "eraser.not_woken", guild: guildId, error: whatFailed(error) })
  }
}

/** The hourly round: wakes every guild that has an erasure to go on with, or whose grace is over. */
export async function wakeErasers(bindings: Bindings, now: Time): Promise<void> {
  for (let after = ""; ; ) {
    const guilds = await guildsToErase(bindings, { after, limit: PAGE, now })
    for (let start = 0; start < guilds.length; start += AT_ONCE)
      await Promise.all(guilds.slice(start, start + AT_ONCE).map((id) => wakeEraser(bindings, id)))
    const last = guilds.at(-1)
    if (last === undefined || guilds.length < PAGE) return
    after = last
  }
}
