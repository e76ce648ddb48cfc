/**
 * An evening on a small server: eight people, three channels, two hundred messages. The facts worth keeping
 * are spread over chatter.
 */

export const PEOPLE = ["Ada", "Bo", "Cleo", "Dag", "Eve", "Finn", "Gus", "Hana"] as const
export type Name = (typeof PEOPLE)[number]

export const PLACES = ["general", "garden", "mods"] as const
export type Place = (typeof PLACES)[number]

/** Bo and Cleo are moderators: only they can read `mods`. */
export const MODERATORS: readonly Name[] = ["Bo", "Cleo"]

export interface Line {
  place: Place
  author: Name
  content: string
}

/** Facts that people state about themselves, and the channel of each. */
export const TOLD = {
  home: { place: "general", author: "Ada", content: "I live in Oslo" },
  work: { place: "general", author: "Dag", content: "I work as a baker" },
  climbing: { place: "general", author: "Eve", content: "I love bouldering" },
  cello: { place: "general", author: "Gus", content: "I play the cello" },
  chess: { place: "general", author: "Bo", content: "I love chess" },
  tomatoes: { place: "garden", author: "Hana", content: "I grow tomatoes" },
  greenhouse: { place: "garden", author: "Finn", content: "I have a greenhouse" },
  secret: { place: "mods", author: "Bo", content: "I live in Bergen" },
  dislike: { place: "mods", author: "Cleo", content: "I hate karaoke" },
} as const satisfies Record<string, Line>

const CHATTER = [
  "morning all",
  "haha yes",
  "brb",
  "that was quite a match yesterday",
  "who is around tonight?",
  "no idea, sorry",
  "same here",
  "look at the time",
  "ok see you later then",
  "what do you mean?",
  "nice one",
  "hm, not sure about that",
  "did the link work for you?",
  "yes it did, thanks",
  "anyone up for a game?",
  "maybe after dinner",
]

/** Returns all lines in order: the facts, spread over chatter by everyone with access to the channel. */
export function evening(total = 200): Line[] {
  const told: Line[] = Object.values(TOLD)
  const every = Math.floor(total / told.length)
  return Array.from({ length: total }, (_, at) => {
    const line = at % every === every - 1 ? told[Math.floor(at / every)] : undefined
    if (line) return line
    const place = PLACES[at % PLACES.length] ?? "general"
    const there = place === "mods" ? MODERATORS : PEOPLE
    return {
      place,
      author: there[at % there.length] ?? "Ada",
      content: CHATTER[at % CHATTER.length] ?? "hm",
    }
  })
}
