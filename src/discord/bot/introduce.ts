/** Sends the introduction to a guild that invited the bot: once, and nothing at all where it may not write. */
import { Routes } from "discord-api-types/v10"
import type { Time } from "../../domain/types.ts"
import { newGuildMode, type Runtime } from "../../runtime/models.ts"
import { fetchApplication } from "../application/application.ts"
import { introductionReply } from "../features/server/introduction.ts"
import { classifySendError, type SendFailure, type StoredJob } from "./responder-plan.ts"
import type { DiscordRest } from "./rest.ts"
import { replyBody } from "./ui/command.ts"
import type { GuildIntroduction } from "./ui/text.ts"

/** Never throws for an error from Discord. Discord rejects the repeated nonce of a message that it took already. */
export async function introduceBot(
  { rest, runtime, now }: { rest: DiscordRest | null; runtime: Runtime; now(): Time },
  job: StoredJob,
  { guildId, channelId, locale }: GuildIntroduction,
): Promise<SendFailure | null> {
  if (rest === null) return { kind: "gone", why: "no DISCORD_TOKEN is set" }
  try {
    const privacyUrl = await privacyAddress(rest, guildId)
    const reply = introductionReply({ locale, mode: newGuildMode(runtime), privacyUrl })
    const body = { ...replyBody(reply), nonce: guildId, enforce_nonce: true }
    await rest.post(Routes.channelMessages(channelId), { body })
    return null
  } catch (error) {
    return classifySendError(error, { ageMs: now() - job.takenAt, ofToken: false })
  }
}

/** Discord knows this deployment's address: it sends interactions there. */
async function privacyAddress(rest: DiscordRest, guildId: string): Promise<string | null> {
  const { interactions_endpoint_url: endpoint } = await fetchApplication(rest)
  return endpoint ? new URL(`/privacy/${guildId}`, endpoint).href : null
}
