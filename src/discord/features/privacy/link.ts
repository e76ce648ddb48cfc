/**
 * `/privacy link`: linking the asker's accounts, and ending links. Every page and button acts on the account that uses
 * it: a button in other hands does nothing for them.
 */
import type { Id } from "../../../domain/types.ts"
import {
  confirmLink,
  enterCode,
  issueCode,
  joinLink,
  type PendingLink,
  pendingLink,
  withdrawCode,
} from "../../../identity/codes.ts"
import { type AccountLink, linksOf } from "../../../identity/links.ts"
import { isWebhookSpeaker } from "../../../identity/speaker.ts"
import { unlinkAccount } from "../../../runtime/own-accounts.ts"
import {
  type Action,
  componentsReply,
  customId,
  type InteractionContext,
  type Press,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { userMention } from "../../bot/ui/memory-texts.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"
import { loadOwnPrivacy, selfActor } from "./own-privacy.ts"

const ACTION = "privacy-link"
/** Discord shows five buttons in a row, and the page has two for links. */
const MOST_SHOWN = 10
const IN_A_ROW = 5

export async function linkCommand(context: InteractionContext, code: unknown): Promise<Reply> {
  return typeof code === "string" ? codeEntered(context, code) : linksPage(context)
}

async function linksPage(context: InteractionContext): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  const { guildId, asker } = context
  const [links, pending] = await Promise.all([
    linksOf(entered.db, guildId, asker.id),
    pendingLink(entered.db, guildId, { account: asker.id, now: Date.now() }),
  ])
  const texts = textsFor(context)
  return pending === null ? ownLinksPage(links, texts) : pendingPage(pending, texts)
}

/** @internal */
export function ownLinksPage(all: readonly AccountLink[], { links }: Texts): Reply {
  const shown = all.slice(0, MOST_SHOWN)
  const lines = shown.map((link, at) => `${at + 1}. ${linkText(link, links)}`)
  const ends = shown.map((link, at) =>
    button(customId(ACTION, "end", link.account), fill(links.end, { number: at + 1 })),
  )
  const rows = [ends.slice(0, IN_A_ROW), ends.slice(IN_A_ROW)].filter((some) => some.length > 0)
  return componentsReply(
    container(
      text([`## ${links.title}`, links.what, ...(lines.length > 0 ? lines : [links.none])].join("\n")),
      ...rows.map((some) => row(...some)),
      row(button(customId(ACTION, "code"), links.makeCode, { style: "primary" })),
    ),
  )
}

function linkText({ kind, isPerson, account, name, since }: AccountLink, links: Texts["links"]): string {
  const pattern = kind === "confirmed" ? links.linked : isPerson ? links.speaksFor : links.spokenBy
  return fill(pattern, { who: whoText(account, name), when: timestamp(since, "relative") })
}

/** Discord cannot show a webhook's speaker, so they have their name. */
function whoText(account: Id, name: string | null): string {
  if (!isWebhookSpeaker(account)) return `${userMention(account)} (\`${account}\`)`
  return `**${escapeText(name ?? account, 80)}**`
}

/** The asker confirms as the last of the two accounts. @internal */
export function pendingPage({ account, name }: PendingLink, { links }: Texts): Reply {
  return componentsReply(
    container(
      text(`## ${fill(links.waitingTitle, { who: whoText(account, name) })}\n${links.waiting}`),
      row(
        button(customId(ACTION, "confirm", account), links.both, { style: "danger" }),
        button(customId(ACTION, "decline"), links.decline),
      ),
    ),
  )
}

async function codeMade(context: InteractionContext): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  const { guildId, asker } = context
  const { code, expiresAt } = await issueCode(entered.db, guildId, { account: asker.id, now: Date.now() })
  const { links } = textsFor(context)
  return componentsReply(
    container(
      text(
        [
          `## ${links.codeTitle}`,
          fill(links.code, { code, until: timestamp(expiresAt) }),
          links.warning,
        ].join("\n"),
      ),
      row(button(customId(ACTION, "open"), links.check)),
    ),
  )
}

async function codeEntered(context: InteractionContext, code: string): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  const { guildId, asker } = context
  const entry = { account: asker.id, code, now: Date.now() }
  const { account, name } = await enterCode(entered.db, guildId, entry)
  const { links, buttons } = textsFor(context)
  return componentsReply(
    container(
      text(`## ${fill(links.enteredTitle, { who: whoText(account, name) })}\n${links.entered}`),
      row(
        button(customId(ACTION, "join", account), links.both, { style: "danger" }),
        button(customId(ACTION, "open"), buttons.cancel),
      ),
    ),
  )
}

/** Confirms as the account that entered the code of `issuer`. */
async function joined(context: InteractionContext, issuer: Id): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  const now = Date.now()
  const expiresAt = await joinLink(entered.db, context.guildId, { issuer, other: context.asker.id, now })
  const { links } = textsFor(context)
  const until = timestamp(expiresAt)
  return textReply(`## ${links.joinedTitle}\n${fill(links.joined, { who: whoText(issuer, null), until })}`)
}

/** Confirms as the account that made the code. */
async function confirmed(context: InteractionContext, other: Id): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  const now = Date.now()
  await confirmLink(entered.db, context.guildId, { issuer: context.asker.id, other, now })
  const { links } = textsFor(context)
  return textReply(`## ${links.done}\n${fill(links.doneNow, { who: whoText(other, null) })}`)
}

async function ended(context: InteractionContext, other: Id): Promise<Reply> {
  const { runtime, guildId, asker } = context
  await loadOwnPrivacy(context)
  await unlinkAccount(runtime.env, guildId, { account: asker.id, other }, selfActor(context))
  return textReply(textsFor(context).links.ended)
}

async function declined(context: InteractionContext): Promise<Reply> {
  const { entered } = await loadOwnPrivacy(context)
  await withdrawCode(entered.db, context.guildId, context.asker.id)
  return textReply(textsFor(context).links.declined)
}

const STEPS: Record<string, (context: InteractionContext, account: Id) => Promise<Reply>> = {
  open: linksPage,
  code: codeMade,
  join: joined,
  confirm: confirmed,
  decline: declined,
  end: ended,
}

export const linkAction: Action = {
  name: ACTION,
  answers: "update",
  run: (context, { args: [step = "", account = ""] }: Press) => (STEPS[step] ?? linksPage)(context, account),
}
