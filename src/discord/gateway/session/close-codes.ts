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
  [CLOSE_FINAL]: resumableClose("the connection was closed normally"),
  1001: resumableClose("the gateway server is going away"),
  1006: resumableClose("the connection was lost"),
  [CLOSE_RESUMABLE]: resumableClose("Keepsake closed it to resume"),
  [Code.UnknownError]: resumableClose("unknown error at Discord"),
  [Code.UnknownOpcode]: resumableClose("Keepsake sent an unknown opcode"),
  [Code.DecodeError]: resumableClose("Keepsake sent an invalid payload"),
  [Code.NotAuthenticated]: resumableClose("Keepsake sent a payload before identifying"),
  [Code.AlreadyAuthenticated]: resumableClose("Keepsake identified twice"),
  [Code.RateLimited]: resumableClose("Keepsake exceeded the rate limit"),
  [Code.InvalidSeq]: {
    meaning: "the sequence number to resume from was invalid",
    follows: "anew",
    toDo: null,
  },
  [Code.SessionTimedOut]: { meaning: "the session timed out", follows: "anew", toDo: null },
  [Code.AuthenticationFailed]: fatalClose(
    "Discord refused the bot's token",
    `Set the secret DISCORD_TOKEN to the bot's current token and deploy, ${RESTART}.`,
  ),
  [Code.InvalidShard]: fatalClose(
    "Discord does not accept this shard",
    "Keepsake asks for the number of shards again. If DISCORD_SHARDS is set, remove or correct it and deploy.",
  ),
  [Code.ShardingRequired]: fatalClose(
    "the bot is in too many guilds for this many shards",
    "Keepsake asks for the number of shards again. If DISCORD_SHARDS is set, remove or raise it and deploy.",
  ),
  [Code.InvalidAPIVersion]: fatalClose(
    "Discord no longer supports this gateway version",
    "Update Keepsake to a version that supports a newer one.",
  ),
  [Code.InvalidIntents]: fatalClose("Discord does not accept the requested intents", "Update Keepsake."),
  [Code.DisallowedIntents]: fatalClose(
    "a requested intent is not enabled",
    `In the Discord Developer Portal, under Bot, enable Message Content Intent and Server Members Intent, ${RESTART}. Without the second, set DISCORD_MEMBERS to false.`,
  ),
}

// Why Keepsake itself closed a connection. The code says only whether the session can be resumed.

export type OwnCloseReason = keyof typeof OWN_CLOSINGS

const OWN_CLOSINGS = {
  asked: "Keepsake closed it because Discord asked for a reconnect",
  invalid_session: "Keepsake closed it because Discord declared the session invalid",
  no_hello: "Keepsake closed it because no HELLO arrived",
  no_slot: "Keepsake closed it to wait for its turn to identify",
  no_session: "Keepsake closed it because no session began",
  no_heartbeat: "Keepsake closed it because a heartbeat was not acknowledged",
  overloaded: "Keepsake closed it because too many events waited",
  stopped: "Keepsake closed it because it was told to stop",
} as const

export function ownCloseMeaning(reason: OwnCloseReason): string {
  return OWN_CLOSINGS[reason]
}

/** Unknown codes are treated as dropped connections. */
export function closeRule(code: number): CloseRule {
  return CLOSINGS[code] ?? resumableClose("the connection was closed for an unknown reason")
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
