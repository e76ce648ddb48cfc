/**
 * Actions on one person's memory that the HTTP routes and MCP share: read a profile, remember a statement, find what a
 * request to forget means. Callers have checked scope and binding.
 */
import type { Context } from "hono"
import { Refused } from "../domain/errors.ts"
import type { Id, Person, Time, Verdict, Viewer } from "../domain/types.ts"
import { saveDirectStatement } from "../extraction/direct-statement.ts"
import { tellsOfGroup } from "../extraction/statement-subject.ts"
import { withAccounts } from "../identity/attributions.ts"
import { matchForgetRequest } from "../memory/read/forget-request.ts"
import { listMemories, personFilter, readableAmong } from "../memory/read/manage.ts"
import { awaitName, insertMember, memberForViewer, readProfile } from "../memory/read/members.ts"
import type { FoundMemory } from "../memory/read/search.ts"
import { followNames } from "../memory/write/renames.ts"
import { deploymentChat } from "../runtime/allowances/models.ts"
import { openPrivatePlace } from "../runtime/channels.ts"
import { findByMeaning } from "../runtime/meaning.ts"
import { operatorLimits, readSettings } from "../settings.ts"
import { type ReaderFields, type ReadTarget, resolveReadTarget } from "./binding.ts"
import { type Entered, enterActiveRequestGuild, followRequestWrites, requestRuntime } from "./guarded.ts"
import type { App } from "./principal.ts"
import { enterAsViewer, tellerFor } from "./request-viewer.ts"

/** A person of a guild. */
interface MemberAddress {
  guildId: Id
  userId: Id
}

/** A person's memories as a viewer may read them. `now`: the time for which they were read, in epoch milliseconds. */
export interface MemberProfile {
  user: Person
  permanent: FoundMemory[]
  expiring: FoundMemory[]
  now: Time
}

/** Reads a profile, of `asOf` if not of now. Throws `Refused` if the reader may not know of the person. */
export async function readMemberProfile(
  c: Context<App>,
  { guildId, userId }: MemberAddress,
  { asOf, ...stated }: ReaderFields & { asOf: Time | null },
): Promise<MemberProfile> {
  const { entered, viewer } = await enterAsViewer(c, guildId, stated)
  const user = await requireMember(entered, viewer, userId)
  const now = asOf ?? Date.now()
  const moment = { now, until: asOf ?? Number.MAX_SAFE_INTEGER }
  const accounts = withAccounts([userId], viewer, entered.guild.attributions)
  return { user, now, ...(await readProfile(entered.db, viewer, accounts, moment)) }
}

/** Something said about a person. `name`: theirs, if they are not known yet. */
interface MemberStatement extends ReaderFields {
  text: string
  name: string | undefined
}

/**
 * Saves a statement. Returns a verdict for each fact; `memoryId` is `null` if the reader may not read that memory.
 * Throws `Refused` if nothing may be kept.
 */
export async function rememberStatement(
  c: Context<App>,
  { guildId, userId }: MemberAddress,
  { text, name, ...stated }: MemberStatement,
): Promise<Verdict[]> {
  const reader = resolveReadTarget(c.get("principal"), stated)
  const { entered, channelId } = await enterStatementPlace(c, { guildId, userId }, reader)
  const { db } = entered
  const viewer = tellerFor(entered, reader)
  const member = await memberForViewer(db, viewer, userId)
  const unnamed = `member ${userId}`
  const isUnnamed = member?.name === unnamed
  const about = { id: userId, name: (isUnnamed ? null : member?.name) ?? name ?? unnamed }
  const settings = readSettings(c.env)
  const verdicts = await saveDirectStatement(
    db,
    { guildId, about, text, channelId, at: Date.now(), ofGuild: tellsOfGroup(text) },
    { chat: deploymentChat(c.env, settings), ...operatorLimits(settings) },
  )
  if (!Array.isArray(verdicts)) throw new Refused(verdicts)
  // Only now: a refused text makes nobody known.
  if (!member) await insertMember(db, guildId, about, Date.now())
  if (about.name === unnamed) await awaitName(db, guildId, about)
  else if (isUnnamed) await followNames(db, guildId, { people: [about], at: Date.now() })
  followRequestWrites(c, guildId)
  const ids = verdicts.flatMap(({ memoryId }) => memoryId ?? [])
  const known = await readableAmong(db, viewer, ids)
  return verdicts.map((verdict) => ({
    ...verdict,
    memoryId: verdict.memoryId !== null && known.has(verdict.memoryId) ? verdict.memoryId : null,
  }))
}

/**
 * Enters the guild and decides who may read a statement: those who read the channel that is named, the person alone if
 * one says it of themselves and names no channel, or everyone in the guild if nobody is named. Throws `Refused` for words
 * about somebody else in private: that person could neither read nor delete them.
 */
async function enterStatementPlace(
  c: Context<App>,
  { guildId, userId }: MemberAddress,
  reader: ReadTarget,
): Promise<{ entered: Entered; channelId: Id | null }> {
  const entering = { viewerId: reader.userId }
  const entered = await enterActiveRequestGuild(c, guildId, entering)
  if (reader.channelId !== null || reader.userId === null) return { entered, channelId: reader.channelId }
  if (reader.userId !== userId)
    throw new Refused({ reason: "invalid", issues: [{ field: "channel_id", problem: TOLD_OF_OTHERS }] })
  const { id, isNew } = await openPrivatePlace(entered, userId)
  return {
    entered: isNew ? await enterActiveRequestGuild(c, guildId, { ...entering, anew: true }) : entered,
    channelId: id,
  }
}

const TOLD_OF_OTHERS =
  "is required for a statement about somebody else: say the channel whose readers may read it"

/** The memories about a person that some words mean. `isGuess`: found by meaning alone, to be confirmed. */
export interface ForgetMatches {
  entered: Entered
  matches: FoundMemory[]
  isGuess: boolean
}

const MOST_SEARCHED = 2_000

/** Finds what a request to forget means, deleting nothing. Throws `Refused` if the reader may not know of the person. */
export async function findForgetMatches(
  c: Context<App>,
  { guildId, userId }: MemberAddress,
  { text: words, ...stated }: ReaderFields & { text: string },
): Promise<ForgetMatches> {
  const { entered, viewer } = await enterAsViewer(c, guildId, stated)
  const { name } = await requireMember(entered, viewer, userId)
  const page = { after: null, limit: MOST_SEARCHED }
  const known = await listMemories(entered.db, viewer, personFilter(userId), page)
  const named = matchForgetRequest(words, known, name)
  if (named.length > 0) return { entered, matches: named, isGuess: false }
  const guessed = await findByMeaning(requestRuntime(c), { entered, viewer }, { words, known })
  return { entered, matches: guessed, isGuess: guessed.length > 0 }
}

async function requireMember({ db }: Entered, viewer: Viewer, userId: Id): Promise<Person> {
  const member = await memberForViewer(db, viewer, userId)
  if (!member) throw new Refused({ reason: "unknown_member", userId })
  return member
}
