/**
 * Generates one guild: people, channels (some restricted), memories with evidence, notes, their full text, and
 * questions.
 */

import { IMPORTANCES, TYPES } from "../../src/domain/types.ts"
import { searchText } from "../../src/memory/db/rows.ts"
import { factKey } from "../../src/memory/facts/fact-key.ts"
import { indexTerms } from "../../src/text/stems.ts"
import { type Language, personName, pick } from "./language.ts"
import type { Activity, Row, SeededGuild, Shape, Writer } from "./seed.ts"

/** A question, its asker and its channel. */
export interface Asked {
  guildId: string
  channelId: string
  userId: string
  query: string
  /** Every channel of the guild. */
  channels: readonly string[]
  /** The memory that the question was made from. */
  about: string
}

interface Person {
  id: string
  name: string
}

const DAY = 86_400_000
const MEMORIES_A_PERSON = 60
const MEMORIES_A_NOTE = 8
const OBJECTING = 100

export class GuildSeed {
  readonly #writer: Writer
  readonly #language: Language
  readonly #id: string
  readonly #now = Date.now()
  readonly #channels: string[] = []
  readonly #people: Person[] = []
  /** Number of memories, and how many of the last ones belong to each person in turn. */
  #last = { memories: 1, ofEach: 0 }
  readonly #told: { id: string; fact: string; person: Person }[] = []

  constructor(writer: Writer, language: Language, number: number) {
    this.#writer = writer
    this.#language = language
    this.#id = String(100_000_000_000_000_000n + BigInt(number) * 1_000_003n)
  }

  fill(
    memories: number,
    { peopleEach = null, activity }: { peopleEach?: number | null } & Partial<Pick<Shape, "activity">> = {},
  ): void {
    const createdAt = this.#now - 400 * DAY
    const guild = { id: this.#id, settings: "{}", policy_version: 0, writes: 0, created_at: createdAt }
    this.#writer.add("guilds", guild)
    const people = peopleEach ?? Math.max(12, Math.round(memories / MEMORIES_A_PERSON))
    for (let n = 0; n < Math.min(60, Math.max(6, Math.round(people / 20))); n++) this.#addChannel(n)
    for (let n = 0; n < people; n++) this.#addPerson(n, activity)
    this.#last = { memories, ofEach: activity ? people : 0 }
    for (let n = 0; n < memories; n++) {
      this.#addMemory(n)
      if (n % MEMORIES_A_NOTE === 0) this.#addNote(n)
    }
  }

  get content(): SeededGuild {
    return { id: this.#id, channels: this.#channels, people: this.#people }
  }

  /** Returns a question by a random person in a random channel about a random memory. */
  question(): Asked {
    const { random } = this.#language
    const { id, fact, person } = pick(this.#told, random)
    return {
      guildId: this.#id,
      channelId: pick(this.#channels, random),
      userId: pick(this.#people, random).id,
      query: this.#language.question(fact, person.name),
      channels: this.#channels,
      about: id,
    }
  }

  #addChannel(n: number): void {
    const id = String(BigInt(this.#id) + 1_000n + BigInt(n))
    this.#channels.push(id)
    const audience = n % 5 === 4 ? "restricted" : "everyone"
    const channel = { guild_id: this.#id, id, name: `channel-${n}`, audience, updated_at: this.#now }
    this.#writer.add("channels", channel)
  }

  #addPerson(n: number, activity?: Activity): void {
    const person = { id: String(BigInt(this.#id) + 10_000n + BigInt(n)), name: personName(n) }
    this.#people.push(person)
    const consent = activity && n % OBJECTING === OBJECTING - 1 ? "out" : null
    const looked = activity?.lookedThrough ? this.#now - DAY : null
    const member = { guild_id: this.#id, ...person, consent, consolidated_at: looked, seen_at: this.#now }
    this.#writer.add("members", member)
  }

  #addMemory(n: number): void {
    const { random } = this.#language
    // Talkative people have up to three times the average number of memories.
    const fresh = this.#freshness(n)
    const place =
      fresh === null ? random() ** 1.5 * this.#people.length : Math.round(fresh * this.#last.ofEach)
    const person = this.#people[Math.floor(place)] ?? pick(this.#people, random)
    const fact = this.#language.fact(person.name)
    const topics = [this.#language.word()]
    const seq = this.#writer.seq()
    const id = `m_${BigInt(this.#id).toString(16).padStart(15, "0")}${n.toString(16).padStart(9, "0")}`
    const saidAt = this.#when(n)
    this.#writer.add("memories", {
      seq,
      id,
      guild_id: this.#id,
      scope: "user",
      subject_id: person.id,
      fact,
      fact_key: `${factKey(fact)} ${n}`,
      topics: JSON.stringify(topics),
      said_at: saidAt,
      last_said_at: saidAt,
      created_at: saidAt,
      ...this.#standing(fresh === null ? -0.1 : 0),
    })
    const terms = indexTerms(this.#id, searchText({ fact, topics }))
    this.#writer.add("memory_terms", { rowid: seq, terms })
    const lines = 1 + Math.floor(random() * 2)
    for (let line = 0; line < lines; line++) this.#addEvidence(n, line, { id, person, saidAt })
    this.#told.push({ id, fact, person })
  }

  /** Later memories have higher row ids, as in production. */
  #when(n: number): number {
    const { memories, ofEach } = this.#last
    const fresh = this.#freshness(n)
    if (fresh !== null) return this.#now - Math.floor((1 - fresh) * 0.9 * DAY)
    const former = Math.max(1, memories - ofEach)
    return this.#now - (ofEach > 0 ? DAY : 0) - Math.floor((1 - n / former) * 180 * DAY)
  }

  /** Position among the memories of the last day, 0 to 1, or `null` if the memory is older. */
  #freshness(n: number): number | null {
    const { memories, ofEach } = this.#last
    return n >= memories - ofEach ? (n - memories + ofEach) / ofEach : null
  }

  /** `soonest`: the earliest expiry, as a fraction of 90 days. */
  #standing(soonest: number): Row {
    const { random } = this.#language
    const permanent = random() < 0.4
    return {
      type: permanent ? "profile" : pick(TYPES, random),
      section: permanent ? "other" : null,
      importance: pick(IMPORTANCES, random),
      certainty: 0.8,
      confidence: 0.6 + 0.4 * random(),
      lifetime: permanent ? "permanent" : "90d",
      expires_at: permanent ? null : this.#now + Math.floor((random() + soonest) * 90 * DAY),
      status: "active",
      evidence_count: 1,
      version: 1,
    }
  }

  #addEvidence(n: number, line: number, of: { id: string; person: Person; saidAt: number }): void {
    const window = n - (n % MEMORIES_A_NOTE)
    const messageId = String(BigInt(this.#id) + 1_000_000n + BigInt(n * 10 + line))
    this.#writer.add("evidence", {
      memory_id: of.id,
      ref: messageId,
      guild_id: this.#id,
      message_id: messageId,
      channel_id: this.#channelOf(window),
      author_id: of.person.id,
      window_id: `w_${this.#id}_${window}`,
      excerpt: this.#language.words(6, 16),
      said_at: of.saidAt,
      method: "rule",
      source: "passive",
    })
  }

  #channelOf(window: number): string {
    return this.#channels[(window / MEMORIES_A_NOTE) % this.#channels.length] ?? this.#id
  }

  #addNote(n: number): void {
    const person = pick(this.#people, this.#language.random)
    const title = this.#language.words(3, 6)
    const summary = this.#language.words(12, 30)
    const seq = this.#writer.seq()
    this.#writer.add("notes", {
      seq,
      id: `n_w_${this.#id}_${n}`,
      guild_id: this.#id,
      channel_id: this.#channelOf(n),
      kind: "conversation",
      title,
      summary,
      participants: JSON.stringify([{ ...person, line: null }]),
      first_message_id: String(BigInt(this.#id) + 1_000_000n + BigInt(n * 10)),
      from_at: this.#when(n) - 600_000,
      to_at: this.#when(n),
      method: "rule",
    })
    const terms = indexTerms(this.#id, `${title} ${summary} ${person.name}`)
    this.#writer.add("note_terms", { rowid: seq, terms })
  }
}
