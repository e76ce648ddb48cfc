/** How a shard fares, in the words of its status. Pure. */
import type { ShardStatus } from "../../../runtime/gateway-status.ts"
import { closeRule } from "../session/close-codes.ts"
import type { Session } from "../session/session-state.ts"
import type { EventProgress, ResumableSession } from "./shard-rows.ts"

interface Standing {
  session: Session
  mark: Readonly<EventProgress>
  held: ResumableSession | null
  shard: number
  guilds: number
  waiting: number
  stoppedBy: number | null
}

export function shardStatus({ session, mark, held, stoppedBy, ...rest }: Standing): ShardStatus {
  const { phase, seq, heartbeat } = session
  const { lastClose, seq: handledSeq, heardAt: lastHeardAt, ...counts } = mark
  return {
    ...rest,
    ...counts,
    phase: phase.kind,
    sessionSince: held?.begunAt ?? null,
    seq,
    handledSeq,
    lastHeardAt,
    heartbeatAt: heartbeat?.sentAt ?? null,
    latencyMs: heartbeat?.latencyMs ?? null,
    lastClose: lastClose && { ...lastClose, meaning: closeRule(lastClose.code).meaning },
    stoppedBy,
    toDo: stoppedBy === null ? null : closeRule(stoppedBy).toDo,
  }
}
