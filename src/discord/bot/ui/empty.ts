/** What is said where there is nothing to show: what that means, and what to do next. Pure. */
import type { Id } from "../../../domain/types.ts"
import { shown } from "./text.ts"
import { named } from "./words.ts"

export function nothingKnownOf(userId: Id, asker: Id): string {
  if (userId !== asker)
    return `I know nothing about ${named(userId)} that you may read. Tell me something with \`/remember\`, or ask what was said with \`/recall\`.`
  return "I know nothing about you yet. Tell me something with `/remember`, right-click a message of yours and choose **Remember this**, or just talk: I learn from the channels I can read. What I may do with that, `/privacy see` tells and changes."
}

export function nothingFound(words: string): string {
  return `I don't remember anything about “${shown(words, 100)}”. Try other words, leave the topic or the person out, or look through \`/profile\`.`
}

export function nothingTalked(days: number): string {
  const more = days < 7 ? "Look further back with `/recap`, `days: 7`, or look" : "Look"
  return `I noted no talk that you may read, ${days === 1 ? "yesterday or today" : `these ${days} days`}. A talk is noted a few minutes after it has ended, and at night a day's talks are gathered into topics. ${more} for something in particular with \`/recall\`.`
}

export function nothingToForget(words: string): string {
  return `Nothing I know about you fits “${shown(words, 70)}”, so nothing was forgotten. Type two letters in \`/forget\` to pick from what I know, or look through \`/profile\`.`
}

export const NOTHING_FORGOTTEN = "Nothing was forgotten."

export const ONLY_PEOPLE = "I keep nothing about bots, only about people."

export const NOT_A_MEMBER = "They are no member of this server, and I keep nothing about people elsewhere."

export const NO_WORDS = "There are no words in that, so there is nothing to remember."

export const KNOWN_ALREADY = "I know exactly that already, as another memory: nothing was changed."

export const SAY_IT_OF_THEM =
  "Say it of them, by name: “Ada lives in Oslo” rather than “I live in Oslo”. As it stands, I would remember about them what you say of yourself."
