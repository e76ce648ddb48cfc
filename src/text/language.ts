/** Tells the language of a chat by its most common words. Pure. */

/** The languages whose words have rules of their own. */
export type Language = "en" | "de" | "es" | "fr" | "pt"

const FUNCTION_WORDS: Record<Language, RegExp> = {
  en: /(?<![\p{L}'])(?:the|is|are|and|i|im|i'm|you|to|at|of|it|we|this|that|in|on|for|not|my|a|i've|ive|got|just|from|with|so|do|don't|dont|what|was|have|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?![\p{L}'])/giu,
  de: /(?<![\p{L}])(?:der|die|das|ist|und|ich|du|nicht|ein|eine|zu|wir|den|mit|auf|hab|auch|noch|wer|am|um|uhr|bin|wie|mein|meine|nen|ne|nich|is|grad|seit|hab|vom|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?![\p{L}])/giu,
  es: /(?<![\p{L}])(?:el|la|los|y|que|q|de|en|yo|un|una|no|es|con|pero|por|las|ya|se|me|hay|quién|qué|dónde|cuándo|lunes|martes|miércoles|jueves|viernes|sí|muy|mi|soy|tengo|por|estoy|q|los|del|al)(?![\p{L}])/giu,
  fr: /(?<![\p{L}])(?:le|la|les|et|je|j|de|du|un|une|est|pas|c|on|tu|moi|pour|en|qui|mais|au|à|d'accord|ça|suis|jsuis|chui|j'ai|mon|ma|mes|chez|donc|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?![\p{L}])/giu,
  pt: /(?<![\p{L}])(?:o|a|os|e|que|q|eu|não|de|do|da|em|no|na|um|uma|é|pra|com|vc|mas|por|gente|às|então|segunda|terça|quarta|quinta|sexta|tô|meu|minha|mês|pro|sou|tenho|moro|né|tbm|muito|kk+|faço|anos|deixa)(?![\p{L}])/giu,
}

/** Returns the language of a text, or `fallback` if nothing tells. */
export function languageOf(text: string, fallback: Language = "en"): Language {
  const [first = fallback, ...others] = languagesOf(text)
  // If nothing tells, it may be in any language.
  return others.length === Object.keys(FUNCTION_WORDS).length - 1 ? fallback : first
}

/** How questions begin in one language alone: short ones often hold nothing else that tells. */
const ASKING: readonly [Language, RegExp][] = [
  [
    "en",
    /^\W*(?:(?:from|at|to|with|by|on|until|till|since|for|and|so|but|wait|hey|ok) )?(?:who|whose|where|when|which|why|how|does|did|is|are|what(?:['’]s)?)(?!\p{L})/iu,
  ],
  [
    "de",
    /^\P{L}*(?:(?:um|mit|bei|an|seit|bis|ab|von|für|auf|zu|aus|und|aber) )?(?:wer|wen|wem|wo|wohin|woher|wann|warum|wieso|wie|welche[rsnm]?|was \p{L}{2,}en (?:wir|sie)|hat|haben|ist|sind|was (?:hat|haben|hast|ist|sind|bin|war|weißt|weiß|kannst|kann|können|macht|machen|mag|wurde|wird|gibt|darf|dürfen|soll|sollen|will|wollen|muss|müssen|isst|trinkt|spielt|kostet|steht|passiert))(?!\p{L})/iu,
  ],
  [
    "es",
    /^\P{L}*(?:(?:a|de|en|con|por|para|desde|hasta|y|pero) )?(?:qui[eé]n(?:es)?|qué|ad[oó]nde|d[oó]nde|cu[aá]ndo|cu[aá]nt[oa]s?|cómo|cu[aá]l(?:es)?)(?!\p{L})|¿/iu,
  ],
  ["fr", /^\P{L}*(?:qui|où|quand|comment|pourquoi|quel(?:le)?s?|est-ce)(?!\p{L})/iu],
  ["pt", /^\P{L}*(?:quem|onde|quando|qual|quais)(?!\p{L})/iu],
]

/** Returns the language of a question; else of the talk before it; `fallback` if nothing tells. */
export function questionLanguage(
  question: string,
  { talk, fallback }: { talk: string; fallback: Language },
): Language {
  const [asked] = ASKING.find(([, shape]) => shape.test(question)) ?? []
  return asked ?? languageOf(`${question} ${talk}`, fallback)
}

/** Returns the language of a locale in Discord's notation, English if it has no rules here. */
export function languageOfLocale(locale: string): Language {
  const name = locale.split("-", 1)[0] ?? ""
  return Object.keys(FUNCTION_WORDS).find((one): one is Language => one === name) ?? "en"
}

/** Returns the languages that a text may be in, likeliest first: short texts often fit several, and one word never excludes English. */
export function languagesOf(text: string): Language[] {
  const counts = Object.entries(FUNCTION_WORDS).map(([language, words]) => ({
    language: language as Language,
    count: text.match(words)?.length ?? 0,
  }))
  const ranked = counts.toSorted((a, b) => b.count - a.count)
  const most = ranked[0]?.count ?? 0
  return ranked
    .filter(
      ({ language, count }) =>
        count >= Math.max(most - 1, 1) || most === 0 || (most === 1 && language === "en"),
    )
    .map(({ language }) => language)
}

/** Words that say nothing of a topic, outside English. */
export const STOPWORDS_ELSEWHERE: ReadonlySet<string> = new Set(
  `aber alle alles als also am auch auf aus bei bin bis bist da dabei dann das dass dein dem den denn der des dich die dir doch dort du eben eh ein eine einem einen einer er erst es etwas euch für gar gerade gern ganz gut hab habe haben hat hast hier hin ich ihm ihn ihr immer in ist ja jetzt kann kannst kein keine klar komm kommt man mal mehr mein meine mich mir mit muss nach nicht nichts noch nochmal nur ob oder ohne schon sehr sein seine seit sich sie sind so soll um und uns unser vom von vor war was weil weiter wenn wer werden wie wieder will wir wird wo wohl zu zum zur zwar über übrigens
  ahí ahora al algo alguien algún allí así aunque aquí bien bueno cada casi como con cosa cuando cuál de del desde donde dos el ella ellos en entonces era eres es esa ese eso esta este esto estoy está estás están fue ha hace hacer han hasta hay he igual ir jaja la las le les lo los luego me mejor mi mis mucho muy más nada ni no nos nosotros nunca o os otra otro para pero por porque porfa pues que quien quién qué se sea ser si sin sobre solo son soy su sus sí tal también tan te tengo tenía tiene toda todo todos tu tus tú un una uno unos va vale vamos venga ver vez voy ya yo él
  ah alors après au aussi autre aux avant avec bah bien bon ça car ce cela ces cet cette chez comme comment dans de des donc du déjà elle elles en encore entre est et eu euh fait faire fois font hein il ils jamais je juste la le les leur là lui ma mais me même mes moi mon mdr ne ni non nos notre nous on ont ou oui où par parce pas pendant peu peut plus pour pourquoi quand que quel quelle qui quoi sa sans se ses si soi son sont suis sur ta te tes toi ton tous tout toute toutes trop très tu un une va vais vas voilà vous vraiment y à était été être
  agora ainda alguém algo aqui as assim até bem bom cada cara com como da das de dele dela depois do dos e ela ele eles em então era essa esse esta este estou está eu faz fazer foi fui gente hoje isso isto já kkk lá mais mas me mesmo meu minha muito na nada nas nem nessa nesse no nos nossa não né num numa o os ou outra outro para pela pelo pessoal pode por porque pra pro quando que quem quer se sem ser seu seria seus sim sobre sou sua só tava tem tenho ter tipo to toda todo todos tua tudo tá tô um uma vai vamos vc você vocês vou
  eigentlich gerne vielleicht bisschen heute gestern würde wäre sollte
  een het met niet maar voor naar ook wel heb ik jij wat dit deze nog gaan geen echt iedereen hoor hebben
  jak chyba wczoraj się nie jest tylko dla bardzo jestem tego było mam też już jutro dzisiaj który
  che non sono anche questo questa della perché però ieri oggi molto tutti cosa`.split(/\s+/),
)
