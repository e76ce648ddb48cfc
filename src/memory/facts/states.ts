/** A memory from one state to the next: made, strengthened, brought back, retired. Pure. */
import type { Evidence, Id, Memory, Time } from "../../domain/types.ts"
import { averageCertainty, confidence, sourceWeight } from "./confidence.ts"
import { factKey, memoryId } from "./fact-key.ts"
import { expiry, refileWithStatement, toFiling } from "./filing.ts"
import type { KnownMemory, Proposal } from "./known.ts"

/** The state after one more statement. */
export function addStatement(match: KnownMemory | null, fresh: Memory): Memory {
  if (!match) return fresh
  return match.status === "superseded" ? revived(match, fresh) : reinforceMemory(match, fresh)
}

/** The same fact again. Its key stays, whatever the wording. */
export function reinforceMemory(known: KnownMemory, fresh: Memory): Memory {
  const statement = known.counted
    ? {}
    : {
        certainty: averageCertainty(known.certainty, known.evidenceCount, fresh.certainty),
        evidenceCount: known.evidenceCount + 1,
      }
  const memory = {
    ...toPlainMemory(known),
    ...statement,
    fact: preferredWording(known, fresh),
    saidAt: Math.min(known.saidAt, fresh.saidAt),
    lastSaidAt: Math.max(known.lastSaidAt, fresh.saidAt),
    version: known.version + 1,
  }
  return withConfidence(refileWithStatement(memory, known, fresh))
}

/** The surer wording. Letters and signs alone make no other wording: who may read one may read the other. */
export function preferredWording(
  known: Pick<Memory, "fact" | "certainty">,
  fresh: Pick<Memory, "fact" | "certainty">,
): string {
  return fresh.certainty > known.certainty && factKey(fresh.fact) !== factKey(known.fact)
    ? fresh.fact
    : known.fact
}

/** Brought back where it had been replaced: counted anew. What a person set of how it is filed stands. */
function revived(known: Memory, fresh: Memory): Memory {
  const set = known.decided?.set ?? null
  return {
    ...fresh,
    ...set,
    decided: set && { set },
    expiresAt: expiry(set?.lifetime ?? fresh.lifetime, fresh.lastSaidAt),
    id: known.id,
    factKey: known.factKey,
    createdAt: known.createdAt,
    version: known.version + 1,
  }
}

/** Into history: `successor` is what replaced it, `words` the messages that did. What waited out of sight does not come back if they go. */
export function retireMemory(memory: KnownMemory, by: { successor: string | null; words: Id[] }): Memory {
  return {
    ...toPlainMemory(memory),
    status: "superseded",
    supersededBy: by.successor,
    retiredBy: memory.status === "active" ? by.words : null,
    version: memory.version + 1,
  }
}

/** Memories as a decision at `now` leaves them: what became history by it is history since then. */
export function withReplacedAt(changed: readonly Memory[], now: Time): Memory[] {
  return changed.map((memory) => ({
    ...memory,
    replacedAt: memory.status === "superseded" ? (memory.replacedAt ?? now) : null,
  }))
}

/** A known memory as the memory it is. */
export function toPlainMemory(known: KnownMemory): Memory {
  const { merges: _, said: __, counted: ___, beside: ____, ...memory } = known
  return memory
}

/** The memory a claim makes where nothing of it is known. */
export function createMemory(guildId: Id, proposal: Proposal, now: Time): Memory {
  const { claim, evidence, saidAt } = proposal
  const key = factKey(claim.fact)
  const first = evidence[0]
  return withConfidence({
    id: memoryId(guildId, claim.subject, key, first?.windowId ?? `told:${saidAt}`),
    guildId,
    subject: claim.subject,
    fact: claim.fact,
    factKey: key,
    ...toFiling(claim),
    topics: claim.topics,
    certainty: certaintyOf(proposal),
    confidence: 0,
    decided: null,
    expiresAt: expiry(claim.lifetime, saidAt),
    status: "active",
    supersededBy: null,
    contradicts: null,
    retiredBy: null,
    replacedAt: null,
    merged: false,
    evidenceCount: 1,
    saidAt,
    lastSaidAt: saidAt,
    createdAt: now,
    version: 1,
  })
}

/** Base × source weight of a statement, in thousandths. */
export function certaintyOf({ claim, evidence: [first] }: Proposal): number {
  return averageCertainty(0, 0, first ? claim.confidence * sourceWeight(first.method, first.source) : 0)
}

/** What those that are gone contradicted is contradicted no more, unless by another. Returns those that change. */
export function releaseContested(gone: ReadonlySet<string>, all: readonly Memory[]): Memory[] {
  const staying = all.filter((memory) => memory.status !== "superseded" && !gone.has(memory.id))
  return staying
    .filter((memory) => memory.contradicts !== null && gone.has(memory.contradicts))
    .map((memory) => {
      const other = staying.find((one) => one.status === "active" && one.contradicts === memory.id)
      return withConfidence({ ...memory, contradicts: other?.id ?? null, version: memory.version + 1 })
    })
}

/** The memory that the statements of a merged one count for: at the end of its chain; itself where it is not merged. Undefined where that is gone. */
export function mergeSurvivor<M extends Memory>(memory: M, all: readonly M[]): M | undefined {
  const seen = new Set<string>()
  let one: M | undefined = memory
  for (; one?.merged && !seen.has(one.id); ) {
    seen.add(one.id)
    const next: string | null = one.supersededBy
    one = all.find(({ id }) => id === next)
  }
  return one
}

/** All that was merged into these memories, at whatever remove: it says what they say, and goes with them. */
export function mergedInto<M extends Memory>(ids: readonly string[], all: readonly M[]): M[] {
  const found = new Map<string, M>()
  const into = new Set(ids)
  for (let grew = true; grew; ) {
    const next = all.filter(
      (memory) => memory.merged && !into.has(memory.id) && into.has(memory.supersededBy ?? ""),
    )
    for (const memory of next) {
      into.add(memory.id)
      found.set(memory.id, memory)
    }
    grew = next.length > 0
  }
  return [...found.values()]
}

/** The memory with the confidence that the formula makes of it. */
export function withConfidence(memory: Memory): Memory {
  return { ...memory, confidence: confidence(memory) }
}

// What a claim gives a memory to rest on: its lines as evidence, each with how it worded and filed the fact. Pure.

/** The evidence of one claim for a memory, each line with the wording that the claim gave the fact. */
export function evidenceFor(memory: Memory, proposal: Proposal): Evidence[] {
  const { op, fact } = proposal.claim
  const wording = factKey(fact) === factKey(memory.fact) ? memory.fact : fact
  const said =
    op === "forget"
      ? { fact: "", certainty: 0, filing: null }
      : { fact: wording, certainty: certaintyOf(proposal), filing: toFiling(proposal.claim) }
  return proposal.evidence.map((item) => ({ ...item, memoryId: memory.id, ...said }))
}

/** A line of a window once for each memory it speaks for: where it words the fact twice, as the memory has it. */
export function dedupeEvidence(
  evidence: readonly Evidence[],
  changed: ReadonlyMap<string, Memory>,
): Evidence[] {
  const lines = new Map<string, Evidence>()
  for (const item of evidence) {
    const memory = changed.get(item.memoryId)
    if (!memory) continue
    const key = `${item.memoryId} ${item.messageId ?? `${item.saidAt} ${item.excerpt}`}`
    if (!lines.has(key) || item.fact === memory.fact) lines.set(key, item)
  }
  return [...lines.values()]
}
