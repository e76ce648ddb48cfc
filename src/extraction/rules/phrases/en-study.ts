/** English phrases of study and of what somebody can do. */
import { INSTRUMENT, PROGRAMMING, TONGUE } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

export const STUDY: readonly Phrase[] = [
  phrase(
    "study",
    "(?:i )?(?:am studying|study|am majoring in|major in|studying|am reading) (?!(?:memes|people|hard|for|a|at|in|it|too|all|abroad|my|the|rn|with|today)\\b)<subject:words>(?: (?<prep>at|in) <place>)?",
    "=",
    [
      ["i study memes", null],
      ["I'm studying law", "Ana is studying law"],
      ["studying marine biology in bergen", "Ana is studying marine biology in Bergen"],
      ["im studying hard", null],
      ["studying rn", null],
    ],
  ),
  phrase(
    "study",
    "i (?:am doing|am on|have started|started|am starting|am writing|am finishing) (?:a|my) (?<what>phd|masters?|master'?s|bachelor'?s?|degree|apprenticeship|bootcamp|traineeship|postdoc|thesis|dissertation|residency|internship|gap year)(?: (?<prep>in|at|on) <subject:words>)?",
    "=",
    [
      ["im doing a phd in robotics", "Ana is doing a phd in robotics"],
      ["then I'm starting a PhD in Oslo", "Ana is starting a PhD in Oslo"],
    ],
    "told",
  ),
  phrase(
    "study",
    "(?:i am in (?:my )?)?(?<nth>1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|(?:final|last)(?= year of)) year (?:of )?(?<subject>[\\p{L} ]{3,30}?)(?: student)?(?: (?:in|at) <place>)?",
    "is in their {nth} year of {subject}[ in {place}]",
    [["2nd year architecture in delft", "Ana is in their 2nd year of architecture in Delft"]],
  ),
  phrase(
    "study",
    "i (?:go|am going|am off) to (?<what>(?:the )?(?:uni(?:versity)?|college|grad school|art school|med school|law school|night school|culinary school)(?: (?:of|in|at) .{2,30})?|[\\p{L}]+ (?:university|college))",
    "=",
    [
      ["i go to uni in leeds", "Ana goes to uni in leeds"],
      ["i go to school by bus", null],
    ],
  ),
  phrase(
    "study",
    "(?:i )?(?:have )?(?:got|been accepted|was accepted|got accepted|am in|made it) into (?!an?\\b|the\\b|my\\b|it\\b|trouble|arguments?|fights?|debt|bed|position|this|that|some)<org2:words>(?: for (?<subject>.{3,30}))?",
    "=",
    [
      ["got into grad school!!", "Ana got into grad school"],
      ["got into an argument", null],
    ],
  ),
  phrase(
    "milestone",
    "(?:i )?(?:have )?(?<did>graduated|dropped out|finished uni|finished college|finished school|passed my (?:\\p{L}+ ){0,2}(?:exams?|test|bar|finals|viva)|failed my (?:\\p{L}+ ){0,2}(?:exams?|test|finals)|finished my (?:\\p{L}+ ){0,2}(?:thesis|dissertation|degree|phd|masters|novel|book|apprenticeship|training)|finished (?:the|my) (?:first |second |final |rough )?draft of my (?:novel|book|thesis|dissertation|screenplay|paper)|defended my (?:thesis|phd)|got my (?:\\p{L}+ ){0,2}(?:degree|licen[cs]e|certificate|citizenship|visa|phd|diploma|black belt|green card|passport))(?: (?:from|at|of|in) <org:words>)?",
    "=",
    [
      ["I graduated last year", "Ana graduated in 2025"],
      ["passed my driving test!!", "Ana passed their driving test"],
      ["got my license last week", "Ana got their license in the week of 4 May 2026"],
    ],
    "told",
  ),
  phrase(
    "milestone",
    "i graduate(?: from <org:words>)?|i am graduating(?: from <from:words>)?",
    "=",
    [["I graduate in May", "Ana graduates in May 2026"]],
    "needed",
  ),
  phrase(
    "skill",
    "i (?:am learning|have been learning|am teaching myself|started learning|am taking lessons in|am taking up) (?<what>(?!(?:to|how|a|the|that|from|about|more|some|any|new|stuff)\\b)[\\p{L}#+]+(?: [\\p{L}#+]+)?)",
    "=",
    [
      ["I'm learning Rust", "Ana is learning Rust"],
      ["ive been learning piano for two years", "Ana has been learning piano since 2024"],
      ["im learning a lot", null],
    ],
    "told",
  ),
  phrase(
    "skill",
    `i (?:can )?speak (?:fluent |a bit of |a little |some )?(?<tongues>(?:${TONGUE})(?:(?:,| and|, and| &) (?:a bit of |a little |some )?(?:${TONGUE}))*)(?: at home| fluently| natively)?`,
    "=",
    [
      ["I speak French and Dutch", "Ana speaks French and Dutch"],
      ["i speak nonsense", null],
    ],
  ),
  phrase(
    "skill",
    `my (?:native|first|mother) (?:language|tongue) is (?<tongue>${TONGUE})`,
    "{who}'s native language is {tongue}",
    [["my native language is polish", "Ana's native language is Polish"]],
  ),
  phrase(
    "skill",
    `i (?:know|code in|program in|write|work in|have been (?:coding|programming|writing) in|have been writing|have been coding) (?:mostly |mainly )?(?<langs>(?:${PROGRAMMING})(?:(?:,| and|, and| &|/) (?:${PROGRAMMING}))*)`,
    "codes in {langs}",
    [
      ["I've been writing Kotlin for six years", "Ana codes in Kotlin since 2020"],
      ["i know python and lua", "Ana codes in python and lua"],
      ["i write c comments", null],
    ],
    "told",
  ),
  phrase(
    "skill",
    `i (?:play|am playing|have been playing|have played) (?:the )?(?<what>(?:${INSTRUMENT})(?:(?:,| and|, and| &) (?:the )?(?:${INSTRUMENT}))*)(?: (?<where>in (?:a|an|the) .{2,30}))?`,
    "=",
    [
      ["I play the cello", "Ana plays the cello"],
      ["I play the drums in a ska band", "Ana plays the drums in a ska band"],
      ["i play the fool", null],
    ],
    "told",
  ),
  phrase(
    "skill",
    `(?:i am |i have been |been )?(?:learning|teaching myself|picking up)(?: to play)? (?:the )?(?<what>${TONGUE}|${INSTRUMENT}|${PROGRAMMING})(?: (?:on duolingo|again|on the side|for fun))?`,
    "is learning {what}",
    [["learning welsh on duolingo", "Ana is learning welsh"]],
    "told",
  ),
  phrase(
    "skill",
    "i play the (?!fool|game|market|lottery|victim|part|role|long|same|next|waiting|devil|blame|other|one|new|first|last|old)<what:word>",
    "=",
    [
      ["i play the nyckelharpa", "Ana plays the nyckelharpa"],
      ["i play the long game", null],
    ],
  ),
]
