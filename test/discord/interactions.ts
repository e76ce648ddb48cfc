/**
 * The life of interactions: posted and signed, answered in time, and their messages. Ephemeral messages are
 * in no channel.
 */
import type { APIInteraction, APIMessage } from "discord-api-types/v10"
import { ApiError, acknowledged, FormProblems, unknown } from "./api-error.ts"
import { newMessageOf } from "./bot-message.ts"
import { checkModal } from "./component-limits.ts"
import type { UploadedFile } from "./http.ts"
import { type Loose, listOf, looseOf } from "./loose.ts"
import { checkMessage } from "./message-limits.ts"
import { editOf } from "./rest-messages.ts"
import type { World } from "./world.ts"

const EPHEMERAL = 1 << 6
const LOADING = 1 << 7
const [PONG, REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL] = [1, 4, 5, 6, 7, 8, 9]

/** An interaction, from its click to its last message. */
export interface Interaction {
  payload: APIInteraction
  /** The type of the first answer; null if none yet. */
  answered: number | null
  /** Answer data that is no message: choices or a modal. */
  data: Loose
  ephemeral: boolean
  /** The message that answers it; for a component, the message it was on. */
  original: APIMessage | null
  followUps: Map<string, APIMessage>
  expiresAt: number
  /** Set if it was not answered in time or in the form Discord requires. */
  failure: string | null
}

export class InteractionDesk {
  private readonly world: World
  private readonly lifeMs: number
  private readonly byToken = new Map<string, Interaction>()

  constructor(world: World, lifeMs: number) {
    this.world = world
    this.lifeMs = lifeMs
  }

  open(payload: APIInteraction): Interaction {
    const known = this.byToken.get(payload.token)
    if (known) return known
    const interaction: Interaction = {
      payload,
      answered: null,
      data: {},
      ephemeral: false,
      original: null,
      followUps: new Map(),
      expiresAt: Date.now() + this.lifeMs,
      failure: null,
    }
    this.byToken.set(payload.token, interaction)
    return interaction
  }

  /** Finds an interaction by its token. Throws Discord's own errors if there is none or its time is over. */
  find(token: string): Interaction {
    const interaction = this.byToken.get(token)
    if (!interaction) throw unknown.webhook()
    if (Date.now() > interaction.expiresAt) throw new ApiError(401, 50027, "Invalid Webhook Token")
    return interaction
  }

  /** Accepts the first answer, from the HTTP response or the callback. */
  callback(interaction: Interaction, answer: Loose, files: UploadedFile[] = []): void {
    if (interaction.answered !== null) throw acknowledged()
    if (interaction.failure) throw unknown.interaction()
    const type = Number(answer.type)
    const data = looseOf(answer.data)
    this.check(type, data, { files, interaction })
    interaction.answered = type
    interaction.data = data
    if (type === REPLY || type === DEFER) {
      interaction.ephemeral = (Number(data.flags ?? 0) & EPHEMERAL) !== 0
      const loading =
        type === DEFER ? { ...data, content: "", flags: Number(data.flags ?? 0) | LOADING } : data
      interaction.original = this.post(interaction, loading, { files, isFirst: true })
    }
    if (type === DEFER_UPDATE || type === UPDATE) {
      const on = (interaction.payload as { message?: APIMessage }).message // Components and their modals have one.
      if (!on) throw new ApiError(400, 50035, "Invalid Form Body")
      interaction.original = on
      interaction.ephemeral = ((on.flags ?? 0) & EPHEMERAL) !== 0
      if (type === UPDATE) interaction.original = this.change(on, data)
    }
  }

  /** Adds a message after the first answer. It replaces a deferred answer, as on Discord. */
  followUp(interaction: Interaction, body: Loose, files: UploadedFile[]): APIMessage {
    if (interaction.answered === null) throw unknown.webhook()
    checkMessage(body, { files: files.length })
    const { original } = interaction
    if (original && (Number(original.flags ?? 0) & LOADING) !== 0)
      return this.editOriginal(interaction, body, files)
    const message = this.post(interaction, body, { files, isFirst: false })
    interaction.followUps.set(message.id, message)
    return message
  }

  editOriginal(interaction: Interaction, body: Loose, files: UploadedFile[]): APIMessage {
    const { original } = interaction
    if (interaction.answered === null || !original) throw unknown.message()
    checkMessage(body, { files: files.length, kept: { ...original } })
    interaction.original = this.change(original, body)
    return interaction.original
  }

  edit(interaction: Interaction, id: string, body: Loose): APIMessage {
    const message = interaction.followUps.get(id)
    if (!message) throw unknown.message()
    checkMessage(body, { files: 0, kept: { ...message } })
    const changed = this.change(message, body)
    interaction.followUps.set(id, changed)
    return changed
  }

  remove(interaction: Interaction, message: APIMessage | null | undefined): void {
    if (!message) throw unknown.message()
    const guild = this.world.guildWith(message.channel_id)
    if (guild?.messages.get(message.channel_id)?.has(message.id))
      this.world.deleteMessage(guild.id, message.channel_id, message.id)
    interaction.followUps.delete(message.id)
    if (interaction.original?.id === message.id) interaction.original = null
  }

  private check(
    type: number,
    data: Loose,
    { files, interaction }: { files: UploadedFile[]; interaction: Interaction },
  ): void {
    const fits: Record<number, (number | undefined)[]> = {
      1: [PONG],
      2: [REPLY, DEFER, MODAL],
      3: [REPLY, DEFER, DEFER_UPDATE, UPDATE, MODAL],
      4: [CHOICES],
      5: [REPLY, DEFER, DEFER_UPDATE, UPDATE],
    }
    const problems = new FormProblems()
    if (!fits[interaction.payload.type]?.includes(type))
      problems.add(["type"], "BASE_TYPE_CHOICES", "That is no answer to this type of interaction.")
    if (type === MODAL) checkModal(data, problems)
    if (type === CHOICES) {
      problems.size(["data", "choices"], data.choices, [0, 25])
      listOf(data.choices).forEach((one, index) => {
        problems.length(["data", "choices", index, "name"], one.name, [1, 100])
        if (typeof one.value === "string")
          problems.length(["data", "choices", index, "value"], one.value, [0, 100])
      })
    }
    problems.throwIfAny()
    if (type === REPLY) checkMessage(data, { files: files.length })
  }

  /** Posts a message of the interaction, in its channel or visible to one person only. */
  private post(
    interaction: Interaction,
    body: Loose,
    { files, isFirst }: { files: UploadedFile[]; isFirst: boolean },
  ): APIMessage {
    const { payload } = interaction
    const channelId = payload.channel?.id ?? ""
    const guild = this.world.guildWith(channelId)
    if (!guild) throw unknown.channel()
    const told = newMessageOf(this.world, body, { channelId, files, parse: ["users"] })
    const named = payload.type === 2 && isFirst
    const type = named ? ((looseOf(payload.data).type ?? 1) === 1 ? 20 : 23) : 0
    const more = {
      ...told.more,
      application_id: this.world.applicationId,
      interaction_metadata: this.metadataOf(interaction),
    }
    const message = { ...told, type, webhookId: this.world.applicationId, more }
    const ephemeral = isFirst ? interaction.ephemeral : (Number(body.flags ?? 0) & EPHEMERAL) !== 0
    if (ephemeral) {
      const flags = (message.flags ?? 0) | EPHEMERAL
      return this.world.whisper(guild.id, channelId, { ...message, flags }).made
    }
    return this.world.say(guild.id, channelId, message).made
  }

  private change(message: APIMessage, body: Loose): APIMessage {
    const flags = keptFlags(Number(message.flags ?? 0), body)
    const change = { ...editOf(body), flags: flags as NonNullable<APIMessage["flags"]> } // A number of bits.
    const guild = this.world.guildWith(message.channel_id)
    const wasLoading = (Number(message.flags ?? 0) & LOADING) !== 0
    const edited = wasLoading ? { edited_timestamp: null } : {}
    if (guild?.messages.get(message.channel_id)?.has(message.id))
      return this.world.edit(guild.id, message, { ...change, ...edited }).made
    if (!guild || (flags & EPHEMERAL) === 0) throw unknown.message()
    const changed = { ...message, edited_timestamp: this.world.clock.iso(), ...change, ...edited }
    return changed
  }

  private metadataOf({ payload }: Interaction): NonNullable<APIMessage["interaction_metadata"]> {
    const user = payload.member?.user ?? payload.user
    // Its type decides which of the three kinds it is.
    return {
      id: payload.id,
      type: payload.type,
      user,
      authorizing_integration_owners: payload.authorizing_integration_owners,
    } as NonNullable<APIMessage["interaction_metadata"]>
  }
}

/** The ephemeral and component-generation flags cannot be removed; the loading flag can. */
function keptFlags(before: number, body: Loose): number {
  const told = Number(body.flags ?? 0)
  const kept = before & (EPHEMERAL | (1 << 15))
  return kept | (told & ((1 << 2) | (1 << 15))) | (body.flags === undefined ? before & (1 << 2) : 0)
}
