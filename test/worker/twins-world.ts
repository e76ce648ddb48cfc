/**
 * Generates twin guilds: the same people, channels, permissions and open talk, except that in one of them
 * people also talk where one reader, the outsider, cannot read. What they say there repeats, extends, denies
 * and replaces what was said in the open, and people speak who are silent elsewhere.
 */
import type { ExtractionReply } from "../../src/extraction/reply.ts"
import { NOON } from "./builders.ts"
import { channelPath, ok } from "./http.ts"
import { Dice } from "./leaks-dice.ts"
import { runNight } from "./leaks-nights.ts"
import { mayBeShown, type Reader } from "./leaks-oracle.ts"
import { type Scene, talkOf } from "./leaks-talk.ts"
import { hearScene, type Prompt, tell } from "./leaks-telling.ts"
import { type Line, type Person, type World, worldOf } from "./leaks-world.ts"
import { channelOf, claim, equip } from "./stand-ins.ts"

/** One of two twins. */
export interface Twin {
  world: World
  /** The reader who cannot read the hidden talk. */
  outsider: Reader & { roles: readonly string[] }
  /** Everything said where the outsider may read. */
  open: Line[]
  /** Everything said elsewhere, heard only in the guild with hidden talk. */
  hidden: Line[]
  /** Someone who speaks in hiding only. */
  newcomer: Person
}

/** Ids of hidden lines start here, so that open lines have the same ids in both guilds. */
const FIRST_HIDDEN = 500_000
const HOUR = 3_600_000

/** Hears all talk of a twin and runs two nights. Equal seeds make twins. `null`: nobody is an outsider. */
export async function hearTwin(
  seed: number,
  base: number,
  { withHidden, byModel, asPerson }: { withHidden: boolean; byModel: boolean; asPerson: boolean },
): Promise<Twin | null> {
  const dice = new Dice(seed)
  const world = worldOf(dice, base)
  const scenes = talkOf(dice, world)
  const outsider = outsiderOf(dice, world, asPerson)
  if (outsider === null) return null
  const shown = mayBeShown(world, outsider) ?? new Set()
  const open = scenes.filter(({ channel }) => shown.has(channel.id))
  if (open.length === 0) return null
  await tell(world)
  // The guild's rate limits and spending are the only things that hidden talk may use up.
  await ok("PUT", `/v1/guilds/${world.guildId}/policy`, { gate: { max_writes_per_hour: 10_000 } })
  const hiding = hidingFrom(dice, world, { scenes, shown }).map((some) => withoutLinesOf(outsider, some))
  const prompts: Prompt[] = []
  for (const [at, scene] of scenes.entries()) {
    if (shown.has(scene.channel.id)) await hearScene(world, scene, { prompts, byModel })
    if (!withHidden) continue
    for (const unseen of shown.has(scene.channel.id) ? [] : withoutLinesOf(outsider, [scene]))
      await hearScene(world, unseen, { prompts, byModel })
    for (const one of hiding[at] ?? [])
      await (byModel ? hearTaking(world, one) : hearScene(world, one, RULES))
  }
  await rememberFor(world, { open, shown, withHidden, outsider })
  for (const n of [0, 1]) await runNight(world, n, null)
  const linesOf = (some: readonly Scene[]) => some.flatMap(({ lines }) => lines)
  const closed = scenes.filter(({ channel }) => !shown.has(channel.id))
  return {
    world,
    outsider,
    open: linesOf(open),
    hidden: linesOf([...closed, ...hiding.flat()]),
    newcomer: newcomerOf(world),
  }
}

/** People do not speak where they cannot read. */
function withoutLinesOf({ personId }: Reader, scenes: readonly Scene[]): Scene[] {
  return scenes.flatMap(({ channel, lines }) => {
    const others = lines.filter(({ author }) => author.id !== personId)
    return others.length === 0 ? [] : [{ channel, lines: others }]
  })
}

const RULES = { prompts: [], byModel: false }

/**
 * Picks a reader from whom at least one channel is hidden and at least one is not. Only a person reads Discord's
 * pages; a place alone reads what is shown to everyone there.
 */
function outsiderOf(dice: Dice, world: World, asPerson: boolean): Twin["outsider"] | null {
  const places = world.channels.filter(({ gone, told }) => !gone && told).map(({ id }) => id)
  const readers = [
    ...places.map((placeId) => ({ placeId, personId: null, roles: [] })),
    // If roles are unknown, Discord and HTTP show a person different channels.
    ...world.people.flatMap(({ id, roles }) =>
      roles === null ? [] : [{ personId: id, placeId: dice.pick(places), roles }],
    ),
  ]
  const fit = readers.filter((reader) => {
    const { size } = mayBeShown(world, reader) ?? { size: 0 }
    return size > 0 && size < world.channels.length && (!asPerson || reader.personId !== null)
  })
  return fit.length === 0 ? null : dice.pick(fit)
}

function newcomerOf({ guildId }: World): Person {
  return { id: `${guildId}900`, name: "Hana", roles: null, left: false }
}

/** Returns what is said in hiding after each scene. */
function hidingFrom(
  dice: Dice,
  world: World,
  { scenes, shown }: { scenes: readonly Scene[]; shown: ReadonlySet<string> },
): Scene[][] {
  const rooms = world.channels.filter(({ id, gone }) => !gone && !shown.has(id))
  let said = FIRST_HIDDEN
  return scenes.map((scene) => {
    const channel = dice.pick(rooms)
    const about = shown.has(scene.channel.id) ? scene.lines.flatMap((line) => twists(dice, world, line)) : []
    const lines = about.map((line) => {
      said += 1
      return { ...line, channelId: channel.id, id: String(Number(world.guildId) * 1_000_000 + said) }
    })
    return lines.length === 0 ? [] : [{ channel, lines }]
  })
}

type Twist = Omit<Line, "id" | "channelId">

/** Returns what people say in hiding about an open line, a moment later. */
function twists(dice: Dice, world: World, line: Line): Twist[] {
  const { author, content, fact, markers } = line
  const marker = markers[0] ?? ""
  const other = dice.marker()
  const own = (text: string, ...more: string[]): Twist => ({
    author,
    content: text,
    fact: text.replace(/^I /, `${author.name} `),
    markers: [marker, ...more],
    at: line.at + 7_000,
  })
  const kinds: (() => Twist)[] = [
    () => ({ ...own(content), fact }),
    () => ({ ...own(`${content} with ${other}`, other), fact: `${fact} with ${other}` }),
    () => own(`I don't love ${marker}`),
    () => own(`I live in ${other}`, other),
    () => own(`I work at ${other}`, other),
    () => own(`I collect ${other} vases`, other),
    () => ({ ...own(fact), author: dice.pick(world.people), content: `${fact}`, fact }),
    () => ({ ...own(`I love ${other}`, other), author: newcomerOf(world), fact: `Hana loves ${other}` }),
  ]
  return Array.from({ length: 2 }, () => dice.pick(kinds)())
}

/**
 * Hears a scene with a model that takes back, or replaces, the first memory it is shown, and saves each line's
 * fact.
 */
async function hearTaking(world: World, scene: Scene): Promise<void> {
  const { guildId } = world
  const { channel, lines } = scene
  const run = async (_name: string, input: { messages: { content: string }[] }) => ({
    response: takingReply(lines, input.messages.map(({ content }) => content).join("\n")),
    usage: { prompt_tokens: 100, completion_tokens: 20 },
  })
  // Only `run` of the binding is ever called.
  await equip(channelOf(guildId, channel.id), { AI: { run } as unknown as Ai })
  await ok("POST", `${channelPath(guildId, channel.id)}/messages`, {
    channel: { name: channel.name, ...(channel.audience ? { audience: channel.audience } : {}) },
    messages: lines.map(({ id, author, content, at }) => ({
      id,
      author: { id: author.id, name: author.name },
      content,
      timestamp: new Date(at).toISOString(),
    })),
  })
  await ok("POST", `${channelPath(guildId, channel.id)}/flush`)
}

function takingReply(lines: readonly Line[], prompt: string) {
  const speakers = [...new Set(lines.map(({ author }) => author.id))]
  const handle = (id: string) => `P${speakers.indexOf(id) + 1}`
  const own = lines.flatMap(({ author, fact }, n): ExtractionReply["claims"] =>
    fact.startsWith(author.name) ? [claim(handle(author.id), fact, { lines: [n + 1] })] : [],
  )
  const target = /^(M\d+) (P\d+): (.*)$/m.exec(prompt)
  const [first] = lines
  if (!target || !first) return { title: "Talk", summary: "Talk.", claims: own, people: [] }
  const [, memory = "", whose = "", fact = ""] = target
  const op = Number(first.id) % 2 === 0 ? ("forget" as const) : ("update" as const)
  const taking = claim(whose, op === "forget" ? fact : (own[0]?.fact ?? fact), { op, memory, lines: [1] })
  return { title: "Talk", summary: "Talk.", claims: [taking, ...own], people: [] }
}

interface Telling {
  open: readonly Scene[]
  shown: ReadonlySet<string>
  withHidden: boolean
  outsider: Reader
}

/** Tells facts directly: one for everyone and one in an open channel, and in hiding the same and more. */
async function rememberFor(
  { guildId, people, channels }: World,
  { open, shown, withHidden, outsider }: Telling,
): Promise<void> {
  const author = people.find(({ id }) => id !== outsider.personId)
  const room = channels.find(({ id, gone }) => !gone && !shown.has(id))
  const place = open[0]?.channel
  if (!author || !room || !place) return
  const remember = (text: string, channel?: string) =>
    ok("POST", `/v1/guilds/${guildId}/members/${author.id}/remember`, {
      text,
      name: author.name,
      ...(channel === undefined ? {} : { channel_id: channel }),
    })
  if (withHidden) await remember("I love rowing", room.id)
  await remember("I love rowing")
  await remember("I live in Oslo", place.id)
  if (withHidden) {
    await remember("I love rowing", room.id)
    await remember("I live in Bergen", room.id)
    await remember("I love fishing", room.id)
  }
}

/** A moment long after all talk, when what was not said to be permanent has expired. */
export const MUCH_LATER = new Date(NOON + 95 * 24 * HOUR).toISOString()
