/**
 * The table of what Discord sends for each cause, with the section of its documentation that says so. The fake
 * sends nothing that is not in it. Sections are those of https://docs.discord.com/developers.
 */
import type { EventName } from "./dispatch.ts"

/**
 * `documented`: the section says so. `undocumented`: the documentation is silent, so Discord may or may not send
 * it, and Keepsake must be right either way. The world's switch `undocumented` decides.
 */
export interface Basis {
  standing: "documented" | "undocumented"
  section: string
  /** The reason why an undocumented event is thought possible. */
  because?: string
}

/** RESUMED is missing from the types' list of bodies with data. */
export type SentEvent = EventName | "READY" | "RESUMED"
type Sends = Partial<Record<SentEvent, Basis>>

const events = (section: string): Basis => ({
  standing: "documented",
  section: `Gateway Events › ${section}`,
})
const threads = (section: string): Basis => ({ standing: "documented", section: `Threads › ${section}` })
const resource = (section: string): Basis => ({ standing: "documented", section })
const silent = (section: string, because: string): Basis => ({ standing: "undocumented", section, because })

const ROLE_ROWS =
  "Delete Guild Role names one event only. Channel Update says that overwrites may name lost roles."

export const CAUSES = {
  "guild joined": { GUILD_CREATE: events("Guild Create") },
  "guild changed": { GUILD_UPDATE: events("Guild Update") },
  "guild unavailable": { GUILD_DELETE: events("Guild Delete") },
  "guild left": { GUILD_DELETE: events("Guild Delete") },
  "role created": { GUILD_ROLE_CREATE: events("Guild Role Create") },
  "role changed": { GUILD_ROLE_UPDATE: events("Guild Role Update") },
  "role deleted": {
    GUILD_ROLE_DELETE: resource("Guild Resource › Delete Guild Role"),
    GUILD_MEMBER_UPDATE: silent("Guild Resource › Delete Guild Role", ROLE_ROWS),
    CHANNEL_UPDATE: silent("Gateway Events › Channel Update", ROLE_ROWS),
  },
  "channel created": { CHANNEL_CREATE: events("Channel Create") },
  "channel changed": { CHANNEL_UPDATE: events("Channel Update") },
  "channel deleted": {
    CHANNEL_DELETE: resource("Channel Resource › Delete/Close Channel"),
    // For each channel of a deleted category.
    CHANNEL_UPDATE: resource("Channel Resource › Delete/Close Channel"),
    THREAD_DELETE: silent(
      "Threads › Losing Access to Channels",
      "No section speaks of the threads of a deleted channel. Libraries report that no event comes.",
    ),
  },
  "member joined": { GUILD_MEMBER_ADD: events("Guild Member Add") },
  "member changed": { GUILD_MEMBER_UPDATE: events("Guild Member Update") },
  "member left": {
    GUILD_MEMBER_REMOVE: events("Guild Member Remove"),
    THREAD_MEMBERS_UPDATE: silent(
      "Gateway Events › Thread Members Update",
      "It is sent when anyone is removed from a thread. Leaving the guild is not mentioned.",
    ),
  },
  "member banned": {
    GUILD_MEMBER_REMOVE: events("Guild Member Remove"),
    GUILD_BAN_ADD: events("Guild Ban Add"),
    THREAD_MEMBERS_UPDATE: silent("Gateway Events › Thread Members Update", "As for a member who leaves."),
  },
  "thread created": { THREAD_CREATE: events("Thread Create") },
  "thread changed": {
    THREAD_UPDATE: events("Thread Update"),
    THREAD_MEMBER_UPDATE: threads("Unarchiving a Thread"),
  },
  "thread deleted": { THREAD_DELETE: events("Thread Delete") },
  "thread members changed": {
    THREAD_CREATE: threads("Gaining Access to Private Threads"),
    THREAD_MEMBERS_UPDATE: events("Thread Members Update"),
  },
  "message sent": {
    MESSAGE_CREATE: events("Message Create"),
    THREAD_UPDATE: threads("Active & Archived Threads"),
    THREAD_MEMBER_UPDATE: threads("Unarchiving a Thread"),
  },
  "ephemeral message sent": { MESSAGE_CREATE: events("Messages") },
  "message edited": { MESSAGE_UPDATE: events("Message Update") },
  "message deleted": { MESSAGE_DELETE: events("Message Delete") },
  "messages deleted": { MESSAGE_DELETE_BULK: events("Message Delete Bulk") },
  "event scheduled": { GUILD_SCHEDULED_EVENT_CREATE: events("Guild Scheduled Event Create") },
  "scheduled event changed": { GUILD_SCHEDULED_EVENT_UPDATE: events("Guild Scheduled Event Update") },
  "scheduled event deleted": { GUILD_SCHEDULED_EVENT_DELETE: events("Guild Scheduled Event Delete") },
  "message pinned": {
    CHANNEL_PINS_UPDATE: events("Channel Pins Update"),
    MESSAGE_CREATE: resource("Message Resource › Message Types"),
    MESSAGE_UPDATE: events("Message Update"),
  },
  "message unpinned": {
    CHANNEL_PINS_UPDATE: events("Channel Pins Update"),
    MESSAGE_UPDATE: events("Message Update"),
  },
  "session begun": { READY: events("Ready"), GUILD_CREATE: events("Guild Create") },
  "session resumed": { RESUMED: events("Resumed") },
  "members requested": { GUILD_MEMBERS_CHUNK: events("Guild Members Chunk") },
  "interaction used": { INTERACTION_CREATE: events("Interaction Create") },
} as const satisfies Record<string, Sends>

export type Cause = keyof typeof CAUSES

/** Follows any cause by which the bot gains access to a channel. */
const GAINED_ACCESS: Sends = { THREAD_LIST_SYNC: threads("Gaining Access to Channels") }

/** Throws if the table does not list the event for this cause: the fake must not invent events. */
export function basisOf(cause: Cause, event: SentEvent): Basis {
  const sends: Sends = { ...GAINED_ACCESS, ...CAUSES[cause] }
  const basis = sends[event]
  if (!basis) throw new Error(`No section of Discord's documentation names ${event} after "${cause}"`)
  return basis
}
