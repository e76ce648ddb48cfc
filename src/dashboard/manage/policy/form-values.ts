/** Turns a policy into the values of a form, and a form into a patch to the policy. Pure. */
import { SENSITIVE } from "../../../domain/types.ts"
import type { Policy } from "../../../policy/policy.ts"
import { FIELD_GROUPS, type PolicyField } from "./policy-fields.ts"

const FIELDS = FIELD_GROUPS.flatMap(({ fields }) => fields)

/** Returns the values of a field in a policy, as a form sends them. */
export function valuesIn(policy: Policy, field: string): string[] {
  if (field === "sensitive")
    return Object.entries(policy.sensitive).flatMap(([kind, handling]) =>
      handling === "allow" ? [kind] : [],
    )
  const [part = "", name = ""] = field.split(".")
  const fields = new Map<string, unknown>(Object.entries(new Map(Object.entries(policy)).get(part) ?? {}))
  const value = fields.get(name)
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

/**
 * Returns the patch that a form makes. Fields that it lacks stay, but a list without a value is empty: `lists` names
 * those that the form has. The policy's own schema checks the values.
 */
export function patchOf(
  form: Readonly<Record<string, readonly string[]>>,
  lists: readonly string[],
): Record<string, Record<string, unknown>> {
  const patch: Record<string, Record<string, unknown>> = {}
  for (const one of FIELDS) {
    const values = form[one.field]
    if (one.field === "sensitive") {
      if (lists.includes(one.field))
        patch.sensitive = Object.fromEntries(
          SENSITIVE.map((kind) => [kind, values?.includes(kind) ? "allow" : "refuse"]),
        )
      continue
    }
    const [part = "", name = ""] = one.field.split(".")
    if (one.kind === "list" ? !lists.includes(one.field) : values === undefined) continue
    patch[part] = { ...patch[part], [name]: parsedValue(one, values ?? []) }
  }
  return patch
}

/** A value that does not fit its kind stays as it is, and the schema refuses it by name. */
function parsedValue(field: PolicyField, values: readonly string[]): unknown {
  const [value = ""] = values
  switch (field.kind) {
    case "list":
      return [...values]
    case "switch":
      return value === "true" ? true : value === "false" ? false : value
    case "number":
      // An empty field is no wish for the default: null would mean that in a patch.
      return value.trim() === "" || !Number.isFinite(Number(value)) ? value : Number(value)
    case "choice":
      return value
  }
}
