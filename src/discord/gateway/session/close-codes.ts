/** Gateway close codes: what each means and what to do next. Pure. */
import { GatewayCloseCodes as Code } from "discord-api-types/v10"

/**
 * `resume`: the session may still exist. `anew`: it is gone. `stop`: a new connection would be refused too.
 */
export interface CloseRule {
  meaning: string
  follows: "resume" | "anew" | "stop"
  /** The action the operator must take, if any. */
  toDo: string | null
}

/** The code the bot closes with to resume, other than 1000 and 1001, which end the session. */
export const CLOSE_RESUMABLE = 4200
/** The code the bot closes with to end the session. */
export const CLOSE_FINAL = 1000

const RESTART = "then POST /v1/gateway/start"

const CLOSINGS: Record<number, CloseRule> = {
  [CLOSE_FINAL]: resumableClose("the connection was closed in order"),
  1001: resumableClose("the gateway's server goes away"),
  1006: resumableClose("the connection broke off"),
  [CLOSE_RESUMABLE]: resumableClose("we closed it, to resume"),
  [Code.UnknownError]: resumableClose("Discord does not know what went wrong"),
  [Code.UnknownOpcode]: resumableClose("Discord did not know an opcode we sent"),
  [Code.DecodeError]: resumableClose("Discord could not read what we sent"),
  [Code.NotAuthenticated]: resumableClose("we sent something before identifying"),
  [Code.AlreadyAuthenticated]: resumableClose("we identified twice"),
  [Code.RateLimited]: resumableClose("we sent too much"),
  [Code.InvalidSeq]: { meaning: "the sequence we resumed from was invalid", follows: "anew", toDo: null },
  [Code.SessionTimedOut]: { meaning: "the session timed out", follows: "anew", toDo: null },
  [Code.AuthenticationFailed]: fatalClose(
    "Discord refused the bot's token",
    `Put the bot's present token into the secret DISCORD_TOKEN and deploy, ${RESTART}.`,
  ),
  [Code.InvalidShard]: fatalClose(
    "Discord knows no such shard",
    "The number of shards is asked for again; where DISCORD_SHARDS is set, take it out or correct it and deploy.",
  ),
  [Code.ShardingRequired]: fatalClose(
    "the bot is in too many guilds for this many shards",
    "The number of shards is asked for again; where DISCORD_SHARDS is set, take it out or raise it and deploy.",
  ),
  [Code.InvalidAPIVersion]: fatalClose(
    "Discord no longer speaks this version of the gateway",
    "Update Keepsake to a version that speaks a newer one.",
  ),
  [Code.InvalidIntents]: fatalClose("Discord does not know the intents asked for", "Update Keepsake."),
  [Code.DisallowedIntents]: fatalClose(
    "an intent that was asked for is not switched on",
    `In the Discord Developer Portal, under Bot, switch on Message Content Intent and Server Members Intent, ${RESTART}. Without the second, set DISCORD_MEMBERS to false.`,
  ),
}

/** Unknown codes are treated as dropped connections. */
export function closeRule(code: number): CloseRule {
  return CLOSINGS[code] ?? resumableClose("the connection was closed for a reason without a name")
}

/** Returns true if a different number of shards may help. */
export function needsNewShardCount(code: number | null): boolean {
  return code === Code.InvalidShard || code === Code.ShardingRequired
}

function resumableClose(meaning: string): CloseRule {
  return { meaning, follows: "resume", toDo: null }
}

function fatalClose(meaning: string, toDo: string): CloseRule {
  return { meaning, follows: "stop", toDo }
}
