/**
 * First names said in a window that several members have: whom the context picks, and who may be meant if it picks
 * nobody. Claims about such a name become one claim for each of them, of which a manager picks one.
 */
import type { Claim, Extraction, Id, Person, Viewer, Window } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { spokeLately } from "../memory/read/people-named.ts"
import { mayMean, peopleMeant } from "../text/person-names.ts"
import type { NamesSaid } from "./names-in.ts"

/** More people of one name are not offered to anybody: such claims are refused. */
const MOST_CANDIDATES = 5

/** A name that several members have. Readers take it for a person of its own, with an id that is nobody's. */
export interface Namesakes extends Person {
  candidates: Person[]
}

interface WhoIsAround {
  window: Window
  /** The people a claim may be about. */
  offered: readonly Person[]
  /** Other members who are named, whole or in part, and whom the channel's readers know. */
  absent: readonly Person[]
}

/**
 * Returns the names that several members have, and whom to offer beside: the one of them who alone spoke in the
 * channel lately. Who spoke in the window counts first, then who is offered.
 */
export async function namesakesIn(
  db: Database,
  viewer: Viewer,
  { firstNames }: NamesSaid,
  { window, offered, absent }: WhoIsAround,
): Promise<{ namesakes: Namesakes[]; offer: Person[] }> {
  const shared = sharedNames(firstNames, [...offered, ...absent])
  if (shared.length === 0) return { namesakes: [], offer: [] }
  const authors = new Set(window.messages.map(({ author }) => author.id))
  const known = new Set(offered.map(({ id }) => id))
  const strangers = shared.flatMap(({ people }) => (people.some(({ id }) => known.has(id)) ? [] : people))
  const at = window.messages.at(-1)?.at
  const around = strangers.length === 0 ? [] : await spokeLately(db, viewer, strangers, at)
  const lately = new Set(around.map(({ id }) => id))
  const picked = shared.map(({ name, people }) => {
    const groups = [authors, known, lately].map((ids) => people.filter(({ id }) => ids.has(id)))
    return { name, people, candidates: groups.find((group) => group.length > 0) ?? people }
  })
  return {
    offer: picked.flatMap(({ candidates }) =>
      candidates.length === 1 ? candidates.filter(({ id }) => !known.has(id)) : [],
    ),
    namesakes: picked.flatMap(({ name, people, candidates }) => {
      const isPlain = candidates.length === 1 && people.filter(({ id }) => known.has(id)).length < 2
      if (isPlain || candidates.length > MOST_CANDIDATES) return []
      return [{ id: `several:${name}`, name: shownName(name, candidates), candidates }]
    }),
  }
}

function sharedNames(firstNames: readonly string[], all: readonly Person[]) {
  return firstNames.filter(mayMean(all)).flatMap((name) => {
    const people = [...new Map(peopleMeant(name, all).map((person) => [person.id, person])).values()]
    return people.length > 1 ? [{ name, people }] : []
  })
}

/** The name as its bearers write it. */
function shownName(said: string, [first]: readonly Person[]): string {
  return /[\p{L}\p{M}]+/u.exec(first?.name ?? "")?.[0] ?? said
}

/**
 * Replaces claims about a shared name. Whoever says it of an Ana means another Ana, so the cited people are left out.
 * If one is left, the claim is about that person, or else about each of the `candidates`.
 */
export function withCandidates(
  extraction: Extraction,
  namesakes: readonly Namesakes[],
  { messages }: Window,
): Extraction {
  if (namesakes.length === 0) return extraction
  const shared = new Map(namesakes.map((one) => [one.id, one.candidates]))
  return {
    ...extraction,
    digests: extraction.digests.filter(({ userId }) => !shared.has(userId)),
    claims: extraction.claims.flatMap((claim) => {
      const candidates = shared.get(claim.subject.id)
      if (!candidates) return [claim]
      const authors = new Set(claim.lines.map((line) => messages[line - 1]?.author.id))
      const others = candidates.filter(({ id }) => !authors.has(id))
      return claimsAbout(
        claim,
        (others.length > 0 ? others : candidates).map(({ id }) => id),
      )
    }),
  }
}

function claimsAbout(claim: Claim, ids: readonly Id[]): Claim[] {
  const about = (id: Id): Claim => ({ ...claim, subject: { scope: "user", id } })
  if (ids.length === 1) return ids.map(about)
  // Nobody can tell which of several memories ends: the checks refuse the claim as it is.
  if (claim.op === "forget") return [claim]
  return ids.map((id) => ({ ...about(id), op: "save", target: null, candidates: [...ids] }))
}
