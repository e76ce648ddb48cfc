/**
 * Discord pages and texts for members in every state. The replies to commands are in
 * test/worker/goldens-discord.test.ts.
 */

import { test } from "vitest"
import { failureReply } from "../../src/discord/bot/dispatch.ts"
import * as words from "../../src/discord/bot/ui/memory-texts.ts"
import {
  firstPageOf,
  formatProfileCursor,
  sectionOfSortKey,
  sortFacts,
} from "../../src/discord/bot/ui/page-cursor.ts"
import { button } from "../../src/discord/bot/ui/ui-kit.ts"
import { formatAnswer } from "../../src/discord/features/ask/answer-format.ts"
import { factLines, listPage } from "../../src/discord/features/fact.ts"
import {
  choicesPage,
  confirmPage,
  forgottenPage,
  restoredPage,
} from "../../src/discord/features/forget/forget-pages.ts"
import { detailPage, sourcesPage } from "../../src/discord/features/profile/detail.ts"
import { recallPage } from "../../src/discord/features/profile/recall.ts"
import { recapPage } from "../../src/discord/features/recap/recap.ts"
import { correctionForm } from "../../src/discord/features/remember/correction.ts"
import { notKeptText, rememberedPage } from "../../src/discord/features/remember/remembered-page.ts"
import { EN } from "../../src/discord/texts/en.ts"
import { type Memory, SENSITIVE } from "../../src/domain/types.ts"
import type { FoundMemory } from "../../src/memory/read/search.ts"
import { item } from "./answer-world.ts"
import { DAY, NOON, note } from "./builders.ts"
import { expectGolden, layout, sections } from "./golden.ts"
import { found, HOSTILE, LONG, type Part, page, reply, rich } from "./golden-pages.ts"

const STATES: [string, Partial<Memory>][] = [
  ["plain", {}],
  ["rich", rich],
  ["shadow", { status: "shadow" }],
  ["queued", { status: "queued", subject: { scope: "guild", id: "900" } }],
  ["superseded", { status: "superseded", subject: { scope: "channel", id: "800" } }],
  ["expired", { expiresAt: NOON - 1 }],
  ["contradicted", { contradicts: "m_2", section: null, confidence: 0.1 }],
]
const place = { userId: "1", from: "before", key: [6, 2, NOON, "00000000"] } as const

test("pages of facts match their golden file", async () => {
  const detail = { mayChange: true, cursor: null, now: NOON, texts: EN }
  const items = [
    item("1", "Ada lives in Oslo."),
    item("2", HOSTILE, { kind: "note", title: "A talk" }),
    item("3", "Bo: hi", { kind: "message", subject: { id: "12", name: "Bo" } }),
    item("4", "cannot be opened", { kind: "message", sources: [] }),
    item("5", "It rains", { subject: null, confidence: null, sources: [] }),
  ]
  const list = {
    buttons: EN.buttons,
    title: "What I know",
    note: "2 facts",
    entries: [],
    before: "page:1.s",
    after: "page:2.s",
  }
  await expectGolden(
    "discord/fact-pages.txt",
    sections([
      ...STATES.map(([state, given]) =>
        page(`detail, ${state}`, detailPage({ ...detail, found: found("Kai sails", given) })),
      ),
      ...STATES.map(
        ([state, given]): Part => [
          `lines, ${state}`,
          factLines(found("Kai sails", given), { now: NOON, maxLength: 300, about: true, texts: EN }),
        ],
      ),
      page(
        "detail of the worst words, changed a moment ago, not the reader's to change",
        detailPage({
          found: found(HOSTILE, rich, 1),
          mayChange: false,
          cursor: place,
          now: NOON,
          notice: "Corrected",
          undoId: "77",
          texts: EN,
        }),
      ),
      page("detail of a long fact", detailPage({ ...detail, found: found(LONG) })),
      page("sources", sourcesPage({ found: found(HOSTILE, rich, 6), cursor: place, texts: EN })),
      page(
        "sources of a fact opened by itself",
        sourcesPage({ found: found("Kai sails", {}, 1), cursor: null, texts: EN }),
      ),
      page(
        "kept",
        rememberedPage(
          [
            { found: found("Kai sails"), mayChange: true },
            { found: found(HOSTILE, rich), mayChange: false },
          ],
          NOON,
          { texts: EN },
        ),
      ),
      page(
        "kept in place of another fact, and no longer so",
        rememberedPage([{ found: found("Kai rows"), mayChange: true }], NOON, {
          texts: EN,
          ended: [{ found: found(HOSTILE, rich), mayChange: true }],
          replaced: [found("Kai sails", { status: "superseded", supersededBy: found("Kai rows").memory.id })],
        }),
      ),
      page("recalled", recallPage(items, { about: HOSTILE, isPartial: true, texts: EN })),
      page("a list between two pages", listPage({ ...list, entries: listed() })),
      page("a list alone", listPage({ ...list, note: null, entries: [], before: null, after: null })),
      ["form to correct", layout(correctionForm(found(HOSTILE, rich).memory, place, EN))],
    ]),
  )
})

function listed() {
  const all = sortFacts([
    found("Kai rows", { section: "skills" }),
    found("Kai sails"),
    found("Kai naps", rich),
  ])
  return all.map(({ found, key }) => ({
    heading: sectionOfSortKey(key),
    lines: factLines(found, { now: NOON, maxLength: 300, about: false, texts: EN }),
    button: button(
      `open:${found.memory.id}:${formatProfileCursor({ ...firstPageOf("1"), from: "at", key })}`,
      "Open",
    ),
  }))
}

test("pages of forgetting match their golden file", async () => {
  const many = Array.from({ length: 30 }, (_, nth) => found(`Kai did thing ${nth}`, { id: `m_${nth}` }))
  const two = [found("Kai sails"), found(HOSTILE)]
  const gone = (all: FoundMemory[]) => all.map(({ memory }) => memory)
  await expectGolden(
    "discord/forgetting-pages.txt",
    sections([
      page("which of two", choicesPage(two, `a: ${HOSTILE}`, { texts: EN })),
      page("which of thirty", choicesPage(many, "thing", { texts: EN })),
      page("all of two", confirmPage(two, "a: b", EN)),
      page("all of thirty", confirmPage(many, "thing", EN)),
      page("forgotten one", forgottenPage(gone(two.slice(0, 1)), "77", EN)),
      page("forgotten one for good", forgottenPage(gone(two.slice(0, 1)), null, EN)),
      page("forgotten thirty", forgottenPage(gone(many), "77", EN)),
      page("restored one", restoredPage(["m_1"], EN)),
      page("restored three", restoredPage(["m_1", "m_2", "m_3"], EN)),
    ]),
  )
})

test("pages of a recap match their golden file", async () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({ id: String(nth + 1), name: `P${nth}`, line: null }))
  const talks = Array.from({ length: 4 }, (_, nth) => ({
    ...{ id: `n_t${nth}`, channelId: "800", title: "T", firstMessageId: `2${nth}` },
    from: NOON,
    at: NOON,
  }))
  const notes = [
    note("n_1", "Heater", "It broke.", { kind: "topic_cluster", sources: talks, participants: people(5) }),
    note("n_2", HOSTILE, HOSTILE, { participants: people(3), toAt: NOON - DAY }),
    note("n_3", "Ferry", "Ferry", { toAt: NOON - DAY - 1 }),
    note("n_4", LONG, LONG, { toAt: NOON - 2 * DAY }),
  ]
  const at = { texts: EN, since: NOON - 3 * DAY, timezone: "Pacific/Auckland" }
  const key = [0, NOON, "0123abcd"] as const
  await expectGolden(
    "discord/recap-pages.txt",
    sections([
      page(
        "a page between two",
        recapPage({
          notes,
          total: 12,
          ...at,
          before: { days: 3, from: "before", key },
          after: { days: 3, from: "after", key },
        }),
      ),
      page("one thing", recapPage({ notes: notes.slice(2, 3), total: 1, ...at, before: null, after: null })),
    ]),
  )
})

test("answers match their golden file", async () => {
  const told = { message_id: null, channel_id: null, author_id: "11", url: null, excerpt: "tea" }
  const items = [item("1", "Ada lives in Oslo."), item("2", HOSTILE, { sources: [told] })]
  const modelled = (basis: "memory" | "talk" | "general" | "chat" | "nothing", of: typeof items = []) =>
    ({ method: "model", text: "Ada lives in Oslo [1].", basis, items: of }) as const
  const quoted = (text: string, of = items) =>
    ({ method: "rules", text, basis: "memory", items: of }) as const
  const question = `where is ${HOSTILE}?`
  const long = { ...modelled("memory", items), text: LONG.repeat(2) }
  const longItems = Array.from({ length: 12 }, (_, nth) => item(String(nth), LONG))
  const answers: [string, Parameters<typeof formatAnswer>[0]][] = [
    ["without a model", quoted(`Ada lives in Oslo. [1]\nBo wrote today: “${HOSTILE}” [2]`)],
    ["without a model, too long", quoted(LONG.repeat(2), longItems)],
    ["from memory", modelled("memory", items)],
    ["from the talk", modelled("talk")],
    ["from general knowledge", modelled("general")],
    ["a greeting", modelled("chat")],
    ["not known", modelled("nothing")],
    ["a long one", long],
  ]
  await expectGolden(
    "discord/answers.txt",
    sections(
      answers.flatMap(([title, answer]): Part[] => [
        [title, formatAnswer(answer, null, EN)],
        [`${title}, below its question`, formatAnswer(answer, question, EN)],
      ]),
    ),
  )
})

test("texts for empty results, states and reasons match their golden file", async () => {
  const reasons = Object.keys({
    ...WHY,
    ...Object.fromEntries(SENSITIVE.map((kind) => [`sensitive:${kind}`, 0])),
  })
  const verdict = { op: "save", fact: null, subject: { scope: "user", id: "1" }, memoryId: null } as const
  const rejected = reasons.map((reason) => ({ ...verdict, kind: "rejected" as const, reason }))
  const listed = (names: object) =>
    Object.entries(names)
      .map(([key, value]) => `${key}: ${value}`)
      .join("\n")
  await expectGolden(
    "words.txt",
    sections([
      ["sections", listed(EN.sections)],
      ["types", listed(EN.types)],
      ["lifetimes", listed(EN.lifetimes)],
      [
        "how sure",
        [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]
          .map((one) => words.confidenceLabel(one, EN))
          .join("\n"),
      ],
      ["why not kept", reasons.map((reason) => `${reason}: ${words.notKeptReason(reason, EN)}`).join("\n")],
      [
        "kept nothing",
        [[], [{ ...verdict, kind: "accepted" as const, reason: "" }], rejected]
          .map((one) => notKeptText(one, EN))
          .join("\n"),
      ],
      ["nothing known of oneself", words.noFactsText("11", "11", EN)],
      ["nothing known of somebody", words.noFactsText("12", "11", EN)],
      ["nothing to forget", words.nothingToForgetText(HOSTILE, EN)],
      [
        "said alone",
        [
          EN.forget.nothing,
          EN.remember.onlyPeople,
          EN.remember.notAMember,
          EN.remember.noWords,
          EN.correct.knownAlready,
          EN.remember.useTheirName,
        ].join("\n"),
      ],
      reply("apology", failureReply("1449", EN)),
    ]),
  )
})

/** Every reason of a verdict, except sensitive classes. */
const WHY = {
  ...{
    already_known: 0,
    outdated: 0,
    opted_out: 0,
    secret: 0,
    instruction: 0,
    read_only: 0,
    subject_full: 0,
  },
  ...{ window_full: 0, hour_full: 0, type_off: 0, scope_off: 0, low_confidence: 0, empty: 0 },
  ...{ a_new_one: 0 },
}
