/** Promises of hashes: what is stored under one is found again, and parts never run into each other. */
import { expect, test } from "vitest"
import { hashOf, sha256 } from "../../src/domain/hash.ts"

test("a hash is SHA-256 of UTF-8 and stays the same for good", () => {
  // The first is the example of FIPS 180-2.
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  expect(hashOf(["abc"])).toBe("02f393ea9358560882c1fe79")
  expect(hashOf([])).toMatch(/^[0-9a-f]{24}$/)
})

test("a hash tells where one part ends and the next begins", () => {
  expect(hashOf(["a", "bc"])).not.toBe(hashOf(["ab", "c"]))
  expect(hashOf(['a","b'])).not.toBe(hashOf(["a", "b"]))
})
