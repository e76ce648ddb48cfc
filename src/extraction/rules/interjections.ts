/** Sounds and cheers that people say to a question, and that answer nothing: "Yum!", "lol", "same". Pure. */

/** Sounds that name nothing else, in no language. */
const SOUND =
  "y+u+m+(?:my|mers)?|mm+|o+h+|a+h+|e+h+|u+h+|h+m+|a+w+w+|o+o+f+|u+f+f+|u+g+h+|e+w+w+|y+a+y+|hä+|hihi+|miam|ouah|oh là là"
/** Words that answer nothing if they stand alone, in five languages. "Wow" and "lol" are games before other words. */
const CHEER =
  "w+o+w+|w+o+a+h?|w+h+o+a+|nom|ew|yikes|bruh|bro|dude|man|damn|dang|oops|gosh|omf?g|wtf|l+o+l+(?:ol)*|lmf?ao+|rofl|xd+|he(?:he)+h?|ha(?:ha)*h?|haha+|ja(?:ja)+|jaj+|k{3,}|rs(?:rs)*|mdr|ptdr|krass|geil|lecker|nossa|caramba|eita|órale|guau|qué rico|delícia|nice|same(?: here)?|cool|sweet|great|awesome|amazing|idk|dunno|i don['’]?t know|good question|sick|neat|lit|fire|based|delicious|tasty|yummy|tough one|hard question|no idea|keine ahnung|gute frage|ni idea|aucune idée|sei lá"
const INTERJECTIONS = new RegExp(
  `^\\W*(?:(?:so |how |very )?(?:${SOUND}|${CHEER})(?![\\p{L}])[^\\p{L}]*)+$`,
  "iu",
)
/** Before an answer: "ooh pizza". */
export const LEADING_SOUNDS = new RegExp(`^(?:(?:${SOUND})(?![\\p{L}'’])[\\s,!.~]*)+(?=[\\p{L}\\d])`, "iu")

export function isInterjection(text: string): boolean {
  return INTERJECTIONS.test(text)
}
