/** Writes a clause of English chat out in plain words, so that a phrase needs one form only. Pure. */

/** Contractions and chat spellings, and adverbs that leave a statement as it is. */
const FORMS: readonly (readonly [RegExp, string])[] = (
  [
    ["[’‘]", "'"],
    ["i'?m|iam", "i am"],
    ["i've|ive", "i have"],
    [
      "i'll|ill(?= (?:be|bring|go|have|get|make|take|do|come|host|bake|cook|pick|drive|print|book|handle|start|run|order|set|grab|write|send|post|prepare|edit|record|update|upload|share|schedule|draft|translate|clean|organi[sz]e)\\b)",
      "i will",
    ],
    ["we're", "we are"],
    ["we've", "we have"],
    ["we'll", "we will"],
    ["(s?he)'s", "$1 is"],
    ["they're", "they are"],
    ["dont|don't", "do not"],
    ["doesnt|doesn't", "does not"],
    ["didnt|didn't", "did not"],
    ["cant|can't|can not", "cannot"],
    ["wont|won't", "will not"],
    ["isnt|isn't", "is not"],
    ["arent|aren't", "are not"],
    ["havent|haven't", "have not"],
    ["hasnt|hasn't", "has not"],
    ["ain't|aint", "am not"],
    ["gonna|gunna|finna", "going to"],
    ["imma|i'ma", "i am going to"],
    ["gotta", "have to"],
    ["i have got", "i have"],
    ["bday", "birthday"],
    ["fav|fave|favou?rite", "favorite"],
    ["tz|timezone", "time zone"],
    ["gf", "girlfriend"],
    ["bf", "boyfriend"],
    ["ur", "your"],
    ["w/", "with"],
    ["u", "you"],
    ["travelling", "traveling"],
    ["thurs|thur(?!s)|thu", "thursday"],
    ["tues?", "tuesday"],
    ["fri", "friday"],
    [
      "(?:just|actually|really|finally|recently|currently|officially|definitely|also|already|still|honestly|personally|absolutely|kinda|kind of|sorta|always|legit|pretty much|temporarily|proudly|lowkey|genuinely)(?= )",
      "",
    ],
  ] as const
).map(
  ([form, plain]) =>
    [
      form.startsWith("[")
        ? new RegExp(form, "gu")
        : new RegExp(`(?<![\\p{L}\\p{N}'])(?:${form})(?![\\p{L}\\p{N}'])`, "giu"),
      plain,
    ] as const,
)

export function plainEnglish(clause: string): string {
  let plain = clause
  for (const [form, words] of FORMS) plain = plain.replace(form, words)
  return plain.replace(/\s+/g, " ").trim()
}
