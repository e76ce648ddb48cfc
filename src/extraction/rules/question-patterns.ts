/** The shapes of questions that ask somebody of themselves. Tried in order, whatever their capitals. */
import {
  directionPhrase,
  followUpQuestion,
  jobClause,
  locationClause,
  motionGerund,
  openPolarQuestion,
  pastPhrase,
  polarQuestion,
  type QuestionPattern,
  slotQuestion,
  timeQuestion,
  toFirstPerson,
  wherePastQuestion,
  whichClause,
} from "./question-builders.ts"
import { isTime, timePhrase } from "./times.ts"
import { pastForm } from "./verbs.ts"

// The shapes of questions that go on from the last fact: "when?", "to whom?", "what's her name?".

const FOLLOW_UP_PATTERNS: QuestionPattern[] = [
  [
    /^(?:(?:and|so|nice|cool|ok|okay|oh|wow)[, ]+)*(?:since |until |til )?(?:when|what (?:day|date|month|year|time))(?:'s that| is that| exactly| though)?$/,
    () => followUpQuestion("time"),
  ],
  [/^(?:(?:oh|wow|and|nice|cool|for)[, ]+)*how long(?: now)?$/, () => followUpQuestion("phrase", "for")],
  [
    /^(?:to |in |at |from )?where(?:'s that| is that| to| at| exactly| though| about| abouts)?$/,
    () => followUpQuestion("place"),
  ],
  [/^(?:which|what) (?:city|country|town|place|state)$/, () => followUpQuestion("place")],
  [
    /^(to|with|from|for|at|in|about|by) (?:who|whom|what|which \w+|what \w+)$/,
    ([preposition = ""]) => followUpQuestion("phrase", preposition),
  ],
  [/^(?:who|whom) (to|with|from|for|by)$/, ([preposition = ""]) => followUpQuestion("phrase", preposition)],
  [
    /^(to|with|from|for|at|in) (?:that|the|this|your|his|her|a|an) .{2,60}$/,
    ([preposition = ""]) => followUpQuestion("phrase", preposition),
  ],
  [
    /^(by|with|for|on) (?:himself|herself|themselves|yourself|his own|her own|their own|your own|anyone|someone|family|friends)$/,
    () => followUpQuestion("phrase", "with"),
  ],
  [
    /^(?:which|what) (?:one|school|college|company|uni|university|bank|place|team|program)$/,
    () => followUpQuestion("phrase", "("),
  ],
  [
    /^what(?:'s|s| is| are)? (?:her|his|its|it's|their|the \w+'?s?|your (?:dog|cat|puppy|kitten|pet|bird|rabbit|horse)'?s?) names?$/,
    () => ({ kind: "naming" }),
  ],
  [
    /^(?:what|how) (?:did|do|will|are) you (?:name|call|calling|naming|gonna (?:name|call)|going to (?:name|call)) (?:her|him|it|them|the \w+)$/,
    () => ({ kind: "naming" }),
  ],
  [/^(?:any |got a |does (?:she|he|it) have a |have a )?names?(?: yet)?$/, () => ({ kind: "naming" })],
]

const YOU = "(?:you|u|ya|you guys|y'all|yall)"
const SOFT =
  "(?:end(?:ed)? up |actually |currently |usually |guys |originally |normally |really |ever |even |now |still |all |both )*"
const ANYONE =
  "(?:any(?:one|body)(?: else| here)?|who(?: else| all)?(?: here)?(?:'s|s)?|every(?:one|body)|y'all|you guys|(?:any of )?you all)"
const PLACE_VERB: Record<string, string> = {
  live: "live",
  living: "live",
  stay: "live",
  staying: "live",
  work: "work",
  working: "work",
  study: "study",
  studying: "study",
  born: "was born",
}

export const QUESTION_PATTERNS: QuestionPattern[] = [
  ...FOLLOW_UP_PATTERNS,
  [
    /^where(?:'s| is|'re| are) (?:everyone|everybody|y'all|yall|you all|you guys) (from|based|at|located|living)(?: at| out of)?$/,
    ([from = ""]) =>
      slotQuestion(
        (a) =>
          from === "from" ? `I am from ${a.replace(/^(?:from|in) /i, "")}` : locationClause("am based", a),
        true,
      ),
  ],
  [new RegExp(`^where(?:'d| did|d) ${YOU} ${SOFT}(.+)$`), ([rest = ""]) => wherePastQuestion(rest)],
  [
    new RegExp(`^where(?:'re| are|r)? ${YOU} ${SOFT}(?:guys )?(?:from|come from|coming from|hail from)$`),
    () => slotQuestion((a) => `I am from ${a.replace(/^(?:from|in) /i, "")}`),
  ],
  [
    /^who(?:'s| is|s) (?!you\b|your\b|the\b|that\b|this\b)(\p{L}{3,20})$/u,
    ([name = ""]) =>
      slotQuestion((a) =>
        /^my /i.test(a) ? `${a} is named ${name.charAt(0).toUpperCase()}${name.slice(1)}` : null,
      ),
  ],
  [
    new RegExp(
      `^(?:would|could|can|will) ${YOU} (?:please )?((?:take over|bring|make|bake|cook|host|organi[sz]e|do|drive|cover|handle|print|write|draw|design)\\b.{0,50})$`,
    ),
    ([rest = ""]) => ({ kind: "polar", open: false, statement: `I will ${toFirstPerson(rest)}` }),
  ],
  [/^where(?:'s| is) home(?: for you)?$/, () => slotQuestion((a) => locationClause("live", a))],
  [
    new RegExp(`^where(?:'re| are|r)? ${YOU} ${SOFT}(?:at|based|located|based at|located at|based out of)$`),
    () => slotQuestion((a) => locationClause("am based", a)),
  ],
  [
    new RegExp(
      `^where(?:'re| are|r) ${YOU} ${SOFT}(?:going to )?(moving|going|heading|headed|flying|traveling|travelling|off|relocating|move|travel|go)(?: to| off to)?(.*)$`,
    ),
    ([verb = "", rest = ""]) =>
      slotQuestion((a) => `I am ${motionGerund(verb)} ${directionPhrase(a)}${rest}`),
  ],
  [
    new RegExp(
      `^where(?: do|'d|d|'re| are) ${YOU} ${SOFT}(live|work|study|stay|living|working|studying|staying)(?: at| in| now| these days)*$`,
    ),
    ([verb = ""]) => slotQuestion((a) => locationClause(PLACE_VERB[verb] ?? "live", a)),
  ],
  [new RegExp(`^where were ${YOU} born$`), () => slotQuestion((a) => locationClause("was born", a))],
  [
    new RegExp(
      `^what(?:'s| do| does|'re| are)? ${YOU} ${SOFT}do(?: for (?:work|a living|money|a job))?(?: these days| now)?$`,
    ),
    () => slotQuestion(jobClause),
  ],
  [
    /^what(?:'s| is|s) your (?:job|profession|occupation|line of work|day job)$/,
    () => slotQuestion(jobClause),
  ],
  [
    /^(?:what(?:'s|s| is| are| was)|who(?:'s|s| is)) (?:your|everyone's|everybody's|y'all's|ur) ((?!take|plan|opinion|point|problem|issue|question|favorite (?:part|thing|one|bit|dish from)|thoughts?).{2,40}?)(?: then| btw| anyway)?$/,
    ([noun = ""]) =>
      slotQuestion(
        (a) => `my ${noun} ${/s$/.test(noun) && /hobbies|pronouns/.test(noun) ? "are" : "is"} ${a}`,
      ),
  ],
  [
    /^(?:so |and |your |ur |what's your |whats your )*(?:favou?rite|fav|fave) ((?!part|thing|one|way|bit).{2,30})$/,
    ([noun = ""]) => slotQuestion((a) => `my favorite ${noun} is ${a}`),
  ],
  [
    new RegExp(
      `^(?:which|what) (?:kind of |sort of |type of |kinds of )?(.{2,24}?)(?: do| does|'re| are| did) (?:${YOU}|everyone|everybody|people|folks) ${SOFT}(use|play|drive|prefer|like|speak|study|read|have|own|watch|teach|love|learn|collect|run|using|playing|learning|studying|reading|speaking|running|watching|on)(?: (?:for|at|in) .{1,20})?$`,
    ),
    ([noun = "", verb = ""]) => slotQuestion((a) => whichClause(noun, verb, a), true),
  ],
  [
    new RegExp(
      `^what(?:'re| are|r|cha)? ${YOU} ${SOFT}(studying|learning|reading|playing|watching|working on|majoring in|teaching|building|training for)(.*)$`,
    ),
    ([verb = "", rest = ""]) =>
      slotQuestion((a) => `I am ${verb} ${a}${/^ (?:this|next|these|at)/.test(rest) ? rest : ""}`),
  ],
  [
    new RegExp(
      `^what(?: do|'d|d) ${YOU} ${SOFT}(play|teach|study|speak|drive|collect|read|watch|prefer|like|use)(?: .{1,20})?$`,
    ),
    ([verb = ""]) => slotQuestion((a) => `I ${verb} ${a}`),
  ],
  [
    new RegExp(`^what did ${YOU} ${SOFT}(buy|adopt|study|win|get|order|sell|graduate in|major in|finish)$`),
    ([verb = ""]) => slotQuestion((a) => `I ${pastPhrase(verb)} ${a}`),
  ],
  [new RegExp(`^what are ${YOU} allergic to$`), () => slotQuestion((a) => `I am allergic to ${a}`)],
  [
    /^how old are you(?: now)?$/,
    () => slotQuestion((a) => (/^\d\d/.test(a) ? `I am ${a.replace(/\D.*$/, "")} years old` : null)),
  ],
  [
    new RegExp(`^how many (.{2,20}?) do ${YOU} have$`),
    ([noun = ""]) =>
      slotQuestion((a) => (/^\w+$/.test(a) ? `I have ${a.toLowerCase()} ${noun}` : `I have ${a}`)),
  ],
  [
    new RegExp(`^(?:how long|since when) have ${YOU} ${SOFT}been (.{3,40})$`),
    ([doing = ""]) =>
      timeQuestion((a) =>
        /\d|year|month|week|day|decade|since|while/.test(a)
          ? `I have been ${toFirstPerson(doing)} ${/^(?:for|since)/i.test(a) ? a : `for ${a}`}`
          : null,
      ),
  ],
  [
    /^when(?:'s|s| is) your (birthday|wedding|exam|flight|interview|graduation|bday)$/,
    ([noun = ""]) =>
      timeQuestion(
        (a) =>
          `my ${noun} is ${noun === "birthday" || noun === "bday" ? a.replace(/^(?:on|it's) /i, "") : timePhrase(a)}`,
      ),
  ],
  [
    new RegExp(`^when(?:'re| are| do| did|'d|r)? ${YOU} ${SOFT}(.{3,40})$`),
    ([doing = ""]) =>
      timeQuestion((a) =>
        isTime(a)
          ? `I ${/^\w+ing\b/.test(doing) ? "am " : ""}${toFirstPerson(doing)} ${timePhrase(a)}`
          : null,
      ),
  ],
  [
    new RegExp(`^who(?:m)? (?:do|are|did) ${YOU} ${SOFT}(live|living|work|working|playing|play) (with|for)$`),
    ([verb = "", preposition = ""]) =>
      slotQuestion((a) => `I ${verb.endsWith("ing") ? `am ${verb}` : verb} ${preposition} ${a}`),
  ],
  [
    new RegExp(`^who(?:m)? did ${YOU} (marry|meet|adopt)$`),
    ([verb = ""]) => slotQuestion((a) => `I ${pastForm(verb)} ${a}`),
  ],
  [
    new RegExp(
      `^(?:do|have|got) ${YOU} ${SOFT}(?:have |got |own )?(?:any |a )?(pets?|kids?|children|siblings|brothers or sisters|dogs?|cats?)$`,
    ),
    ([noun = ""]) => ({
      kind: "polar",
      open: false,
      statement: `I have ${/s$|children/.test(noun) ? noun : `a ${noun}`}`,
    }),
  ],
  [
    new RegExp(
      `^(?:is |does |has |are |do |have )?${ANYONE} (?:is |are |has |have |been )?(?:up for )?(.{3,80})$`,
    ),
    ([doing = ""]) => openPolarQuestion(doing),
  ],
  [
    new RegExp(`^(are|were|do|have|can|will) ${YOU} (?:guys )?(.{3,60})$`),
    ([helper = "", rest = ""]) => polarQuestion(helper.toLowerCase(), rest),
  ],
  [
    /^(?:you|u|ya) (vegan|vegetarian|married|single|left-handed|retired|from .{3,20}|in .{3,20})$/,
    ([rest = ""]) => polarQuestion("are", rest),
  ],
]
