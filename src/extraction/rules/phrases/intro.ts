/**
 * Writes introductions out as statements in first person, for the tables to read: a name, then pronouns, age, job and home in
 * any order ("hi, im ro, barista in Den Haag, 31"), and forms ("Name: Ana Age: 24 Timezone: EST"). Pure.
 */
import type { Language } from "../../../text/language.ts"
import { cutWord } from "../cut-words.ts"
import { PHRASE_TABLES, readSaid } from "./read.ts"
import type { SaidFact, Speech } from "./told.ts"

const GREETING =
  /^(?:(?:hi+|hey+|hello|yo|heyo|hallo|moin|servus|huhu|hola|buenas|salut|coucou|bonjour|oi+|ol[áa])(?![\p{L}])(?: (?:all|everyone|everybody|folks|there|zusammen|leute|a todos|tout le monde|pessoal|gente|galera))?[\s,!.:-]*)*/iu
const I_AM =
  /^(?:i['’]?m|i am|my name(?:['’]s| is)|this is|call me|name['’]?s|ich bin|ich hei(?:ß|ss)e|mein name ist|soy|me llamo|je suis|moi c['’]est|je m['’]appelle|eu sou|sou|me chamo)\s+(?:the |der |die |el |la |o |a |le )?/iu
const PRONOUNS =
  /^(?:(?:my )?pronouns:? )?((?:she|he|they|ze|xe|it|any)\/(?:her|him|them|hir|xem|they|she|he|its|any)(?:\/\p{L}+)?)$/iu
const AGE = /^(\d{2})(?: ?(?:yo|y\/o|yrs?(?: old)?|years? old|jahre(?: alt)?|años|ans|anos))?$/iu
const HOME =
  /^(?:living |based |located |i live |lebe |wohne |ich wohne |vivo |j['’]habite |moro )?(?:from|in|near|aus|bei|en|em|à|de) (?!\d)\p{L}/iu
const ZONE = /^(?:utc|gmt|cest|cet|[ecmp][sd]t|bst|jst|aest)(?: ?[+-] ?\d{1,2})?$/iu
const GAME_ROLE =
  /^(?:i )?(?:play |main )?(healer|tank|dps|support|jungler?|adc|mid laner?|top laner?|bard)(?: main)?$/iu
const NO_JOB =
  /(?<![\p{L}])(?:not|no|job|my|your|the|mein|dein|mi|mon|ma|meu|minha|bad|best|worst|nicht|kein|kinda|every|some|any|when|if)(?![\p{L}])/iu

/** Statements that the items of an introduction make. */
const STATES: Record<Language, { pronouns: string; age: string; home: string; job: string }> = {
  en: { pronouns: "my pronouns are", age: "i am # years old", home: "i am from", job: "i am a" },
  de: { pronouns: "meine pronomen sind", age: "ich bin # jahre alt", home: "ich komme aus", job: "ich bin" },
  es: { pronouns: "mis pronombres son", age: "tengo # años", home: "soy de", job: "soy" },
  fr: { pronouns: "mes pronoms sont", age: "j'ai # ans", home: "je viens de", job: "je suis" },
  pt: { pronouns: "meus pronomes são", age: "tenho # anos", home: "sou de", job: "sou" },
}

/** Returns the facts of an introduction, none if the text is not one. */
export function readIntro(text: string, speech: Speech, language: Language): SaidFact[] {
  const greeted = text.replace(GREETING, "")
  const led = greeted.replace(I_AM, "")
  const [, name = "", rest = ""] =
    /^([\p{L}][\p{L}\p{N}'’_.-]*)(?: (?:here|hier|aquí|ici|aqui))?\s*(?:[,;:!.|·•\n–-]|\p{Emoji_Presentation})\s*(.*)$/su.exec(
      led,
    ) ?? []
  // "They/them, 24, utc+2": pronouns introduce their author without a name.
  const isNameless = PRONOUNS.test(led.split(ITEMS)[0]?.trim() ?? "")
  const isOwn = isOwnName(name, speech.speaker.name)
  const isGuest = greeted !== text && led !== greeted && !isOwn
  if (!isNameless && !isGuest && !isOwn) return readForm(text, speech)
  const said = isNameless ? led : rest
  const tables = PHRASE_TABLES.filter((table) => table.language === language)
  const found = said
    .split(ITEMS)
    .filter((item) => !isCutHome(item, said))
    .map((item) => item.replace(/[^\p{L}\p{N}\p{P}+ ]/gu, "").trim())
    .flatMap((item) => (NO_JOB.test(item) ? [] : readSaid(statementOf(item, language), speech, tables)))
    .filter(({ kind }) => INTRODUCES.has(kind))
  // "Support" is a role only beside what else introduces somebody.
  const isSure = found.some(({ kind }) => kind !== "habit") && (found.length > 1 || !(isNameless || isGuest))
  return isSure ? found : []
}
const INTRODUCES: ReadonlySet<string> = new Set(["identity", "home", "origin", "work", "habit"])

const ITEMS =
  /[,;\n|·•]|\s\/\s|(?<=\p{L}{2})[.!](?=\s|$)|\s[–-]\s|(?<=\p{L}{3,}) (?:so|but|and|und|aber|y|pero|et|mais|e|mas) /u

/** The writer is called so: "petra" is "Petra V.", "ro" is "ro_ro". */
function isOwnName(name: string, who: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[^\p{L}\p{N}]/gu, "")
  return plain(name).length >= 2 && plain(who).startsWith(plain(name))
}

/** "From stud. house": the dot may be an abbreviation's. */
function isCutHome(item: string, told: string): boolean {
  const end = told.indexOf(item) + item.length
  return HOME.test(item.trim()) && cutWord(told.slice(0, end + 1), told.slice(end + 1)) !== null
}

function statementOf(item: string, language: Language): string {
  const { pronouns, age, home, job } = STATES[language]
  const [, said] = PRONOUNS.exec(item) ?? []
  const [, years] = AGE.exec(item) ?? []
  const [, role] = GAME_ROLE.exec(item) ?? []
  if (said !== undefined) return `${pronouns} ${said.toLowerCase()}`
  if (years !== undefined) return age.replace("#", years)
  if (role !== undefined && language === "en") return `i usually play ${role.toLowerCase()}`
  if (ZONE.test(item) && language === "en") return `i am in ${item.toUpperCase()}`
  if (HOME.test(item)) return `${home} ${item.replace(/^.*?(?:from|in|near|aus|bei|en|em|à|de) /iu, "")}`
  const article = language === "en" && /^[aeiou]/iu.test(item) ? "n" : ""
  return `${job}${article} ${item.replace(/^(?:i['’]?m |i am |ich bin |soy |je suis |sou )?(?:an? |eine? |une? |uma? )?/iu, "")}`
}

/** Keys of forms, and what a value states. A location or a role tells of a person only beside a key that does. */
const KEYS: readonly (readonly [keys: string, said: string, tells?: "person"])[] = [
  ["(?:my |nick)?name|preferred name|goes by", "call me {a}"],
  ["age", "i am {a} years old", "person"],
  ["(?:my )?pronouns?", "my pronouns are {a}", "person"],
  ["(?:my )?(?:tz|time ?zone)", "i am in {a}", "person"],
  ["from|country|hometown|nationality", "i am from {a}"],
  ["location|city|based in|living in|lives in", "i live in {a}"],
  ["job|work|occupation|profession", "i am a {a}"],
  ["(?:main|role|class)", "i main {a}"],
  ["languages?(?: spoken)?", "i speak {a}", "person"],
  ["(?:birthday|bday)", "my birthday is {a}", "person"],
]
const ANY_KEY = new RegExp(
  `(?:^|[\\s,;|/·•*_-])(?<key>${KEYS.map(([keys]) => keys).join("|")})[*_]{0,2} ?[:=][*_]{0,2}\\s*`,
  "gi",
)
const NOTHING = /^(?:n\/?a|none|no|-+|\?+|secret|private|unknown|idk|ask|tba|x)?$/i

function readForm(text: string, speech: Speech): SaidFact[] {
  const found = [...text.matchAll(ANY_KEY)].map((match) => {
    const key = match.groups?.key ?? ""
    const form = KEYS.find(([keys]) => new RegExp(`^(?:${keys})$`, "i").test(key))
    return { form, from: match.index, to: match.index + match[0].length }
  })
  const isForm = found.length > 1 || found[0]?.from === 0
  if (!isForm || !found.some(({ form }) => form?.[2] === "person")) return []
  const tables = PHRASE_TABLES.filter(({ language }) => language === "en")
  return found
    .flatMap(({ form, to }, index) => {
      const [keys = "", said = ""] = form ?? []
      const [first = ""] = text.slice(to, found[index + 1]?.from).split(/[\n|;·•]|\s[/-]\s/)
      const all = first.replace(/[*_]+/g, "").replace(/^[\s/-]+|[\s.,/|-]+$/g, "")
      const value = keys.startsWith("lang") ? all.replace(/\s*[,/&]\s*/g, " and ") : (all.split(",")[0] ?? "")
      return NOTHING.test(value) ? [] : readSaid(said.replace("{a}", value), speech, tables)
    })
    .filter(({ kind, slots }) => kind !== "name" || !slots.includes(speech.speaker.name))
}
