/** Delivers the conversations to a worker and asks it. */
import type { ApiClient, RecallRequest } from "../../src/tools/api-client.ts"
import type { ProgramIo } from "../../src/tools/program.ts"
import type { Talk } from "./answers-channel.ts"
import { type AskedQuestion, questionsAbout, restsOnTalk } from "./answers-data.ts"
import { hear, progress } from "./run.ts"

/** Sends all conversations and has them read. */
export async function load(client: ApiClient, talks: readonly Talk[], io: ProgramIo): Promise<void> {
  const show = progress(io, "conversations heard", talks.length)
  for (const [index, { channelId, conversation, messages }] of talks.entries()) {
    await hear(client, { id: channelId, name: conversation.channel }, messages)
    await client.settle(channelId)
    show(index + 1)
  }
}

/** Recalls again if a source did not answer in time, as on a busy machine: the figures are about what is found. */
export async function recallWhole(client: ApiClient, request: RecallRequest) {
  for (let tries = 1; ; tries++) {
    const found = await client.recall(request)
    if (found.degraded.length === 0 || tries === MOST_TRIES) return found
  }
}
const MOST_TRIES = 5

/** Returns the questions that rest on what was delivered. */
export function questionsOf(talks: readonly Talk[]): { talk: Talk; question: AskedQuestion }[] {
  return talks.flatMap((talk) =>
    questionsAbout(talk.conversation)
      .filter(restsOnTalk)
      .map((question) => ({ talk, question })),
  )
}

/** Returns the questions that weights may be fitted on: the tuning half's, each complete by itself. */
export function questionsToFit(talks: readonly Talk[]): { talk: Talk; question: AskedQuestion }[] {
  const tuning = talks.filter(({ conversation }) => conversation.half === "tuning")
  return questionsOf(tuning).filter(({ question: { kind } }) => kind !== "smalltalk" && kind !== "followup")
}
