/** The dependencies of the steps of an import of old messages, and the bot's standing in the guild. */
import { z } from "zod"
import { permissionsIn } from "../../access/permissions.ts"
import type { Delivery, Receipt } from "../../channel/delivery.ts"
import { Snowflake } from "../../domain/ids.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { HistoryJob, SkipReason } from "../../history/job-rows.ts"
import type { UploadRows } from "../../history/uploads/upload-rows.ts"
import type { Database } from "../../memory/db/database.ts"
import { modeOf, nestingOf } from "../../policy/settings.ts"
import type { Entered } from "../../runtime/enter.ts"
import type { Runtime } from "../../runtime/models.ts"
import type { StateRows } from "../../runtime/object/state-rows.ts"
import type { BotIdentity } from "../gateway/events/event-context.ts"
import { canRead } from "../gateway/repair/channel-walk.ts"
import type { DiscordReader } from "../gateway/repair/deps.ts"

/** The part of a channel's object that an import uses. All of it is safe to repeat. */
interface HistoryTarget {
  append(delivery: Delivery): Promise<Receipt>
  endHistory(): Promise<void>
  status(): Promise<{ waiting: { messages: number; bytes: number } }>
}

export interface BackfillDeps {
  guildId: Id
  db: Database
  /** `null` without a bot token. Uploads are read all the same. */
  discord: DiscordReader | null
  /** The messages of uploads. */
  uploads: Pick<UploadRows, "page" | "preview" | "list" | "drop">
  runtime: Runtime
  channel(id: Id): HistoryTarget
  enter(): Promise<Entered>
  /** The application's id, if it is configured. */
  applicationId: Id | null
  /** The importer's own rows. */
  state: Pick<StateRows, "get" | "set">
  now(): Time
}

/** The dependencies of steps that ask Discord. */
export type DiscordDeps = BackfillDeps & { discord: DiscordReader }

/** `next`: there may be more to do at once. `idle`: nothing is to be done. */
export type BackfillStep = { kind: "next" } | { kind: "wait"; until: Time } | { kind: "idle" }
export const NEXT: BackfillStep = { kind: "next" }

/** The bot's ids, and its roles in the guild at a time. */
const Self = z.object({
  userId: z.string(),
  applicationId: z.string(),
  roles: z.array(z.string()),
  at: z.number(),
})
export type Self = BotIdentity & { roles: Id[] }

const WithId = z.object({ id: Snowflake })
const WithRoles = z.object({ roles: z.array(Snowflake) })
/** Roles that are older are asked for again. */
const ROLES_MS = 10 * 60_000

export async function readSelf({ discord, guildId, state, applicationId, now }: DiscordDeps): Promise<Self> {
  const known = state.get("self", Self)
  if (known !== null && known.at > now() - ROLES_MS) return known
  const userId = known?.userId ?? WithId.parse(await discord.get("/users/@me")).id
  const ownApplication =
    applicationId ?? known?.applicationId ?? WithId.parse(await discord.get("/applications/@me")).id
  const { roles } = WithRoles.parse(await discord.get(`/guilds/${guildId}/members/${userId}`))
  const self = { userId, applicationId: ownApplication, roles, at: now() }
  state.set("self", self)
  return self
}

/** Returns why a channel or thread is not read; `null` if it is. */
export function skipReason(
  entered: Entered,
  self: Self,
  { channelId, excluded }: { channelId: Id } & Pick<HistoryJob, "excluded">,
): SkipReason | null {
  const nesting = nestingOf(entered.structure.channels, channelId)
  if ([channelId, ...nesting.parentIds].some((id) => excluded.includes(id))) return "excluded"
  if (modeOf(entered.guild.settings.channels, nesting) === "off") return "off"
  return canRead(entered, { id: self.userId, roles: self.roles }, channelId) ? null : "forbidden"
}

const MANAGE_THREADS = 1n << 34n

/** Returns true if the bot may list private threads that it is not a member of. */
export function managesThreads({ structure }: Entered, self: Self, channelId: Id): boolean {
  const permissions = permissionsIn(structure, { id: self.userId, roles: self.roles }, channelId)
  return permissions !== null && (permissions & MANAGE_THREADS) !== 0n
}
