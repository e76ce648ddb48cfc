/** Merge patches to a policy. Pure. */
import { z } from "zod"
import type { Policy } from "./policy.ts"

/** Applies a JSON merge patch (RFC 7396) to a document. Returns it unvalidated. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map<string, unknown>(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}

/** Fields of one part of the policy, or null for its defaults. */
const PolicyPart = z.record(z.string(), z.unknown()).nullish()

/** A merge patch to a policy. The merged policy is validated as a whole. */
export const PolicyPatchSchema = z.strictObject({
  gate: PolicyPart,
  recall: PolicyPart,
  sensitive: PolicyPart,
  people: PolicyPart,
  digests: PolicyPart,
  lifetimes: PolicyPart,
  subjects: PolicyPart,
} satisfies Record<keyof Policy, typeof PolicyPart>)
export type PolicyPatch = z.output<typeof PolicyPatchSchema>

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
