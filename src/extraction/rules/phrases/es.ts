/** Phrases in which people speak of themselves in Spanish chat. */

import { SPANISH_LIFE } from "./es-life.ts"
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
    ...SPANISH_LIFE,
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
    phrase("task", "(?:yo )?(?:llevo|traigo) (?:yo )?(?<art>el|la|los|las) <thing>", "lleva {art} {thing}", [
      ["yo llevo las bebidas", "Ana lleva las bebidas"],
      ["llevo la vida", "Ana lleva la vida"],
    ]),
    phrase("habit", "(?:yo )?(?:soy|soy el|soy la) main <main:words>", "es main {main}", [
      ["soy main healer en el gremio", "Ana es main healer en el gremio"],
    ]),
    phrase(
      "habit",
      "(?:yo )?(?:dejé|he dejado) (?:de )?(?<what>fumar|beber|jugar a [\\p{L} ]{2,20}|el tabaco|el café|el gimnasio|twitter|instagram|la carrera|la uni)(?: .{0,30})?",
      "dejó {what}",
      [["dejé de fumar en enero", "Ana dejó fumar"]],
    ),
    phrase(
      "tool",
      "(?:yo )?uso (?<tool>debian|arch|ubuntu|fedora|linux|mac|windows|vim|neovim|emacs|blender|krita|godot|unity|obs|firefox)(?: .{0,30})?",
      "usa {tool}",
      [["uso debian en todo", "Ana usa debian"]],
    ),
    phrase(
      "schedule",
      "los (?<day>lunes|martes|miércoles|jueves|viernes|sábados|domingos) (?:tengo|voy a|hago|juego a) (?<what>[\\p{L}]+(?: [\\p{L}]+){0,4}?)",
      "tiene {what} los {day}",
      [["los jueves tengo ensayo con el coro", "Ana tiene ensayo con el coro los jueves"]],
    ),
    phrase("taste", "(?:yo )?no (?:soporto|aguanto) <thing>", "no soporta {thing}", [
      ["no soporto el reguetón, lo siento", "Ana no soporta el reguetón"],
    ]),
    phrase(
      "schedule",
      "los (?<day>lunes|martes|miércoles|jueves|viernes|sábados|domingos) (?:nunca |no )puedo(?: .*)?",
      "no puede los {day}",
      [["los lunes nunca puedo, tengo coro", "Ana no puede los lunes"]],
    ),
    phrase(
      "absence",
      "(?:yo )?no estaré",
      "no está",
      [["no estaré del 5 al 12 de junio", "Ana no está del 5 de junio de 2026 al 12 de junio de 2026"]],
      "needed",
    ),
    phrase("task", "(?:yo )?me encargo de <what:words>", "se encarga de {what}", [
      ["yo me encargo de reservar la mesa", "Ana se encarga de reservar la mesa"],
    ]),
    phrase(
      "appointment",
      "(?:yo )?(?:vuelo|viajo|me voy) a <place>",
      "viaja a {place}",
      [["el viernes vuelo a lisboa", "Ana viaja a Lisboa el 15 de mayo de 2026"]],
      "needed",
    ),
  ],
}
