/** Links that two accounts of one person confirm. Only a key bound to an account speaks for it. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import type { Id } from "../../domain/types.ts"
import {
  confirmLink,
  enterCode,
  issueCode,
  joinLink,
  pendingLink,
  withdrawCode,
} from "../../identity/codes.ts"
import { linksOf } from "../../identity/links.ts"
import { unlinkAccount } from "../../runtime/own-accounts.ts"
import { ownPersonOf } from "../binding.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, json, MemberParam, SnowflakeParam } from "../schemas.ts"

const LINKS = "/v1/guilds/{g}/members/{u}/links"

const WhoSchema = z.object({ id: z.string(), name: z.string().nullable() })
const LinksSchema = z.object({
  links: z.array(
    z.object({
      account: WhoSchema,
      kind: z.enum(["attribution", "confirmed"]),
      is_person: z.boolean().openapi({
        description: "True if a manager attributes this account to that one, false if that one to this.",
      }),
      since: z.string(),
    }),
  ),
  waiting: z
    .object({ account: WhoSchema, expires_at: z.string() })
    .nullable()
    .openapi({ description: "The account that entered this one's code and confirmed. Confirm it with PUT." }),
})

const list = guarded({
  id: "listLinks",
  scope: "read",
  binding: "person",
  method: "get",
  path: LINKS,
  summary: "List an account's links, and who waits for its confirmation",
  request: { params: MemberParam },
  responses: { 200: json(LinksSchema, "The links.") },
})

const issue = guarded({
  id: "createLinkCode",
  scope: "write",
  binding: "person",
  method: "post",
  path: LINKS,
  summary: "Make a one-time code with which another account of the same person can ask to be linked",
  request: { params: MemberParam },
  responses: {
    201: json(z.object({ code: z.string(), expires_at: z.string() }), "The code."),
  },
})

const enter = guarded({
  id: "enterLinkCode",
  scope: "write",
  binding: "person",
  method: "post",
  path: `${LINKS}/code`,
  summary: "Enter another account's code: returns which account it is about, and links nothing",
  request: { params: MemberParam, body: body(z.strictObject({ code: plainText(40, 1) })) },
  responses: {
    200: json(
      z.object({ account: WhoSchema, expires_at: z.string() }),
      "The account. If it belongs to the same person, confirm it with PUT; then that account confirms this one.",
    ),
  },
})

const withdraw = guarded({
  id: "withdrawLinkCode",
  scope: "write",
  binding: "person",
  method: "delete",
  path: `${LINKS}/code`,
  summary: "Withdraw the account's code, and decline who entered it",
  request: { params: MemberParam },
  responses: { 204: { description: "The code no longer works." } },
})

const PairParam = MemberParam.extend({ account: SnowflakeParam })

const confirm = guarded({
  id: "confirmLink",
  scope: "write",
  binding: "person",
  method: "put",
  path: `${LINKS}/{account}`,
  summary: "Confirm that another account belongs to the same person",
  request: { params: PairParam },
  responses: {
    200: json(
      z.object({
        state: z.enum(["waiting", "linked"]).openapi({
          description: "`waiting`: the account that made the code has to confirm.",
        }),
      }),
      "Confirmed.",
    ),
  },
})

const end = guarded({
  id: "endLink",
  scope: "write",
  binding: "person",
  method: "delete",
  path: `${LINKS}/{account}`,
  summary: "End a link, or reject an attribution for good, as either of its accounts",
  request: { params: PairParam },
  responses: { 204: { description: "Ended. Everything stays with the account it came from." } },
})

export const linkRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(list, async (c) => {
    const { db, g, u } = await enterAsOwner(c, c.req.valid("param"))
    const [links, waiting] = await Promise.all([
      linksOf(db, g, u),
      pendingLink(db, g, { account: u, now: Date.now() }),
    ])
    return c.json(
      {
        links: links.map(({ account, name, kind, isPerson, since }) => ({
          account: { id: account, name },
          kind,
          is_person: isPerson,
          since: iso(since),
        })),
        waiting: waiting && presentEntered(waiting),
      },
      200,
    )
  })
  .openapi(issue, async (c) => {
    const { db, g, u } = await enterAsOwner(c, c.req.valid("param"))
    const { code, expiresAt } = await issueCode(db, g, { account: u, now: Date.now() })
    return c.json({ code, expires_at: iso(expiresAt) }, 201)
  })
  .openapi(enter, async (c) => {
    const { db, g, u } = await enterAsOwner(c, c.req.valid("param"))
    const { code } = c.req.valid("json")
    return c.json(presentEntered(await enterCode(db, g, { account: u, code, now: Date.now() })), 200)
  })
  .openapi(withdraw, async (c) => {
    const { db, g, u } = await enterAsOwner(c, c.req.valid("param"))
    await withdrawCode(db, g, u)
    return c.body(null, 204)
  })
  .openapi(confirm, async (c) => {
    const { db, g, u } = await enterAsOwner(c, c.req.valid("param"))
    const { account } = c.req.valid("param")
    const now = Date.now()
    const waiting = await pendingLink(db, g, { account: u, now })
    if (waiting?.account !== account) {
      const isLinked = (await linksOf(db, g, u)).some(
        (link) => link.kind === "confirmed" && link.account === account,
      )
      if (isLinked) return c.json({ state: "linked" as const }, 200)
      await joinLink(db, g, { issuer: account, other: u, now })
      return c.json({ state: "waiting" as const }, 200)
    }
    await confirmLink(db, g, { issuer: u, other: account, now })
    return c.json({ state: "linked" as const }, 200)
  })
  .openapi(end, async (c) => {
    const { g, u } = await enterAsOwner(c, c.req.valid("param"))
    await unlinkAccount(c.env, g, { account: u, other: c.req.valid("param").account }, auditAuthor(c))
    return c.body(null, 204)
  })

/** Enters the guild for the account itself. Refuses every other key, so that no scope links other people's accounts. */
async function enterAsOwner(c: Context<App>, { g, u }: { g: Id; u: Id }) {
  if (ownPersonOf(c.get("principal")) !== u) throw new Refused({ reason: "forbidden", because: "own_key" })
  const { db } = await enterRequestGuild(c, g)
  return { db, g, u }
}

function presentEntered(entered: { account: Id; name: string | null; expiresAt: number }) {
  const { account, name, expiresAt } = entered
  return { account: { id: account, name }, expires_at: iso(expiresAt) }
}
