/**
 * Plays an episode over the HTTP API, with or without its deletions, and asks its questions at their times.
 */
import { MINUTE } from "../../src/domain/calendar.ts"
import { type ApiClient, connectTo } from "../../src/tools/api-client.ts"
import type { ApiServer } from "../../src/tools/api-request.ts"
import type { GatememEpisode, GatememQuestion } from "./gatemem-data.ts"
import { type Deletion, deletionsOf, placesToDelete, without } from "./gatemem-forgetting.ts"
import { hear } from "./run.ts"

/** What a question may bring: the API's own limits. */
const WIDE = { maxItems: 50, maxTokens: 8_000 }

/** How an episode deletes: not at all, by deleting messages, or by editing out what was to go. `forget`: memories too, by the requester's words. */
export interface Manner {
  by: "nothing" | "deletion" | "edit"
  forget: boolean
}

export interface Reply {
  question: GatememQuestion
  recalled: Awaited<ReturnType<ApiClient["recall"]>>
  latencyMs: number
}

export interface Lived {
  replies: Reply[]
  /** How many messages were deleted or edited, and how many memories forgotten besides. */
  deleted: number
  forgotten: number
}

/**
 * Sends an episode up to each question's time and asks the question there. Deletions are carried out when
 * requested.
 */
export async function live(
  server: ApiServer,
  episode: GatememEpisode,
  { manner, wide }: { manner: Manner; wide: boolean },
): Promise<Lived> {
  const client = connectTo(server, episode.guildId)
  await client.putSettings({ retention_days: 30 })
  const deletions = manner.by === "nothing" ? [] : deletionsOf(episode)
  const eraser = new Eraser(client, episode, manner)
  const moments = [...episode.questions.map(({ said }) => said), ...deletions.map(({ at }) => at)]
  const replies: Reply[] = []
  let heard = 0
  for (const moment of [...new Set(moments)].sort((a, b) => a - b)) {
    const news = episode.messages.slice(heard, moment)
    await hear(client, { id: episode.channelId, name: episode.domain }, news)
    await client.settle(episode.channelId)
    heard = moment
    await eraser.carryOut(deletions, moment)
    for (const question of episode.questions.filter(({ said }) => said === moment))
      replies.push(await ask(client, episode, { question, wide }))
  }
  return { replies, deleted: eraser.deleted, forgotten: eraser.forgotten }
}

async function ask(
  client: ApiClient,
  { messages, channelId }: GatememEpisode,
  { question, wide }: { question: GatememQuestion; wide: boolean },
): Promise<Reply> {
  const said = messages.slice(0, question.said)
  const endsAt = Math.max(...said.map(({ timestamp }) => Date.parse(timestamp)))
  const started = performance.now()
  const recalled = await client.recall({
    query: question.query,
    channelId,
    userId: question.askerId,
    asOf: new Date(endsAt + MINUTE).toISOString(),
    ...(wide ? WIDE : {}),
  })
  return { question, recalled, latencyMs: performance.now() - started }
}

/** Deletes as a guild would. Deleted facts that are repeated later are deleted again. */
class Eraser {
  readonly #client: ApiClient
  readonly #episode: GatememEpisode
  readonly #manner: Manner
  readonly #done = new Set<number>()
  deleted = 0
  forgotten = 0

  constructor(client: ApiClient, episode: GatememEpisode, manner: Manner) {
    this.#client = client
    this.#episode = episode
    this.#manner = manner
  }

  async carryOut(deletions: readonly Deletion[], moment: number): Promise<void> {
    const due = placesToDelete(this.#episode.messages, deletions, moment).filter(
      (place) => !this.#done.has(place),
    )
    if (due.length === 0) return
    if (this.#manner.forget) for (const deletion of deletions) await this.#forget(deletion, moment)
    for (const place of due) await this.#remove(place, deletions)
    // What other messages of those conversations still say is read again.
    await this.#client.settle(this.#episode.channelId)
  }

  async #remove(place: number, deletions: readonly Deletion[]): Promise<void> {
    const message = this.#episode.messages[place]
    if (message === undefined) return
    const { channelId } = this.#episode
    if (this.#manner.by === "edit")
      await this.#client.editMessage(channelId, message.id, without(message.content, deletions))
    else await this.#client.removeMessage(channelId, message.id)
    this.#done.add(place)
    this.deleted += 1
  }

  /** The requester forgets by their own words; several matches are confirmed, as each of them was meant, only where each shows what is to go. */
  async #forget({ at, request, target }: Deletion, moment: number): Promise<void> {
    const message = request === null ? undefined : this.#episode.messages[request]
    if (at !== moment || message === undefined) return
    const words = message.content.slice(0, 2_000)
    const { forgotten, matches } = await this.#client.forget(message.author.id, words, false)
    this.forgotten += forgotten.length
    if (matches.length === 0 || !matches.every(({ fact }) => fact.includes(target))) return
    this.forgotten += (await this.#client.forget(message.author.id, words, true)).forgotten.length
  }
}
