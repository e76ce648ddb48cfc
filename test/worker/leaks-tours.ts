/**
 * Reads as much as a Discord user can in a random guild: by commands, by their own buttons, and by buttons
 * shown to others.
 */

import type { Reply } from "../../src/discord/bot/ui/command.ts"
import { snowflakeAt } from "../../src/domain/ids.ts"
import { NOON } from "./builders.ts"
import { customIdsOf, nextId, onPerson, pressed, sent, slash, wordsOf } from "./interacting.ts"
import { compareWithStranger } from "./leaks-consent.ts"
import { type Dice, markerOf } from "./leaks-dice.ts"
import { pageText } from "./leaks-pages.ts"
import type { Visitor } from "./leaks-visitor.ts"

/** An id that no memory has. */
const NEVER = `m_${"0".repeat(24)}`
const MOST_PAGES = 6
const MOST_WAYS = 5
const HOUR = 3_600_000

/** Runs every command that shows something and presses what it shows. */
export async function tour(visitor: Visitor, dice: Dice): Promise<void> {
  await readProfiles(visitor, dice)
  await lookUp(visitor, dice)
  await lookBack(visitor, dice)
  await readServer(visitor)
  await visitor.call("help")
  await visitor.call("privacy", { path: "see" })
  await visitor.call("privacy", { path: "export" })
  await visitor.call("ask", { values: { question: `${words(visitor, dice)}?`, private: true } })
  await manage(visitor)
  await askOfObjector(visitor, dice)
  const judging = [...visitor.seen].filter((id) => /^answer:(wrong|outdated):/.test(id))
  for (const id of dice.shuffled(judging).slice(0, 2)) await visitor.press(id)
  const pages = [...visitor.seen].filter((id) => /^(open|show):/.test(id))
  for (const id of dice.shuffled(pages).slice(0, 3)) {
    const shown = await visitor.press(id)
    for (const way of customIdsOf(shown)) {
      if (way.startsWith("sources:")) await visitor.press(way)
      if (way.startsWith("correct:")) await visitor.opens(way)
    }
  }
}

function words({ scenery: { lines } }: Visitor, dice: Dice): string {
  return Array.from({ length: 3 }, () => markerOf(dice, lines)).join(" ")
}

/** Every command about a person answers of the one who opted out as of a stranger. */
async function askOfObjector(visitor: Visitor, dice: Dice): Promise<void> {
  const { findings, scenery, who, from } = visitor
  const about = words(visitor, dice)
  const ways: [string, (target: { id: string; name: string }) => Promise<Reply>][] = [
    ["menu", (target) => visitor.does("menus", onPerson("What do you know?", from, target))],
    ["/profile", (user) => visitor.call("profile", { people: { user } })],
    ["/recall", (member) => visitor.call("recall", { values: { about }, people: { member } })],
    [
      "/ask",
      ({ id }) => visitor.call("ask", { values: { question: `what does <@${id}> love?`, private: true } }),
    ],
  ]
  for (const [name, way] of ways)
    await compareWithStranger(
      { findings, scenery, readerId: who.person.id },
      name,
      async ({ id, name: called }) => wordsOf(await way({ id, name: called })),
    )
}

async function lookUp(visitor: Visitor, dice: Dice): Promise<void> {
  const { people } = visitor.scenery.world
  const member = dice.pick(people)
  await visitor.call("recall", {
    values: { about: words(visitor, dice), ...(dice.chance(0.2) ? { topic: words(visitor, dice) } : {}) },
    ...(dice.chance(0.4) ? { people: { member: { id: member.id, name: member.name } } } : {}),
  })
  const typed = () => (dice.chance(0.5) ? "" : words(visitor, dice).slice(0, 4))
  await visitor.types("forget", "what", typed())
  await visitor.types("recall", "about", typed())
  await visitor.types("recall", "topic", typed())
}

/** Reads the facts of the server to the last page, and opens one of each page. */
async function readServer(visitor: Visitor): Promise<void> {
  let page = await visitor.call("server")
  for (let turned = 0; turned < MOST_PAGES; turned += 1) {
    const fact = customIdsOf(page).find((id) => id.startsWith("server-fact:"))
    if (fact !== undefined) await visitor.press(fact)
    const next = customIdsOf(page).find((id) => /^server:all:\d+\.a/.test(id))
    if (next === undefined) return
    page = await visitor.press(next)
  }
}

/** Reads the recap of the day of all messages to the last page. */
async function lookBack(visitor: Visitor, dice: Dice): Promise<void> {
  const later = () => ({
    ...visitor.from,
    id: String(BigInt(snowflakeAt(NOON + 12 * HOUR)) + (BigInt(nextId()) % 4_194_304n)),
  })
  const days = dice.pick([1, 14])
  const { id } = dice.pick(visitor.scenery.world.channels)
  const given = dice.pick([
    { values: { days } },
    { values: { since: "last-spoke" } },
    { values: { days }, channels: { channel: { id, name: "a channel" } } },
  ])
  let page = await visitor.does("/recap", slash("recap", later(), given))
  for (let turned = 0; turned < MOST_PAGES; turned += 1) {
    const next = customIdsOf(page).find((id) => /^recap:\d+\.a/.test(id))
    if (next === undefined) return
    page = await visitor.does("buttons", pressed(next, later()))
  }
}

/** Reads the visitor's own profile and another to the last page, and expects everything findable. */
async function readProfiles(visitor: Visitor, dice: Dice): Promise<void> {
  const { scenery, who, from } = visitor
  const { id, name } = dice.pick(scenery.world.people)
  const target = { id, name }
  await compare(visitor, who.person.id, await visitor.call("profile"))
  await compare(visitor, id, await visitor.does("menus", onPerson("What do you know?", from, target)))
  if (dice.chance(0.3)) await visitor.call("profile", { people: { user: target } })
}

async function compare(visitor: Visitor, whom: string, first: Reply): Promise<void> {
  const { findings, alone } = visitor
  const { ledger } = alone.scenery
  const read = await walk(visitor, first)
  for (const { id, channels } of ledger.facts) {
    if (ledger.subjects.get(id) !== whom || !channels.some(alone.mayKnow)) continue
    findings.profiles.sought += 1
    if (read.includes(id)) findings.profiles.found += 1
  }
}

/** Turns a profile's pages and returns their text. */
async function walk(visitor: Visitor, first: Reply): Promise<string> {
  let text = ""
  let page = first
  for (let turned = 0; turned < MOST_PAGES; turned += 1) {
    text += pageText(page, visitor.scenery.ledger)
    const next = customIdsOf(page).find((id) => /^page:\d+\.a/.test(id))
    if (next === undefined) break
    page = await visitor.press(next)
  }
  return text
}

/** A manager sees only counts of facts in channels they cannot read. */
async function manage(visitor: Visitor): Promise<void> {
  if (!visitor.who.manages) return
  await visitor.call("keepsake", { path: "status" })
  let page = await visitor.call("keepsake", { path: "review" })
  for (let turned = 0; turned < MOST_PAGES; turned += 1) {
    const ids = customIdsOf(page)
    const reword = ids.find((id) => id.startsWith("admin-reword:"))
    if (reword !== undefined) await visitor.opens(reword)
    const next = ids.find((id) => id.startsWith("admin-review:next"))
    if (next === undefined) return
    page = await visitor.press(next)
  }
}

const HARMLESS =
  /^(answer|open|show|sources|page|recap|server|server-fact|forget-all|admin-review:next|admin-open:(review|status)):/

/** Custom ids that people were shown, with the person who saw each. */
export type Seen = Map<string, string>

/** Presses buttons that others were shown, however outdated. Holding a button grants no access. */
export async function pressOthers(visitor: Visitor, dice: Dice, seen: Seen): Promise<void> {
  const all = dice.shuffled([...seen.keys()])
  for (const id of all.filter((one) => HARMLESS.test(one)).slice(0, 6)) await visitor.press(id)
  for (const id of all.filter((one) => /^(correct|admin-reword):/.test(one)).slice(0, 2))
    await visitor.opens(id)
}

/** Every way to a hidden memory answers as if it never existed. */
export async function beRefused(visitor: Visitor, dice: Dice): Promise<void> {
  const { alone, scenery, findings } = visitor
  const { ids, memories } = scenery.ledger
  const hidden = [...memories.keys()].filter((id) => !(ids.get(id) ?? []).some(alone.mayKnow))
  if (hidden.length === 0) return
  const memory = dice.pick(hidden)
  for (const [name, way] of dice.shuffled(waysTo(visitor)).slice(0, MOST_WAYS)) {
    const [real, never] = [await way(memory), await way(NEVER)]
    findings.refused += 1
    if (real.replaceAll(memory, NEVER) !== never)
      findings.uneven.push(`${name} of ${memory} for ${visitor.who.person.id}: ${real}, not ${never}`)
  }
}

function waysTo(visitor: Visitor): [string, (id: string) => Promise<string>][] {
  const { from, who } = visitor
  const text = async (reply: Promise<Reply>) => wordsOf(await reply)
  const write = (name: string, id: string) =>
    text(visitor.does("forms", sent(`${name}:${id}`, from, { fields: { fact: "is changed" } })))
  return [
    ...["open", "show", "sources", "forget"].map((name): [string, (id: string) => Promise<string>] => [
      name,
      (id) => text(visitor.press(`${name}:${id}`)),
    ]),
    ["server fact", (id) => text(visitor.press(`server-fact:${id}:all`))],
    ["pin", (id) => text(visitor.press(`server-pin:on:${id}:all`))],
    ["judgment", (id) => text(visitor.press(`answer:wrong:${id.slice(2)}`))],
    ["pick", (id) => text(visitor.press("forget-picked", [id]))],
    ["command", (id) => text(visitor.call("forget", { values: { what: id } }))],
    ["form", (id) => visitor.opens(`correct:${id}`)],
    ["correction", (id) => write("corrected", id)],
    ...(who.manages
      ? ([
          ["approval", (id) => text(visitor.press(`admin-review:approve:${id}:1:0`))],
          ["rejection", (id) => text(visitor.press(`admin-review:reject:${id}:1:0`))],
          ["rewording", (id) => visitor.opens(`admin-reword:${id}:1:0`)],
          ["reworded", (id) => write("admin-reworded", `${id}:1:0`)],
        ] as [string, (id: string) => Promise<string>][])
      : []),
  ]
}
