/** How an answer to each kind of question would read if its speaker had said it in full, in first person. */
import { gerundForm, pastForm } from "./verbs.ts"

export const slotQuestion = (fill: (answer: string) => string | null, open = false): ParsedQuestion => ({
  kind: "slot",
  open,
  asksTime: false,
  fill,
})
export const timeQuestion = (fill: (answer: string) => string | null): ParsedQuestion => ({
  kind: "slot",
  open: false,
  asksTime: true,
  fill,
})
export const followUpQuestion = (asks: "time" | "place" | "phrase", preposition = ""): ParsedQuestion => ({
  kind: "more",
  asks,
  preposition,
})

/** Turns what was said of "you" into what the other says of themselves. */
export function toFirstPerson(text: string): string {
  return text
    .replace(/\byour\b/gi, "my")
    .replace(/\byou\b/gi, "I")
    .replace(/\byourself\b/gi, "myself")
    .replace(/\b(?:these days|again)$/g, "")
    .trim()
}

export function polarQuestion(helper: string, rest: string): ParsedQuestion | null {
  const said = toFirstPerson(
    rest
      .replace(/^(?:guys|also|still|even|by any chance|really|actually|ever) /g, "")
      .replace(/ (?:at all|by any chance|too|yet|or not|right now)$/, ""),
  )
  const verb = { are: "am ", were: "was ", do: "", have: "have ", can: "can ", will: "will " }[helper] ?? ""
  return { kind: "polar", open: false, statement: `I ${verb}${said}` }
}

export function openPolarQuestion(doing: string): ParsedQuestion | null {
  const said = toFirstPerson(doing)
  if (
    /^(?:know|knows|have|has|had|help|tried|try|want|got|here|there|able|seen|hear|heard|remember|else|good|around|can|could|any|who|using|use|on)\b/.test(
      said,
    )
  )
    return null
  const verb = /^(?:\w+ing|an?|vegan|vegetarian|left-handed|from|allergic)\b/.test(said) ? "am " : ""
  const base = said.replace(/^(\w+?)(?:es|s)\b/, (word) =>
    /^(?:plays|watches|uses|speaks|lives|works|likes|loves|owns|drives|studies|reads|collects)$/.test(word)
      ? word.replace(/(?<=watch)es$|s$/, "")
      : word,
  )
  return { kind: "polar", open: true, statement: `I ${verb}${base}` }
}

const MOTIONS: [RegExp, string][] = [
  [/^mov/, "move"],
  [/^relocat/, "relocate"],
  [/^fly/, "fly"],
  [/^travel/, "travel"],
  [/^(?:go|head)/, "go"],
]
const STAYS = new Map([
  ["grow up", "grew up"],
  ["grew up", "grew up"],
  ["study", "studied"],
  ["studied", "studied"],
  ["work", "worked"],
  ["live", "lived"],
])

/** "Where did you end up deciding to move?": decided is about to be, the rest is past. */
export function wherePastQuestion(rest: string): ParsedQuestion | null {
  const doing = rest.replace(/^(?:decid\w*|choos\w*|plann\w*|go\w* for) (?:to |on )?/, "")
  if (/^go to (?:school|college|uni)/.test(doing))
    return slotQuestion((answer) => locationClause("studied", answer))
  const base = MOTIONS.find(([motion]) => motion.test(doing))?.[1]
  if (base !== undefined) {
    const coming = doing !== rest || doing.startsWith("moving")
    return slotQuestion(
      (answer) => `I ${coming ? `am ${gerundForm(base)}` : pastForm(base)} ${directionPhrase(answer)}`,
    )
  }
  const stay = /^(grow up|grew up|study|studied|work|live|meet your \w+)/.exec(doing)?.[0]
  if (stay === undefined) return null
  return slotQuestion((answer) =>
    locationClause(STAYS.get(stay) ?? toFirstPerson(stay).replace(/^meet/, "met"), answer),
  )
}

const LED = /^(?:in|at|near|to|from|on|outside|around|over|into|back|with|for|out)\b/i

export function directionPhrase(answer: string): string {
  return LED.test(answer) || /^(?:home|abroad|hiking|camping|skiing|overseas)\b/i.test(answer)
    ? answer.replace(/^in /i, "to ")
    : `to ${answer}`
}

export function locationClause(verb: string, answer: string): string {
  return `I ${verb} ${LED.test(answer) || /^(?:abroad|alone|downtown)\b/i.test(answer) ? answer : `${verb === "work" && !/,/.test(answer) ? "at" : "in"} ${answer}`}`
}

export function motionGerund(verb: string): string {
  return /^(?:heading|headed|off|go)$/.test(verb) ? "going" : verb.endsWith("ing") ? verb : gerundForm(verb)
}

export function jobClause(answer: string): string | null {
  if (/^(?:i|a|an)\b/i.test(answer)) return `I am ${answer.replace(/^i(?:'m| am)? /i, "")}`
  if (/^(?:retired|unemployed|freelance|self-employed)\b/i.test(answer)) return `I am ${answer}`
  if (/^(?:work|teach|run|freelance|study|build|write)\b/i.test(answer)) return `I ${answer}`
  return `I am ${/^[aeiou]/i.test(answer) ? "an" : "a"} ${answer}`
}

export function whichClause(noun: string, verb: string, answer: string): string | null {
  if (/^(?:version|error|command|file|output|driver|package|kernel|method|function|module|port)\b/.test(noun))
    return null
  if (verb === "on" || verb === "running" || verb === "run" || verb === "using") return `I use ${answer}`
  return verb.endsWith("ing") ? `I am ${verb} ${answer}` : `I ${verb} ${answer}`
}

export function pastPhrase(verb: string): string {
  const [head = "", ...tail] = verb.split(" ")
  return [pastForm(head), ...tail].join(" ")
}

export type ParsedQuestion =
  /** Asks for a part: `fill` says the answer in first person, or null where it fits not. */
  | { kind: "slot"; open: boolean; asksTime: boolean; fill: (answer: string) => string | null }
  /** Yes or no: `statement` is what yes means, in first person. */
  | { kind: "polar"; open: boolean; statement: string }
  /** Goes on from the last fact: "when?", "to whom?". */
  | { kind: "more"; asks: "time" | "place" | "phrase"; preposition: string }
  | { kind: "naming" }

/** A shape of question, and what it asks. */
export type QuestionPattern = [RegExp, (groups: string[]) => ParsedQuestion | null]
