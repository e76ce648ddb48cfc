/** The operator is told of a problem once, again after twelve hours, and when it is over. */
import { expect, test } from "vitest"
import { dueAlerts } from "../../src/health/alerts.ts"
import { type HealthStatus, overallStatus, someOf, spanOf } from "../../src/health/health-check.ts"
import type { OpenAlert } from "../../src/memory/db/health-queries.ts"

const HOUR = 3_600_000
const NOW = Date.parse("2026-11-20T12:00:00Z")

function check(name: string, status: HealthStatus) {
  return { name, status, detail: "Some detail.", toDo: status === "ok" ? null : "Do this." }
}

function open(name: string, since: number, postedAt = since): OpenAlert {
  return { name, since, postedAt }
}

test("a check that turns failing is posted with its next step", () => {
  const due = dueAlerts([check("gateway", "failing"), check("cron", "ok")], [], NOW)
  expect(due.lines).toEqual(["Keepsake: **gateway** is failing. Some detail. Do this."])
  expect(due.open).toEqual([open("gateway", NOW)])
})

test("it is posted again after twelve hours and not before, and says since when", () => {
  const known = [open("gateway", NOW)]
  const checks = [check("gateway", "failing")]
  expect(dueAlerts(checks, known, NOW + 11.9 * HOUR)).toEqual({ lines: [], open: [], over: [] })
  const due = dueAlerts(checks, known, NOW + 12 * HOUR)
  expect(due.lines).toEqual(["Keepsake: **gateway** is failing for 12 hours. Some detail. Do this."])
  expect(due.open).toEqual([open("gateway", NOW, NOW + 12 * HOUR)])
})

test("it is posted once when it is well again, and a doubtful check changes nothing", () => {
  const known = [open("windows", NOW)]
  for (const status of ["warning", "unknown"] as const)
    expect(dueAlerts([check("windows", status)], known, NOW + HOUR)).toEqual({
      lines: [],
      open: [],
      over: [],
    })
  const due = dueAlerts([check("windows", "ok")], known, NOW + 3 * HOUR)
  expect(due.lines).toEqual(["Keepsake: **windows** is well again after 3 hours."])
  expect(due.over).toEqual(["windows"])
  expect(dueAlerts([check("windows", "ok")], [], NOW).lines).toEqual([])
})

test("a warning is an alert only for the size of the database and for spending", () => {
  const names = ["database", "spend", "windows", "gateway", "settings", "erasures"]
  const due = dueAlerts(
    names.map((name) => check(name, "warning")),
    [],
    NOW,
  )
  expect(due.open.map(({ name }) => name)).toEqual(["database", "spend"])
})

test("the overall status is the worst of all, and an unknown check is a warning", () => {
  expect(overallStatus([check("a", "ok"), check("b", "ok")])).toBe("ok")
  expect(overallStatus([check("a", "ok"), check("b", "unknown")])).toBe("warning")
  expect(overallStatus([check("a", "unknown"), check("b", "failing")])).toBe("failing")
})

test("lengths of time and lists of ids are short", () => {
  const spans = [1_000, 90_000, 150_000, 2.5 * HOUR, 47 * HOUR, 49 * HOUR].map(spanOf)
  expect(spans).toEqual(["1 second", "90 seconds", "2 minutes", "2 hours", "47 hours", "2 days"])
  expect(someOf(["1", "2", "3"])).toBe("1, 2, 3")
  expect(someOf(["1", "2", "3", "4", "5"])).toBe("1, 2, 3 and 2 more")
})
