/** No page for members holds a word that is not in the tables: with every text masked, only people's words are left. */
import { expect, test } from "vitest"
import { formatRefusal } from "../../src/discord/bot/ui/refusals.ts"
import { answerReply } from "../../src/discord/features/ask/answer-format.ts"
import { listPage } from "../../src/discord/features/fact.ts"
import {
  askToForgetPage,
  choicesPage,
  confirmPage,
  forgottenPage,
  othersWordsPage,
  restoredPage,
} from "../../src/discord/features/forget/forget-pages.ts"
import { erasePage, erasurePage } from "../../src/discord/features/privacy/erase.ts"
import { ownLinksPage, pendingPage } from "../../src/discord/features/privacy/link.ts"
import { privacyReply } from "../../src/discord/features/privacy/privacy-reply.ts"
import { seePage } from "../../src/discord/features/privacy/see.ts"
import { detailPage, sourcesPage } from "../../src/discord/features/profile/detail.ts"
import { recallPage } from "../../src/discord/features/profile/recall.ts"
import { recapPage } from "../../src/discord/features/recap/recap.ts"
import { correctionForm } from "../../src/discord/features/remember/correction.ts"
import { notKeptText, rememberedPage } from "../../src/discord/features/remember/remembered-page.ts"
import { EN, type Texts } from "../../src/discord/texts/en.ts"
import type { Refusal } from "../../src/domain/errors.ts"
import type { Memory } from "../../src/domain/types.ts"
import { webhookSpeaker } from "../../src/identity/speaker.ts"
import { SettingsSchema } from "../../src/policy/settings.ts"
import type { Entered } from "../../src/runtime/enter.ts"
import { item } from "./answer-world.ts"
import { DAY, NOON, note } from "./builders.ts"
import { found } from "./golden-pages.ts"

type Table = { [key: string]: string | Table }

/** Keeps the values of a text and masks its words. */
function masked(table: Table): Table {
  const mask = (text: string) => text.replace(/\{\w+\}|\p{L}/gu, (part) => (part.length > 1 ? part : "∎"))
  return Object.fromEntries(
    Object.entries(table).map(([key, value]) => [
      key,
      typeof value === "string" ? mask(value) : masked(value),
    ]),
  )
}

/** Dates are the platform's. Chinese ones have no letters of ours. */
const TEXTS = { ...(masked(EN) as unknown as Texts), language: "zh" }
const FACT = "⌘"
const KEYS = ["custom_id", "url", "value", "kind", "id", "name"]

/** Every word of a page that people see, without mentions, times and links. */
function wordsOf(page: unknown): string {
  if (typeof page === "string") return page.replace(/<[^<>]*>/g, " ")
  if (Array.isArray(page)) return page.map(wordsOf).join(" ")
  if (typeof page !== "object" || page === null) return ""
  return Object.entries(page)
    .filter(([key]) => !KEYS.includes(key))
    .map(([, value]) => wordsOf(value))
    .join(" ")
}

const one = found(FACT)
const two = [one, found(FACT, { id: "m_2" })]
const cursor = { userId: "1", from: "start", key: null } as const
const about = { now: NOON, mayChange: true, cursor, texts: TEXTS, undoId: "1" }
const STATES: Partial<Memory>[] = [
  { status: "shadow", section: "other", type: "preference", lifetime: "7d", importance: "low" },
  { status: "queued", subject: { scope: "guild", id: "9" }, type: "task_state", lifetime: "1d" },
  { status: "superseded", subject: { scope: "channel", id: "8" }, type: "episode", lifetime: "3d" },
  { expiresAt: NOON - 1, topics: [FACT], type: "constraint", lifetime: "30d", importance: "high" },
  { contradicts: "m_2", expiresAt: NOON + DAY, confidence: 0.2, lifetime: "90d" },
]
const self = {
  // The page reads the settings alone.
  entered: { guild: { settings: SettingsSchema.parse({}) } } as Entered,
  consent: null,
  consentAt: null,
  linked: ["12"],
  objectsSince: null,
  remembered: true,
}
const shown = {
  extent: {
    counts: { memories: 1, statements: 2, notes: 1, topics: 2, digests: 1, messages: 2 },
    missing: [{ channel_id: "1", messages: 0 }],
  },
  terms: { reader: "other" as const, contact: null },
  pausedBy: null,
  texts: TEXTS,
}
const job = {
  ...{ id: "e_1", guildId: "9", kind: "person" as const, target: "1", step: "x", requestedBy: "x" },
  ...{ requestedAt: 1, finishedAt: 2 },
  report: { counts: { messages: 2, audit: 3 }, left: 2, rounds: 1, detail: null },
}
const recap = {
  ...{ total: 2, since: NOON - DAY, timezone: "UTC", texts: TEXTS, before: null, after: null },
  notes: [
    note("n_1", FACT, FACT, {
      kind: "topic_cluster",
      participants: Array.from({ length: 5 }, (_, id) => ({ id: `${id}`, name: FACT, line: null })),
      sources: [{ id: "n_2", channelId: "8", title: FACT, firstMessageId: "2", from: NOON, at: NOON }],
    }),
  ],
}

const PAGES: [string, unknown][] = [
  ...STATES.map((given): [string, unknown] => [
    `a fact, ${given.status ?? given.lifetime}`,
    detailPage({ ...about, found: found(FACT, given), former: two }),
  ]),
  ["sources", sourcesPage({ found: found(FACT, { evidenceCount: 9 }), cursor, texts: TEXTS })],
  ["the form to correct", correctionForm(one.memory, cursor, TEXTS)],
  [
    "remembered",
    rememberedPage([{ found: one, mayChange: true }], NOON, {
      ended: [{ found: two[1] ?? one, mayChange: false }],
      replaced: [found(FACT, { supersededBy: one.memory.id })],
      texts: TEXTS,
    }),
  ],
  ["nothing remembered", notKeptText([], TEXTS)],
  ["which to forget", choicesPage(two, FACT, { texts: TEXTS })],
  ["whether it is meant", choicesPage(two, null, { isGuess: true, texts: TEXTS })],
  ["what others said", othersWordsPage(two, TEXTS)],
  ["the person concerned asked", askToForgetPage(one, "1", TEXTS)],
  ["all to forget", confirmPage(two, FACT, TEXTS)],
  ["forgotten", forgottenPage([one.memory], "1", TEXTS)],
  ["forgotten for good", forgottenPage([one.memory, one.memory], null, TEXTS)],
  ["undone", restoredPage(["m_1", "m_2"], TEXTS)],
  ["recalled", recallPage([item("1", FACT)], { about: FACT, isPartial: true, texts: TEXTS })],
  ["a recap", recapPage(recap)],
  ...(["memory", "talk", "general"] as const).map((basis): [string, unknown] => {
    const items = basis === "memory" ? [item("1", FACT, { sources: [] })] : []
    return [
      `an answer from ${basis}`,
      answerReply({ method: "model", text: FACT, basis, items }, FACT, TEXTS),
    ]
  }),
  [
    "a list",
    listPage({ title: "", note: null, entries: [], before: "a", after: "b", buttons: TEXTS.buttons }),
  ],
  ["own data", seePage(self, shown)],
  ["own data, paused", seePage(self, { ...shown, pausedBy: "server" })],
  ["own data, paused everywhere", seePage(self, { ...shown, pausedBy: "operator" })],
  ["own data, opted out", seePage({ ...self, consent: "out", remembered: false }, shown)],
  ["own data, opted out everywhere", seePage({ ...self, objectsSince: 1, remembered: false }, shown)],
  ["erasing", erasePage(["12"], TEXTS)],
  [
    "links",
    ownLinksPage(
      [
        { account: "12", name: "Bo", kind: "confirmed", isPerson: false, since: 1 },
        { account: "13", name: "Cy", kind: "attribution", isPerson: true, since: 1 },
        {
          account: webhookSpeaker("55", "Luna").id,
          name: FACT,
          kind: "attribution",
          isPerson: false,
          since: 1,
        },
      ],
      TEXTS,
    ),
  ],
  ["no links", ownLinksPage([], TEXTS)],
  ["a link that waits", pendingPage({ account: "12", name: null, expiresAt: 1 }, TEXTS)],
  ["the wish to be forgotten", privacyReply("opt_out", TEXTS)],
  ...(["waiting", "running", "done"] as const).map((state): [string, unknown] => [
    `an erasure, ${state}`,
    erasurePage({ ...job, state }, TEXTS),
  ]),
  ...Object.keys(EN.refusals)
    .filter((reason) => reason !== "failed")
    .map((reason): [string, unknown] => [
      `the refusal ${reason}`,
      formatRefusal(
        // Every value that a refusal's text may need.
        {
          reason,
          kind: "health",
          until: "2026-12-24T10:00:00.000Z",
          limit: 2,
          seconds: 2,
        } as unknown as Refusal,
        TEXTS,
      ),
    ]),
]

test.each(PAGES)("%s is translated as a whole", (_, page) => {
  expect(wordsOf(page).match(/\p{Script=Latin}{2,}/gu)).toBe(null)
})
