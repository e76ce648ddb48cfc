/** The pages on what is learned and how well: overview, review, recall lab, policy. Only managers open them. */
import { Hono } from "hono"
import { type GuildApp, managersOnly } from "../session/visit.ts"
import { labPages } from "./lab/lab-page.tsx"
import { overviewPages } from "./overview/overview-page.tsx"
import { driftPages } from "./policy/drift-page.tsx"
import { policyPages } from "./policy/policy-page.tsx"
import { trialPages } from "./policy/trial-pages.tsx"
import { versionPages } from "./policy/version-pages.tsx"
import { reviewPages } from "./review/review-page.tsx"

export const managePages = new Hono<GuildApp>()
managePages.use(managersOnly)
managePages.route("/", overviewPages)
managePages.route("/", reviewPages)
managePages.route("/", labPages)
managePages.route("/", policyPages)
managePages.route("/", versionPages)
managePages.route("/", trialPages)
managePages.route("/", driftPages)
