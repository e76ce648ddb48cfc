/** What a deployment gives those who answer: its model, and what it may not do. */

import { chatModel } from "../ai/chat/chat-model.ts"
import type { ChatModel } from "../ai/chat.ts"
import type { Id } from "../domain/types.ts"
import { allowance } from "../policy/spend.ts"
import { readSettings } from "../settings.ts"
import type { Entered } from "./enter.ts"

export interface Models {
  /** null: no model is bound. */
  chat: ChatModel | null
  /** Nothing is written in any guild. */
  readOnly: boolean
  /** Who Keepsake is on Discord; null: nobody said. */
  ownId: Id | null
}

export function modelsOf({ env }: Runtime): Models {
  const settings = readSettings(env)
  const ownId = settings.DISCORD_APPLICATION_ID ?? null
  return { chat: chatModel(env, settings), readOnly: settings.READ_ONLY, ownId }
}

/** Whether the guild's caps allow anything but listening to ask a model now. No round trip where there are no caps. */
export async function capsAllowModel({ db, guild }: Pick<Entered, "db" | "guild">): Promise<boolean> {
  const asked = { use: "rest", now: Date.now(), caps: guild.settings } as const
  return (await allowance(db, guild.id, asked)).ok
}

/** The model, where there is one and the guild's caps allow it. */
export async function affordableChat(ground: Runtime, entered: Entered): Promise<ChatModel | null> {
  const { chat } = modelsOf(ground)
  return chat !== null && (await capsAllowModel(entered)) ? chat : null
}

// What a door stands on: its bindings, and the time after its answer.

export interface Runtime {
  env: Env
  /** Work that nobody waits for: `waitUntil` of the request or object at hand. */
  waitUntil(work: Promise<unknown>): void
}

/** Whether Discord tells of members as they come, go and change: else only who speaks is known, as of then. */
export function receivesMemberEvents({ env }: Runtime): boolean {
  return readSettings(env).DISCORD_MEMBERS
}

// What a deployment and a guild have for writing memory: a model that reads what is told, and whether all writing is stopped.

export function writingTools({ env }: Runtime): { chat: ChatModel | null; readOnly: boolean } {
  const settings = readSettings(env)
  return { chat: chatModel(env, settings), readOnly: settings.READ_ONLY }
}

/** Whether memory is paused, here or everywhere. */
export function isMemoryPaused({ env }: Runtime, { guild }: Entered): boolean {
  return guild.settings.read_only || readSettings(env).READ_ONLY
}

// What a deployment tells people of itself: who reads what is said, and whom to ask.

export interface DeploymentTerms {
  /** A model of Cloudflare's, one of another server, or rules. */
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
