/** Writes what a window yielded: claims checked, settled with what is known, and landed with note and window in one batch. */

import { peersOf } from "../access/audience.ts"
import { costUsd } from "../ai/cost.ts"
import type { Extraction, Fallback, Time, Usage } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { commit, type Outcome } from "../memory/write/commit.ts"
import type { Charge, Shown, WindowRecord } from "../memory/write/order.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { checkClaims } from "./claims.ts"
import type { Context } from "./context.ts"
import { noteOf } from "./note.ts"

/** `spent` is what earlier attempts at this window cost; `again`: its lines were written before, in another window; `shown`: what its model was shown; `fallback`: why none read it. */
export async function record(
  db: Database,
  context: Context,
  extraction: Extraction,
  terms: {
    now: Time
    readOnly: boolean
    spent: Usage[]
    again?: boolean
    shown?: Shown[]
    fallback?: Fallback | null
  },
): Promise<Outcome> {
  const { window, guild } = context
  const { gate, sensitive } = guild?.policy ?? DEFAULT_POLICY
  const checked = checkClaims(extraction, window, { offered: context.people, sensitive })
  const readOnly = terms.readOnly || (guild?.settings.read_only ?? true)
  return commit(db, {
    guildId: window.guildId,
    proposals: checked.proposals,
    window: {
      ...windowRecord(context, extraction),
      shown: terms.shown ?? [],
      fallback: terms.fallback ?? null,
      again: terms.again ? window.messages.map((message) => message.id) : [],
      refused: checked.refused,
      note: readOnly ? null : noteOf(context, extraction),
    },
    usage: [...terms.spent, ...extraction.usage].map(charge),
    rule: gate,
    readOnly,
    optIn: guild?.settings.consent === "opt_in",
    peers: peersOf(context.structure, window.channelId),
    named: [...context.people, ...context.unheard],
    now: terms.now,
  })
}

/** Adds the price to tokens. */
export function charge(usage: Usage): Charge {
  return { ...usage, costUsd: costUsd(usage) }
}

function windowRecord(
  context: Context,
  extraction: Extraction,
): Omit<WindowRecord, "refused" | "note" | "again" | "shown" | "fallback"> {
  const { window } = context
  const times = window.messages.map((message) => message.at)
  const spoke = new Set(
    window.messages.filter((message) => message.role === "member").map((message) => message.author.id),
  )
  return {
    id: window.id,
    channelId: window.channelId,
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
    messageCount: window.messages.length,
    reason: window.reason,
    method: extraction.method === "model" ? "model" : "rule",
    model: extraction.model,
    promptHash: extraction.promptHash,
    people: context.people.filter((person) => spoke.has(person.id)),
  }
}
