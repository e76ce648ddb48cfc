/** Credentials, contact details and payment details are found, and ordinary talk is left alone. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { holdsSecret } from "../../src/privacy/secrets.ts"
import { quickest } from "./timing.ts"

test.each([
  "my password is hunter2",
  "password: correcthorse",
  "the wifi password was swordfish99",
  "use password hunter22 to get in",
  "PWD=abc",
  "api key = 12ab",
  "client secret: abcdef",
  "token: abcd1234",
  "my pin is 4821",
  "the door code is 4821#",
  "2fa code is 991223",
  "my seed phrase is apple banana",
  "sk-proj-AbC123def456ghi789",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "github_pat_11ABCDEFG0abcdefghijkl",
  "xoxb-123456789012-abcdefABCDEF",
  "AKIAIOSFODNN7EXAMPLE",
  "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs",
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
  "-----BEGIN RSA PRIVATE KEY-----",
  "-----BEGIN PGP PRIVATE KEY BLOCK-----",
  "aB3dE5fG7hI9jK1lM3nO5pQ7",
  "https://discord.com/api/webhooks/123/abc-DEF",
  "https://kai:hunter2@example.com/x",
  "https://x.io/a?access_token=abcdef123",
])("a credential is found: %s", (text) => {
  expect(holdsSecret(text)).toBe(true)
})

test.each([
  "write to kai@example.com",
  "call +47 912 34 567",
  "07700 900123",
  "06 12 34 56 78",
  "(555) 123-4567",
  "(555)123-4567",
  "555-123-4567",
  "my phone number is 91234567",
  "whatsapp me: 912 34 567",
  "078-05-1120",
  "Kai lives at 221B Baker Street",
  "NO93 8601 1117 947",
  "NO9386011117947",
  "GB29 NWBK 6016 1331 9268 19",
  "DE89 3704 0044 0532 0130 00 is mine",
  "DE89370400440532013000",
  "4111 1111 1111 1111",
  "4111111111111111",
  "378282246310005",
  "2223003122003222",
])("contact and payment details are found: %s", (text) => {
  expect(holdsSecret(text)).toBe(true)
})

test.each([
  "<@1156688441706850579> and <@&1156688441706850579> in <#1156688441706850579>",
  "<:blob:1156688441706850579> <a:wave:1156688441706850579> <t:1618953630:R>",
  "message 1156688441706850579, by 156644170685057983 or 15664417068505798",
  "https://example.com/AbC123def456ghi789JKL012mno345?page=2&key=a",
  "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
  "550e8400-e29b-41d4-a716-446655440000",
  "it costs $1,299.99 or 1 299 000 kr",
  "the secret is butter",
  "secret santa is on the 12th",
  "the mountain pass is closed",
  "the password is wrong, I forgot my password again",
  "password isn't working and a password is required",
  "error code is 500, exit code is 1",
  "key-value-stores-are-fun, npm-check-updates, sk-learn-contrib-stuff",
  "useReact18StrictModeWithConcurrentFeatures",
  "Screenshot_2026-11-03_at_10-20-30",
  "192.168.1.1 runs 10.0.19045.3803",
  "2026-11-03 10:30:00, 01-02-2026 10:30, 01.02.2026 10:30",
  "1618953630123",
  "100 200 3000 and pi is 3.14159265358979",
  "we won 21-15, 18-21, 15-9",
  "meet @ 8.30 says @kai.dev",
  "Kai has 3 cats and 12 fish",
  "",
])("no secret is found in ordinary talk: %s", (text) => {
  expect(holdsSecret(text)).toBe(false)
})

test("a snowflake is never mistaken for a card", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 10n ** 16n, max: 2n * 10n ** 18n }), (id) => {
      expect(holdsSecret(`see ${id}`)).toBe(false)
    }),
  )
})

test("one wrong digit makes a card an ordinary number", () => {
  expect(holdsSecret("4111 1111 1111 1112")).toBe(false)
  expect(holdsSecret("GB28 NWBK 6016 1331 9268 19")).toBe(false)
})

test("the longest hostile message is checked quickly", () => {
  const pieces =
    "a|a-|a.|a@|+1 |key-|sk-a|1 |1-|A1|AB12 |password |pass is |<@|<:a|https://|https://a:|x=|-----BEGIN |0|01 |1 Aa |+a|(|a+|?key=|phone |api key|xoxb-1-|postgres://a|mongodb://a:b|sk-proj-|https://a:b@|-----BEGIN PRIVATE KEY-----|SG.a.|ghs_1_a.|_authToken=|a@b.|ops_ey|hvs.|0612 345 |+47 912 |no93 8601 ".split(
      "|",
    )
  for (const piece of pieces) {
    for (const end of ["", "@", "/", "!", "."]) {
      const text = piece.repeat(Math.ceil(4_000 / piece.length)).slice(0, 4_000) + end
      expect(
        quickest(() => holdsSecret(text), 100),
        piece + end,
      ).toBeLessThan(100)
    }
  }
})
