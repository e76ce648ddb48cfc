/** Questions, and how an answer to each would read if its speaker had said it in full. */
import { isTime, timePhrase } from "./times.ts"
import { gerund, past } from "./verbs.ts"

export type Question =
  /** Asks for a part: `fill` says the answer in first person, or null where it fits not. */
  | { kind: "slot"; open: boolean; fill: (answer: string) => string | null }
  /** Yes or no: `statement` is what yes means, in first person. */
  | { kind: "polar"; open: boolean; statement: string }
  /** Goes on from the last fact: "when?", "to whom?". */
  | { kind: "more"; asks: "time" | "place" | "phrase"; preposition: string }
  | { kind: "naming" }

type Reader = [RegExp, (groups: string[]) => Question | null]
const slot = (fill: (answer: string) => string | null, open = false): Question => ({ kind: "slot", open, fill })
const more = (asks: "time" | "place" | "phrase", preposition = ""): Question => ({ kind: "more", asks, preposition })

const YOU = "(?:you|u|ya|you guys|y'all|yall)"
const SOFT = "(?:end(?:ed)? up |actually |currently |usually |guys |originally |normally |really |ever |even |now |still |all |both )*"
const ANYONE = "(?:any(?:one|body)(?: else| here)?|who(?: else| all)?(?: here)?|every(?:one|body)|y'all|you guys|(?:any of )?you all)"
const PLACE_VERB: Record<string, string> = { live: "live", living: "live", stay: "live", staying: "live", work: "work", working: "work", study: "study", studying: "study", born: "was born" }

const READERS: Reader[] = [
  [/^(?:(?:and|so|nice|cool|ok|okay|oh|wow)[, ]+)*(?:since |until |til )?(?:when|what (?:day|date|month|year|time))(?:'s that| is that| exactly| though)?$/, () => more("time")],
  [/^(?:to |in |at |from )?where(?:'s that| is that| to| at| exactly| though| about| abouts)?$/, () => more("place")],
  [/^(?:which|what) (?:city|country|town|place|state)$/, () => more("place")],
  [/^(to|with|from|for|at|in|about|by) (?:who|whom|what|which \w+|what \w+)$/, ([preposition = ""]) => more("phrase", preposition)],
  [/^(?:who|whom) (to|with|from|for|by)$/, ([preposition = ""]) => more("phrase", preposition)],
  [/^(to|with|from|for|at|in) (?:that|the|this|your|his|her|a|an) .{2,60}$/, ([preposition = ""]) => more("phrase", preposition)],
  [/^what(?:'s|s| is| are)? (?:her|his|its|it's|their|the \w+'?s?|your (?:dog|cat|puppy|kitten|pet|bird|rabbit|horse)'?s?) names?$/, () => ({ kind: "naming" })],
  [/^(?:what|how) (?:did|do|will|are) you (?:name|call|calling|naming|gonna (?:name|call)|going to (?:name|call)) (?:her|him|it|them|the \w+)$/, () => ({ kind: "naming" })],
  [/^(?:any |got a |does (?:she|he|it) have a |have a )?names?(?: yet)?$/, () => ({ kind: "naming" })],
  [new RegExp(`^where(?:'d| did|d) ${YOU} ${SOFT}(.+)$`), ([rest = ""]) => wherePast(rest)],
  [new RegExp(`^where(?:'re| are|r)? ${YOU} ${SOFT}(?:guys )?(?:from|come from|coming from|hail from)$`), () => slot((a) => `I am from ${a.replace(/^(?:from|in) /i, "")}`)],
  [/^where(?:'s| is) home(?: for you)?$/, () => slot((a) => located("live", a))],
  [new RegExp(`^where(?:'re| are|r)? ${YOU} ${SOFT}(?:at|based|located|based at|located at|based out of)$`), () => slot((a) => located("am based", a))],
  [new RegExp(`^where(?:'re| are|r) ${YOU} ${SOFT}(?:going to )?(moving|going|heading|headed|flying|traveling|travelling|off|relocating|move|travel|go)(?: to| off to)?(.*)$`), ([verb = "", rest = ""]) => slot((a) => `I am ${motion(verb)} ${toward(a)}${rest}`)],
  [new RegExp(`^where(?: do|'d|d|'re| are) ${YOU} ${SOFT}(live|work|study|stay|living|working|studying|staying)(?: at| in| now| these days)*$`), ([verb = ""]) => slot((a) => located(PLACE_VERB[verb] ?? "live", a))],
  [new RegExp(`^where were ${YOU} born$`), () => slot((a) => located("was born", a))],
  [new RegExp(`^what(?:'s| do| does|'re| are)? ${YOU} ${SOFT}do(?: for (?:work|a living|money|a job))?(?: these days| now)?$`), () => slot(asJob)],
  [/^what(?:'s| is|s) your (?:job|profession|occupation|line of work|day job)$/, () => slot(asJob)],
  [/^(?:what(?:'s|s| is| are| was)|who(?:'s|s| is)) (?:your|everyone's|everybody's|y'all's|ur) ((?!take|plan|opinion|point|problem|issue|question|favorite (?:part|thing|one|bit|dish from)|thoughts?).{2,40}?)(?: then| btw| anyway)?$/, ([noun = ""]) => slot((a) => `my ${noun} ${/s$/.test(noun) && /hobbies|pronouns/.test(noun) ? "are" : "is"} ${a}`)],
  [/^(?:so |and |your |ur |what's your |whats your )*(?:favou?rite|fav|fave) ((?!part|thing|one|way|bit).{2,30})$/, ([noun = ""]) => slot((a) => `my favorite ${noun} is ${a}`)],
  [new RegExp(`^(?:which|what) (?:kind of |sort of |type of |kinds of )?(.{2,24}?)(?: do| does|'re| are| did) (?:${YOU}|everyone|everybody) ${SOFT}(use|play|drive|prefer|like|speak|study|read|have|own|watch|teach|love|learn|collect|run|using|playing|learning|studying|reading|speaking|running|watching|on)(?: (?:for|at|in) .{1,20})?$`), ([noun = "", verb = ""]) => slot((a) => whichDone(noun, verb, a), true)],
  [new RegExp(`^what(?:'re| are|r|cha)? ${YOU} ${SOFT}(studying|learning|reading|playing|watching|working on|majoring in|teaching|building|training for)(.*)$`), ([verb = "", rest = ""]) => slot((a) => `I am ${verb} ${a}${/^ (?:this|next|these|at)/.test(rest) ? rest : ""}`)],
  [new RegExp(`^what(?: do|'d|d) ${YOU} ${SOFT}(play|teach|study|speak|drive|collect|read|watch|prefer|like|use)(?: .{1,20})?$`), ([verb = ""]) => slot((a) => `I ${verb} ${a}`)],
  [new RegExp(`^what did ${YOU} ${SOFT}(buy|adopt|study|win|get|order|sell|graduate in|major in|finish)$`), ([verb = ""]) => slot((a) => `I ${pastOf(verb)} ${a}`)],
  [new RegExp(`^what are ${YOU} allergic to$`), () => slot((a) => `I am allergic to ${a}`)],
  [/^how old are you(?: now)?$/, () => slot((a) => (/^\d\d/.test(a) ? `I am ${a.replace(/\D.*$/, "")} years old` : null))],
  [new RegExp(`^how many (.{2,20}?) do ${YOU} have$`), ([noun = ""]) => slot((a) => (/^\w+$/.test(a) ? `I have ${a.toLowerCase()} ${noun}` : `I have ${a}`))],
  [new RegExp(`^(?:how long|since when) have ${YOU} ${SOFT}been (.{3,40})$`), ([doing = ""]) => slot((a) => (/\d|year|month|week|day|decade|since|while/.test(a) ? `I have been ${mine(doing)} ${/^(?:for|since)/i.test(a) ? a : `for ${a}`}` : null))],
  [new RegExp(`^when(?:'s|s| is) your (birthday|wedding|exam|flight|interview|graduation|bday)$`), ([noun = ""]) => slot((a) => `my ${noun} is ${noun === "birthday" || noun === "bday" ? a.replace(/^(?:on|it's) /i, "") : timePhrase(a)}`)],
  [new RegExp(`^when(?:'re| are| do| did|'d|r)? ${YOU} ${SOFT}(.{3,40})$`), ([doing = ""]) => ({ kind: "slot", open: false, fill: (a) => (isTime(a) ? `I ${/^\w+ing\b/.test(doing) ? "am " : ""}${mine(doing)} ${timePhrase(a)}` : null) })],
  [new RegExp(`^who(?:m)? (?:do|are|did) ${YOU} ${SOFT}(live|living|work|working|playing|play) (with|for)$`), ([verb = "", preposition = ""]) => slot((a) => `I ${verb.endsWith("ing") ? `am ${verb}` : verb} ${preposition} ${a}`)],
  [new RegExp(`^who(?:m)? did ${YOU} (marry|meet|adopt)$`), ([verb = ""]) => slot((a) => `I ${past(verb)} ${a}`)],
  [new RegExp(`^(?:do|have|got) ${YOU} ${SOFT}(?:have |got |own )?(?:any |a )?(pets?|kids?|children|siblings|brothers or sisters|dogs?|cats?)$`), ([noun = ""]) => ({ kind: "polar", open: false, statement: `I have ${/s$|children/.test(noun) ? noun : `a ${noun}`}` })],
  [new RegExp(`^(?:is |does |has |are |do |have )?${ANYONE} (?:is |are |has |have |been )?(?:up for )?(.{3,80})$`), ([doing = ""]) => open(doing)],
  [new RegExp(`^(are|were|do|have|can|will) ${YOU} (?:guys )?(.{3,60})$`), ([helper = "", rest = ""]) => polar(helper, rest)],
  [new RegExp(`^(?:you|u|ya) (vegan|vegetarian|married|single|left-handed|retired|from .{3,20}|in .{3,20})$`), ([rest = ""]) => polar("are", rest)],
]

export function readQuestion(text: string): Question | null {
  if (text.length > 160) return null
  const plain = text.toLowerCase().replace(/[?!.,"]+$/g, "").replace(/,? (?:then|btw|by the way|bro|man|dude|mate|again|if you don't mind(?: me asking)?|if i may ask|if i can ask|exactly|anyway)$/g, "").replace(/\s+/g, " ").trim()
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(plain)
    if (match !== null) return read(match.slice(1).map((group) => group ?? ""))
  }
  return null
}

/** Turns what was said of "you" into what the other says of themselves. */
function mine(text: string): string {
  return text.replace(/\byour\b/g, "my").replace(/\byou\b/g, "I").replace(/\byourself\b/g, "myself").replace(/\b(?:these days|again)$/g, "").trim()
}

function polar(helper: string, rest: string): Question | null {
  const said = mine(rest.replace(/^(?:guys|also|still|even|by any chance|really|actually|ever) /g, "").replace(/ (?:at all|by any chance|too|yet|or not|right now)$/, ""))
  const verb = { are: "am ", were: "was ", do: "", have: "have ", can: "can ", will: "will " }[helper] ?? ""
  return { kind: "polar", open: false, statement: `I ${verb}${said.replace(/\bany\b/g, "").replace(/\s+/g, " ")}` }
}

function open(doing: string): Question | null {
  const said = mine(doing)
  if (/^(?:know|knows|have|has|had|help|tried|try|want|got|here|there|able|seen|hear|heard|remember|else|good|around|can|could|any|who|using|use|on)\b/.test(said)) return null
  const verb = /^\w+ing\b/.test(said) ? "am " : ""
  const base = said.replace(/^(\w+?)(?:es|s)\b/, (word) => (/^(?:plays|watches|uses|speaks|lives|works|likes|loves|owns|drives|studies|reads|collects)$/.test(word) ? word.replace(/(?<=watch)es$|s$/, "") : word))
  return { kind: "polar", open: true, statement: `I ${verb}${base}` }
}

function wherePast(rest: string): Question | null {
  const doing = rest.replace(/^(?:decid\w*|choos\w*|plann\w*|go\w* for) (?:to |on )?/, "")
  const decided = doing !== rest
  const verb = /^(?:mov\w*|go\w*|travel\w*|fly\w*|relocat\w*|head\w*)/.exec(doing)?.[0]
  if (verb !== undefined) {
    const base = /^mov/.test(verb) ? "move" : /^relocat/.test(verb) ? "relocate" : /^fly/.test(verb) ? "fly" : /^travel/.test(verb) ? "travel" : "go"
    const schooled = /to (?:school|college|uni(?:versity)?)/.test(doing)
    if (schooled) return slot((answer) => located("studied", answer))
    return slot((answer) => `I ${decided || doing.startsWith("moving") ? `am ${gerund(base)}` : past(base)} ${toward(answer)}`)
  }
  const stay = /^(grow up|grew up|study|studied|work|live|go to (?:school|college|uni(?:versity)?)|meet your \w+)/.exec(doing)?.[0]
  if (stay === undefined) return null
  const said: Record<string, string> = { "grow up": "grew up", "grew up": "grew up", study: "studied", studied: "studied", work: "worked", live: "lived" }
  return slot((answer) => located(said[stay] ?? mine(stay).replace(/^meet/, "met"), answer))
}

const LED = /^(?:in|at|near|to|from|on|outside|around|over|into|back|with|for|out)\b/i

function toward(answer: string): string {
  return LED.test(answer) || /^(?:home|abroad|hiking|camping|skiing|overseas)\b/i.test(answer) ? answer.replace(/^in /i, "to ") : `to ${answer}`
}

function located(verb: string, answer: string): string {
  return `I ${verb} ${LED.test(answer) || /^(?:abroad|alone|downtown)\b/i.test(answer) ? answer : `${verb === "work" && !/,/.test(answer) ? "at" : "in"} ${answer}`}`
}

function motion(verb: string): string {
  return /^(?:heading|headed|off|go)$/.test(verb) ? "going" : verb.endsWith("ing") ? verb : gerund(verb)
}

function asJob(answer: string): string | null {
  if (/^(?:i|a|an)\b/i.test(answer)) return `I am ${answer.replace(/^i(?:'m| am)? /i, "")}`
  if (/^(?:retired|unemployed|freelance|self-employed)\b/i.test(answer)) return `I am ${answer}`
  if (/^(?:work|teach|run|freelance|study|build|write)\b/i.test(answer)) return `I ${answer}`
  return `I am ${/^[aeiou]/i.test(answer) ? "an" : "a"} ${answer}`
}

function whichDone(noun: string, verb: string, answer: string): string | null {
  if (/^(?:version|error|command|file|output|driver|package|kernel|method|function|module|port)\b/.test(noun)) return null
  if (verb === "on" || verb === "running" || verb === "run" || verb === "using") return `I use ${answer}`
  return verb.endsWith("ing") ? `I am ${verb} ${answer}` : `I ${verb} ${answer}`
}

function pastOf(verb: string): string {
  const [head = "", ...tail] = verb.split(" ")
  return [past(head), ...tail].join(" ")
}
