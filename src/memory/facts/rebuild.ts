/**
 * Rebuilds memories from their remaining statements after words were retracted, or drops them if nothing
 * remains. Pure. `retract.ts` writes the result.
 */
import type { Id, Memory, Time } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import { averageCertainty } from "./confidence.ts"
import { factKey, hasFactKey, separateKey } from "./fact-key.ts"
import { filingOf, nextExpiry, refileMemory } from "./filing.ts"
import type { MemoryStatement, ReducedMemory, StoredEvidence } from "./known.ts"
import { loseLeaning } from "./leaning.ts"
import { rebuildReplacements } from "./rebuild-replacements.ts"
import { preferredWording, withConfidence } from "./states.ts"

/** The retracted words. */
export interface RetractedWords {
  messages: ReadonlySet<Id>
  /**
   * Stems of the retracted words, without people's names, if known. A statement whose fact takes words from
   * them that its own lines do not contain is lost too.
   */
  stems: ReadonlySet<string>
  /** Messages that were read in the same window. */
  beside: ReadonlySet<Id>
  /** `evidenceKey` of words told directly, which no message holds. */
  told?: ReadonlySet<string>
}

/** Identifies one row of evidence. */
export function evidenceKey({ memoryId, ref }: Pick<StoredEvidence, "memoryId" | "ref">): string {
  return `${memoryId} ${ref}`
}

export interface RebuildResult {
  /** Memories in their new state, with new version numbers. */
  changed: Memory[]
  gone: Memory[]
  /** Evidence to delete while its memory stays. */
  dropped: StoredEvidence[]
}

/**
 * `known` holds all memories of the subjects concerned, `evidence` all evidence of those that may lose some. A
 * statement is lost as a whole if any line it cites is retracted, or if it took details over from a memory that it
 * replaced and that loses them. The remaining statements are folded in the
 * order they were said, as if nothing else had been said.
 */
export function rebuildMemories(
  known: readonly Memory[],
  evidence: readonly StoredEvidence[],
  gone: RetractedWords,
  now: Time,
): RebuildResult {
  const result: RebuildResult = { changed: [], gone: [], dropped: [] }
  const left = new Map<string, ReducedMemory>()
  const byMemory = Map.groupBy(evidence, (row) => row.memoryId)
  const losing = known.map((memory) => {
    const statements = statementsOf(memory, byMemory.get(memory.id) ?? [])
    return { memory, statements, lost: new Set(statements.filter((statement) => isLost(statement, gone))) }
  })
  loseLeaning(losing)
  for (const { memory, statements, lost: all } of losing) {
    if (all.size === 0) continue
    const lost = statements.filter((statement) => all.has(statement))
    const staying = statements.filter((statement) => !all.has(statement))
    const rebuilt = rebuild(memory, { before: statements, lost, staying })
    if (rebuilt === null) result.gone.push(memory)
    else {
      const survives = known.some((other) => other.merged && other.supersededBy === memory.id)
      const key = survives ? keptKey(memory, staying) : null
      left.set(memory.id, { memory: { ...rebuilt, ...key }, ...takenBack(staying) })
      result.dropped.push(...lost.flatMap((statement) => statement.evidence))
    }
  }
  const after = rebuildReplacements(known, { gone: result.gone, left, messages: gone.messages, now })
  result.changed = withUniqueKeys(after, known, result.gone)
  return result
}

/** Returns the statements of a memory, earliest first. */
export function statementsOf(memory: Memory, evidence: readonly StoredEvidence[]): MemoryStatement[] {
  const groups = Map.groupBy(evidence, (row) => row.windowId ?? row.ref)
  return [...groups.values()]
    .map((group) => {
      const ordered = [...group].sort((a, b) => a.saidAt - b.saidAt || (a.ref < b.ref ? -1 : 1))
      const saying = ordered.filter((row) => row.fact !== "")
      const wordings = saying.map((row) => ({
        fact: row.fact ?? memory.fact,
        certainty: row.certainty ?? memory.certainty,
        filing: filingOf(memory, row),
        at: row.saidAt,
      }))
      return {
        evidence: ordered,
        wordings,
        at: Math.max(...(saying.length > 0 ? saying : ordered).map((row) => row.saidAt)),
      }
    })
    .sort((a, b) => a.at - b.at)
}

function isLost({ evidence, wordings }: MemoryStatement, gone: RetractedWords): boolean {
  const { messages, stems: words, beside, told } = gone
  const cites = (ids: ReadonlySet<Id>) =>
    evidence.some(({ messageId }) => messageId !== null && ids.has(messageId))
  if (cites(messages) || evidence.some((row) => told?.has(evidenceKey(row)))) return true
  if (words.size === 0) return false
  const own = new Set(evidence.flatMap((row) => stems(row.excerpt)))
  const [others, strict] = [(stem: string) => !own.has(stem), cites(beside)]
  return wordings.some(({ fact }) => {
    const borrowed = stems(fact).filter((stem) => words.has(stem))
    // A statement read together with the retracted words is lost if any shared word is missing from its own
    // lines. A statement read elsewhere is lost only if all of them are.
    return strict ? borrowed.some(others) : borrowed.length > 0 && borrowed.every(others)
  })
}

/**
 * Returns the memory that the remaining statements make. Returns `null` if none of them states the fact or it
 * is unknown whose wording the memory has.
 */
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
  if (!lost.some(says)) return withLastSaid(memory, saying)
  const unknown = (statement: MemoryStatement) => statement.evidence.every((row) => row.fact === null)
  if (lost.some(unknown) && saying.every(unknown)) return null
  // A memory that was brought back counts only its later statements. Earlier ones count only if no later one
  // remains.
  const counted = before.filter(says).slice(-memory.evidenceCount)
  const still = saying.filter((statement) => counted.includes(statement))
  const kept = still.length > 0 ? still : saying
  return { ...rebuildFromStatements(memory, kept), topics: remainingTopics(memory, kept, lost) }
}

/**
 * Returns the next version of a memory, built from these statements in order: wording, key, numbers, times
 * and filing.
 */
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
    ...withLastSaid(memory, statements),
    fact,
    factKey: factKey(statements[0]?.wordings[0]?.fact ?? fact),
    certainty,
    evidenceCount: count,
    saidAt: Math.min(...statements.map((statement) => statement.at)),
  }
  return withConfidence(refileMemory(next, statements))
}

/**
 * A merge target keeps its key while it is still stated in those words: the key of its first wording may
 * belong to a merged memory.
 */
function keptKey({ factKey: key }: Memory, staying: MemoryStatement[]): Pick<Memory, "factKey"> | null {
  const said = staying.some(({ wordings }) =>
    wordings.some(({ fact }) => hasFactKey({ factKey: key }, factKey(fact))),
  )
  return said ? { factKey: key } : null
}

/**
 * Returns the next version of a memory, last said by the last of these statements. Taking it back does not
 * count as saying it.
 */
function withLastSaid(memory: Memory, saying: MemoryStatement[]): Memory {
  const lastSaidAt = Math.max(...saying.map((statement) => statement.at))
  const next = { ...memory, lastSaidAt, version: memory.version + 1 }
  return { ...next, expiresAt: nextExpiry(next, memory) }
}

/** Topics come from the first statement. Topics that only lost statements mention are removed. */
function remainingTopics(memory: Memory, staying: MemoryStatement[], lost: MemoryStatement[]): string[] {
  const said = (statements: MemoryStatement[]) =>
    new Set(
      statements.flatMap(({ wordings, evidence }) =>
        [...wordings.map(({ fact }) => fact), ...evidence.map((row) => row.excerpt)].flatMap(stems),
      ),
    )
  return topicsWithout(memory.topics, said(lost), said(staying))
}

/** Leaves out topics with a stem of words that are `gone` and not `left`. A topic that nobody said stays. */
export function topicsWithout(
  topics: readonly string[],
  gone: ReadonlySet<string>,
  left: ReadonlySet<string>,
): string[] {
  return topics.filter((topic) => stems(topic).every((stem) => left.has(stem) || !gone.has(stem)))
}

function takenBack(staying: MemoryStatement[]): Pick<ReducedMemory, "takenBackAt" | "takenBackBy"> {
  const back = staying.flatMap(({ evidence }) => evidence.filter((row) => row.fact === ""))
  if (back.length === 0) return { takenBackAt: null, takenBackBy: [] }
  return {
    takenBackAt: Math.max(...back.map((row) => row.saidAt)),
    takenBackBy: back.flatMap((row) => row.messageId ?? []),
  }
}

/**
 * A key is unique within a subject. If another memory already has it, the later of the two gets a key of its
 * own.
 */
function withUniqueKeys(
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
    const own = taken ? { ...memory, factKey: separateKey(memory.factKey, memory.id) } : memory
    keys.set(own.id, own)
    return own
  })
}
