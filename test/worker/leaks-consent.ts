/**
 * One person of each random guild opts out. Nobody else is shown their words, name or id from then on, and nobody can
 * tell them apart from a person whom the guild never heard of.
 */
import { ok } from "./http.ts"
import type { Asker, Scenery } from "./leaks-asking.ts"
import { type Dice, markerOf } from "./leaks-dice.ts"
import type { Ledger } from "./leaks-ledger.ts"
import type { Reader } from "./leaks-oracle.ts"
import type { Origins } from "./leaks-scan.ts"
import type { Line, World } from "./leaks-world.ts"

/** A channel that nobody reads: only what consent hides is told to be from there. */
const HIDDEN = "hidden by consent"

/** Opts the last person out if it `isDue`, in this guild or in the whole deployment. Their memories are kept. */
export async function optOut(dice: Dice, world: World, { isDue }: { isDue: boolean }): Promise<World> {
  if (!isDue) return world
  const objector = world.people.at(-1)
  if (objector === undefined) throw new Error("a guild has people")
  const path = dice.chance(0.5)
    ? `/v1/guilds/${world.guildId}/members/${objector.id}/consent`
    : `/v1/people/${objector.id}/consent`
  await ok("PUT", path, { consent: "out" })
  return { ...world, objector }
}

/** Withdraws an opt-out of the whole deployment, which other tests share. */
export async function withdrawOptOut({ objector }: World): Promise<void> {
  if (objector !== null) await ok("PUT", `/v1/people/${objector.id}/consent`, { consent: null })
}

/**
 * Returns the guild as consent lets a reader know of it: what the objector said of themselves, and every memory of or by
 * them, is from a channel that nobody reads. What they said of others in a conversation with others may stand in its note,
 * without them.
 */
export function veiled(scenery: Scenery, { personId }: Reader): Scenery {
  const { objector } = scenery.world
  if (objector === null || objector.id === personId) return scenery
  const lines = scenery.lines.flatMap((line): Line[] =>
    line.author.id === objector.id
      ? [
          // The time and place of what they said are those of the conversation.
          { ...line, markers: [] },
          { ...line, id: "", channelId: isTold(line) ? line.channelId : HIDDEN, at: 0 },
        ]
      : [line],
  )
  return { ...scenery, lines, ledger: veiledLedger(scenery.ledger, objector.id) }
}

function isTold({ fact, author, inCompany = false }: Line): boolean {
  return inCompany && !fact.startsWith(author.name)
}

function veiledLedger(ledger: Ledger, objector: string): Ledger {
  const { ids, subjects, memories, facts } = ledger
  const told = new Map(
    [...memories].map(([id, all]) => [
      id,
      all.map((one) =>
        subjects.get(id) === objector || one.authorId === objector ? { ...one, channelId: HIDDEN } : one,
      ),
    ]),
  )
  const channelsOf = (id: string) =>
    (told.get(id) ?? []).filter(({ worded }) => worded).map(({ channelId }) => channelId)
  return {
    ...ledger,
    ids: new Map([...ids].map(([id, channels]) => [id, told.has(id) ? channelsOf(id) : channels])),
    memories: told,
    facts: facts.map((one) => ({ ...one, channels: channelsOf(one.id) })),
  }
}

/** Returns the objector's name and id as tokens that a reader may not be shown unless they named them. */
export function hiddenTokens({ world: { objector } }: Scenery, { personId }: Reader): Origins {
  if (objector === null || objector.id === personId) return new Map()
  return new Map([
    [objector.name.toLowerCase(), { what: "name", channels: [HIDDEN] }],
    [objector.id, { what: "id", channels: [HIDDEN] }],
  ])
}

/** Somebody to ask about. */
export interface Named {
  id: string
  name: string
}

/** Returns somebody whom the guild never heard of, with an id and a name as long as the objector's. */
function strangerOf({ guildId }: World): Named {
  return { id: String(Number(guildId) * 1_000 + 199), name: "Hindrax" }
}

/**
 * Returns false for the names that are compared and for what stands in their place in a search. An embedding model gives
 * each unknown word neighbors of its own, so they may mean nothing to it, or any two strangers would differ.
 */
export function isNoName(word: string): boolean {
  return !/drax|^[^aeiouy]{3,}$/.test(word)
}

/**
 * Asks the same of the objector and of a stranger; `ask` returns everything that comes back, as text. Does nothing
 * before somebody opted out, or if the reader is that person.
 */
export async function compareWithStranger(
  { findings, scenery: { world }, readerId }: Pick<Asker, "findings" | "scenery" | "readerId">,
  what: string,
  ask: (person: Named) => Promise<string>,
): Promise<void> {
  const { objector } = world
  if (objector === null || objector.id === readerId) return
  const stranger = strangerOf(world)
  const askAs = async (person: Named) =>
    plain((await ask(person)).replaceAll(person.id, stranger.id).replaceAll(person.name, stranger.name))
  let [known, never] = [await askAs(objector), await askAs(stranger)]
  findings.compared += 1
  // Other readers ask at the same time, and what they were shown may change an order between the two: it must differ again.
  for (let again = 0; known !== never && again < AGAIN; again += 1)
    [never, known] = [await askAs(stranger), await askAs(objector)]
  if (known === never) return
  findings.uneven.push(
    `${what} of ${objector.id} in ${world.guildId} for ${readerId}: ${known}, not ${never}`,
  )
}

const AGAIN = 2

/** Leaves out what differs between any two requests. */
function plain(answer: string): string {
  return answer
    .replace(/^(?:server-timing|x-request-id|ratelimit[\w-]*|retry-after): .*$/gim, "")
    .replace(/(?<="id\\?":\\?"|answer:)r_\w+/g, "")
    .replace(/"logged":(?:true|false)/g, "")
    .replace(/name="act" value="[^"]*"/g, "")
}

type Way = [surface: string, method: string, path: string, body?: Record<string, unknown>]
const WAYS_EACH = 6

/** Returns questions that name a person, written as people write names, with words of the guild. */
function waysToName(dice: Dice, words: string, format: string): ((person: Named) => Way)[] {
  const spell = dice.pick([
    (name: string) => name,
    (name: string) => name.toLowerCase(),
    (name: string) => name.toUpperCase(),
    (name: string) => `${name}'s`,
    (name: string) => `${name.toLowerCase()}s`,
  ])
  const asked = dice.pick([
    (name: string) => `what does ${spell(name)} love?`,
    (name: string) => `${spell(name)} ${words}`,
    (name: string) => `who told ${spell(name)} about ${words}?`,
    spell,
  ])
  return [
    ({ name }) => ["recall", "POST", "/recall", { query: asked(name), format }],
    ({ name }) => ["answers", "POST", "/answers", { question: asked(name) }],
  ]
}

/** Asks about the objector and a stranger in some of the ways that HTTP has. */
export async function tellApart(asker: Asker, dice: Dice): Promise<void> {
  const { world, lines } = asker.scenery
  if (world.objector === null || asker.shown === null) return
  const words = markerOf(dice, lines)
  const format = dice.pick(["json", "block", "narrative"])
  const query = new URLSearchParams(asker.stated)
  const ways: ((person: Named) => Way)[] = [
    ({ id }) => ["profile", "GET", `/members/${id}/profile?${query}`],
    ({ id }) => ["digests", "GET", `/members/${id}/digests?${query}`],
    ({ id }) => ["notes", "GET", `/notes?participant_id=${id}&${query}`],
    ({ id }) => ["memories", "GET", `/memories?subject_id=${id}&${query}`],
    ({ id }) => ["export", "GET", `/members/${id}/export?${query}`],
    ({ id }) => ["forget", "POST", `/members/${id}/forget`, { text: words }],
    ({ id }) => ["recall", "POST", "/recall", { query: words, format, user_id: id }],
    ({ id }) => ["recall", "POST", "/recall", { query: words, format, mentions: [id] }],
    ({ id }) => ["recall", "POST", "/recall", { query: words, format, user_ids: [id] }],
    ({ id }) => ["answers", "POST", "/answers", { question: `${words}?`, user_id: id }],
    ({ id }) => ["answers", "POST", "/answers", { question: `what does <@${id}> love?`, mentions: [id] }],
    ({ id, name }) => [
      ...(["answers", "POST", "/answers"] as const),
      { question: `${words}?`, turns: [{ name, user_id: id, text: "hm" }] },
    ],
  ]
  const compare = async (way: (person: Named) => Way) => {
    const [surface, method, path, asked] = way(strangerOf(world))
    const ask = async (person: Named) => {
      const [, , own, body] = way(person)
      const sent = body && { ...body, ...asker.stated }
      const { status, headers, body: answer } = await asker.send(surface, method, own, sent)
      return `${status}\n${headers}\n${answer}`
    }
    const what = `${method} ${path} (${surface}) ${JSON.stringify(asked ?? null)}`
    await compareWithStranger(asker, what, ask)
  }
  for (const way of dice.shuffled(ways).slice(0, WAYS_EACH)) await compare(way)
  for (const way of waysToName(dice, words, format)) await compare(way)
}
