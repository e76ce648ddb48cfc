/** What a channel's overwrites say of the permissions that reading takes, in a form made for comparing channels. Pure. */
import { isVoice } from "../domain/channel-types.ts"
import type { Id } from "../domain/types.ts"
import { type Channel, CONNECT, type Overwrite, READ_MESSAGE_HISTORY, VIEW_CHANNEL } from "./permissions.ts"

// The permissions that matter here, as small numbers: 500 channels × 250 roles are gone through for one place.
export const SEE = 1
const HISTORY = 2
const JOIN = 4

/** What is said of a role or member in a channel. */
export interface Effect {
  allow: number
  deny: number
}
export const NO_EFFECT: Effect = { allow: 0, deny: 0 }

/** What a channel's overwrites say of the permissions that matter. Channels of which the same is said share one. */
export interface Rule {
  /** The permissions it takes to read it. */
  needs: readonly number[]
  everyone: Effect
  roles: ReadonlyMap<Id, Effect>
  members: ReadonlyMap<Id, Effect>
}

/** Where an answer is read: a channel, or wherever anyone in the guild may see it. */
export type Place = Rule | "anywhere"

/** The same for two channels exactly where the same is said of them. */
export function keyOf(rule: Rule): string {
  return JSON.stringify([rule.needs, rule.everyone, [...rule.roles], [...rule.members]])
}

/** Those of the permissions that matter. */
export function small(permissions: bigint): number {
  return (
    (permissions & VIEW_CHANNEL ? SEE : 0) |
    (permissions & READ_MESSAGE_HISTORY ? HISTORY : 0) |
    (permissions & CONNECT ? JOIN : 0)
  )
}

export function ruleOf(channel: Channel, guildId: Id): Rule {
  const effects = (kind: Overwrite["kind"]) =>
    new Map(
      channel.overwrites
        .filter((one) => one.kind === kind)
        .map((one): [Id, Effect] => [one.id, { allow: small(one.allow), deny: small(one.deny) }])
        .filter(([, { allow, deny }]) => (allow | deny) !== 0)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  const roles = effects("role")
  const everyone = roles.get(guildId) ?? NO_EFFECT
  roles.delete(guildId)
  const needs = isVoice(channel) ? [SEE, HISTORY, JOIN] : [SEE, HISTORY]
  return { needs, everyone, roles, members: effects("member") }
}
