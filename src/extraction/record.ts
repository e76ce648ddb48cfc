/** Writes what a window yielded: claims checked, settled with what is known, and landed with note and window in one batch. */
import { costUsd } from "../ai/cost.ts"
import { type Charge, commit, type Outcome, type Shown, type WindowRecord } from "../memory/commit.ts"
import type { Database } from "../memory/database.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import type { Extraction, Note, Time, Usage, Window } from "../vocabulary.ts"
import { checkClaims } from "./claims.ts"
import type { Context } from "./context.ts"

/** `spent` is what earlier attempts at this window cost; `again`: its lines were written before, in another window; `shown`: what its model was shown. */
export async function record(
  db: Database,
  context: Context,
  extraction: Extraction,
  terms: { now: Time; readOnly: boolean; spent: Usage[]; again?: boolean; shown?: Shown[] },
): Promise<Outcome> {
  const { window, guild } = context
  const checked = checkClaims(extraction, window, context.people)
  const readOnly = terms.readOnly || (guild?.settings.read_only ?? true)
  return commit(db, {
    guildId: window.guildId,
    proposals: checked.proposals,
    window: {
      ...windowRecord(context, extraction),
      shown: terms.shown ?? [],
      again: terms.again ? window.messages.map((message) => message.id) : [],
      refused: checked.refused,
      note: readOnly ? null : noteOf(window, extraction),
    },
    usage: [...terms.spent, ...extraction.usage].map(charge),
    rule: (guild?.policy ?? DEFAULT_POLICY).gate,
    readOnly,
    optIn: guild?.settings.consent === "opt_in",
    home: { channelId: window.channelId, open: context.open },
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
): Omit<WindowRecord, "refused" | "note" | "again" | "shown"> {
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

/** null where the text holds a secret: a summary of it would keep it. */
function withoutSecret(text: string | undefined): string | null {
  return text === undefined || holdsSecret(text) ? null : text
}

function noteOf(window: Window, extraction: Extraction): Note | null {
  const first = window.messages[0]
  const last = window.messages.at(-1)
  if (extraction.note === null || !first || !last) return null
  const lines = new Map(extraction.digests.map((digest) => [digest.userId, digest.line]))
  const spoke = new Map(
    window.messages.filter((m) => m.role === "member").map((m) => [m.author.id, m.author.name]),
  )
  return {
    id: `n_${window.id}`,
    guildId: window.guildId,
    channelId: window.channelId,
    kind: "conversation",
    title: withoutSecret(extraction.note.title) ?? "A conversation",
    summary: withoutSecret(extraction.note.summary) ?? "",
    participants: [...spoke].map(([id, name]) => ({ id, name, line: withoutSecret(lines.get(id)) })),
    firstMessageId: first.id,
    fromAt: first.at,
    toAt: last.at,
  }
}
