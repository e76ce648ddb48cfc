/** Answers a repair with the fake Discord's REST views, without a network. */

import type { DiscordReader } from "../../src/discord/gateway/repair/deps.ts"
import { pinsView, scheduledView } from "../discord/happenings.ts"
import { PERMISSIONS, permissionsOf, sees } from "../discord/permissions.ts"
import { ARCHIVES } from "../discord/rest-guilds.ts"
import {
  activeThreadsView,
  archivedThreadsView,
  channelsView,
  guildView,
  membersView,
  messagesView,
  type Page,
  searchView,
  threadMembersView,
} from "../discord/views.ts"
import type { World } from "../discord/world.ts"

export class DiscordPort implements DiscordReader {
  readonly asked: string[] = []
  /** Replaces the next call, if set. */
  fault: (() => unknown) | null = null
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  async get(path: string, options: { query?: URLSearchParams } = {}): Promise<unknown> {
    this.asked.push(`${path}?${options.query ?? ""}`)
    const { fault } = this
    this.fault = null
    if (fault) return fault()
    return structuredClone(this.#answer(path, Object.fromEntries(options.query ?? [])))
  }

  #answer(path: string, query: Record<string, string>): unknown {
    const [, room, id = "", part, one] = path.split("/")
    if (room === "users") return this.#world.bot
    if (room === "applications") return { id: this.#world.applicationId }
    const page = { ...query, ...(query.limit && { limit: Number(query.limit) }) } as Page
    if (room === "channels") return this.#channel(path, [id, part, one], page)
    const guild = this.#world.guilds.get(id)
    if (!guild?.joined) throw refused(404, 10_004)
    if (part === undefined) return guildView(this.#world, id)
    if (part === "channels") return channelsView(this.#world, id)
    if (part === "messages") return searchView(this.#world, id, new URLSearchParams(query)).body
    if (part === "scheduled-events") return scheduledView(guild, this.#world.bot.id)
    if (part === "threads") return activeThreadsView(this.#world, id)
    if (one === undefined) return membersView(guild, page)
    return guild.members.get(one) ?? raise(refused(404, 10_007))
  }

  #channel(path: string, [id = "", part, one]: (string | undefined)[], page: Page): unknown {
    const guild = this.#world.guildWith(id)
    if (!guild) throw refused(404, 10_003)
    if (!sees(guild, this.#world.bot.id, id)) throw refused(403, 50_001)
    if (part === "messages" && one === "pins") {
      const may = (permissionsOf(guild, this.#world.bot.id, id) & PERMISSIONS.history) !== 0n
      return may ? pinsView(guild, id, page) : { items: [], has_more: false }
    }
    if (part === "messages" && one !== undefined)
      return guild.messages.get(id)?.get(one) ?? raise(refused(404, 10_008))
    if (part === "messages") return messagesView(this.#world, id, page)
    const list = ARCHIVES.find(([name]) => path === `/channels/${id}/${name}`)?.[1]
    if (list !== undefined) {
      const mayAll = (permissionsOf(guild, this.#world.bot.id, id) & PERMISSIONS.manageThreads) !== 0n
      if (list === "private" && !mayAll) throw refused(403, 50_013)
      return archivedThreadsView(this.#world, id, {
        list,
        before: page.before ?? null,
        limit: page.limit ?? 50,
      })
    }
    if (part === "thread-members") return threadMembersView(this.#world, guild.id, id)
    return guild.channels.get(id) ?? guild.threads.get(id)
  }
}

export function refused(status: number, code: number): Error {
  return Object.assign(new Error("refused"), { status, code })
}

function raise(error: Error): never {
  throw error
}
