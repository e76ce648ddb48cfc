/** Reads Discord messages for the leak test, including data hidden in button ids and times, and counts. */

import { type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { LIFETIMES } from "../../src/domain/types.ts"
import { customIdsOf, wordsOf } from "./interacting.ts"
import type { Ledger } from "./leaks-ledger.ts"
import type { Visitor } from "./leaks-visitor.ts"

const DAY = 86_400_000
const SPANS = [0, ...LIFETIMES.map((lifetime) => Number.parseInt(lifetime, 10) * DAY).filter(Boolean)]
/** A profile page position: person, order, time, and the start of a memory id. */
const PLACE = /^\d+\.[a-z]\d\d(-?[0-9a-z]+)\.([\w-]+)$/

/** Returns a message as searchable text, without the user's own question. */
export function pageText(reply: Reply, { ids }: Ledger): string {
  // A plain answer starts with the question.
  const own = reply.kind === "plain" ? reply.content.split("\n").slice(1).join("\n") : replyBody(reply)
  const body = JSON.stringify(own)
    .replace(/“[^”]*”/g, "“…”")
    .replace(/"forget-(all|sure):[^"]*"/g, '""')
  const pressable = customIdsOf(reply).filter((id) => !/^forget-(?:all|sure)/.test(id))
  const parts = pressable.flatMap((id) => unfolded(id, ids))
  const times = [...body.matchAll(/<t:(\d+)/g)].flatMap(([, at]) => moments(Number(at) * 1_000))
  return ` ${[...parts, ...times].map((one) => `"${one}"`).join(" ")} ${body}`
}

/** Returns the parts of a custom id, including those of a profile page position. */
export function unfolded(customId: string, ids: Ledger["ids"]): string[] {
  return customId.split(":").flatMap((part) => {
    const [, at = "", short = ""] = PLACE.exec(part) ?? []
    if (short === "") return [part]
    const begun = [...ids.keys()].filter((id) => id.startsWith(`m_${short}`))
    return [part, ...moments(Number.parseInt(at, 36)), ...begun]
  })
}

/**
 * Returns a time and all earlier times it may be computed from, because an expiry follows the last statement
 * by a lifetime.
 */
function moments(at: number): string[] {
  return SPANS.map((span) => String(at - span))
}

/** Returns numbers and people in a message that come from statements hidden from its reader. */
export function overstatements(reply: Reply, visitor: Visitor): string[] {
  const words = wordsOf(reply)
  return [...detailed(reply, words, visitor), ...counted(words, visitor)]
}

/** A single memory's page shows how often it was said and by whom. */
function detailed(reply: Reply, words: string, { alone, who }: Visitor): string[] {
  const { ledger } = alone.scenery
  const opened = customIdsOf(reply).flatMap((id) => /^sources:(m_\w+)/.exec(id)?.[1] ?? [])
  const [id] = opened
  if (id === undefined) return []
  const known = (ledger.memories.get(id) ?? []).filter(({ channelId }) => alone.mayKnow(channelId))
  const most = new Set(known.map(({ window }) => window)).size
  const told = /said once/.test(words) ? 1 : Number(/said (\d+) times/.exec(words)?.[1] ?? 0)
  const people = new Set([ledger.subjects.get(id), who.person.id, ...known.map(({ authorId }) => authorId)])
  const strangers = [...words.matchAll(/<@(\d+)>/g)].flatMap(([, one = ""]) => (people.has(one) ? [] : [one]))
  return [
    ...(told > most ? [`${id} is told to be said ${told} times, of ${most}`] : []),
    ...(strangers.length > 0 ? [`${id} names ${strangers}`] : []),
  ]
}

function counted(words: string, visitor: Visitor): string[] {
  const { alone, who } = visitor
  const { ledger } = alone.scenery
  const about = (person: string) => {
    const accounts = accountsOf(person, visitor)
    return [...ledger.subjects].filter(
      ([id, whom]) => accounts.has(whom) && (ledger.ids.get(id) ?? []).some(alone.mayKnow),
    ).length
  }
  const whom = /What I know about <@(\d+)>/.exec(words)?.[1] ?? who.person.id
  const facts = Number(/^-# (\d+) facts?,/m.exec(words)?.[1] ?? 0)
  const fitting = Number(/^(\d+) things I know about you/m.exec(words)?.[1] ?? 0)
  return [
    ...(facts > about(whom) ? [`${facts} facts of ${about(whom)} about ${whom}`] : []),
    ...(fitting > about(who.person.id) ? [`${fitting} that fit, of ${about(who.person.id)}`] : []),
  ]
}

/** A person's accounts for this reader: those attributed to them, and if it is the reader, the linked ones. */
function accountsOf(person: string, { scenery: { world }, who }: Visitor): Set<string> {
  const linked = world.links.flatMap(([a, b]) => (a === person ? b : b === person ? a : []))
  const attributed = world.attributions.flatMap(([account, whose]) => (whose === person ? account : []))
  return new Set([person, ...attributed, ...(person === who.person.id ? linked : [])])
}
