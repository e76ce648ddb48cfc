/** Finds where a candidate policy protects less than the policy in force. Safety is a condition, never traded. Pure. */
import { SCOPES } from "../../domain/types.ts"
import { type Policy, tellsTone } from "../policy.ts"

/**
 * Returns the fields by which `candidate` loosens a protection of `live`: sensitive classes, the second reading, closed
 * scopes and subjects, writing or reading switched off, and portraits of a person's mood. Empty if there are none.
 */
export function unsafeChanges(live: Policy, candidate: Policy): string[] {
  const opened = (["gate", "recall"] as const).flatMap((part) => {
    if (candidate[part].enabled && !live[part].enabled) return [`${part}.enabled`]
    const adds = SCOPES.some(
      (scope) => candidate[part].scopes.includes(scope) && !live[part].scopes.includes(scope),
    )
    return adds ? [`${part}.scopes`] : []
  })
  const classes = Object.entries(live.sensitive).flatMap(([name, handling]) =>
    handling === "refuse" && new Map(Object.entries(candidate.sensitive)).get(name) === "allow"
      ? [`sensitive.${name}`]
      : [],
  )
  const subjects = Object.entries(live.subjects).flatMap(([key, before]) => {
    const after = candidate.subjects[key] ?? { write: true, read: true }
    return (["write", "read"] as const).flatMap((way) =>
      !before[way] && after[way] ? [`subjects.${key}.${way}`] : [],
    )
  })
  const reading = live.gate.second_reading && !candidate.gate.second_reading ? ["gate.second_reading"] : []
  const tone = tellsTone(candidate) && !tellsTone(live) ? ["digests.tone"] : []
  return [...opened, ...reading, ...classes, ...subjects, ...tone]
}
