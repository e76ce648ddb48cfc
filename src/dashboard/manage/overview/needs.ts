/** Decides what needs a manager's attention, most urgent first. Pure. */
import type { Guild } from "../../../policy/guild.ts"
import { type ConnectionStatus, shardOf } from "../../../runtime/connection-status.ts"
import { countOf, type Tone } from "../../kit/parts.tsx"
import type { Overview } from "./read-overview.ts"

/** A matter that a person should look at. */
export interface Need {
  tone: Extract<Tone, "accent" | "warn" | "bad">
  title: string
  text: string
  /** The page below the guild's that deals with it; `null` if there is none, or it is the overview itself. */
  to: { path: string; link: string } | null
}

export function needsOf(
  guild: Pick<Guild, "id" | "settings" | "policy" | "trial">,
  overview: Overview,
): Need[] {
  return [
    ...connectionNeeds(connectionOf(overview.connection, guild.id)),
    ...spendNeeds(overview),
    ...pauseNeeds(guild, overview),
    ...learningNeeds(guild),
    ...reviewNeeds(overview),
    ...importNeeds(overview),
    ...nightNeeds(overview),
    ...trialNeeds(guild, overview),
  ]
}

/** The connection of a guild in words. `isUp` is `null` if it is unknown. */
export interface ConnectionInWords {
  isUp: boolean | null
  text: string
  /** The operator's next step. */
  toDo: string | null
}

export function connectionOf({ gateway }: ConnectionStatus, guildId: string): ConnectionInWords {
  if (gateway === null) return { isUp: null, text: "Unknown: the gateway did not answer.", toDo: null }
  const { state, toDo, shards } = gateway
  if (state === "unset") return { isUp: false, text: "No bot token is set.", toDo }
  const own = shards.length === 0 ? undefined : shards[shardOf(guildId, shards.length)]
  if (state === "stopped" || own === undefined)
    return { isUp: false, text: "Stopped: no messages are received.", toDo }
  if (own.phase !== "ready")
    return { isUp: false, text: `Connecting (${own.phase}). Missed messages follow.`, toDo: own.toDo }
  const latency = own.latencyMs === null ? "" : ` (${own.latencyMs} ms)`
  return { isUp: true, text: `Connected${latency}`, toDo: own.toDo }
}

function connectionNeeds({ isUp, text, toDo }: ConnectionInWords): Need[] {
  if (isUp !== false && toDo === null) return []
  const need = { title: "Not connected to Discord", to: { path: "run/health", link: "Health" } }
  return [
    { tone: "bad", ...need, text: toDo === null ? text : `${text} The bot's operator must act: ${toDo}` },
  ]
}

/** Without a model, a cap changes nothing. */
function spendNeeds({ stats: { spend, reader } }: Overview): Need[] {
  if (spend.state.state === "within" || reader === "rules") return []
  const isPast = spend.state.state === "past"
  return [
    {
      tone: isPast ? "bad" : "warn",
      title: isPast ? "A spending cap is reached" : "A spending cap is near",
      text: isPast
        ? "Messages are read by rules, and answers quote memory."
        : "The rest is kept for reading messages. Answers quote memory.",
      to: { path: "run/spend", link: "Costs" },
    },
  ]
}

function pauseNeeds({ settings }: Pick<Guild, "settings">, { stats }: Overview): Need[] {
  if (!settings.read_only && !stats.pausedEverywhere) return []
  const text = stats.pausedEverywhere
    ? "The bot's operator paused saving in all servers."
    : "Nothing new is saved until you choose Resume saving above."
  return [{ tone: "warn", title: "Saving is paused", text, to: null }]
}

/** Says that the policy learns nothing, or shows nobody what it learns. */
export function learningNeeds({ policy: { gate } }: Pick<Guild, "policy">): Need[] {
  const to = { path: "manage/policy", link: "Policy" }
  if (!gate.enabled)
    return [
      {
        tone: "warn",
        title: "Nothing new is learned",
        text: "The policy has “Learn new facts” off: conversations are read, and no fact is saved.",
        to,
      },
    ]
  if (gate.mode !== "shadow") return []
  return [
    {
      tone: "warn",
      title: "New facts are hidden",
      text: "The policy has “Save but hide”: new facts are saved, and shown to nobody.",
      to,
    },
  ]
}

function reviewNeeds({ reviewCount }: Overview): Need[] {
  if (reviewCount === 0) return []
  return [
    {
      tone: "accent",
      title: `${countOf(reviewCount, "item")} to review`,
      text: "Facts that wait for approval, and facts that contradict each other.",
      to: { path: "manage/review", link: "Review" },
    },
  ]
}

function importNeeds({ waitingImports }: Overview): Need[] {
  return waitingImports.map(({ id, kind, state }) => ({
    tone: "accent",
    title: state === "paused" ? "An import is paused" : "An import waits to be started",
    text:
      state === "paused"
        ? `It goes on once somebody resumes it.${kind === "discord" ? "" : " Its file is deleted if it stays paused for 24 hours."}`
        : "It is dropped if nobody starts it within 24 hours.",
    to: { path: kind === "discord" ? "run/history" : `run/history/${id}`, link: "Import" },
  }))
}

function nightNeeds({ night }: Overview): Need[] {
  if (night?.state !== "failed") return []
  const { errors } = night.totals
  const text = errors === 0 ? "It was interrupted." : `${countOf(errors, "part")} failed.`
  return [
    {
      tone: "warn",
      title: "The last nightly run failed",
      text: `${text} The next run does the rest.`,
      to: { path: "run/nights", link: "Nights" },
    },
  ]
}

function trialNeeds({ trial }: Pick<Guild, "trial">, { rollback }: Overview): Need[] {
  const running: Need[] =
    trial === null
      ? []
      : [
          {
            tone: "accent",
            title: `A trial of policy version ${trial.version} is running`,
            text:
              trial.stage === "shadow"
                ? "It judges every conversation and changes nothing."
                : `It decides ${Math.round(trial.share * 100)} % of conversations.`,
            to: { path: "manage/trials", link: "Trial" },
          },
        ]
  const ended: Need[] =
    rollback === null
      ? []
      : [
          {
            tone: "warn",
            title: `The trial of policy version ${rollback.version} was rolled back`,
            text: `Guardrail: ${rollback.reason ?? "unknown"}.`,
            to: { path: "manage/trials", link: "Trials" },
          },
        ]
  return [...running, ...ended]
}
