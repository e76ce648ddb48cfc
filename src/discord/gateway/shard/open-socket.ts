/** Opens gateway sockets, and says why none opens. */
import { describeError } from "../../../domain/errors.ts"

/** Shorter than the time that the session leaves for HELLO, so that the reason is known. */
const OPEN_MS = 15_000

/** Opens a WebSocket the way Workers do: with an upgrade request. Throws an error that says why there is none. */
export async function openSocket(url: string): Promise<WebSocket> {
  const address = new URL(url)
  address.protocol = address.protocol.replace(/^ws/, "http")
  const response = await requestUpgrade(address)
  const socket = response.webSocket
  if (socket) {
    socket.binaryType = "arraybuffer"
    return socket
  }
  await response.body?.cancel()
  throw new Error(`the gateway answered ${response.status} and opened no socket${hint(response.status)}`)
}

async function requestUpgrade(address: URL): Promise<Response> {
  const headers = { Upgrade: "websocket", "user-agent": "DiscordBot (keepsake, 1)" }
  // Not a signal that fires by itself: it would close the open socket.
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), OPEN_MS)
  try {
    // The token goes through the socket, so it opens only where the address says.
    return await fetch(address, { headers, redirect: "manual", signal: abort.signal })
  } catch (error) {
    if (abort.signal.aborted) throw new Error(`the gateway did not answer within ${OPEN_MS / 1_000} seconds`)
    throw new Error("the gateway cannot be reached", { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function hint(status: number): string {
  if (status === 401 || status === 403) return ": something before Discord's gateway refuses the connection"
  return status === 429 ? ": too many connections were opened" : ""
}

/** Returns the reason of a failed connection for the operator. */
export function failureReason(error: unknown): string {
  return describeError(error).replace(/^Error: /, "")
}
