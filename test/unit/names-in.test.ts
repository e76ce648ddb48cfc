/** A member who is not there is meant by their first name, if nobody else can be. */
import { expect, test } from "vitest"
import { meantBy, namesIn } from "../../src/extraction/names-in.ts"
import { message, windowOf } from "./builders.ts"

const bell = { id: "11", name: "Ana Bell" }
const leaf = { id: "12", name: "Ana 🌱" }

const said = (text: string) => namesIn(windowOf(message(text)))
const meant = (text: string, ...found: (typeof bell)[]) => meantBy(said(text), found, []).map(({ id }) => id)

test("a first name means the only member who has it, whatever stands beside it in their display name", () => {
  expect(meant("ana moved to Porto", bell)).toEqual(["11"])
  expect(meant("Ana moved to Porto", leaf)).toEqual(["12"])
})

test("a first name that two members have means neither, and a whole name means its own", () => {
  expect(meant("Ana moved to Porto", bell, leaf)).toEqual([])
  expect(meant("Ana Bell moved to Porto", bell, leaf)).toEqual(["11"])
})

test("a first name that somebody in the conversation has means nobody else", () => {
  const here = [{ id: "14", name: "Ana" }]
  expect(meantBy(said("Ana moved to Porto"), [bell], here)).toEqual([])
})

test("words that everybody uses are no first names", () => {
  const { firstNames } = said("will the raid of dana be in 2026 or so")
  expect(firstNames).toContain("dana")
  for (const word of ["will", "the", "2026", "be"]) expect(firstNames).not.toContain(word)
})
