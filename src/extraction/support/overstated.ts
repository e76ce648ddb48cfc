/**
 * Finds claims that say more than their lines: a single time told as a habit, what is over as still so, irony as
 * liking, another bearer of the name as the member, and one person's low opinion of another as a fact. Pure.
 */
import type { Matter, SupportFault } from "./matter.ts"
import { FIRST_PERSON, NEGATOR } from "./words.ts"

const words = (list: string, inside = "") =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${list
      .trim()
      .split(/\s*\|\s*/)
      .join("|")})(?![\\p{L}\\p{N}_])${inside === "" ? "" : `|${inside}`}`,
    "iu",
  )

const HABIT = words(
  `always | every (?:single )?(?:day|morning|evening|night|week|weekend|time) | daily | regularly | constantly | habitually
  | immer | jeden (?:tag|morgen|abend) | täglich | regelmäßig | ständig | siempre | todos los días | cada día | a diario
  | toujours | tous les (?:jours|matins|soirs) | chaque jour | sempre | todos os dias | todo dia | diariamente
  | zawsze | codziennie`,
  "毎日|毎朝|毎晩|いつも|常に",
)
const REPEATED = words(
  `always | every | each | daily | regularly | constantly | never | again | usually | all the time | most | \\p{L}+days | habit | routine | still | nightly | weekly
  | immer | jed\\p{L}+ | täglich | regelmäßig | ständig | nie | wieder | meistens | morgens | abends | gewöhnlich | noch
  | siempre | todos | todas | cada | a diario | nunca | otra vez | de nuevo | suelo | suele | sigo
  | toujours | tous les | chaque | jamais | encore | d['’]habitude | quotidien\\p{L}* | le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)
  | sempre | todos | todo | toda | cada | nunca | de novo | outra vez | costumo
  | zawsze | codziennie | każd\\p{L}+ | nigdy | znowu | znów`,
  "毎|いつも|ずっと|また|常|よく",
)

/** "Skipped lunch today" is no "always skips lunch". */
export function overgeneral({ claim, sentences }: Matter): SupportFault | null {
  if (!HABIT.test(claim.fact) || sentences.length === 0) return null
  return sentences.some(({ text }) => REPEATED.test(text)) ? null : "not_said"
}

const BACK_THEN = words(
  `back when i (?:was|lived|worked|had|played|did) | when i used to | i used to | back in (?:the day|my \\p{L}+ days) | in my \\p{L}+ days | years ago i (?:was|had|lived|worked)
  | als ich noch | ich war früher | damals (?:war|hatte|wohnte) ich | früher (?:war|hatte|wohnte|hab) ich
  | cuando (?:yo )?(?:era|vivía|trabajaba|tenía) | de joven | antes (?:era|vivía|trabajaba|tenía)
  | à l['’]époque où | quand j['’](?:étais|habitais|avais|vivais) | quand je (?:vivais|travaillais)
  | quando eu (?:era|morava|trabalhava|tinha) | na época em que | antigamente eu
  | kiedyś (?:byłem|byłam|miałem|miałam|mieszkałem|mieszkałam) | jak byłem | jak byłam`,
  "若い頃|昔は|以前は|もう.{1,4}年も前|だった頃",
)
/** The fact itself says that it was so, or no longer is. */
const TOLD_AS_PAST = words(
  `was | were | had | did | used to | once | formerly | former | ex | no longer | previously | in the past | as a (?:child|kid|teenager|student) | when | \\p{L}+ed | lived | left | gave | went | moved | grew | met | began | started
  | war | waren | hatte | früher | einst | ehemalig\\p{L}* | damals | nicht mehr | wohnte | arbeitete | hat .{1,40}(?:t|en)
  | era | fue | fueron | tenía | vivía | trabajaba | antes | ya no | exempleado | estuvo | cuando
  | était | avait | vivait | habitait | travaillait | autrefois | ancien\\p{L}* | ne .{1,20} plus | a été | quand
  | foi | tinha | morava | trabalhava | já não | não .{1,20} mais | quando
  | był[ao]? | miał[ao]? | mieszkał[ao]? | pracował[ao]? | kiedyś | już nie | dawniej`,
  "だった|いた|ていた|昔|以前|元|かつて|もう.{0,12}ない|頃",
)

/** "Back when I was treasurer" tells of no treasurer today. */
export function overAlready({ claim, matching }: Matter): SupportFault | null {
  if (matching.length === 0 || TOLD_AS_PAST.test(claim.fact)) return null
  return matching.every(({ text, message }) => BACK_THEN.test(text) || BACK_THEN.test(message.content))
    ? "was_so"
    : null
}

const LIKING = words(
  `likes? | loves? | enjoys? | adores? | is (?:very |so )?(?:happy|glad|excited|thrilled|delighted) | looks forward | fan of | favou?rite
  | mag | liebt | freut sich | genießt | le gusta\\p{L}* | le encanta\\p{L}* | adora | disfruta | aime | adore | apprécie | se réjouit
  | gosta | ama | curte | lubi | kocha | uwielbia | cieszy się`,
  "好き|大好き|楽し|喜ん",
)
const IRONIC =
  /[🙃🙄🫠😒]|(?:^|\s)\/s\b|\b(?:oh (?:yeah|joy|great|goody)|just (?:love|great|what i needed|fantastic|perfect)|lucky me|living the dream|best part of my (?:day|life))\b|\b(?:na super|na toll|na klasse|ganz toll|wie schön, schon wieder)\b|\bque (?:delícia|maravilha|alegria|ilusión|suerte la mía)\b|\b(?:génial, encore|trop bien, encore|super, encore|quel bonheur)\b/iu
const HYPERBOLE =
  /\bliterally (?:\p{L}+ ){0,2}(?:thousand|million|hundred|billion|dying|dead)|\b(?:i am|i'm|im) (?:deceased|literally dead|a puddle)|\b(?:\p{L}+|\d+) (?:thousand|million|centuries|siglos|siècles|séculos|jahrhunderte) (?:years |años |ans |anos |jahre )?(?:in|en|waiting|esperando|warte|de)\b|llevo (?:\p{L}+ )?siglos|溶けた|液体/iu

/** Irony turns a liking around, and an exaggeration counts nothing. */
export function ironic({ claim, matching }: Matter): SupportFault | null {
  if (matching.length === 0) return null
  const isOf = (pattern: RegExp) => matching.every(({ message }) => pattern.test(message.content))
  if (LIKING.test(claim.fact) && !NEGATOR.test(claim.fact) && isOf(IRONIC)) return "not_meant"
  return isOf(HYPERBOLE) ? "not_meant" : null
}

const RELATIVE =
  "cousin|brother|sister|mom|mum|dad|mother|father|uncle|aunt|boss|manager|neighbou?r|friend|coworker|colleague|roommate|flatmate|landlord|teacher|ex|gf|bf|girlfriend|boyfriend|wife|husband|son|daughter|nephew|niece|chef|chefin|bruder|schwester|cousine|kumpel|nachbar(?:in)?|kolleg(?:e|in)|freund(?:in)?|onkel|tante|prim[oa]|herman[oa]|jef[ea]|vecin[oa]|amig[oa]|compañer[oa]|cuñad[oa]|frère|sœur|soeur|cousin[e]?|patron(?:ne)?|voisin[e]?|pote|copine|copain|collègue|irmã?o?|chefe|vizinh[oa]|colega|tio|tia|brat|siostra|szef(?:owa)?|kolega|koleżanka|sąsiad(?:ka)?|kuzyn(?:ka)?"
const MY =
  "my|our|mein|meine|meinem|meiner|unser|unsere|mi|mis|nuestr[oa]|mon|ma|mes|notre|meu|minha|nosso|nossa|mój|moja|nasz|nasza"

/** "My boss Josh", "Lucía, la de mi curro", "Ana (not our Ana)": another bearer of a member's name. */
export function namesake({ claim, sentences, scene }: Matter): SupportFault | null {
  const { scope, id } = claim.subject
  if (scope !== "user" || sentences.length === 0 || sentences.some(({ author }) => author === id)) return null
  const name = scene.people
    .find((person) => person.id === id)
    ?.name.split(/[^\p{L}\p{N}]+/u)
    .find(Boolean)
  if (!name || name.length < 2) return null
  const plain = name.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
  const bearer = new RegExp(
    `(?<![\\p{L}])(?:${MY}) (?:\\p{L}+ )?(?:${RELATIVE}) ${plain}(?![\\p{L}])|(?<![\\p{L}])${plain},? (?:my|mein|meine|mi|mon|ma|meu|minha|o meu|a minha) (?:${RELATIVE})(?![\\p{L}])|(?<![\\p{L}])${plain},? ?(?:from (?:my )?(?:work|school|uni|class|gym)|(?:la|el) de (?:mi|la|el) |l[ea] de mon|d[oae] meu (?:trampo|trabalho|curso)|von (?:der|meiner) (?:arbeit|schule)|aus (?:der|meiner) (?:arbeit|schule|klasse)|de mon (?:boulot|taf)|z (?:pracy|mojej pracy))|(?:not|nicht|no|pas|não|nie) (?:our|unser\\p{L}*|nuestr[oa]|le nôtre|notre|o nosso|a nossa|nasz\\p{L}*|the|der|die|el|la) ${plain}`,
    "iu",
  )
  const inJapanese = new RegExp(`うちの.{0,4}の?${plain}|${plain}[^。]{0,4}(?:ここの人じゃない|別の)`, "u")
  const speaks = sentences.filter(({ text }) => text.toLowerCase().includes(name.toLowerCase()))
  const all =
    speaks.length > 0 &&
    speaks.every(({ message }) => bearer.test(message.content) || inJapanese.test(message.content))
  return all ? "others_words" : null
}

const LOW_OPINION = words(
  `lazy | stingy | cheapskate | tight-fisted | smelly | rude | selfish | arrogant | annoying | boring | obnoxious | (?:bad|terrible|awful|no|poor) taste | bad character | toxic
  | faul | geizig | egoistisch | arrogant | unverschämt | vag[oa] | tacañ[oa] | egoísta | maleducad[oa] | mal gusto
  | avare | radin\\p{L}* | paresseu\\p{L}+ | égoïste | impoli\\p{L}* | mauvais goût | preguiços[oa] | pão-duro | mesquinh[oa] | mau gosto
  | leniw\\p{L}* | śmierdz\\p{L}* | skąp\\p{L}* | egoist\\p{L}* | chamsk\\p{L}*`,
  "性格が悪|ケチ|怠け|自己中|わがまま|センスが(?:悪|な)",
)

/** Others' opinion of somebody's character is no fact about them. */
export function lowOpinion({ claim, sentences }: Matter): SupportFault | null {
  const { scope, id } = claim.subject
  if (scope !== "user" || sentences.some(({ author, text }) => author === id && FIRST_PERSON.test(text)))
    return null
  return LOW_OPINION.test(claim.fact) ? "insult" : null
}

const GIVES =
  "len[dt]\\p{L}*|loan\\p{L}*|teach\\p{L}*|taught|sold|sells?|selling|gave|gives?|giving|verleiht|verlieh|lieh|leiht|bei(?:ge)?bracht|bringt|prest\\p{L}+|enseñ\\p{L}+|prêt\\p{L}+|ensin\\p{L}+"
const GIVING = new RegExp(`(?:${GIVES})`, "iu")
const GETS = "borrow\\p{L}*|learn\\p{L}*|bought|buys?|buying|received?|gets?|got"

/** "Leopold's lending me 300 quid" has Leopold give, whoever the fact names first. */
export function swapped({ claim, sentences, scene }: Matter): SupportFault | null {
  const authors = new Set(sentences.map(({ author }) => author))
  const [author] = authors
  const teller = scene.people.find(({ id }) => id === author)
  if (authors.size !== 1 || !teller) return null
  const told = sentences.map(({ text }) => text).join(" ")
  if (!GIVING.test(told)) return null
  const isSwapped = scene.people
    .filter(({ id }) => id !== author)
    .some((other) => {
      const [giver, taker] = [firstName(other.name), firstName(teller.name)]
      const gives = new RegExp(
        `(?<![\\p{L}])${giver}(?:['’]s)? (?:\\p{L}+ ){0,2}(?:${GIVES}) (?:me|mir)(?![\\p{L}])|(?<![\\p{L}])${giver} hat mir (?:.{1,40} )?(?:${GIVES})(?![\\p{L}])`,
        "iu",
      )
      if (!gives.test(told)) return false
      const fact = claim.fact
      return (
        new RegExp(
          `^${taker}(?![\\p{L}]).{0,20}(?<![\\p{L}])(?:hat .{1,60})?(?:${GIVES})(?![\\p{L}])`,
          "iu",
        ).test(fact) ||
        new RegExp(
          `^${giver}(?![\\p{L}]).{0,20}(?<![\\p{L}])(?:${GETS}).{1,60}(?<![\\p{L}])${taker}`,
          "iu",
        ).test(fact)
      )
    })
  return isSwapped ? "others_words" : null
}

function firstName(name: string): string {
  const first = name.split(/[^\p{L}\p{N}_]+/u).find(Boolean) ?? name
  return first.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
}
