/** The pages with which managers run Keepsake in their guild, and the rule that nobody else sees them. */
import { Hono } from "hono"
import { type GuildApp, managersOnly } from "../session/visit.ts"
import { auditPages } from "./audit.tsx"
import { channelPages } from "./channels.tsx"
import { serverErasure } from "./erase-server.tsx"
import { erasurePages } from "./erasures.tsx"
import { eventPages } from "./events.tsx"
import { exportPages } from "./export.tsx"
import { healthPages } from "./health.tsx"
import { historyPages } from "./history.tsx"
import { fileImportPages } from "./history-upload.tsx"
import { identityPages } from "./identities.tsx"
import { importPages } from "./import.tsx"
import { keyPages } from "./keys.tsx"
import { packagePages } from "./members-packages.tsx"
import { newKeyPages } from "./new-key.tsx"
import { nightPages } from "./nights.tsx"
import { projectPages } from "./projects.tsx"
import { spendPages } from "./spend.tsx"

export const operationsPages = new Hono<GuildApp>()
operationsPages.use(managersOnly)
for (const group of [
  channelPages,
  spendPages,
  nightPages,
  healthPages,
  eventPages,
  identityPages,
  projectPages,
  keyPages,
  newKeyPages,
  auditPages,
  exportPages,
  importPages,
  serverErasure,
  erasurePages,
  historyPages,
  fileImportPages,
  packagePages,
])
  operationsPages.route("/", group)
