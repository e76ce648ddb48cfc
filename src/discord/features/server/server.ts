/** `/server`: the facts of the server and its channels: rules, decisions and events, to read, correct, forget and pin. */
import {
  type APIMessageTopLevelComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10"
import { readerKeys } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Memory } from "../../../domain/types.ts"
import { listMemories, personFilter } from "../../../memory/read/manage.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { findUndoable } from "../../../memory/removal/undo.ts"
import { correct } from "../../../memory/write/correct.ts"
import { followWrites } from "../../../runtime/channels.ts"
import {
  type Action,
  type Command,
  componentsReply,
  customId,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader } from "../../bot/ui/guild-reader.ts"
import {
  firstPageOf,
  formatProfileCursor,
  type ProfileCursor,
  parseProfileCursor,
  profileSlice,
  type SortedFact,
  sortFacts,
} from "../../bot/ui/page-cursor.ts"
import { iconUrl } from "../../bot/ui/pictures.ts"
import { button, row } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { counted } from "../../texts/texts.ts"
import {
  askerEdit,
  factLines,
  type LoadedMemory,
  listPage,
  loadMemory,
  maxEntryLength,
  PAGE_SIZE,
  requireMayChange,
  requireNotPaused,
} from "../fact.ts"
import { detailPage } from "../profile/detail.ts"
import { SERVER_KINDS, type ServerKind, serverKind } from "./kinds.ts"

/** In a custom id: facts of every kind. */
const ALL = "all"

/** Facts of the server and of its channels that one page is made from: the latest of each. */
const MOST = 500

export const serverCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "server",
    description: "See this server's rules, decisions and events",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "about",
        description: "Only one kind. Default: all of them",
        choices: [
          { name: "Rules", value: "rules" },
          { name: "Decisions and facts", value: "decisions" },
          { name: "Events", value: "events" },
        ],
      },
    ],
  },
  isPrivate: () => true,
  run: (context, { values }) => serverPage(context, parseKind(values.about), firstPageOf(context.guildId)),
}

function parseKind(name: unknown): ServerKind | null {
  return SERVER_KINDS.find((kind) => kind === name) ?? null
}

function isPinned({ lifetime, importance }: Memory): boolean {
  return lifetime === "permanent" && importance === "high"
}

async function serverFacts({ entered, viewer }: GuildReader, kind: ServerKind | null): Promise<SortedFact[]> {
  const any = personFilter(viewer.guildId)
  const page = { after: null, limit: MOST }
  const lists = await Promise.all([
    listMemories(entered.db, viewer, { ...any, scope: "guild" }, page),
    listMemories(entered.db, viewer, { ...any, scope: "channel", subjectId: null }, page),
  ])
  const now = Date.now()
  const current = lists
    .flat()
    .filter(({ memory }) => memory.status === "active" && (memory.expiresAt ?? now + 1) > now)
  const wanted = current.filter(({ memory }) => kind === null || serverKind(memory) === kind)
  return sortFacts(wanted, ({ memory }) => SERVER_KINDS.indexOf(serverKind(memory)))
}

async function serverPage(
  context: InteractionContext,
  kind: ServerKind | null,
  cursor: ProfileCursor,
): Promise<Reply> {
  const texts = textsFor(context)
  const { server, facts, buttons } = texts
  const reader = await guildReader(context)
  const all = await serverFacts(reader, kind)
  if (all.length === 0) return textReply(server.none)
  const { page, here, before, after } = profileSlice(all, cursor, PAGE_SIZE)
  const turn = (to: ProfileCursor | null) => to && customId("server", kind ?? ALL, formatProfileCursor(to))
  const now = Date.now()
  return componentsReply(
    listPage({
      title: kind === null ? server.title : server.kinds[kind],
      note: counted(facts.count, all.length, texts.language),
      picture: iconUrl(context.guildId, reader.entered.structure.icon),
      entries: page.map(({ found }, nth) => ({
        heading: headingOf(found, page[nth - 1]?.found, { kind, server }),
        lines: entryLines(found, now, texts),
        button: button(
          customId("server-fact", found.memory.id, kind ?? ALL, formatProfileCursor(here)),
          buttons.open,
        ),
      })),
      before: turn(before),
      after: turn(after),
      buttons,
    }),
  )
}

/** The name of its kind, where a new kind begins on a page of all kinds. */
function headingOf(
  { memory }: FoundMemory,
  previous: FoundMemory | undefined,
  { kind, server }: { kind: ServerKind | null; server: Texts["server"] },
): string | null {
  const isSame = previous !== undefined && serverKind(previous.memory) === serverKind(memory)
  return kind !== null || isSame ? null : server.kinds[serverKind(memory)]
}

function entryLines(found: FoundMemory, now: number, texts: Texts): string {
  const pin = isPinned(found.memory) ? `-# ${texts.server.pinned}\n` : ""
  const maxLength = maxEntryLength(PAGE_SIZE) - pin.length
  return `${pin}${factLines(found, { now, maxLength, about: found.memory.subject.scope === "channel", texts })}`
}

// Opens another page, and one fact with its sources, to correct, forget and pin.

export const serverPageButton: Action = {
  name: "server",
  answers: "update",
  async run(context, { args: [kind, written] }) {
    const cursor = parseProfileCursor(written)
    if (cursor === null) throw new Refused({ reason: "nothing_known" })
    return serverPage(context, parseKind(kind), cursor)
  },
}

export const serverFactButton: Action = {
  name: "server-fact",
  answers: "update",
  run: async (context, { args: [id, kind, written] }) =>
    factPage(context, await loadMemory(context, id), { kind, written }),
}

/** The page from which a fact was opened, as custom ids name it. */
interface Origin {
  kind: string | undefined
  written: string | undefined
}

/** `done`: what was just done with the fact. */
async function factPage(
  context: InteractionContext,
  loaded: LoadedMemory,
  { kind, written }: Origin,
  done: { notice?: string; undoId?: string | null } = {},
): Promise<Reply> {
  const texts = textsFor(context)
  const { server, buttons: words } = texts
  const { memory } = loaded.found
  const origin = [parseKind(kind) ?? ALL, ...(parseProfileCursor(written) === null ? [] : [written ?? ""])]
  const pin = isPinned(memory)
    ? button(customId("server-pin", "off", memory.id, ...origin), server.unpin)
    : button(customId("server-pin", "on", memory.id, ...origin), server.pin)
  const back = customId(
    "server",
    origin[0] ?? ALL,
    origin[1] ?? formatProfileCursor(firstPageOf(context.guildId)),
  )
  const buttons: APIMessageTopLevelComponent = row(
    ...(loaded.mayChange && memory.subject.scope !== "user" ? [pin] : []),
    button(back, words.back),
  )
  return componentsReply(detailPage({ ...loaded, cursor: null, now: Date.now(), texts, ...done }), buttons)
}

/** A pinned fact is permanent and important, by a person's decision, which no night changes. */
export const serverPinButton: Action = {
  name: "server-pin",
  answers: "update",
  async run(context, { args: [on, id, kind, written] }) {
    const { server } = textsFor(context)
    const loaded = await loadMemory(context, id)
    const { entered, viewer } = loaded.reader
    const { memory } = loaded.found
    if (memory.subject.scope === "user") throw new Refused({ reason: "nothing_known" })
    await requireMayChange(context, loaded)
    requireNotPaused(context, entered)
    const isOn = on === "on"
    // A press that is delivered twice finds it done.
    if (isPinned(memory) !== isOn) {
      const change = isOn
        ? { lifetime: "permanent" as const, importance: "high" as const }
        : { lifetime: entered.guild.policy.lifetimes[memory.type], importance: "medium" as const }
      const by = askerEdit(context)
      const readersOf = readerKeys(entered.structure)
      const refused = await correct(entered.db, viewer, { id: memory.id, change, by, readersOf })
      if (refused) throw new Refused(refused)
      followWrites(context.runtime, context.guildId)
    }
    const undoable = await findUndoable(entered.db, context.guildId, context.id)
    const notice = isOn ? server.pinnedNow : server.unpinnedNow
    const done = { notice, undoId: undoable === null ? null : context.id }
    return factPage(context, await loadMemory(context, id), { kind, written }, done)
  },
}
