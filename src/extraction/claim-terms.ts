/** The terms on which the claims of an extraction are checked and logged. Pure. */
import type { Extraction, Window } from "../domain/types.ts"
import type { LogTerms } from "../memory/write/order.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { DEFAULT_SETTINGS } from "../policy/settings.ts"
import { trialTerms } from "../policy/trial.ts"
import type { ClaimTerms } from "./claim-faults.ts"
import type { ExtractionContext } from "./context.ts"
import { mostClaims } from "./prompt.ts"
import type { SupportScene } from "./support/sentences.ts"

/** The terms on which claims of a window are checked. */
export function claimTerms(context: ExtractionContext): ClaimTerms {
  const { guild, people, namesakes } = context
  const { gate, sensitive } = guild?.policy ?? DEFAULT_POLICY
  const { timezone } = guild?.settings ?? DEFAULT_SETTINGS
  const offered = [...people, ...namesakes.flatMap(({ candidates }) => candidates)]
  return {
    ...{ offered, sensitive, mostClaims: mostClaims(gate.max_writes_per_window), timezone },
    get known() {
      return context.memories.map(({ fact }) => fact)
    },
  }
}

/** The terms of the claim log that an extraction gives. */
export function logTerms(
  { method, model, promptHash, usage }: Extraction,
  { guild, window }: ExtractionContext,
): Pick<LogTerms, "method" | "model" | "promptHash" | "usage" | "lines" | "policyVersion" | "trial"> {
  const policyVersion = guild?.policyVersion ?? 0
  const trial = guild === null ? null : trialTerms(guild)
  return { method, model, promptHash, usage, lines: window.messages.length, policyVersion, trial }
}

/** All claims on the same terms are checked beside one scene. */
export function sceneOf(window: Window, terms: ClaimTerms): SupportScene {
  const before = scenes.get(terms)
  if (before?.window === window) return before
  const { offered: people, timezone } = terms
  const scene = {
    ...{ window, people, timezone },
    get known() {
      return terms.known ?? []
    },
  }
  scenes.set(terms, scene)
  return scene
}

const scenes = new WeakMap<ClaimTerms, SupportScene>()
