/** The events of a group and how their plans are told, in five languages. Data only. */
import type { Language } from "../../../text/language.ts"

interface GroupWords {
  /** An event, with its article in the first group of alternatives that matches. */
  events: readonly [words: RegExp, article: string][]
  fact: (event: string, day: string, clock: string | null) => string
}

export const GROUP_WORDS: Record<Language, GroupWords> = {
  en: {
    events: [
      [
        /(?<![\p{L}])(session \d+|boss fight|group call|let['’]?s (?:all )?meet(?! up)|(?:[\p{L}-]+ )?(?:raid|hike|loop|walk|photowalk|trip|dinner|lunch|brunch|picnic|bbq|barbecue|party|meeting|meetup|practice|rehearsal|gig|show(?! (?:me|us|you|him|her|them|up|off)(?![\p{L}]))|concert|match|game night|movie night|tournament|scrim|stream|standup|workshop|quiz(?: night)?|trivia(?: night)?|film night|karaoke night|deadline(?: for \p{L}+)?|book club|code club|jam|bike ride|race))(?:(?<=photowalk|meetup|raid|hike|dinner|picnic|meeting|rehearsal|tournament|workshop)s)?(?![\p{L}])/iu,
        "the",
      ],
    ],
    fact: (event, day, clock) => `${event} is on ${day}${clock === null ? "" : ` at ${clock}`}`,
  },
  de: {
    events: [
      [
        /(?<![\p{L}])(\p{L}*(?:training|spiel|treffen|turnier|fest|pressen|grillen|konzert|rennen|meeting))(?![\p{L}])/iu,
        "das",
      ],
      [
        /(?<![\p{L}])(\p{L}*(?:abend|stammtisch|lauf|ausflug|raid|termin|brunch|flohmarkt))(?![\p{L}])/iu,
        "der",
      ],
      [
        /(?<![\p{L}])(\p{L}*(?:probe|party|feier|runde|sitzung|wanderung|tour|session|fahrt))(?![\p{L}])/iu,
        "die",
      ],
    ],
    fact: (event, day, clock) => `${event} ist am ${day}${clock === null ? "" : ` um ${clock} Uhr`}`,
  },
  es: {
    events: [
      [
        /(?<![\p{L}])(partida|cena|noche de \p{L}+|quedada|fiesta|reunión|clase|comida|carrera|raid|ruta)(?![\p{L}])/iu,
        "la",
      ],
      [
        /(?<![\p{L}])(ensayo|partido|torneo|concierto|entreno|entrenamiento|desayuno|viaje)(?![\p{L}])/iu,
        "el",
      ],
    ],
    fact: (event, day, clock) => `${event} es el ${day}${clock === null ? "" : ` a las ${clock}`}`,
  },
  fr: {
    events: [
      [
        /(?<![\p{L}])(soirée(?: \p{L}+)?|répète|répétition|réunion|partie|rando|randonnée|fête|sortie|session)(?![\p{L}])/iu,
        "la",
      ],
      [/(?<![\p{L}])(pique-nique|tournoi|match|concert|repas|raid|brunch|cours|resto)(?![\p{L}])/iu, "le"],
    ],
    fact: (event, day, clock) => `${event} a lieu le ${day}${clock === null ? "" : ` à ${clock}`}`,
  },
  pt: {
    events: [
      [/(?<![\p{L}])(ensaio|show|campeonat\p{L}+|churrasco|treino|encontro|torneio)(?![\p{L}])/iu, "o"],
      [
        /(?<![\p{L}])(roda(?: de (?!vcs?|vocês?|vós|nós)\p{L}+)?|reunião|festa|partida|aula|corrida)(?![\p{L}])/iu,
        "a",
      ],
    ],
    fact: (event, day, clock) => `${event} é em ${day}${clock === null ? "" : ` às ${clock}`}`,
  },
}

/** Returns an event that the text names, with its article. */
export function eventIn(text: string, language: Language): string | null {
  for (const [words, article] of GROUP_WORDS[language].events) {
    const [, found] = words.exec(text.replace(/@(?:everyone|here)(?![\p{L}])/giu, " ")) ?? []
    if (found !== undefined && /meet$/iu.test(found)) return `${article} meetup`
    if (found !== undefined) return `${article} ${withoutLead(found)}`.replace(/^the (?=session \d)/iu, "")
  }
  return null
}

/** "the next raid", "our raid": only what names it. */
function withoutLead(event: string): string {
  return event.replace(
    /^(?:the|a|an|our|next|this|my|your|for|no|at|on|to|is|and|there|s|of|do|have|in|any|first|last|before|after|same|we|i|who|how|long|be|up) /iu,
    "",
  )
}

/** "The launch is on friday": a short announcement names its event whatever it is. */
const ANNOUNCED: Record<Language, RegExp> = {
  en: announced(
    "the|our",
    "(?:is|will be) (?:on|this|next)|(?:starts|begins|kicks off|takes place|happens|closes|opens)",
  ),
  de: announced("der|die|das|unsere?", "ist am|findet|(?:beginnt|startet) am"),
  es: announced("el|la|nuestr[oa]", "(?:es|será|empieza|comienza) el"),
  fr: announced("le|la|notre", "(?:est|sera|commence|aura lieu|a lieu) (?:le )?"),
  pt: announced("o|a|noss[oa]", "(?:é|será|vai ser|começa) (?:n[oa]|dia|em)"),
}
/** No event: "the plan is on friday" says nothing. */
const NO_EVENT =
  /(?<![\p{L}])(?:plan|summary|wording|layer|slot|method|pass\p{L}+|window|note|version|status|link|file|state|rule|problem|thing|issue|bug|one|question|day|time|point|rest|date|update|server|log|fix|patch|build|branch|code|word|story|joke|weather|sun|focus|pressure|clock|money|ball|tag|ding|cosa|día|chose|jour|coisa|dia|mail|my|mein\p{L}*|mi|mon|ma|meu|minha|kids?|only|last)(?![\p{L}])/iu

function announced(articles: string, verbs: string): RegExp {
  const noun = "(?:[\\p{L}\\d'’-]+ ){0,2}?[\\p{L}'’-]{3,}"
  const lead = "(?:(?:reminder|remember|psa|heads up|fyi|ok|btw|so|und|and|hey all|also)[:,!]? )?"
  return new RegExp(`^${lead}(?<event>(?:${articles}) ${noun}) (?:${verbs})(?![\\p{L}])`, "iu")
}

/** Returns the event that a sentence announces with a day, with its article. `rest`: the sentence without the day. */
export function announcedIn(text: string, rest: string, language: Language): string | null {
  const { event } = ANNOUNCED[language].exec(text.trim())?.groups ?? {}
  if (event === undefined || NO_EVENT.test(event)) return null
  const more = rest.split(/\s+/).length - event.split(" ").length
  return more > LONGEST_ENDING ? null : event.toLowerCase().replace(/^our /u, "the ")
}
/** Words beside the event and its day, the verb among them. */
const LONGEST_ENDING = 5
