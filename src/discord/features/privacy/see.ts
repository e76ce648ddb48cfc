/** Shows how much is held about the asker, their choices, and how long things are kept. */

import type { GuildSettings } from "../../../policy/settings.ts"
import type { ExportExtent } from "../../../privacy/export.ts"
import { personExportExtent } from "../../../runtime/channels.ts"
import {
  type DeploymentTerms,
  deploymentTerms,
  memoryPausedBy,
  type PausedBy,
} from "../../../runtime/models.ts"
import {
  componentsReply,
  customId,
  type InteractionContext,
  type Reply,
  textsFor,
} from "../../bot/ui/command.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, divider, head, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { counted, fill } from "../../texts/texts.ts"
import { accountsText, loadOwnPrivacy, type OwnPrivacy, selfActor } from "./own-privacy.ts"

export async function seeCommand(context: InteractionContext): Promise<Reply> {
  const { env } = context.runtime
  const self = await loadOwnPrivacy(context)
  const of = { viewer: self.viewer, userId: context.asker.id, by: selfActor(context) }
  return seePage(self, {
    extent: await personExportExtent(env, self.entered, of),
    terms: deploymentTerms(env),
    pausedBy: memoryPausedBy({ env }, self.entered),
    picture: self.remembered ? (context.avatars[context.asker.id] ?? null) : null,
    texts: textsFor(context),
  })
}

/** The lists of the export that are counted here. Lists that interest few people appear only in the export. */
const LISTS = ["memories", "statements", "notes", "topics", "digests", "messages"] as const

/** @internal */
export function seePage(
  self: Omit<OwnPrivacy, "viewer">,
  {
    extent,
    terms,
    pausedBy,
    picture = null,
    texts,
  }: {
    extent: ExportExtent
    terms: DeploymentTerms
    pausedBy: PausedBy | null
    picture?: string | null
    texts: Texts
  },
): Reply {
  const { privacy, readers, retention } = texts
  const { settings } = self.entered.guild
  const consentButton = self.remembered
    ? button(customId("privacy-consent", "out", "here"), privacy.optOut, { style: "primary" })
    : button(customId("privacy-consent", "in", "here"), privacy.optIn, { style: "primary" })
  return componentsReply(
    container(
      head(`## ${privacy.title}\n${consentText(self, pausedBy, privacy)}`, picture),
      divider(),
      text(
        [
          `**${privacy.stored}**\n${heldText(extent, texts)}`,
          ...(self.linked.length === 0
            ? []
            : [`-# ${fill(texts.links.included, { accounts: accountsText(self.linked) })}`]),
        ].join("\n"),
      ),
      text(`**${retention.title}**\n${retentionText(settings, texts)}`),
      text(
        [
          `-# ${readers[terms.reader]} ${privacy.onlyYours}`,
          `-# ${terms.contact === null ? privacy.questionsServer : fill(privacy.questions, { contact: escapeText(terms.contact, 100) })}`,
        ].join("\n"),
      ),
      divider(),
      row(
        button(customId("privacy-open", "export"), privacy.export),
        consentButton,
        button(customId("privacy-open", "erase"), privacy.erase, { style: "danger" }),
      ),
    ),
  )
}

function consentText(
  { consent, objectsSince, remembered }: Omit<OwnPrivacy, "viewer">,
  pausedBy: PausedBy | null,
  privacy: Texts["privacy"],
): string {
  if (objectsSince !== null)
    return fill(privacy.optedOutEverywhere, { when: timestamp(objectsSince, "relative") })
  if (consent === "out") return privacy.optedOut
  if (!remembered) return privacy.notOptedIn
  const why = consent === "in" ? privacy.optedIn : privacy.byDefault
  if (pausedBy === null) return why
  const who = pausedBy === "operator" ? privacy.pausedByOperator : privacy.pausedByServer
  return [why, who, privacy.whilePaused].join("\n")
}

function heldText({ counts, missing }: ExportExtent, { held, privacy, language }: Texts): string {
  const some = LISTS.flatMap((list) => {
    const count = counts[list] ?? 0
    return count === 0 ? [] : [`- ${counted(held[list], count, language)}`]
  })
  const silent = missing.length > 0 ? [`-# ${counted(privacy.silent, missing.length, language)}`] : []
  return [...(some.length > 0 ? some : [privacy.nothing]), ...silent].join("\n")
}

function retentionText(settings: GuildSettings, texts: Texts): string {
  const { retention } = texts
  const { notes_days, expired_days, history_days } = settings.retention
  const line = (text: string, days: number | null) => `- ${fill(text, { span: retentionSpan(days, texts) })}`
  return [
    line(retention.messages, settings.retention_days),
    line(retention.notes, notes_days),
    line(retention.facts, null),
    line(retention.expired, expired_days),
    line(retention.replaced, history_days),
  ].join("\n")
}

function retentionSpan(days: number | null, { retention, language }: Texts): string {
  if (days === null) return retention.noLimit
  return days === 0 ? retention.processed : counted(retention.days, days, language)
}
