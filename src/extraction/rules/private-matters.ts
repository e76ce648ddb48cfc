/**
 * Words of private matters that a summary may hold and a heading may not: bodies and medicine, partings, and money that
 * somebody owes or has. In English, German, Spanish, French and Portuguese. Pure.
 */

const PRIVATE: readonly string[] = [
  // Bodies, illness and medicine.
  "knees?|stomach|hangovers?|fever|pills?|doses?|\\d+ ?mg|doctors?|dr|dentist|hospital|clinic|surge\\p{L}+|heart op|pharmacist says|therap\\p{L}+|\\p{L}+(?:cillin|mycin|prazole|statin|triptan|azepam|oxetine|ramate|sartan|profen|codone|setron|zepine|gabalin|pentin)|(?:is|am|was|are|feel\\p{L}*|been|fell|i['’]?m) (?:ill|sick)|hurts?|pain|allerg\\p{L}+|pregnan\\p{L}+|schwanger\\p{L}*|embarazada|enceinte|grávida|passed away|died|death|funeral|grie(?:f|ving)",
  "krank\\p{L}*|arzt\\p{L}*|ärzt\\p{L}*|kreuzband|schmerz\\p{L}*|medikament\\p{L}*|gestorben|beerdigung|gute besserung",
  "enferm\\p{L}*|médic[oa]s?|dolor|pastillas?|falleci\\p{L}+|muri[óo]|malade|médecin|douleurs?|médocs?|décéd\\p{L}+|enterrement|doente|remédios?|dor|faleceu|morreu",
  // Partings.
  "split up|splitting up|broke up|break-?ups?|breaking up|dumped|divorc\\p{L}+|separated|(?:my|his|her|their) ex|getrennt|auseinander|schluss gemacht|scheid\\p{L}+|geschieden|rompimos|lo dejamos|separad[oa]s?|divorci\\p{L}+|rompu|séparée?s?|terminamos|terminei com",
]
const MONEY =
  "owes?|owed|salary|wages?|rent|loans?|debts?|venmo|paypal|broke|fired|laid off|schulde\\p{L}*|gehalt|miete|pleite|me debes?|sueldo|alquiler|loyer|salaire|salário|aluguel"
const words = (alternatives: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu")
const PRIVATE_WORDS = words(PRIVATE.join("|"))
const MONEY_WORDS = words(MONEY)

/** A line that has such a word is private as a whole. */
export function isPrivateMatter(text: string): boolean {
  return PRIVATE_WORDS.test(text)
}

export function tellsOfMoney(text: string): boolean {
  return MONEY_WORDS.test(text)
}
