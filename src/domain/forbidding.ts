/** Causes for which a caller is turned away, in words that tell what to do: of what its own token says, never of what it asked for. */

export type Forbidding =
  | "guild"
  | "write_scope"
  | "admin_scope"
  | "binding"
  | "reader"
  | "subject"
  | "unreadable"
  | "own_key"
  | "operator"

export const FORBIDDEN: Record<Forbidding | "other", string> = {
  guild: "This API key belongs to another guild. Use a key of this one.",
  write_scope: "This API key has the scope `read`, and this needs `write` or `admin`.",
  admin_scope: "This needs an API key with the scope `admin`, or the deployment's admin token.",
  binding:
    "This API key is bound to a channel or a person, and this request reaches beyond that. Use one that is not.",
  reader:
    "This API key reads for the channel or person that it is bound to, and the request names another reader.",
  subject: "This API key is bound to a person and changes only what is about that person.",
  unreadable:
    "The person cannot read this channel, so nothing is said there in their name. Name a channel that they read.",
  own_key:
    "This needs an API key that is bound to this person (`viewer_id`). No other key and not even the admin token speaks for them.",
  operator: "Only this deployment's admin token may do this.",
  other: "This API key does not allow this request. Check its guild, scope and binding.",
}
