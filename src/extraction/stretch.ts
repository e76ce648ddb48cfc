/** Reads a stretch of conversation that somebody points at, and saves what it says at once. */
import { placeReaders } from "../access/audience.ts"
import type { ChatModel } from "../ai/chat.ts"
import type { Refusal } from "../domain/errors.ts"
import { hashOf } from "../domain/hash.ts"
import type { Id, Message, Time, Verdict, Window } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { Proposal } from "../memory/facts/known.ts"
import { commit } from "../memory/write/commit.ts"
import { recordUsage } from "../memory/write/usage.ts"
import { gateRuleOf } from "../policy/policy.ts"
import { claimTerms, logTerms } from "./claim-terms.ts"
import { checkClaims } from "./claims.ts"
import { readExtractionContext } from "./context.ts"
import { extract, priceUsage } from "./extract.ts"

export interface Stretch {
  guildId: Id
  channelId: Id
  channelName: string | null
  /** Oldest first; at least one. */
  messages: Message[]
  /** Keep only what is about this person; `null` for everything. */
  about: Id | null
}

/**
 * Reads the messages by the model, or by rules if it is unavailable, and writes what they say with them as evidence:
 * facts as if overheard, and no note. Their own conversation is still read later, and counts no fact twice. Returns the
 * verdict on each fact, or a refusal if the channel or the guild keeps none.
 */
export async function saveStretch(
  db: Database,
  stretch: Stretch,
  {
    chat,
    readOnly,
    deploymentCapUsd,
    now,
  }: { chat: ChatModel | null; readOnly: boolean; deploymentCapUsd: number | null; now: Time },
): Promise<Verdict[] | Refusal> {
  const { guildId, channelId, about } = stretch
  const context = await readExtractionContext(db, asWindow(stretch), { now, withModel: chat !== null })
  const { guild, window } = context
  if (guild === null) return { reason: "unknown_guild", guildId }
  if (guild.leavingAt !== null) return { reason: "leaving", until: new Date(guild.leavingAt).toISOString() }
  if (readOnly || guild.settings.read_only) return { reason: "read_only" }
  if (!guild.policy.gate.enabled) return { reason: "writing_off" }
  if (context.mode !== "full") return { reason: "no_facts_here" }
  if (about !== null && !context.people.some(({ id }) => id === about)) return { reason: "opted_out" }
  if (window.messages.length === 0) return []

  const began = Date.now()
  const read = await extract(context, chat, { deploymentCapUsd })
  const latencyMs = Date.now() - began
  const spent = read.kind === "wait" ? read.usage : read.extraction.usage
  // A person is waiting: without an available model, rules extract.
  const result = read.kind === "extracted" ? read : await extract(context, null, { deploymentCapUsd })
  if (result.kind !== "extracted") throw new Error("extraction by rules returned no result")
  await recordUsage(db, guildId, { usage: spent.map(priceUsage), now })
  const { proposals, refused, logged } = checkClaims(result.extraction, window, claimTerms(context))
  const wanted = proposals.filter(({ claim }) => about === null || claim.subject.id === about)
  const outcome = await commit(db, {
    guildId,
    proposals: wanted.map(withoutWindow),
    window: null,
    usage: [],
    rule: gateRuleOf(guild.policy, guild.attributions),
    readOnly: false,
    optIn: guild.settings.consent === "opt_in",
    readers: placeReaders(context.structure, channelId),
    // Somebody waits for the verdicts of what they pointed at.
    reviewShare: 0,
    named: [...context.people, ...context.unknownHere, ...context.excluded],
    log: { ...logTerms(result.extraction, context), key: window.id, channelId, latencyMs, refused: logged },
    now,
  })
  return outcome.kind === "written" ? [...outcome.verdicts, ...refused] : { reason: "busy" }
}

function asWindow({ guildId, channelId, channelName, messages }: Stretch): Window {
  const ids = messages.map(({ id }) => id)
  return {
    id: `stretch_${hashOf([guildId, channelId, ...ids])}`,
    guildId,
    channelId,
    channelName,
    messages,
    reason: "flush",
  }
}

/** The stretch is no conversation of its own: its facts rest on the messages alone. */
function withoutWindow(proposal: Proposal): Proposal {
  return { ...proposal, evidence: proposal.evidence.map((item) => ({ ...item, windowId: null })) }
}
