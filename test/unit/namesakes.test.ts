/** Claims about a first name that several members have. */
import { expect, test } from "vitest"
import type { Claim, Extraction, Window } from "../../src/domain/types.ts"
import { withCandidates } from "../../src/extraction/namesakes.ts"

const bell = { id: "1", name: "Ana Bell" }
const cruz = { id: "2", name: "Ana Cruz" }
const kai = { id: "3", name: "Kai" }
const ana = { id: "several:ana", name: "Ana", candidates: [bell, cruz] }
const window = {
  messages: [bell, cruz, kai].map((author) => ({ author })),
} as unknown as Window

function read(claim: Partial<Claim>): Partial<Claim>[] {
  const subject = { scope: "user", id: ana.id } as const
  const given = { op: "save", subject, fact: "Ana sails", lines: [3], target: null, ...claim } as Claim
  const extraction = {
    claims: [given],
    digests: [
      { userId: ana.id, line: "sails" },
      { userId: "3", line: "talks" },
    ],
  } as unknown as Extraction
  const { claims, digests } = withCandidates(extraction, [ana], window)
  expect(digests).toEqual([{ userId: "3", line: "talks" }])
  return claims.map(({ op, subject, target, candidates }) => ({
    op,
    subject,
    target,
    ...(candidates ? { candidates } : {}),
  }))
}

test("becomes one claim for each of them, and a change of a memory becomes a new fact", () => {
  for (const op of ["save", "update"] as const)
    expect(read({ op, target: op === "save" ? null : "m_1" })).toEqual(
      ["1", "2"].map((id) => ({
        op: "save",
        subject: { scope: "user", id },
        target: null,
        candidates: ["1", "2"],
      })),
    )
})

test("one of them who says it means the other", () => {
  expect(read({ lines: [1] })).toEqual([{ op: "save", subject: { scope: "user", id: "2" }, target: null }])
})

test("a wish to take something back is about nobody", () => {
  expect(read({ op: "forget", target: "m_1" })).toEqual([
    { op: "forget", subject: { scope: "user", id: ana.id }, target: "m_1" },
  ])
})
