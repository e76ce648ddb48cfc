/**
 * Gives words one form for their speaker and for others who retell them: "she owes her brother" is "I owe my brother". Pure.
 */
import { stemmer } from "stemmer"

/** The first word of each line stands for all of it. Some stand for two of a language: "her" is "me" and "my". */
const ALIKE = [
  "i he she they",
  "my me him his her hers mine their them theirs",
  "i'm he's she's they're",
  "i'll he'll she'll they'll",
  "i'd he'd she'd they'd",
  "myself himself herself themself themselves",
  "am is are",
  "isn't aren't",
  "was were",
  "wasn't weren't",
  "have has",
  "i've they've",
  "haven't hasn't",
  "do does",
  "don't doesn't",
  "ich er sie",
  "mich mir ihn ihm sich",
  "mein sein ihr meine seine ihre meinen seinen ihren meinem seinem ihrem meiner seiner ihrer meines seines ihres",
  "bin ist sind",
  "habe hat haben hab",
  "war waren",
  "werde wird werden",
  "yo él ella",
  "mi su",
  "mis sus",
  "soy es son",
  "tengo tiene tienen",
  "estoy está están",
]

const FORMS = new Map(
  ALIKE.toReversed().flatMap((line) => {
    const forms = line.split(" ")
    return forms.map((form): [string, string] => [form, forms[0] ?? form])
  }),
)

/** Returns one form for a word, in lower case, as its speaker and as others tell it. */
export function asTold(word: string): string {
  return FORMS.get(word) ?? stemmer(word)
}
