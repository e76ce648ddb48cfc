/**
 * Decides which memories come back when the words that replaced, retired or contested them are retracted.
 * Pure.
 */
import type { Id, Memory, Time } from "../../domain/types.ts"
import type { ReducedMemory } from "./known.ts"
import { mergeSurvivor, releaseContested, withConfidence, withReplacedAt } from "./states.ts"

interface Loss {
  gone: readonly Memory[]
  left: ReadonlyMap<string, ReducedMemory>
  messages: ReadonlySet<Id>
  now: Time
}

/**
 * Returns all memories that change, including those of `left`. Between a memory and its former replacement,
 * the later word stands.
 */
export function rebuildReplacements(known: readonly Memory[], loss: Loss): Memory[] {
  const changed = new Map([...loss.left].map(([id, { memory }]) => [id, memory]))
  const gone = new Map(loss.gone.map((memory) => [memory.id, memory]))
  const now = (memory: Memory) => changed.get(memory.id) ?? memory
  const put = (memory: Memory, change: Partial<Memory>) => {
    const version = (known.find(({ id }) => id === memory.id)?.version ?? 0) + 1
    changed.set(memory.id, withConfidence({ ...now(memory), ...change, version }))
  }
  for (const { memory, takenBackAt, takenBackBy } of loss.left.values()) {
    if (takenBackAt !== null && takenBackAt >= memory.lastSaidAt)
      put(memory, { ...history(null, takenBackBy), lastSaidAt: takenBackAt })
  }
  const all = new Map(known.map((memory) => [memory.id, memory]))
  const former = known.filter((memory) => memory.status === "superseded" && !gone.has(memory.id))
  for (const memory of former) {
    const next = nextStateOf(now(memory), { known: all, gone, left: loss.left, messages: loss.messages })
    if (next === null) continue
    const over = next.kind === "back" && isExpired(now(memory), loss.now)
    put(memory, over ? { ...history(null, null), merged: false } : stateOf(next))
    if (next.kind === "back" && next.instead && !over)
      put(next.instead, { ...history(memory.id, []), contradicts: null })
  }
  // A superseded memory keeps the id it contested as long as that memory exists.
  for (const memory of former) if (gone.has(now(memory).contradicts ?? "")) put(memory, { contradicts: null })
  const out = new Set([...gone.keys(), ...[...changed.values()].filter(isHistory).map(({ id }) => id)])
  for (const memory of releaseContested(out, known.filter(({ id }) => !gone.has(id)).map(now)))
    put(memory, { contradicts: memory.contradicts })
  return withReplacedAt([...changed.values()], loss.now)
}

type NextState =
  /** The memory comes back. `instead` is the memory that had replaced it and stays with older words. */
  | { kind: "back"; instead: Memory | null }
  | { kind: "history"; successor: string | null; words: Id[] | null; merged?: boolean }

interface ReplacementContext extends Pick<Loss, "left" | "messages"> {
  known: ReadonlyMap<string, Memory>
  gone: ReadonlyMap<string, Memory>
}

/** Returns what becomes of a superseded memory, or `null` if nothing changes. */
function nextStateOf(memory: Memory, among: ReplacementContext): NextState | null {
  const { known, gone, left, messages } = among
  if (memory.merged) return unmerge(memory, gone)
  const lost = memory.retiredBy?.some((id) => messages.has(id)) ?? false
  const words = memory.retiredBy?.filter((id) => !messages.has(id)) ?? null
  if (memory.supersededBy === null) return lost ? { kind: "back", instead: null } : null
  const by = survivorId(memory.supersededBy, known)
  const first = gone.get(by)
  if (first) return withoutSuccessor(memory, first, gone)
  const stays: NextState = { kind: "history", successor: by, words }
  const repointed = gone.has(memory.supersededBy) ? stays : null
  const successor = left.get(by)?.memory
  if (!successor) return repointed
  if (memory.retiredBy !== null && successor.lastSaidAt < memory.lastSaidAt)
    return { kind: "back", instead: successor.status === "active" ? successor : null }
  return lost ? stays : repointed
}

/**
 * The replacement is gone. Whatever had replaced the replacement takes its place. Otherwise the memory comes
 * back, unless a person had decided.
 */
function withoutSuccessor(memory: Memory, first: Memory, gone: ReplacementContext["gone"]): NextState {
  const heir = ultimateReplacement(first, gone)
  if (heir) return { kind: "history", successor: heir.by, words: memory.retiredBy && heir.words }
  if (memory.retiredBy === null) return { kind: "history", successor: null, words: null }
  return { kind: "back", instead: null }
}

/**
 * Returns what becomes of a merged memory. It comes back if everything it was merged into is gone and was
 * never replaced.
 */
function unmerge(memory: Memory, gone: ReplacementContext["gone"]): NextState | null {
  const first = gone.get(memory.supersededBy ?? "")
  if (!first) return null
  const heir = ultimateReplacement(first, gone)
  if (!heir) return { kind: "back", instead: null }
  return {
    kind: "history",
    successor: heir.by,
    words: heir.merged ? null : heir.words,
    merged: heir.merged,
  }
}

/** Returns the id of the memory whose statements include this one's: itself if it was never merged. */
function survivorId(id: string, known: ReplacementContext["known"]): string {
  const memory = known.get(id)
  return (memory && mergeSurvivor(memory, [...known.values()])?.id) ?? id
}

/** Returns the existing memory that had replaced a deleted one. `merged` is true if it says the same. */
function ultimateReplacement(
  memory: Memory,
  gone: ReadonlyMap<string, Memory>,
): { by: string; words: Id[]; merged: boolean } | null {
  const seen = new Set<string>()
  let merged = true
  for (
    let one: Memory | undefined = memory;
    one && !seen.has(one.id);
    one = gone.get(one.supersededBy ?? "")
  ) {
    seen.add(one.id)
    merged &&= one.merged
    if (one.supersededBy !== null && !gone.has(one.supersededBy))
      return { by: one.supersededBy, words: one.retiredBy ?? [], merged }
  }
  return null
}

function stateOf(next: NextState): Partial<Memory> {
  if (next.kind === "history") return { ...history(next.successor, next.words), merged: next.merged ?? false }
  return { status: "active", supersededBy: null, retiredBy: null, contradicts: null, merged: false }
}

function history(successor: string | null, words: Id[] | null): Partial<Memory> {
  return { status: "superseded", supersededBy: successor, retiredBy: words }
}

function isHistory(memory: Memory): boolean {
  return memory.status === "superseded"
}

function isExpired(memory: Memory, now: Time): boolean {
  return memory.expiresAt !== null && memory.expiresAt <= now
}
