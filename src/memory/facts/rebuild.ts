/** What remains of memories when words they rest on are gone: rebuilt from the statements left, or nothing. Pure; retract.ts acts on it. */
import type { Filing, Id, Memory, Time } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import { averageCertainty } from "./confidence.ts"
import { factKey } from "./fact-key.ts"
import { filingOf, nextExpiry, refileMemory } from "./filing.ts"
import type { ReducedMemory, StoredEvidence } from "./known.ts"
import { rebuildReplacements } from "./rebuild-replacements.ts"
import { preferredWording, withConfidence } from "./states.ts"

/** The words that are gone. */
export interface RetractedWords {
  messages: ReadonlySet<Id>
  /** Stems of the gone words but for people's names, where they are known: what words a fact by them, its own lines not saying so, goes too. */
  stems: ReadonlySet<string>
  /** What was read together with them. */
  beside: ReadonlySet<Id>
  /** Words told directly, which no message holds: `lineKey` of their evidence. */
  told?: ReadonlySet<string>
}

/** One row of evidence. */
export function evidenceKey({ memoryId, ref }: Pick<StoredEvidence, "memoryId" | "ref">): string {
  return `${memoryId} ${ref}`
}

export interface RebuildResult {
  /** Memories as they shall be, their versions counted on. */
  changed: Memory[]
  gone: Memory[]
  /** Evidence that goes while its memory stays. */
  dropped: StoredEvidence[]
}

/** A memory's evidence from one window, or from one telling: what counts as one statement. */
export interface MemoryStatement {
  rests: StoredEvidence[]
  /** Empty for one that only took the fact back. */
  wordings: { fact: string; certainty: number; filing: Filing; at: Time }[]
  at: Time
}

/**
 * `known`: all memories of the subjects concerned; `rests`: all evidence of those that may have lost some. A statement goes whole
 * with any line it cites. The rest is folded as if it had been said alone, in order of saying.
 */
export function rebuildMemories(
  known: readonly Memory[],
  rests: readonly StoredEvidence[],
  gone: RetractedWords,
  now: Time,
): RebuildResult {
  const result: RebuildResult = { changed: [], gone: [], dropped: [] }
  const left = new Map<string, ReducedMemory>()
  for (const memory of known) {
    const mine = statementsOf(
      memory,
      rests.filter((rest) => rest.memoryId === memory.id),
    )
    const lost = mine.filter((statement) => isLost(statement, gone))
    if (lost.length === 0) continue
    const staying = mine.filter((statement) => !lost.includes(statement))
    const rebuilt = rebuild(memory, { before: mine, lost, staying })
    if (rebuilt === null) result.gone.push(memory)
    else {
      const survives = known.some((other) => other.merged && other.supersededBy === memory.id)
      const key = survives ? keyKept(memory, staying) : null
      left.set(memory.id, { memory: { ...rebuilt, ...key }, ...takenBack(staying) })
      result.dropped.push(...lost.flatMap((statement) => statement.rests))
    }
  }
  const after = rebuildReplacements(known, { gone: result.gone, left, messages: gone.messages, now })
  result.changed = withOwnKeys(after, known, result.gone)
  return result
}

/** The statements of a memory, the earliest first. */
export function statementsOf(memory: Memory, rests: readonly StoredEvidence[]): MemoryStatement[] {
  const groups = Map.groupBy(rests, (rest) => rest.windowId ?? rest.ref)
  return [...groups.values()]
    .map((group) => {
      const ordered = [...group].sort((a, b) => a.saidAt - b.saidAt || (a.ref < b.ref ? -1 : 1))
      const saying = ordered.filter((rest) => rest.fact !== "")
      const wordings = saying.map((rest) => ({
        fact: rest.fact ?? memory.fact,
        certainty: rest.certainty ?? memory.certainty,
        filing: filingOf(memory, rest),
        at: rest.saidAt,
      }))
      return {
        rests: ordered,
        wordings,
        at: Math.max(...(saying.length > 0 ? saying : ordered).map((rest) => rest.saidAt)),
      }
    })
    .sort((a, b) => a.at - b.at)
}

function isLost({ rests, wordings }: MemoryStatement, gone: RetractedWords): boolean {
  const { messages, stems: words, beside, told } = gone
  const cites = (ids: ReadonlySet<Id>) =>
    rests.some(({ messageId }) => messageId !== null && ids.has(messageId))
  if (cites(messages) || rests.some((rest) => told?.has(evidenceKey(rest)))) return true
  if (words.size === 0) return false
  const own = new Set(rests.flatMap((rest) => stems(rest.excerpt)))
  const [others, strict] = [(stem: string) => !own.has(stem), cites(beside)]
  return wordings.some(({ fact }) => {
    const borrowed = stems(fact).filter((stem) => words.has(stem))
    // Read together with the words, any one may have come from them; read elsewhere, it said itself what it shares with them.
    return strict ? borrowed.some(others) : borrowed.length > 0 && borrowed.every(others)
  })
}

/** The memory that the staying statements make; null where none says the fact, or whose words it has cannot be told. */
function rebuild(
  memory: Memory,
  {
    before,
    lost,
    staying,
  }: { before: MemoryStatement[]; lost: MemoryStatement[]; staying: MemoryStatement[] },
): Memory | null {
  const says = (statement: MemoryStatement) => statement.wordings.length > 0
  const saying = staying.filter(says)
  if (saying.length === 0) return null
  if (!lost.some(says)) return saidLast(memory, saying)
  const unknown = (statement: MemoryStatement) => statement.rests.every((rest) => rest.fact === null)
  if (lost.some(unknown) && saying.every(unknown)) return null
  // What was brought back was counted anew: earlier statements count only where no later one is left.
  const counted = before.filter(says).slice(-memory.evidenceCount)
  const still = saying.filter((statement) => counted.includes(statement))
  const kept = still.length > 0 ? still : saying
  return { ...rebuildFromStatements(memory, kept), topics: topicsLeft(memory, kept, lost) }
}

/** The next version of a memory, of these statements in their order: its wording, key, numbers, times and how it is filed. */
export function rebuildFromStatements(memory: Memory, statements: MemoryStatement[]): Memory {
  let [certainty, count, fact] = [0, 0, statements[0]?.wordings[0]?.fact ?? memory.fact]
  for (const { wordings } of statements) {
    const [first, ...more] = wordings
    if (!first) continue
    if (count > 0) fact = preferredWording({ fact, certainty }, first)
    certainty = averageCertainty(certainty, count, first.certainty)
    count += 1
    for (const other of more) fact = preferredWording({ fact, certainty }, other)
  }
  const next = {
    ...saidLast(memory, statements),
    fact,
    factKey: factKey(statements[0]?.wordings[0]?.fact ?? fact),
    certainty,
    evidenceCount: count,
    saidAt: Math.min(...statements.map((statement) => statement.at)),
  }
  return withConfidence(refileMemory(next, statements))
}

/** What others were merged into keeps its key as long as it is said in those words: that of the first may be theirs. */
function keyKept({ factKey: key }: Memory, staying: MemoryStatement[]): Pick<Memory, "factKey"> | null {
  const said = staying.some(({ wordings }) => wordings.some(({ fact }) => factKey(fact) === key))
  return said ? { factKey: key } : null
}

/** The next version of a memory, said last by the last of these: not when it was taken back. */
function saidLast(memory: Memory, saying: MemoryStatement[]): Memory {
  const lastSaidAt = Math.max(...saying.map((statement) => statement.at))
  const next = { ...memory, lastSaidAt, version: memory.version + 1 }
  return { ...next, expiresAt: nextExpiry(next, memory.lifetime) }
}

/** Topics were worded by the first statement: those that only the lost ones speak of go. */
function topicsLeft(memory: Memory, staying: MemoryStatement[], lost: MemoryStatement[]): string[] {
  const said = (statements: MemoryStatement[]) =>
    new Set(
      statements.flatMap(({ wordings, rests }) =>
        [...wordings.map(({ fact }) => fact), ...rests.map((rest) => rest.excerpt)].flatMap(stems),
      ),
    )
  const [left, gone] = [said(staying), said(lost)]
  return memory.topics.filter((topic) => stems(topic).every((stem) => left.has(stem) || !gone.has(stem)))
}

function takenBack(staying: MemoryStatement[]): Pick<ReducedMemory, "takenBackAt" | "takenBackBy"> {
  const back = staying.flatMap(({ rests }) => rests.filter((rest) => rest.fact === ""))
  if (back.length === 0) return { takenBackAt: null, takenBackBy: [] }
  return {
    takenBackAt: Math.max(...back.map((rest) => rest.saidAt)),
    takenBackBy: back.flatMap((rest) => rest.messageId ?? []),
  }
}

/** A subject holds a key once: where another memory has it, the later of the two takes a key of its own. */
function withOwnKeys(
  changed: readonly Memory[],
  known: readonly Memory[],
  gone: readonly Memory[],
): Memory[] {
  const keys = new Map(known.filter((memory) => !gone.includes(memory)).map((memory) => [memory.id, memory]))
  return changed.map((memory) => {
    const taken = [...keys.values()].some(
      (other) =>
        other.id !== memory.id &&
        other.factKey === memory.factKey &&
        other.subject.scope === memory.subject.scope &&
        other.subject.id === memory.subject.id,
    )
    const own = taken ? { ...memory, factKey: factKey(`${memory.fact} ${memory.id}`) } : memory
    keys.set(own.id, own)
    return own
  })
}
