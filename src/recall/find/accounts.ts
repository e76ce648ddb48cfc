/** Searches for people under all their accounts, and files what is found under the person. Pure. */
import type { Viewer } from "../../domain/types.ts"
import { type Attributions, attributor, withAccounts } from "../../identity/attributions.ts"
import type { Candidates } from "./candidates.ts"
import type { Question } from "./question.ts"

/** Returns the question with the accounts of its people and speakers. */
export function withAllAccounts(question: Question, viewer: Viewer, attributions: Attributions): Question {
  const { people, speakers } = question
  return {
    ...question,
    people: withAccounts(people, viewer, attributions),
    speakers: withAccounts(speakers, viewer, attributions),
  }
}

/** Returns the candidates with facts about attributed accounts as facts about their people. */
export function attributeCandidates(found: Candidates, attributions: Attributions): Candidates {
  if (attributions.size === 0) return found
  const file = attributor(attributions)
  const { matching, exact, about, latest, further, noted, nearest } = found
  const memories = nearest.memories.map((near) => ({ ...near, found: file(near.found) }))
  return {
    ...found,
    matching: matching.map(file),
    exact: exact.map(file),
    about: about.map(file),
    latest: latest.map(file),
    further: further.map(file),
    noted: noted.map(file),
    nearest: { ...nearest, memories },
  }
}
