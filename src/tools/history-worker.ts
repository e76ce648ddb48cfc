/** Asks the worker before an import of messages if it answers, and afterwards if it knows who may read the channels. */
import { z } from "zod"
import { ApiError, type ApiServer, callApi, failureText } from "./api-request.ts"
import { ProgramError } from "./program.ts"

const TRIES = 3
const PAUSE_MS = 300
const TIMEOUT_MS = 10_000

/**
 * Throws a ProgramError if nothing answers at the address. Any answer will do: outages are waited out while messages are
 * sent, but an address that nobody listens at is most likely wrong.
 */
export async function requireWorker({ url }: ApiServer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const failure = await failureAt(new URL("/healthz", url))
    if (failure === null) return
    if (attempt === TRIES)
      throw new ProgramError(
        `Nothing answers at ${url}: ${failure}. Nothing was sent. Check that the worker runs and that the address is right; \`npm run doctor -- --url ${url}\` checks it.`,
      )
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
}

/** Returns why there was no answer; `null` if there was one. */
async function failureAt(url: URL): Promise<string | null> {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) })
    await answer.body?.cancel()
    return null
  } catch (cause) {
    return failureText(cause)
  }
}

const StructureReply = z.object({ told_at: z.string().nullable() })

/** How much a worker tells of a guild's structure, which decides who may read a channel. */
export type StructureState = "sent" | "never" | "untold"

/** Only a key of scope admin may ask; the answer to others is "untold". */
export async function structureState(server: ApiServer, guildId: string): Promise<StructureState> {
  try {
    const { told_at: at } = await callApi(server, StructureReply, { path: `/v1/guilds/${guildId}/structure` })
    return at === null ? "never" : "sent"
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Fallback: the import is done, and its report then speaks of unknown readers in general.
    return "untold"
  }
}
