/**
 * Whom an English clause is about: the speaker, a relative of theirs, or a member called by name. What is said of others
 * is rewritten as if they said it, so that one table of phrases serves all. Pure.
 */
import type { Person } from "../../../domain/types.ts"
import { onlyOne, peopleMeant, spokenForms } from "../../../text/person-names.ts"
import type { FactKind } from "../kinds.ts"
import { RELATIVE } from "./en-words.ts"

export interface ClauseSubject {
  /** The clause in first person. */
  clause: string
  /** The subject in words: "Ana", "Ana's sister Ruth". */
  label: string
  /** The member it is about. */
  person: Person
  isKin: boolean
  /** "Ana's parents": its verb is in plural. */
  isPlural: boolean
}

const KIN_SAID = new RegExp(
  `^(?:my|our) (?<kin>(?:(?:older|younger|little|big|baby|twin|other|oldest|youngest) )?(?:${RELATIVE}))(?<rest> .+)$`,
  "iu",
)
/** Kinds that may be told of a relative, or of a member by others. */
export const TOLD_OF_OTHERS: ReadonlySet<FactKind> = new Set<FactKind>([
  "home",
  "work",
  "study",
  "origin",
  "milestone",
  "skill",
  "family",
  "pet",
  "absence",
])

/** `names`: members by what they are called, in lower case. */
export function aboutIn(
  clause: string,
  speaker: Person,
  names: ReadonlyMap<string, Person>,
): ClauseSubject | null {
  const { kin, rest: told = "" } = KIN_SAID.exec(clause)?.groups ?? {}
  if (kin !== undefined) {
    const [, name = "", rest = ""] = /^( \p{Lu}\p{Ll}+)? (.+)$/u.exec(told) ?? []
    const own = inFirstPerson(rest)
    return own === null
      ? null
      : {
          clause: own,
          label: `${speaker.name}'s ${kin.toLowerCase()}${name}`,
          person: speaker,
          isKin: true,
          isPlural: /s$/.test(kin),
        }
  }
  const [, called = "", after = ""] = /^@?([\p{L}\p{N}_.-]+?)((?:['’]s)? .+)$/u.exec(clause) ?? []
  const person = names.get(called.toLowerCase())
  if (person === undefined || person.id === speaker.id) return null
  const own = inFirstPerson(after.trim())
  return own === null ? null : { clause: own, label: person.name, person, isKin: false, isPlural: false }
}

/** Returns "i am a nurse" for "is a nurse", or `null` if no verb in third person or past comes first. */
function inFirstPerson(said: string): string | null {
  const plain = said.replace(/^(?:just|finally|recently|now|also|actually|currently|still) /i, "")
  const [, verb = "", rest = ""] = /^(['’]?[\p{L}]+)(.*)$/u.exec(plain) ?? []
  const word = verb.toLowerCase().replace("’", "'")
  const denied = /^(?:(?:doesn|don)['’]?t|(?:does|do) not) (.+)$/iu.exec(plain)?.[1]
  if (denied !== undefined) return `i do not ${denied}`
  if (/^(?:is|'s|are)$/.test(word)) return `i am${rest}`
  if (/^(?:has|have)$/.test(word)) return `i have${rest}`
  if (
    /^(?:moved|got|was|bought|adopted|quit|started|graduated|retired|grew|broke|became|left|works?|lives?|stud(?:ies|y)|teach(?:es)?|speaks?|plays?|owns?|runs?|had|switched|passed|finished|joined)$/.test(
      word,
    )
  )
    return `i ${BASE[word] ?? word.replace(/^(work|live|speak|play|own|run)s$/, "$1")}${rest}`
  return null
}
const BASE: Record<string, string> = { studies: "study", teaches: "teach" }

/** Words that are also names. They are not read as names. */
const AMBIGUOUS = new Set(
  "will may mark bill hope grace joy rose art jack rob pat sue drew guy max dean dawn faith summer april june august me you it he she they we who i someone everyone root linux ubuntu people anyone nobody one my our".split(
    " ",
  ),
)

/** Returns the names members go by, full and first, in lower case, without those that two members share. */
export function spokenNames(members: readonly Person[]): Map<string, Person> {
  const forms = new Set(members.flatMap(({ name }) => [name.toLowerCase(), ...spokenForms(name)]))
  const meant = [...forms].flatMap((form): [string, Person][] => {
    const person = form.length < 2 || AMBIGUOUS.has(form) ? null : onlyOne(peopleMeant(form, members))
    return person ? [[form, person]] : []
  })
  return new Map(meant)
}
