/** When all is looked through that a night otherwise takes on trust. Pure. */
import { dayNumber } from "../../domain/calendar.ts"
import type { Plan } from "../tools.ts"

/** Once in seven nights, on the guild's own day of the week: looking through everything costs a read for each row. */
export function isSweep({ guildId, day }: Pick<Plan, "guildId" | "day">): boolean {
  return dayNumber(day) % 7 === Number(BigInt(guildId) % 7n)
}
