/** Judges the parts at Discord for a deployment's owner: values, intents, commands, endpoint, connection and servers. Pure. */
import {
  type Application,
  endpointOf,
  foreignValues,
  inviteOf,
  missingIntents,
} from "../discord/application/application.ts"
import type { CommandDifferences } from "../discord/application/command-set.ts"
import { configuredApplication, type SetupFacts } from "./facts.ts"
import { OPEN_VARIABLES, type Part, RELOAD } from "./part.ts"

const PORTAL = {
  text: "Open the Discord Developer Portal",
  href: "https://discord.com/developers/applications",
}
const VALUES = "Discord values"

/** Each variable and where the Developer Portal shows its value. */
const WHERE = {
  DISCORD_APPLICATION_ID: "Application ID, on the page General Information",
  DISCORD_PUBLIC_KEY: "Public Key, on the page General Information",
  DISCORD_TOKEN: "the token that Reset Token shows, on the page Bot",
} as const
const VARIABLES = ["DISCORD_APPLICATION_ID", "DISCORD_PUBLIC_KEY", "DISCORD_TOKEN"] as const

export function discordParts(facts: SetupFacts): Part[] {
  const { discord, settings } = facts
  if (settings === null)
    return [waiting(VALUES, "Keepsake can check these once the variables above are usable.")]
  const missing = VARIABLES.filter((name) => settings[name] === undefined)
  if (missing.length > 0) return [missingPart(missing)]
  if (discord.kind !== "known") return [unansweredPart(discord.kind)]
  const { application, commands } = discord
  const wrong = foreignValues(application, configuredApplication(settings))
  if (wrong.length > 0) return [wrongPart(wrong)]
  const steps = [
    intentsPart(application, settings.DISCORD_MEMBERS),
    commandsPart(commands),
    endpointPart(application, facts.origin),
    gatewayPart(facts),
  ]
  const isReady =
    facts.pending?.length === 0 && !steps.some(({ state }) => state === "todo" || state === "problem")
  return [
    {
      title: VALUES,
      state: "ok",
      detail: `Application ID, public key and token belong together: application ${application.id}.`,
      next: [],
    },
    ...steps,
    isReady
      ? invitePart(application)
      : waiting(
          "Your server",
          "The link that adds Keepsake to your server is here once the parts above are ready.",
        ),
  ]
}

function waiting(title: string, detail: string): Part {
  return { title, state: "waiting", detail, next: [] }
}

function missingPart(missing: readonly (typeof VARIABLES)[number][]): Part {
  return {
    title: VALUES,
    state: "problem",
    detail: `Not set: ${missing.join(", ")}.`,
    next: [
      "In the Discord Developer Portal, choose your application. If you have none, press New Application first.",
      OPEN_VARIABLES,
      ...missing.map(
        (name) =>
          `Press Add, choose the type Secret, enter the variable name ${name}, and as its value ${WHERE[name]}.`,
      ),
      "Press Deploy.",
      RELOAD,
    ],
    link: PORTAL,
  }
}

function unansweredPart(kind: "unset" | "refused" | "unreachable"): Part {
  if (kind !== "refused")
    return {
      title: VALUES,
      state: "problem",
      detail: "All three values are set, but Discord did not answer, so they could not be checked.",
      next: ["Check again in a minute. Discord's status is at discordstatus.com."],
    }
  return {
    title: VALUES,
    state: "problem",
    detail:
      "Discord does not accept DISCORD_TOKEN. It was copied in part, was reset since, or is another value, such as the client secret.",
    next: [
      "In the Discord Developer Portal, choose your application, open Bot, press Reset Token, and copy the token.",
      OPEN_VARIABLES,
      "Edit DISCORD_TOKEN, paste the token, and press Deploy.",
      RELOAD,
    ],
    link: PORTAL,
  }
}

function wrongPart(wrong: ReturnType<typeof foreignValues>): Part {
  return {
    title: VALUES,
    state: "problem",
    detail: "The token belongs to another application than the other values.",
    next: [
      OPEN_VARIABLES,
      ...wrong.map(({ variable, wanted }) => `Edit ${variable}: for this token it must be ${wanted}`),
      "Press Deploy.",
      RELOAD,
    ],
  }
}

function intentsPart({ flags }: Application, members: boolean): Part {
  const title = "Privileged Gateway Intents"
  const missing = missingIntents(flags, { members })
  if (missing.length === 0)
    return {
      title,
      state: "ok",
      detail: "Discord lets Keepsake read messages and see members and their roles.",
      next: [],
    }
  return {
    title,
    state: "todo",
    detail: `Off: ${missing.join(" and ")}. Without them, Discord sends Keepsake no messages.`,
    next: [
      "Press the button, or open the page Bot in the Discord Developer Portal, switch them on below Privileged Gateway Intents, and press Save Changes.",
    ],
    step: "intents",
    link: PORTAL,
  }
}

function commandsPart({ missing, changed, removed }: CommandDifferences): Part {
  const title = "Commands"
  const some = [
    ...(missing.length > 0 ? [`not registered: ${missing.join(", ")}`] : []),
    ...(changed.length > 0 ? [`registered in an older form: ${changed.join(", ")}`] : []),
    ...(removed.length > 0 ? [`no longer used: ${removed.join(", ")}`] : []),
  ].join("; ")
  if (some === "")
    return { title, state: "ok", detail: "Discord knows all of Keepsake's commands.", next: [] }
  return {
    title,
    state: "todo",
    detail: `${some.charAt(0).toUpperCase()}${some.slice(1)}.`,
    next: [],
    step: "commands",
  }
}

function endpointPart({ interactions_endpoint_url: set }: Application, origin: string): Part {
  const title = "Interactions Endpoint URL"
  const endpoint = endpointOf(origin)
  if (endpoint === null)
    return {
      title,
      state: "problem",
      detail: "Discord calls only addresses that begin with https://.",
      next: ["Open this page at the Worker's https:// address."],
    }
  if (set === endpoint)
    return { title, state: "ok", detail: `Discord sends commands to ${endpoint}`, next: [] }
  return {
    title,
    state: "todo",
    detail: set
      ? `Discord sends commands to another address: ${set}. If another bot still uses that address, do not press the button: create a second application for this Keepsake, and put its three values here.`
      : "Discord does not know yet where to send commands.",
    next: [],
    step: "endpoint",
  }
}

function gatewayPart({ health }: SetupFacts): Part {
  const title = "Connection to Discord"
  const gateway = health.find(({ name }) => name === "gateway")
  if (gateway?.status === "ok")
    return { title, state: "ok", detail: "Keepsake is connected and hears messages.", next: [] }
  if (gateway?.status === "warning") return waiting(title, `${gateway.detail} Check again in a minute.`)
  return {
    title,
    state: "todo",
    detail:
      gateway && isForOwners(gateway.detail) ? gateway.detail : "Keepsake is not connected to Discord yet.",
    next: [
      ...(gateway?.toDo && isForOwners(gateway.toDo) ? [gateway.toDo] : []),
      "Without the button, Keepsake connects by itself within five minutes after everything else is set up.",
    ],
    step: "gateway",
  }
}

/** Health checks also speak to people with a terminal. */
function isForOwners(words: string): boolean {
  return !/POST \/|npm run/.test(words)
}

function invitePart(application: Application): Part {
  const count = application.approximate_guild_count ?? 0
  const link = {
    text: count > 0 ? "Add Keepsake to another server" : "Add Keepsake to your server",
    href: inviteOf(application),
  }
  if (count > 0)
    return {
      title: "Your server",
      state: "ok",
      detail: `Keepsake is in ${count === 1 ? "one server" : `${count} servers`}. To see that it works, write “I live in Oslo” in a channel that it can see, wait until nobody has written there for three minutes, and type /profile.`,
      next: [],
      link,
    }
  return {
    title: "Your server",
    state: "waiting",
    detail:
      "Add Keepsake to your server with the link. Already added it? Then you are done: Discord's count can be some hours late.",
    next: [
      "Follow the link, choose your server, press Continue, then Authorize. You need the Manage Server permission there.",
      "In the server, Keepsake introduces itself. To see that it works, write “I live in Oslo” in a channel that it can see, wait until nobody has written there for three minutes, and type /profile.",
    ],
    link,
  }
}
