/** Words by which a fact says that something ended, in the languages most heard. Pure. */
const ENDINGS =
  /(?<![\p{L}])(?:no longer|not .{0,30}any ?more|anymore|stopped|quit|gave up|given up|left|leaving|moved|sold|lost|ended|over|finished|done with|broke up|split|separated|divorced|cancel\p{L}*|dropped|closed|retired|resigned|fired|laid off|ex|former\p{L}*|used to|switched|replaced|gone|died|nicht mehr|kein\p{L}* .{0,20}mehr|aufgehört|gekündigt|verkauft|getrennt|geschieden|umgezogen|beendet|abgesagt|ya no|dej[óoé]|vend\p{L}+|mud\p{L}+|rompi\p{L}+|termin\p{L}+|ne .{0,30}plus|arrêt\p{L}+|quitt\p{L}+|vendu\p{L}*|déménag\p{L}+|séparé\p{L}*|não .{0,30}mais|parou|larg\p{L}+|separ\p{L}+|już nie|rzuci\p{L}+|sprzeda\p{L}+|przeprowadzi\p{L}+)(?![\p{L}])|やめ|辞め|売っ|別れ|引っ越|もう.{0,12}ない/iu

/** Returns true if a fact may say that something is over. */
export function mayEnd(fact: string): boolean {
  return ENDINGS.test(fact)
}
