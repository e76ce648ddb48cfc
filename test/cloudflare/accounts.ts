/** The account: who the token belongs to, its accounts, its plan and its name below workers.dev. */
import type { Account } from "cloudflare/resources/accounts/accounts.js"
import type { Membership } from "cloudflare/resources/memberships/memberships.js"
import type { SubdomainGetResponse } from "cloudflare/resources/workers/subdomains.js"
import { type ApiRoute, Refusal } from "./replies.ts"
import type { CloudflareState } from "./state.ts"

export function accountRoutes(state: CloudflareState): ApiRoute[] {
  return [
    {
      method: "GET",
      path: "/accounts",
      answer: () => state.accounts.map(({ id, name }): Account => ({ id, name, type: "standard" })),
    },
    {
      method: "GET",
      path: "/memberships",
      answer: () =>
        state.accounts.map(
          ({ id, name }): Membership => ({ id: `m${id}`, account: { id, name, type: "standard" } }),
        ),
    },
    { method: "GET", path: "/user", answer: () => ({ id: "u1", email: "ada@example.com" }) },
    { method: "GET", path: "/user/tokens/verify", answer: () => ({ id: "t1", status: "active" }) },
    {
      method: "GET",
      path: "/accounts/:account/workers/subdomain",
      answer: (): SubdomainGetResponse => {
        if (state.subdomain === null) throw new Refusal(404, 10007, "workers.api.error.subdomain_not_found")
        return { subdomain: state.subdomain }
      },
    },
  ]
}
