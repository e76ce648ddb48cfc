/** Tells if a change can be undone by the person who visits, for the button of its notice. */
import { isUndoOpen } from "../../memory/removal/undo.ts"
import type { Visit } from "./visit.ts"

/** A manager may undo the changes of others as well. */
export function canUndo(
  { entered, guildId, person, isManager, now }: Visit,
  undoId: string,
): Promise<boolean> {
  return isUndoOpen(entered.db, guildId, { id: undoId, userId: person.id, manages: isManager, now })
}
