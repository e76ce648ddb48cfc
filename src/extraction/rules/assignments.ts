/** Reads who does what when somebody else says so and the one named agrees: "yukidev takes the docs", "ok!". Pure. */
import type { Message, Person, Time } from "../../domain/types.ts"
import { languageOf } from "../../text/language.ts"
import { clausesOf, sentencesOf } from "../support/sentences.ts"
import { FIRST_PERSON, NEGATOR, NO, UNREAL, YES } from "../support/words.ts"
import type { HeardFact } from "./fragments.ts"
import { spokenNames } from "./phrases/others.ts"
import { timeIn, timeOf, timeWords } from "./phrases/when.ts"
import type { TalkContext } from "./talk.ts"

const DOES =
  "takes(?: over)?|does|handles|brings|hosts|runs|drives|covers|leads|writes|makes|books|cooks|bakes|organi[sz]es|moderates|dms|gms|tanks|heals|picks up|translates|draws|übernimmt|macht|bringt|fährt|leitet|holt|backt|organisiert|steht|lleva|trae|hace|se encarga de|organiza|pone|prend|ramène|apporte|fait|s['’]occupe d[eu]|organise|gère|leva|traz|faz|cuida d[aeo]|fica com"
const LEAD =
  "(?:(?:so|ok|okay|then|and|also|dann|also|und|entonces|pues|y|donc|alors|et|du coup|então|e)[, ]+){0,2}"
/** "Bob takes the minutes", and in German "dann steht Kasi im Tor". */
const ASSIGNED = new RegExp(
  `^\\W*${LEAD}@?(?<name>[\\p{L}\\p{N}_.-]{2,32}) (?<does>${DOES}) (?<what>.{3,60})$`,
  "iu",
)
const TURNED = new RegExp(
  `^\\W*${LEAD}(?<does>übernimmt|macht|bringt|fährt|leitet|holt|backt|organisiert|steht|spielt) @?(?<name>[\\p{L}\\p{N}_.-]{2,32}) (?<what>.{3,60})$`,
  "iu",
)
/** Names nothing by itself. */
const EMPTY =
  /^(?:it|that|this|them|him|her|das|es|ihn|sie|lo|la|los|las|le|les|ça|isso|o|a|care|sense|place|part)(?:[\s,.!?]|$)/iu
const AGREES =
  /^\W*(?:ok(?:ay)?|sure|fine|deal|works|will do|on it|gladly|happy to|passt|mach ich|gern|geht klar|vale|hecho|claro|d['’]accord|ça marche|ok pour moi|beleza|fechado|pode ser|bora)(?![\p{L}])|(?<![\p{L}])(?:aber ja|but (?:ok|yes|sure)|pero (?:sí|vale))\W*$|^\s*(?:👍|👌|✅|🫡)/iu
/** Lines within which the one named agrees. */
const RANGE = 4

/** Returns what members are to do, as facts about them. */
export function assignmentsIn({ messages, members, timezone }: TalkContext): HeardFact[] {
  const names = spokenNames(members)
  return messages.flatMap((message, index) => {
    if (message.role !== "member" || message.content.length > LONGEST) return []
    const clauses = sentencesOf([message]).flatMap(({ text, isQuestion, isUnmeant }) =>
      isQuestion || isUnmeant ? [] : clausesOf(text),
    )
    return clauses.flatMap((clause) => {
      const { author, at: saidAt } = message
      const found = assignedIn(clause, names, { speaker: author, at: saidAt, timezone })
      const next = messages.slice(index + 1, index + 1 + RANGE)
      const at = found === null ? -1 : next.findIndex(({ author }) => author.id === found.person.id)
      const isTaken = found !== null && found.person.id !== message.author.id && agrees(next[at])
      return isTaken
        ? [{ ...found, speaker: message.author, lines: new Set([index + 1, index + 2 + at]) }]
        : []
    })
  })
}
const LONGEST = 300

/** "Bob takes the minutes from me": others do not know who that is. */
function withSpeaker(thing: string, { name }: Person): string {
  return thing
    .replace(/(?<![\p{L}'’])(from|for|with|to|at) me(?![\p{L}'’])/giu, `$1 ${name}`)
    .replace(/(?<![\p{L}'’])my (?=\p{L})/giu, `${name}'s `)
    .replace(/(?<![\p{L}])(von|für|mit|zu|bei) mi[rc]h?(?![\p{L}])/giu, `$1 ${name}`)
    .replace(/(?<![\p{L}])(pour|chez|de|à|avec) moi(?![\p{L}])/giu, `$1 ${name}`)
    .replace(/(?<![\p{L}])(por|de|para|a|pra) (?:mí|mim)(?![\p{L}])/giu, `$1 ${name}`)
}
/** "Im" is German for "in the". */
function isOfSpeaker(thing: string): boolean {
  return FOR_YOU.test(thing) || FIRST_PERSON.test(thing.replace(/(?<![\p{L}])im(?![\p{L}])/giu, " "))
}
/** Whom "you" means depends on who listens. */
const FOR_YOU =
  /(?<![\p{L}])(?:you|your|yours|u|ur|dir|dich|dein\p{L}*|euch|euer|eure\p{L}*|tu|tus|ti|te|toi|ton|ta|tes|vous|votre|vos|você|vc|vcs|vocês|teu|tua)(?![\p{L}])/iu

function agrees(message: Message | undefined): boolean {
  const text = message?.content ?? ""
  return (YES.test(text) || AGREES.test(text)) && !NO.test(text) && !NEGATOR.test(text)
}

function assignedIn(
  clause: string,
  names: ReadonlyMap<string, Person>,
  { speaker, at, timezone }: { speaker: Person; at: Time; timezone: string },
): Omit<HeardFact, "speaker" | "lines"> | null {
  const readings = [ASSIGNED, TURNED].map((pattern) => pattern.exec(clause.trim())?.groups ?? {})
  const {
    name = "",
    does = "",
    what = "",
  } = readings.find(({ name = "" }) => names.has(name.toLowerCase())) ?? {}
  const person = names.get(name.toLowerCase())
  const language = languageOf(clause)
  const day = timeIn(what, { at, timezone, language })
  const thing = withSpeaker((day?.from == null ? what : day.rest).replace(/[\s.!,]+$/u, ""), speaker)
  if (
    person === undefined ||
    EMPTY.test(thing) ||
    isOfSpeaker(thing) ||
    UNREAL.test(clause) ||
    NEGATOR.test(clause)
  )
    return null
  const when = day?.from == null ? "" : timeWords(day, language)
  const time = day?.from == null ? null : timeOf(day, timezone)
  const told = `${person.name} ${does.toLowerCase()} ${thing}`
  return {
    kind: "task",
    told,
    when,
    time,
    slots: [thing],
    label: person.name,
    place: null,
    person,
    isKin: false,
  }
}
