/**
 * The bot's own words in answers without a model, by language, without markdown: it would be shown as it is. Data only:
 * translators edit this file.
 */
import type { Language } from "../../text/language.ts"

export type SmallTalk =
  | "greeting"
  | "thanks"
  | "goodbye"
  | "mood"
  | "identity"
  | "abilities"
  | "reminder"
  | "sum"
  | "laughter"
  /** Today's date: `{date}` is replaced. */
  | "date"

interface Phrases {
  /** Nothing bears on the question. */
  unknown: string
  /** Comes before the closest line if nothing bears on the question well enough. */
  closest: string
  /** Introduces what somebody wrote. `{name}` and `{day}` are replaced. */
  wrote: string
  /** Introduces what somebody said by a note's account. `{name}` and `{day}` are replaced. */
  told: string
  quotes: readonly [open: string, close: string]
  smallTalk: Record<SmallTalk, string>
}

export const PHRASES: Record<Language, Phrases> = {
  en: {
    unknown: "I don't know that.",
    closest: "I don't know that. The closest I found:",
    wrote: "{name} wrote {day}:",
    told: "{name} said {day}:",
    quotes: ["“", "”"],
    smallTalk: {
      greeting: "Hi! Ask me about anything that was said here.",
      thanks: "You're welcome.",
      goodbye: "See you!",
      mood: "I'm fine, thanks. Ask me about anything that was said here.",
      identity:
        "I'm Keepsake, the memory of this server: I remember what is said here and answer questions about it.",
      abilities:
        "Ask me who said what, what was decided, or when something is. “remember that …” and “forget that …” work too, and /privacy see shows what I store about you.",
      reminder: "I can't remind anyone of things. I only answer from what I have heard here.",
      sum: "I don't do sums. I only answer from what I have heard here.",
      laughter: "😄",
      date: "Today is {date}.",
    },
  },
  de: {
    unknown: "Das weiß ich nicht.",
    closest: "Das weiß ich nicht. Am nächsten kommt:",
    wrote: "{name} schrieb {day}:",
    told: "{name} sagte {day}:",
    quotes: ["„", "“"],
    smallTalk: {
      greeting: "Hallo! Frag mich nach allem, was hier gesagt wurde.",
      thanks: "Gern geschehen.",
      goodbye: "Bis bald!",
      mood: "Gut, danke. Frag mich nach allem, was hier gesagt wurde.",
      identity:
        "Ich bin Keepsake, das Gedächtnis dieses Servers: Ich merke mir, was hier gesagt wird, und beantworte Fragen dazu.",
      abilities:
        "Frag mich, wer was gesagt hat, was beschlossen wurde oder wann etwas ist. Auch „merk dir, dass …“ und „vergiss, dass …“ verstehe ich, und /datenschutz ansehen zeigt, was ich über dich speichere.",
      reminder: "Erinnern kann ich niemanden. Ich antworte nur aus dem, was ich hier gehört habe.",
      sum: "Rechnen kann ich nicht. Ich antworte nur aus dem, was ich hier gehört habe.",
      laughter: "😄",
      date: "Heute ist {date}.",
    },
  },
  es: {
    unknown: "Eso no lo sé.",
    closest: "Eso no lo sé. Lo más parecido que encontré:",
    wrote: "{name} escribió {day}:",
    told: "{name} dijo {day}:",
    quotes: ["«", "»"],
    smallTalk: {
      greeting: "¡Hola! Pregúntame por cualquier cosa que se haya dicho aquí.",
      thanks: "De nada.",
      goodbye: "¡Hasta luego!",
      mood: "Bien, gracias. Pregúntame por cualquier cosa que se haya dicho aquí.",
      identity:
        "Soy Keepsake, la memoria de este servidor: recuerdo lo que se dice aquí y respondo preguntas sobre ello.",
      abilities:
        "Pregúntame quién dijo qué, qué se decidió o cuándo es algo. También sirven «recuerda que…» y «olvida que…», y /privacidad ver muestra lo que guardo sobre ti.",
      reminder: "No puedo recordarle nada a nadie. Solo respondo con lo que he oído aquí.",
      sum: "No hago cuentas. Solo respondo con lo que he oído aquí.",
      laughter: "😄",
      date: "Hoy es {date}.",
    },
  },
  fr: {
    unknown: "Ça, je ne le sais pas.",
    closest: "Ça, je ne le sais pas. Le plus proche que j'ai trouvé :",
    wrote: "{name} a écrit {day} :",
    told: "{name} a dit {day} :",
    quotes: ["« ", " »"],
    smallTalk: {
      greeting: "Salut ! Demande-moi tout ce qui s'est dit ici.",
      thanks: "De rien.",
      goodbye: "À bientôt !",
      mood: "Ça va, merci. Demande-moi tout ce qui s'est dit ici.",
      identity:
        "Je suis Keepsake, la mémoire de ce serveur : je retiens ce qui se dit ici et je réponds aux questions.",
      abilities:
        "Demande-moi qui a dit quoi, ce qui a été décidé ou quand a lieu quelque chose. /remember et /forget me font retenir ou oublier, et /privacy see montre ce que je garde sur toi.",
      reminder: "Je ne peux rappeler rien à personne. Je réponds seulement avec ce que j'ai entendu ici.",
      sum: "Je ne fais pas de calculs. Je réponds seulement avec ce que j'ai entendu ici.",
      laughter: "😄",
      date: "Nous sommes le {date}.",
    },
  },
  pt: {
    unknown: "Isso eu não sei.",
    closest: "Isso eu não sei. O mais próximo que encontrei:",
    wrote: "{name} escreveu {day}:",
    told: "{name} disse {day}:",
    quotes: ["“", "”"],
    smallTalk: {
      greeting: "Oi! Pergunte sobre qualquer coisa que foi dita aqui.",
      thanks: "De nada.",
      goodbye: "Até mais!",
      mood: "Tudo bem, obrigado. Pergunte sobre qualquer coisa que foi dita aqui.",
      identity:
        "Sou o Keepsake, a memória deste servidor: guardo o que é dito aqui e respondo perguntas sobre isso.",
      abilities:
        "Pergunte quem disse o quê, o que foi decidido ou quando é alguma coisa. Com /remember e /forget eu guardo ou esqueço algo, e /privacy see mostra o que guardo sobre você.",
      reminder: "Não consigo lembrar ninguém de nada. Só respondo com o que ouvi aqui.",
      sum: "Não faço contas. Só respondo com o que ouvi aqui.",
      laughter: "😄",
      date: "Hoje é {date}.",
    },
  },
}
