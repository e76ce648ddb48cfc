/** What a guild's models cost, for those who manage it: so far, by purpose, what its caps leave, and what it will come to. */
import { DAY, utcDate } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import {
  firstDay,
  type LedgerRow,
  readLedger,
  type Spending,
  type Spent,
  spendingOf,
  spentQuery,
} from "../memory/write/usage.ts"
import { type Forecast, forecastOf, HABIT_DAYS } from "../policy/forecast.ts"
import { type Cap, type CapState, capStates, type SpendState, stateOf } from "../policy/spend.ts"
import type { Entered } from "./enter.ts"

/** Days and months are UTC's, as usage is counted. */
export interface SpendReport extends Spending {
  byPurpose: { today: LedgerRow[]; month: LedgerRow[] }
  caps: Partial<Record<Cap, CapState>>
  state: SpendState
  /** null: too little is known yet. */
  forecast: Forecast | null
}

export async function spendReport(
  { db, guild }: Pick<Entered, "db" | "guild">,
  now: Time,
): Promise<SpendReport> {
  const today = utcDate(now)
  const ofDay = { from: today, to: today, by: "purpose" } as const
  const past = { from: utcDate(now - HABIT_DAYS * DAY), to: utcDate(now - DAY), by: "day" } as const
  const [spending, day, month, days, since] = await Promise.all([
    spentQuery(db, guild.id, now).then(spendingOf),
    readLedger(db, guild.id, ofDay),
    readLedger(db, guild.id, { ...ofDay, from: `${today.slice(0, 7)}-01` }),
    readLedger(db, guild.id, past),
    firstDay(db, guild.id),
  ])
  const byDay = new Map<string, Spent>(days.map((row) => [row.key, row]))
  return {
    ...spending,
    byPurpose: { today: day, month },
    caps: capStates(guild.settings, spending),
    state: stateOf(guild.settings, spending, now),
    forecast: forecastOf({ byDay, since, ...spending }, now),
  }
}
