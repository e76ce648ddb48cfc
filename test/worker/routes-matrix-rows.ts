/**
 * Who may call each route, written by hand and not derived from the code: the least scope, and what a key bound
 * to a channel or to a person may do. A route without a row fails `routes-matrix.test.ts`.
 */

/**
 * - `reads`: it reads for its own channel or person, and is refused if the request names another.
 * - `path`: it acts on its own channel or person, and is refused if the path names another.
 * - `closed`: it is refused.
 */
export type BoundMay = "reads" | "path" | "closed"

/** `operator`: no key may call it. `open`: it takes no token. */
type LeastScope = "open" | "read" | "write" | "admin" | "operator"

/** The least scope, then a key bound to a channel, then a key bound to a person. */
type Row = [scope: LeastScope, ofChannel: BoundMay, ofPerson: BoundMay]

const READS: Row = ["read", "reads", "reads"]
const IN_CHANNEL: Row = ["write", "path", "closed"]
const OF_PERSON: Row = ["write", "closed", "path"]
const ADMINS: Row = ["admin", "closed", "closed"]
const OPERATORS: Row = ["operator", "closed", "closed"]
const GUILD = "/v1/guilds/{g}"

const LINKS = `${GUILD}/members/{u}/links`

/** Routes that speak for an account. Only a key bound to it may call them: no scope, and not the operator. */
export const OWN_ACCOUNT = [
  `GET ${LINKS}`,
  `POST ${LINKS}`,
  `POST ${LINKS}/code`,
  `DELETE ${LINKS}/code`,
  `PUT ${LINKS}/{account}`,
  `DELETE ${LINKS}/{account}`,
]

export const ROWS: Record<string, Row> = {
  "GET /healthz": ["open", "closed", "closed"],
  [`POST ${GUILD}/channels/{c}/messages`]: IN_CHANNEL,
  [`PATCH ${GUILD}/channels/{c}/messages/{m}`]: IN_CHANNEL,
  [`DELETE ${GUILD}/channels/{c}/messages/{m}`]: IN_CHANNEL,
  [`POST ${GUILD}/channels/{c}/messages/bulk-delete`]: IN_CHANNEL,
  [`POST ${GUILD}/channels/{c}/flush`]: IN_CHANNEL,
  [`POST ${GUILD}/events`]: ["write", "closed", "closed"],
  [`GET ${GUILD}/events`]: READS,
  [`GET ${GUILD}/events/{id}`]: READS,
  [`DELETE ${GUILD}/events/{id}`]: ["write", "closed", "closed"],
  [`POST ${GUILD}/recall`]: READS,
  [`POST ${GUILD}/recall/{id}/feedback`]: READS,
  [`POST ${GUILD}/answers`]: READS,
  [`GET ${GUILD}/members/{u}/profile`]: READS,
  [`GET ${GUILD}/members/{u}/digests`]: READS,
  [`POST ${GUILD}/members/{u}/remember`]: ["write", "reads", "path"],
  [`POST ${GUILD}/members/{u}/forget`]: OF_PERSON,
  [`PUT ${GUILD}/members/{u}/consent`]: OF_PERSON,
  [`GET ${GUILD}/members/{u}/consent`]: ["read", "closed", "path"],
  [`POST ${GUILD}/members/{u}/erase`]: OF_PERSON,
  ...Object.fromEntries(OWN_ACCOUNT.map((name) => [name, OF_PERSON])),
  [`GET ${LINKS}`]: ["read", "closed", "path"],
  [`GET ${GUILD}/members/{u}/export`]: ["read", "closed", "path"],
  [`GET ${GUILD}/export`]: READS,
  [`GET ${GUILD}/memories`]: READS,
  [`GET ${GUILD}/memories/{id}`]: READS,
  // The sample memory is about the person the key is bound to.
  [`PATCH ${GUILD}/memories/{id}`]: ["write", "closed", "reads"],
  [`DELETE ${GUILD}/memories/{id}`]: ["write", "closed", "reads"],
  [`GET ${GUILD}/notes`]: READS,
  [`GET ${GUILD}/notes/{id}`]: READS,
  [`GET ${GUILD}/windows`]: READS,
  [`GET ${GUILD}/policy`]: ["read", "closed", "closed"],
  [`GET ${GUILD}/policy/presets`]: ["read", "closed", "closed"],
  [`GET ${GUILD}/policy/trials`]: ADMINS,
  [`POST ${GUILD}/policy/trials`]: ADMINS,
  [`GET ${GUILD}/policy/trials/{id}`]: ADMINS,
  [`POST ${GUILD}/policy/trials/{id}/rollout`]: ADMINS,
  [`POST ${GUILD}/policy/trials/{id}/stop`]: ADMINS,
  [`POST ${GUILD}/policy/trials/{id}/adopt`]: ADMINS,
  [`GET ${GUILD}/policy/versions`]: ADMINS,
  [`GET ${GUILD}/policy/versions/{version}`]: ADMINS,
  [`POST ${GUILD}/policy/versions/{version}/restore`]: ADMINS,
  [`GET ${GUILD}/settings`]: ["read", "closed", "closed"],
  [`GET ${GUILD}/erasures/{id}`]: ["write", "closed", "closed"],
  [`PUT ${GUILD}/policy`]: ADMINS,
  [`PATCH ${GUILD}/policy`]: ADMINS,
  [`PUT ${GUILD}/settings`]: ADMINS,
  [`POST ${GUILD}/keys`]: ADMINS,
  [`GET ${GUILD}/keys`]: ADMINS,
  [`DELETE ${GUILD}/keys/{k}`]: ADMINS,
  [`GET ${GUILD}/audit`]: ADMINS,
  [`GET ${GUILD}/labels`]: ADMINS,
  [`GET ${GUILD}/claims`]: ADMINS,
  [`POST ${GUILD}/policy/replay`]: ADMINS,
  [`POST ${GUILD}/policy/tune`]: ADMINS,
  [`GET ${GUILD}/policy/drift`]: ADMINS,
  [`GET ${GUILD}/review`]: ADMINS,
  [`POST ${GUILD}/review/{id}`]: ADMINS,
  [`PUT ${GUILD}/structure`]: ADMINS,
  [`GET ${GUILD}/structure`]: ADMINS,
  [`DELETE ${GUILD}/channels/{c}`]: ADMINS,
  [`DELETE ${GUILD}`]: ADMINS,
  [`POST ${GUILD}/restore`]: ADMINS,
  [`GET ${GUILD}/erasures`]: ADMINS,
  [`GET ${GUILD}/history`]: ADMINS,
  [`POST ${GUILD}/history`]: ADMINS,
  [`GET ${GUILD}/history/{id}`]: ADMINS,
  [`GET ${GUILD}/history/{id}/channels`]: ADMINS,
  [`POST ${GUILD}/history/{id}/start`]: ADMINS,
  [`POST ${GUILD}/history/{id}/pause`]: ADMINS,
  [`POST ${GUILD}/history/{id}/resume`]: ADMINS,
  [`POST ${GUILD}/history/{id}/stop`]: ADMINS,
  [`POST ${GUILD}/runs`]: ADMINS,
  [`GET ${GUILD}/runs`]: ADMINS,
  [`GET ${GUILD}/runs/{id}`]: ADMINS,
  [`POST ${GUILD}/import`]: ADMINS,
  [`GET ${GUILD}/import`]: ADMINS,
  [`GET ${GUILD}/import/{id}`]: ADMINS,
  [`PUT ${GUILD}/import/{id}/parts/{n}`]: ADMINS,
  [`DELETE ${GUILD}/import/{id}`]: ADMINS,
  [`GET ${GUILD}/identities`]: ADMINS,
  [`PUT ${GUILD}/identities/{account}`]: ADMINS,
  [`DELETE ${GUILD}/identities/{account}`]: ADMINS,
  [`GET ${GUILD}/usage`]: ADMINS,
  [`GET ${GUILD}/stats`]: ADMINS,
  "PUT /v1/people/{u}/consent": OPERATORS,
  "GET /v1/people/{u}/consent": OPERATORS,
  "GET /v1/health": OPERATORS,
  "GET /v1/backups": OPERATORS,
  "GET /v1/backups/{part}": OPERATORS,
  "PUT /v1/backups/{part}/restore": OPERATORS,
  "POST /v1/backups/{part}/pages": OPERATORS,
  "GET /v1/gateway": OPERATORS,
  "POST /v1/gateway/start": OPERATORS,
  "POST /v1/gateway/stop": OPERATORS,
}
