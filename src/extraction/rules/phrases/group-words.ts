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
        /(?<![\p{L}])(session \d+|boss fight|group call|let['’]?s (?:all )?meet(?! up)|(?:[\p{L}-]+ )?(?:raid|hike|loop|walk|photowalk|trip|dinner|lunch|brunch|picnic|bbq|barbecue|party|meeting|meetup|practice|rehearsal|gig|show|concert|match|game night|movie night|tournament|scrim|stream|standup|workshop|quiz(?: night)?|trivia(?: night)?|film night|karaoke night|deadline|book club|code club|jam|bike ride|race))(?![\p{L}])/iu,
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
      [/(?<![\p{L}])(roda(?: de \p{L}+)?|reunião|festa|partida|aula|corrida)(?![\p{L}])/iu, "a"],
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

/** "The launch is on friday": an announcement names its event whatever it is. */
const ANNOUNCED: Record<Language, RegExp> = {
  en: announced(
    "the|our|next|this",
    "is|starts|begins|kicks off|takes place|will be|happens|closes|ends|opens",
  ),
  de: announced("der|die|das|unser|unsere", "ist|findet|beginnt|startet|geht los|fängt"),
  es: announced("el|la|nuestro|nuestra", "es|será|empieza|comienza|cierra"),
  fr: announced("le|la|notre", "est|sera|commence|a lieu|aura lieu|démarre"),
  pt: announced("o|a|nosso|nossa", "é|será|vai ser|começa|rola|fecha"),
}

function announced(articles: string, verbs: string): RegExp {
  const noun =
    "(?:(?!(?:my|mein\\p{L}*|mi|mon|ma|meu|minha|kids?|only|first|last|problem|thing|issue|day|one|time)(?![\\p{L}]))[\\p{L}\\d'’-]+ ){0,2}?(?!(?:problem|thing|issue|bug|one|question|day|tag|ding|cosa|día|chose|jour|coisa|dia|rest|point|only)(?![\\p{L}]))[\\p{L}'’-]{3,}"
  return new RegExp(
    `^(?:[^:]{0,24}[:,] |.{0,12}(?:reminder|remember|psa|heads up|fyi|ok|und|and)[:,]? )?(?<event>(?:${articles}) ${noun}) (?:${verbs})(?![\\p{L}])`,
    "iu",
  )
}

/** Returns the event that a sentence announces with a day, with its article. */
export function announcedIn(text: string, language: Language): string | null {
  const { event } = ANNOUNCED[language].exec(text.trim())?.groups ?? {}
  return event === undefined ? null : event.toLowerCase().replace(/^(?:our|next|this) /u, "the ")
}
