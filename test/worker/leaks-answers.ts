/**
 * Asks the bot on Discord as one reader of a random guild: publicly in a channel, or privately as one person.
 */
import { asks, says } from "./answering-world.ts"
import type { Asker } from "./leaks-asking.ts"
import { compareWithStranger } from "./leaks-consent.ts"
import { type Dice, markerOf } from "./leaks-dice.ts"
import { fakeModels } from "./recall-asker.ts"

/**
 * Asks `questions` questions, each once without and once with a model, and scans both the answers and the
 * prompts.
 */
export async function askBot(asker: Asker, dice: Dice, questions: number): Promise<void> {
  for (let n = 0; n < questions; n += 1) {
    const { world } = asker.scenery
    const question = wordsOf(asker, dice)
    const { id, name } = dice.pick(world.people)
    const by = { user: id, name }
    const mentions = world.people.map((person) => ({ id: person.id, name: person.name }))
    await askOnce(asker, { question, mentions }, { by })
    const model = fakeModels()
    model.says = (prompt) => ({
      answer: withoutQuestion(prompt).slice(-1_000),
      used: [1, 2, 3],
      basis: "memory",
    })
    await askOnce(asker, { question, mentions }, { by, bound: { AI: model.ai } })
    const named = [question, ...mentions.map((person) => person.name)].join(" ")
    for (const prompt of model.asked.chat) lookAtPrompt(asker, withoutQuestion(prompt), named)
    await judgeAloud(asker, dice)
  }
  await mentionObjector(asker, dice)
}

const ABOUT_SOMEBODY = ["what do you know about <@ID>?", "what does <@ID> love?", "who is <@ID>?"]

/** Mentions the person who opted out, by rules or with a model, whose prompts tell nothing either. */
async function mentionObjector(asker: Asker, dice: Dice): Promise<void> {
  const words = dice.pick(ABOUT_SOMEBODY)
  const withModel = dice.chance(0.5)
  await compareWithStranger(asker, `"${words}"`, async ({ id, name }) => {
    const model = fakeModels()
    model.says = () => ({ answer: "Somebody.", used: [1], basis: "memory" })
    const about = { question: words.replace("ID", id), mentions: [{ id, name }] }
    const answer = await askOnce(asker, about, { by: JUDGE, bound: withModel ? { AI: model.ai } : {} })
    return [answer, ...model.asked.chat].join("\n")
  })
}

/** What a prompt says of the people in the conversation, and their merged digest, are surfaces of their own. */
function lookAtPrompt(asker: Asker, prompt: string, question: string): void {
  asker.look("answers", prompt, question)
  const [, people = ""] = /<people>\n([\s\S]*?)<\/people>/.exec(prompt) ?? []
  if (people !== "") asker.look("people in answers", people, question)
  const [, digest = ""] = /^In short: (.*)$/m.exec(people) ?? []
  if (digest !== "") asker.look("digests in answers", digest, question)
}

/** An id that no memory has. */
const NEVER = `m_${"0".repeat(24)}`
/** Someone new, who has no data of their own beside these judgments. */
const JUDGE = { user: "747474747474", name: "Ivo" }
const JUDGMENTS = ["that's outdated", "that's wrong", "no, it's Sunday", "that's right"]

/** Replies to an answer in the channel: a hidden fact behind it is answered like one that never existed. */
async function judgeAloud(asker: Asker, dice: Dice): Promise<void> {
  const { scenery, findings, mayKnow, stated, shown } = asker
  const { world, ledger } = scenery
  if (stated.viewer_id !== undefined || stated.channel_id === undefined || shown === null) return
  const words = dice.pick(JUDGMENTS)
  const from = { channel: stated.channel_id, ...JUDGE, replyTo: "7000" }
  const replied = async (id: string) => (await says(world.guildId, words, { ...from, restsOn: [id] })) ?? ""
  const memories = [...ledger.memories.keys()]
  if (memories.length > 0) asker.look("judgments", await replied(dice.pick(memories)), words)
  const hidden = memories.filter((id) => !(ledger.ids.get(id) ?? []).some(mayKnow))
  if (hidden.length === 0) return
  const memory = dice.pick(hidden)
  const [real, never] = [await replied(memory), await replied(NEVER)]
  findings.refused += 1
  if (real.replaceAll(memory, NEVER) !== never)
    findings.uneven.push(`"${words}" of ${memory} in ${stated.channel_id}: ${real}, not ${never}`)
}

function wordsOf({ scenery: { lines, world } }: Asker, dice: Dice): string {
  if (dice.chance(0.2)) return `what do you know about <@${dice.pick(world.people).id}>?`
  return `${Array.from({ length: 3 }, () => markerOf(dice, lines)).join(" ")}?`
}

interface Asking {
  question: string
  /** Who is mentioned in it, as Discord names them. */
  mentions: { id: string; name: string }[]
}

/**
 * Asks in public as `by`, or in private as the reader. Skips readers who could not ask the bot: without a place, no
 * longer in the guild, or with unknown roles.
 */
async function askOnce(
  asker: Asker,
  { question, mentions }: Asking,
  { by, bound = {} }: { by: { user: string; name: string }; bound?: { AI?: Ai } },
): Promise<string> {
  const { world } = asker.scenery
  const { channel_id: channel, viewer_id: user } = asker.stated
  if (channel === undefined || asker.shown === null) return ""
  const named = [question, by.name, ...mentions.map(({ name }) => name)].join(" ")
  if (user === undefined) {
    const answer = (await says(world.guildId, question, { channel, ...by, mentions, bound })) ?? ""
    asker.look("answers", answer, named)
    return answer
  }
  const person = world.people.find(({ id }) => id === user)
  if (!person || person.left || person.roles === null) return ""
  const { name, roles } = person
  const answer = await asks(world.guildId, question, { channel, user, name, roles, isPrivate: true, bound })
  // The first line repeats the question.
  asker.look("answers", answer.split("\n").slice(1).join("\n"), named)
  return answer
}

function withoutQuestion(prompt: string): string {
  return prompt.replace(/<question>.*<\/question>/, "")
}
