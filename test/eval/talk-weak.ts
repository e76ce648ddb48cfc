/** Weak variants of a recorded reply: what small models make of the same understanding. Pure. */
type Json = Record<string, unknown>

const FIELDS_LEFT = ["op", "memory", "about", "fact", "lines"]

/** The names of `people` in the order of the prompt's handles. */
export const VARIANTS: Record<string, (reply: Json, people: readonly string[]) => Json> = {
  "fields missing": (reply) => ({
    ...reply,
    people: undefined,
    claims: claimsOf(reply).map((claim) =>
      Object.fromEntries(FIELDS_LEFT.map((field) => [field, claim[field]])),
    ),
  }),
  "names for handles": (reply, people) => ({
    ...reply,
    claims: claimsOf(reply).map((claim) => ({ ...claim, about: nameFor(String(claim.about), people) })),
    people: listOf(reply.people).map((line) =>
      String(line).replace(/^P\d+/, (handle) => nameFor(handle, people)),
    ),
  }),
  "padded facts": (reply) => ({
    ...reply,
    claims: claimsOf(reply).map((claim) => ({
      ...claim,
      fact: claim.fact
        ? `${String(claim.fact).replace(/\.$/, "")}, as mentioned in the conversation.`
        : claim.fact,
    })),
  }),
}

function nameFor(about: string, people: readonly string[]): string {
  const [, number] = /^P(\d+)$/.exec(about) ?? []
  return people[Number(number) - 1] ?? about
}

function claimsOf(reply: Json): Json[] {
  return listOf(reply.claims) as Json[]
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
