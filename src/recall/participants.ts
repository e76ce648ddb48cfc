/**
 * Reads what an answer knows of the people in a conversation, beside recall: the asker, those who talk, those mentioned,
 * and those in the notes found. Nothing depends on what the viewer may not read.
 */
import { type Id, IMPORTANCE_WEIGHT, type Subject, type Viewer } from "../domain/types.ts"
import { type Attributions, attributor, NO_ATTRIBUTIONS, withAccounts } from "../identity/attributions.ts"
import { type Database, readTogether } from "../memory/db/database.ts"
import { combineFacts } from "../memory/facts/combine.ts"
import { effectiveConfidence } from "../memory/facts/precedence.ts"
import { peopleFacts } from "../memory/read/people-facts.ts"
import { type Recollection, recollectionsFromAnswer, recollectionsQuery } from "../memory/read/recollect.ts"
import { type ReadSwitches, switchedOnPeople } from "../memory/read/switches.ts"
import { isStopWord, stemSet } from "../text/stems.ts"
import { type Item, PERSON_ROLES, type PersonRole, toMemoryItem } from "./context.ts"
import { type DigestMoment, digestQueries, digestsFrom } from "./digests/digests.ts"

/** A guild's limits for people in answers: see `PolicySchema`. */
export interface PeopleRule {
  asker_tokens: number
  person_tokens: number
  digest_tokens: number
  recent_tokens: number
  topical_tokens: number
  max_tokens: number
  recent: number
  topical: number
  mentioned: number
  noted: number
}

export interface Participant {
  id: Id
  role: PersonRole
  name: string | null
  /** Lasting facts first, then the most important and latest. */
  profile: Item[]
  /** Latest learned first. */
  recent: Item[]
}

export interface Participants {
  /** The most important first, each once. */
  people: Participant[]
  /** Facts on the topic of the conversation, of its people, its channel and the server; best first. */
  topical: Item[]
  /** The asker's merged digest; `null` if there is nothing to tell. */
  digest: string | null
}

export const NOBODY: Participants = { people: [], topical: [], digest: null }

/** The ids of people by why they matter, each list the most important first. */
export type PeopleIds = Record<PersonRole, readonly Id[]>

export interface ParticipantsRequest {
  people: PeopleIds
  /** The words searched, and the name and topic of the channel. */
  topic: string
  rule: PeopleRule
  /** Less certain facts are left out. */
  minConfidence: number
  /** The policy's switches for reading; `null` for everything. */
  switches: ReadSwitches | null
  /** Accounts that speak for other people. */
  attributions: Attributions
  moment: DigestMoment
}

/** The most people of the last turns. More would share the same tokens. */
const MOST_TALKING = 6
const PROFILE = 16
/** Facts read beyond those shown: some have expired for this viewer, or say the same. */
const SPARE = 7
const TOPIC_WORDS = 24

/** Takes one round trip of two parallel reads; none if nobody is known or the policy leaves everything out. */
export async function readParticipants(
  db: Database,
  viewer: Viewer,
  request: ParticipantsRequest,
): Promise<Participants> {
  const { rule, moment, switches, attributions } = request
  const roles = rolesOf(request)
  if (roles.size === 0 || rule.max_tokens === 0) return NOBODY
  const asOf = moment.asOf ?? moment.now
  const at = { now: asOf, until: moment.asOf ?? Number.MAX_SAFE_INTEGER, switches }
  const topicWords = wordsOf(request.topic)
  const picked = peopleFacts(
    viewer,
    subjectsOf(withAccounts([...roles.keys()], viewer, attributions), viewer),
    {
      ...at,
      topicWords,
      most: { profile: PROFILE, recent: rule.recent + SPARE, topical: rule.topical + SPARE },
    },
  )
  const [asker] = switchedOnPeople(request.people.asking.slice(0, 1), switches)
  const [{ found }, rows] = await Promise.all([
    readTogether(db, { found: recollectionsQuery(viewer, { picked }, at) }),
    asker === undefined || rule.digest_tokens === 0
      ? null
      : db.batch(digestQueries(db, viewer, [asker], moment)),
  ])
  const facts = (recollectionsFromAnswer(found).get("picked") ?? [])
    .map((one) => one.found)
    .map(attributor(attributions))
  const sure = combineFacts(facts).filter(
    ({ memory, evidence }) =>
      effectiveConfidence(
        memory,
        evidence.map(({ authorId }) => authorId),
      ) >= request.minConfidence,
  )
  return {
    people: [...roles].map(([id, role]) => participantOf({ id, role }, sure, { viewer, rule })),
    topical: topicalFacts(sure, topicWords)
      .slice(0, rule.topical)
      .map((one) => toMemoryItem(one, viewer.guildId)),
    // Answers ask no model for digests: nights and readers of digests keep them current.
    digest: rows === null || asker === undefined ? null : digestOf(rows, moment, { db, viewer, asker }),
  }
}

function digestOf(
  rows: Parameters<typeof digestsFrom>[0],
  moment: DigestMoment,
  { db, viewer, asker }: { db: Database; viewer: Viewer; asker: Id },
): string | null {
  const none = { db, viewer, chat: null, mayAsk: async () => false, readOnly: true }
  return digestsFrom(rows, moment, none).digests.get(asker)?.context ?? null
}

/** Each person once, in the most important of their roles. */
function rolesOf({ people, rule }: ParticipantsRequest): Map<Id, PersonRole> {
  const most: Record<PersonRole, number> = {
    asking: 1,
    mentioned: rule.mentioned,
    talking: MOST_TALKING,
    noted: rule.noted,
  }
  const roles = new Map<Id, PersonRole>()
  for (const role of PERSON_ROLES) {
    const others = [...new Set(people[role])].filter((id) => !roles.has(id)).slice(0, most[role])
    for (const id of others) roles.set(id, role)
  }
  return roles
}

/** The people, and the server and channel themselves. */
function subjectsOf(people: readonly Id[], { guildId, channelId }: Viewer): Subject[] {
  return [
    ...people.map((id): Subject => ({ scope: "user", id })),
    { scope: "guild", id: guildId },
    ...(channelId === null ? [] : [{ scope: "channel", id: channelId } as const]),
  ]
}

function participantOf(
  { id, role }: { id: Id; role: PersonRole },
  facts: readonly Recollection[],
  { viewer, rule }: { viewer: Viewer; rule: PeopleRule },
): Participant {
  const accounts = withAccounts([id], viewer, NO_ATTRIBUTIONS)
  const own = facts.filter(
    ({ memory: { subject } }) => subject.scope === "user" && accounts.includes(subject.id),
  )
  const items = (some: readonly Recollection[]) => some.map((one) => toMemoryItem(one, viewer.guildId))
  return {
    id,
    role,
    name: own[0]?.subjectName ?? null,
    profile: items(
      own
        .filter(({ memory }) => memory.expiresAt === null)
        .sort(byWeight)
        .slice(0, PROFILE),
    ),
    recent: items(own.toSorted((a, b) => b.memory.saidAt - a.memory.saidAt).slice(0, rule.recent)),
  }
}

function byWeight({ memory: a }: Recollection, { memory: b }: Recollection): number {
  return IMPORTANCE_WEIGHT[b.importance] - IMPORTANCE_WEIGHT[a.importance] || b.lastSaidAt - a.lastSaidAt
}

/** By topic, then importance, then recency. A fact that shares no word with the topic is not on it. */
function topicalFacts(facts: readonly Recollection[], words: readonly string[]): Recollection[] {
  const wanted = stemSet(words.join(" "))
  return facts
    .map((one) => ({ one, shared: sharedWith(one, wanted) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || byWeight(a.one, b.one))
    .map(({ one }) => one)
}

function sharedWith({ memory, subjectName }: Recollection, wanted: ReadonlySet<string>): number {
  const own = stemSet(subjectName ?? "")
  return [...stemSet([memory.fact, ...memory.topics].join(" "))].filter(
    (stem) => wanted.has(stem) && !own.has(stem),
  ).length
}

/** Returns the telling words of a topic in lower case; "general-chat" is two. */
function wordsOf(topic: string): string[] {
  const words = topic.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => !isStopWord(word)).slice(0, TOPIC_WORDS)
}
