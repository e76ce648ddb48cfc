/** What a claim gives a memory to rest on: its lines as evidence, each with how it worded and filed the fact. Pure. */
import type { Evidence, Memory } from "../../domain/types.ts"
import { factKey } from "./fact-key.ts"
import { plainly } from "./filing.ts"
import type { Proposal } from "./known.ts"
import { certaintyOf } from "./states.ts"

/** The evidence of one claim for a memory, each line with the wording that the claim gave the fact. */
export function evidenceFor(memory: Memory, proposal: Proposal): Evidence[] {
  const { op, fact } = proposal.claim
  const wording = factKey(fact) === factKey(memory.fact) ? memory.fact : fact
  const said =
    op === "forget"
      ? { fact: "", certainty: 0, filing: null }
      : { fact: wording, certainty: certaintyOf(proposal), filing: plainly(proposal.claim) }
  return proposal.evidence.map((item) => ({ ...item, memoryId: memory.id, ...said }))
}

/** A line of a window once for each memory it speaks for: where it words the fact twice, as the memory has it. */
export function perLine(evidence: readonly Evidence[], changed: ReadonlyMap<string, Memory>): Evidence[] {
  const lines = new Map<string, Evidence>()
  for (const item of evidence) {
    const memory = changed.get(item.memoryId)
    if (!memory) continue
    const key = `${item.memoryId} ${item.messageId ?? `${item.saidAt} ${item.excerpt}`}`
    if (!lines.has(key) || item.fact === memory.fact) lines.set(key, item)
  }
  return [...lines.values()]
}
