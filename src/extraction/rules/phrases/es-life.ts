/** Spanish phrases of where somebody lives, what they do, and who belongs to them. */
import { type Phrase, phrase } from "./phrase.ts"

const YO = "(?:yo )?(?:ya |ahora |todavía |aún )?"

export const SPANISH_LIFE: readonly Phrase[] = [
  phrase("home", `${YO}(?:vivo|sigo) en <place>(?: (?:pero|con|desde) .*)?`, "vive en {place}", [
    ["vivo en valencia", "Ana vive en Valencia"],
    ["sigo en bilbao pero en otro piso", "Ana vive en Bilbao"],
  ]),
  phrase(
    "home",
    `${YO}me mud(?:o|é) a <place>`,
    "se muda a {place}",
    [
      ["el 1 de noviembre me mudo a valencia", "Ana se muda a Valencia el 1 de noviembre de 2026"],
      ["me mudo a vivir", null],
    ],
    "told",
  ),
  phrase("work", `${YO}(?:trabajo|curro) (?<prep>en|de|como|para) <thing>`, "trabaja {prep} {thing}", [
    ["trabajo en un hotel", "Ana trabaja en un hotel"],
  ]),
  phrase(
    "work",
    `${YO}(?:empiezo|arranco|entro) en <thing>`,
    "empieza en {thing}",
    [
      ["empiezo el martes en la papelería de mi tía", null],
      ["empiezo el martes en la papelería", "Ana empieza en la papelería el 12 de mayo de 2026"],
    ],
    "needed",
  ),
  phrase(
    "family",
    "<friend:name> y yo (?:lo dejamos|terminamos|cortamos|nos separamos|hemos roto)(?: .{3,20})?",
    "{who} y {friend} ya no están juntos",
    [["amaia y yo lo dejamos en septiembre", "Ana y Amaia ya no están juntos"]],
  ),
  phrase(
    "pet",
    "(?:yo )?tengo (?<art>un|una) (?<animal>gat[oa]|perr[oa]|conejo|hámster|loro) (?:que se llama|llamad[oa]) <name>",
    "tiene {art} {animal} que se llama {name}",
    [["tengo un gato llamado mochi", "Ana tiene un gato que se llama Mochi"]],
  ),
  phrase("origin", "(?:yo )?soy de <place>", "es de {place}", [
    ["soy de oaxaca", "Ana es de Oaxaca"],
    ["soy de los que duermen", null],
  ]),
  phrase(
    "work",
    "(?:yo )?(?:ya )?(?:renuncié|dejé (?:el trabajo|el curro|mi trabajo))(?: al trabajo| a mi trabajo)?",
    "dejó su trabajo",
    [["renuncié hoy", "Ana dejó su trabajo"]],
  ),
  phrase("study", "(?:yo )?estudio <thing>", "estudia {thing}", [
    ["estudio derecho en sevilla", "Ana estudia derecho en sevilla"],
  ]),
  phrase(
    "pet",
    "(?:yo )?(?:tengo|tenemos|adopté|adoptamos) (?<what>(?:un|una|dos|tres|cuatro) (?:[\\p{L}]+ )?(?:gat[oa]s?|perr[oa]s?|gatit[oa]s?|perrit[oa]s?|conejos?|hámsters?|loros?|tortugas?|peces|caballos?|gallinas?|cobayas?|hurones?))(?: .{0,40})?",
    "tiene {what}",
    [["tengo una tortuga más vieja que yo", "Ana tiene una tortuga"]],
  ),
  phrase(
    "skill",
    "(?:yo )?hablo (?<what>(?:inglés|francés|catalán|euskera|gallego|alemán|italiano|portugués|japonés|chino|ruso|árabe|valenciano|quechua|guaraní)(?:(?:,| y| e) (?:algo de |un poco de )?(?:inglés|francés|catalán|euskera|gallego|alemán|italiano|portugués|japonés|chino|ruso|árabe))*)(?: .{0,40})?",
    "habla {what}",
    [["hablo catalán en casa y algo de francés", "Ana habla catalán"]],
  ),
  phrase(
    "birthday",
    "(?:yo )?(?:cumplo(?: años)?|mi cumple(?:años)? es) el (?<day>\\d{1,2} de \\p{L}+)",
    "cumple años el {day}",
    [["cumplo el 4 de julio", "Ana cumple años el 4 de julio"]],
  ),
  phrase("identity", "(?:yo )?tengo (?<age>1[89]|[2-9]\\d) años", "tiene {age} años", [
    ["tengo 27 años", "Ana tiene 27 años"],
  ]),
  phrase(
    "skill",
    "(?:yo )?toco (?:el |la )?(?<what>guitarra|bajo|piano|batería|violín|flauta|saxo|trompeta|acordeón|cajón|ukelele|violonchelo|clarinete)(?: .{0,40})?",
    "toca {what}",
    [["toco la batería en un grupo", "Ana toca batería"]],
  ),
  phrase(
    "skill",
    "(?:yo )?(?:estoy aprendiendo|aprendo|estudio) (?<what>inglés|francés|catalán|euskera|alemán|italiano|portugués|japonés|chino|ruso|coreano|guitarra|piano|python|rust)",
    "está aprendiendo {what}",
    [["estoy aprendiendo japonés", "Ana está aprendiendo japonés"]],
  ),
  phrase(
    "family",
    "(?:yo )?tengo (?<what>(?:un|una|dos|tres|cuatro) (?:herman[oa]s?|hij[oa]s?|niñ[oa]s?|primos?|nietos?|sobrin[oa]s?)(?: (?:mayor|menor|pequeñ[oa])(?:es|s)?)?)",
    "tiene {what}",
    [["tengo dos hermanas", "Ana tiene dos hermanas"]],
  ),
  phrase(
    "work",
    "(?:yo )?soy (?<job>(?:profesor(?:a)?|profe|maestr[oa]|enfermer[oa]|ingenier[oa]|programador(?:a)?|diseñador(?:a)?|fotógraf[oa]|estudiante|bibliotecari[oa]|mecánic[oa]|electricista|carpinter[oa]|panader[oa]|cociner[oa]|veterinari[oa]|abogad[oa]|arquitect[oa]|traductor(?:a)?|periodista|farmacéutic[oa]|camarer[oa]|camioner[oa]|médic[oa]|dentista|barista|músico|peluquer[oa])(?: de [\\p{L}]+)?)(?: en .{3,30})?",
    "es {job}",
    [["soy enfermera en un hospital", "Ana es enfermera"]],
  ),
  phrase(
    "home",
    "(?:yo )?(?:me mudé|me he mudado|me fui a vivir) a <place>(?: .{0,40})?",
    "se mudó a {place}",
    [["me he mudado a sevilla con mi novia", "Ana se mudó a Sevilla"]],
  ),
  phrase(
    "study",
    "(?:yo )?(?:ya )?(?:acabé|terminé|he acabado|he terminado) (?<what>(?:el|la|mi) (?:máster|carrera|grado|doctorado|tesis|bachillerato|fp|curso|tfg|tfm|uni))(?: .{0,30})?",
    "terminó {what}",
    [["acabé el máster en junio", "Ana terminó el máster"]],
  ),
  phrase("work", "(?:ya )?me (?:echaron|despidieron|han echado|han despedido)(?: .*)?", "perdió su trabajo", [
    ["me echaron la semana pasada", "Ana perdió su trabajo"],
  ]),
  phrase(
    "study",
    "(?:yo )?estoy en (?<nth>primero|segundo|tercero|cuarto|quinto|último año) de (?<subject>[\\p{L} ]{3,30}?)",
    "está en {nth} de {subject}",
    [["estoy en tercero de biología", "Ana está en tercero de biología"]],
  ),
]
