/** Makes random changes to a guild of the fake Discord, chosen by dice from what exists. */
import type { APIUser } from "discord-api-types/v10"
import { guildView } from "../discord/views.ts"
import type { World } from "../discord/world.ts"

export const CHANGES = [
  ...["addRole", "changeRole", "changeRole", "deleteRole", "addChannel", "addChannel", "changeChannel"],
  ...["changeChannel", "changeChannel", "deleteChannel", "addThread", "addThread", "changeThread"],
  ...[
    "moveThread",
    "moveThread",
    "deleteThread",
    "addMember",
    "changeMember",
    "changeMember",
    "changeMember",
  ],
  ...["removeMember", "rejoin", "changeOwner", "lose", "reconnect", "reconnect"],
] as const

export interface Change {
  what: string
  dice: number[]
  times: number
}

const SEE = 1n << 10n
const HISTORY = 1n << 16n
const BITS = [SEE, HISTORY, 1n << 20n, 1n << 34n, 1n << 11n]

export class GuildOfChanges {
  readonly id: string
  readonly #world: World
  readonly #everybody = new Map<string, APIUser>()
  #newcomers: APIUser[] = []
  /**
   * Threads created while offline, unknown to the bot if archived before it reconnects, or deleted then
   * without a message.
   */
  readonly #unheard = new Set<string>()
  #dice: number[] = []

  constructor(world: World, { botPermissions }: { botPermissions: bigint }) {
    this.#world = world
    const everyone = SEE | HISTORY
    this.id = world.addGuild({ everyone, botPermissions }).made.id
    this.#meet(world.users.get(this.#guild.ownerId) as APIUser)
    for (const name of ["Ada", "Bo", "Cy", "Di"]) this.#addMember(name)
    for (let count = 0; count < 3; count++) world.addRole(this.id, { permissions: SEE })
    for (let count = 0; count < 4; count++) world.addChannel(this.id)
  }

  get #guild() {
    return this.#world.guild(this.id)
  }

  change(what: string, dice: number[], isHeard: boolean): void {
    this.#dice = [...dice]
    const acts: Record<string, () => void> = {
      addRole: () => this.#world.addRole(this.id, { permissions: this.#bits(true) }),
      changeRole: () => this.#with(this.#guild.roles, (id) => this.#changeRole(id)),
      deleteRole: () => this.#with(this.#ordinaryRoles(), (id) => this.#world.deleteRole(this.id, id)),
      addChannel: () => this.#world.addChannel(this.id, this.#channel()),
      changeChannel: () =>
        this.#with(this.#guild.channels, (id) => this.#world.changeChannel(this.id, id, this.#channel())),
      deleteChannel: () =>
        this.#with(
          this.#guild.channels,
          (id) => this.#guild.channels.size > 2 && this.#world.deleteChannel(this.id, id),
        ),
      addThread: () => this.#addThread(isHeard),
      changeThread: () =>
        this.#with(this.#guild.threads, (id) =>
          this.#world.changeThread(this.id, id, {
            archived: this.#roll(2) === 1,
            name: `thread ${this.#roll(9)}`,
          }),
        ),
      moveThread: () => this.#with(this.#guild.threads, (id) => this.#moveThread(id)),
      deleteThread: () => this.#with(this.#guild.threads, (id) => this.#deleteThread(id, isHeard)),
      addMember: () => this.#addMember(`Person ${this.#roll(1_000)}`),
      changeMember: () =>
        this.#with(this.#people(), (id) => this.#world.changeMember(this.id, id, { roles: this.#roles() })),
      removeMember: () =>
        this.#with(
          this.#people(),
          (id) => id !== this.#guild.ownerId && this.#world.removeMember(this.id, id),
        ),
      rejoin: () => this.#rejoin(),
      changeOwner: () =>
        this.#with(this.#people(), (ownerId) => this.#world.changeGuild(this.id, { ownerId })),
    }
    acts[what]?.()
  }

  /** Marks a reconnect, which delivers all active threads. */
  heardAgain(): void {
    for (const id of this.#unheard)
      if (this.#guild.threads.get(id)?.thread_metadata?.archived === false) this.#unheard.delete(id)
  }

  /** Returns true if the bot cannot know of it. */
  isUntold(id: string): boolean {
    return this.#unheard.has(id)
  }

  newcomers() {
    const met = this.#newcomers.map((user) => ({ id: user.id, name: user.global_name ?? user.username }))
    this.#newcomers = []
    return met
  }

  everybody(): string[] {
    return [...this.#everybody.keys()]
  }

  rolesOf(id: string): string[] | null {
    return this.#guild.members.get(id)?.roles ?? null
  }

  /** Ids of all channels and threads. */
  places(): string[] {
    return [...this.#guild.channels.keys(), ...this.#guild.threads.keys()]
  }

  /** Keeps only the ids that exist. */
  there(ids: readonly string[]): string[] {
    const places = this.places()
    return ids.filter((id) => places.includes(id))
  }

  everyMember() {
    return [...this.#everybody.values()].map((user) => ({ user, nick: null, roles: [] }))
  }

  /** Returns the full structure for the guild id `id`. */
  whole(id: string): unknown {
    const guild = this.#guild
    const threads = [...guild.threads.values()].map((thread) => ({
      ...thread,
      member_ids: [...(guild.threadMembers.get(thread.id)?.keys() ?? [])],
    }))
    const whole = {
      guild: guildView(this.#world, this.id),
      channels: [...guild.channels.values()],
      threads,
      members: [...guild.members.values()],
      members_complete: true,
    }
    return JSON.parse(JSON.stringify(whole).replaceAll(this.id, id))
  }

  #roll(sides: number): number {
    const die = this.#dice.shift() ?? 0
    this.#dice.push((die * 7_919 + 13) % 1_000_003)
    return die % sides
  }

  #with(all: ReadonlyMap<string, unknown>, act: (id: string) => unknown): void {
    const ids = [...all.keys()]
    const id = ids[this.#roll(Math.max(1, ids.length))]
    if (id !== undefined) act(id)
  }

  #people(): Map<string, unknown> {
    return new Map([...this.#guild.members].filter(([id]) => id !== this.#world.bot.id))
  }

  #ordinaryRoles(): Map<string, unknown> {
    return new Map([...this.#guild.roles].filter(([id, role]) => id !== this.id && !role.managed))
  }

  #changeRole(id: string): void {
    if (this.#guild.roles.get(id)?.managed) return
    const permissions = id === this.id ? SEE | (this.#roll(3) > 0 ? HISTORY : 0n) : this.#bits(true)
    this.#world.changeRole(this.id, id, { permissions })
  }

  #bits(isRole = false): bigint {
    const admin = isRole && this.#roll(12) === 0 ? 8n : 0n
    return BITS.reduce((all, bit) => (this.#roll(2) === 1 ? all | bit : all), admin)
  }

  #roles(): string[] {
    return [...this.#ordinaryRoles().keys()].filter(() => this.#roll(2) === 1)
  }

  #channel() {
    const roles = [this.id, ...this.#ordinaryRoles().keys()].filter(() => this.#roll(3) === 0)
    const people = this.everybody().filter(() => this.#roll(6) === 0)
    const terms = () => ({ allow: this.#bits(), deny: this.#bits() })
    return {
      type: this.#roll(6) === 0 ? 2 : 0,
      nsfw: this.#roll(5) === 0,
      overwrites: [
        ...roles.map((id) => ({ id, type: "role" as const, ...terms() })),
        ...people.map((id) => ({ id, type: "member" as const, ...terms() })),
      ],
    }
  }

  #addThread(isHeard: boolean): void {
    const parents = new Map([...this.#guild.channels].filter(([, { type }]) => type === 0))
    this.#with(parents, (parentId) => {
      const members = [...this.#people().keys()].filter(() => this.#roll(3) === 0)
      const type = this.#roll(2) === 0 ? (12 as const) : (11 as const)
      const ownerId = [...this.#people().keys()][0] ?? this.#guild.ownerId
      const { made } = this.#world.addThread(this.id, parentId, { type, members, ownerId })
      if (!isHeard) this.#unheard.add(made.id)
    })
  }

  #deleteThread(id: string, isHeard: boolean): void {
    if (!isHeard) this.#unheard.add(id)
    this.#world.deleteThread(this.id, id)
  }

  #moveThread(id: string): void {
    const add = [...this.#people().keys()].filter(() => this.#roll(3) === 0)
    const remove = [...this.#people().keys()].filter((one) => !add.includes(one) && this.#roll(3) === 0)
    this.#world.changeThreadMembers(this.id, id, { add, remove })
  }

  #addMember(name: string): void {
    const user = this.#world.addUser(name)
    this.#meet(user)
    this.#world.addMember(this.id, user, { roles: this.#roles() })
  }

  #rejoin(): void {
    const away = new Map([...this.#everybody].filter(([id]) => !this.#guild.members.has(id)))
    this.#with(away, (id) => {
      const user = this.#everybody.get(id)
      if (user) this.#world.addMember(this.id, user, { roles: this.#roles() })
    })
  }

  #meet(user: APIUser): void {
    this.#everybody.set(user.id, user)
    this.#newcomers.push(user)
  }
}
