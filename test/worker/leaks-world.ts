/**
 * Generates random guilds for the leak test: people, channels and permissions, from a seed alone. It decides
 * nothing about who may read what.
 */
import type { Dice } from "./leaks-dice.ts"

export const PERMISSIONS = {
  ADMINISTRATOR: 1n << 3n,
  VIEW_CHANNEL: 1n << 10n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  CONNECT: 1n << 20n,
  MANAGE_THREADS: 1n << 34n,
}
export type Permission = keyof typeof PERMISSIONS

interface Role {
  id: string
  permissions: Permission[]
  /** A bot's managed role, which no person has. */
  ofBot: boolean
}

interface Overwrite {
  kind: "role" | "member"
  id: string
  allow: Permission[]
  deny: Permission[]
}

export interface Channel {
  id: string
  name: string
  /** Discord's: 0 text, 2 voice, 5 announcements, 13 stage, 15 forum; 11 open thread, 12 private thread. */
  type: number
  parentId: string | null
  nsfw: boolean
  overwrites: Overwrite[]
  threadMembers: string[]
  /** True if the guild's structure contains it. */
  told: boolean
  /** True once deleted. */
  gone: boolean
  /** Channel info sent with messages if no structure is sent. */
  audience: "everyone" | "restricted" | null
}

export interface Person {
  id: string
  name: string
  /** `null` if never sent. */
  roles: string[] | null
  left: boolean
}

export interface World {
  guildId: string
  ownerId: string
  /** True if its structure is sent at all. */
  told: boolean
  /** The first is @everyone. */
  roles: Role[]
  channels: Channel[]
  people: Person[]
  /** Channels of each project. */
  projects: Record<string, string[]>
  /** Pairs of accounts that both confirmed to be one person's. */
  links: readonly (readonly [string, string])[]
  /** Accounts that a manager attributed to somebody, with that person. */
  attributions: readonly (readonly [string, string])[]
  /** The person who opted out; `null` before they do. */
  objector: Person | null
}

/** One message, with the words that only it and its repetitions contain. */
export interface Line {
  id: string
  /** `null` if told directly for everyone. */
  channelId: string | null
  author: Person
  content: string
  /** The fact a model extracts from it. */
  fact: string
  markers: string[]
  at: number
  /** True if somebody else spoke in its conversation, too. */
  inCompany?: boolean
}

/** The last one opts out (`leaks-consent.ts`). Their name is scanned for like a message's words. */
const NAMES = ["Ada", "Bo", "Cleo", "Dana", "Emil", "Fay", "Gundrax"]
const TYPES = [0, 0, 0, 0, 2, 5, 13]
const COMMON: Permission[] = ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "CONNECT"]

/** Generates a guild. `base` is its id, and all its other ids start with it. */
export function worldOf(dice: Dice, base: number): World {
  const guildId = String(base)
  const id = (n: number) => String(base * 1_000 + n)
  const roles: Role[] = [
    { id: guildId, permissions: dice.some(COMMON, 0.8), ofBot: false },
    ...[1, 2, 3].map((n) => ({
      id: id(n),
      permissions: [
        ...dice.some(COMMON, 0.4),
        ...dice.some<Permission>(["ADMINISTRATOR", "MANAGE_THREADS"], 0.12),
      ],
      ofBot: dice.chance(0.2),
    })),
  ]
  const people = NAMES.map((name, index) => ({
    id: id(100 + index),
    name,
    roles: dice.chance(0.2) ? null : rolesOfSome(dice, roles),
    left: false,
  }))
  const others = people.slice(0, -1)
  const world: World = {
    guildId,
    ownerId: dice.chance(0.5) ? dice.pick(others).id : id(99),
    told: dice.chance(0.85),
    roles,
    channels: [],
    people,
    projects: {},
    links: [],
    attributions: [],
    objector: null,
  }
  const heads = Array.from({ length: 3 + dice.below(2) }, (_, n) => channelOf(dice, world, id(200 + n)))
  const threads = Array.from({ length: 2 }, (_, n) => threadOf(dice, world, { id: id(300 + n), heads }))
  const channels = [...heads, ...threads, ...(dice.chance(0.3) ? [untold(id(400))] : [])]
  return { ...world, channels, projects: projectsOf(dice, channels), ...accountsOf(dice, others) }
}

/** One person with two or three accounts, and an account that is said to be somebody else's; sometimes neither. */
function accountsOf(dice: Dice, people: readonly Person[]): Pick<World, "links" | "attributions"> {
  const [a, b, c, d, e] = dice.shuffled(people).map(({ id }) => id)
  if (!a || !b || !c || !d || !e) throw new Error("a guild has more people")
  const links = dice.chance(0.6) ? [[a, b] as const, ...(dice.chance(0.3) ? [[b, c] as const] : [])] : []
  return { links, attributions: dice.chance(0.6) ? [[d, e] as const] : [] }
}

function rolesOfSome(dice: Dice, roles: readonly Role[]): string[] {
  return dice
    .some(
      roles.slice(1).filter(({ ofBot }) => !ofBot),
      0.4,
    )
    .map(({ id }) => id)
}

function channelOf(dice: Dice, world: World, id: string): Channel {
  return {
    id,
    name: `room ${id.slice(-1)}`,
    type: dice.pick(TYPES),
    parentId: null,
    nsfw: dice.chance(0.15),
    overwrites: dice.chance(0.25) ? [] : overwritesOf(dice, world),
    threadMembers: [],
    told: true,
    gone: false,
    audience: dice.pick(["everyone", "everyone", "restricted", null]),
  }
}

/** A channel of which nothing special is known. */
const PLAIN = {
  ...{ nsfw: false, overwrites: [], threadMembers: [], told: true, gone: false },
  audience: null,
} satisfies Partial<Channel>

function threadOf(
  dice: Dice,
  { people }: World,
  { id, heads }: { id: string; heads: readonly Channel[] },
): Channel {
  return {
    ...PLAIN,
    id,
    name: `thread ${id.slice(-1)}`,
    type: dice.pick([11, 12]),
    parentId: dice.pick(heads).id,
    threadMembers: dice.some(people, 0.4).map((person) => person.id),
  }
}

/** Two projects of some channels, sometimes of none. */
function projectsOf(dice: Dice, channels: readonly Channel[]): World["projects"] {
  const some = () => dice.some(channels, 0.3).map(({ id }) => id)
  return { apollo: some(), gemini: [dice.pick(channels).id, ...(dice.chance(0.3) ? some() : [])] }
}

/** A channel that is heard but missing from the structure. */
function untold(id: string): Channel {
  return { ...PLAIN, id, name: "backroom", type: 0, parentId: null, told: false }
}

/** Generates at most one overwrite per target, mostly about viewing and reading. */
function overwritesOf(dice: Dice, { roles, people }: World): Overwrite[] {
  const targets = [
    ...roles.map(({ id }, n) => ({ kind: "role" as const, id, share: n === 0 ? 0.6 : 0.4 })),
    ...people.map(({ id }) => ({ kind: "member" as const, id, share: 0.1 })),
  ]
  return targets
    .filter(({ share }) => dice.chance(share))
    .map(({ kind, id }) => {
      const about = dice.some<Permission>([...COMMON, "MANAGE_THREADS"], 0.4)
      const allow = about.filter(() => dice.chance(0.5))
      return { kind, id, allow, deny: about.filter((permission) => !allow.includes(permission)) }
    })
}

/** Changes some permissions, roles, members and channels of a guild. Nothing new is said. */
export function changed(dice: Dice, before: World): World {
  const world = structuredClone(before)
  for (const channel of world.channels) redecorate(dice, world, channel)
  for (const role of world.roles) if (dice.chance(0.3)) role.permissions = dice.some(COMMON, 0.6)
  for (const person of world.people)
    if (person.roles !== null && dice.chance(0.4)) person.roles = rolesOfSome(dice, world.roles)
  if (dice.chance(0.3)) leave(dice, world)
  if (dice.chance(0.15)) tearDown(dice, world)
  if (dice.chance(0.3)) world.projects = projectsOf(dice, world.channels)
  return world
}

function redecorate(dice: Dice, world: World, channel: Channel): void {
  if (channel.parentId === null && dice.chance(0.4)) channel.overwrites = overwritesOf(dice, world)
  if (channel.parentId === null && dice.chance(0.1)) channel.nsfw = !channel.nsfw
  if (channel.type === 12 && dice.chance(0.5))
    channel.threadMembers = dice.some(world.people, 0.5).map(({ id }) => id)
  if (dice.chance(0.3)) channel.audience = dice.pick(["everyone", "restricted"])
}

/**
 * Some members leave, never all: a complete list names somebody. If all members are sent, people known only from their
 * messages count as gone.
 */
function leave(dice: Dice, { people }: World): void {
  const staying = people.find(({ roles, left }) => roles !== null && !left)
  for (const person of people) person.left ||= person.roles === null || dice.chance(0.2)
  if (staying) staying.left = false
}

/** Deletes a channel with its threads. */
function tearDown(dice: Dice, { channels }: World): void {
  const { id } = dice.pick(channels.filter(({ told, parentId }) => told && parentId === null))
  for (const one of channels) one.gone ||= one.id === id || one.parentId === id
}
