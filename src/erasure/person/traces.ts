/** What the person being erased is recognized by, in texts that concern certain people. */
import { sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import {
  type PersonTraces,
  removeMentions,
  removeQuotes,
  type SerializedTraces,
} from "../../privacy/quote-redaction.ts"
import { type NameRedactor, nameRedactor } from "../../text/names.ts"
import type { ErasureContext } from "../context.ts"

export interface ErasedPerson {
  traces: PersonTraces
  /** Every name they are known by. */
  names: readonly string[]
  /** Others whose name is, or holds, one of theirs. */
  namesakes: readonly { id: Id; name: string }[]
}

/** Takes a person out of texts. */
export interface PersonRedactor {
  /** Whether a text repeats what they said. */
  repeats(text: string): boolean
  /** The text without quotes, mentions and names of them. */
  redact(text: string): string
}

/** Members by name are looked up once a run, and again where names were added. */
const known = new WeakMap<ErasureContext, { key: string; person: ErasedPerson }>()

export async function erasedPersonOf(erasing: ErasureContext): Promise<ErasedPerson> {
  const { job, said, salt } = erasing
  const names = said.names
  const key = JSON.stringify(names)
  const before = known.get(erasing)
  if (before?.key === key) return before.person
  const namesakes = await readNamesakes(erasing, key)
  const person = { traces: { userId: job.target, runs: said.runs, salt }, names, namesakes }
  known.set(erasing, { key, person })
  return person
}

/** In a text about these people: a name that one of them bears too is theirs. Names that hold one of the person's are others' everywhere. */
export function redactorFor(person: ErasedPerson, people: readonly Id[]): PersonRedactor {
  const { traces } = person
  const hush = hushOf(person, people)
  return {
    repeats: (text) => removeQuotes(text, traces) !== text,
    redact: (text) => hush.redact(removeMentions(removeQuotes(text, traces), traces.userId)),
  }
}

/** Most texts concern nobody of a like name: what finds names is made once for those. */
const common = new WeakMap<ErasedPerson, NameRedactor>()

function hushOf(person: ErasedPerson, people: readonly Id[]): NameRedactor {
  const { names, namesakes } = person
  const longer = namesakes.filter(({ name }) => !names.includes(name))
  const same = namesakes.filter(({ id, name }) => names.includes(name) && people.includes(id))
  if (same.length > 0)
    return nameRedactor(
      names,
      [...longer, ...same].map(({ name }) => name),
    )
  const made =
    common.get(person) ??
    nameRedactor(
      names,
      longer.map(({ name }) => name),
    )
  common.set(person, made)
  return made
}

/** The traces for a channel's object. */
export function serializeTraces({ traces }: ErasedPerson): SerializedTraces {
  return { ...traces, runs: Float64Array.from(traces.runs).sort() }
}

async function readNamesakes(
  { db, job }: ErasureContext,
  names: string,
): Promise<{ id: Id; name: string }[]> {
  return db.all(sql`SELECT id, name FROM members WHERE guild_id = ${job.guildId} AND id <> ${job.target}
    AND EXISTS (SELECT 1 FROM json_each(${names}) n WHERE instr(members.name, n.value) > 0)`)
}
