/** Tells the language of a chat by its most common words. Pure. */
import type { Language } from "./phrase.ts"

const FUNCTION_WORDS: Record<Language, RegExp> = {
  en: /(?<![\p{L}'])(?:the|is|are|and|i|im|i'm|you|to|at|of|it|we|this|that|in|on|for|not|my|don't|dont|what|was|have|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?![\p{L}'])/giu,
  de: /(?<![\p{L}])(?:der|die|das|ist|und|ich|du|nicht|ein|eine|zu|wir|den|mit|auf|hab|auch|noch|wer|am|um|uhr|bin|wie|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?![\p{L}])/giu,
  es: /(?<![\p{L}])(?:el|la|los|y|que|q|de|en|yo|un|una|no|es|con|pero|por|las|ya|se|me|quién|lunes|martes|miércoles|jueves|viernes|sí|muy)(?![\p{L}])/giu,
  fr: /(?<![\p{L}])(?:le|la|les|et|je|j|de|du|un|une|est|pas|c|on|tu|moi|pour|en|qui|mais|au|à|d'accord|ça|suis|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?![\p{L}])/giu,
  pt: /(?<![\p{L}])(?:o|a|os|e|que|q|eu|não|de|do|da|em|no|na|um|uma|é|pra|com|vc|mas|por|gente|às|então|segunda|terça|quarta|quinta|sexta|tô|meu|minha)(?![\p{L}])/giu,
}

/** Returns the language of a text, English if nothing tells. */
export function languageOf(text: string): Language {
  const counts = Object.entries(FUNCTION_WORDS).map(
    ([language, words]) => [language, text.match(words)?.length ?? 0] as const,
  )
  const [best] = counts.toSorted((a, b) => b[1] - a[1])
  return best ? (best[0] as Language) : "en"
}
