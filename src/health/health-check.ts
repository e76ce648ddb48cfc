/** The shape of a health check, and the status of all of them together. Pure. */

export const HEALTH_STATUSES = ["ok", "warning", "failing", "unknown"] as const

/** `unknown`: the check could not be made; `detail` says why. */
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** A check's result without its name. */
export interface CheckResult {
  status: HealthStatus
  /** Ids, counts and times, never anyone's words. */
  detail: string
  /** The operator's next step; `null` for nothing. */
  toDo: string | null
}

export interface HealthCheck extends CheckResult {
  name: string
}

export function fine(detail: string): CheckResult {
  return { status: "ok", detail, toDo: null }
}

export function unknownResult(detail: string): CheckResult {
  return { status: "unknown", detail, toDo: "Try again; if it stays so, read the worker's log." }
}

/** Returns the worst status. A check that could not be made counts as a warning. */
export function overallStatus(checks: readonly CheckResult[]): "ok" | "warning" | "failing" {
  if (checks.some(({ status }) => status === "failing")) return "failing"
  return checks.every(({ status }) => status === "ok") ? "ok" : "warning"
}

/** Formats a length of time in its largest unit, such as `3 hours`. */
export function spanOf(milliseconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
    ["second", 1],
  ] as const
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  const [unit, size] = units.find(([, length]) => seconds >= length * 2) ?? ["second", 1]
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** Formats a list of ids: the first three, and how many more. */
export function someOf(ids: readonly string[]): string {
  const more = ids.length - 3
  return `${ids.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}
