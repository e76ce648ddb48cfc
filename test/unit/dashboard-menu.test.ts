/** The menu of the pages: people tell its entries apart. */
import { expect, test } from "vitest"
import { NAVIGATION } from "../../src/dashboard/kit/navigation.ts"
import { countName, stepName } from "../../src/dashboard/manage/night-words.ts"

test("no two entries of the menu share an icon, a name or an address", () => {
  const entries = NAVIGATION.flatMap((group) => group.entries)
  for (const part of ["icon", "text", "path"] as const)
    expect(new Set(entries.map((entry) => entry[part])).size).toBe(entries.length)
})

test("what a night counted is said in plain words", () => {
  expect(countName("unchanged")).toBe("checked, with nothing to change")
  expect(countName("windows")).toBe("old records of conversations deleted")
  expect(countName("expiredFacts")).toBe("expired facts")
  expect(stepName("purge:2")).toBe("Delete what expired, 2")
})
