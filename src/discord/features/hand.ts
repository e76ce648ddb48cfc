/** A memory as somebody takes it in hand: read anew with their own eyes each time, for a custom id proves nothing. */
import { Refused } from "../../domain/errors.ts"
import { areOwn, findMemory } from "../../memory/read/manage.ts"
import type { Found } from "../../memory/read/search.ts"
import type { Doing } from "../../memory/write/undo-rows.ts"
import type { Entered } from "../../runtime/enter.ts"
import { isPaused } from "../../runtime/means.ts"
import type { Asked } from "../bot/ui/command.ts"
import { type Desk, deskOf, manages, mayChange } from "../bot/ui/reading.ts"

export interface InHand {
  desk: Desk
  found: Found
  /** Whether they may correct and forget it, by what of it they may read. */
  mayChange: boolean
}

/** What a memory's id looks like (memory/facts/fact-key.ts). */
const MEMORY_ID = /^m_[0-9a-f]{24}$/

export function isMemoryId(text: string): boolean {
  return MEMORY_ID.test(text)
}

/** Refuses what they may not read as it refuses what is not there. */
export async function inHand(asked: Asked, id: string | undefined): Promise<InHand> {
  const desk = await deskOf(asked)
  const found = await findIn(desk, id)
  if (found === null) throw new Refused({ reason: "nothing_known" })
  return { desk, found, mayChange: mayChange(asked.asker, found) }
}

/** Of these, those that the desk's viewer may read, in the order given. */
export async function allInHand(asked: Asked, ids: readonly string[]): Promise<InHand[]> {
  const desk = await deskOf(asked)
  const all = await Promise.all(ids.map((id) => findIn(desk, id)))
  return all
    .filter((found) => found !== null)
    .map((found) => ({ desk, found, mayChange: mayChange(asked.asker, found) }))
}

async function findIn({ entered, viewer }: Desk, id: string | undefined): Promise<Found | null> {
  return id !== undefined && isMemoryId(id) ? findMemory(entered.db, viewer, id) : null
}

/** Who changes a memory, in a way that they can take back under the interaction's own id. Who manages nothing changes their own alone. */
export function doing({ asker, id }: Asked): Doing {
  const undo = { id, userId: asker.id }
  return {
    actor: `member ${asker.id}`,
    now: Date.now(),
    undo,
    ...(manages(asker) ? {} : { owner: asker.id }),
  }
}

/** Refuses those who may not change it. What others said of it where they cannot read stands in the way too, in the same words. */
export async function refuseStrangers({ asker, guildId }: Asked, hand: InHand): Promise<void> {
  const { desk, found, mayChange } = hand
  const own = () => areOwn(desk.entered.db, guildId, [found.memory.id], asker.id)
  if (!mayChange || !(manages(asker) || (await own()))) throw new Refused({ reason: "not_yours" })
}

/** Refuses while memory is paused. What is forgotten is forgotten all the same; nothing asks this then. */
export function refusePaused({ ground }: Asked, entered: Entered): void {
  if (isPaused(ground, entered)) throw new Refused({ reason: "read_only" })
}
