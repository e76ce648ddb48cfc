/**
 * Notices after an action. A redirect carries a name of this closed list, never text, so that a forged link shows no
 * foreign words.
 */
import type { Context } from "hono"
import { z } from "zod"

const NOTICES = {
  forgotten: {
    tone: "good",
    text: "Forgotten. The messages themselves stay searchable until they expire. Deleting a message in Discord removes it. You can undo this for ten minutes.",
  },
  corrected: { tone: "good", text: "Corrected. You can undo this for ten minutes." },
  restored: { tone: "good", text: "Restored as it was." },
  unchanged: { tone: "accent", text: "Nothing was changed." },
  known_already: { tone: "warn", text: "Another memory says exactly that. Nothing was changed." },
  saved: { tone: "good", text: "Saved." },
  saved_trial_ended: {
    tone: "good",
    text: "Saved. The trial that ran has ended, because its candidate was compared with the policy that you changed.",
  },
  paused: { tone: "good", text: "Saving is paused. Nothing new is saved until you resume it." },
  resumed: { tone: "good", text: "Saving goes on." },
  opted_out: {
    tone: "good",
    text: "You opted out. Your messages are not read from now on, and what is known of you is shown only to you and the operator of the bot. It stays stored until you erase it.",
  },
  opted_in: { tone: "good", text: "You opted in. Your messages are read and remembered again." },
  still_out: {
    tone: "warn",
    text: "Saved for this server. You have also opted out of every server, and that still applies.",
  },
  still_out_here: {
    tone: "warn",
    text: "Saved: you no longer opt out of every server. In this server you are still not remembered. To opt in here, choose “In this server”.",
  },
  done_for_good: {
    tone: "warn",
    text: "Done. The change was too large to store what was there before, so it cannot be undone.",
  },
  session_ended: { tone: "good", text: "The session was ended." },
  not_sent: {
    tone: "warn",
    text: "Your session had ended, so nothing was changed. Sign in, and send the form again.",
  },
  signed_out: { tone: "good", text: "You are signed out." },
  approved: { tone: "good", text: "Approved." },
  approved_both: { tone: "good", text: "Approved both." },
  rejected: { tone: "good", text: "Rejected." },
  edited: { tone: "good", text: "Edited and approved." },
  changed_meanwhile: { tone: "warn", text: "That item changed or was decided in the meantime." },
  selection_changed: {
    tone: "warn",
    text: "Some of these memories changed after you opened the preview. Nothing was changed now. Select them again.",
  },
  approvals_conflict: {
    tone: "warn",
    text: "Two of these facts contradict each other, so nothing was approved. Decide on them one by one, on the Review page.",
  },
  policy_changed: {
    tone: "warn",
    text: "The policy was changed after you opened this page, by somebody else or in another tab. Nothing was changed now. Check the values and send them again.",
  },
  created: { tone: "good", text: "Created." },
  revoked: { tone: "good", text: "Revoked." },
  started: { tone: "good", text: "Started." },
  stopped: { tone: "good", text: "Stopped." },
  import_paused: { tone: "good", text: "Paused. What was read stays; resume it to go on." },
  import_resumed: { tone: "good", text: "Resumed. Reading goes on where it was paused." },
  canceled: { tone: "good", text: "Canceled. Nothing was read." },
  removed: { tone: "good", text: "Removed." },
  memory_kept: {
    tone: "good",
    text: "The erasure was canceled. This server's memory is kept, and Keepsake records and answers again.",
  },
  key_made_before: {
    tone: "warn",
    text: "That key was created before, and its token cannot be shown again. If you did not copy it, revoke the key and create another.",
  },
} as const satisfies Record<string, { tone: "accent" | "good" | "warn" | "bad"; text: string }>
export type NoticeName = keyof typeof NOTICES

/** Notices of an action that concerned several memories. */
const COUNTED: Partial<Record<NoticeName, (memories: string) => string>> = {
  forgotten: (memories) =>
    `Forgotten. ${memories} are gone; the messages themselves stay searchable until they expire. You can undo this for ten minutes.`,
  saved: (memories) => `Saved. ${memories} were changed. You can undo this for ten minutes.`,
  approved: (memories) => `Approved. ${memories} count from now on.`,
  rejected: (memories) => `Rejected. ${memories} no longer wait.`,
  restored: (memories) => `Restored. ${memories} are as they were.`,
}
/** The parts of an address that only carry a notice. */
export const NOTICE_PARTS = ["done", "undo", "count", "expired"] as const
const ExpiredPart = z.coerce.number().int().min(1).max(999).nullable().catch(null)
const CountPart = z.coerce.number().int().min(2).max(999).nullable().catch(null)

/** The id of an action that can be undone: `w_` and the form's `act`. */
const UndoId = z.templateLiteral(["w_", z.uuid()])

export function undoIdOf(act: string): string {
  return `w_${act}`
}

export function isUndoId(text: string): boolean {
  return UndoId.safeParse(text).success
}

export interface ShownNotice {
  tone: "accent" | "good" | "warn" | "bad"
  text: string
  /** Undoes the action; null if it cannot be undone. */
  undoId: string | null
  /** True if its text says that the action can be undone. */
  offersUndo: boolean
}

/** Says when messages expire, instead of only that they do. `days`: how long the server keeps them. */
function withMessageDays(text: string, days: number | null): string {
  const rule =
    days === 0
      ? "until they are read"
      : `until they expire, ${days === 1 ? "1 day" : `${days} days`} after Keepsake received them`
  return days === null ? text : text.replace("until they expire", rule)
}

/** Returns the notice that the page's address names, or `null`. `messageDays`: how long the server keeps messages. */
export function noticeOf(c: Context, messageDays: number | null): ShownNotice | null {
  const name = c.req.query("done") ?? ""
  if (!Object.hasOwn(NOTICES, name)) return null
  const undo = c.req.query("undo") ?? ""
  const count = CountPart.parse(c.req.query("count") ?? null)
  const counted = count === null ? undefined : COUNTED[name as NoticeName]?.(`${count} memories`)
  const { tone, text: uncounted } = NOTICES[name as NoticeName]
  const expired = name === "saved" ? ExpiredPart.parse(c.req.query("expired") ?? null) : null
  const end = expired === null ? "" : ` ${count === null ? "It" : `${expired} of them`} expired at once.`
  const text = withMessageDays(counted ?? uncounted, messageDays) + end
  const undoId = isUndoId(undo) ? undo : null
  return { tone, text, undoId, offersUndo: undoId !== null || text.includes("You can undo this") }
}

/**
 * Answers a form: sends the browser to a page, which shows the notice. `path` may have a query. `count`: the memories
 * that were changed, if several could be. `expired`: how many of them expired by it.
 */
export function redirectTo(
  c: Context,
  path: string,
  {
    done,
    undoId = null,
    count = 1,
    expired = 0,
  }: { done?: NoticeName; undoId?: string | null; count?: number; expired?: number } = {},
): Response {
  const [pathname = path, search = ""] = path.split("?")
  const query = new URLSearchParams(search)
  for (const name of NOTICE_PARTS) query.delete(name)
  if (done !== undefined) query.set("done", done)
  if (undoId !== null) query.set("undo", undoId)
  if (count > 1) query.set("count", String(count))
  if (expired > 0) query.set("expired", String(expired))
  const text = query.toString()
  return c.redirect(text === "" ? pathname : `${pathname}?${text}`, 303)
}

const BACK = z
  .string()
  .max(500)
  .regex(/^\/app\/[\w./?=&%:~+-]*$/)

/** The field `back` of a form: the page to return to. Anything but a page of this site is `fallback`. */
export function backTo(fallback: string) {
  return BACK.catch(fallback).default(fallback)
}

/** Returns the path of the present page with its filters, for the field `back`. */
export function ownPath(c: Context): string {
  const { pathname, searchParams } = new URL(c.req.url)
  for (const name of NOTICE_PARTS) searchParams.delete(name)
  const text = searchParams.toString()
  return text === "" ? pathname : `${pathname}?${text}`
}
