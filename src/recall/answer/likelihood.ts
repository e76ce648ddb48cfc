/**
 * How likely a statement answers a question, 0 to 1, from its features: a logistic regression, and a rule for statements
 * of another person, time or kind. `npm run eval -- answer-weights` fits the weights. Pure.
 */
import { chanceOf, logOdds } from "../relevance/log-odds.ts"

/** The features of a statement, each 0 to 1, with their weights in log-odds. */
const WEIGHTS = {
  /** Always 1. */
  one: -1.94,
  /** Its item's score in the ranking, as a share of the best one's. */
  place: 1.85,
  /** The share of the question's words, by rarity among the finds, that only the lines around hold. */
  context: -0.98,
  /** The share that neither the statement nor the lines around it hold. */
  missed: -2.31,
  /** 1 if a question was asked right before it that holds some of the words. */
  replies: 0.3,
  /** The question asks for a kind of answer (a time, a person, a place, money, a name) that it holds or lacks. */
  typed: 0.18,
  typeMissed: -1.35,
  whoMissed: -0.41,
  whereMissed: -1.05,
  moneyMissed: -2.01,
  nameMissed: -0.56,
  /** It asks for what a text tells plainly or not at all, such as a favorite. No question of the fit asks so. */
  plainMissed: 0,
  /**
   * The statement holds none of the question's words, nor do the lines around it. They are not enough if it asks for a yes or
   * a no, or for no kind of answer that a text shows.
   */
  matterMissed: 0,
  /** It asks "which lens" or "what breed", and neither the statement nor the lines around it hold that noun. */
  thingMissed: 0,
  /** It holds the question's words only where it asks something itself. */
  asksSame: 0,
  /** It asks how a named person lives or works, and the statement tells neither of its speaker nor of them by name. */
  lifeMissed: 0,
  /** The question asks for a yes or a no. */
  yesNo: 0.5,
  /** The question names a time: it names none, or another. */
  timeSilent: -1.22,
  timeOther: -1.36,
  /** The share of the question's numbers and capitalized names that it lacks. */
  exactMissed: -0.21,
  /** A person is named: it is by or about them, it names them, or neither; a fact about somebody else. */
  named: -0.38,
  byPerson: 0.7,
  namesPerson: -0.24,
  personMissed: -0.85,
  ofAnother: -0.73,
  /** The asker asks about themselves, and it is by or about them. */
  self: 0.27,
  bySelf: 1.11,
  /**
   * 1 if it comes from a channel in which nothing by or about the asker was found. The fit gives -3.3, because no two of
   * its conversations have people in common. In a server, announcements stand where the asker never talks, so this only
   * breaks ties. It costs the choice nothing.
   */
  elsewhere: -0.5,
  /** It asks something itself. */
  question: -0.71,
  note: 0.54,
  memory: 0.91,
}
type AnswerFeature = keyof typeof WEIGHTS
export type AnswerFeatures = Record<AnswerFeature, number>

/**
 * A statement of another person or time, or without the kind of answer asked for, answers another question. Few of the
 * questions that the weights were fitted on ask so, so a rule says it.
 */
const CONTRADICTIONS = [
  "personMissed",
  "ofAnother",
  "timeOther",
  "typeMissed",
  "moneyMissed",
  "nameMissed",
  "plainMissed",
  "matterMissed",
  "asksSame",
  "thingMissed",
  "lifeMissed",
  "exactMissed",
] as const
const CONTRADICTED = 0.1

/** Returns the probability that a statement with these features answers. */
export function answersWith(features: AnswerFeatures, weights: AnswerFeatures = WEIGHTS): number {
  return (contradicts(features) ? CONTRADICTED : 1) * chanceOf(logOdds(features, weights))
}

/** Returns true if a statement tells of another person, time or kind than the question asks for. */
export function contradicts(features: AnswerFeatures): boolean {
  return CONTRADICTIONS.some((name) => features[name] === 1)
}
