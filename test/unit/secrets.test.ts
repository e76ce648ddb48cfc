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
  "The Wi-Fi password of the boathouse is tallHeron17",
  "the password for the photo archive is tall-heron-17.",
  "The passphrase of the guest network is tallheron.",
  "The admin password is now tall17heron.",
  "The gate code of the north yard is 2580.",
  "the access code for room 12 was 2580#",
  "the alarm code for the shed: 2580",
  "Backup codes: 1111-2222, 3333-4444.",
  "The one-time code for Bo is 310994.",
  "310994 is your verification code",
  "The boathouse uses WPA2 key tall-heron-2026.",
  '{"db":{"passwd":"tallheron"}}',
  "MAIL_PASSWORD=heron",
  "BOT_TOKEN=heron1",
  "curl -H 'Authorization: Bearer 77c0ffee77c0ffee77c0'",
  "Cookie: sid=abc123def",
  "Das WLAN-Passwort vom Bootshaus ist Reiher17",
  "Das Passwort lautet Reiher17.",
  "Das WLAN-Passwort im Bootshaus lautet Reiher2031.",
  "La contraseña del wifi es garza-17",
  "Le mot de passe du club est heron17",
  "A senha do wifi é garca17",
  "le mot de passe du bateau c'est heron-17",
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
  "the password reset works again",
  "I forgot my password",
  "the password is long",
  "the password of the server is long",
  "the password for the wiki was changed on 3 May",
  "the password is now hashed",
  "The password for the forum is case-sensitive.",
  "the password for the wiki is 12 characters long",
  "the code is ready",
  "the door code changed",
  "the door code of the boathouse was changed in 2026",
  "the door code for the boathouse is ready",
  "the access code for the beta costs 20 euros",
  "the battle pass for season 3 is 950 coins",
  "the battle pass is 950 V-Bucks, the day pass is 12 euros",
  "the token of the week is 500 gold",
  "passwords for 3 accounts were reset on 2026-11-03",
  "backup codes: see the safe",
  "the recovery code is printed",
  "use the wifi key on the fridge",
  "the verification code never arrives",
  "one-time codes are sent by SMS",
  "the token count is 12000, max_tokens: 12000, next_page_token: CAUQAA12",
  "tests.pass: 1402; tests.fail: 3",
  '{"password": "", "token": null, "secret": "***"}',
  "the lobby code is XK7Q2, the game code is out",
  "Das Passwort ist 12 Zeichen lang",
  "Das Passwort ist seit 2026 abgelaufen",
  "Olvidé la contraseña, y la clave es entrenar 3 veces",
  "J'ai oublié le mot de passe",
  "basic training starts in 2026 and bearer tokens expire",
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
    "a|a-|a.|a@|+1 |key-|sk-a|1 |1-|A1|AB12 |password |pass is |<@|<:a|https://|https://a:|x=|-----BEGIN |0|01 |1 Aa |+a|(|a+|?key=|phone |api key|xoxb-1-|postgres://a|mongodb://a:b|sk-proj-|https://a:b@|-----BEGIN PRIVATE KEY-----|SG.a.|ghs_1_a.|_authToken=|a@b.|ops_ey|hvs.|0612 345 |+47 912 |no93 8601 |password of a |door code for a |code of the a is |wpa key |cookie: a|bearer a|contraseña de |1234 is my ".split(
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
