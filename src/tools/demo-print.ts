/** Prints the demo's results: windows, profiles, cited answers, next steps. */
import { snowflakeTime } from "../domain/ids.ts"
import { isQuotable } from "../recall/item-sources.ts"
import type { ApiFact, ApiSource, Profile, WindowYield } from "./api-client.ts"
import type { ImportResult } from "./demo-import.ts"
import { type DemoAnswer, factsOf } from "./demo-questions.ts"
import { accent, bold, clipLine, count, day, dim, minute, type Screen, WIDTH, warm } from "./demo-text.ts"
import type { SentChannel } from "./history-send.ts"

const WINDOWS_SHOWN = 40
const PEOPLE_SHOWN = 12
const REMARKS_SHOWN = 5
/** Column where a profile's text begins, after the name of its section. */
const TEXT = 18

export function printRemarks(screen: Screen, remarks: string[]): void {
  for (const remark of remarks.slice(0, REMARKS_SHOWN)) screen.paragraph(remark, { indent: 4, style: warm })
  const more = remarks.length - REMARKS_SHOWN
  if (more > 0) screen.say(`    ${warm(`and ${count(more, "more remark")}`)}`)
}

const SAID_COLUMN = 13
/** Room for the longest result. */
const YIELD_COLUMN = 30

/** Prints windows by channel; of a large import only those that yielded most. */
export function printWindows(screen: Screen, channels: SentChannel[]): void {
  const all = channels.flatMap(({ windows }) => windows)
  screen.heading("Conversations", "each read once, when it went quiet")
  const shown = new Set(all.toSorted((a, b) => b.claims.accepted - a.claims.accepted).slice(0, WINDOWS_SHOWN))
  for (const channel of channels) {
    const windows = channel.windows.filter((window) => shown.has(window))
    if (windows.length === 0) continue
    screen.say(`    ${bold(`#${channel.name}`)}`)
    for (const window of windows) screen.say(`      ${windowLine(window)}`)
  }
  const more = all.length - shown.size
  if (more > 0)
    screen.say(`    ${dim(`and ${count(more, "more conversation")} with as many memories or fewer`)}`)
}

/** Formats a window in columns: time, topic, number of messages, result. */
function windowLine({ messages, claims, from_at, title }: WindowYield): string {
  const begun = from_at ? `${minute(from_at)}  ` : ""
  const { accepted, rejected } = claims
  const held = claims.shadowed + claims.queued
  const room = WIDTH - 6 - begun.length - SAID_COLUMN - YIELD_COLUMN
  const about = clipLine(title ?? "", room - 2).padEnd(room)
  const said = dim(count(messages, "message").padEnd(SAID_COLUMN))
  const kept = accepted > 0 ? accent(`${accepted} remembered`) : dim("nothing saved")
  const refused = [held > 0 ? `, ${held} held` : "", rejected > 0 ? `, ${rejected} rejected` : ""]
  return `${begun}${about}${said}${kept}${dim(refused.join(""))}`
}

/** Prints profiles, the one with most facts first. */
export function printProfiles(screen: Screen, heard: ImportResult, profiles: Profile[]): void {
  screen.heading("Profiles", "what is remembered about each person, by which rule, and where it was said")
  for (const profile of profiles.slice(0, PEOPLE_SHOWN)) {
    const facts = factsOf(profile).length
    screen.say(`    ${bold(nameOf(heard, profile.user.id))}  ${dim(count(facts, "memory", "memories"))}`)
    const groups = [...Object.entries(profile.sections), ["expiring", profile.expiring] as const]
    for (const [label, known] of groups)
      known.forEach((fact, index) => {
        printFact({ screen, heard, subject: profile.user.id }, fact, index === 0 ? label : "")
      })
    screen.say()
  }
  const more = profiles.length - PEOPLE_SHOWN
  if (more > 0) screen.say(`    ${dim(`and ${count(more, "more person", "more people")}`)}`)
}

function printFact(
  { screen, heard, subject }: { screen: Screen; heard: ImportResult; subject: string },
  fact: ApiFact,
  label: string,
): void {
  const until = fact.expires_at ? ` (until ${day(fact.expires_at)})` : ""
  screen.paragraph(`${fact.fact}${until}`, { indent: TEXT, label })
  const [first] = fact.sources
  if (!first) return
  const by = first.author_id && first.author_id !== subject ? `${nameOf(heard, first.author_id)}, ` : ""
  const more = fact.sources.length > 1 ? ` +${fact.sources.length - 1}` : ""
  const only = heard.channels.find(({ id }) => id === first.channel_id)?.audience === "restricted"
  const where = `${finderOf(fact)} · ${by}${placeOf(heard, first)}${more}${only ? ", shown only there" : ""}`
  const room = WIDTH - TEXT - where.length - 4
  screen.say(
    `${" ".repeat(TEXT)}${dim(`${where}${isKept(first) ? `: “${clipLine(first.excerpt ?? "", room)}”` : NOT_KEPT}`)}`,
  )
}

/** Says what found a fact. A rule is known by the topic that it files a fact under, which stands last. */
export function finderOf({ method, topics }: Pick<ApiFact, "method" | "topics">): string {
  return method === "rule" ? `rule “${topics.at(-1) ?? "announcement"}”` : method
}

const NOT_KEPT = ", not quoted here"

/** Words that may hold something refused by default, such as a child's age, are cited and not quoted. */
function isKept({ excerpt }: ApiSource): boolean {
  return isQuotable(excerpt ?? "")
}

/** Prints questions with their answers; every source is a numbered footnote. */
export function printAnswers(screen: Screen, heard: ImportResult, asked: DemoAnswer[]): void {
  screen.heading("Questions", "answered from memory, with sources")
  if (asked.length === 0) screen.say("    There is nobody to ask about yet.")
  for (const { query, channel, answer, remark } of asked) {
    screen.say(`    ${bold(query)}  ${dim(`asked in #${channel.name}`)}`)
    if (answer.length === 0) screen.say("      I don't remember anything about that.")
    const notes: ApiSource[] = []
    for (const { text, sources } of answer) {
      const marks = sources.map((source) => `[${footnote(notes, source)}]`).join("")
      screen.paragraph(`${text} ${marks}`, { indent: 6 })
    }
    notes.forEach((source, index) => {
      screen.say(
        `        ${dim(`[${index + 1}] ${nameOf(heard, source.author_id ?? "")} in ${placeOf(heard, source)}`)}`,
      )
      if (source.url) screen.say(`            ${dim(source.url)}`)
    })
    if (remark) screen.paragraph(remark, { indent: 6, style: warm })
    screen.say()
  }
}

/** Returns the number of a source among the footnotes; a message cited twice keeps its number. */
function footnote(notes: ApiSource[], source: ApiSource): number {
  const known = notes.findIndex((note) => note.message_id && note.message_id === source.message_id)
  return known >= 0 ? known + 1 : notes.push(source)
}

export function printNext(screen: Screen, own: boolean, hasModel: boolean): void {
  screen.heading("Where to look next")
  const steps = [
    ["npm start", "run Keepsake here and talk to its API"],
    ["npm start -- --demo", "see the same on the pages: /app in your browser"],
    ["/docs", "the API, once it runs"],
    ["README.md", "what it can do, and how to add it to your server"],
    ["npm run demo -- FILE", own ? "the same with your own server's export" : "again, with another export"],
    ...(hasModel ? [] : [["AI_BASE_URL=… npm run demo", "the same, and beside it what your model finds"]]),
  ]
  for (const [what = "", why = ""] of steps) screen.say(`    ${accent(what.padEnd(30))}${why}`)
  screen.say()
}

function nameOf(heard: ImportResult, id: string): string {
  return heard.people.get(id)?.name ?? "someone"
}

function placeOf(heard: ImportResult, { channel_id, message_id }: ApiSource): string {
  const channel = heard.channels.find(({ id }) => id === channel_id)
  return `${channel ? `#${channel.name}` : "told directly"}${message_id ? `, ${day(snowflakeTime(message_id))}` : ""}`
}
