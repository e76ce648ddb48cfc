/** One MCP request: who calls, what they may do, and how its failures are worded. */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"
import type { Context } from "hono"
import { describeError, explain, Refused } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import type { KeyScope } from "../../privacy/key-token.ts"
import type { Runtime } from "../../runtime/models.ts"
import { checkKeyRate } from "../../runtime/rates.ts"
import {
  type Binding,
  exceedsBinding,
  isBound,
  ownChannelOf,
  ownPersonOf,
  type ReaderFields,
} from "../binding.ts"
import { requestRuntime, requireAccess } from "../guarded.ts"
import { type App, authorize } from "../principal.ts"

/** How an action limits keys, like a route of the API. */
export interface McpRule {
  scope: KeyScope
  binding: Binding
}

export class McpCall {
  readonly c: Context<App>
  readonly guildId: Id
  /** The request itself was counted as one read. An old client may send several calls in one request. */
  #isCounted = true

  constructor(c: Context<App>, guildId: Id) {
    this.c = c
    this.guildId = guildId
  }

  get runtime(): Runtime {
    return requestRuntime(this.c)
  }

  /** The person whose key it is; `null` if the key is not bound to one. */
  get ownPerson(): Id | null {
    return ownPersonOf(this.c.get("principal"))
  }

  get isBound(): boolean {
    return isBound(this.c.get("principal"))
  }

  /** The channel that the key is bound to; `null` if to none. */
  get ownChannel(): Id | null {
    return ownChannelOf(this.c.get("principal"))
  }

  /** Returns true if the key may do this at all, for its own person if it has one. */
  isOffered({ scope, binding }: McpRule): boolean {
    const principal = this.c.get("principal")
    const path = { channelId: undefined, userId: this.ownPerson ?? undefined }
    return authorize(principal, scope, this.guildId) === null && !exceedsBinding(principal, binding, path)
  }

  /** Counts the action and throws `Refused` if the key may not do it. `userId`: whom it is about. */
  async allow(rule: McpRule, userId: Id | null): Promise<void> {
    const reads = rule.scope === "read"
    const isPaid = reads && this.#isCounted
    if (isPaid) this.#isCounted = false
    const refusal = isPaid ? null : await checkKeyRate(this.c.env, this.c.get("principal").keyId, { reads })
    if (refusal) throw new Refused(refusal)
    const path = { channelId: undefined, userId: userId ?? this.ownPerson ?? undefined }
    requireAccess(this.c, rule, { guildId: this.guildId, ...path })
  }

  /** Throws `Refused` if neither the key nor the call says who will read the answer. */
  requireReader({ channel_id, viewer_id }: ReaderFields): void {
    if (this.isBound || (channel_id ?? viewer_id ?? null) !== null) return
    const problem =
      "missing. This key names no reader, so each call must: channel_id (everyone who sees that channel) or viewer_id (one person)."
    throw new Refused({ reason: "invalid", issues: [{ field: "channel_id", problem }] })
  }

  /** Returns the person that a call is about: the one it names, else the key's, else the reader. */
  requirePerson(userId: Id | undefined, { viewer_id }: ReaderFields): Id {
    const found = userId ?? this.ownPerson ?? viewer_id ?? null
    if (found !== null) return found
    const problem = "missing. Say whom this is about: call recall with the name and use people[].id."
    throw new Refused({ reason: "invalid", issues: [{ field: "user_id", problem }] })
  }

  /** Returns the text of a failure for the model that called. Unexpected ones are logged and keep their cause to themselves. */
  failureText(error: unknown): string {
    if (error instanceof Refused) return explain(error.refusal)
    const id = crypto.randomUUID()
    console.error({ event: "mcp.failed", id, guild: this.guildId, error: describeError(error) })
    return `A service this depends on failed. Try again later. Error id: ${id}.`
  }

  /** Runs the reading of a resource or prompt. Its failures are protocol errors. */
  async answer<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      const code =
        error instanceof Refused ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
      throw new ProtocolError(code, this.failureText(error))
    }
  }
}
