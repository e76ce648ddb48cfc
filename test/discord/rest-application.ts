/** REST routes of the application: itself, its gateway address and its commands. */
import type { APIApplicationCommand } from "discord-api-types/v10"
import { ApiError, unknown } from "./api-error.ts"
import { checkCommands } from "./command-limits.ts"
import type { Answer, Exchange, Route } from "./http.ts"
import { type Loose, listOf, looseOf } from "./loose.ts"
import { guildFor } from "./rest-guilds.ts"
import type { World } from "./world.ts"

/** The content of `GET /gateway/bot`. */
export interface GatewayInfo {
  url: string
  shards: number
  session_start_limit: { total: number; remaining: number; reset_after: number; max_concurrency: number }
}

/** The registered commands. Global ones are under "". */
export class CommandBook {
  private readonly byGuild = new Map<string, Map<string, APIApplicationCommand>>()
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  all(guildId = ""): APIApplicationCommand[] {
    return [...(this.byGuild.get(guildId)?.values() ?? [])]
  }

  /** Finds a command that is usable in a guild. */
  find(guildId: string, name: string, type: number): APIApplicationCommand | undefined {
    return [...this.all(guildId), ...this.all()].find((one) => one.name === name && one.type === type)
  }

  /** Replaces all commands; those with the same name and type keep their ids. */
  replace(guildId: string, commands: Loose[]): APIApplicationCommand[] {
    checkCommands(commands)
    const before = this.all(guildId)
    const after = commands.map((command) => {
      const old = before.find((one) => one.name === command.name && one.type === (command.type ?? 1))
      return this.commandOf(command, guildId, old)
    })
    this.byGuild.set(guildId, new Map(after.map((one) => [one.id, one])))
    return after
  }

  upsert(guildId: string, command: Loose): { made: APIApplicationCommand; isNew: boolean } {
    const same = (one: APIApplicationCommand) => one.name === command.name && one.type === (command.type ?? 1)
    const isNew = !this.all(guildId).some(same)
    const others = this.all(guildId).filter((one) => !same(one))
    checkCommands([...others.map((one) => ({ ...one })), command])
    const made = this.commandOf(command, guildId, this.all(guildId).find(same))
    this.byGuild.set(guildId, new Map([...others, made].map((one) => [one.id, one])))
    return { made, isNew }
  }

  delete(guildId: string, id: string): void {
    if (!this.byGuild.get(guildId)?.delete(id)) throw unknown.command()
  }

  private commandOf(command: Loose, guildId: string, old: APIApplicationCommand | undefined) {
    return {
      type: 1,
      description: "",
      name_localizations: null,
      description_localizations: null,
      default_member_permissions: null,
      nsfw: false,
      dm_permission: true,
      contexts: null,
      integration_types: [0],
      ...command,
      id: old?.id ?? this.world.clock.next(),
      application_id: this.world.applicationId,
      version: this.world.clock.next(),
      ...(guildId !== "" && { guild_id: guildId }),
    } as unknown as APIApplicationCommand // Checked by the limits.
  }
}

/**
 * Checks an endpoint as Discord does: it must answer a signed PING with PONG and a wrongly signed one with
 * 401.
 */
export type EndpointCheck = (url: string) => Promise<boolean>

const badEndpoint = () =>
  new ApiError(400, 50035, "Invalid Form Body", {
    interactions_endpoint_url: {
      _errors: [
        {
          code: "APPLICATION_INTERACTIONS_ENDPOINT_INVALID",
          message: "The specified interactions endpoint URL could not be verified.",
        },
      ],
    },
  })

export function applicationRoutes(
  world: World,
  book: CommandBook,
  more: { gateway: () => GatewayInfo; publicKey: string; endpoint: EndpointCheck },
): Route[] {
  const settings = { flags: 0, interactions_endpoint_url: null as string | null }
  const application = () => ({
    id: world.applicationId,
    name: world.bot.username,
    icon: null,
    description: "",
    bot: world.bot,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: more.publicKey,
    owner: world.bot,
    team: null,
    ...settings,
    redirect_uris: [],
    integration_types_config: { "0": {} },
    approximate_guild_count: world.guilds.size,
  })
  const get = (path: string, body: () => unknown, open = false): Route => ({
    method: "GET",
    path,
    open,
    answer: () => ({ status: 200, body: body() }),
  })
  return [
    get("/gateway", () => ({ url: more.gateway().url }), true),
    get("/gateway/bot", more.gateway),
    get("/users/@me", () => ({ ...world.bot, verified: true, mfa_enabled: true, email: null, flags: 0 })),
    get("/applications/@me", application),
    get("/oauth2/applications/@me", application),
    {
      method: "PATCH",
      path: "/applications/@me",
      answer: async ({ body }) => {
        const { flags, interactions_endpoint_url: url } = looseOf(body)
        if (typeof url === "string" && !(await more.endpoint(url))) throw badEndpoint()
        if (typeof url === "string" || url === null) settings.interactions_endpoint_url = url
        if (typeof flags === "number") settings.flags = flags
        return { status: 200, body: application() }
      },
    },
    { method: "GET", path: "/users/:user", answer: ({ params }) => userAnswer(world, params.user ?? "") },
    ...["", "/guilds/:guild"].flatMap((scope) =>
      commandRoutes(world, book, `/applications/:application${scope}/commands`),
    ),
  ]
}

function userAnswer(world: World, id: string): Answer {
  const user = world.users.get(id)
  if (!user) throw new ApiError(404, 10013, "Unknown User")
  return { status: 200, body: user }
}

function commandRoutes(world: World, book: CommandBook, path: string): Route[] {
  const scope = ({ params }: Exchange) => {
    if (params.application !== world.applicationId)
      throw new ApiError(403, 20012, "You are not authorized to perform this action on this application")
    return params.guild === undefined ? "" : guildFor(world, params.guild).id
  }
  return [
    { method: "GET", path, answer: (call) => ({ status: 200, body: book.all(scope(call)) }) },
    {
      method: "PUT",
      path,
      answer: (call) => ({ status: 200, body: book.replace(scope(call), listOf(call.body)) }),
    },
    {
      method: "POST",
      path,
      answer: (call) => {
        const { made, isNew } = book.upsert(scope(call), looseOf(call.body))
        return { status: isNew ? 201 : 200, body: made }
      },
    },
    {
      method: "DELETE",
      path: `${path}/:command`,
      answer: (call) => {
        book.delete(scope(call), call.params.command ?? "")
        return { status: 204 }
      },
    },
  ]
}
