/**
 * A person uses the bot: posts the signed interaction to the application's endpoint and awaits the answer.
 */
import type { APIMessage } from "discord-api-types/v10"
import { ApiError } from "./api-error.ts"
import { type Deed, interactionOf, type Setting } from "./interaction-payloads.ts"
import type { Interaction, InteractionDesk } from "./interactions.ts"
import { looseOf } from "./loose.ts"
import type { CommandBook } from "./rest-application.ts"
import type { SigningKey } from "./signing.ts"
import { eventually } from "./waiting.ts"
import type { World } from "./world.ts"

const LOADING = 1 << 7

export interface Posted {
  status: number
  body: unknown
  tookMs: number
}

export interface PostingFaults {
  /** The claimed time of the signature, in milliseconds. */
  signedAt?: number
  /** Signed with another key. */
  forged?: boolean
}

export interface Backstage {
  world: World
  book: CommandBook
  desk: InteractionDesk
  key: SigningKey
  deadlineMs: number
}

/** One use of the bot, and its result. */
export class Use {
  readonly interaction: Interaction
  readonly posted: Posted

  constructor(interaction: Interaction, posted: Posted) {
    this.interaction = interaction
    this.posted = posted
  }

  get ephemeral(): boolean {
    return this.interaction.ephemeral
  }

  /** The choices that the autocompletion offers. */
  get choices(): { name: string; value: string | number }[] {
    return (this.interaction.data.choices ?? []) as { name: string; value: string | number }[] // Checked by the desk.
  }

  /** The final answer as the person sees it, no longer loading. Throws if none comes. */
  async original(deadlineMs = 10_000): Promise<APIMessage> {
    const { interaction } = this
    const done = () => {
      const { original } = interaction
      return original && (Number(original.flags ?? 0) & LOADING) === 0 ? original : null
    }
    return eventually(done, {
      deadlineMs,
      what: () => `no answer: ${interaction.failure ?? "it is still loading"}`,
    })
  }

  /** Waits until the message differs from `than`; for buttons that change their own message. */
  async changed(than: APIMessage, deadlineMs = 10_000): Promise<APIMessage> {
    const done = () => {
      const { original } = this.interaction
      return original && JSON.stringify(original) !== JSON.stringify(than) ? original : null
    }
    return eventually(done, { deadlineMs, what: () => "the message stayed as it was" })
  }

  /** A further message; 0 is the first after the answer. */
  async followUp(index = 0, deadlineMs = 10_000): Promise<APIMessage> {
    const done = () => [...this.interaction.followUps.values()][index] ?? null
    return eventually(done, { deadlineMs, what: () => "no further message came" })
  }
}

export async function use(
  backstage: Backstage,
  url: string,
  what: { deed: Deed; setting: Setting | null; faults?: PostingFaults },
): Promise<Use> {
  const { world, book, desk } = backstage
  const interaction = desk.open(interactionOf({ world, book }, what.deed, what.setting))
  return post(backstage, url, interaction, what.faults)
}

/**
 * Posts the interaction, for the first time or again. The response is its answer unless it was answered
 * before.
 */
export async function post(
  { key, desk, deadlineMs }: Backstage,
  url: string,
  interaction: Interaction,
  faults: PostingFaults = {},
): Promise<Use> {
  const text = JSON.stringify(interaction.payload)
  const headers = key.headers(faults.forged ? `${text} ` : text, faults.signedAt)
  const begun = Date.now()
  const response = await fetch(url, { method: "POST", headers, body: text })
  const body: unknown = await response.json().catch(() => null)
  const posted = { status: response.status, body, tookMs: Date.now() - begun }
  if (!response.ok || response.status === 202) return new Use(interaction, posted)
  if (posted.tookMs > deadlineMs) interaction.failure = `it took ${posted.tookMs} ms to answer`
  else if (interaction.answered === null) {
    try {
      desk.callback(interaction, looseOf(body))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      interaction.failure = `Discord refuses the answer: ${JSON.stringify(error.body)}`
    }
  }
  return new Use(interaction, posted)
}
