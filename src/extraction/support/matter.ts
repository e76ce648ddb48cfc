/** One claim beside the sentences it cites: what every part of the support check looks at. Pure. */
import type { Person } from "../../domain/types.ts"
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
  | "was_so"
  | "not_confirmed"

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
  const sentences = withQuestion(sentencesOf(cited), scene)
  const ofNames = stemsOfNames(scene.people)
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

function stemsOfNames(people: readonly Person[]): ReadonlySet<string> {
  const known = nameStems.get(people) ?? new Set(people.flatMap(({ name }) => stems(name)))
  nameStems.set(people, known)
  return known
}

const nameStems = new WeakMap<readonly Person[], ReadonlySet<string>>()

/** A bare "no" or "yes" is nothing without its question: the line it answers, or the one before. */
function withQuestion(sentences: ChatSentence[], { window: { messages } }: SupportScene): ChatSentence[] {
  const [first] = sentences
  const isBare = sentences.every(({ answer, stems: own }) => answer !== null && own.size <= 3)
  if (!first || !isBare) return sentences
  const { message } = first
  const before = messages[messages.findIndex(({ id }) => id === message.id) - 1]
  const asked = messages.find(({ id }) => id === message.replyTo) ?? before
  if (!asked || asked.author.id === message.author.id) return sentences
  const question = sentencesOf([asked]).filter(({ isQuestion }) => isQuestion)
  return [...question, ...sentences]
}
