/** Hashes are stable, and their parts never run together. */
import { expect, test } from "vitest"
import { hashOf, sha256 } from "../../src/domain/hash.ts"

test("a hash is SHA-256 of UTF-8 and never changes", () => {
  // The first is the example of FIPS 180-2.
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  expect(hashOf(["abc"])).toBe("02f393ea9358560882c1fe79")
  expect(hashOf([])).toMatch(/^[0-9a-f]{24}$/)
})

test("a hash depends on the boundaries between its parts", () => {
  expect(hashOf(["a", "bc"])).not.toBe(hashOf(["ab", "c"]))
  expect(hashOf(['a","b'])).not.toBe(hashOf(["a", "b"]))
})
