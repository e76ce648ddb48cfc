/** Claims that rest on events alone are about what the events are about, whatever a model made of them. Pure. */
import { setByEvent } from "../domain/event-mark.ts"
import type { Claim, Extraction, Subject, Window } from "../domain/types.ts"

/** The subject that all lines of a claim share, if all are events; else `null`. */
export function subjectOfEvents({ lines }: Pick<Claim, "lines">, { messages }: Window): Subject | null {
  const events = lines.map((line) => messages[line - 1]?.event)
  const [first] = events
  if (first === undefined) return null
  const isShared = events.every((one) => one?.scope === first.scope && one.scopeId === first.scopeId)
  return isShared ? { scope: first.scope, id: first.scopeId } : null
}

/** Moves claims to the subject of their events, and gives them the first event's time and importance. */
export function withEventSubjects<T extends Extraction>(extraction: T, window: Window): T {
  if (!window.messages.some(({ event }) => event)) return extraction
  const claims = extraction.claims.map((claim) => {
    const subject = subjectOfEvents(claim, window)
    const event = window.messages[(claim.lines[0] ?? 0) - 1]?.event
    return subject === null || event === undefined
      ? claim
      : { ...claim, subject, reportedBy: null, ...setByEvent(event) }
  })
  return { ...extraction, claims }
}

/** Projects and what is global, as far as events of the window are about them. */
export function subjectsOfEvents({ messages }: Window): Subject[] {
  const told = messages.flatMap(({ event }) =>
    event?.scope === "project" || event?.scope === "global"
      ? [{ scope: event.scope, id: event.scopeId }]
      : [],
  )
  return [...new Map(told.map((subject) => [`${subject.scope} ${subject.id}`, subject])).values()]
}
