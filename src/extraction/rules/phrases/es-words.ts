/** Words of Spanish phrases: relatives, animals, days of every week, and verbs in third person. Pure. */

/** Alternatives of a pattern. */
export const AHORA =
  "(?:yo )?(?:(?:ya|ahora|por fin|al final|desde ahora|a partir de ahora|desde hace poco|últimamente|este año) )*"
export const FAMILIA =
  "padres|suegros|abuelos|primos|hermanos|hijos|tíos|amig[oa]s?|madre|padre|suegr[oa]|herman[oa]|abuel[oa]|tí[oa]|prim[oa]|hij[oa]|sobrin[oa]|novi[oa]|pareja|mujer|marido|familia|cuñad[oa]"
export const ELLA = "madre|suegra|hermana|abuela|tía|prima|hija|sobrina|novia|pareja|mujer|cuñada|mejor amiga"
export const EL = "padre|suegro|hermano|abuelo|tío|primo|hijo|sobrino|novio|marido|cuñado|mejor amigo"
export const EN_CASA = `en casa de (?:mi|mis) (?:${FAMILIA})`
export const MASCOTA =
  "gat[oa]s?|perr[oa]s?|gatit[oa]s?|perrit[oa]s?|cachorr[oa]s?|conej[oa]s?|hámsters?|loros?|tortugas?|peces|caballos?|gallinas?|cobayas?|hurones?"
export const OCASION =
  "(?:examen|exámenes|entrevista(?: de trabajo)?|oposición|boda|concierto|torneo|maratón|carrera|mudanza|audición|presentación|defensa de tesis|graduación|vuelo)(?: de (?!la |el |mi )\\p{L}+)?"
const DIA = "(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)"
/** Days of every week: "los martes y jueves", "cada lunes". */
export const DIAS = `(?:los ${DIA}(?:(?:,| y| y los) ${DIA})*|cada ${DIA}|todos los (?:días|${DIA}))(?: por la (?:mañana|tarde|noche))?(?: en (?:vez|lugar) de los ${DIA})?`
export const RUTINA =
  "nado|entreno|corro|voy|juego|trabajo|cocino|bailo|canto|estudio|toco|ensayo|monto|escalo|patino|dibujo|salgo|quedo"

/** Perfect and past of verbs in first person: "he adoptado", "hemos adoptado". */
export function HE(participles: string): string {
  return `(?:(?:ya |al final |por fin )?(?:he|hemos) (?:${participles}))`
}

/** "Nada" would read as "nothing". */
const IRREGULAR: Record<string, string> = Object.fromEntries(
  `soy es|estoy está|tengo tiene|voy va|he ha|hago hace|vengo viene|salgo sale|pongo pone|digo dice|sé sabe|doy da|veo ve|oigo oye|conozco conoce|traigo trae|quiero quiere|puedo puede|prefiero prefiere|empiezo empieza|comienzo comienza|vuelvo vuelve|duermo duerme|juego juega|pienso piensa|entiendo entiende|sigo sigue|pido pide|sirvo sirve|visto viste|vivo vive|escribo escribe|abro abre|asisto asiste|subo sube|recibo recibe|como come|bebo bebe|leo lee|corro corre|aprendo aprende|vendo vende|debo debe|cojo coge|creo cree|coso cose|tejo teje|odio odia|nado va_a_nadar|cenamos cena|comemos come|celebramos celebra|vuelo vuela|viajo viaja|ceno cena|trabajo trabaja|estudio estudia|toco toca|canto canta|bailo baila|dibujo dibuja|pinto pinta|cocino cocina|entreno entrena|ensayo ensaya|escalo escala|patino patina|monto monta|quedo queda|llevo lleva|hablo habla|uso usa|busco busca|compro compra|gano gana|paso pasa|celebro celebra|visito visita|llego llega|regreso regresa|mudo muda|llamo llama|caso casa|levanto levanta|ducho ducha|encargo encarga|detesto detesta|adoro adora|amo ama|necesito necesita|espero espera|participo participa|colecciono colecciona|cultivo cultiva|cuido cuida|enseño enseña|doy da|tomo toma|colaboro colabora|alquilo alquila|cumplo cumple|nací nació|viví vivió|trabajé trabajó|estudié estudió|adopté adoptó|compré compró|empecé empezó|dejé dejó|fui fue|era era|tenía tenía|puse puso|gané ganó|aprobé aprobó`
    .split("|")
    .map((pair) => pair.split(" ") as [string, string]),
)

/** Returns "nada" for "nado", or `null` for a verb it does not know. */
export function terceraPersona(verb: string): string | null {
  return IRREGULAR[verb.toLowerCase()]?.replaceAll("_", " ") ?? null
}
