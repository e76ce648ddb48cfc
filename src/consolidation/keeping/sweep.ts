/** When all is looked through that a night otherwise takes on trust. Pure. */
import type { Plan } from "../tools.ts"

const DAY = 86_400_000

/** Once in seven nights, on the guild's own day of the week: looking through everything costs a read for each row. */
export function isSweep({ guildId, day }: Pick<Plan, "guildId" | "day">): boolean {
  return (Date.parse(`${day}T00:00:00Z`) / DAY) % 7 === Number(BigInt(guildId) % 7n)
}
