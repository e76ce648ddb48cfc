/** Which guilds' nights are due. Pure. */
import { type LocalDate, localDate } from "../domain/calendar.ts"
import type { Id, Time } from "../domain/types.ts"
import { DEFAULT_SETTINGS, SettingsSchema } from "../policy/settings.ts"

/** A guild as the hourly round finds it. */
export interface Sleeper {
  id: Id
  /** As stored, JSON. */
  settings: string
  /** The local date of the last night that was begun for it. */
  nightOn: LocalDate | null
  /** When it is to be erased; null: it stays. */
  leavingAt: Time | null
  /** Whether a night of it is under way. */
  underWay: boolean
}

/** A night to begin. */
export interface Due {
  guildId: Id
  day: LocalDate
}

/**
 * The nights to begin now: of guilds whose local date is later than that of the last one begun, so from their own midnight on; one for
 * all that were missed. A guild that is leaving has none, one whose night is under way has its next afterwards.
 */
export function nightsDue(guilds: readonly Sleeper[], now: Time): Due[] {
  const zones = new Map<string, LocalDate>()
  return guilds
    .filter(({ leavingAt, underWay }) => leavingAt === null && !underWay)
    .map(({ id, settings, nightOn }) => ({ guildId: id, nightOn, day: today(settings, now, zones) }))
    .filter(({ nightOn, day }) => nightOn === null || nightOn < day)
    .map(({ guildId, day }) => ({ guildId, day }))
}

/** Most guilds have the settings that others have: what these come to is kept beside them while one page is looked through. */
function today(settings: string, now: Time, known: Map<string, LocalDate>): LocalDate {
  const day = known.get(settings) ?? localDate(now, timezoneOf(settings))
  known.set(settings, day)
  return day
}

/** The fallback for settings that no longer parse is the default: nothing is left undone for ever by a mistake. */
function timezoneOf(settings: string): string {
  return (SettingsSchema.safeParse(parsed(settings)).data ?? DEFAULT_SETTINGS).timezone
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON: the schema refuses it.
    return null
  }
}

/** The name of a scheduled night and of its instance: there is one a guild and date, however often it is begun. */
export function nightId({ guildId, day }: Due): string {
  return `${guildId}_${day}`
}

/** The name of a night begun by hand; `unique` keeps two of one date apart. */
export function nightByHandId({ guildId, day }: Due, unique: string): string {
  return `${guildId}_${day}_h${unique}`
}
