/**
 * Finds whom a question means by a name that is no display name, from the facts it found: those who may not read that
 * "Ana goes by Ziggy" find nobody by it. Pure.
 */
import { calledNameIn } from "../../memory/read/people-named.ts"
import type { Recollection } from "../../memory/read/recollect.ts"
import { nameKey } from "../../text/person-names.ts"

/** A name in the question, and the display name of the only person whom the facts found call so. */
export interface Nickname {
  said: string
  name: string
}

export function nicknamesIn(words: string, found: readonly Recollection[]): Nickname[] {
  const said = new Set(words.split(/[^\p{L}\p{M}\p{N}_.-]+/u).map(nameKey))
  const called = found.flatMap(({ memory, subjectName }) => {
    const key = nameKey(calledNameIn(memory.fact) ?? "")
    const isAsked = key !== "" && said.has(key)
    return isAsked && subjectName ? [{ said: key, name: subjectName, id: memory.subject.id }] : []
  })
  const byName = [...Map.groupBy(called, (one) => one.said).values()]
  return byName.flatMap((people) => {
    const [first] = people
    const isOne = first && people.every(({ id }) => id === first.id)
    return isOne && nameKey(first.name) !== first.said ? [{ said: first.said, name: first.name }] : []
  })
}

/** Returns a question with display names in place of nicknames: facts are told under those. */
export function withDisplayNames(question: string, nicknames: readonly Nickname[]): string {
  return question.replace(/[\p{L}\p{M}\p{N}_.-]+/gu, (word) => {
    const [, core = word, after = ""] = /^(.*?)([.-]*)$/u.exec(word) ?? []
    const nickname = nicknames.find(({ said }) => said === nameKey(core))
    return nickname ? `${nickname.name}${after}` : word
  })
}
