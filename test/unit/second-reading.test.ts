/** The second reading of a model's claims: its prompt, its verdicts, and what they decide. */
import { afterEach, expect, test, vi } from "vitest"
import type { ChatModel, ChatReply, ChatRequest } from "../../src/ai/chat.ts"
import type { Claim } from "../../src/domain/types.ts"
import { checkClaims, claimsInQuestion } from "../../src/extraction/claims.ts"
import { readAgain, secondReadingPrompt } from "../../src/extraction/second-reading.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { ana, claim, extraction, GUILD, kai, known, message, windowOf } from "./builders.ts"

const DAY = 86_400_000

afterEach(() => vi.restoreAllMocks())
const talk = windowOf(
  message("morning"),
  message("I own a castle, obviously"),
  message("lol", { author: ana }),
  message("Kai never sleeps", { author: ana }),
)
const terms = {
  offered: [kai, ana],
  sensitive: DEFAULT_POLICY.sensitive,
  mostClaims: 15,
  timezone: "UTC",
}
const castle = claim("Kai owns a castle", { lines: [2] })
const sleep = claim("Kai never sleeps", { lines: [4], reportedBy: ana.id })
const shown = { window: talk, people: [kai, ana], memories: [known("Kai rents a flat")], timezone: "UTC" }

/** A model that gives this reply to everything and keeps the requests. */
function replying(...replies: ChatReply[]): { chat: ChatModel; requests: ChatRequest[] } {
  const requests: ChatRequest[] = []
  const chat: ChatModel = {
    model: () => "m",
    complete: async (request) => {
      requests.push(request)
      return (
        replies[requests.length - 1] ?? { kind: "failed", failure: "stop_today", detail: "", usage: null }
      )
    },
  }
  return { chat, requests }
}
const usage = { purpose: "second_reading", model: "m", inputTokens: 9, outputTokens: 3 }
const saying = (value: unknown): ChatReply => ({
  kind: "ok",
  text: typeof value === "string" ? value : JSON.stringify(value),
  usage,
})

async function verdicts(reply: ChatReply, claims: Claim[] = [castle, sleep]) {
  const { chat } = replying(reply)
  const read = await readAgain(chat, extraction(...claims), { open: claims, shown })
  return read.claims.map(({ confirmed }) => confirmed)
}

test.each<[string, unknown]>([
  [
    "as asked",
    {
      facts: [
        { fact: "F1", why: "a joke", so: false },
        { fact: "F2", why: "", so: true },
      ],
    },
  ],
  [
    "as a bare list without reasons",
    [
      { fact: "F2", so: "yes" },
      { fact: "F1", so: "False" },
    ],
  ],
  [
    "with numbers for handles",
    {
      facts: [
        { fact: 1, so: false },
        { fact: 2, so: true },
      ],
    },
  ],
])("a verdict counts for the claim that it names, %s", async (_, reply) => {
  expect(await verdicts(saying(reply))).toEqual([false, true])
})

test.each<[string, unknown]>([
  ["no facts", { facts: [] }],
  ["facts that nobody asked about", { facts: [{ fact: "F3", so: false }] }],
  ["neither true nor false", { facts: [{ fact: "F1", so: "perhaps" }] }],
  ["something else", { claims: [] }],
  ["no JSON", "The facts look fine to me."],
])("a reply with %s changes nothing", async (_, reply) => {
  vi.spyOn(console, "warn").mockReturnValue()
  expect(await verdicts(saying(reply))).toEqual([undefined, undefined])
})

test.each(["retry_later", "stop_today", "bad_reply"] as const)(
  "a model that fails with %s leaves the claims to the other checks, and its cost is counted",
  async (failure) => {
    const warned = vi.spyOn(console, "warn").mockReturnValue()
    const { chat } = replying({ kind: "failed", failure, detail: "down", usage })
    const read = await readAgain(chat, extraction(castle), { open: [castle], shown })
    expect(read.claims).toEqual([castle])
    expect(read.usage).toContainEqual(usage)
    expect(warned).toHaveBeenCalledOnce()
  },
)

test("without a claim in question no model is asked", async () => {
  const { chat, requests } = replying()
  await readAgain(chat, extraction(), { open: [], shown })
  expect(requests).toEqual([])
})

const decided = (given: Claim) => {
  const { proposals, refused } = checkClaims(extraction(given), talk, terms)
  return refused[0]?.reason ?? proposals[0]?.claim.confidence
}

test("what the second reading denies is refused, and what it finds is more certain than before", () => {
  expect(decided({ ...castle, confirmed: false })).toBe("unsupported:not_confirmed")
  expect(decided({ ...castle, confidence: 0.5 })).toBe(0.5)
  expect(decided({ ...castle, confidence: 0.5, confirmed: true })).toBe(0.75)
})

test("a memory is not ended by a statement that the second reading takes for a joke", () => {
  const end = claim("Kai gave up the flat", { op: "forget", target: "m_1", lines: [2] })
  expect(decided(end)).not.toBe("unsupported:not_confirmed")
  expect(decided({ ...end, confirmed: false })).toBe("unsupported:not_confirmed")
})

test("it overrules a check that guesses at what is meant", () => {
  const question = claim("Ana wants to know whether Kai sleeps", { lines: [3] })
  const window = windowOf(message("does Oslo suit you, Ana?"), message("suits me", { author: ana }))
  const asked = {
    ...claim("Oslo suits Ana", { lines: [1] }),
    subject: { scope: "user" as const, id: ana.id },
  }
  expect(checkClaims(extraction(asked), window, terms).refused[0]?.reason).toBe("unsupported:only_questions")
  expect(checkClaims(extraction({ ...asked, confirmed: true }), window, terms).refused).toEqual([])
  expect(claimsInQuestion(extraction(asked, question), window, terms)).toContain(asked)
})

test.each<[string, Claim]>([
  ["a person who was not offered", claim("Bo sails", { lines: [1], subject: { scope: "user", id: "3" } })],
  ["a secret", claim("Kai's password is hunter2hunter2", { lines: [2] })],
  ["a number that its line refutes", claim("Kai owns 7 castles since 2020", { lines: [2] })],
])("it is not asked about %s, and cannot overrule the refusal", (_, given) => {
  const window = windowOf(message("morning"), message("my password is hunter2hunter2, 3 castles since 2019"))
  expect(claimsInQuestion(extraction(given), window, terms)).toEqual([])
  expect(checkClaims(extraction({ ...given, confirmed: true }), window, terms).proposals).toEqual([])
})

test("its prompt shows the lines around those cited, the date at each new day, and what would end", () => {
  const talked = windowOf(...Array.from({ length: 20 }, (_, at) => message(`line ${at + 1}`)))
  const later = (at: number) => (at < 10 ? 0 : DAY)
  const days = { ...talked, messages: talked.messages.map((one, at) => ({ ...one, at: one.at + later(at) })) }
  const end = claim("", { op: "forget", target: known("Kai rents a flat").id, lines: [2] })
  const rule = { ...claim("No spoilers", { lines: [16] }), subject: { scope: "guild" as const, id: GUILD } }
  const { user } = secondReadingPrompt([end, rule], { ...shown, window: days })
  expect(user).toMatchInlineSnapshot(`
    "<channel>general</channel>
    <date>Tuesday 2026-11-03</date> UTC
    <people>
    P1 Kai
    P2 Ana
    </people>
    <memories>
    M1 P1: Kai rents a flat
    </memories>
    <chat>
    1 12:00 P1: line 1
    2 P1: line 2
    3 P1: line 3
    4 P1: line 4
    5 P1: line 5
    6 P1: line 6
    7 P1: line 7
    …
    <date>Wednesday 2026-11-04</date>
    13 12:12 P1: line 13
    14 P1: line 14
    15 P1: line 15
    16 P1: line 16
    17 P1: line 17
    18 P1: line 18
    19 P1: line 19
    20 P1: line 20
    </chat>
    <facts>
    F1 [2] P1: no longer so, or never was: Kai rents a flat
    F2 [16] server: No spoilers
    </facts>"
  `)
})
