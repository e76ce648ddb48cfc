/**
 * The questions the demo asks, and its answers from recall: memories and messages quoted with their sources.
 */
import type { Profile, RecallItem } from "./api-client.ts"
import type { ImportResult } from "./demo-import.ts"
import type { SentChannel } from "./history-send.ts"

const ANSWER_ITEMS = 3
/**
 * A score is how well an item fits the question, slightly moved by importance and age. An item that fits less
 * than half of the question is off topic.
 */
const FITS = 0.5
/** Items that score less than this share of the best add nothing to it. */
const NEAR_BEST = 0.75

export interface DemoAnswer {
  query: string
  /** Channel of the question, which decides what may be shown. */
  channel: SentChannel
  /** Best first; empty if nothing is remembered that may be shown here. */
  answer: RecallItem[]
  /** Why the question is here. */
  remark?: string
}

interface Planned {
  query: string
  channelName: string
  remark?: string
}

/**
 * Questions about the conversation that comes with Keepsake. The last one is asked twice: its answer belongs
 * to #mods.
 */
const OWN: Planned[] = [
  {
    query: "Where is Maren moving, and when?",
    channelName: "general",
    remark: "The date changed during the conversation.",
  },
  { query: "What is Oskar allergic to?", channelName: "galley" },
  {
    query: "Is Juno stepping down?",
    channelName: "general",
    remark: "Juno said something about this in #mods, which most members cannot see. It stays there.",
  },
  {
    query: "Is Juno stepping down?",
    channelName: "mods",
    remark: "The same question, asked where it was said.",
  },
]

/** Asks the demo's own questions. */
export function askOwnQuestions(heard: ImportResult): Promise<DemoAnswer[]> {
  const planned = OWN.flatMap(({ query, channelName, ...rest }) => {
    const channel = heard.channels.find(({ name }) => name === channelName)
    return channel ? [{ query, channel, ...rest }] : []
  })
  return askAll(heard, planned)
}

/** Asks about the three people with most facts, each in the channel where most of them were said. */
export function askAbout(heard: ImportResult, profiles: Profile[]): Promise<DemoAnswer[]> {
  const planned = profiles.slice(0, 3).flatMap((profile) => {
    const channel = mostCited(heard.channels, profile)
    const name = heard.people.get(profile.user.id)?.name
    return channel && name ? [{ query: `What do you remember about ${name}?`, channel }] : []
  })
  return askAll(heard, planned)
}

async function askAll(heard: ImportResult, planned: Omit<DemoAnswer, "answer">[]): Promise<DemoAnswer[]> {
  const asked: DemoAnswer[] = []
  for (const question of planned) {
    const { query, channel } = question
    const { items } = await heard.client.recall({ query, channelId: channel.id, asOf: heard.lastAt })
    asked.push({ ...question, answer: answerFrom(items) })
  }
  return asked
}

/**
 * Returns the best memories and messages, without those far below the best. Notes are summaries, so they are
 * left out; nothing is quoted twice.
 */
function answerFrom(items: RecallItem[]): RecallItem[] {
  const quotable = items.filter((item) => item.kind !== "note")
  const least = Math.max(FITS, (quotable[0]?.score ?? 0) * NEAR_BEST)
  const cited = new Set(
    quotable
      .filter((item) => item.kind === "memory" && item.score >= least)
      .flatMap((item) => item.sources.map((source) => source.message_id)),
  )
  const isNew = (item: RecallItem) =>
    item.kind === "memory" || !item.sources.some((source) => cited.has(source.message_id))
  return quotable.filter((item) => item.score >= least && isNew(item)).slice(0, ANSWER_ITEMS)
}

function mostCited(channels: SentChannel[], profile: Profile): SentChannel | undefined {
  const sources = factsOf(profile).flatMap((fact) => fact.sources)
  const cited = (channel: SentChannel) => sources.filter((source) => source.channel_id === channel.id).length
  return channels.toSorted((a, b) => cited(b) - cited(a))[0]
}

/** Returns all facts of a profile: permanent ones by section, then expiring ones. */
export function factsOf(profile: Profile) {
  return [...Object.values(profile.sections).flat(), ...profile.expiring]
}
