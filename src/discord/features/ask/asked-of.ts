/** Who is spoken of in the words of a command: Discord tells their ids alone, so their names are looked up. */

import { MENTIONS } from "../../../domain/ids.ts"
import type { Person, Viewer } from "../../../domain/types.ts"
import { memberFor } from "../../../memory/read/members.ts"
import type { Entered } from "../../../runtime/enter.ts"

const MOST = 3

/** The members mentioned, under the names that this viewer may read. */
export async function mentionedIn(words: string, { db }: Entered, viewer: Viewer): Promise<Person[]> {
  const ids = [...words.matchAll(MENTIONS)].flatMap(([, id]) => id ?? [])
  const some = [...new Set(ids)].slice(0, MOST)
  const members = await Promise.all(some.map((id) => memberFor(db, viewer, id)))
  return members.filter((member) => member !== null)
}
