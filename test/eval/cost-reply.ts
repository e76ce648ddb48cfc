/**
 * Estimates a model's reply to a window without a model: the claims that the rules find, with a note of
 * typical length.
 */
import type { Extraction, Person, Window } from "../../src/domain/types.ts"

/** A reply, and the facts in it. */
export interface Said {
  text: string
  facts: { about: Person; fact: string; lines: number[] }[]
}

/** The reply to a second reading of so many facts, each with a reason of eight words. */
export function secondReply(facts: number): string {
  const why = "said so in words of their own here"
  return JSON.stringify({
    facts: Array.from({ length: facts }, (_, at) => ({ fact: `F${at + 1}`, why, so: true })),
  })
}

const MOST_PEOPLE = 4
const MOST_WORDS = 12
const MANY_CLAIMS = 3

/** Title, two sentences, a line of each of the four who said most, and the claims that rules find. */
export function leanReply(window: Window, read: Extraction, people: readonly Person[]): Said {
  const facts = read.claims
    .filter((claim) => claim.confidence === 1)
    .flatMap((claim) => {
      const about = people.find((person) => person.id === claim.subject.id)
      return about ? [{ about, fact: claim.fact, lines: claim.lines }] : []
    })
  return reply(window, { read, people, facts, isFull: () => false })
}

/**
 * The same with three claims, one of them with every optional field: more than a good model replies to most
 * windows.
 */
export function fullReply(window: Window, read: Extraction, people: readonly Person[]): Said {
  const longest = window.messages.toSorted((a, b) => b.content.length - a.content.length)
  const facts = longest.slice(0, MANY_CLAIMS).map((message) => ({
    about: message.author,
    fact: `${message.author.name} ${words(message.content, MOST_WORDS)}.`,
    lines: [window.messages.indexOf(message) + 1],
  }))
  return reply(window, { read, people, facts, isFull: (index) => index === 0 })
}

interface Parts {
  read: Extraction
  people: readonly Person[]
  facts: Said["facts"]
  /** Which claims fill every optional field. */
  isFull: (index: number) => boolean
}

function reply(window: Window, { read, people, facts, isFull }: Parts): Said {
  const handle = (id: string) => `P${people.findIndex((person) => person.id === id) + 1}`
  const first = window.messages[0]?.content ?? ""
  const value = {
    title: words(read.note?.title ?? first, 8),
    summary: words(read.note?.summary ?? first, 36),
    claims: facts.map(({ about, fact }, index) => ({
      op: isFull(index) ? "update" : "save",
      memory: isFull(index) ? "M1" : null,
      about: handle(about.id),
      fact,
      type: "profile",
      section: "interests",
      topics: words(fact, 5).toLowerCase().split(" ").slice(2),
      lines: [1, 2],
      confidence: 0.9,
      when: isFull(index) ? "2026-05-16T21:00" : null,
      until: isFull(index) ? "2026-05-16T23:00" : null,
      more: isFull(index) ? "high 30d" : null,
    })),
    people: read.digests
      .toSorted((a, b) => b.line.length - a.line.length)
      .slice(0, MOST_PEOPLE)
      .map(({ userId, line }) => `${handle(userId)}: ${words(line, MOST_WORDS)}`),
  }
  return { text: JSON.stringify(value), facts }
}

function words(text: string, most: number): string {
  return text.split(/\s+/).filter(Boolean).slice(0, most).join(" ")
}
