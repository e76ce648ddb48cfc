/** Shows how much is held about the asker, their choices, and how long things are kept. */

import type { GuildSettings } from "../../../policy/settings.ts"
import type { ExportExtent } from "../../../privacy/export.ts"
import { personExportExtent } from "../../../runtime/channels.ts"
import { type DeploymentTerms, deploymentTerms } from "../../../runtime/models.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { loadOwnPrivacy, type OwnPrivacy, selfActor } from "./own-privacy.ts"

export async function seeCommand(context: InteractionContext): Promise<Reply> {
  const { env } = context.runtime
  const self = await loadOwnPrivacy(context)
  const of = { viewer: self.viewer, userId: context.asker.id, by: selfActor(context) }
  return seePage(self, {
    extent: await personExportExtent(env, self.entered, of),
    terms: deploymentTerms(env),
  })
}

/** Labels for the lists of the export. Lists that interest few people appear only in the export. */
const LISTS: [list: string, one: string, many: string][] = [
  ["memories", "fact about you", "facts about you"],
  [
    "statements",
    "message of yours that is cited by facts about others",
    "messages of yours that are cited by facts about others",
  ],
  ["notes", "note about a conversation you took part in", "notes about conversations you took part in"],
  ["topics", "daily topic you took part in", "daily topics you took part in"],
  ["digests", "summary about you", "summaries about you"],
  ["messages", "stored message of yours", "stored messages of yours"],
]

const READERS: Record<DeploymentTerms["reader"], string> = {
  cloudflare: "A language model on Cloudflare processes the conversations.",
  other:
    "A language model chosen by the bot's operator processes the conversations. Ask the operator which one, and what happens to the data it receives.",
  rules: "No language model is used: fixed rules look for plain statements.",
}

/** @internal */
export function seePage(
  self: Omit<OwnPrivacy, "viewer">,
  { extent, terms }: { extent: ExportExtent; terms: DeploymentTerms },
): Reply {
  const { settings } = self.entered.guild
  const consentButton = self.remembered
    ? button(customId("privacy-consent", "out", "here"), "Opt out", { style: "primary" })
    : button(customId("privacy-consent", "in", "here"), "Opt in", { style: "primary" })
  return componentsReply(
    container(
      text(`## Your privacy in this server\n${consentText(self)}`),
      divider(),
      text(`**Stored about you here**\n${heldText(extent)}`),
      text(`**Retention**\n${retentionText(settings)}`),
      text(
        [
          `-# ${READERS[terms.reader]} This page shows only what you can read yourself. It leaves out what others said about you in channels that you cannot read.`,
          `-# ${terms.contact === null ? "Questions? Ask the people who run this server." : `Questions? Ask ${escapeText(terms.contact, 100)}.`}`,
        ].join("\n"),
      ),
      divider(),
      row(
        button(customId("privacy-open", "export"), "Export"),
        consentButton,
        button(customId("privacy-open", "erase"), "Erase…", { style: "danger" }),
      ),
    ),
  )
}

function consentText({ consent, objectsSince, remembered, entered }: Omit<OwnPrivacy, "viewer">): string {
  if (objectsSince !== null)
    return `You are **not remembered**: you opted out everywhere ${timestamp(objectsSince, "relative")}.`
  if (consent === "out") return "You are **not remembered** here: you opted out."
  if (!remembered) return "You are **not remembered** here: this server remembers only people who opt in."
  const paused = entered.guild.settings.read_only ? " Memory is paused: nothing new is saved." : ""
  const why = consent === "in" ? "you opted in" : "this server remembers everyone who has not opted out"
  return `You are **remembered** here: ${why}.${paused}`
}

function heldText({ counts, missing }: ExportExtent): string {
  const some = LISTS.flatMap(([list, one, many]) => {
    const count = counts[list] ?? 0
    return count === 0 ? [] : [`- ${count.toLocaleString("en-US")} ${count === 1 ? one : many}`]
  })
  const silent =
    missing.length > 0
      ? [`-# ${missing.length === 1 ? "1 channel" : `${missing.length} channels`} did not answer. Try again.`]
      : []
  return [...(some.length > 0 ? some : ["Nothing."]), ...silent].join("\n")
}

function retentionText({ retention_days, retention }: GuildSettings): string {
  return [
    `- Messages: ${retentionSpan(retention_days)}`,
    `- Conversation notes: ${retentionSpan(retention.notes_days)}`,
    "- Facts: until forgotten",
    `- Temporary facts, after they expire: ${retentionSpan(retention.expired_days)}`,
    `- Facts that a newer one replaced: ${retentionSpan(retention.history_days)}`,
  ].join("\n")
}

function retentionSpan(days: number | null): string {
  if (days === null) return "no limit"
  if (days === 0) return "until processed"
  return days === 1 ? "1 day" : `${days} days`
}
