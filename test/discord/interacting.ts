/** A person uses the bot: the interaction is posted, signed, to the application's address, and its answer awaited. */
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
  /** When it claims to be signed, in milliseconds. */
  signedAt?: number
  /** Signed by somebody else. */
  forged?: boolean
}

export interface Backstage {
  world: World
  book: CommandBook
  desk: InteractionDesk
  key: SigningKey
  deadlineMs: number
}

/** One use of the bot, and what came of it. */
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

  /** What the autocompletion offers. */
  get choices(): { name: string; value: string | number }[] {
    return (this.interaction.data.choices ?? []) as { name: string; value: string | number }[] // Checked by the desk.
  }

  /** The answer as the person sees it in the end: no longer loading. Throws where it does not come. */
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

  /** The message after it was changed once more than `than`; for buttons that change theirs. */
  async changed(than: APIMessage, deadlineMs = 10_000): Promise<APIMessage> {
    const done = () => {
      const { original } = this.interaction
      return original && JSON.stringify(original) !== JSON.stringify(than) ? original : null
    }
    return eventually(done, { deadlineMs, what: () => "the message stayed as it was" })
  }

  /** A further message; 0 is the first that follows the answer. */
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

/** Posts it once more, or for the first time. What comes back is its answer, unless it was answered before. */
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
