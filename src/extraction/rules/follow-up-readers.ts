/** The shapes of questions that go on from the last fact: "when?", "to whom?", "what's her name?". */
import { more, type Reader } from "./asking.ts"
export const FOLLOW_UP_READERS: Reader[] = [
  [
    /^(?:(?:and|so|nice|cool|ok|okay|oh|wow)[, ]+)*(?:since |until |til )?(?:when|what (?:day|date|month|year|time))(?:'s that| is that| exactly| though)?$/,
    () => more("time"),
  ],
  [/^(?:(?:oh|wow|and|nice|cool|for)[, ]+)*how long(?: now)?$/, () => more("phrase", "for")],
  [
    /^(?:to |in |at |from )?where(?:'s that| is that| to| at| exactly| though| about| abouts)?$/,
    () => more("place"),
  ],
  [/^(?:which|what) (?:city|country|town|place|state)$/, () => more("place")],
  [
    /^(to|with|from|for|at|in|about|by) (?:who|whom|what|which \w+|what \w+)$/,
    ([preposition = ""]) => more("phrase", preposition),
  ],
  [/^(?:who|whom) (to|with|from|for|by)$/, ([preposition = ""]) => more("phrase", preposition)],
  [
    /^(to|with|from|for|at|in) (?:that|the|this|your|his|her|a|an) .{2,60}$/,
    ([preposition = ""]) => more("phrase", preposition),
  ],
  [
    /^(by|with|for|on) (?:himself|herself|themselves|yourself|his own|her own|their own|your own|anyone|someone|family|friends)$/,
    () => more("phrase", "with"),
  ],
  [
    /^(?:which|what) (?:one|school|college|company|uni|university|bank|place|team|program)$/,
    () => more("phrase", "("),
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
