/** What the person being erased is recognized by, in texts that concern certain people. */
import { sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import { type SentTraces, type Traces, withoutMentions, withoutQuotes } from "../../privacy/quotes.ts"
import { type Hush, hushing } from "../../text/names.ts"
import type { Erasing } from "../tools.ts"

export interface Person {
  traces: Traces
  /** Every name they are known by. */
  names: readonly string[]
  /** Others whose name is, or holds, one of theirs. */
  namesakes: readonly { id: Id; name: string }[]
}

/** Takes a person out of texts. */
export interface Eyes {
  /** Whether a text repeats what they said. */
  quotes(text: string): boolean
  /** The text without quotes, mentions and names of them. */
  without(text: string): string
}

/** Members by name are looked up once a run, and again where names were added. */
const known = new WeakMap<Erasing, { key: string; person: Person }>()

export async function personOf(erasing: Erasing): Promise<Person> {
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
export function eyesAmong(person: Person, people: readonly Id[]): Eyes {
  const { traces } = person
  const hush = hushOf(person, people)
  return {
    quotes: (text) => withoutQuotes(text, traces) !== text,
    without: (text) => hush.hushed(withoutMentions(withoutQuotes(text, traces), traces.userId)),
  }
}

/** Most texts concern nobody of a like name: what finds names is made once for those. */
const common = new WeakMap<Person, Hush>()

function hushOf(person: Person, people: readonly Id[]): Hush {
  const { names, namesakes } = person
  const longer = namesakes.filter(({ name }) => !names.includes(name))
  const same = namesakes.filter(({ id, name }) => names.includes(name) && people.includes(id))
  if (same.length > 0)
    return hushing(
      names,
      [...longer, ...same].map(({ name }) => name),
    )
  const made =
    common.get(person) ??
    hushing(
      names,
      longer.map(({ name }) => name),
    )
  common.set(person, made)
  return made
}

/** The traces for a channel's object. */
export function sent({ traces }: Person): SentTraces {
  return { ...traces, runs: Float64Array.from(traces.runs).sort() }
}

async function readNamesakes({ db, job }: Erasing, names: string): Promise<{ id: Id; name: string }[]> {
  return db.all(sql`SELECT id, name FROM members WHERE guild_id = ${job.guildId} AND id <> ${job.target}
    AND EXISTS (SELECT 1 FROM json_each(${names}) n WHERE instr(members.name, n.value) > 0)`)
}
