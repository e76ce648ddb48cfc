/** Words on a server whose memory is scheduled to be erased: a banner on its pages, and the page of an act that cannot be done. */
import type { Child } from "hono/jsx"
import type { Visit } from "../session/visit.ts"
import { Notice, When } from "./parts.tsx"

type Visitor = Pick<Visit, "base" | "entered" | "isManager" | "isAdministrator" | "now" | "timezone">

/** Shown above every page of such a server. */
export function LeavingBanner({ visit }: { visit: Visitor }) {
  const { leavingAt } = visit.entered.guild
  if (leavingAt === null) return null
  return (
    <Notice tone="warn">
      <span>
        <LeavingText visit={visit} leavingAt={leavingAt} />
      </span>
      <KeepLink visit={visit} leavingAt={leavingAt} />
    </Notice>
  )
}

/** "This server's memory will be erased on …". */
export function LeavingText({ visit, leavingAt }: { visit: Visitor; leavingAt: number }): Child {
  if (leavingAt <= visit.now)
    return "The erasure of this server's memory has begun and can no longer be canceled."
  return (
    <>
      This server's memory will be erased on <When at={leavingAt} clock={visit} exact />. Until then nothing
      is recorded, read or answered, and these pages show what is stored.
      {visit.isAdministrator ? "" : " Administrators of the server can still keep it."}
    </>
  )
}

/** Leads to where the erasure can be canceled, or for other managers seen. Members get no link. */
export function KeepLink({ visit, leavingAt }: { visit: Visitor; leavingAt: number }) {
  const { base, isManager, isAdministrator, now } = visit
  if (!isManager || leavingAt <= now) return null
  return isAdministrator ? (
    <a class="button" href={`${base}/run/erasures/server`}>
      Keep this server's memory
    </a>
  ) : (
    <a class="button" href={`${base}/run/erasures`}>
      Erasures
    </a>
  )
}
