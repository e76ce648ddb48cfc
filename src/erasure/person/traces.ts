/** Recognizes and redacts the person being erased in texts about given people. */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import {
  type PersonTraces,
  removeMentions,
  removeQuotes,
  type SentTraces,
  sentRuns,
} from "../../privacy/quotes/redaction.ts"
import { type NameRedactor, nameRedactor } from "../../text/names.ts"
import type { ErasureContext } from "../context.ts"

export interface ErasedPerson {
  traces: PersonTraces
  /** Every name they are known by. */
  names: readonly string[]
  /** Other members whose name equals or contains one of theirs. */
  namesakes: readonly { id: Id; name: string }[]
}

/** Redacts a person in texts, each with the time it was written, or of the latest words it rests on; `null` if unknown. */
export interface PersonRedactor {
  /** Returns true if a text repeats what they had said by then. */
  repeats(text: string, writtenAt: Time | null): boolean
  /** Returns the text without their quotes, mentions and names. */
  redact(text: string, writtenAt: Time | null): string
}

/** Namesakes are looked up once per run, and again after names were added. */
const known = new WeakMap<ErasureContext, { key: string; person: ErasedPerson }>()

export async function erasedPersonOf(context: ErasureContext): Promise<ErasedPerson> {
  const { job, tracesStore, salt } = context
  const names = tracesStore.names
  const key = JSON.stringify(names)
  const before = known.get(context)
  if (before?.key === key) return before.person
  const namesakes = await readNamesakes(context, key)
  const person = { traces: { userId: job.target, runs: tracesStore.runs, salt }, names, namesakes }
  known.set(context, { key, person })
  return person
}

/**
 * Builds the redactor for texts about `people`. A name that one of them also has counts as theirs. Longer
 * names that contain one of the person's always belong to others.
 */
export function redactorFor(person: ErasedPerson, people: readonly Id[]): PersonRedactor {
  const { traces } = person
  const redactor = nameRedactorFor(person, people)
  return {
    repeats: (text, writtenAt) => removeQuotes(text, traces, writtenAt) !== text,
    redact: (text, writtenAt) =>
      redactor.redact(removeMentions(removeQuotes(text, traces, writtenAt), traces.userId)),
  }
}

/** Most texts concern nobody with a similar name, so their name matcher is built only once. */
const common = new WeakMap<ErasedPerson, NameRedactor>()

function nameRedactorFor(person: ErasedPerson, people: readonly Id[]): NameRedactor {
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

/** Converts the traces for a call to a channel's object. */
export function serializeTraces({ traces }: ErasedPerson): SentTraces {
  return { ...traces, ...sentRuns(traces.runs) }
}

async function readNamesakes(
  { db, job }: ErasureContext,
  names: string,
): Promise<{ id: Id; name: string }[]> {
  return db.all(sql`SELECT id, name FROM members WHERE guild_id = ${job.guildId} AND id <> ${job.target}
    AND EXISTS (SELECT 1 FROM json_each(${names}) n WHERE instr(members.name, n.value) > 0)`)
}
