/**
 * Asks the bot on Discord as one reader of a random guild: publicly in a channel, or privately as one person.
 */
import { asks, says } from "./answering-world.ts"
import type { Asker } from "./leaks-asking.ts"
import type { Dice } from "./leaks-dice.ts"
import { fakeModels } from "./recall-asker.ts"

/**
 * Asks `questions` questions, each once without and once with a model, and scans both the answers and the
 * prompts.
 */
export async function askBot(asker: Asker, dice: Dice, questions: number): Promise<void> {
  for (let n = 0; n < questions; n += 1) {
    const question = wordsOf(asker, dice)
    await askOnce(asker, dice, question)
    const model = fakeModels()
    model.says = (prompt) => ({
      answer: withoutQuestion(prompt).slice(-1_000),
      used: [1, 2, 3],
      basis: "memory",
    })
    await askOnce(asker, dice, question, { AI: model.ai })
    for (const prompt of model.asked.chat) asker.look("answers", withoutQuestion(prompt), question)
  }
}

function wordsOf({ scenery: { lines, world } }: Asker, dice: Dice): string {
  if (dice.chance(0.2)) return `what do you know about <@${dice.pick(world.people).id}>?`
  return `${Array.from({ length: 3 }, () => dice.pick(dice.pick(lines).markers)).join(" ")}?`
}

/**
 * Skips readers who could not ask the bot: without a place, no longer in the guild, or with unknown roles.
 */
async function askOnce(asker: Asker, dice: Dice, question: string, bound: { AI?: Ai } = {}): Promise<void> {
  const { world } = asker.scenery
  const { channel_id: channel, viewer_id: user } = asker.stated
  if (channel === undefined || asker.shown === null) return
  if (user === undefined) {
    const { id, name } = dice.pick(world.people)
    const mentions = world.people.map(({ id, name }) => ({ id, name }))
    const answer = await says(world.guildId, question, { channel, user: id, name, mentions, bound })
    asker.look("answers", answer ?? "", question)
    return
  }
  const person = world.people.find(({ id }) => id === user)
  if (!person || person.left || person.roles === null) return
  const { name, roles } = person
  const answer = await asks(world.guildId, question, { channel, user, name, roles, isPrivate: true, bound })
  // The first line repeats the question.
  asker.look("answers", answer.split("\n").slice(1).join("\n"), question)
}

function withoutQuestion(prompt: string): string {
  return prompt.replace(/<question>.*<\/question>/, "")
}
