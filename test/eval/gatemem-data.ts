/** GateMem's format as messages and questions: an episode is a guild with one channel. Pure but for reading the files. */
import { basename, join } from "node:path"
import { z } from "zod"
import { MINUTE } from "../../src/domain/calendar.ts"
import { snowflakeAt } from "../../src/domain/ids.ts"
import type { ApiMessage } from "../../src/history/files/message.ts"
import { EvaluationError, foldersWith, readJsonLines } from "./files.ts"

/** The time of the first turn in an episode without times. */
const UNTIMED_START = Date.UTC(2026, 0, 5, 9)

const Episode = z.object({
  episode_id: z.string(),
  entities: z.object({
    principals: z.array(z.object({ principal_id: z.string(), display_name: z.string().optional() })),
  }),
  turns: z
    .array(
      z.object({
        turn_id: z.string(),
        timestamp: z.string().optional(),
        speaker: z.object({ principal_id: z.string() }),
        text: z.string().min(1),
      }),
    )
    .min(1),
})
type Episode = z.output<typeof Episode>

const Checkpoint = z.object({
  checkpoint_id: z.string(),
  episode_id: z.string(),
  as_of_turn_id: z.string(),
  asker: z.object({ principal_id: z.string() }),
  query_type: z.string(),
  query_text: z.string(),
  expected_action: z.string(),
  judge_spec: z.object({ include: z.array(z.string()).default([]) }),
  leak_targets: z.array(z.string().min(1)).optional(),
})
type Checkpoint = z.output<typeof Checkpoint>

/** A question at a moment of its episode. */
export interface GatememQuestion {
  id: string
  /** The expected result: an answer, or no trace of the deleted facts. */
  kind: "utility" | "forgetting"
  query: string
  askerId: string
  /** Number of the episode's messages sent by then. */
  said: number
  /** Patterns an answer must hold. */
  include: string[]
  /** Deleted facts an answer must not hold. */
  targets: string[]
}

export interface GatememEpisode {
  name: string
  domain: string
  guildId: string
  channelId: string
  messages: ApiMessage[]
  /** In order of time. */
  questions: GatememQuestion[]
}

/** All episodes in the folders of `path`, with their questions of use that are to be answered, and those about what was forgotten. */
export function readGatemem(path: string): GatememEpisode[] {
  const folders = foldersWith(path, "episodes.jsonl")
  if (folders.length === 0) throw new EvaluationError(`No folder in ${path} holds an episodes.jsonl.`)
  let index = 0
  return folders.flatMap((folder) => {
    const checkpoints = readJsonLines(join(folder, "checkpoints.jsonl"), Checkpoint, "GateMem")
    const episodes = readJsonLines(join(folder, "episodes.jsonl"), Episode, "GateMem")
    return episodes.map((episode) =>
      episodeOf(episode, checkpoints, { domain: basename(folder), index: index++ }),
    )
  })
}

/** One episode as a guild of its own. `index` keeps its ids apart from those of other episodes. */
export function episodeOf(
  episode: Episode,
  checkpoints: readonly Checkpoint[],
  { domain, index }: { domain: string; index: number },
): GatememEpisode {
  const base = 10_000 * (index + 1)
  const people = new Map<string, { id: string; name: string }>()
  const person = (principal: string, name = principal) => {
    const known = people.get(principal) ?? { id: String(base + 100 + people.size), name }
    people.set(principal, known)
    return known
  }
  for (const { principal_id, display_name } of episode.entities.principals) person(principal_id, display_name)
  const times = timesOf(episode)
  const messages = episode.turns.map(({ speaker, text }, place): ApiMessage => {
    const at = times[place] ?? UNTIMED_START
    return {
      id: snowflakeAt(at, base + place),
      author: person(speaker.principal_id),
      content: text,
      timestamp: new Date(at).toISOString(),
    }
  })
  const questions = checkpoints
    .filter((checkpoint) => checkpoint.episode_id === episode.episode_id)
    .flatMap((checkpoint) => {
      const kind = kindOf(checkpoint)
      return kind
        ? [{ kind, ...questionOf(checkpoint, episode, person(checkpoint.asker.principal_id).id) }]
        : []
    })
    .sort((a, b) => a.said - b.said)
  const name = episode.episode_id
  return { name, domain, guildId: String(base), channelId: String(base + 1), messages, questions }
}

/** Returns null for questions that are not asked: forbidden knowledge, and other kinds. */
function kindOf({
  query_type,
  expected_action,
  judge_spec,
  leak_targets,
}: Checkpoint): GatememQuestion["kind"] | null {
  if (query_type === "utility" && expected_action === "answer" && judge_spec.include.length > 0)
    return "utility"
  return expected_action === "no_memory" && leak_targets?.length ? "forgetting" : null
}

function questionOf(checkpoint: Checkpoint, { turns }: Episode, askerId: string) {
  const place = turns.findIndex((turn) => turn.turn_id === checkpoint.as_of_turn_id)
  if (place === -1)
    throw new EvaluationError(
      `${checkpoint.checkpoint_id} is as of turn ${checkpoint.as_of_turn_id}, which its episode has not.`,
    )
  const { checkpoint_id: id, query_text: query, judge_spec, leak_targets: targets = [] } = checkpoint
  return { id, query, askerId, said: place + 1, include: judge_spec.include, targets: [...new Set(targets)] }
}

/** When each turn was said, ms. A turn without a time comes a minute after the one before it. */
function timesOf({ turns }: Episode): number[] {
  const times: number[] = []
  for (const { turn_id, timestamp } of turns) {
    const last = times.at(-1)
    const at = timestamp === undefined ? (last ?? UNTIMED_START - MINUTE) + MINUTE : utc(timestamp, turn_id)
    times.push(at)
  }
  return times
}

/** "2026-04-08T09:00" tells no zone: it is taken as UTC. */
function utc(timestamp: string, turn: string): number {
  const at = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(timestamp) ? timestamp : `${timestamp}Z`)
  if (Number.isNaN(at)) throw new EvaluationError(`Turn ${turn} has the time "${timestamp}", which is none.`)
  return at
}
