/** Reads what belongs to an address after its street: flat, floor, staircase, postcode and town. Pure. */

import { COUNTED } from "./contact-street-words.ts"

/** The letter or number of a flat: "4c", "B", "12". */
const UNIT = "(?:\\d{1,4} ?[a-z]?|[a-z]\\d{0,4})(?![\\p{L}\\d])"
const SIDE =
  "(?:izq(?:uierd[ao]|da)?|i[zs]qd[ao]|dcha|drcha|derecha|dto|dta|direito|esquerdo|esq|dir|frente|fte|links?|rechts|mitte|re|li|gauche|droite|face)(?:\\.(?=,))?(?!\\p{L})"
const TOWN = "\\p{L}[\\p{L}'’-]{1,24}"

const PARTS = [
  // "flat 3", "apt. 4c", "unit #12", "depto 402", "bloco C", "appt 5", "Whg. 7".
  `(?:flat|apt|apartment|unit|suite|ste|room|floor|fl|depto|dpto|departamento|apto|apartado|int|interior|piso|planta|puerta|pta|portal|esc|escalera|bloque|blq|torre|ap|apartamento|bloco|bl|cj|conjunto|sala|andar|lote|quadra|appt|app|appartement|b[âa]t|b[âa]timent|escalier|porte|interphone|résidence|whg|wohnung|stiege|tür|top|haus|aufgang|bo[iî]te)(?!\\p{L})\\.? ?(?:n[º°] ?)?#?(?:${UNIT}|\\d{1,2}[ºª°])(?: ?${SIDE})?`,
  "casa \\d{1,3}(?![\\p{L}\\d])",
  "col(?:onia|\\.) \\p{L}{3,24}",
  "# ?\\d{1,4}[a-z]?(?!\\p{L})",
  // "bajo B", "ground floor", "hinterhaus", "rdc".
  "(?:bajos?|ático|entresuelo|principal)(?: (?:[a-d](?!\\p{L})|izq(?:uierda)?(?!\\p{L})|dcha|derecha|\\d{1,2}[ºª]))?(?!\\p{L})",
  `(?:ground|top|first|second|third|upper|lower|\\d{1,2}(?:st|nd|rd|th)) (?:floor|flat)(?: flat)?(?!\\p{L})`,
  "(?:basement flat|hinterhaus|hinterhof|vorderhaus|seitenflügel|gartenhaus|erdgeschoss|dachgeschoss|eg|dg|rdc|rez-de-chaussée|rés-do-chão|r/c|fundos|cobertura|cave)(?![\\p{L}\\d])(?: (?:links?|rechts|mitte|esq|dto|gauche|droite|d|e)(?!\\p{L}))?",
  // "3º izq", "2º dto", "1º 2ª", "4ºB".
  `\\d{1,2} ?[ºª°o]\\.? ?(?:${SIDE}|andar|piso|planta|puerta|[a-h](?![\\p{L}\\d])|\\d{1,2}[ªº])`,
  "\\d{1,2}[ºª°](?![\\p{L}\\d])",
  // "2e étage porte gauche".
  `\\d{1,2} ?(?:er|ère|ème|eme|è|e)\\.? (?:étage|etage|ét\\.?)(?!\\p{L})(?: (?:porte )?(?:${SIDE}|[a-d](?!\\p{L})))?`,
  // "3. OG links".
  `\\d{1,2}\\.? ?(?:og|stock|etage|obergeschoss|ug|stiege)(?!\\p{L})(?: ${SIDE})?`,
  "porte (?:gauche|droite|face)",
  "(?:digi)?code:? (?=[a-z]{0,5}\\d)[a-z\\d]{3,6}(?!\\p{L})",
  // "Leeds LS6 9ZZ", "Portland, OR 97299".
  `(?:${TOWN},? (?:${TOWN},? )?)?[a-z]{1,2}\\d[a-z\\d]? ?\\d[a-z]{2}(?![\\p{L}\\d])`,
  // "cep 01999-990", "1999-999 Lisboa", "69999 lyon".
  "(?:cep|cp|c\\.p\\.)[ .:]{0,2}\\d{4,5}(?:-?\\d{3})?(?!\\d)",
  `\\d{5}-\\d{3}(?![\\d-])(?: ${TOWN})?`,
  `\\d{4}-\\d{3}(?![\\d-])(?: ${TOWN})?`,
  `(?:(?:d|f|e|de|fr|es)-)?\\d{5}(?![\\d:.,-]\\d| ?[%€$£]) (?!(?:${COUNTED})(?!\\p{L}))${TOWN}`,
]
/** Parts that only capitals tell from other words. */
const CAPITAL_PARTS = [
  `\\p{Lu}[\\p{L}'’-]{1,24}(?: \\p{Lu}[\\p{L}'’-]{1,24}){0,2},? [A-Z]{2},? \\d{5}(?:-\\d{4})?(?!\\d)`,
  `(?:[AL]-|CH-)?[1-9]\\d{3} \\p{Lu}\\p{L}{2,24}`,
]
const PART = new RegExp(`[ ,;–-]{1,3}(?:${PARTS.join("|")})`, "iuy")
const CAPITAL_PART = new RegExp(`[ ,;–-]{1,3}(?:${CAPITAL_PARTS.join("|")})`, "uy")
/** The rest of a town's name after a postcode: "44999 San Telmo del Mar". */
const MORE_TOWN =
  /(?<=\d (?:San|Santa|São|Bad|Saint|Sankt|La|El|Las|Los|Le|Vila|Villa|Rio|Porto|Nova|Nueva|Ciudad|Puerto)) \p{L}[\p{L}'’-]{1,24}/uy
const MOST_PARTS = 5

/** Returns where an address ends whose street ends at `endsAt`. */
export function endOfAddress(text: string, endsAt: number): number {
  let end = endsAt
  for (let parts = 0; parts < MOST_PARTS; parts++) {
    const next =
      endOfPart(MORE_TOWN, text, end) ?? endOfPart(PART, text, end) ?? endOfPart(CAPITAL_PART, text, end)
    if (next === null) break
    end = next
  }
  return end
}

function endOfPart(shape: RegExp, text: string, from: number): number | null {
  shape.lastIndex = from
  return shape.test(text) ? shape.lastIndex : null
}

const ENDS =
  /^(?:$|[.;)\n]|, ?\p{L}| (?:perto|cerca|junto|frente|enfrente|al lado|ao lado|esquina|entre|a las|às|as \d|hoy|hoje|mañana|amanhã|próximo|barrio|bairro|timbr[ae]|toca|klingel\w*|bei|um \d)(?!\p{L}))/iu

/** Returns true if a text goes on as after an address: with its end, a flat or a postcode. */
export function isAddressNext(after: string): boolean {
  return ENDS.test(after) || endOfAddress(after, 0) > 0
}
