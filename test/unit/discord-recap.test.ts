/**
 * Recap pages fit Discord's limits, follow the order of days, and show each note exactly once across pages.
 */

import { ContainerBuilder } from "@discordjs/builders"
import { expect, test } from "vitest"
import { componentsReply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { PAGE_SIZE } from "../../src/discord/features/fact.ts"
import { recapPage } from "../../src/discord/features/recap/recap.ts"
import {
  formatRecapCursor,
  MOST_DAYS,
  parseRecapCursor,
  type RecapCursor,
  recapSlice,
} from "../../src/discord/features/recap/recap-cursor.ts"
import { EN } from "../../src/discord/texts/en.ts"
import type { Note } from "../../src/domain/types.ts"
import type { NoteInSpan } from "../../src/memory/read/note-pages.ts"
import { messageProblems } from "../discord/payload-problems.ts"
import { DAY, NOON, note } from "./builders.ts"

const LARGEST = "9223372036854775807"
const HOUR = 3_600_000
const START: RecapCursor = { days: 14, from: "start", key: null }
const HOSTILE = [
  "*".repeat(300),
  "<@11>@everyone".padEnd(300, "@here<#5>"),
  "[click](https://evil.example) ".repeat(20).slice(0, 300),
  "👩‍👩‍👧‍👦".repeat(40).slice(0, 300),
  "\n# heading\n> quote\n- list\n".repeat(20).slice(0, 300),
  "\u202e\u200b\u0000\ud800".repeat(75),
  "\\".repeat(300),
  "",
]

/** Builds a topic of many talks and people, all with ids of maximum length. */
function topic(words: string, toAt: number): Note {
  const person = { id: LARGEST, name: words.slice(0, 32), line: words }
  const source = { id: "n", channelId: LARGEST, title: words, firstMessageId: LARGEST, from: toAt, at: toAt }
  return note(`t_${toAt}`, words, words, {
    guildId: LARGEST,
    channelId: LARGEST,
    firstMessageId: LARGEST,
    kind: "topic_cluster",
    participants: Array.from({ length: 40 }, () => person),
    sources: Array.from({ length: 30 }, () => source),
    toAt,
  })
}

function reparsed(cursor: RecapCursor): RecapCursor | null {
  const [place, scope] = formatRecapCursor(cursor)
  return parseRecapCursor(place, scope)
}

test("every page fits Discord's limits whatever people talked about", () => {
  const key = [1, NOON, "0123abcd"] as const
  for (const words of HOSTILE) {
    const notes = Array.from({ length: PAGE_SIZE }, (_, day) => topic(words, NOON - day * DAY))
    const ways = {
      before: { days: 14, from: "before", key },
      after: { days: 14, from: "after", key },
    } as const
    const page = recapPage({ texts: EN, notes, total: 200, since: NOON - 14 * DAY, timezone: "UTC", ...ways })
    expect(messageProblems(replyBody(componentsReply(page))), words).toEqual([])
    if (page.type !== 17) throw new Error("pages are framed")
    new ContainerBuilder(page).toJSON()
    expect(JSON.stringify(page)).not.toMatch(/(?<!\\)@everyone|(?<!\\)\[click\]/)
  }
})

test("a topic lists its participants and links to its talks, and a talk has a link to it", () => {
  const page = recapPage({
    texts: EN,
    notes: [topic("The heater", NOON)],
    total: 1,
    since: NOON - DAY,
    timezone: "UTC",
    before: null,
    after: null,
  })
  const text = JSON.stringify(page)
  expect(text).toContain(`<@${LARGEST}>, <@${LARGEST}>, <@${LARGEST}> and 37 more`)
  expect(text).toContain(
    `30 conversations: [1](<https://discord.com/channels/${LARGEST}/${LARGEST}/${LARGEST}>)`,
  )
  expect(text).toContain("### Tuesday, November 3")
  expect(text).toContain("1 entry")
})

/** Notes of several days, topics and talks, some at the same moment. */
const ALL: NoteInSpan[] = Array.from({ length: 23 }, (_, n) => ({
  seq: n,
  id: `n_${n}`,
  kind: n % 4 === 0 ? "topic_cluster" : "conversation",
  at: NOON - Math.floor(n / 6) * DAY - (n % 3) * HOUR,
}))

test("the latest day comes first, topics before talks, the latest of each first", () => {
  const { page } = recapSlice(ALL, START, { size: 100, timezone: "UTC" })
  const keys = page.map(
    ({ at, kind }) => [Math.floor(at / DAY), kind === "topic_cluster" ? 1 : 0, at] as const,
  )
  for (const [nth, key] of keys.slice(1).entries()) {
    const before = keys[nth] ?? key
    const step = before.findIndex((part, n) => part !== key[n])
    if (step !== -1) expect(before[step]).toBeGreaterThan(key[step] ?? 0)
  }
  const late = recapSlice(ALL, START, { size: 100, timezone: "Pacific/Kiritimati" }).page
  expect(late).toHaveLength(ALL.length)
})

test("paging in either direction shows each note once, even if some come or go meanwhile", () => {
  const terms = { size: PAGE_SIZE, timezone: "UTC" }
  const whole = recapSlice(ALL, START, { ...terms, size: 100 }).page.map(({ id }) => id)
  const seen: string[] = []
  let [place, now]: [RecapCursor | null, NoteInSpan[]] = [START, ALL]
  while (place !== null) {
    const { page, before, after } = recapSlice(now, place, terms)
    seen.push(...page.map(({ id }) => id))
    if (before !== null) {
      const back = recapSlice(ALL, reparsed(before) ?? START, terms)
      expect(back.page).toHaveLength(PAGE_SIZE)
    }
    // A talk ends, and one shown before is deleted.
    now = [
      ...ALL.filter(({ id }) => id !== seen[0]),
      { seq: 99, id: "n_new", kind: "conversation", at: NOON + HOUR },
    ]
    place = after && reparsed(after)
    expect(place).toEqual(after)
  }
  expect(seen).toEqual(whole)
})

test("a made-up cursor is ignored", () => {
  for (const made of [
    "",
    "x",
    "0.s",
    `${MOST_DAYS + 1}.s`,
    "1.z",
    "1.a0",
    "1.a2x.00000000",
    "1.azzzzzzzzzz.00000000",
    "1.a1zzzzzzzzzzz.00000000",
    "-1.s",
  ])
    expect(parseRecapCursor(made), made).toBeNull()
  expect(parseRecapCursor("14.s")).toEqual(START)
  const latest = parseRecapCursor("1.a1zzzzzzzzzz.00000000") ?? START
  expect(recapSlice(ALL, latest, { size: PAGE_SIZE, timezone: "UTC" }).page).toHaveLength(PAGE_SIZE)
})

test("a cursor carries the moment and the channel of its recap, and nothing made up", () => {
  const channelId = "1300000000000000000"
  for (const scope of [{ since: NOON }, { channelId }, { since: NOON, channelId }]) {
    const cursor: RecapCursor = { days: 14, ...scope, from: "after", key: [1, NOON, "0a1b2c3d"] }
    const [place = "", written = ""] = formatRecapCursor(cursor)
    expect(parseRecapCursor(place, written)).toEqual(cursor)
    expect(`recap:${place}:${written}`.length).toBeLessThanOrEqual(100)
  }
  for (const made of ["x", "..", ".general", "!.1", `${"z".repeat(11)}.`])
    expect(parseRecapCursor("14.s", made), made).toBeNull()
})
