/**
 * Changes memory on Discord in a random guild: what a visitor tells or forgets reveals nothing hidden and
 * removes nothing of others.
 */

import type { Reply } from "../../src/discord/bot/ui/command.ts"
import { customIdsOf, pressed, wordsOf } from "./interacting.ts"
import type { Findings, Scenery } from "./leaks-asking.ts"
import { type Dice, markerOf } from "./leaks-dice.ts"
import { type Ledger, ledgerOf } from "./leaks-ledger.ts"
import { told } from "./leaks-telling.ts"
import { beRefused, pressOthers, type Seen, tour } from "./leaks-tours.ts"
import { type Identity, somebody, Visitor } from "./leaks-visitor.ts"

const ASKED_ALOUD = 3

/**
 * Lets one person read and change what they can; every other visitor is a manager. `seen` holds buttons shown
 * earlier.
 */
export async function runVisit(
  scenery: Scenery,
  dice: Dice,
  { findings, seen }: { findings: Findings; seen: Seen },
): Promise<void> {
  findings.visits += 1
  const who = somebody(dice, scenery, { manages: findings.visits % 2 === 0 })
  const visitor = await arrive(scenery, who, findings)
  await tour(visitor, dice)
  await pressOthers(visitor, dice, seen)
  await beRefused(visitor, dice)
  for (const id of visitor.seen) seen.set(id, who.person.id)
  for (let n = 0; n < ASKED_ALOUD; n += 1) await askAloud(scenery, dice, { who, findings })
  await tellHidden(visitor, dice)
  await forgetSome(await arrive(scenery, who, findings), dice, seen)
}

/** Starts a visit with the guild's current ledger. */
async function arrive(scenery: Scenery, who: Identity, findings: Findings): Promise<Visitor> {
  scenery.ledger = await ledgerOf(scenery.world.guildId)
  return new Visitor(scenery, who, findings)
}

/** A public question is itself a message in that channel. */
async function askAloud(
  scenery: Scenery,
  dice: Dice,
  { who, findings }: { who: Identity; findings: Findings },
): Promise<void> {
  const markers = Array.from({ length: 3 }, () => markerOf(dice, scenery.lines))
  say(scenery, who, markers)
  const visitor = new Visitor(scenery, who, findings)
  await visitor.call("ask", { values: { question: `${markers.join(" ")}?`, private: false } })
}

function say({ lines }: Scenery, { person, place }: Identity, markers: readonly string[]): void {
  const author = { ...person, roles: null, left: false }
  for (const marker of markers) lines.push(told(author, { channelId: place.id, marker }))
}

/** Facts of which a person may have several, so that one does not replace another. */
const MANY = /\b(?:collects|loves|plays|dog)\b/

/**
 * A fact that is known only from unreadable channels gets the same answer as a new one, except for its
 * lifetime and contradictions, which stay as they were. Facts with a word of a readable one are left out: a
 * statement counts for the readable fact that says nearly the same, whatever is hidden.
 */
async function tellHidden({ scenery, who, alone, findings }: Visitor, dice: Dice): Promise<void> {
  const { ledger, lines, world } = scenery
  const known = new Set(lines.flatMap(({ markers }) => markers))
  const hidden = ledger.facts.filter(({ fact, channels }) => MANY.test(fact) && !channels.some(alone.mayKnow))
  if (hidden.length === 0) return
  const { id, fact } = dice.pick(hidden)
  const subject = world.people.find((one) => one.id === ledger.subjects.get(id))
  const held = (fact.toLowerCase().match(/\b[a-z]{6}x\b/g) ?? []).filter((word) => known.has(word))
  const open = ledger.facts.filter(({ channels }) => channels.some(alone.mayKnow))
  const isPartlyOpen = held.some((word) => open.some((other) => other.fact.toLowerCase().includes(word)))
  if (subject === undefined || held.length === 0 || isPartlyOpen) return
  const fresh = held.map(() => dice.marker())
  say(scenery, who, [...held, ...fresh])
  const visitor = await arrive(scenery, who, findings)
  const other = held.reduce((text, word, n) => text.replace(new RegExp(word, "gi"), fresh[n] ?? ""), fact)
  const people = { member: { id: subject.id, name: subject.name } }
  const answers: string[] = []
  for (const text of [fact, other]) {
    const reply = await visitor.call("remember", { values: { fact: text }, people })
    answers.push(plainly(reply, [...held, ...fresh]))
  }
  findings.refused += 1
  if (answers[0] !== answers[1])
    findings.uneven.push(`"${fact}" told by ${who.person.id}: ${answers[0]}, not ${answers[1]}`)
}

function plainly(reply: Reply, markers: readonly string[]): string {
  return wordsOf(reply)
    .replace(new RegExp(markers.join("|"), "gi"), "…")
    .replace(/ · (?:expires <t:\d+:R>|contradicted by another fact)/g, "")
    .replace(/<t:\d+/g, "<t:")
}

/**
 * Forgets by words, by selection and by a button that may be another person's, then undoes, also with another
 * person's buttons.
 */
async function forgetSome(visitor: Visitor, dice: Dice, seen: Seen): Promise<void> {
  const { scenery, who, findings } = visitor
  const { ledger, lines } = scenery
  const memories = [...ledger.memories.keys()]
  const all = await visitor.call("forget", { values: { what: "everything" } })
  for (const id of customIdsOf(all)) if (id.startsWith("forget-all")) await visitor.press(id)
  const replies = [
    all,
    await visitor.call("forget", { values: { what: markerOf(dice, lines) } }),
    await visitor.press("forget-picked", dice.some(memories, 0.1).slice(0, 5)),
    ...(memories.length > 0 ? [await visitor.press(`forget:${dice.pick(memories)}`)] : []),
  ]
  const after = await ledgerOf(scenery.world.guildId)
  for (const id of memories)
    if (!after.memories.has(id)) {
      findings.forgotten += 1
      if (!mayForget(visitor, ledger, id)) findings.uneven.push(`${id} was forgotten by ${who.person.id}`)
    }
  await takeBack(visitor, dice, seen)
  const own = replies.flatMap((reply) => customIdsOf(reply).filter((id) => id.startsWith("undo:")))
  for (const id of own) seen.set(id, who.person.id)
  for (const id of dice.some(own, 0.5)) await visitor.press(id)
}

/** Only managers can undo what others did. */
async function takeBack(visitor: Visitor, dice: Dice, seen: Seen): Promise<void> {
  const { who, findings, from } = visitor
  const others = [...seen].filter(([id, whose]) => id.startsWith("undo:") && whose !== who.person.id)
  for (const [id, whose] of dice.shuffled(others).slice(0, 2)) {
    const { went } = await visitor.tries("buttons", pressed(id, from))
    findings.refused += 1
    if (went === "well" && !who.manages)
      findings.uneven.push(`${who.person.id} took back what ${whose} did: ${id}`)
  }
}

/**
 * A visitor may forget readable memories about them or stated by nobody else, and what they said about
 * themselves where they no longer read; a manager, all readable ones.
 */
function mayForget({ alone, who }: Visitor, { ids, subjects, memories }: Ledger, id: string): boolean {
  const isAbout = subjects.get(id) === who.person.id
  const isOwn = (memories.get(id) ?? []).every(({ authorId }) => authorId === who.person.id)
  if (!(ids.get(id) ?? []).some(alone.mayKnow)) return isAbout && isOwn
  return who.manages || isAbout || isOwn
}
