/** Names the fields that a schema refuses. Pure. */
import type { z } from "zod"

/** `root`: the path of the document that was checked. An unknown field is named itself, not the object that holds it. */
export function fieldProblems(
  issue: z.core.$ZodIssue,
  root: readonly string[],
): { field: string; problem: string }[] {
  const path = [...root, ...issue.path].map(String)
  if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), problem: issue.message }]
  return issue.keys.map((key) => ({
    field: [...path, key.slice(0, 100)].join("."),
    problem: "is not a known field",
  }))
}
