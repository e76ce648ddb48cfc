/** Texts in Spanish. Informal "tú", as servers talk. */
import type { Texts } from "./en.ts"

export const ES: Texts = {
  language: "es",
  buttons: {
    open: "Abrir",
    correct: "Corregir",
    forget: "Olvidar",
    undo: "Deshacer",
    cancel: "Cancelar",
    goTo: "Ir al mensaje",
    back: "◀ Volver",
    previous: "◀ Anterior",
    next: "Siguiente ▶",
  },
  answers: {
    fromMemory: "Según mi memoria: {links}",
    fromTalk: "Según lo que se acaba de decir aquí.",
    general: "Es conocimiento general, no viene de la memoria de este servidor.",
    overQuota:
      "En una hora has recibido {count} respuestas con mis propias palabras, así que ahora solo cito. La próxima será posible {when}.",
  },
  labels: {
    right: "Correcto",
    wrong: "Incorrecto",
    outdated: "Desactualizado",
    noted: "Gracias, anotado.",
    notNoted: "Gracias. No lo anoto, porque aquí no guardo nada sobre ti o el guardado está en pausa.",
    noFact:
      "Esta respuesta no se basa en ningún dato que puedas leer. Si se basa en mensajes, edítalos o bórralos y lo tendré en cuenta.",
    noFactHere:
      "Esa respuesta no se basa en ningún dato que pueda mostrar aquí. Si se basa en mensajes, edítalos o bórralos y lo tendré en cuenta.",
    mayChange: "Puedes corregirlo o hacer que lo olvide:",
    othersFact:
      "Eso por sí solo no cambia nada: {who} o alguien con *Gestionar servidor* puede corregirlo o hacer que lo olvide.",
    or: " o ",
    whoeverToldMe: "quien me lo contó, si nadie más lo hizo,",
    pick: "Dime qué es lo correcto («no, es el domingo») o abre el dato para corregirlo o hacer que lo olvide.",
    unsure: "No sé qué palabras cambiar. Abre el dato para corregirlo o hacer que lo olvide.",
    basis: "En qué se basa la respuesta",
    openFact: "Abrir el dato",
    openFactNumber: "Abrir el dato {number}",
    canUndo: "Puedes deshacerlo durante diez minutos.",
  },
  help: {
    title: "Qué hago aquí",
    intro:
      "Recuerdo lo que se dice en este servidor y respondo a partir de ello. Solo te cuento lo que tú ya puedes leer, y siempre digo de dónde lo sé.",
    ask: "**Pregúntame** con `/preguntar` o mencióname: «¿dónde vive Bo?», «¿qué decidimos sobre la raid?», «¿cuándo es el cumpleaños de Ada?». Debajo de la respuesta puedes decir si es correcta.",
    find: "**Busca** con `/buscar` (datos, notas y mensajes), `/resumen` (de qué se habló) y `/servidor` (normas, decisiones y eventos).",
    teach:
      "**Cuéntame algo** con `/recordar`, con **Aplicaciones → Recordar esto** en un mensaje, o al mencionarme: «recuerda que toco el chelo».",
    change:
      "**Corrige u olvida** con `/perfil` y `/olvidar`, o responde a mi respuesta: «no, es el domingo». Puedes cambiar lo que trata de ti y lo que solo tú me contaste.",
    privacy:
      "**Tus datos:** `/privacidad ver` muestra qué guardo de ti, durante cuánto tiempo, y cómo impedirlo o borrarlo todo.",
    managers:
      "**Para quien gestiona el servidor:** `/keepsake estado` muestra qué leo, qué guardo y cuánto cuesto, y lleva a los ajustes.",
    cannot:
      "No puedo ponerte recordatorios, leer mensajes directos ni archivos, ni hacer nada más en este servidor.",
    here: {
      full: "Leo este canal y respondo a las menciones.",
      notes: "En este canal solo guardo notas de las conversaciones, y ningún dato sobre nadie.",
      roleplay: "En este canal solo tengo en cuenta lo que se dice fuera del personaje.",
      off: "En este canal estoy desactivado: no leo nada aquí ni respondo a las menciones. Los comandos siguen funcionando.",
      quiet: "En este canal no respondo a las menciones. Los comandos siguen funcionando.",
      paused: "El guardado está en pausa: respondo, pero no guardo nada nuevo.",
    },
    seePrivacy: "Ver qué se guarda",
    seeProfile: "Lo que sé de ti",
  },
  introduction: {
    title: "Hola, soy Keepsake",
    intro:
      "Recuerdo lo que se dice en este servidor y respondo preguntas con ello. A cada persona le digo solo lo que puede leer por sí misma. Pregúntame con `/preguntar` o mencióname; `/ayuda` muestra lo demás.",
    heard: {
      full: "**Lo que leo:** desde ahora, todos los canales que puedo ver. No leo mensajes anteriores.",
      notes:
        "**Lo que leo:** desde ahora, todos los canales que puedo ver. Anoto de qué trataron las conversaciones y no guardo datos sobre las personas.",
      roleplay:
        "**Lo que leo:** desde ahora, en todos los canales que puedo ver, solo lo que se dice fuera del personaje.",
      off: "**Lo que leo:** nada, hasta que alguien con *Gestionar servidor* elija canales.",
    },
    kept: "**Lo que guardo:** datos y notas y, durante unos días, los propios mensajes. `/privacidad ver` muestra a cada persona lo que guardo sobre ella y cómo detenerlo o borrarlo.",
    managers:
      "**Para quienes gestionan este servidor:** elige los canales que leo y si recuerdo a todas las personas que no se opongan o solo a las que acepten. Solo quienes tienen *Gestionar servidor* pueden usar estos botones.",
    chooseChannels: "Elegir canales",
    optOut: "Recordar a quien no se oponga",
    optIn: "Recordar solo a quien acepte",
    privacy: "Qué se guarda aquí",
    nowOptOut:
      "Hecho: recuerdo a todas las personas, salvo a quienes se excluyan con `/privacidad excluirme`. Se puede cambiar en cualquier momento con `/keepsake reglas`.",
    nowOptIn:
      "Hecho: recuerdo solo a las personas que lo permitan con `/privacidad permitir`. Se puede cambiar en cualquier momento con `/keepsake reglas`.",
  },
  recap: {
    title: "De qué se ha hablado",
    titleChannel: "Conversaciones en {channel}",
    since: "desde el {date}",
    sinceSpoke: "desde la última vez que hablaste, {time}",
    entries: { one: "1 entrada", other: "{count} entradas" },
    noneSinceSpoke:
      "No hay notas desde la última vez que hablaste ({time}). Se escriben unos minutos después de que acabe una conversación.",
    neverSpoke:
      "No tengo notas de ninguna conversación contigo, así que no sé cuándo hablaste por última vez. Usa `/resumen` con `días`.",
    noneChannel:
      "No hay notas que puedas leer de conversaciones en {channel} de estos días. Se escriben unos minutos después de que acabe una conversación.",
    none: {
      one: "No hay notas de conversaciones de ayer ni de hoy que puedas leer.",
      other: "No hay notas de conversaciones de los últimos {count} días que puedas leer.",
    },
    noneYet:
      "Las notas se escriben unos minutos después de que acabe una conversación, y por la noche se agrupan en temas del día.",
    search: "Busca algo concreto con `/buscar`.",
    lookFurther: "Mira más atrás con `/resumen días:7` o busca algo concreto con `/buscar`.",
    morePeople: " y {count} más",
    conversations: { one: "1 conversación", other: "{count} conversaciones" },
    off: "En {channel} estoy desactivado: no leo nada allí. Alguien con *Gestionar servidor* puede cambiarlo con `/keepsake canal`.",
  },
  server: {
    title: "Sobre este servidor",
    kinds: { rules: "Normas", decisions: "Decisiones y datos", events: "Eventos" },
    kind: { rules: "norma", decisions: "decisión o dato", events: "evento" },
    none: "Todavía no conozco normas, decisiones ni eventos de este servidor que puedas leer. Cuéntamelos con `/recordar` («nuestra raid es los jueves»). También aprendo lo que se decide en los canales que leo.",
    pinned: "📌 fijado",
    pin: "Fijar",
    unpin: "Desfijar",
    pinnedNow: "Fijado: va primero y se queda hasta que alguien haga que lo olvide.",
    unpinnedNow: "Ya no está fijado: caduca como cualquier otro dato.",
  },
  remember: {
    remembered: "Guardado",
    noLonger: "Ya no es así",
    insteadOf: "en lugar de: {fact}",
    soAgain: "Vuelve a ser así",
    several:
      "Hay varios miembros que se llaman {name}. Elige a quién te refieres en `miembro`, o menciona a esa persona.",
    unseen:
      "Lo he procesado, pero no hay nada que mostrar: sé algo más reciente, o está guardado en un canal que no puedes leer.",
    nothing: "No he encontrado nada que recordar ahí. Prueba con una frase sencilla.",
    nothingInMessages: "No he encontrado nada que recordar en estos mensajes.",
    noMessages: "No tengo mensajes de ahí. Solo los guardo un tiempo, y solo de los canales que leo.",
    notSaved: "No se ha guardado: {reasons}.",
    onlyPeople: "Solo recuerdo a personas, no a bots.",
    notAMember: "Esta persona no es miembro de este servidor. Solo recuerdo a miembros.",
    noWords: "Ahí no hay palabras que recordar.",
    useTheirName:
      "Usa el nombre de la persona: «Ada vive en Oslo» en lugar de «Vivo en Oslo». Si no, guardaría lo que dices de ti como un dato sobre ella.",
    tellMe: "Dime qué debo recordar: mencióname y escribe «recuerda que…».",
  },
  correct: {
    title: "Corregir lo que recuerdo",
    fact: "El dato",
    factHint: "Una frase con el nombre de la persona de la que trata.",
    importance: "Importancia",
    lifetime: "Cuánto guardarlo tras la última mención",
    corrected: "Corregido",
    unchanged: "No se ha cambiado nada",
    knownAlready: "Otro dato ya dice exactamente eso. No se ha cambiado nada.",
  },
  forget: {
    nothing: "No se ha olvidado nada.",
    noneOwn:
      "Ningún dato sobre ti coincide con «{words}», ni tampoco ninguno que solo tú me hayas contado, así que no se ha olvidado nada. Escribe al menos dos letras en `/olvidar` para elegir un dato de una lista, o mira en `/perfil`.",
    noneOther:
      "Ningún dato sobre {who} que puedas leer coincide con «{words}», así que no se ha olvidado nada. `/perfil` con `persona` muestra lo que hay.",
    which: "¿Cuál de estos?",
    match: { one: "Coincide 1 dato.", other: "Coinciden {count} datos." },
    isItOne: "¿Es uno de estos?",
    guessed: "Ningún dato contiene estas palabras, pero quizá te refieres a uno de estos.",
    onlyLatest: "Abajo están los {count} más recientes. Añade palabras para ver los demás.",
    choose: "Elige qué debo olvidar",
    allNext: { one: "Olvidar 1 dato…", other: "Olvidar los {count}…" },
    all: { one: "Olvidar 1 dato", other: "Olvidar los {count}" },
    sureAll: { one: "¿Olvidar 1 dato?", other: "¿Olvidar los {count}?" },
    more: "… y {count} más",
    notYours: "No puedes hacer que lo olvide",
    othersToldPerson:
      "Esto me lo contaron otros. Solo la persona de la que trata o alguien con *Gestionar servidor* puede hacer que lo olvide.",
    canAsk: "Puedo preguntarle aquí: con un mensaje en este canal que no menciona el dato.",
    askThem: "Preguntarle por…",
    asks: "{who}: {asker} pregunta si debo olvidar algo que otros me contaron de ti.",
    look: "Verlo",
    onlyYouSee: "Lo que aparece solo lo ves tú. Ahí puedes hacer que lo olvide o dejarlo.",
    forgotten: { one: "Olvidado", other: "Olvidados: {count} datos" },
    deleted: {
      one: "Se han borrado el dato, sus fuentes y sus menciones en las notas. Puedes deshacerlo durante diez minutos.",
      other:
        "Se han borrado los datos, sus fuentes y sus menciones en las notas. Puedes deshacerlo durante diez minutos.",
    },
    deletedForGood: {
      one: "Se han borrado para siempre el dato, sus fuentes y sus menciones en las notas.",
      other: "Se han borrado para siempre los datos, sus fuentes y sus menciones en las notas.",
    },
    undone: "Deshecho",
    restored: {
      one: "El dato y sus fuentes han vuelto.",
      other: "Los {count} datos y sus fuentes han vuelto.",
    },
    publicNone:
      "No he encontrado nada así sobre ti que pueda mostrar aquí. Usa `/olvidar` para buscar en todo lo que sé de ti.",
    publicNoneOther:
      "No he encontrado nada así sobre esa persona que pueda mostrar aquí. Usa `/olvidar` con `miembro` para buscar en todo lo que puedes leer sobre ella.",
    publicNotYours:
      "Solo la persona de la que trata o quien gestiona el servidor puede hacer que lo olvide, con `/olvidar` y `miembro`. Si lo usa otra persona, le pregunto a quien corresponde.",
    publicGuess: "Quizá sé a qué te refieres. Usa `/olvidar` para elegirlo en privado.",
    publicSeveral: "Coinciden varios datos. Usa `/olvidar` para elegir en privado.",
  },
  profile: {
    titleOwn: "Lo que sé de ti",
    titleOther: "Lo que sé de {who}",
    temporary: ", temporales: {count}",
    noneOwn:
      "Todavía no sé nada de ti. Cuéntame algo con `/recordar`, haz clic derecho en un mensaje tuyo y elige **Aplicaciones → Recordar esto**, o simplemente habla: aprendo de los canales que puedo leer. Para ver o cambiar lo que puedo guardar, usa `/privacidad ver`.",
    noneOther: "No sé nada de {who} que puedas leer. Cuéntame algo con `/recordar` o busca con `/buscar`.",
  },
  facts: {
    count: { one: "1 dato", other: "{count} datos" },
    aboutPerson: "sobre {who}",
    aboutServer: "sobre este servidor",
    aboutProject: "sobre el proyecto {name}",
    learned: "lo supe {when}",
    inMessage: " por [un mensaje](<{url}>)",
    from: " de {people}",
    expires: "caduca {when}",
    toldDirectly: "me lo contó directamente",
    fromEvent: "evento {id}",
    message: "mensaje",
    whereLearned: "Cómo lo sé",
    onlyLatest: "Solo se muestran los más recientes.",
    sources: { one: "1 fuente", other: "{count} fuentes" },
    kind: "Tipo",
    section: "Sección",
    topics: "Temas",
    confidence: "Certeza",
    said: { one: "se dijo una vez", other: "se dijo {count} veces" },
    importance: "Importancia",
    stored: "Guardado",
    storedUntil: ", hasta el {date}",
    when: "Cuándo",
    until: "Hasta",
    learnedOn: "Lo supe el",
    lastSaid: ", se dijo por última vez {when}",
    status: "Estado",
    before: "Antes",
    saidBy: "lo dijo {who}, ",
  },
  sections: {
    bio: "Biografía",
    interests: "Intereses",
    skills: "Habilidades",
    opinions: "Opiniones",
    relationships: "Relaciones",
    other: "Otros",
    temporary: "Temporales",
  },
  types: {
    profile: "dato personal",
    preference: "preferencia",
    task_state: "actividad actual",
    constraint: "restricción",
    episode: "evento",
  },
  lifetimes: {
    "1d": "durante un día",
    "3d": "durante 3 días",
    "7d": "durante una semana",
    "30d": "durante 30 días",
    "90d": "durante 90 días",
    permanent: "para siempre",
  },
  importances: { low: "baja", medium: "media", high: "alta" },
  states: {
    shadow: "guardado pero oculto, no se usa",
    queued: "espera la aprobación de quien gestiona el servidor",
    superseded: "sustituido o retirado, se guarda como historial",
    expired: "caducado",
    contradicted: "otro dato lo contradice",
  },
  confidences: {
    verySure: "muy seguro",
    sure: "seguro",
    fairlySure: "bastante seguro",
    notVerySure: "poco seguro",
    unsure: "dudoso",
  },
  notKept: {
    already_known: "eso ya lo sé",
    outdated: "sé algo más reciente",
    several_meant: "varios miembros se llaman así, por eso quien gestiona el servidor decide de quién es",
    opted_out: "afecta a alguien que pidió que no se le recuerde",
    secret: "parece una contraseña, una clave o un dato de contacto",
    instruction: "parece una instrucción y no un dato",
    read_only: "el guardado está en pausa",
    subject_full: "se ha llegado al límite de datos (haz que olvide uno antes)",
    window_full: "es demasiado de una vez (envía menos)",
    hour_full: "se ha llegado al límite de esta hora (prueba más tarde)",
    type_off: "este servidor no guarda ese tipo de información",
    scope_off: "este servidor no guarda ese tipo de información",
    writing_off: "el aprendizaje está desactivado aquí",
    subject_off: "la administración del servidor ha desactivado el aprendizaje sobre esto",
    low_confidence: "no tengo suficiente certeza",
    empty: "no contiene ningún dato",
    sensitive: "{kind}, y este servidor no guarda ese tipo de información",
    other: "no cumple las reglas de este servidor",
  },
  sensitive: {
    health: "trata de la salud de alguien",
    sexuality: "trata de la sexualidad de alguien",
    religion: "trata de la religión de alguien",
    politics: "trata de las ideas políticas de alguien",
    ethnicity: "trata del origen étnico de alguien",
    minors: "trata de menores",
    finances: "trata de la situación económica de alguien",
    slurs: "contiene un insulto discriminatorio",
    other: "es delicado",
  },
  recall: {
    title: "Lo que recuerdo",
    about: "sobre «{words}», primero lo más relevante",
    partial: "algunas fuentes no respondieron a tiempo",
    fromConversation: "de una conversación, {date}",
    said: "se dijo {when}",
    none: "No recuerdo nada sobre «{words}». Prueba con otras palabras, quita el tema o la persona, o mira en `/perfil`.",
  },
  privacy: {
    title: "Tu privacidad en este servidor",
    optedOutEverywhere: "**No te recuerdo**: te excluiste de todos los servidores {when}.",
    optedOut: "Aquí **no te recuerdo**: te has excluido.",
    notOptedIn: "Aquí **no te recuerdo**: en este servidor solo recuerdo a quien lo permite.",
    optedIn: "Aquí **te recuerdo**: lo has permitido.",
    byDefault: "Aquí **te recuerdo**: en este servidor recuerdo a quien no se ha excluido.",
    paused: "El guardado está en pausa: no se guarda nada nuevo.",
    stored: "Lo que se guarda de ti aquí",
    nothing: "Nada.",
    silent: {
      one: "1 canal no ha respondido. Inténtalo de nuevo.",
      other: "{count} canales no han respondido. Inténtalo de nuevo.",
    },
    onlyYours:
      "Esta página solo muestra lo que tú puedes leer. No incluye lo que otros dijeron de ti en canales que no puedes leer.",
    questions: "¿Preguntas? Escribe a {contact}.",
    questionsServer: "¿Preguntas? Habla con quienes gestionan este servidor.",
    export: "Exportar",
    optOut: "Excluirme",
    optIn: "Permitir",
    erase: "Borrar…",
    exportTitle: "Tus datos",
    exported:
      "Este archivo contiene tus mensajes, lo que se sabe de ti y lo que puedes leer sobre otros. Keepsake anota esta exportación en su registro.",
    tooLarge:
      "Tus datos no caben en un archivo de Discord. Pide la exportación completa a quienes gestionan este servidor.",
    hintErase:
      "`/privacidad borrar` borra todo lo que guardo de ti en este servidor. `/privacidad ver` lo muestra antes. Ambos solo los ves tú.",
    hintOptOut:
      "Con `/privacidad excluirme` dejo de recordarte. `/privacidad borrar` borra también lo que ya guardo. Ambos solo los ves tú.",
    openOptOut: "Excluirme…",
  },
  held: {
    memories: { one: "1 dato sobre ti", other: "{count} datos sobre ti" },
    statements: {
      one: "1 mensaje tuyo en el que se basan datos sobre otros",
      other: "{count} mensajes tuyos en los que se basan datos sobre otros",
    },
    notes: {
      one: "1 nota de una conversación en la que participaste",
      other: "{count} notas de conversaciones en las que participaste",
    },
    topics: {
      one: "1 tema del día en el que participaste",
      other: "{count} temas del día en los que participaste",
    },
    digests: { one: "1 resumen sobre ti", other: "{count} resúmenes sobre ti" },
    messages: { one: "1 mensaje tuyo guardado", other: "{count} mensajes tuyos guardados" },
  },
  readers: {
    cloudflare: "Un modelo de lenguaje en Cloudflare procesa las conversaciones.",
    other:
      "Un modelo de lenguaje elegido por los responsables del bot procesa las conversaciones. Pregúntales cuál es y qué pasa con los datos que recibe.",
    rules: "No se usa ningún modelo de lenguaje: unas reglas fijas buscan afirmaciones sencillas.",
  },
  retention: {
    title: "Cuánto tiempo se guarda",
    messages: "Mensajes: {span}",
    notes: "Notas de conversaciones: {span}",
    facts: "Datos: hasta que se olviden",
    expired: "Datos temporales, después de caducar: {span}",
    replaced: "Datos sustituidos por otro más reciente: {span}",
    noLimit: "sin límite",
    processed: "hasta que se procesen",
    days: { one: "1 día", other: "{count} días" },
  },
  consent: {
    out: "Te has excluido",
    outHere:
      "En este servidor: tus mensajes no se registran, no se guarda nada sobre ti y no se te cita ni se te nombra.",
    outEverywhere:
      "En todos los servidores con este bot, ahora y más adelante: tus mensajes no se registran, no se guarda nada sobre ti y no se te cita ni se te nombra.",
    existing:
      "Lo que ya había sobre ti sigue guardado. Solo pueden verlo tú y quienes gestionan este servidor. ¿Quieres conservarlo?",
    eraseHereOnly:
      "El borrado vale solo para este servidor. En otros servidores, usa allí `/privacidad borrar`.",
    keep: "Conservarlo",
    stillOut: "Tu exclusión sigue vigente",
    stillOutEverywhere:
      "Lo has permitido aquí, pero también te excluiste de todos los servidores, y eso tiene prioridad. ¿Quieres deshacer eso también?",
    outSince: "Te has excluido",
    outSinceThen: "Desde entonces te has excluido.",
    remembered: "Aquí te recuerdo",
    rememberedNow: "Puedo aprender de tus mensajes nuevos y vuelvo a usar lo que ya sabía de ti.",
    lifted: "Has deshecho tu exclusión de todos los servidores",
    liftedRule:
      "En cada servidor vale lo que hayas elegido allí y, si no has elegido nada, lo que el servidor tenga por defecto.",
    rememberedHere: "Aquí te recuerdo.",
    notRememberedHere: "Aquí no te recuerdo. Para cambiarlo, usa `/privacidad permitir` sin `dónde`.",
    undoOptOut: "Deshacer la exclusión",
  },
  erase: {
    title: "¿Borrar todo lo que se guarda de ti en este servidor?",
    what: "Esto borra para siempre tus mensajes, los datos que salieron de ellos, lo que otros dijeron de ti, las notas de conversaciones en las que participaste y todas las citas y menciones tuyas. **No se puede deshacer.** Si quieres una copia, usa antes `/privacidad exportar`.",
    stays:
      "Keepsake conserva tu ID de usuario y esta decisión para no volver a registrar tus mensajes antiguos. Tus mensajes siguen en Discord: bórralos allí.",
    andOptOut: "Borrar y excluirme",
    andStay: "Borrar y empezar de cero",
    inProgress: "Borrado en curso",
    waiting: "El borrado empieza enseguida.",
    running: "Keepsake está revisando todos los canales y la base de datos. Puede tardar unos minutos.",
    notAgain: "Nada de lo que escribiste antes de pedirlo se volverá a registrar.",
    refresh: "Actualizar",
    done: "Borrado",
    times: "Solicitado {requested}, terminado {finished}.",
    nothingLeft: "Una última comprobación no encontró nada más.",
    left: {
      one: "Una última comprobación aún encontró datos en 1 lugar. Habla con quienes gestionan este servidor.",
      other:
        "Una última comprobación aún encontró datos en {count} lugares. Habla con quienes gestionan este servidor.",
    },
  },
  erased: {
    messages: "Mensajes",
    quotes: "Citas tuyas",
    memories: "Datos",
    statements: "Afirmaciones",
    notes: "Notas de conversaciones",
    reworded: "Textos de otros que se reescribieron",
    digests: "Resúmenes",
    windows: "Registros de procesamiento",
    keys: "Claves de API",
    audit: "Entradas anonimizadas del registro",
  },
  links: {
    title: "Tus cuentas en este servidor",
    what: "Si usas varias cuentas aquí, puedes vincularlas. Las dos muestran, exportan y borran entonces todo lo que se guarda de cualquiera de ellas, y excluirte con una excluye a todas. Nadie más ve el vínculo, y cada cuenta sigue leyendo solo sus propios canales.",
    none: "No hay ninguna cuenta vinculada con esta.",
    linked: "{who}, vinculada {when}",
    speaksFor: "{who}: quienes gestionan el servidor le atribuyen esta cuenta, {when}",
    spokenBy: "{who}: quienes gestionan el servidor te atribuyen esa cuenta, {when}",
    end: "Terminar {number}",
    makeCode: "Obtener un código",
    codeTitle: "Tu código",
    code: "`{code}`\nCon tu **otra cuenta**, usa `/privacidad vincular` en este servidor y escribe el código antes de {until}. Después, confirma aquí. Solo se muestra una vez.",
    warning: "**No compartas este código.** Nadie lo necesita para ayudarte.",
    check: "Comprobar y confirmar",
    enteredTitle: "¿Vincular esta cuenta con {who}?",
    entered:
      "Quien use esa cuenta podrá **ver, exportar y borrar** todo lo que se guarda de ti aquí, y excluirte. Vincula solo una cuenta **que sea tuya**. Si otra persona te dio el código, cancela.",
    both: "Las dos cuentas son mías",
    joinedTitle: "Falta un paso",
    joined: "Confirma ahora con {who}: usa allí `/privacidad vincular` antes de {until}.",
    waitingTitle: "¿Es tuya {who}?",
    waiting:
      "Esa cuenta escribió tu código y confirmó. Podrá **ver, exportar y borrar** todo lo que se guarda de ti aquí, y excluirte.",
    decline: "No, cancelar",
    done: "Vinculadas",
    doneNow: "Esta cuenta y {who} están vinculadas.",
    ended: "El vínculo ha terminado. Todo queda en la cuenta de la que vino.",
    declined: "Cancelado. No se vinculó nada y el código ya no sirve.",
    included: "Incluye lo que se guarda de {accounts}.",
    alsoOut: "Esto se aplica también a {accounts}. Para volver a permitirlo, usa cada cuenta.",
    alsoErased:
      "**Esto borra también {accounts}** al mismo tiempo. Quienes gestionan este servidor pueden notarlo.",
  },
  refusals: {
    failed:
      "Algo ha fallado por mi parte. Si sigue pasando, da esta referencia a los responsables del bot: `{reference}`.",
    unknown_guild:
      "Todavía no conozco este servidor. Escribe un mensaje en un canal que yo pueda leer y vuelve a intentarlo.",
    unknown_channel: "Todavía no he visto mensajes en ese canal.",
    unknown_member: "Todavía no he visto a esta persona en este servidor.",
    unknown_memory: "Ya no recuerdo eso.",
    unknown_erasure:
      "No encuentro ese borrado entre tus solicitudes. `/privacidad ver` muestra qué se guarda de ti.",
    unknown_command:
      "Este botón o comando ya no es válido. Vuelve a usar el comando. Si no funciona, los responsables del bot deben registrar los comandos de nuevo.",
    servers_only: "Solo funciono en servidores, no en mensajes directos.",
    forbidden: "Solo puede usarlo quien ejecutó el comando. Usa tu propio `/privacidad ver`.",
    no_facts_here: "De este canal no se guardan datos.",
    read_only: "El guardado está en pausa. No se guarda nada nuevo hasta que se reanude.",
    writing_off:
      "La administración del servidor ha desactivado el aprendizaje. Lo que sé todavía se puede corregir y olvidar.",
    reading_off:
      "La administración del servidor ha desactivado mi memoria para las preguntas. `/privacidad ver` sigue mostrando lo que se guarda sobre ti.",
    opted_out:
      "No se ha guardado nada, porque afecta a alguien a quien aquí no recuerdo. Si eres tú, puedes cambiarlo con `/privacidad ver`.",
    secret: "Eso parece una contraseña, una clave o un dato de contacto. Nunca guardo nada así.",
    sensitive: "Eso {kind}. Este servidor no guarda ese tipo de información.",
    instruction: "Eso parece una instrucción y no un dato. No se ha guardado.",
    leaving:
      "La memoria de este servidor se borrará {when}. Hasta entonces no guardo ni respondo nada aquí. `/privacidad ver` sigue funcionando.",
    restoring:
      "Se está restaurando una copia de seguridad de la memoria de este servidor. Inténtalo de nuevo en unos minutos.",
    memory_full: "Ya sé {limit} datos permanentes sobre esto, que es el límite. Haz que olvide uno antes.",
    duplicate_fact: "Otro dato ya dice exactamente eso.",
    busy: "Otra persona lo ha cambiado al mismo tiempo. Inténtalo de nuevo.",
    undo_over:
      "No puedes deshacerlo: han pasado diez minutos, ha cambiado desde entonces o no lo hiciste tú.",
    nothing_known: "No recuerdo nada de eso.",
    not_yours:
      "No puedes cambiar eso. Solo puede la persona de la que trata, quien lo dijo si nadie más lo hizo, o quien gestiona el servidor.",
    managers_only: "Para eso necesitas el permiso *Gestionar servidor*.",
    blocked:
      "Quienes gestionan este servidor te han bloqueado. `/privacidad ver` y `/olvidar` siguen funcionando.",
    guild_not_served:
      "Quien opera este bot no atiende este servidor, así que aquí no registro ni respondo nada.",
    link_code:
      "Este código es incorrecto, ha caducado o ya se usó. Obtén otro con tu otra cuenta: `/privacidad vincular`.",
    link_over: "No hay nada que confirmar. Empieza de nuevo: `/privacidad vincular`.",
    links_full: "Una de las dos cuentas ha alcanzado el máximo de vínculos. Termina uno antes.",
    unknown_link: "Esa cuenta no está vinculada con esta.",
    too_many: "Demasiados intentos. Inténtalo de nuevo dentro de una hora.",
    cooling_down: {
      one: "Espera un momento. Inténtalo de nuevo en 1 segundo.",
      other: "Espera un momento. Inténtalo de nuevo en {count} segundos.",
    },
  },
}
