/** A person may word a memory as little as anything else may in a way that is not to be kept. */
import { Refused } from "../errors.ts"
import type { Found } from "../memory/search.ts"
import { unfitToKeep } from "../privacy/unfit.ts"
import type { Entered } from "./enter.ts"

/** Throws `Refused` where one of the texts tells what the guild refuses to keep of a person, holds a secret, or gives orders. */
export function refuseUnfit(
  texts: readonly string[],
  { guild }: Pick<Entered, "guild">,
  { memory, subjectName }: Pick<Found, "memory" | "subjectName">,
): void {
  const about = {
    people: subjectName === null ? [] : [subjectName],
    ofGroup: memory.subject.scope !== "user",
  }
  for (const text of texts) {
    const unfit = unfitToKeep(text, guild.policy.sensitive, about)
    if (unfit) throw new Refused(unfit)
  }
}
