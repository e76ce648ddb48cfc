/** Who may change which memory from Discord. Pure. */
import { PermissionFlagsBits } from "discord-api-types/v10"
import type { Found } from "../../../memory/read/search.ts"
import type { Asker } from "./command.ts"

const MANAGING = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator

/** Whether they may manage all of Keepsake here: Manage Server, or Administrator. */
export function manages({ permissions }: Pick<Asker, "permissions">): boolean {
  return (permissions & MANAGING) !== 0n
}

/**
 * Whether they may correct or forget what they are shown: what is about themselves, what they alone said, and as managers all. As
 * far as what they are shown tells: what they cannot read is asked once they change it (memory/own.ts).
 */
export function mayChange(asker: Pick<Asker, "id" | "permissions">, { memory, evidence }: Found): boolean {
  if (manages(asker)) return true
  if (memory.subject.scope === "user" && memory.subject.id === asker.id) return true
  // More statements than are shown may stand behind it.
  return memory.evidenceCount <= evidence.length && evidence.every((one) => one.authorId === asker.id)
}
