/**
 * Discord pages fit Discord's limits whatever people said, and their words make no working markdown, mention
 * or link.
 */

import { ContainerBuilder, ModalBuilder } from "@discordjs/builders"
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { expect, test } from "vitest"
import { formProblems } from "../../src/discord/bot/ui/limits.ts"
import {
  firstPageOf,
  formatProfileCursor,
  parseProfileCursor,
  profileSlice,
  sortFacts,
} from "../../src/discord/bot/ui/page-cursor.ts"
import { button } from "../../src/discord/bot/ui/ui-kit.ts"
import { ACTIONS } from "../../src/discord/features/actions.ts"
import { COMMANDS } from "../../src/discord/features/commands.ts"
import { factLines, listPage, maxEntryLength, PAGE_SIZE } from "../../src/discord/features/fact.ts"
import {
  choicesPage,
  confirmPage,
  forgottenPage,
  restoredPage,
} from "../../src/discord/features/forget/forget-pages.ts"
import { detailPage, sourcesPage } from "../../src/discord/features/profile/detail.ts"
import { recallPage } from "../../src/discord/features/profile/recall.ts"
import { correctionForm, parseCorrection } from "../../src/discord/features/remember/correction.ts"
import { notKeptText, rememberedPage } from "../../src/discord/features/remember/remembered-page.ts"
import { DE } from "../../src/discord/texts/de.ts"
import { EN } from "../../src/discord/texts/en.ts"
import { ES } from "../../src/discord/texts/es.ts"
import type { Evidence, Memory } from "../../src/domain/types.ts"
import type { FoundMemory } from "../../src/memory/read/search.ts"
import type { Item } from "../../src/recall/context.ts"

const NOON = Date.UTC(2026, 10, 3, 12)
const LARGEST = "9223372036854775807"

/** Hostile texts of 300 characters each. */
const HOSTILE = [
  "*".repeat(300),
  "<@11>@everyone".padEnd(300, "@here<#5>"),
  "[click](https://evil.example) ".repeat(20).slice(0, 300),
  "👩‍👩‍👧‍👦".repeat(40).slice(0, 300),
  `${"`".repeat(150)}${"|".repeat(150)}`,
  "\n# heading\n> quote\n- list\n".repeat(20).slice(0, 300),
  "\u202e\u200b\u0000\ud800".repeat(75),
  "ẞ".repeat(300),
]

function found(fact: string, nth = 0, given: Partial<Memory> = {}): FoundMemory {
  const id = `m_${String(nth).padStart(24, "0")}`
  const evidence = Array.from(
    { length: 6 },
    (_, line): Evidence => ({
      memoryId: id,
      messageId: LARGEST,
      channelId: LARGEST,
      authorId: line % 2 === 0 ? "8223372036854775807" : "7223372036854775807",
      windowId: "w",
      excerpt: fact.slice(0, 200),
      saidAt: NOON,
      method: "model",
      model: null,
      promptHash: null,
      source: "passive",
      fact,
      certainty: 1,
      filing: null,
    }),
  )
  const memory: Memory = {
    id,
    guildId: LARGEST,
    subject: { scope: "user", id: LARGEST },
    fact,
    factKey: fact,
    type: "task_state",
    section: "relationships",
    topics: Array.from({ length: 8 }, () => fact.slice(0, 40)),
    importance: "medium",
    certainty: 1,
    decided: null,
    confidence: 0.5,
    lifetime: "90d",
    time: { when: "2026-12-24T23:59", until: "2026-12-31T23:59", endsAt: NOON * 2 },
    expiresAt: NOON * 2,
    status: "queued",
    supersededBy: null,
    contradicts: null,
    retiredBy: null,
    replacedAt: null,
    merged: false,
    evidenceCount: 12,
    saidAt: NOON,
    lastSaidAt: NOON + 1_000,
    createdAt: NOON,
    version: 1,
    ...given,
  }
  return { memory, subjectName: fact.slice(0, 100), evidence }
}

const place = { userId: LARGEST, from: "before", key: [6, 2, NOON, "00000000"] } as const

interface PartCounts {
  words: string[]
  ids: string[]
  count: number
}

/** Counts what Discord limits in a message: components, characters, and custom ids, which must be unique. */
function countParts(part: unknown, all: PartCounts = { words: [], ids: [], count: 0 }): PartCounts {
  if (Array.isArray(part)) for (const one of part) countParts(one, all)
  else if (typeof part === "object" && part !== null) {
    // A tree of plain values that this test built itself.
    const { type, content, custom_id, ...rest } = part as Record<string, unknown>
    if (typeof type === "number") all.count += 1
    if (typeof content === "string") all.words.push(content)
    if (typeof custom_id === "string") all.ids.push(custom_id)
    countParts(Object.values(rest), all)
  }
  return all
}

function fits(page: APIMessageTopLevelComponent, what: string): string {
  const { words, ids, count } = countParts(page)
  expect(words.join("").length, what).toBeLessThanOrEqual(4_000)
  expect(count, what).toBeLessThanOrEqual(40)
  expect(new Set(ids).size, what).toBe(ids.length)
  expect(Math.max(0, ...ids.map((id) => id.length)), what).toBeLessThanOrEqual(100)
  expect(
    words.every((one) => one.trim() !== ""),
    what,
  ).toBe(true)
  if (page.type !== 17) throw new Error("pages are framed")
  new ContainerBuilder(page).toJSON()
  return words.join("\n")
}

function item(text: string, kind: Item["kind"], nth: number): Item {
  const source = { message_id: "1", channel_id: "2", author_id: LARGEST, excerpt: text }
  return {
    kind,
    id: `m_${String(nth).padStart(24, "0")}`,
    text,
    score: 1,
    at: NOON,
    subject: { id: "11", name: text },
    type: "profile",
    section: "bio",
    permanent: true,
    confidence: 0.9,
    topics: [],
    title: text,
    sources: [{ ...source, url: `https://discord.com/channels/${LARGEST}/${LARGEST}/${LARGEST}` }],
  }
}

test.each([EN, DE, ES])(
  "every page fits Discord's limits whatever the facts contain, in $language",
  (texts) => {
    for (const fact of HOSTILE) {
      const all = Array.from({ length: 30 }, (_, nth) => found(fact, nth))
      const entries = all.slice(0, PAGE_SIZE).map((one) => ({
        heading: texts.sections.relationships,
        lines: factLines(one, { now: NOON, maxLength: maxEntryLength(PAGE_SIZE), about: true, texts }),
        button: button(`open:${one.memory.id}:${formatProfileCursor(place)}`, "Open"),
      }))
      const ways = { before: `page:${formatProfileCursor(place)}`, after: "page:2.s" }
      const gone = all.map(({ memory }) => memory)
      const items = Array.from({ length: 8 }, (_, nth) =>
        item(fact, (["memory", "note", "message"] as const)[nth % 3] ?? "memory", nth),
      )
      const one = found(fact)
      const detail = {
        found: one,
        former: all.slice(0, 3),
        mayChange: true,
        cursor: place,
        now: NOON,
        notice: "Corrected",
        undoId: LARGEST,
        texts,
      }
      const kept = all.map((each) => ({ found: each, mayChange: true }))
      fits(
        listPage({ buttons: texts.buttons, title: "What I know", note: "30 facts", entries, ...ways }),
        "list",
      )
      fits(detailPage(detail), "detail")
      fits(sourcesPage({ found: one, cursor: place, texts }), "sources")
      fits(choicesPage(all, fact, { texts }), "choices")
      fits(confirmPage(all, fact, texts), "confirm")
      fits(forgottenPage(gone, LARGEST, texts), "forgotten")
      fits(restoredPage([one.memory.id], texts), "restored")
      fits(rememberedPage(kept, NOON, { texts }), "kept")
      fits(
        rememberedPage(kept.slice(0, 3), NOON, {
          texts,
          ended: kept,
          replaced: kept.map(({ found }) => found),
        }),
        "ended",
      )
      fits(recallPage(items, { about: fact.slice(0, 200), isPartial: true, texts }), "recalled")
      const form = correctionForm(one.memory, place, texts)
      new ModalBuilder(form).toJSON()
      expect(formProblems(form)).toEqual([])
      expect(form.custom_id.length).toBeLessThanOrEqual(100)
    }
  },
)

test("people's words appear literally: their markdown, mentions and links do not work", () => {
  const fact = "**bold** <@11> @everyone [a](https://evil.example) `code` ||hidden|| # big"
  const words = fits(
    detailPage({ found: found(fact), mayChange: false, cursor: null, now: NOON, texts: EN }),
    "detail",
  )
  expect(words).toContain("\\*\\*bold\\*\\* \\<\\@11\\> \\@everyone \\[a\\]\\(https\\://evil.example\\)")
  for (const live of ["**bold**", "<@11>", " @everyone", "](https://evil", "`code`", "||hidden||"])
    expect(words.replace(/\\./g, "")).not.toContain(live)
})

test("a person who may not change a fact gets no control to change it", () => {
  const labels = (mayChange: boolean) =>
    JSON.stringify(detailPage({ found: found("Ada rows"), mayChange, cursor: null, now: NOON, texts: EN }))
  expect(labels(true)).toContain("Forget")
  expect(labels(false)).not.toContain("Forget")
  expect(labels(false)).not.toContain("Correct")
})

test("paging in either direction shows every fact once, even if some disappear meanwhile", () => {
  const many = Array.from({ length: 23 }, (_, nth) =>
    found(`Fact ${nth}`, nth, {
      section: (["bio", "skills", "other"] as const)[nth % 3] ?? null,
      importance: (["low", "high"] as const)[nth % 2] ?? "low",
      lastSaidAt: NOON + (nth % 5) * 1_000,
      expiresAt: nth % 7 === 0 ? NOON * 2 : null,
    }),
  )
  const all = sortFacts(many)
  for (const lost of [[], [4, 5], [0, 9, 10, 22]]) {
    const left = all.filter((_, nth) => !lost.includes(nth))
    const seen: string[] = []
    // The first page shows all facts, the others what is left.
    let { page, after } = profileSlice(all, firstPageOf("11"), PAGE_SIZE)
    seen.push(...page.map(({ found }) => found.memory.id))
    while (after !== null) {
      const next = profileSlice(
        left,
        parseProfileCursor(formatProfileCursor(after)) ?? firstPageOf("0"),
        PAGE_SIZE,
      )
      seen.push(...next.page.map(({ found }) => found.memory.id))
      expect(profileSlice(left, next.here, PAGE_SIZE).page).toEqual(next.page)
      after = next.after
    }
    const first = all.slice(0, PAGE_SIZE).map(({ found }) => found.memory.id)
    const rest = left.map(({ found }) => found.memory.id).filter((id) => !first.includes(id))
    expect(seen).toEqual([...first, ...rest])
  }
})

test("a page before the first is the first, and a page after the last is the last", () => {
  const all = sortFacts(
    Array.from({ length: 7 }, (_, nth) => found(`Fact ${nth}`, nth, { lastSaidAt: NOON - nth })),
  )
  const last = profileSlice(
    all,
    profileSlice(all, firstPageOf("11"), PAGE_SIZE).after ?? firstPageOf("11"),
    PAGE_SIZE,
  )
  expect(last.page).toHaveLength(2)
  const back = profileSlice(all, last.before ?? firstPageOf("11"), PAGE_SIZE)
  expect(back.page.map(({ found }) => found.memory.fact)).toEqual([
    "Fact 0",
    "Fact 1",
    "Fact 2",
    "Fact 3",
    "Fact 4",
  ])
  const gone = all.slice(0, 5)
  expect(profileSlice(gone, last.here, PAGE_SIZE).page).toEqual(gone)
})

test("a made-up cursor is ignored", () => {
  for (const made of ["", "x", "11.z", "11.a99", "11:s", `${LARGEST}0.s`, "11.f00-.x:y"])
    expect(parseProfileCursor(made)).toBeNull()
  expect(parseProfileCursor(formatProfileCursor(place))).toEqual(place)
})

test("a correction contains only the changes and no invalid importance or lifetime", () => {
  const { memory } = found("Ada rows", 0, { importance: "low", lifetime: "permanent" })
  const sent = (fields: Record<string, string>) => parseCorrection(fields, memory)
  expect(sent({ fact: "Ada rows", importance: "low", lifetime: "permanent" })).toEqual({})
  expect(sent({ fact: " Ada\nsails ", importance: "huge", lifetime: "7d" })).toEqual({
    fact: "Ada sails",
    lifetime: "7d",
  })
  expect(sent({ fact: "\u200b" })).toBeNull()
  expect(sent({})).toBeNull()
})

test("a refusal to keep something is explained in words", () => {
  const verdict = { op: "save", fact: null, subject: { scope: "user", id: "1" }, memoryId: null } as const
  const rejected = (reason: string) => notKeptText([{ ...verdict, kind: "rejected", reason }], EN)
  expect(rejected("already_known")).toContain("I already know that")
  expect(rejected("sensitive:health")).toContain("health")
  expect(rejected("something_new")).toContain("rules")
  expect(notKeptText([], EN)).toContain("nothing to remember in that")
})

test("commands and actions have unique names, and every button has an action", () => {
  const names = ACTIONS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const commands = COMMANDS.map(({ definition }) => `${definition.type} ${definition.name}`)
  expect(new Set(commands).size).toBe(commands.length)
  const one = found("Ada rows")
  const pages = [
    detailPage({ found: one, mayChange: true, cursor: place, now: NOON, undoId: "1", texts: EN }),
    sourcesPage({ found: one, cursor: place, texts: EN }),
    choicesPage([one, found("Ada sails", 1)], "Ada", { texts: EN }),
    confirmPage([one], "Ada", EN),
    rememberedPage([{ found: one, mayChange: false }], NOON, { texts: EN }),
  ]
  const called = pages.flatMap((page) => countParts(page).ids.map((id) => id.split(":")[0]))
  expect(called.filter((name) => !names.includes(name ?? ""))).toEqual([])
})
