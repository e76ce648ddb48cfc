/** Reads introductions: a name, then pronouns, age, job, home, in any order: "hi, im ro, barista in Den Haag, 31". Pure. */
import type { Person } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"
import { cutWord } from "../cut-words.ts"
import type { FactKind } from "../kinds.ts"
import type { SaidFact } from "./told.ts"
import { zoneAt } from "./zones.ts"

const GREETING =
  /^(?:(?:hi+|hey+|hello|yo|heyo|hallo|moin|servus|huhu|hola|buenas|salut|coucou|bonjour|oi+|ol[áa])(?![\p{L}])(?: (?:all|everyone|everybody|folks|there|zusammen|leute|a todos|tout le monde|pessoal|gente|galera))?[\s,!.:-]*)*/iu
const I_AM =
  /^(?:i['’]?m|i am|my name(?:['’]s| is)|this is|call me|name['’]?s|ich bin|ich hei(?:ß|ss)e|mein name ist|soy|me llamo|je suis|moi c['’]est|je m['’]appelle|eu sou|sou|me chamo)\s+(?:the |der |die |el |la |o |a |le )?/iu
const PRONOUNS =
  /^(?:(?:my )?pronouns:? )?((?:she|he|they|ze|xe|it|any)\/(?:her|him|them|hir|xem|they|she|he|its|any)(?:\/\p{L}+)?)$/iu
const AGE = /^(\d{2})(?: ?(?:yo|y\/o|yrs?(?: old)?|years? old|jahre(?: alt)?|años|ans|anos))?$/iu
const ROLE =
  /^(?:i )?(?:play |main )?(healer|tank|off-?tank|dps|support|jungler?|adc|mid laner?|top laner?|bard|melee dps|ranged dps)(?: main)?$/iu
const ADULT = 18
const OLDEST = 99
const HOME =
  /^(?:living|based|located|i live|lebe|wohne|ich wohne|vivo|j['’]habite|moro)? ?(?:from|in|near|aus|bei|en|em|à|de) ((?!\d)[\p{L}][\p{L}'’.-]+(?: [\p{L}][\p{L}'’.-]+){0,2})$/iu

const JOB: Record<Language, string> = {
  en: "teacher|nurse|midwife|engineer|developer|dev|designer|photographer|barista|student|artist|writer|author|librarian|conservator|mechanic|electrician|plumber|carpenter|baker|chef|cook|vet|veterinarian|paramedic|lawyer|paralegal|accountant|consultant|architect|scientist|researcher|biologist|chemist|physicist|geologist|musician|drummer|guitarist|translator|editor|journalist|pharmacist|dentist|driver|pilot|farmer|gardener|florist|cashier|waiter|waitress|bartender|manager|analyst|programmer|sysadmin|technician|welder|firefighter|professor|lecturer|tutor|postdoc|illustrator|animator|hairdresser|dispatcher|potter|brewer|archivist|optician|lifeguard|bookseller|machinist|bus driver|social worker",
  de: "lehrer(?:in)?|krankenpfleger(?:in)?|krankenschwester|ingenieur(?:in)?|entwickler(?:in)?|programmierer(?:in)?|informatiker(?:in)?|designer(?:in)?|fotograf(?:in)?|student(?:in)?|studi|azubi|künstler(?:in)?|bibliothekar(?:in)?|mechaniker(?:in)?|elektriker(?:in)?|tischler(?:in)?|schreiner(?:in)?|bäcker(?:in)?|koch|köchin|tierarzt|tierärztin|sanitäter(?:in)?|anwalt|anwältin|erzieher(?:in)?|gärtner(?:in)?|übersetzer(?:in)?|journalist(?:in)?|apotheker(?:in)?|lokführer(?:in)?|buchhändler(?:in)?|hebamme|rentner(?:in)?",
  es: "profesor(?:a)?|profe|maestr[oa]|enfermer[oa]|ingenier[oa]|programador(?:a)?|desarrollador(?:a)?|diseñador(?:a)?|fotógraf[oa]|estudiante|artista|escritor(?:a)?|bibliotecari[oa]|mecánic[oa]|electricista|carpinter[oa]|panader[oa]|cociner[oa]|veterinari[oa]|abogad[oa]|contador(?:a)?|arquitect[oa]|traductor(?:a)?|periodista|farmacéutic[oa]|camarer[oa]|fontaner[oa]|camioner[oa]",
  fr: "prof|professeure?|enseignante?|infirmi(?:er|ère)|ingénieure?|développeu(?:r|se)|dév|graphiste|photographe|étudiante?|artiste|écrivaine?|bibliothécaire|mécanicien(?:ne)?|électricien(?:ne)?|menuisi(?:er|ère)|boulang(?:er|ère)|cuisini(?:er|ère)|vétérinaire|avocate?|comptable|architecte|traduct(?:eur|rice)|journaliste|pharmacien(?:ne)?|serveu(?:r|se)|libraire|apprentie?",
  pt: "professora?|enfermeir[oa]|engenheir[oa]|programadora?|desenvolvedora?|dev|designer|fotógraf[oa]|estudante|artista|escritora?|bibliotecári[oa]|mecânic[oa]|eletricista|padeir[oa]|cozinheir[oa]|veterinári[oa]|advogad[oa]|contadora?|arquitet[oa]|tradutora?|jornalista|farmacêutic[oa]|fonoaudiólog[oa]|motorista|psicólog[oa]|dentista|médic[oa]|músic[oa]|eletricista",
}
const JOBS = Object.fromEntries(
  Object.entries(JOB).map(([language, words]) => [
    language,
    new RegExp(
      `^(?:i['’]?m |im |i work as |ich bin |soy |je suis |sou )?(?:an? |eine? |une? |um |uma |un |una )?((?:[\\p{L}][\\p{L}-]+ ){0,2}(?:${words})(?: (?:de|d['’]|em|für|für|des?) ?[\\p{L}-]+)?)(?: (?:in|at|from|for|bei|en|à|em) ((?:the |a )?[\\p{L}][\\p{L}'’. -]{1,30}))?(?: aus \\p{L}+)?$`,
      "iu",
    ),
  ]),
) as Record<Language, RegExp>
const NO_JOB =
  /(?<![\p{L}])(?:not|no|my|your|the|mein|dein|mi|mon|ma|meu|minha|bad|best|worst|nicht|kein|kinda|every|some|any|when|if)(?![\p{L}])/iu

const FACTS: Record<
  Language,
  {
    job: (a: string, b?: string) => string
    home: (a: string) => string
    age: (a: string) => string
    pronouns: (a: string) => string
  }
> = {
  en: {
    job: (job, place) => `is ${/^[aeiou]/i.test(job) ? "an" : "a"} ${job}${place ? ` in ${place}` : ""}`,
    home: (place) => `is from ${place}`,
    age: (age) => `is ${age} years old`,
    pronouns: (pronouns) => `uses ${pronouns} pronouns`,
  },
  de: {
    job: (job, place) => `ist ${job}${place ? ` in ${place}` : ""}`,
    home: (place) => `kommt aus ${place}`,
    age: (age) => `ist ${age} Jahre alt`,
    pronouns: (pronouns) => `benutzt die Pronomen ${pronouns}`,
  },
  es: {
    job: (job, place) => `es ${job}${place ? ` en ${place}` : ""}`,
    home: (place) => `es de ${place}`,
    age: (age) => `tiene ${age} años`,
    pronouns: (pronouns) => `usa los pronombres ${pronouns}`,
  },
  fr: {
    job: (job, place) => `est ${job}${place ? ` à ${place}` : ""}`,
    home: (place) => `vient de ${place}`,
    age: (age) => `a ${age} ans`,
    pronouns: (pronouns) => `utilise les pronoms ${pronouns}`,
  },
  pt: {
    job: (job, place) => `é ${job}${place ? ` em ${place}` : ""}`,
    home: (place) => `é de ${place}`,
    age: (age) => `tem ${age} anos`,
    pronouns: (pronouns) => `usa os pronomes ${pronouns}`,
  },
}

/** Returns the facts of an introduction, none if the text is not one. */
export function readIntro(text: string, person: Person, language: Language): SaidFact[] {
  const greeted = text.replace(GREETING, "")
  const led = greeted.replace(I_AM, "")
  const [, name = "", rest = ""] =
    /^([\p{L}][\p{L}\p{N}'’_.-]*)(?: (?:here|hier|aquí|ici|aqui))?\s*(?:[,;:!.|·•\n–-]|\p{Emoji_Presentation})\s*(.*)$/su.exec(
      led,
    ) ?? []
  // "They/them, 24, utc+2": pronouns introduce their author without a name.
  const isNameless = PRONOUNS.test(led.split(ITEMS)[0]?.trim() ?? "")
  const isGuest = greeted !== text && led !== greeted && !isOwnName(name, person.name)
  if (!isNameless && !isGuest && !isOwnName(name, person.name)) return []
  const said = isNameless ? led : rest
  const items = said
    .split(ITEMS)
    .filter((item) => !isCutHome(item, said))
    .map((item) => item.replace(/[^\p{L}\p{N}\p{P}+ ]/gu, "").trim())
  const found = items.flatMap((item) => itemFact(item, language) ?? [])
  // "Support" is a role only beside what else introduces somebody.
  const sure = found.filter(({ kind }) => kind !== "habit").length
  if (sure === 0 || ((isNameless || isGuest) && found.length < 2)) return []
  return found.map(({ kind, told }) => ({
    kind,
    told: `${person.name} ${told}`,
    when: "",
    slots: [told.replace(/^\S+ (?:an? )?/, "")],
    time: null,
    label: person.name,
    person,
    isKin: false,
  }))
}

const ITEMS =
  /[,;\n|·•]|\s\/\s|(?<=\p{L}{2})[.!](?=\s|$)|\s[–-]\s|(?<=\p{L}{3,}) (?:so|but|and|und|aber|y|pero|et|mais|e|mas) /u

/** The writer is called so: "petra" is "Petra V.", "ro" is "ro_ro". */
function isOwnName(name: string, who: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[^\p{L}\p{N}]/gu, "")
  const said = plain(name)
  return said.length >= 2 && plain(who).startsWith(said)
}

/** "From stud. house": the dot may be an abbreviation's. */
function isCutHome(item: string, told: string): boolean {
  const end = told.indexOf(item) + item.length
  return HOME.test(item.trim()) && cutWord(told.slice(0, end + 1), told.slice(end + 1)) !== null
}

function itemFact(item: string, language: Language): { kind: FactKind; told: string } | null {
  const facts = FACTS[language]
  const [, pronouns] = PRONOUNS.exec(item) ?? []
  if (pronouns !== undefined) return { kind: "identity", told: facts.pronouns(pronouns.toLowerCase()) }
  const [, age] = AGE.exec(item) ?? []
  if (age !== undefined)
    return Number(age) >= ADULT && Number(age) <= OLDEST ? { kind: "identity", told: facts.age(age) } : null
  const online = language === "en" ? zoneOrRole(item) : null
  if (online !== null) return online
  const [, job, place] = JOBS[language].exec(item) ?? []
  if (job !== undefined)
    return NO_JOB.test(job) ? null : { kind: "work", told: facts.job(job, place && titled(place)) }
  const [, home] = HOME.exec(item) ?? []
  return home === undefined || NO_JOB.test(home) ? null : { kind: "home", told: facts.home(titled(home)) }
}

function zoneOrRole(item: string): { kind: FactKind; told: string } | null {
  const zone = zoneAt(item, "en")
  if (zone?.zone && zone.length === item.length)
    return { kind: "identity", told: `is in the ${item.toUpperCase()} time zone` }
  const [, role] = ROLE.exec(item) ?? []
  return role === undefined ? null : { kind: "habit", told: `plays ${role.toLowerCase()}` }
}

function titled(place: string): string {
  return place
    .replace(/(?<![\p{L}'’])\p{Ll}(?=\p{L}{2,})/gu, (letter) => letter.toUpperCase())
    .replace(/^(?:The|A) /, (article) => article.toLowerCase())
}
