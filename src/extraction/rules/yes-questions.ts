/** Questions that a yes answers, and the statement that it makes. Pure. */

/** [question, statement]: "are you vegan?", "can you print the posters?" */
const POLAR: readonly (readonly [asked: RegExp, said: (rest: string) => string])[] = [
  [
    /^(?:are|r) (?:you|u|ya) (?:still )?((?:an? |from |in |based |living |vegan|vegetarian|pescatarian|allergic |married|engaged|single|left|right|gluten|lactose|retired|moving to |german|french|spanish|dutch|british|irish|polish|italian|american|canadian).*)$/iu,
    (rest) => `i am ${rest}`,
  ],
  [
    /^(?:so |and |wait |oh )*(?:you['’]?re|you are|ur|u r) ((?:an? |from |in |based |living |vegan|vegetarian|pescatarian|allergic |married|engaged|left|retired|german|french|spanish|dutch|british|irish|polish|italian|american|canadian).*?),? ?(?:right|yeah|yes|no|correct|innit)?$/iu,
    (rest) => `i am ${rest}`,
  ],
  [
    /^(?:so |and |wait |oh )*(?:you|u) ((?:live|work|play|speak|own|main) .+?),? (?:right|yeah|yes|no|correct|innit)$/iu,
    (rest) => `i ${rest}`,
  ],
  [
    /^(?:is )?any(?:one|body)(?: here| else)? (?:here )?((?:an? )?(?:vegan|vegetarian|pescatarian|nurse|teacher|student|programmer|from \p{L}+|left-handed|allergic to \p{L}+))$/iu,
    (rest) => `i am ${rest}`,
  ],
  [
    /^(?:does )?any(?:one|body)(?: here| else)? ((?:play|speak|own|use|live in|work as|collect) .+)$/iu,
    (rest) => `i ${rest}`,
  ],
  [
    /^do (?:you|u|ya) (?:still )?((?:have|own|live|work|play|speak|use|like|love|hate|eat|drink|smoke|main|collect) (?!any\b).+|smoke|drink)$/iu,
    (rest) => `i ${rest}`,
  ],
  [
    /^(?:can|could|would|will) (?:you|u) (?:please )?((?:bring|host|organi[sz]e|print|book|drive|pick up|take over|bake|make|cook|do|run|design|draw|handle|set up|order) .+)$/iu,
    (rest) => `i will ${rest}`,
  ],
  [
    /^who(?:['’]s| is| can| could| will| wants to|['’]ll)? (?:gonna |going to )?((?:bring|host|print|book|drive|bake|cook|order|draw|handle) .+)$/iu,
    (rest) => `i will ${rest}`,
  ],
  [/^wer (?:bringt|kann) (.+ mit)(?:bringen)?$/iu, (rest) => `ich bring ${rest}`],
  [/^quién (?:lleva|trae|puede (?:llevar|traer)) (.+)$/iu, (rest) => `llevo ${rest}`],
  [/^qui (?:ramène|apporte|amène|peut (?:ramener|apporter)) (.+)$/iu, (rest) => `je ramène ${rest}`],
  [/^quem (?:leva|traz|pode (?:levar|trazer)) (.+)$/iu, (rest) => `levo ${rest}`],
]
/** Answers to "who brings it?" */
export const VOLUNTEERS =
  /^\W*(?:me|i (?:can|will|do)|i['’]ll (?:bring|do)(?: it| that| mine)?|i got (?:it|that|one)|on it|ich|mach ich|kann ich|ich mach(?: das|['’]?s)?|yo|yo (?:lo|la) (?:llevo|traigo)|moi|je m['’]en (?:occupe|charge)|je (?:peux|prends)|eu|eu levo|levo(?: o meu| a minha)?|deixa comigo|pode deixar)\W*$/iu
export const ASKS_WHO = /^\W*(?:who|wer|quién|qui|quem)(?![\p{L}])/iu

/** Returns the statement that a yes to the question makes, or `null`. */
export function statementOfYes(sentence: string): string | null {
  for (const part of [sentence, ...sentence.split(/[,;:]\s+/).toReversed()])
    for (const [asked, said] of POLAR) {
      const [, rest] = asked.exec(part.replace(/[\s?!.]+$/g, "").trim()) ?? []
      if (rest !== undefined) return said(rest.replace(/(?<![\p{L}])your(?![\p{L}])/giu, "my"))
    }
  return null
}

/** Returns the statement that a no to "do you eat meat?" makes, or `null`. */
export function statementOfNo(sentence: string): string | null {
  const [, habit, owned] =
    /^(?:so )?do (?:you|u) (?:(drink|smoke|drive|eat meat)|(?:have|own) ((?:any )?(?:kids|children|pets|siblings)|a (?:car|tv|dog|cat)))[\s?!.]*$/iu.exec(
      sentence.trim(),
    ) ?? []
  if (habit !== undefined) return `i do not ${habit}`
  return owned === undefined ? null : `i do not have ${owned}`
}

/** Returns what a yes to "anyone watching the game tonight?" says one is doing, "watching the game", or `null`. */
export function activityAsked(sentence: string): string | null {
  const [, doing, what = ""] =
    /^(?:is )?any(?:one|body)(?: else)?(?: here)? (watching|playing) (.{3,40}?)(?: (?:tonight|today|now|rn|later|this evening))?[\s?!.]*$/iu.exec(
      sentence,
    ) ?? []
  return doing === undefined ? null : `${doing.toLowerCase()} ${what}`
}
