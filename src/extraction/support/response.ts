/** Finds what a person answers when others say something about them: they agree, or they deny it. Pure. */
import type { Message } from "../../domain/types.ts"
import { type SupportClaim, type SupportScene, sentencesOf } from "./sentences.ts"
import { NEGATOR, NO_DENIAL } from "./words.ts"

/** `line`: the number of the answering line, from 1. */
export type SubjectResponse = { kind: "agrees" | "denies"; line: number }

/** An answer that is no reply follows within this many lines. */
const WITHIN = 3

/**
 * Returns the subject's answer to a claim that rests on other people's lines only, or `null` if there is none. A bare
 * "no" to a negative fact may mean either and counts as none.
 */
export function responseOf(claim: SupportClaim, { window }: SupportScene): SubjectResponse | null {
  const { scope, id } = claim.subject
  const cited = claim.lines.flatMap((line) => window.messages[line - 1] ?? [])
  if (scope !== "user" || cited.length === 0 || cited.some(({ author }) => author.id === id)) return null
  const last = Math.max(...claim.lines)
  const answers = (message: Message, at: number) =>
    message.author.id === id &&
    (message.replyTo === null ? at < last + WITHIN : cited.some((one) => one.id === message.replyTo))
  const at = window.messages.findIndex((message, index) => index >= last && answers(message, index))
  const answer = window.messages[at]
  const [first] = answer ? sentencesOf([answer]) : []
  if (!first || first.isUnmeant) return null
  const line = at + 1
  // "No??" asks nothing.
  if (first.isQuestion && !BARE_NO.test(first.text)) return null
  const isAsked = sentencesOf(cited).some(({ isQuestion }) => isQuestion)
  if (CONCEDES.test(first.text) || (isAsked && first.answer === "yes")) return { kind: "agrees", line }
  if (REFUTES.test(first.text)) return { kind: "denies", line }
  const isNegative = NEGATOR.test(claim.fact.replace(NO_DENIAL, " "))
  return BARE_NO.test(first.text) && !isNegative ? { kind: "denies", line } : null
}

/** Agrees with what another said, or admits a mistake. A "yes" counts only as a word of its own. */
const CONCEDES =
  /^\W*(?:(?:oh|ah|ok|okay|haha|lol|ugh|damn|well|wait|oops|whoops|yes|yeah|yep|ach|ähm?|ups|ja|ay|uy|sí|si|bon|euh|oui|sim)\W+){0,2}(?:(?:yes|yeah|yep|yup|yea|true|right|correct|exactly|indeed|fair(?: enough| point)?|guilty(?: as charged)?|oops|whoops|ja|jup|genau|stimmt|richtig|ups|sí|si|claro|exacto|cierto|verdad|correcto|oui|ouais|exact|exactement|oups|sim|isso|exato|verdade|certo|tak|racja|dokładnie)(?=\W*$|\s*[,.!;…–-]|\s+(?:sorry|that['’]?s (?:right|true|me|correct)|you['’]?re right|i (?:am|do|did|have|was|will)\b|das|mein|hast|tienes|perdón|tu as|t['’]as|pardon|tem|você))|(?:you['’]?re|ur|youre|that['’]?s|thats|(?:he|she|they)['’]?(?:s|re)) (?:so |totally |absolutely |quite )?(?:right|correct|true)|my (?:bad|mistake)|i stand corrected|i misspoke|(?:da )?hast(?: du)? recht|mein fehler|tienes razón|mi error|culpa mía|(?:tu|t['’]) ?as raison|c['’]est (?:vrai|ça)|au temps pour moi|tens razão|(?:você |vc )?tem razão|erro meu|masz rację|mój błąd)|^(?:はい|うん|そうです|そうそう|その通り|たしかに|確かに|ごめん、?そう)/iu

/** Denies what another said, in words that can mean nothing else. */
const REFUTES =
  /^\W*(?:(?:no+|nope|nah|nein|nee|non|não|nie|wtf|lol|haha|um|uh|er|hey)\W+){0,2}(?:(?:that['’]?s|thats|this is|it['’]?s) (?:just |simply |totally |so )?(?:not (?:true|right|me|correct|so)|wrong|a lie|false|nonsense|made up)|not true|i (?:never|don['’]?t|dont|didn['’]?t|didnt|do not|did not|am not|wasn['’]?t|haven['’]?t|have never)\b|i['’]?m not\b|im not\b|(?:that )?wasn['’]?t me|lies\b|das stimmt (?:gar |überhaupt )?nicht|stimmt (?:gar )?nicht|quatsch|unsinn|(?:eso )?no es (?:cierto|verdad)|mentira|c['’]est (?:pas vrai|faux)|n['’]importe quoi|(?:isso )?não é verdade|to nieprawda)|^(?:違います|違うよ|そうじゃない)/iu

const BARE_NO = /^\W*(?:no+|nope|nah|nein|nö|nee|non|não|nao|nie|いいえ|違う)(?=\W*$|\s*[,.!?;…–-])/iu
