/** Texts in Spanish. Informal "tú", as servers talk. */
import type { Texts } from "./en.ts"

export const ES: Texts = {
  labels: {
    right: "Correcto",
    wrong: "Incorrecto",
    outdated: "Anticuado",
    noted: "Gracias, anotado.",
    notNoted: "Gracias. No lo anoto, porque aquí no recuerdo lo tuyo o el guardado está en pausa.",
    noFact:
      "Detrás de esta respuesta no guardo ningún dato que puedas leer. Si se basa en mensajes, edítalos o bórralos y lo tendré en cuenta.",
    noFactHere:
      "Detrás de esa respuesta no guardo ningún dato que pueda mostrar aquí. Si se basa en mensajes, edítalos o bórralos y lo tendré en cuenta.",
    mayChange: "Puedes corregirlo o hacer que lo olvide:",
    othersFact:
      "Eso por sí solo no cambia nada: {who} o alguien con *Gestionar servidor* puede corregirlo o hacer que lo olvide.",
    or: " o ",
    whoeverToldMe: "quien me lo contó, si nadie más lo hizo,",
    pick: "Dime qué es lo correcto («no, es el domingo») o abre el dato para corregirlo o hacer que lo olvide.",
    unsure: "No sé qué palabras cambiar. Abre el dato para corregirlo o hacer que lo olvide.",
    basis: "En qué se basa la respuesta",
    open: "Abrir",
    openFact: "Abrir el dato",
    openFactNumber: "Abrir el dato {number}",
    corrected: "Corregido",
    insteadOf: "en lugar de: {fact}",
    canUndo: "Puedes deshacerlo durante diez minutos.",
    undo: "Deshacer",
    knownAlready: "Otro dato ya dice exactamente eso. No se ha cambiado nada.",
  },
  help: {
    title: "Qué hago aquí",
    intro:
      "Recuerdo lo que se dice en este servidor y respondo a partir de ello. A ti solo te repito lo que puedes leer, y siempre digo dónde lo aprendí.",
    ask: "**Pregúntame** con `/preguntar`, o mencióname: «¿dónde vive Bo?», «¿qué decidimos sobre la raid?», «¿cuándo es el cumpleaños de Ada?». Debajo de la respuesta puedes decir si es correcta.",
    find: "**Busca** con `/buscar` (datos, notas y mensajes), `/resumen` (de qué se habló) y `/servidor` (normas, decisiones y eventos).",
    teach:
      "**Cuéntame algo** con `/recordar`, con **Aplicaciones → Recordar esto** en un mensaje, o al mencionarme: «recuerda que toco el chelo».",
    change:
      "**Corrige u olvida** con `/perfil` y `/olvidar`, o responde a una respuesta: «no, es el domingo». Puedes cambiar lo que trata de ti y lo que solo tú me contaste.",
    privacy:
      "**Tus datos:** `/privacidad ver` muestra qué guardo de ti, durante cuánto tiempo, y cómo impedirlo o borrarlo todo.",
    managers:
      "**Para quien gestiona el servidor:** `/keepsake estado` muestra qué oigo, qué guardo y cuánto cuesto, y lleva a los ajustes.",
    cannot:
      "No puedo recordarte nada a una hora, leer mensajes directos ni archivos, ni hacer otra cosa en este servidor.",
    here: {
      full: "Leo este canal y respondo a las menciones.",
      notes: "En este canal solo guardo notas de las conversaciones, y ningún dato sobre nadie.",
      roleplay: "En este canal solo oigo lo que se dice fuera del personaje.",
      off: "Este canal está desactivado: no leo nada aquí ni respondo a las menciones. Los comandos siguen funcionando.",
      quiet: "En este canal no respondo a las menciones. Los comandos siguen funcionando.",
      paused: "El guardado está en pausa: respondo, pero no guardo nada nuevo.",
    },
    seePrivacy: "Ver lo guardado",
    seeProfile: "Lo que sé de ti",
  },
  recap: {
    title: "De qué se ha hablado",
    titleChannel: "Conversaciones en {channel}",
    since: "desde el {date}",
    sinceSpoke: "desde la última vez que hablaste, {time}",
    entries: { one: "1 entrada", other: "{count} entradas" },
    goTo: "Ir al mensaje",
    noneSinceSpoke:
      "No hay notas desde la última vez que hablaste ({time}). Se escriben unos minutos después de que acabe una conversación.",
    neverSpoke:
      "No tengo notas de ninguna conversación contigo, así que no sé cuándo hablaste por última vez. Usa `/resumen` con `días`.",
    noneChannel:
      "No hay notas que puedas leer de conversaciones en {channel} de estos días. Se escriben unos minutos después de que acabe una conversación.",
    off: "{channel} está desactivado: no leo nada allí. Alguien con *Gestionar servidor* puede cambiarlo con `/keepsake canal`.",
  },
  server: {
    title: "Sobre este servidor",
    kinds: { rules: "Normas", decisions: "Decisiones y datos", events: "Eventos" },
    facts: { one: "1 dato", other: "{count} datos" },
    none: "No sé nada de este tipo sobre el servidor que puedas leer. Cuéntamelo con `/recordar` («nuestra raid es los jueves»), o decididlo en un canal que yo lea.",
    pinned: "📌 fijado",
    pin: "Fijar",
    unpin: "Soltar",
    pinnedNow: "Fijado: se queda hasta que alguien haga que lo olvide, y va primero.",
    unpinnedNow: "Soltado: caduca como cualquier otro dato.",
    open: "Abrir",
    back: "◀ Volver",
    previous: "◀ Anterior",
    next: "Siguiente ▶",
  },
}
