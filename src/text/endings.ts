/** Words and clauses by which a fact says that something ended, in the languages most heard. Pure. */
const ENDINGS =
  /(?<![\p{L}])(?:no longer|not .{0,30}any ?more|anymore|stopped|quit|gave up|given up|left|leaving|moved|sold|lost|ended|over|finished|done with|broke up|split|separated|divorced|cancel\p{L}*|dropped|closed|retired|resigned|fired|laid off|ex|former\p{L}*|used to|switched|replaced|gone|died|nicht mehr|kein\p{L}* .{0,20}mehr|aufgehört|gekündigt|verkauft|getrennt|geschieden|umgezogen|beendet|abgesagt|ya no|dej[óoé]|vend\p{L}+|mud\p{L}+|rompi\p{L}+|termin\p{L}+|ne .{0,30}plus|arrêt\p{L}+|quitt\p{L}+|vendu\p{L}*|déménag\p{L}+|séparé\p{L}*|não .{0,30}mais|parou|larg\p{L}+|separ\p{L}+|już nie|rzuci\p{L}+|sprzeda\p{L}+|przeprowadzi\p{L}+)(?![\p{L}])|やめ|辞め|売っ|別れ|引っ越|もう.{0,12}ない/iu

/** Returns true if a fact may say that something is over. */
export function mayEnd(fact: string): boolean {
  return ENDINGS.test(fact)
}

const BETWEEN_CLAUSES = /\s*(?:;|,? (?:and|but|und|aber|y|pero|et|mais|e|mas) |,(?= ))\s*/u
/** Begins a clause about somebody or something else. */
const OTHERS_CLAUSE =
  /^(?:he|she|it|they|her|his|their|its|that|this|who|which|where|because|er|sie|es|ihre?|seine?|él|ella|su|il|elle|son|sa|ele|ela)\b/iu

/**
 * Returns the clauses of a fact that say what is no longer so, each with the subject of the whole: "Kai quit and no
 * longer works at Aldi" holds "Kai quit" and "Kai no longer works at Aldi". Empty for a single clause.
 */
export function endingClauses(fact: string): string[] {
  const clauses = fact.replace(/[.!]$/u, "").split(BETWEEN_CLAUSES)
  if (clauses.length < 2 || clauses.length > 4) return []
  const subject =
    /^\p{Lu}[\p{L}\p{N}._-]*(?: \p{Lu}[\p{L}\p{N}._-]*)*/u.exec(fact)?.[0] ?? fact.split(" ", 1)[0] ?? ""
  return clauses
    .map((clause, at) =>
      at === 0 || OTHERS_CLAUSE.test(clause) || clause.startsWith(subject) ? clause : `${subject} ${clause}`,
    )
    .filter((clause) => !OTHERS_CLAUSE.test(clause) && (mayEnd(clause) || DENIAL.test(clause)))
}

const DENIAL = /\b(?:not|never|isn't|doesn't|don't|nicht|kein\p{L}*|no|não|pas)\b/iu
