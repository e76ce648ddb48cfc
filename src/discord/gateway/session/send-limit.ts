/** How much may be sent on one connection: 120 payloads in 60 seconds, some of which are left for heartbeats. Pure. */
import type { Time } from "../../../domain/types.ts"

const WINDOW_MS = 60_000
const MOST = 120
/** Kept free: heartbeats come on time however much else is sent, also those the gateway asks for. */
const FOR_HEARTBEATS = 10

/** When each payload of the last minute was sent, oldest first. */
export type Sent = readonly Time[]

/** With one more sent now; what has left the window is left out. */
export function withSent(sent: Sent, now: Time): Sent {
  return [...sent.filter((at) => at > now - WINDOW_MS), now]
}

/** When one more may be sent: now, or when enough of the last have left the window. */
export function maySendAt(sent: Sent, kind: "heartbeat" | "other", now: Time): Time {
  const most = kind === "heartbeat" ? MOST : MOST - FOR_HEARTBEATS
  const recent = sent.filter((at) => at > now - WINDOW_MS)
  const oldest = recent[recent.length - most]
  return oldest === undefined ? now : oldest + WINDOW_MS
}
