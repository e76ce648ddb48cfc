/** Which function does which step: the names of plan.ts, kept whole by the compiler. */
import { tellChannels } from "./channels.ts"
import type { Kind } from "./jobs.ts"
import { dropAnswers } from "./person/answers.ts"
import { checkMessages, eraseMessages, eraseQuotes } from "./person/channels.ts"
import { collectExcerpts, collectMessages, collectNames } from "./person/collect.ts"
import { checkDrafts, eraseDrafts } from "./person/drafts.ts"
import { checkMemories, eraseMemories } from "./person/memories.ts"
import { checkNotes, eraseNotes } from "./person/notes.ts"
import { awaitVectors, eraseDigests, eraseTraces, refuseWords } from "./person/rows.ts"
import { checkWindows, eraseVerdicts } from "./person/windows.ts"
import { checkChannel, eraseRemains, eraseStatements, wipeThreads } from "./places/channel.ts"
import { checkGuild, closeGuild, eraseRows, wipeAnswers, wipeChannels, wipeIndex } from "./places/guild.ts"
import type { StepOf } from "./plan.ts"
import type { Step } from "./tools.ts"

const PERSON: Record<StepOf<"person">, Step> = {
  refuse: refuseWords,
  tell: tellChannels,
  answers: dropAnswers,
  names: collectNames,
  words: collectExcerpts,
  listen: collectMessages,
  silence: eraseMessages,
  quotes: eraseQuotes,
  memories: eraseMemories,
  notes: eraseNotes,
  windows: eraseVerdicts,
  digests: eraseDigests,
  drafts: eraseDrafts,
  traces: eraseTraces,
  vectors: awaitVectors,
  check_channels: checkMessages,
  check_memories: checkMemories,
  check_notes: checkNotes,
  check_windows: checkWindows,
  check_drafts: checkDrafts,
}

const CHANNEL: Record<StepOf<"channel">, Step> = {
  wipe: wipeThreads,
  statements: eraseStatements,
  remains: eraseRemains,
  vectors: awaitVectors,
  check: checkChannel,
}

const GUILD: Record<StepOf<"guild">, Step> = {
  tell: tellChannels,
  wipe: wipeChannels,
  answers: wipeAnswers,
  rows: eraseRows,
  vectors: awaitVectors,
  index: wipeIndex,
  check: checkGuild,
  guild: closeGuild,
}

const STEPS: Record<Kind, Record<string, Step>> = { person: PERSON, channel: CHANNEL, guild: GUILD }

/** A step of an older version of the plan is begun at the first one again. */
export function stepOf(kind: Kind, name: string): Step | null {
  return STEPS[kind][name] ?? null
}
