/** Creates API keys over HTTP as the operator does, and sends requests as their holders do. */
import { type Answer, call, ok, send } from "./http.ts"

export interface KeyBody {
  id: string
  name: string
  scope: string
  channel_id: string | null
  viewer_id: string | null
  state: string
  created_by: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}
export type NewKeyBody = KeyBody & { token: string }

/** Creates a key for the guild as the operator. */
export function newKey(guild: string, about: Record<string, unknown> = {}): Promise<NewKeyBody> {
  return ok<NewKeyBody>("POST", `/v1/guilds/${guild}/keys`, { name: "a bot", scope: "read", ...about })
}

/** Sends a request with a key's token. */
export function as<T = unknown>(
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  const headers = { authorization: `Bearer ${token}` }
  return send<T>(
    path,
    body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) },
  )
}

export async function revoke(guild: string, id: string): Promise<number> {
  return (await call("DELETE", `/v1/guilds/${guild}/keys/${id}`)).status
}
