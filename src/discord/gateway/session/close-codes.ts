/** What it means that the gateway closed a connection, and what follows from it. Pure. */
import { GatewayCloseCodes as Code } from "discord-api-types/v10"

/** `resume`: the session may still be there. `anew`: it is gone. `stop`: connecting again would be refused again. */
export interface CloseRule {
  meaning: string
  follows: "resume" | "anew" | "stop"
  /** What the operator has to do, where that is what it takes. */
  toDo: string | null
}

/** What we close with: any code but 1000 and 1001, which would end the session. */
export const CLOSE_RESUMABLE = 4200
/** What we close with where the session shall end. */
export const CLOSE_FINAL = 1000

const RESTART = "then POST /v1/gateway/start"

const CLOSINGS: Record<number, CloseRule> = {
  [CLOSE_FINAL]: resumable("the connection was closed in order"),
  1001: resumable("the gateway's server goes away"),
  1006: resumable("the connection broke off"),
  [CLOSE_RESUMABLE]: resumable("we closed it, to resume"),
  [Code.UnknownError]: resumable("Discord does not know what went wrong"),
  [Code.UnknownOpcode]: resumable("Discord did not know an opcode we sent"),
  [Code.DecodeError]: resumable("Discord could not read what we sent"),
  [Code.NotAuthenticated]: resumable("we sent something before identifying"),
  [Code.AlreadyAuthenticated]: resumable("we identified twice"),
  [Code.RateLimited]: resumable("we sent too much"),
  [Code.InvalidSeq]: { meaning: "the sequence we resumed from was invalid", follows: "anew", toDo: null },
  [Code.SessionTimedOut]: { meaning: "the session timed out", follows: "anew", toDo: null },
  [Code.AuthenticationFailed]: fatal(
    "Discord refused the bot's token",
    `Put the bot's present token into the secret DISCORD_TOKEN and deploy, ${RESTART}.`,
  ),
  [Code.InvalidShard]: fatal(
    "Discord knows no such shard",
    "The number of shards is asked for again; where DISCORD_SHARDS is set, take it out or correct it and deploy.",
  ),
  [Code.ShardingRequired]: fatal(
    "the bot is in too many guilds for this many shards",
    "The number of shards is asked for again; where DISCORD_SHARDS is set, take it out or raise it and deploy.",
  ),
  [Code.InvalidAPIVersion]: fatal(
    "Discord no longer speaks this version of the gateway",
    "Update Keepsake to a version that speaks a newer one.",
  ),
  [Code.InvalidIntents]: fatal("Discord does not know the intents asked for", "Update Keepsake."),
  [Code.DisallowedIntents]: fatal(
    "an intent that was asked for is not switched on",
    `In the Discord Developer Portal, under Bot, switch on Message Content Intent and Server Members Intent, ${RESTART}. Without the second, set DISCORD_MEMBERS to false.`,
  ),
}

/** Codes of which nothing is known are drops like any other. */
export function closeRule(code: number): CloseRule {
  return CLOSINGS[code] ?? resumable("the connection was closed for a reason without a name")
}

/** Whether another number of shards may help. */
export function needsNewShardCount(code: number | null): boolean {
  return code === Code.InvalidShard || code === Code.ShardingRequired
}

function resumable(meaning: string): CloseRule {
  return { meaning, follows: "resume", toDo: null }
}

function fatal(meaning: string, toDo: string): CloseRule {
  return { meaning, follows: "stop", toDo }
}
