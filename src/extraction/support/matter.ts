/** One claim beside the sentences it cites: what every part of the support check looks at. Pure. */
import { stems } from "../../text/stems.ts"
import { type ChatSentence, type SupportClaim, type SupportScene, sentencesOf } from "./sentences.ts"

export type SupportFault =
  | "only_questions"
  | "own_words"
  | "others_words"
  | "denied"
  | "not_said"
  | "not_meant"
  | "imagined"
  | "order"
  | "insult"
  | "own_rule"
  | "moved_since"

export interface Matter {
  claim: SupportClaim
  scene: SupportScene
  sentences: ChatSentence[]
  /** Sentences that share a word with the fact, or all if none does. */
  matching: ChatSentence[]
  /** Content words of the fact, without names. */
  telling: ReadonlySet<string>
  shares: boolean
}

export function matterOf(claim: SupportClaim, scene: SupportScene): Matter {
  const cited = claim.lines.flatMap((line) => scene.window.messages[line - 1] ?? [])
  const sentences = sentencesOf(cited)
  const ofNames = new Set(scene.people.flatMap(({ name }) => stems(name)))
  const telling = new Set(stems(claim.fact).filter((stem) => !ofNames.has(stem)))
  const sharing = sentences.filter((sentence) => [...sentence.stems].some((stem) => telling.has(stem)))
  return {
    claim,
    scene,
    sentences,
    telling,
    shares: sharing.length > 0,
    matching: sharing.length > 0 ? sharing : sentences,
  }
}
