/**
 * Saves what a person tells Keepsake directly: free text about someone becomes facts in third person, or is
 * stored word for word.
 */

import { placeReaders } from "../access/audience.ts"
import type { ChatModel } from "../ai/chat.ts"
import type { Refusal } from "../domain/errors.ts"
import type { Extraction, Usage, Verdict } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { Proposal } from "../memory/facts/known.ts"
import { commit } from "../memory/write/commit.ts"
import { recordUsage } from "../memory/write/usage.ts"
import { DEFAULT_POLICY, gateRuleOf } from "../policy/policy.ts"
import { DEFAULT_SETTINGS } from "../policy/settings.ts"
import { checkContent } from "../privacy/content-check.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import { endSentence } from "../text/display.ts"
import { logTerms } from "./claim-terms.ts"
import { type CheckedClaims, checkClaims } from "./claims.ts"
import { type ExtractionContext, readExtractionContext } from "./context.ts"
import { extract, priceUsage } from "./extract.ts"
import { withoutNoStatements } from "./no-statement.ts"
import { MAX_CLAIMS } from "./prompt.ts"
import { windowRedactor } from "./redact-window.ts"
import { asWindow, type DirectStatement, statementKey } from "./statement-window.ts"
import { hasContentWord, toldParts, untoldParts } from "./told-parts.ts"
import { withToldTime } from "./told-times.ts"
import { asVerbatim, isWithinAny } from "./verbatim.ts"

/** Returns the verdict on each fact, or a refusal if nothing may be kept. */
export async function saveDirectStatement(
  db: Database,
  given: DirectStatement,
  tools: { chat: ChatModel | null; readOnly: boolean; deploymentCapUsd: number | null },
): Promise<Verdict[] | Refusal> {
  // Secrets are refused whatever the guild allows, before any read.
  if (holdsSecret(given.text)) return { reason: "secret" }
  const { left, dropped } = withoutNoStatements(given.text, given)
  const text = dropped.length === 0 ? given.text : left.map((part) => endSentence(part)).join(" ")
  const statement = left.length === 0 ? given : { ...given, text }
  const window = asWindow(statement)
  const withModel = tools.chat !== null
  const context = await readExtractionContext(db, window, { now: statement.at, told: true, withModel })
  if (context.guild === null) return { reason: "unknown_guild", guildId: statement.guildId }
  const { leavingAt } = context.guild
  if (leavingAt !== null) return { reason: "leaving", until: new Date(leavingAt).toISOString() }
  if (tools.readOnly || context.guild.settings.read_only) return { reason: "read_only" }
  if (!context.guild.policy.gate.enabled) return { reason: "writing_off" }
  if (!context.people.some((person) => person.id === statement.about.id)) return { reason: "opted_out" }

  // A statement by someone who opted out is refused, because its evidence would name them.
  if (statement.speaker && !context.people.some((person) => person.id === statement.speaker?.id))
    return { reason: "opted_out" }

  const unfit = checkContent(statement.text, context.guild.policy.sensitive, {
    people: [statement.about.name],
  })
  if (unfit) return unfit
  const untold = dropped.map(({ reason, part }) => ({ ...emptyVerdict(given), reason, fact: part }))
  if (left.length === 0) return untold.map((verdict) => ({ ...verdict, fact: null }))
  if (!hasContentWord(statement.text)) return [emptyVerdict(statement)]

  const extracted = await extractStatement(context, statement, tools)
  // Recorded first: the usage was spent, whatever happens to the facts.
  await recordUsage(db, statement.guildId, { usage: extracted.spent.map(priceUsage), now: statement.at })
  if ("refusal" in extracted) return extracted.refusal
  if ("refused" in extracted) return [extracted.refused]
  const outcome = await commit(db, {
    guildId: statement.guildId,
    proposals: extracted.proposals,
    window: null,
    usage: [],
    rule: gateRuleOf(context.guild.policy, context.guild.attributions),
    told: true,
    readOnly: false,
    optIn: context.guild.settings.consent === "opt_in",
    readers: placeReaders(context.structure, statement.channelId),
    reviewShare: 0,
    named: [...context.people, ...context.unknownHere, ...context.excluded],
    log: {
      ...logTerms(extracted.extraction, context),
      key: statementKey(statement),
      channelId: statement.channelId,
      latencyMs: extracted.latencyMs,
      refused: extracted.logged,
    },
    now: statement.at,
  })
  return outcome.kind === "written" ? [...outcome.verdicts, ...extracted.lost, ...untold] : { reason: "busy" }
}

/** Proposals, a refusal or a verdict, and the usage of all model calls. */
type ExtractedStatement = { spent: Usage[] } & (
  | ({ proposals: Proposal[]; extraction: Extraction; latencyMs: number } & Pick<CheckedClaims, "logged"> & {
        /** Verdicts on statements that could not be kept as they were said. */
        lost: Verdict[]
      })
  | { refusal: Refusal }
  | { refused: Verdict }
)

async function extractStatement(
  context: ExtractionContext,
  statement: DirectStatement,
  { chat, deploymentCapUsd }: { chat: ChatModel | null; deploymentCapUsd: number | null },
): Promise<ExtractedStatement> {
  const began = Date.now()
  const read = await extract(context, chat, { told: true, deploymentCapUsd })
  const latencyMs = Date.now() - began
  const spent = read.kind === "wait" ? read.usage : read.extraction.usage
  // A person is waiting: if no model is available now, rules extract. If they find nothing, the text is
  // stored as given.
  const result = read.kind === "extracted" ? read : await extract(context, null, { deploymentCapUsd })
  if (result.kind !== "extracted") throw new Error("extraction by rules returned no result")
  const { sensitive } = context.guild?.policy ?? DEFAULT_POLICY
  const { timezone } = context.guild?.settings ?? DEFAULT_SETTINGS
  const terms = { offered: [statement.about], sensitive, mostClaims: MAX_CLAIMS, timezone }
  const { proposals, refused, logged } = checkClaims(
    ofSubject(result.extraction, statement),
    context.window,
    terms,
  )
  // A model can refuse content that the words alone do not show. Such text is not stored word for word
  // either.
  const unfit = proposals.length > 0 ? undefined : refused.map(asRefusal).find((refusal) => refusal !== null)
  if (unfit) return { spent, refusal: unfit }
  if (proposals.length === 0 && isBareWord(statement.text)) return { spent, refused: emptyVerdict(statement) }
  const { redact } = windowRedactor(context)
  const said = toldParts(statement.text).filter(hasContentWord)
  const parts = said.map(redact)
  const facts = proposals.map(({ claim }) => claim.fact)
  const isRead = result.extraction.method === "model"
  const barred = refused.filter((verdict) => asRefusal(verdict) !== null)
  const untold = () => untoldParts(parts, facts, { name: statement.about.name, isRead })
  // The words that a model refused for their content may stand in any statement.
  const untoldYet = facts.length === 0 ? parts : barred.length > 0 ? [] : untold()
  // Nobody's words are kept about somebody who opted out.
  const left = untoldYet.filter((part) => said.includes(part))
  const silent = untoldYet.filter((part) => !said.includes(part))
  if (facts.length === 0 && left.length === 0 && silent.length > 0)
    return { spent, refused: { ...emptyVerdict(statement), reason: "opted_out" } }
  const rest = asVerbatim(result.extraction, statement, left)
  // A word of one statement, such as "if", says nothing of the others.
  const kept = rest.claims.map((claim, index) =>
    checkClaims({ ...rest, claims: [claim] }, asWindow({ ...statement, text: left[index] ?? "" }), terms),
  )
  // A fact that rules found within a statement kept as it was said is not kept twice.
  const found = isRead ? proposals : proposals.filter(({ claim }) => !isWithinAny(claim.fact, rest.claims))
  const told = kept.flatMap(({ proposals: own }) =>
    own.map((one) => ({ ...one, claim: withToldTime(one.claim, { at: statement.at, timezone }) })),
  )
  const direct = [...found, ...told].map((proposal) => asDirectEvidence(proposal, statement))
  const extraction = facts.length === 0 ? rest : result.extraction
  return {
    spent,
    proposals: direct,
    lost: [
      ...barred,
      ...kept.flatMap((part) => part.refused),
      ...silent.map((fact) => ({ ...emptyVerdict(statement), reason: "opted_out", fact })),
    ],
    extraction,
    latencyMs,
    logged: [...logged, ...kept.flatMap(({ logged }) => logged)],
  }
}

/** A single word states nothing, except in scripts that put no spaces between words. */
function isBareWord(text: string): boolean {
  return /^\W*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}'’-]+\W*$/u.test(text.trim())
}

function emptyVerdict({ ofGuild, guildId, about }: DirectStatement): Verdict {
  const subject = ofGuild
    ? { scope: "guild" as const, id: guildId }
    : { scope: "user" as const, id: about.id }
  return { kind: "rejected", reason: "empty", op: "save", fact: null, subject, memoryId: null }
}

/**
 * Turns a verdict on a claim's content into a refusal of the statement. Returns `null` if the claim was
 * refused for its evidence.
 */
function asRefusal({ reason }: Verdict): Refusal | null {
  if (reason === "secret" || reason === "instruction") return { reason }
  const [fault, kind = ""] = reason.split(":")
  return fault === "sensitive" ? { reason: "sensitive", kind } : null
}

/** Drops claims about the speaker from what was told about the server. */
function ofSubject(read: Extraction, { ofGuild = false }: DirectStatement): Extraction {
  return ofGuild ? { ...read, claims: read.claims.filter(({ subject }) => subject.scope !== "user") } : read
}

/** Evidence of a direct statement cites no message unless one was given. */
function asDirectEvidence(
  proposal: Proposal,
  { channelId, speaker: by, about, messageId }: DirectStatement,
): Proposal {
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
