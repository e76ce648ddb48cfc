/** How a shard fares, in the words of its status. Pure. */
import type { ShardStatus } from "../../../runtime/gateway-status.ts"
import { closingOf } from "../session/close-codes.ts"
import type { Session } from "../session/session-state.ts"
import type { Held, Mark } from "./shard-rows.ts"

interface Standing {
  session: Session
  mark: Readonly<Mark>
  held: Held | null
  shard: number
  guilds: number
  waiting: number
  stoppedBy: number | null
}

export function statusOf({ session, mark, held, stoppedBy, ...rest }: Standing): ShardStatus {
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
    lastClose: lastClose && { ...lastClose, meaning: closingOf(lastClose.code).meaning },
    stoppedBy,
    toDo: stoppedBy === null ? null : closingOf(stoppedBy).toDo,
  }
}
