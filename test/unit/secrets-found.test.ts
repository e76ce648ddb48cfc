/** A card, account, number or token of any kind is found in any sentence, and look-alikes are not. */
import { rules } from "@secretlint/secretlint-rule-preset-recommend"
import fc from "fast-check"
import { getCountries, getExampleNumber } from "libphonenumber-js/min"
import examples from "libphonenumber-js/mobile/examples"
import { expect, test } from "vitest"
import { holdsSecret, holdsServiceToken } from "../../src/privacy/secrets.ts"
import { propertyRuns } from "../dice.ts"

const SENTENCES: ((what: string) => string)[] = [
  (what) => what,
  (what) => `${what} that's it`,
  (what) => `please use ${what}, thanks`,
  (what) => `here you go:\n${what}\nsee you at 5`,
  (what) => `(${what}) is Ada's`,
  (what) => `Ada's is ${what}.`,
  (what) => `"${what}"!`,
]
const sentence = fc.constantFrom(...SENTENCES)

function found(arbitrary: fc.Arbitrary<string>): void {
  fc.assert(
    fc.property(sentence, arbitrary, (say, secret) => {
      expect(holdsSecret(say(secret)), say(secret)).toBe(true)
    }),
    { numRuns: propertyRuns(300) },
  )
}

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(""))

/**
 * ISO/IEC 7812: every second digit from the right is doubled and its digits summed. The last digit brings the
 * sum to a multiple of ten.
 */
function withLuhn(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

const grouped = (text: string, separator: string) => text.match(/.{1,4}/g)?.join(separator) ?? text
const separator = fc.constantFrom("", " ", "-")

test("any card is found, plain or in groups", () => {
  const scheme = fc.constantFrom(
    ["4", 16],
    ["51", 16],
    ["2221", 16],
    ["34", 15],
    ["6011", 16],
    ["3530", 16],
    ["6759", 16],
  ) as fc.Arbitrary<[string, number]>
  const card = scheme.chain(([prefix, length]) =>
    digits(length - prefix.length - 1).map((rest) => withLuhn(prefix + rest)),
  )
  found(fc.tuple(card, separator).map(([number, between]) => grouped(number, between)))
})

/**
 * ISO 13616: the check digits are 98 minus the remainder by 97 of account and country, with letters as 10 to
 * 35.
 */
function asIban(country: string, account: string): string {
  const numeral = `${account}${country}00`.replace(/[A-Z]/g, (letter) => `${letter.charCodeAt(0) - 55}`)
  return `${country}${(98n - (BigInt(numeral) % 97n)).toString().padStart(2, "0")}${account}`
}

test("any bank account is found, plain, in groups or in lowercase", () => {
  const account = fc.oneof(
    digits(18).map((rest) => asIban("DE", rest)),
    digits(11).map((rest) => asIban("NO", rest)),
    digits(20).map((rest) => asIban("ES", rest)),
    digits(14).map((rest) => asIban("GB", `NWBK${rest}`)),
    digits(24).map((rest) => asIban("PL", rest)),
  )
  found(
    fc
      .tuple(account, separator, fc.boolean())
      .map(([iban, between, small]) => grouped(small ? iban.toLowerCase() : iban, between)),
  )
})

test("a phone number from any country is found in its international format", () => {
  const number = fc.constantFrom(...getCountries()).map((country) => getExampleNumber(country, examples))
  found(
    fc
      .tuple(number, fc.boolean())
      .map(([phone, plain]) => (plain ? phone?.number : phone?.formatInternational()) ?? "+4791234567"),
  )
})

test("a phone number with a trunk zero is found in its national format", () => {
  const number = fc.constantFrom("GB", "FR", "DE", "IN", "AU", "NL", "SE", "JP").map((country) => {
    const phone = getExampleNumber(country, examples)
    return phone?.formatNational() ?? ""
  })
  found(number)
})

const WORD = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"]
const run = (length: number, alphabet: string[] = WORD) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length })
    .map((letters) => letters.join(""))
const LETTERS = WORD.slice(0, 52)

test.each<[string, fc.Arbitrary<string>]>([
  ["GitHub", run(36).map((tail) => `ghp_${tail}`)],
  ["GitHub, fine-grained", run(82).map((tail) => `github_pat_${tail}`)],
  ["GitLab", run(20).map((tail) => `glpat-${tail}`)],
  ["npm", run(36).map((tail) => `npm_${tail}`)],
  ["an npm file", run(36).map((tail) => `//host/:_authToken=${tail}`)],
  ["Slack", fc.tuple(digits(12), run(24)).map(([id, tail]) => `xoxb-${id}-${tail}`)],
  ["a Slack webhook", run(24).map((tail) => `https://hooks.slack.com/services/T0001/B0002/${tail}`)],
  ["AWS, the id", run(16, [...WORD.slice(0, 26), ..."0123456789"]).map((tail) => `AKIA${tail}`)],
  ["AWS, the secret", run(40).map((tail) => `AWS_SECRET_ACCESS_KEY=${tail}`)],
  ["Stripe", run(24).map((tail) => `sk_live_${tail}`)],
  ["Hugging Face", run(34, LETTERS).map((tail) => `hf_${tail}`)],
  ["SendGrid", fc.tuple(run(22), run(43)).map(([id, tail]) => `SG.${id}.${tail}`)],
  ["Shopify", run(32).map((tail) => `shpat_${tail}`)],
  ["Notion", fc.tuple(digits(11), run(35)).map(([id, tail]) => `ntn_${id}${tail}`)],
  ["Databricks", run(32, [..."0123456789abcdef"]).map((tail) => `dapi${tail}`)],
  ["Figma", run(40).map((tail) => `figd_${tail}`)],
  ["Linear", run(40).map((tail) => `lin_api_${tail}`)],
  ["Vault", run(95).map((tail) => `hvs.${tail}`)],
  ["Docker", run(27).map((tail) => `dckr_pat_${tail}`)],
  ["Grafana", fc.tuple(run(32), digits(8)).map(([tail, sum]) => `glsa_${tail}_${sum}`)],
  ["a database", run(12).map((word) => `postgres://kai:${word}@db.example.org:5432/x`)],
  ["a link", run(12).map((word) => `https://kai:${word}@example.org/x`)],
])("a token is found in any sentence: %s", (_, token) => {
  found(token)
})

test("each rule decides synchronously", () => {
  const context = { createTranslator: () => () => ({}), report: () => {}, ignore: () => {} }
  const source = { content: "hf_ and sk-", filePath: ".npmrc", ext: "", contentType: "text" }
  const waiting = rules
    .filter((rule: { meta: { id: string } }) => !rule.meta.id.endsWith("-gcp"))
    .filter((rule: { create: typeof Object.create }) => rule.create(context, {}).file?.(source) !== undefined)
  expect(rules.length).toBeGreaterThan(20)
  expect(waiting).toEqual([])
  expect(holdsServiceToken("")).toBe(false)
})

test.each([
  "released on 2026-11-03, 03/11/2026, 3.11.26 and 01/02/03",
  "from 09:30 to 17:45 on 04-05-2026 06:30",
  "build 0.10.0-rc.3 follows 0.9.12.1",
  "10.0.0.1/24, 192.168.100.200:8080 and ::1",
  "it takes 01:02:03.456 or 0.123456789 s",
  "0x1F4A9 and 0755 and 0b10101010",
  "invoice 2026-000123-77",
  "it cost €1.299.000,00, then $12,345,678.90",
  "1 000 000 000 people and 299 792 458 m/s",
  "id 004711 of batch 0012",
  "+1 for this, +1000 xp, c++20 and g++-13",
  "the score was 100-99 98-102 110-87",
  "ISBN 978-3-16-148410-0",
  "order #112-3948576-29384",
  "RGB 120 200 040 080 160 255",
  "v1.2.3-alpha.20261103+build.77",
  "sha 9fceb02d0ae598e95dc970b74767f19372d61af8",
  "Change-Id: I8e9e6eb830ca2ba1fca7ece90a34eb14f6977752",
  "pi_1FFEKmJXU11oBs0DlnQHSrBW has no charges",
  "npm_config_registry and hf_transfer and sk_buff",
  "mount -o username=<user>,password=<pass>,dom=<domain>",
  "if you hate entering your password: tell sudo not to ask",
  "git clone git@github.com:ada/bees.git",
  "ada@home and @ada.bees and 5@3 and a@b",
  "see https://example.org/a/b-c/2026/11/03/index.html#x",
  "the password policy: it expires",
  "DE is Germany, NO is Norway, GB29 is a bus",
  "AB12 CDE parked outside",
  "1156688441706850579 15664417068505798 156644170685057983",
])("no secret is found in: %s", (text) => {
  expect(holdsSecret(text)).toBe(false)
})
