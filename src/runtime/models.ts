/** The runtime of an entry point, the deployment's models, and the limits on using them. */

import { chatModel } from "../ai/chat/chat-model.ts"
import { type ChatModel, forGuild } from "../ai/chat.ts"
import type { Id } from "../domain/types.ts"
import type { ChannelMode } from "../policy/settings.ts"
import { allowance, type Caps, capsOf } from "../policy/spend.ts"
import { isServed, type OperatorLimits, operatorLimits, readSettings } from "../settings.ts"
import { deploymentChat } from "./allowances/models.ts"
import type { Entered } from "./enter.ts"

export interface Models {
  /** `null` if no model is bound. */
  chat: ChatModel | null
  /** True if the deployment writes no memory, in any guild. */
  readOnly: boolean
  /** Keepsake's own user id on Discord; `null` if not configured. */
  ownId: Id | null
  /** The time that a person waits for an answer, and for the reading of a request, before rules take over. */
  answerMs: number
  intentMs: number
}

export function modelsOf({ env }: Runtime): Models {
  const settings = readSettings(env)
  const ownId = settings.DISCORD_APPLICATION_ID ?? null
  return {
    chat: deploymentChat(env, settings),
    readOnly: settings.READ_ONLY,
    ownId,
    answerMs: settings.AI_ANSWER_SECONDS * 1_000,
    intentMs: settings.AI_INTENT_SECONDS * 1_000,
  }
}

/**
 * Returns true if the guild's caps allow a model call now, for anything but extraction. No round trip without
 * caps.
 */
export async function capsAllowModel(
  env: Env,
  { db, guild }: Pick<Entered, "db" | "guild">,
): Promise<boolean> {
  const { deploymentCapUsd } = operatorLimits(readSettings(env))
  const asked = { use: "rest", now: Date.now(), deploymentCapUsd, guildCaps: guild.settings } as const
  return (await allowance(db, guild.id, asked)).ok
}

/** Returns the caps on a guild's models: its own, and the operator's for all guilds. */
export function capsOn(env: Env, { settings }: Entered["guild"]): Caps {
  return capsOf(settings, operatorLimits(readSettings(env)).deploymentCapUsd)
}

/** Returns the deployment's model with the guild's own choices; `null` if none is bound. */
export function guildChat(env: Env, { settings }: Entered["guild"]): ChatModel | null {
  const chat = deploymentChat(env, readSettings(env))
  return chat && forGuild(chat, settings.models)
}

/** Returns the model if one is bound and the guild's caps allow it. */
export async function affordableChat(runtime: Runtime, entered: Entered): Promise<ChatModel | null> {
  const { chat } = modelsOf(runtime)
  return chat !== null && (await capsAllowModel(runtime.env, entered))
    ? forGuild(chat, entered.guild.settings.models)
    : null
}

// The bindings of a request or object, and a way to run work after its answer.

export interface Runtime {
  env: Env
  /** Runs work that nobody waits for: `waitUntil` of the current request or object. */
  waitUntil(work: Promise<unknown>): void
}

/**
 * Returns true if Discord sends events when members join, leave and change. Without them, only people who
 * speak are known, as of then.
 */
export function receivesMemberEvents({ env }: Runtime): boolean {
  return readSettings(env).DISCORD_MEMBERS
}

// The means for writing memory: a model that reads statements, and whether all writing is stopped.

export function writingTools({ env }: Runtime): { chat: ChatModel | null } & OperatorLimits {
  const settings = readSettings(env)
  return { chat: deploymentChat(env, settings), ...operatorLimits(settings) }
}

/** Returns the default mode of channels in guilds that are new to this deployment. */
export function newGuildMode({ env }: Pick<Runtime, "env">): ChannelMode {
  return readSettings(env).NEW_GUILDS
}

/** Returns true if this deployment may serve a guild; see `isServed`. An unknown guild is served only if any is. */
export function servesGuild({ env }: Pick<Runtime, "env">, guildId: Id | null): boolean {
  return isServed(readSettings(env), guildId ?? "")
}

/** `server`: a guild's own setting. `operator`: the deployment's, in all guilds, which no guild can lift. */
export type PausedBy = "server" | "operator"

/** Returns who paused memory in this guild; `null` if it is not paused. */
export function memoryPausedBy(
  { env }: Pick<Runtime, "env">,
  { guild }: Pick<Entered, "guild">,
): PausedBy | null {
  if (readSettings(env).READ_ONLY) return "operator"
  return guild.settings.read_only ? "server" : null
}

/** Returns true if memory is paused in this guild or everywhere. */
export function isMemoryPaused(runtime: Pick<Runtime, "env">, entered: Pick<Entered, "guild">): boolean {
  return memoryPausedBy(runtime, entered) !== null
}

// The facts a deployment discloses to people: what reads their messages, and whom to ask.

export interface DeploymentTerms {
  /** A model of Cloudflare, a model of another server, or rules. */
  reader: "cloudflare" | "other" | "rules"
  contact: string | null
}

export function deploymentTerms(env: Env): DeploymentTerms {
  const settings = readSettings(env)
  const model = settings.AI_BASE_URL ? ("other" as const) : ("cloudflare" as const)
  return {
    reader: chatModel(env, settings) === null ? "rules" : model,
    contact: settings.PRIVACY_CONTACT ?? null,
  }
}
