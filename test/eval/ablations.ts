/** The variants of the recall policy that `npm run eval -- locomo FILE --ablate` compares, each against the defaults. */
import type { RecallRule } from "../../src/recall/rank/rank.ts"

export interface Ablation {
  name: string
  /** What differs from the default policy. */
  recall: Partial<RecallRule>
}

export const ABLATIONS: readonly Ablation[] = [
  { name: "default", recall: {} },
  { name: "no second search", recall: { second_search_weight: 0 } },
  { name: "no neighbors", recall: { neighbor_weight: 0 } },
  { name: "no conversation", recall: { conversation_weight: 0 } },
  { name: "no speaker", recall: { speaker_weight: 0 } },
  { name: "no time", recall: { time_weight: 0 } },
  { name: "nothing exact", recall: { exact_weight: 0 } },
  { name: "other channels count in full", recall: { elsewhere_weight: 1 } },
  { name: "no messages", recall: { message_weight: 0 } },
  { name: "no memories", recall: { memory_weight: 0 } },
  { name: "no notes", recall: { note_weight: 0 } },
  { name: "4 steps of relevance", recall: { relevance_steps: 4 } },
  { name: "relevance alone", recall: { similarity_weight: 1, importance_weight: 0, recency_weight: 0 } },
]
