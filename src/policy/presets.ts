/** Policies to start from, as merge patches. */
import { mergePatch, type PolicyPatch } from "./patch.ts"

export const PRESET_NAMES = ["default", "source"] as const
export type PresetName = (typeof PRESET_NAMES)[number]

interface Preset {
  description: string
  patch: PolicyPatch
}

/** Fields that a preset sets; `default` sets each back. */
const SOURCE = {
  gate: { mode: "shadow" },
  recall: {
    relevance_steps: 0,
    similarity_weight: 0.3,
    importance_weight: 0.4,
    recency_weight: 0.3,
    judge: false,
    format: "tagged",
    style: "classic",
  },
} satisfies PolicyPatch

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  default: {
    description: "Facts count at once; finds are ordered by how well they match, and judged.",
    patch: {
      gate: { mode: null },
      recall: Object.fromEntries(Object.keys(SOURCE.recall).map((name) => [name, null])),
    },
  },
  source: {
    description:
      "Facts are stored hidden at first (`shadow`); finds are ordered by 0.3 · similarity + 0.4 · importance + 0.3 / (1 + days / 30), unjudged, and written as `[profile] … (confidence: 0.95)`.",
    patch: SOURCE,
  },
}

/** Applies a preset and then a patch to a policy. Returns it unvalidated. */
export function withPreset(policy: unknown, name: PresetName | undefined, patch: PolicyPatch): unknown {
  return mergePatch(name === undefined ? policy : mergePatch(policy, PRESETS[name].patch), patch)
}
