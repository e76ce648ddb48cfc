/** What comes back when the words that replaced, retired or doubted it are gone: who stands, who is history. Pure. */
import type { Id, Memory, Time } from "../vocabulary.ts"
import type { Left } from "./remains.ts"
import { released, weighed } from "./states.ts"

interface Loss {
  gone: readonly Memory[]
  left: ReadonlyMap<string, Left>
  messages: ReadonlySet<Id>
  now: Time
}

/** All memories that change, those of `left` among them. Of a memory and its former replacement the later word stands. */
export function restored(known: readonly Memory[], loss: Loss): Memory[] {
  const changed = new Map([...loss.left].map(([id, { memory }]) => [id, memory]))
  const gone = new Map(loss.gone.map((memory) => [memory.id, memory]))
  const now = (memory: Memory) => changed.get(memory.id) ?? memory
  const put = (memory: Memory, change: Partial<Memory>) => {
    const version = (known.find(({ id }) => id === memory.id)?.version ?? 0) + 1
    changed.set(memory.id, weighed({ ...now(memory), ...change, version }))
  }
  for (const { memory, takenBackAt, takenBackBy } of loss.left.values()) {
    if (takenBackAt !== null && takenBackAt >= memory.lastSaidAt)
      put(memory, { ...history(null, takenBackBy), lastSaidAt: takenBackAt })
  }
  const former = known.filter((memory) => memory.status === "superseded" && !gone.has(memory.id))
  for (const memory of former) {
    const next = standing(now(memory), { gone, left: loss.left, messages: loss.messages })
    if (next === null) continue
    if (next.kind === "history") put(memory, history(next.successor, next.words))
    else if (isOver(now(memory), loss.now)) put(memory, history(null, null))
    else {
      put(memory, { status: "active", supersededBy: null, retiredBy: null, contradicts: null })
      if (next.instead) put(next.instead, { ...history(memory.id, []), contradicts: null })
    }
  }
  // History keeps what it stood against, as long as that is there.
  for (const memory of former) if (gone.has(now(memory).contradicts ?? "")) put(memory, { contradicts: null })
  const out = new Set([...gone.keys(), ...[...changed.values()].filter(isHistory).map(({ id }) => id)])
  for (const memory of released(out, known.filter(({ id }) => !gone.has(id)).map(now)))
    put(memory, { contradicts: memory.contradicts })
  return [...changed.values()]
}

type Standing =
  /** It comes back; `instead` of what had replaced it, where that stays with older words. */
  { kind: "back"; instead: Memory | null } | { kind: "history"; successor: string | null; words: Id[] | null }

/** What becomes of a memory that is history; null where nothing does. */
function standing(
  memory: Memory,
  {
    gone,
    left,
    messages,
  }: { gone: ReadonlyMap<string, Memory>; left: Loss["left"]; messages: Loss["messages"] },
): Standing | null {
  const lost = memory.retiredBy?.some((id) => messages.has(id)) ?? false
  const words = memory.retiredBy?.filter((id) => !messages.has(id)) ?? null
  if (memory.supersededBy === null) return lost ? { kind: "back", instead: null } : null
  const first = gone.get(memory.supersededBy)
  if (first) {
    const heir = heirOf(first, gone)
    if (heir) return { kind: "history", successor: heir.by, words: memory.retiredBy && heir.words }
    return memory.retiredBy === null
      ? { kind: "history", successor: null, words: null }
      : { kind: "back", instead: null }
  }
  const successor = left.get(memory.supersededBy)?.memory
  if (!successor) return null
  if (memory.retiredBy !== null && successor.lastSaidAt < memory.lastSaidAt)
    return { kind: "back", instead: successor.status === "active" ? successor : null }
  return lost ? { kind: "history", successor: successor.id, words } : null
}

/** What had replaced a memory that is gone, and still stands. */
function heirOf(memory: Memory, gone: ReadonlyMap<string, Memory>): { by: string; words: Id[] } | null {
  const seen = new Set<string>()
  for (
    let one: Memory | undefined = memory;
    one && !seen.has(one.id);
    one = gone.get(one.supersededBy ?? "")
  ) {
    seen.add(one.id)
    if (one.supersededBy !== null && !gone.has(one.supersededBy))
      return { by: one.supersededBy, words: one.retiredBy ?? [] }
  }
  return null
}

function history(successor: string | null, words: Id[] | null): Partial<Memory> {
  return { status: "superseded", supersededBy: successor, retiredBy: words }
}

function isHistory(memory: Memory): boolean {
  return memory.status === "superseded"
}

function isOver(memory: Memory, now: Time): boolean {
  return memory.expiresAt !== null && memory.expiresAt <= now
}
