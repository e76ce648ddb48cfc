/** Phrases in which people speak of themselves in Spanish chat. */
import { type PhraseTable, phrase } from "./phrase.ts"

const YO = "(?:yo )?(?:ya |ahora |todavía |aún )?"
const ROLE = "(?<role>top|mid|medio|jungla|jungle|support|soporte|adc|tirador|tanque|healer|dps|portero)"

export const SPANISH: PhraseTable = {
  language: "es",
  fillers:
    /^(?:(?:pues|bueno|ah|oh|ay|y|pero|oye|oigan|ojo que|ojo|por cierto|chicos|banda|gente|la verdad|jaja\p{L}*|sí|eh|entonces|total|hola|venga)(?![\p{L}])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:hoy|eh|jaja\p{L}*|xd|la verdad|tío|tía|wey|güey|ahora|ya|hoy|jeje|también|por cierto|chicos)$/iu,
  empty:
    /^(?:lo|la|le|les|los|las|eso|esto|ese|esta|ella|él|ellos|tú|te|me|mi|mí|yo|que|qué|quien|donde|cuando|como|algo|nada|todo|así|aquí|allí|ahí|aún|muy|más|no|de|a|un|una|vivir|casa|paz)$|^l[oa]s (?:que|de)|^(?:lo|le|les|eso|esto|que|qué|si|te|me|mi|mis|tu|tus|no)\s/iu,
  usual: { mi: "su", soporte: "support", jungle: "jungla" },
  phrases: [
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
      "habit",
      `(?:desde .{3,25} )?${YO}(?:voy|juego|me pongo)(?: yo)? de ${ROLE}(?: ahora| siempre)?|(?:y )?yo (?<lane>top|mid|jungla|support|adc|tirador)(?: como siempre)?`,
      "juega de {role}{lane}",
      [
        ["desde la temporada nueva voy de jungla", "Ana juega de jungla"],
        ["y yo mid", "Ana juega de mid"],
        ["voy de culo", null],
      ],
    ),
    phrase("habit", `${YO}no (?:llevo|juego) (?:de )?${ROLE}(?: .{0,5})?`, "ya no juega de {role}", [
      ["ya no llevo support eh", "Ana ya no juega de support"],
    ]),
    phrase(
      "constraint",
      "(?:yo )?soy (?<diet>vegan[oa]|vegetarian[oa]|celíac[oa]|celiac[oa])(?: desde .{3,20})?",
      "es {diet}",
      [["soy vegana", "Ana es vegana"]],
    ),
    phrase(
      "constraint",
      "(?:yo )?soy alérgic[oa] (?:a la|al|a los|a las|a) <thing>",
      "tiene alergia a: {thing}",
      [["soy alérgica al kiwi", "Ana tiene alergia a: kiwi"]],
    ),
    phrase("taste", "(?:a mí )?me (?:gusta|encanta)n? (?:mucho )?<thing>", "A {who} le gusta {thing}", [
      ["me encanta el cilantro", "A Ana le gusta el cilantro"],
      ["me gusta eso", null],
    ]),
    phrase("taste", "(?:yo )?(?:odio|detesto) <thing>", "odia {thing}", [
      ["odio el cilantro", "Ana odia el cilantro"],
    ]),
    phrase("belonging", `${YO}vendí (?<art>el|la|mi|los|las) <thing>`, "vendió {art} {thing}", [
      ["bueno yo ya vendí el vento", "Ana vendió el vento"],
      ["por cierto vendí la switch", "Ana vendió la switch"],
    ]),
    phrase(
      "belonging",
      `(?:con eso )?${YO}me (?:compré|pillé|agarré|he comprado) (?<art>el|la|un|una) <thing>`,
      "se compró {art} {thing}",
      [["con eso me pillé la steam deck de segunda mano", "Ana se compró la steam deck de segunda mano"]],
    ),
    phrase(
      "family",
      "<friend:name> y yo (?:lo dejamos|terminamos|cortamos|nos separamos|hemos roto)(?: .{3,20})?",
      "{who} y {friend} ya no están juntos",
      [["amaia y yo lo dejamos en septiembre", "Ana y Amaia ya no están juntos"]],
    ),
    phrase(
      "absence",
      "(?:yo )?(?:estoy|voy a estar|estaré|ando) en <place>",
      "está en {place}",
      [
        [
          "estoy en lisboa del 3 al 5 de junio",
          "Ana está en Lisboa del 3 de junio de 2026 al 5 de junio de 2026",
        ],
      ],
      "needed",
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
      "constraint",
      "(?:yo )?no (?:como|bebo|tomo) (?<food>carne|cerdo|pescado|mariscos?|gluten|lactosa|lácteos|alcohol|café|huevos?)",
      "no consume {food}",
      [["yo no como carne", "Ana no consume carne"]],
    ),
    phrase(
      "absence",
      "(?:yo )?no (?:puedo|estoy|voy a poder)(?: ir)?",
      "no puede",
      [
        ["el viernes no puedo", "Ana no puede el 15 de mayo de 2026"],
        ["no puedo", null],
      ],
      "needed",
    ),
    phrase(
      "appointment",
      "(?:yo )?tengo (?:un |una |mi )?(?<what>examen|entrevista|boda|parcial|final)",
      "tiene {what}",
      [["el viernes tengo examen", "Ana tiene examen el 15 de mayo de 2026"]],
      "needed",
    ),
    phrase(
      "work",
      "(?:yo )?(?:ya )?(?:renuncié|dejé (?:el trabajo|el curro|mi trabajo))(?: al trabajo| a mi trabajo)?",
      "dejó su trabajo",
      [["renuncié hoy", "Ana dejó su trabajo"]],
    ),
    phrase("study", "(?:yo )?estudio <thing>", "estudia {thing}", [
      ["estudio derecho en sevilla", "Ana estudia derecho en sevilla"],
    ]),
    phrase("task", "(?:yo )?(?:llevo|traigo) (?:yo )?(?<art>el|la|los|las) <thing>", "lleva {art} {thing}", [
      ["yo llevo las bebidas", "Ana lleva las bebidas"],
      ["llevo la vida", "Ana lleva la vida"],
    ]),
  ],
}
