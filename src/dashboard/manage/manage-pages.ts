/** The pages on what is learned and how well: overview, review, recall lab. Only managers open them. */
import { Hono } from "hono"
import { type GuildApp, managersOnly } from "../session/visit.ts"
import { labPages } from "./lab/lab-page.tsx"
import { overviewPages } from "./overview/overview-page.tsx"
import { reviewPages } from "./review/review-page.tsx"

export const managePages = new Hono<GuildApp>()
managePages.use(managersOnly)
managePages.route("/", overviewPages)
managePages.route("/", reviewPages)
managePages.route("/", labPages)
