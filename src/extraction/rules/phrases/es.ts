/** Phrases in which people speak of themselves in Spanish chat. */
import { SPANISH_PLANS } from "./es-plans.ts"
import { terceraPersona } from "./es-words.ts"
import { type PhraseTable, phraseRows } from "./phrase.ts"

const YO = "(?:yo )?(?:ya |ahora |todavía |aún )?"

export const SPANISH: PhraseTable = {
  language: "es",
  third: terceraPersona,
  fillers:
    /^(?:(?:pues|bueno|ah|oh|ay|y|pero|oye|oigan|ojo que|ojo|por cierto|chicos|banda|gente|la verdad|jaja\p{L}*|sí|eh|entonces|total|hola|venga)(?![\p{L}])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:eh|jaja\p{L}*|xd|la verdad|tío|tía|wey|güey|ahora|ya|jeje|también|por cierto|chicos)$/iu,
  empty:
    /^(?:lo|la|le|les|los|las|ello|eso|esto|ese|esta|ella|él|ellos|tú|te|me|mi|mí|yo|que|qué|quien|donde|cuando|como|algo|nada|todo|así|aquí|allí|ahí|aún|muy|más|no|de|a|un|una|vivir|casa|paz)$|^l[oa]s (?:que|de)|^(?:lo|le|les|eso|esto|que|qué|si|te|me|mi|mis|tu|tus|no)\s/iu,
  usual: { mi: "su", soporte: "support", jungle: "jungla" },
  phrases: [
    ...SPANISH_PLANS,
    ...phraseRows(String.raw`
home: ${YO}(?:vivo|sigo) (?:en (?:un piso compartido|un piso|una casa|un pueblo|una habitación|un estudio) )?en <place>(?: (?:pero|con|desde) .*)? => vive en {place}
  + vivo en valencia -> Ana vive en Valencia | sigo en bilbao pero en otro piso -> Ana vive en Bilbao
work: ${YO}(?:trabajo|curro) (?<prep>en|de|como|para) <thing> => trabaja {prep} {thing}
  + trabajo en un hotel -> Ana trabaja en un hotel
origin: (?:yo )?soy de <place> => es de {place}
  + soy de oaxaca -> Ana es de Oaxaca
  - soy de los que duermen
study: (?:yo )?estudio <thing> => estudia {thing}
  + estudio derecho en sevilla -> Ana estudia derecho en sevilla
birthday: (?:yo )?(?:cumplo(?: años)?|mi cumple(?:años)? es) el (?<day>\d{1,2} de \p{L}+) => cumple años el {day}
  + cumplo el 4 de julio -> Ana cumple años el 4 de julio
identity: (?:yo )?tengo (?<age>1[89]|[2-9]\d) años => tiene {age} años
  + tengo 27 años -> Ana tiene 27 años (mayo de 2026)
skill: (?:yo )?toco (?:el |la )?(?<what>guitarra|bajo|piano|batería|violín|flauta|saxo|trompeta|acordeón|cajón|ukelele|violonchelo|clarinete)(?: .{0,40})? => toca {what}
  + toco la batería en un grupo -> Ana toca batería
family: (?:yo )?tengo (?<what>(?:un|una|dos|tres|cuatro) (?:herman[oa]s?|hij[oa]s?|niñ[oa]s?|primos?|nietos?|sobrin[oa]s?)(?: (?:mayor|menor|pequeñ[oa])(?:es|s)?)?) => tiene {what}
  + tengo dos hermanas -> Ana tiene dos hermanas
work: (?:yo )?soy (?<job>(?:profesor(?:a)?|profe|maestr[oa]|enfermer[oa]|ingenier[oa]|programador(?:a)?|diseñador(?:a)?|fotógraf[oa]|estudiante|bibliotecari[oa]|mecánic[oa]|electricista|carpinter[oa]|panader[oa]|cociner[oa]|veterinari[oa]|abogad[oa]|arquitect[oa]|traductor(?:a)?|periodista|farmacéutic[oa]|camarer[oa]|camioner[oa]|médic[oa]|dentista|barista|músico|peluquer[oa])(?: de [\p{L}]+)?)(?: en .{3,30})? => es {job}
  + soy enfermera en un hospital -> Ana es enfermera
constraint: (?:yo )?soy (?<diet>vegan[oa]|vegetarian[oa]|celíac[oa]|celiac[oa])(?: desde .{3,20})? => es {diet}
  + soy vegana -> Ana es vegana
constraint: (?:yo )?soy alérgic[oa] (?:a la|al|a los|a las|a) <thing> => tiene alergia a: {thing}
  + soy alérgica al kiwi -> Ana tiene alergia a: kiwi
taste: (?:a mí )?me (?:gusta|encanta)n? (?:mucho )?<thing> => A {who} le gusta {thing}
  + me encanta el cilantro -> A Ana le gusta el cilantro
  - me gusta eso
taste: (?:yo )?(?:odio|detesto) <thing> => odia {thing}
  + odio el cilantro -> Ana odia el cilantro
belonging: ${YO}vendí (?<art>el|la|mi|los|las) <thing> => vendió {art} {thing}
  + bueno yo ya vendí el vento -> Ana vendió el vento | por cierto vendí la switch -> Ana vendió la switch
absence/needed: (?:yo )?no (?:puedo|estoy|voy a poder)(?: ir)? => no puede
  + el viernes no puedo -> Ana no puede el 15 de mayo de 2026
  - no puedo
name: (?:llamadme|llámame|llamame|llámenme|podéis llamarme|pueden llamarme|puedes llamarme) <name> => se llama {name}
  + podéis llamarme lu -> Ana se llama Lu
`),
  ],
}
