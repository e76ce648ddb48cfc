import type {
  DigestFact,
  DigestInput,
  DigestLine,
  DigestPlan,
  StoredDigest,
} from "../../src/recall/digests/fingerprint.ts"

export const ada = { name: "Ada", timezone: "UTC" }

export function line(id: string, at: string | number, text: string | null, title = "Bread"): DigestLine {
  return { source: "note", id, at: typeof at === "number" ? at : Date.parse(at), text, title }
}

export function fact(id: string, words: string, version = 1): DigestFact {
  return { id, version, fact: words }
}

export function known(given: Partial<DigestInput>): DigestInput {
  return { id: "11", name: "Ada", lines: [], facts: [], stored: [], ...given }
}

/** Builds the rows of a model that wrote everything the plan wants, at `at`. */
export function written(plan: DigestPlan, at: number, before: readonly StoredDigest[] = []): StoredDigest[] {
  const fresh = [plan.day, plan.history, plan.context]
    .filter((part) => part.stale)
    .map(({ kind, print, body }) => ({ kind, print, body: `model: ${body}`, updatedAt: at }))
  return [...before.filter((row) => !fresh.some((one) => one.kind === row.kind)), ...fresh]
}
