/** Secrets are found by the names of fields at any depth; states, counts and masked values are no secrets. */
import { expect, test } from "vitest"
import { holdsSecretField } from "../../src/privacy/secret-fields.ts"

test.each([
  { db: { user: "app", passwd: "tall-Heron" } },
  { list: [{ a: [{ DB_PASSWORD: "heron" }] }] },
  { request: { headers: { Authorization: "Bearer 77c0ffee77c0ffee" } } },
  { request: { headers: { "X-Api-Key": "heron" } } },
  { "set-cookie": "sid=abc123; Path=/" },
  { oauth: { client_secret: "heron", clientId: "7" } },
  { accessToken: "heron-12" },
  { key: { private_key: "MIIE" } },
  { recovery_codes: ["1111-2222", "3333-4444"] },
  { changed: { password: { from: "heron", to: "stork" } } },
  { otp: 552_107 },
  { lock: { door_code: "2580" } },
  { login: { name: "ada", pass: "heron-1" } },
  { member: { address: { street: "Birch Road 9", zip: "0182" } } },
  { member: { street: "Birch Road", house_number: 9 } },
])("a named secret is found: %j", (content) => {
  expect(holdsSecretField(content)).toBe(true)
})

test.each([
  { password: "" },
  { password: "***" },
  { password: "[redacted]" },
  { password: "<from the vault>" },
  { headers: { authorization: "Bearer ***" } },
  { headers: { authorization: "granted" } },
  { password: true, token: null, secret: "rotated" },
  { password_reset: "done", password_changed_at: "2026-11-03", passwords: 3 },
  { usage: { total_tokens: 1200, token: 7, max_tokens: "800" } },
  { items: [], nextPageToken: "CAUQAA12", page_token: "abc123def" },
  { tests: { pass: 1402, fail: 3 }, run: { pass: "yes" } },
  { cookie: "chocolate chip" },
  { pin: "Meeting at eight", pinned: "yes" },
  { monkey: "Bobo", key: "C minor", hotkey: "F5", primary_key: "id" },
  { status_code: 404, error_code: "E12", room_code: "XK7" },
  { place: { street: "Birch Road", city: "Oslo" } },
  { game: { level: 3, password_hint: "bird" } },
  "password: heron",
  null,
])("nothing is found in: %j", (content) => {
  expect(holdsSecretField(content)).toBe(false)
})

test("deep and wide data is checked without recursion", () => {
  let deep: unknown = { passwd: "heron" }
  for (let level = 0; level < 20_000; level++) deep = [deep]
  expect(holdsSecretField(deep)).toBe(true)
})
