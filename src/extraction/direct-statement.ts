/** What a person tells Keepsake directly: free text about someone becomes facts in third person, or is kept word for word. */

import { channelsWithSameReaders } from "../access/audience.ts"
import type { ChatModel } from "../ai/chat.ts"
import type { Refusal } from "../domain/errors.ts"
import { hashOf } from "../domain/hash.ts"
import type { Claim, Extraction, Id, Person, Time, Usage, Verdict, Window } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { Proposal } from "../memory/facts/known.ts"
import { commit } from "../memory/write/commit.ts"
import { recordUsage } from "../memory/write/usage.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { checkContent } from "../privacy/content-check.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import { checkClaims } from "./claims.ts"
import { type ExtractionContext, readExtractionContext } from "./context.ts"
import { extract, priceUsage } from "./extract.ts"
import { toSingleLine } from "./model-path.ts"

export interface DirectStatement {
  guildId: Id
  about: Person
  text: string
  /** Where it was told, null for nowhere in particular: then all of the guild may know. */
  channelId: Id | null
  at: Time
  /** Who tells it, where that is not whom it is about. */
  speaker?: Person
  /** The message whose words these are: it is what the facts rest on. */
  messageId?: Id
}

/** Facts made of the telling and what became of each; a refusal where nothing may be kept. */
export async function saveDirectStatement(
  db: Database,
  telling: DirectStatement,
  tools: { chat: ChatModel | null; readOnly: boolean },
): Promise<Verdict[] | Refusal> {
  // Whatever the guild allows, and whether or not it is known.
  if (holdsSecret(telling.text)) return { reason: "secret" }
  const window = asWindow(telling)
  const context = await readExtractionContext(db, window, { now: telling.at, told: true })
  if (context.guild === null) return { reason: "unknown_guild", guildId: telling.guildId }
  const { leavingAt } = context.guild
  if (leavingAt !== null) return { reason: "leaving", until: new Date(leavingAt).toISOString() }
  if (tools.readOnly || context.guild.settings.read_only) return { reason: "read_only" }
  if (!context.people.some((person) => person.id === telling.about.id)) return { reason: "opted_out" }

  // Nor from someone who does not want to be remembered: it would say who told it.
  if (telling.speaker && !context.people.some((person) => person.id === telling.speaker?.id))
    return { reason: "opted_out" }

  const unfit = checkContent(telling.text, context.guild.policy.sensitive, { people: [telling.about.name] })
  if (unfit) return unfit

  const told = await readTelling(context, telling, tools.chat)
  // Before anything else: it was spent, whatever becomes of what it yielded.
  await recordUsage(db, telling.guildId, { usage: told.spent.map(priceUsage), now: telling.at })
  if ("refusal" in told) return told.refusal
  const outcome = await commit(db, {
    guildId: telling.guildId,
    proposals: told.proposals,
    window: null,
    usage: [],
    rule: { ...context.guild.policy.gate, max_writes_per_hour: Number.MAX_SAFE_INTEGER },
    readOnly: false,
    optIn: context.guild.settings.consent === "opt_in",
    peers: channelsWithSameReaders(context.structure, telling.channelId),
    named: [...context.people, ...context.excluded],
    now: telling.at,
  })
  return outcome.kind === "written" ? outcome.verdicts : { reason: "busy" }
}

/** What was made of the telling, and what models were paid for it. */
type ReadTelling = { spent: Usage[] } & ({ proposals: Proposal[] } | { refusal: Refusal })

async function readTelling(
  context: ExtractionContext,
  telling: DirectStatement,
  chat: ChatModel | null,
): Promise<ReadTelling> {
  const read = await extract(context, chat, false)
  const spent = read.kind === "wait" ? read.usage : read.extraction.usage
  // A person is waiting: with no model to be had now, the rules read it. If they find nothing, it is kept as told.
  const settled = read.kind === "extracted" ? read : await extract(context, null, false)
  if (settled.kind !== "extracted") throw new Error("rules wait for nothing")
  const terms = { offered: [telling.about], sensitive: (context.guild?.policy ?? DEFAULT_POLICY).sensitive }
  const { proposals, refused } = checkClaims(settled.extraction, context.window, terms)
  // What the model saw in it and the words do not show is not kept word for word instead.
  const unfit = proposals.length > 0 ? undefined : refused.map(asRefusal).find((refusal) => refusal !== null)
  if (unfit) return { spent, refusal: unfit }
  const extraction = proposals.length > 0 ? settled.extraction : verbatim(settled.extraction, telling)
  const found = proposals.length > 0 ? proposals : checkClaims(extraction, context.window, terms).proposals
  return { spent, proposals: found.map((proposal) => asTold(proposal, telling)) }
}

/** The refusal that a verdict on a claim's words means for the whole; null where it was refused for what it rests on. */
function asRefusal({ reason }: Verdict): Refusal | null {
  if (reason === "secret" || reason === "instruction") return { reason }
  const [fault, kind = ""] = reason.split(":")
  return fault === "sensitive" ? { reason: "sensitive", kind } : null
}

function verbatim(read: Extraction, telling: DirectStatement): Extraction {
  const claim: Claim = {
    op: "save",
    subject: { scope: "user", id: telling.about.id },
    fact: toSingleLine(telling.text, 300),
    type: "profile",
    section: "other",
    topics: [],
    lifetime: "permanent",
    importance: "medium",
    confidence: 1,
    lines: [1],
    target: null,
    reportedBy: null,
  }
  return { ...read, method: "verbatim", model: null, promptHash: null, claims: [claim] }
}

/** The telling as a window of one message, so that it is read like any talk. */
function asWindow(telling: DirectStatement): Window {
  const { guildId, about, at, text, speaker: by } = telling
  const channelId = telling.channelId ?? "0"
  const message = {
    id: "0",
    guildId,
    channelId,
    author: about,
    role: "member",
    content: text,
    at,
    replyTo: null,
    mentions: [],
    attachments: [],
    source: "explicit",
  } as const
  return {
    id: `told_${hashOf([guildId, about.id, text, String(at)])}`,
    guildId,
    channelId,
    channelName: null,
    messages: [{ ...message, mentions: by ? [by] : [], attachments: [] }],
    reason: "flush",
  }
}

/** Evidence of words told has no message to point to, unless they are a message's. */
function asTold(proposal: Proposal, { channelId, speaker: by, about, messageId }: DirectStatement): Proposal {
  const evidence = proposal.evidence.map((item) => ({
    ...item,
    messageId: messageId ?? null,
    windowId: null,
    channelId,
    authorId: by?.id ?? item.authorId,
    source: "explicit" as const,
  }))
  const claim = by && by.id !== about.id ? { ...proposal.claim, reportedBy: by.id } : proposal.claim
  return { ...proposal, claim, evidence }
}
