/** Threads of the world's guilds, and their members. */
import type { APIThreadMember } from "discord-api-types/v10"
import type { WorldEvent } from "./dispatch.ts"
import type { Guild, Thread } from "./guild.ts"
import { type Change, found, tell } from "./guilds.ts"
import { sees } from "./permissions.ts"
import { StructureWorld } from "./structure.ts"

export interface NewThread {
  id?: string
  name?: string
  /** 10 in an announcement channel, 11 public, 12 private. */
  type?: 10 | 11 | 12
  ownerId?: string
  /** Members from the start, in addition to the owner. */
  members?: string[]
}

export class ThreadWorld extends StructureWorld {
  addThread(guildId: string, parentId: string, told: NewThread = {}): Change<Thread> {
    const guild = this.guild(guildId)
    found(guild.channels, parentId)
    const ownerId = told.ownerId ?? guild.ownerId
    const id = told.id ?? this.clock.next()
    const now = this.clock.iso()
    const inside = [...new Set([ownerId, ...(told.members ?? [])])]
    const thread: Thread = {
      id,
      type: told.type ?? 11,
      guild_id: guildId,
      parent_id: parentId,
      owner_id: ownerId,
      name: told.name ?? "thread",
      last_message_id: null,
      rate_limit_per_user: 0,
      message_count: 0,
      member_count: inside.length,
      total_message_sent: 0,
      thread_metadata: {
        archived: false,
        auto_archive_duration: 4320,
        archive_timestamp: now,
        locked: false,
        create_timestamp: now,
        ...(told.type === 12 && { invitable: true }),
      },
    }
    return this.change(guild, "thread created", () => {
      guild.threads.set(id, thread)
      guild.threadMembers.set(id, new Map(inside.map((one) => [one, threadMemberOf(id, one, now)])))
      const made = { ...this.ownView(guild, thread), newly_created: true as const }
      return [thread, ...this.ifSeen(guild, id, tell(guildId, "THREAD_CREATE", made))]
    })
  }

  changeThread(
    guildId: string,
    threadId: string,
    change: { name?: string; archived?: boolean; locked?: boolean },
  ): Change<Thread> {
    const guild = this.guild(guildId)
    const before = found(guild.threads, threadId)
    const { name, ...flags } = change
    const metadata = before.thread_metadata && {
      ...before.thread_metadata,
      ...flags,
      ...(change.archived !== undefined && { archive_timestamp: this.clock.iso() }),
    }
    const thread: Thread = {
      ...before,
      ...(name !== undefined && { name }),
      ...(metadata && { thread_metadata: metadata }),
    }
    return this.change(guild, "thread changed", () => {
      guild.threads.set(threadId, thread)
      const wasArchived = before.thread_metadata?.archived === true && metadata?.archived === false
      return [thread, ...this.threadUpdate(guild, thread, wasArchived)]
    })
  }

  deleteThread(guildId: string, threadId: string): Change<Thread> {
    const guild = this.guild(guildId)
    const thread = found(guild.threads, threadId)
    return this.change(guild, "thread deleted", () => {
      const gone = tell(guildId, "THREAD_DELETE", {
        id: threadId,
        guild_id: guildId,
        parent_id: thread.parent_id,
        type: thread.type,
      })
      const dispatches = this.ifSeen(guild, threadId, gone)
      guild.threads.delete(threadId)
      guild.threadMembers.delete(threadId)
      guild.messages.delete(threadId)
      return [thread, ...dispatches]
    })
  }

  /** Adds and removes thread members. The bot receives a private thread once it is added to it. */
  changeThreadMembers(
    guildId: string,
    threadId: string,
    change: { add?: string[]; remove?: string[] },
  ): Change<Thread> {
    const guild = this.guild(guildId)
    const before = found(guild.threads, threadId)
    const inside = found(guild.threadMembers, threadId)
    const seen = sees(guild, this.bot.id, threadId)
    return this.change(guild, "thread members changed", () => {
      const joined = (change.add ?? []).filter((one) => !inside.has(one))
      const left = (change.remove ?? []).filter((one) => inside.has(one))
      for (const one of joined) inside.set(one, threadMemberOf(threadId, one, this.clock.iso()))
      for (const one of left) inside.delete(one)
      const thread = { ...before, member_count: inside.size }
      guild.threads.set(threadId, thread)
      const update = tell(guildId, "THREAD_MEMBERS_UPDATE", {
        id: threadId,
        guild_id: guildId,
        member_count: Math.min(inside.size, 50),
        added_members: joined.map((one) => this.withMember(guild, found(inside, one))),
        removed_member_ids: left,
      })
      const sight = seen || sees(guild, this.bot.id, threadId) ? [update] : []
      const first = joined.includes(this.bot.id)
        ? [tell(guildId, "THREAD_CREATE", this.ownView(guild, thread))]
        : []
      return [thread, ...first, ...sight]
    })
  }

  /** An unarchived thread comes with the bot's membership, if it has one. */
  protected threadUpdate(guild: Guild, thread: Thread, isUnarchived: boolean): WorldEvent[] {
    const own = guild.threadMembers.get(thread.id)?.get(this.bot.id)
    const update = tell(guild.id, "THREAD_UPDATE", this.ownView(guild, thread))
    const membership =
      isUnarchived && own ? [tell(guild.id, "THREAD_MEMBER_UPDATE", { ...own, guild_id: guild.id })] : []
    return [update, ...membership].flatMap((event) => this.ifSeen(guild, thread.id, event))
  }

  protected ifSeen(guild: Guild, channelId: string, event: WorldEvent): WorldEvent[] {
    return sees(guild, this.bot.id, channelId) ? [event] : []
  }

  private withMember(guild: Guild, one: APIThreadMember): APIThreadMember {
    const member = guild.members.get(one.user_id ?? "")
    return { ...one, ...(member && { member }), presence: null } as APIThreadMember // Discord sends a presence here that its types leave out.
  }
}

function threadMemberOf(threadId: string, userId: string, joined: string): APIThreadMember {
  return { id: threadId, user_id: userId, join_timestamp: joined, flags: 2 }
}
