/** Expected refusals, with their text and HTTP status. Outages and bugs are not here: they throw. */

import { FORBIDDEN, type Forbidding } from "./forbidding.ts"

export type Refusal =
  | { reason: "unauthorized"; needsKey?: true }
  | { reason: "forbidden"; because?: Forbidding }
  | { reason: "key_required" }
  | { reason: "unknown_guild"; guildId: string }
  | { reason: "unknown_channel"; channelId: string }
  | { reason: "unknown_member"; userId: string }
  | { reason: "unknown_memory"; memoryId: string }
  | { reason: "unknown_note"; noteId: string }
  | { reason: "unknown_message"; messageId: string }
  | { reason: "unknown_recall"; recallId: string }
  | { reason: "unknown_event"; eventId: string }
  | { reason: "event_conflict"; eventId: string }
  | { reason: "unknown_route"; path: string }
  | { reason: "wrong_method"; path: string; allowed: readonly string[] }
  | { reason: "unknown_command" }
  | { reason: "servers_only" }
  | { reason: "read_only" }
  | { reason: "writing_off" }
  | { reason: "reading_off" }
  | { reason: "no_facts_here" }
  | { reason: "opted_out" }
  | { reason: "secret" }
  | { reason: "sensitive"; kind: string }
  | { reason: "instruction" }
  | { reason: "leaving"; until: string }
  | { reason: "restoring" }
  | { reason: "not_restored"; problem: string }
  | { reason: "not_imported"; problem: string }
  | { reason: "unknown_import"; importId: string }
  | { reason: "unknown_history"; historyId: string }
  | { reason: "history_running"; historyId: string }
  | { reason: "history_state"; historyId: string; state: string }
  | { reason: "unknown_key"; keyId: string }
  | { reason: "unknown_erasure"; erasureId: string }
  | { reason: "unknown_run"; runId: string }
  | { reason: "unknown_version"; version: number }
  | { reason: "unknown_trial"; trialId: string }
  | { reason: "policy_changed"; version: number }
  | { reason: "trial_running"; trialId: string }
  | { reason: "trial_over"; trialId: string }
  | { reason: "unsafe_candidate"; fields: readonly string[] }
  | { reason: "night_running"; runId: string | null }
  | { reason: "too_many"; retryAfter: number }
  | { reason: "keys_full"; limit: number }
  | { reason: "memory_full"; limit: number }
  | { reason: "duplicate_fact"; memoryId: string }
  | { reason: "busy" }
  | { reason: "invalid"; issues: { field: string; problem: string }[] }
  | { reason: "too_large"; limit: string; instead?: string }
  | { reason: "bad_json"; problem: string }
  | { reason: "unsupported_type" }
  | { reason: "nothing_known" }
  | { reason: "not_yours" }
  | { reason: "managers_only" }
  | { reason: "undo_over" }
  | { reason: "not_waiting" }
  | { reason: "cooling_down"; seconds: number }
  | { reason: "blocked" }
  | { reason: "guild_not_served" }
  | { reason: "discord_unset"; variable: string }
  | { reason: "link_code" }
  | { reason: "link_over" }
  | { reason: "links_full"; limit: number }
  | { reason: "unknown_link"; accountId: string }
  | { reason: "not_attributable"; problem: string }

/**
 * Returns the text of a refusal, the only place that has it. A new reason does not compile without a text.
 */
export function explain(refusal: Refusal): string {
  switch (refusal.reason) {
    case "unauthorized":
      return refusal.needsKey
        ? "Send `Authorization: Bearer <token>` with an active API key of the guild. MCP does not take the admin token."
        : "Send `Authorization: Bearer <token>` with an active API key or this deployment's admin token."
    case "forbidden":
      return FORBIDDEN[refusal.because ?? "other"]
    case "key_required":
      return "The admin token belongs to no guild, and MCP serves one. Make a key with `POST /v1/guilds/{guild}/keys`, and connect with its token."
    case "unknown_guild":
      return `Guild ${refusal.guildId} is unknown. Send a message from it or store its settings first.`
    case "unknown_channel":
      return `No message from channel ${refusal.channelId} of this guild was received yet. Check the id, or send a message first.`
    case "unknown_member":
      return `No member ${refusal.userId} of this guild is known. Check the id. People become known by their first message, or by the guild's structure.`
    case "unknown_memory":
      return `There is no memory ${refusal.memoryId} in this guild.`
    case "unknown_note":
      return `There is no note ${refusal.noteId} in this guild.`
    case "unknown_message":
      return `Message ${refusal.messageId} is not stored in this channel.`
    case "unknown_recall":
      return `There is no logged recall ${refusal.recallId} that this request may judge. Only a sample is logged, for a limited time: ask with \`"log": true\` to have a recall logged, and send the \`channel_id\` and \`viewer_id\` of the recall with its feedback.`
    case "unknown_event":
      return `There is no event ${refusal.eventId} in this guild.`
    case "event_conflict":
      return `Event ${refusal.eventId} is known with other content or another place. Nothing was recorded. Give a changed event an id of its own.`
    case "unknown_route":
      return `There is no ${refusal.path}. GET /v1/openapi.json lists all routes.`
    case "wrong_method":
      return `There is no ${refusal.path}. Use ${refusal.allowed.join(" or ")}.`
    case "unknown_command":
      return "This button or command is outdated. Run the command again. If that fails, ask the bot's operator to register the commands again."
    case "servers_only":
      return "I only work in servers, not in direct messages."
    case "no_facts_here":
      return "This channel is set to keep no facts."
    case "read_only":
      return "Saving is paused. Nothing new is saved until it is resumed."
    case "writing_off":
      return "This guild's policy has switched learning off (`gate.enabled`). Existing memories can be corrected and deleted."
    case "reading_off":
      return "This guild's policy has switched reading memory off (`recall.enabled`). People can still see, export and erase their own."
    case "opted_out":
      return "This person asked not to be remembered."
    case "secret":
      return "That looks like a password, key or contact detail. These are never saved."
    case "sensitive":
      return `That contains sensitive information (${refusal.kind}). This guild's policy does not allow saving it.`
    case "instruction":
      return "That reads like an instruction, not a fact. It was not saved."
    case "leaving":
      return `This guild is scheduled to be erased on ${refusal.until}. Restore it first.`
    case "restoring":
      return "A backup of this guild is being restored. Try again in a few minutes."
    case "not_restored":
      return refusal.problem
    case "not_imported":
      return refusal.problem
    case "unknown_import":
      return `There is no import ${refusal.importId} in this guild.`
    case "unknown_history":
      return `There is no import of old messages ${refusal.historyId} in this guild.`
    case "history_running":
      return `Import ${refusal.historyId} of old messages is in progress, and a guild has one at a time. Wait until it is done, or stop it first.`
    case "history_state":
      return `Import ${refusal.historyId} is ${refusal.state}, so this is not possible. Read it again for what is.`
    case "unknown_key":
      return `There is no API key ${refusal.keyId} in this guild.`
    case "unknown_erasure":
      return `There is no erasure ${refusal.erasureId} in this guild.`
    case "unknown_run":
      return `There is no nightly run ${refusal.runId} in this guild.`
    case "unknown_version":
      return `There is no version ${refusal.version} of this guild's policy. GET …/policy/versions lists them.`
    case "unknown_trial":
      return `There is no trial ${refusal.trialId} in this guild.`
    case "policy_changed":
      return `Another policy came into force: version ${refusal.version}. Nothing was changed. Read it and try again.`
    case "trial_running":
      return `Trial ${refusal.trialId} is running, and a guild has one at a time. Stop or adopt it first.`
    case "trial_over":
      return `Trial ${refusal.trialId} has ended. Start a new one.`
    case "unsafe_candidate":
      return `A trial cannot loosen what protects people: ${refusal.fields.join(", ")}. Change these fields in the policy itself, if you mean to.`
    case "night_running":
      return `A nightly run of this guild is in progress${refusal.runId === null ? "" : `: ${refusal.runId}`}. Try again when it ends. If it stopped unexpectedly, a new run can replace it at once, or after three hours if its status is unknown.`
    case "too_many":
      return `Too many requests. Try again in ${secondsText(refusal.retryAfter)}.`
    case "keys_full":
      return `This guild already has ${refusal.limit} active API keys, which is the limit. Revoke one first.`
    case "memory_full":
      return `There are already ${refusal.limit} permanent memories about this subject, which is the limit. Forget one first.`
    case "duplicate_fact":
      return `Memory ${refusal.memoryId} already says this about the same subject.`
    case "busy":
      return "Someone else is changing this right now. Try again."
    case "invalid":
      return refusal.issues.map((issue) => `${issue.field}: ${issue.problem}`).join("; ")
    case "too_large":
      return `The request body is larger than ${refusal.limit}. ${refusal.instead ?? "Split it into several requests."}`
    case "bad_json":
      return `The request body is not valid JSON: ${refusal.problem}.`
    case "unsupported_type":
      return "Send the body as JSON, with `content-type: application/json`."
    case "nothing_known":
      return "I don't remember anything about that."
    case "not_yours":
      return "You cannot change that. Only the person it is about, the only person who said it, or a server manager can."
    case "managers_only":
      return "You need the Manage Server permission for that."
    case "not_waiting":
      return "That was changed or already decided. Load the list again."
    case "undo_over":
      return "This can no longer be undone. A change can be undone once and for ten minutes, by whoever made it or somebody who manages the guild, unless what it concerns has changed since, or anybody in the guild opted out or was erased."
    case "blocked":
      return "This server's managers have blocked you from this. `/privacy see` and `/forget` still work."
    case "guild_not_served":
      return "This deployment serves only the guilds that its operator lists in ALLOWED_GUILDS, and this guild is not listed. Ask its operator to add it."
    case "cooling_down":
      return `Please wait. Try again in ${secondsText(refusal.seconds)}.`
    case "discord_unset":
      return `This deployment has no ${refusal.variable}. Its operator sets it and deploys again; see docs/DISCORD.md.`
    case "link_code":
      return "This code is wrong, expired or already used. Make a new one with the other account, in the same guild."
    case "link_over":
      return "Nothing is waiting for this confirmation. Start again with a new code."
    case "links_full":
      return `One of the two accounts is already linked with ${refusal.limit} accounts, which is the limit. End a link first.`
    case "unknown_link":
      return `Account ${refusal.accountId} is not linked in this guild.`
    case "not_attributable":
      return refusal.problem
  }
}

function secondsText(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`
}

/** Carries a refusal from a route to the one handler that formats it. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(explain(refusal))
    this.name = "Refused"
    this.refusal = refusal
  }
}

/**
 * Describes an error and its causes for logs and reports, without text that people wrote. The message of a
 * failed query holds the query's values, and a parser's message holds the text it failed on.
 */
export function describeError(error: unknown): string {
  const lines: string[] = []
  for (let at = error; at !== undefined && at !== null && lines.length < 4; at = causeOf(at))
    lines.push(errorLine(at))
  return lines.join(", for ")
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : null
}

function errorLine(error: unknown): string {
  if (error instanceof SyntaxError) return error.name
  const text = `${error}`
  return /\bFailed query\b/.test(text) ? "a failed query" : text.slice(0, 300)
}
