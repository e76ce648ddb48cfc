/** The questions the demo asks, and the answers as recall gives them: memories and messages quoted with their sources. */
import type { Profile, RecallItem } from "./api-client.ts"
import type { ImportedChannel, ImportResult } from "./demo-import.ts"

const ANSWER_ITEMS = 3
/** A score is how well an item fits the question, a little moved by importance and age; with less than half of what is asked it is beside it. */
const FITS = 0.5
/** What scores less than this share of the best does not add to it. */
const NEAR_BEST = 0.75

export interface AnsweredQuestion {
  query: string
  /** Where the question is asked, and so what may be shown. */
  channel: ImportedChannel
  /** Best first; empty when nothing is remembered that may be shown here. */
  answer: RecallItem[]
  /** A word on why the question is here. */
  remark?: string
}

interface Planned {
  query: string
  channelName: string
  remark?: string
}

/** For the conversation that comes with Keepsake. The last question is asked twice: its answer belongs to #mods. */
const OWN: Planned[] = [
  {
    query: "Where is Maren moving, and when?",
    channelName: "general",
    remark: "The date changed on the way.",
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
export function askOwnQuestions(heard: ImportResult): Promise<AnsweredQuestion[]> {
  const planned = OWN.flatMap(({ query, channelName, ...rest }) => {
    const channel = heard.channels.find(({ name }) => name === channelName)
    return channel ? [{ query, channel, ...rest }] : []
  })
  return askAll(heard, planned)
}

/** Asks about the three people of whom most is remembered, each where most of it was said. */
export function askAbout(heard: ImportResult, profiles: Profile[]): Promise<AnsweredQuestion[]> {
  const planned = profiles.slice(0, 3).flatMap((profile) => {
    const channel = mostCited(heard.channels, profile)
    const name = heard.people.get(profile.user.id)?.name
    return channel && name ? [{ query: `What do you remember about ${name}?`, channel }] : []
  })
  return askAll(heard, planned)
}

async function askAll(
  heard: ImportResult,
  planned: Omit<AnsweredQuestion, "answer">[],
): Promise<AnsweredQuestion[]> {
  const asked: AnsweredQuestion[] = []
  for (const question of planned) {
    const { query, channel } = question
    const { items } = await heard.client.recall({ query, channelId: channel.id, asOf: heard.lastAt })
    asked.push({ ...question, answer: answerFrom(items) })
  }
  return asked
}

/** The best memories and messages, without those far behind the best. Notes sum up; an answer quotes, and nothing twice. */
export function answerFrom(items: RecallItem[]): RecallItem[] {
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

function mostCited(channels: ImportedChannel[], profile: Profile): ImportedChannel | undefined {
  const sources = factsOf(profile).flatMap((fact) => fact.sources)
  const cited = (channel: ImportedChannel) =>
    sources.filter((source) => source.channel_id === channel.id).length
  return channels.toSorted((a, b) => cited(b) - cited(a))[0]
}

/** Everything known of a person: what lasts, by section, then what passes. */
export function factsOf(profile: Profile) {
  return [...Object.values(profile.sections).flat(), ...profile.expiring]
}
