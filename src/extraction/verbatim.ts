/** Makes facts of statements that somebody told Keepsake, in their own words. Pure. */
import type { Claim, Extraction, Id, Person } from "../domain/types.ts"
import { capitalize } from "../text/display.ts"
import { stemSet } from "../text/stems.ts"
import { toSingleLine } from "./reply.ts"
import { retoldStatement } from "./rules/phrases/retell.ts"
import { retoldElsewhere, tellsOfSelf } from "./rules/phrases/retell-elsewhere.ts"

/** Whom a statement is about: the server if `ofGuild`. */
interface ToldSubject {
  guildId: Id
  about: Person
  ofGuild?: boolean
}

/** Returns the extraction with a claim for each of these parts of the statement, and no other. */
export function asVerbatim(read: Extraction, statement: ToldSubject, parts: readonly string[]): Extraction {
  const claims = parts.map((part) => verbatimClaim(statement, part))
  return { ...read, method: "verbatim", model: null, promptHash: null, claims }
}

function verbatimClaim({ guildId, about, ofGuild }: ToldSubject, text: string): Claim {
  return {
    op: "save",
    subject: ofGuild ? { scope: "guild", id: guildId } : { scope: "user", id: about.id },
    fact: toSingleLine(ofGuild ? capitalize(text) : withSubject(text, about.name), 300),
    type: ofGuild ? "constraint" : "profile",
    section: ofGuild ? null : "other",
    topics: [],
    lifetime: "permanent",
    importance: "medium",
    time: null,
    confidence: 1,
    lines: [1],
    target: null,
    reportedBy: null,
  }
}

/** "No longer vegan" names nobody: without the name, no question about its subject would find it. */
function withSubject(text: string, name: string): string {
  const elsewhere = retoldElsewhere(text, name)
  const told = elsewhere ?? retoldStatement(text, name)
  return NO_SUBJECT.test(told) || (elsewhere === null && tellsOfSelf(told)) ? `${name}: ${told}` : told
}
const NO_SUBJECT =
  /^(?:no longer|not|never|no more|nicht(?: mehr)?|kein\p{L}*|nie|ya no|nunca|plus|jamais|não|mais não)(?![\p{L}])/iu

/** Returns true if one of the claims says every word of a fact. */
export function isWithinAny(fact: string, claims: readonly Pick<Claim, "fact">[]): boolean {
  const said = [...stemSet(fact)]
  return claims.some((claim) => {
    const all = stemSet(claim.fact)
    return said.every((stem) => all.has(stem))
  })
}
