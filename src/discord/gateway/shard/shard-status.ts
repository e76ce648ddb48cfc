/** Builds the status of a shard. Pure. */
import type { ShardStatus } from "../../../runtime/gateway-status.ts"
import { closeRule } from "../session/close-codes.ts"
import type { Session } from "../session/session-state.ts"
import type { EventProgress, ResumableSession } from "./shard-rows.ts"

interface ShardFacts {
  session: Session
  progress: Readonly<EventProgress>
  resumable: ResumableSession | null
  shard: number
  guilds: number
  waiting: number
  stoppedBy: number | null
}

export function shardStatus({ session, progress, resumable, stoppedBy, ...rest }: ShardFacts): ShardStatus {
  const { phase, seq, heartbeat } = session
  const { lastClose, seq: handledSeq, heardAt: lastHeardAt, ...counts } = progress
  return {
    ...rest,
    ...counts,
    phase: phase.kind,
    sessionSince: resumable?.begunAt ?? null,
    seq,
    handledSeq,
    lastHeardAt,
    heartbeatAt: heartbeat?.sentAt ?? null,
    latencyMs: heartbeat?.latencyMs ?? null,
    lastClose: lastClose && {
      code: lastClose.code,
      meaning: lastClose.why ?? closeRule(lastClose.code).meaning,
      at: lastClose.at,
    },
    stoppedBy,
    toDo: stoppedBy === null ? null : closeRule(stoppedBy).toDo,
  }
}
