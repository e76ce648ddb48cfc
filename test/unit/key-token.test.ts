import { createHash, timingSafeEqual } from "node:crypto"
import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { isSecretOf, mintToken, readToken } from "../../src/privacy/key-token.ts"
import { holdsSecret } from "../../src/privacy/secrets.ts"

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>()
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) }
})

const minted = fc.constant(null).map(() => mintToken())

test("a key opens with its own secret and no other", () => {
  fc.assert(
    fc.property(minted, minted, (mine, other) => {
      const presented = readToken(mine.token)
      if (presented === null) throw new Error(`${mine.token} is no key`)
      expect(presented.id).toBe(mine.id)
      expect(isSecretOf(presented, mine.hash)).toBe(true)
      expect(isSecretOf(presented, other.hash)).toBe(false)
      expect(isSecretOf(presented, null)).toBe(false)
    }),
  )
})

test("a stored key holds the SHA-256 of its secret and nothing of the secret", () => {
  const { id, token, hash } = mintToken()
  const secret = token.slice(`ks_${id}_`.length)
  expect(Buffer.from(secret, "base64url")).toHaveLength(32)
  expect(hash).toBe(createHash("sha256").update(secret).digest("hex"))
  expect(JSON.stringify(readToken(token))).not.toContain(secret)
})

test("a key with one changed letter does not open", () => {
  const { token, id, hash } = mintToken()
  for (const [at, letter] of [...token].entries()) {
    const changed = token.slice(0, at) + (letter === "a" ? "b" : "a") + token.slice(at + 1)
    const presented = readToken(changed)
    expect(presented !== null && presented.id === id && isSecretOf(presented, hash), changed).toBe(false)
  }
})

test("text in another format is not a key", () => {
  const { token } = mintToken()
  const shapes = [
    "",
    "dev",
    "ks_",
    token.slice(0, -1),
    `${token}a`,
    ` ${token}`,
    token.toUpperCase(),
    `x${token}`,
  ]
  for (const shape of shapes) expect(readToken(shape), shape).toBeNull()
})

test("an unknown key takes the same comparison as a known one", () => {
  const presented = readToken(mintToken().token)
  if (presented === null) throw new Error("a new key is no key")
  for (const hash of [mintToken().hash, null]) {
    vi.mocked(timingSafeEqual).mockClear()
    expect(isSecretOf(presented, hash)).toBe(false)
    expect(
      vi.mocked(timingSafeEqual).mock.calls.map((sides) => sides.map((side) => side.byteLength)),
    ).toEqual([[64, 64]])
  }
})

test("a posted key counts as a secret", () => {
  fc.assert(fc.property(minted, ({ token }) => holdsSecret(`ours is ${token}, do not lose it`)))
})
