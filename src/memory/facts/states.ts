/** Computes a memory's next state: created, reinforced, brought back or retired. Pure. */
import type { Evidence, Id, Memory, Time } from "../../domain/types.ts"
import { averageCertainty, confidence, sourceWeight } from "./confidence.ts"
import { factKey, memoryId } from "./fact-key.ts"
import { expiry, refileWithStatement, toFiling } from "./filing.ts"
import type { KnownMemory, Proposal } from "./known.ts"

/** Returns the state after one more statement. */
export function addStatement(match: KnownMemory | null, fresh: Memory): Memory {
  if (!match) return fresh
  return match.status === "superseded" ? reviveMemory(match, fresh) : reinforceMemory(match, fresh)
}

/** Returns the memory after the same fact was stated again. Its key stays, whatever the wording. */
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

/**
 * Returns the wording with the higher certainty. A difference in case and punctuation is not another wording:
 * anyone who may read one may read the other.
 */
export function preferredWording(
  known: Pick<Memory, "fact" | "certainty">,
  fresh: Pick<Memory, "fact" | "certainty">,
): string {
  return fresh.certainty > known.certainty && factKey(fresh.fact) !== factKey(known.fact)
    ? fresh.fact
    : known.fact
}

/**
 * Brings back a superseded memory. Its statements are counted from one again. Filing set by a person stays.
 */
function reviveMemory(known: Memory, fresh: Memory): Memory {
  const set = known.decided?.set ?? null
  return {
    ...fresh,
    ...set,
    decided: set && { set },
    expiresAt: expiry({ ...fresh, ...set }, fresh.lastSaidAt),
    id: known.id,
    factKey: known.factKey,
    createdAt: known.createdAt,
    version: known.version + 1,
  }
}

/**
 * Makes a memory history. `successor` replaced it and `words` are the messages that did. A memory that was
 * not active does not come back if those messages are retracted.
 */
export function retireMemory(memory: KnownMemory, by: { successor: string | null; words: Id[] }): Memory {
  return {
    ...toPlainMemory(memory),
    status: "superseded",
    supersededBy: by.successor,
    retiredBy: memory.status === "active" ? by.words : null,
    version: memory.version + 1,
  }
}

/** Sets `replacedAt` to `now` on memories that have just become history. */
export function withReplacedAt(changed: readonly Memory[], now: Time): Memory[] {
  return changed.map((memory) => ({
    ...memory,
    replacedAt: memory.status === "superseded" ? (memory.replacedAt ?? now) : null,
  }))
}

/** Strips the fields that only deciders use. */
export function toPlainMemory(known: KnownMemory): Memory {
  const { merges: _, said: __, counted: ___, beside: ____, cap: _____, ...memory } = known
  return memory
}

/** Returns only the fields that deciders use. */
export function deciderFields(before: KnownMemory | undefined): Partial<KnownMemory> {
  if (!before) return {}
  const { merges, counted, said, beside, cap } = before
  return {
    merges,
    ...(counted ? { counted } : {}),
    ...(said ? { said } : {}),
    ...(beside ? { beside } : {}),
    ...(cap ? { cap } : {}),
  }
}

/** Returns the memory a claim creates if nothing is known of it. */
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
    expiresAt: expiry(claim, saidAt),
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

/**
 * Memories contested by deleted ones are no longer contested, unless another active memory contests them.
 * Returns those that change.
 */
export function releaseContested(gone: ReadonlySet<string>, all: readonly Memory[]): Memory[] {
  const staying = all.filter((memory) => memory.status !== "superseded" && !gone.has(memory.id))
  return staying
    .filter((memory) => memory.contradicts !== null && gone.has(memory.contradicts))
    .map((memory) => {
      const other = staying.find((one) => one.status === "active" && one.contradicts === memory.id)
      return withConfidence({ ...memory, contradicts: other?.id ?? null, version: memory.version + 1 })
    })
}

/**
 * Returns the memory at the end of a merge chain, whose statements include this one's. Returns the memory
 * itself if it is not merged, and `undefined` if the end of the chain is gone.
 */
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

/**
 * Returns everything merged into these memories, directly or through others. Merged memories say the same and
 * are deleted with their target.
 */
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

/** Returns the memory with its confidence recomputed. */
export function withConfidence(memory: Memory): Memory {
  return { ...memory, confidence: confidence(memory) }
}

// Evidence of a claim: its lines, each with its wording and filing of the fact.

/**
 * Returns the evidence of one claim for a memory. Each line has the wording that the claim gave the fact, and none if the
 * claim took the memory back (`retires`).
 */
export function evidenceFor(memory: Memory, proposal: Proposal, retires: boolean): Evidence[] {
  const { fact } = proposal.claim
  const wording = factKey(fact) === factKey(memory.fact) ? memory.fact : fact
  const said = retires
    ? { fact: "", certainty: 0, filing: null }
    : { fact: wording, certainty: certaintyOf(proposal), filing: toFiling(proposal.claim) }
  return proposal.evidence.map((item) => ({ ...item, memoryId: memory.id, ...said }))
}

/**
 * Keeps one row of evidence per line and memory. If a line words the fact twice, the row with the memory's
 * wording wins.
 */
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
