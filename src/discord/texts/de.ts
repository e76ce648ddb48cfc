/** Texts in German. Informal "du", as servers talk. */
import type { Texts } from "./en.ts"

export const DE: Texts = {
  language: "de",
  buttons: {
    open: "Öffnen",
    correct: "Korrigieren",
    forget: "Vergessen",
    undo: "Rückgängig",
    cancel: "Abbrechen",
    goTo: "Zur Nachricht",
    back: "◀ Zurück",
    previous: "◀ Vorherige",
    next: "Nächste ▶",
  },
  answers: {
    fromMemory: "Aus dem Gedächtnis: {links}",
    fromTalk: "Aus dem, was hier gerade gesagt wurde.",
    general: "Allgemeinwissen, nicht aus dem Gedächtnis dieses Servers.",
    overQuota:
      "Du hattest innerhalb einer Stunde {count} Antworten in meinen eigenen Worten, darum zitiere ich nur. Die nächste geht {when}.",
  },
  labels: {
    right: "Stimmt",
    wrong: "Falsch",
    outdated: "Veraltet",
    noted: "Danke, notiert.",
    notNoted:
      "Danke. Ich notiere es nicht, weil ich mir hier nichts über dich merke oder das Speichern pausiert ist.",
    noFact:
      "Diese Antwort stützt sich auf keinen Fakt, den du sehen kannst. Stützt sie sich auf Nachrichten, dann bearbeite oder lösche diese, und ich richte mich danach.",
    noFactHere:
      "Die Antwort stützt sich auf keinen Fakt, den ich hier zeigen kann. Stützt sie sich auf Nachrichten, dann bearbeite oder lösche diese, und ich richte mich danach.",
    mayChange: "Du kannst es korrigieren oder mir sagen, dass ich es vergessen soll:",
    othersFact:
      "Das allein ändert nichts: {who} oder jemand mit *Server verwalten* kann es korrigieren oder mir sagen, dass ich es vergessen soll.",
    or: " oder ",
    whoeverToldMe: "wer es mir gesagt hat (wenn es sonst niemand war)",
    pick: "Sag mir, was stattdessen stimmt („nein, es ist Sonntag“), oder öffne den Fakt, um ihn zu korrigieren oder vergessen zu lassen.",
    unsure:
      "Ich weiß nicht, welche Wörter ich ändern soll. Öffne den Fakt, um ihn zu korrigieren oder vergessen zu lassen.",
    basis: "Worauf die Antwort beruht",
    openFact: "Fakt öffnen",
    openFactNumber: "Fakt {number} öffnen",
    canUndo: "Du kannst das zehn Minuten lang rückgängig machen.",
  },
  help: {
    title: "Was ich hier mache",
    intro:
      "Ich merke mir, was auf diesem Server gesagt wird, und beantworte damit Fragen. Dir sage ich nur, was du selbst lesen kannst, und immer auch, woher ich es weiß.",
    ask: "**Frag mich** mit `/fragen` oder erwähne mich: „wo wohnt Bo?“, „was haben wir zum Raid beschlossen?“, „wann hat Ada Geburtstag?“. Unter der Antwort kannst du sagen, ob sie stimmt.",
    find: "**Schlag nach** mit `/suchen` (Fakten, Notizen und Nachrichten), `/rückblick` (worüber geredet wurde) und `/server` (Regeln, Beschlüsse und Termine).",
    teach:
      "**Sag mir etwas** mit `/merken`, mit **Apps → Das merken** bei einer Nachricht oder in einer Erwähnung: „merk dir, dass ich Cello spiele“.",
    change:
      "**Korrigiere etwas oder lass es mich vergessen** mit `/profil` und `/vergessen`, oder antworte auf meine Antwort: „nein, es ist Sonntag“. Ändern kannst du, was dich betrifft und was nur du mir gesagt hast.",
    privacy:
      "**Deine Daten:** `/datenschutz ansehen` zeigt, was ich über dich speichere, wie lange, und wie du das beendest oder alles löschst.",
    managers:
      "**Für die Serververwaltung:** `/keepsake status` zeigt, was ich lese, speichere und koste, und führt zu den Einstellungen.",
    cannot:
      "Ich kann dich an nichts erinnern, keine Direktnachrichten oder Dateien lesen und auf diesem Server auch sonst nichts tun.",
    here: {
      full: "Ich lese diesen Kanal und antworte hier auf Erwähnungen.",
      notes:
        "In diesem Kanal notiere ich nur, worum es in Gesprächen ging, und merke mir keine Fakten über Personen.",
      roleplay: "In diesem Kanal beachte ich nur, was außerhalb der Rolle gesagt wird.",
      off: "In diesem Kanal bin ich ausgeschaltet: Ich lese hier nichts und antworte nicht auf Erwähnungen. Befehle gehen weiterhin.",
      quiet: "Auf Erwähnungen antworte ich in diesem Kanal nicht. Befehle gehen weiterhin.",
      paused: "Das Speichern ist pausiert: Ich antworte, merke mir aber nichts Neues.",
    },
    seePrivacy: "Gespeichertes ansehen",
    seeProfile: "Was ich über dich weiß",
  },
  history: {
    title: "Nachrichten von früher",
    administrators:
      "Ein Import umfasst alle Kanäle. Deshalb können ihn nur Administratoren starten und sehen.",
    gone: "Diesen Import gibt es nicht mehr. Rufe `/keepsake importieren` noch einmal auf.",
    explained:
      "Bis zum Start wird nichts gelesen. Wer widersprochen hat, gelöschte Nachrichten und ignorierte Kanäle bleiben außen vor.",
    counting: "Ich zähle, was es zu lesen gibt: {counted} von {channels} Kanälen und Threads.",
    found: "**{messages}** Nachrichten von Menschen in **{channels}** Kanälen und Threads.",
    cost: "Etwa {low} bis {high} Modellaufrufe, {from} bis {to}.",
    costUnknown: "Etwa {low} bis {high} Modellaufrufe. Der Preis dieses Modells ist unbekannt.",
    costRules: "Regeln lesen sie, das kostet nichts.",
    time: "Es dauert bis zu {minutes} Minuten.",
    cap: "Höchstens {usd}; danach lesen Regeln den Rest.",
    running: "▶️ Wird gelesen",
    paused: "⏸️ Angehalten",
    done: "✅ Alles wurde gelesen",
    stopped: "⏹️ Beendet. Was gelesen wurde, bleibt.",
    canceled: "⏹️ Abgebrochen. Es wurde nichts gelesen.",
    progress:
      "{read} Nachrichten geholt, {accepted} neu, von etwa {total} von Menschen · {done} von {channels} Kanälen und Threads",
    facts: "Gelernte Fakten: {facts}",
    spent: "Bisher ausgegeben: {usd} für {calls} Modellaufrufe.",
    leftOut: "Ausgelassen:",
    skipped: {
      forbidden: "{count} darf ich nicht lesen",
      missing: "{count} gelöscht",
      off: "{count} ignoriert",
      excluded: "{count} ausgenommen",
      refused: "{count} von Discord verweigert",
    },
    reasons: {
      no_structure:
        "⚠️ Ich kenne die Kanäle dieses Servers noch nicht. Verbinde das Gateway und versuche es noch einmal.",
      replaced: "Eine neuere Vorschau hat diese ersetzt.",
      no_discord:
        "⚠️ Dieser Installation fehlt das Token des Bots, deshalb kann sie nichts von Discord lesen.",
      expired: "Niemand hat ihn innerhalb von 24 Stunden gestartet, deshalb wurde die Datei gelöscht.",
      erased: "Die Person, der die Daten gehören, hat sie löschen lassen.",
    },
    buttons: {
      start: "Starten",
      cancel: "Abbrechen",
      pause: "Anhalten",
      resume: "Fortsetzen",
      stop: "Beenden",
      refresh: "Aktualisieren",
    },
  },
  introduction: {
    title: "Hallo, ich bin Keepsake",
    intro:
      "Ich merke mir, was auf diesem Server gesagt wird, und beantworte damit Fragen. Jedem sage ich nur, was er selbst lesen kann. Frag mich mit `/fragen` oder erwähne mich; alles Weitere zeigt `/hilfe`.",
    heard: {
      full: "**Was ich lese:** ab jetzt jeden Kanal, den ich sehen kann. Ältere Nachrichten lese ich nur, wenn ein Administrator sie importiert.",
      notes:
        "**Was ich lese:** ab jetzt jeden Kanal, den ich sehen kann. Ich notiere, worum es in Gesprächen ging, und merke mir keine Fakten über Personen.",
      roleplay:
        "**Was ich lese:** ab jetzt in jedem Kanal, den ich sehen kann, nur das, was außerhalb der Rolle gesagt wird.",
      off: "**Was ich lese:** nichts, bis jemand mit *Server verwalten* Kanäle auswählt.",
    },
    kept: "**Was ich speichere:** Fakten und Notizen und für einige Tage die Nachrichten selbst. `/datenschutz ansehen` zeigt allen, was ich über sie speichere und wie sie das beenden oder löschen.",
    managers:
      "**Für die Serververwaltung:** Wähl die Kanäle, die ich lese, und ob ich mir alle merke, die nicht widersprechen, oder nur die, die zustimmen. Nur Personen mit *Server verwalten* können diese Schaltflächen benutzen.",
    chooseChannels: "Kanäle auswählen",
    optOut: "Alle merken, die nicht widersprechen",
    optIn: "Nur merken, wer zustimmt",
    privacy: "Was hier gespeichert wird",
    nowOptOut:
      "Erledigt: Ich merke mir alle, außer wer mit `/datenschutz widersprechen` widerspricht. Das lässt sich jederzeit mit `/keepsake regeln` ändern.",
    nowOptIn:
      "Erledigt: Ich merke mir nur Personen, die mit `/datenschutz zustimmen` zustimmen. Das lässt sich jederzeit mit `/keepsake regeln` ändern.",
  },
  recap: {
    title: "Worum es zuletzt ging",
    titleChannel: "Gespräche in {channel}",
    since: "seit {date}",
    sinceSpoke: "seit du zuletzt etwas gesagt hast, {time}",
    entries: { one: "1 Eintrag", other: "{count} Einträge" },
    noneSinceSpoke:
      "Seit du zuletzt etwas gesagt hast ({time}), gibt es keine Notizen. Sie entstehen einige Minuten nach dem Ende eines Gesprächs.",
    neverSpoke:
      "Ich habe keine Notiz zu einem Gespräch mit dir und weiß deshalb nicht, wann du zuletzt etwas gesagt hast. Nutze `/rückblick` mit `tage`.",
    noneChannel:
      "Zu Gesprächen in {channel} gibt es aus diesen Tagen keine Notizen, die du lesen kannst. Sie entstehen einige Minuten nach dem Ende eines Gesprächs.",
    none: {
      one: "Von gestern und heute gibt es keine Notizen zu Gesprächen, die du lesen kannst.",
      other: "Aus den letzten {count} Tagen gibt es keine Notizen zu Gesprächen, die du lesen kannst.",
    },
    noneYet:
      "Notizen entstehen einige Minuten nach dem Ende eines Gesprächs und werden nachts zu Tagesthemen zusammengefasst.",
    search: "Mit `/suchen` suchst du nach etwas Bestimmtem.",
    lookFurther:
      "Schau mit `/rückblick tage:7` weiter zurück oder suche mit `/suchen` nach etwas Bestimmtem.",
    morePeople: " und {count} weitere",
    conversations: { one: "1 Gespräch", other: "{count} Gespräche" },
    off: "In {channel} bin ich ausgeschaltet: Dort lese ich nichts. Jemand mit *Server verwalten* kann das mit `/keepsake kanal` ändern.",
  },
  server: {
    title: "Über diesen Server",
    kinds: { rules: "Regeln", decisions: "Beschlüsse und Fakten", events: "Termine" },
    kind: { rules: "Regel", decisions: "Beschluss oder Fakt", events: "Termin" },
    none: "Ich kenne noch keine Regeln, Beschlüsse oder Termine dieses Servers, die du lesen kannst. Sag mir welche mit `/merken` („unser Raid ist donnerstags“), oder beschließt etwas in einem Kanal, den ich lese.",
    pinned: "📌 angepinnt",
    pin: "Anpinnen",
    unpin: "Loslösen",
    pinnedNow: "Angepinnt: Es steht ganz oben und ist dauerhaft.",
    unpinnedNow: "Nicht mehr angepinnt: Es läuft ab wie jeder andere Fakt.",
  },
  remember: {
    remembered: "Gemerkt",
    noLonger: "Gilt nicht mehr",
    insteadOf: "statt: {fact}",
    soAgain: "Gilt wieder",
    several:
      "Mehrere Mitglieder heißen {name}. Wähle bei `mitglied` aus, wen du meinst, oder erwähne die Person.",
    unseen:
      "Ich habe es verarbeitet, kann aber nichts zeigen: Ich weiß schon Neueres, oder es steht in einem Kanal, den du nicht lesen kannst.",
    nothing: "Darin habe ich nichts gefunden, was ich mir merken kann. Versuch es mit einem einfachen Satz.",
    nothingInMessages: "In diesen Nachrichten habe ich nichts gefunden, was ich mir merken kann.",
    noMessages:
      "Von dort habe ich keine Nachrichten. Ich behalte sie nur eine Zeit lang, und nur aus Kanälen, die ich lese.",
    notSaved: "Nicht gespeichert, denn {reasons}.",
    partNotSaved: "„{fact}“ wurde nicht gespeichert, denn {reasons}.",
    onlyPeople: "Ich merke mir nur etwas über Menschen, nicht über Bots.",
    notAMember: "Diese Person ist kein Mitglied dieses Servers. Ich merke mir nur etwas über Mitglieder.",
    noWords: "Das enthält keinen Text, den ich mir merken kann.",
    useTheirName:
      "Nenne die Person beim Namen: „Ada wohnt in Oslo“ statt „Ich wohne in Oslo“. Sonst würde ich deine Worte über dich als Fakt über sie speichern.",
    tellMe: "Sag mir, was ich mir merken soll: Erwähne mich und schreib „merk dir, dass …“.",
  },
  correct: {
    title: "Korrigieren, was ich weiß",
    fact: "Der Fakt",
    factHint: "Ein Satz mit dem Namen der Person, um die es geht.",
    importance: "Wichtigkeit",
    lifetime: "Wie lange behalten (ab letzter Erwähnung)",
    corrected: "Korrigiert",
    unchanged: "Es wurde nichts geändert",
    knownAlready: "Ein anderer Fakt sagt genau das schon. Es wurde nichts geändert.",
  },
  forget: {
    nothing: "Es wurde nichts vergessen.",
    noneOwn:
      "Kein Fakt über dich und keiner, den nur du mir gesagt hast, passt zu „{words}“. Es wurde nichts vergessen. Tippe bei `/vergessen` mindestens zwei Buchstaben, um einen Fakt aus einer Liste zu wählen, oder blättere in `/profil`.",
    noneOther:
      "Kein Fakt über {who}, den du lesen kannst, passt zu „{words}“. Es wurde nichts vergessen. `/profil` mit `person` zeigt, was es gibt.",
    which: "Welchen davon?",
    match: { one: "1 Fakt passt.", other: "{count} Fakten passen." },
    isItOne: "Ist es einer davon?",
    guessed: "Kein Fakt enthält diese Wörter, aber vielleicht meinst du einen von diesen.",
    onlyLatest: "Unten stehen die neuesten {count}. Gib mehr Wörter an, um die anderen zu sehen.",
    choose: "Wähle, was ich vergessen soll",
    allNext: { one: "1 Fakt vergessen …", other: "Alle {count} vergessen …" },
    all: { one: "1 Fakt vergessen", other: "Alle {count} vergessen" },
    sureAll: { one: "1 Fakt vergessen?", other: "Alle {count} vergessen?" },
    more: "… und {count} weitere",
    notYours: "Das kannst du nicht vergessen lassen",
    othersToldPerson:
      "Das haben mir andere gesagt. Vergessen lassen kann es nur die Person, um die es geht, oder jemand mit *Server verwalten*.",
    canAsk: "Ich kann hier nachfragen: mit einer Nachricht in diesem Kanal, die den Fakt nicht nennt.",
    askThem: "Nachfragen zu …",
    asks: "{who}: {asker} fragt, ob ich etwas vergessen soll, das mir andere über dich gesagt haben.",
    look: "Ansehen",
    onlyYouSee: "Das Ergebnis siehst nur du. Dort kannst du es vergessen lassen oder behalten.",
    forgotten: { one: "Vergessen", other: "Vergessen: {count} Fakten" },
    deleted: {
      one: "Der Fakt, seine Quellen und seine Erwähnungen in Notizen sind gelöscht. Du kannst das zehn Minuten lang rückgängig machen.",
      other:
        "Die Fakten, ihre Quellen und ihre Erwähnungen in Notizen sind gelöscht. Du kannst das zehn Minuten lang rückgängig machen.",
    },
    deletedForGood: {
      one: "Der Fakt, seine Quellen und seine Erwähnungen in Notizen sind endgültig gelöscht.",
      other: "Die Fakten, ihre Quellen und ihre Erwähnungen in Notizen sind endgültig gelöscht.",
    },
    undone: "Rückgängig gemacht",
    restored: {
      one: "Der Fakt und seine Quellen sind wieder da.",
      other: "Alle {count} Fakten und ihre Quellen sind wieder da.",
    },
    publicNone:
      "So etwas über dich habe ich nicht gefunden, jedenfalls nichts, was ich hier zeigen kann. Mit `/vergessen` durchsuchst du alles, was ich über dich weiß.",
    publicNoneOther:
      "So etwas über diese Person habe ich nicht gefunden, jedenfalls nichts, was ich hier zeigen kann. Mit `/vergessen` und `mitglied` durchsuchst du alles, was du über sie lesen kannst.",
    publicNotYours:
      "Das kann nur die Person vergessen lassen, um die es geht, oder die Serververwaltung: mit `/vergessen` und `mitglied`. Für alle anderen frage ich damit bei der Person nach.",
    publicGuess:
      "Vielleicht weiß ich, was du meinst. Mit `/vergessen` wählst du es aus, ohne dass andere es sehen.",
    publicSeveral: "Mehrere Fakten passen. Mit `/vergessen` wählst du aus, ohne dass andere es sehen.",
  },
  profile: {
    titleOwn: "Was ich über dich weiß",
    titleOther: "Was ich über {who} weiß",
    temporary: ", davon {count} vorübergehend",
    noneOwn:
      "Über dich weiß ich noch nichts. Sag mir etwas mit `/merken`, mach einen Rechtsklick auf eine deiner Nachrichten und wähle **Apps → Das merken**, oder schreib einfach mit: Ich lerne aus den Kanälen, die ich lesen kann. Was ich speichern darf, siehst und änderst du mit `/datenschutz ansehen`.",
    noneOther:
      "Über {who} weiß ich nichts, was du lesen kannst. Sag mir etwas mit `/merken` oder suche mit `/suchen`.",
  },
  facts: {
    count: { one: "1 Fakt", other: "{count} Fakten" },
    aboutPerson: "über {who}",
    aboutServer: "über diesen Server",
    aboutProject: "über das Projekt {name}",
    learned: "erfahren {when}",
    inMessage: " aus [einer Nachricht](<{url}>)",
    from: " von {people}",
    expires: "läuft {when} ab",
    toldDirectly: "mir direkt gesagt",
    fromEvent: "Ereignis {id}",
    message: "Nachricht",
    whereLearned: "Woher ich es weiß",
    corrected: "Berichtigt{by} {when}. Frühere Nachrichten sagen vielleicht etwas anderes.",
    correctedBy: " von {who}",
    correctedSince: "(inzwischen berichtigt)",
    onlyLatest: "Nur die neuesten werden gezeigt.",
    sources: { one: "1 Quelle", other: "{count} Quellen" },
    kind: "Art",
    section: "Bereich",
    topics: "Themen",
    confidence: "Einschätzung",
    said: { one: "einmal gesagt", other: "{count}-mal gesagt" },
    importance: "Wichtigkeit",
    stored: "Gespeichert",
    storedUntil: ", bis {date}",
    when: "Wann",
    until: "Bis",
    learnedOn: "Erfahren am",
    lastSaid: ", zuletzt gesagt {when}",
    status: "Status",
    before: "Vorher",
    saidBy: "gesagt von {who}, ",
  },
  sections: {
    bio: "Zur Person",
    interests: "Interessen",
    skills: "Fähigkeiten",
    opinions: "Meinungen",
    relationships: "Beziehungen",
    other: "Sonstiges",
    temporary: "Vorübergehend",
  },
  types: {
    profile: "Angabe zur Person",
    preference: "Vorliebe",
    task_state: "aktuelle Tätigkeit",
    constraint: "Einschränkung",
    episode: "Ereignis",
  },
  lifetimes: {
    "1d": "für einen Tag",
    "3d": "für 3 Tage",
    "7d": "für eine Woche",
    "30d": "für 30 Tage",
    "90d": "für 90 Tage",
    permanent: "dauerhaft",
  },
  importances: { low: "niedrig", medium: "mittel", high: "hoch" },
  states: {
    shadow: "gespeichert, aber verborgen und nicht genutzt",
    queued: "wartet auf Freigabe durch die Serververwaltung",
    superseded: "ersetzt oder zurückgenommen, als Verlauf behalten",
    expired: "abgelaufen",
    contradicted: "ein anderer Fakt widerspricht",
  },
  confidences: {
    verySure: "sehr sicher",
    sure: "sicher",
    fairlySure: "ziemlich sicher",
    notVerySure: "nicht sehr sicher",
    unsure: "unsicher",
  },
  notKept: {
    already_known: "das weiß ich schon",
    outdated: "ich weiß schon Neueres",
    several_meant: "mehrere Mitglieder heißen so, deshalb entscheidet die Serververwaltung, um wen es geht",
    opted_out: "es betrifft jemanden, über den ich mir nichts merken soll",
    secret: "es sieht aus wie ein Passwort, ein Schlüssel oder Kontaktdaten",
    instruction: "es sieht aus wie eine Anweisung und nicht wie ein Fakt",
    read_only: "das Speichern ist pausiert",
    subject_full: "die Höchstzahl an Fakten ist hier erreicht (lass mich zuerst einen vergessen)",
    window_full: "das ist zu viel auf einmal (schick weniger)",
    hour_full: "das Limit für diese Stunde ist erreicht (versuch es später noch einmal)",
    type_off: "so etwas speichert dieser Server nicht",
    scope_off: "so etwas speichert dieser Server nicht",
    writing_off: "das Lernen ist hier abgeschaltet",
    subject_off: "die Serverleitung hat das Lernen dafür abgeschaltet",
    low_confidence: "ich bin mir nicht sicher genug",
    empty: "es enthält keinen Fakt (schreib einen einfachen Satz)",
    confidence:
      "es ist vertraulich, und was ich mir merke, können andere lesen (sag mir nur, was sie wissen dürfen)",
    forget_wish:
      "ich soll darin etwas vergessen. `/datenschutz löschen` löscht alles über dich, `/datenschutz widersprechen` beendet das Merken, und `/vergessen` entfernt einen Fakt",
    reminder: "erinnern kann ich niemanden (sag mir, was wann ist, und frag mich später danach)",
    command: "es ist eine Aufforderung (sag mir, was stimmt; für Fragen gibt es `/fragen`)",
    greeting: "es ist nur ein Gruß (sag mir in einem Satz, was ich wissen soll)",
    gibberish: "ich finde darin keine Wörter (schreib einen einfachen Satz)",
    joke: "es klingt nach einem Scherz (wenn es stimmt, schreib es ohne Lachen)",
    hypothetical: "es ist nur angenommen (sag mir, was stimmt oder geplant ist)",
    question: "es ist eine Frage (für Fragen gibt es `/fragen`)",
    unnamed: "es sagt nicht, um wen es geht (schreib den Namen)",
    sensitive: "es {kind}, und so etwas speichert dieser Server nicht",
    other: "die Regeln dieses Servers lassen es nicht zu",
  },
  sensitive: {
    health: "betrifft die Gesundheit einer Person",
    sexuality: "betrifft die Sexualität einer Person",
    religion: "betrifft die Religion einer Person",
    politics: "betrifft die politische Haltung einer Person",
    ethnicity: "betrifft die Herkunft einer Person",
    minors: "betrifft Kinder",
    finances: "betrifft die Finanzen einer Person",
    slurs: "enthält eine diskriminierende Beleidigung",
    other: "ist heikel",
  },
  recall: {
    title: "Was ich weiß",
    about: "zu „{words}“, beste Treffer zuerst",
    partial: "einige Quellen haben nicht rechtzeitig geantwortet",
    fromConversation: "aus einem Gespräch, {date}",
    said: "gesagt {when}",
    none: "Zu „{words}“ weiß ich nichts. Versuch es mit anderen Wörtern, lass Thema oder Person weg oder blättere in `/profil`.",
  },
  privacy: {
    title: "Deine Daten auf diesem Server",
    optedOutEverywhere: "Ich merke mir **nichts** über dich: Du hast {when} überall widersprochen.",
    optedOut: "Ich merke mir hier **nichts** über dich: Du hast widersprochen.",
    notOptedIn: "Ich merke mir hier **nichts** über dich: Auf diesem Server muss man erst zustimmen.",
    optedIn: "Ich **merke mir** hier Dinge über dich: Du hast zugestimmt.",
    byDefault:
      "Ich **merke mir** hier Dinge über dich: Auf diesem Server gilt das für alle, die nicht widersprochen haben.",
    pausedByServer: "⏸️ Das Team dieses Servers hat das Speichern pausiert.",
    pausedByOperator: "⏸️ Der Betreiber des Bots hat das Speichern auf allen Servern pausiert.",
    whilePaused:
      "Bis es weitergeht, mache ich aus dem, was gesagt wird, weder Fakten noch Notizen und hole das auch später nicht nach. Nachrichten empfange ich weiter und bewahre sie so lange auf, wie unten steht. Vergessen und Löschen gehen wie immer.",
    stored: "Hier über dich gespeichert",
    nothing: "Nichts.",
    silent: {
      one: "1 Kanal hat nicht geantwortet. Versuch es noch einmal.",
      other: "{count} Kanäle haben nicht geantwortet. Versuch es noch einmal.",
    },
    onlyYours:
      "Diese Seite zeigt nur, was du selbst lesen kannst. Was andere in Kanälen über dich gesagt haben, die du nicht lesen kannst, fehlt hier.",
    questions: "Fragen? Wende dich an {contact}.",
    questionsServer: "Fragen? Wende dich an das Team dieses Servers.",
    export: "Exportieren",
    optOut: "Widersprechen",
    optIn: "Zustimmen",
    erase: "Löschen …",
    exportTitle: "Deine Daten",
    exported:
      "Diese Datei enthält deine Nachrichten, was über dich bekannt ist und was du über andere lesen kannst. Keepsake vermerkt den Export in seinem Protokoll.",
    tooLarge:
      "Deine Daten sind zu groß für eine Datei auf Discord. Frag das Team dieses Servers, nach dem vollständigen Export.",
    hintErase:
      "`/datenschutz löschen` löscht alles, was ich auf diesem Server über dich speichere. `/datenschutz ansehen` zeigt es vorher. Beides siehst nur du.",
    hintOptOut:
      "Mit `/datenschutz widersprechen` merke ich mir nichts mehr über dich. `/datenschutz löschen` löscht auch, was ich schon speichere. Beides siehst nur du.",
    openOptOut: "Widersprechen …",
  },
  held: {
    memories: { one: "1 Fakt über dich", other: "{count} Fakten über dich" },
    statements: {
      one: "1 Nachricht von dir, auf die sich Fakten über andere stützen",
      other: "{count} Nachrichten von dir, auf die sich Fakten über andere stützen",
    },
    notes: {
      one: "1 Notiz zu einem Gespräch mit dir",
      other: "{count} Notizen zu Gesprächen mit dir",
    },
    topics: {
      one: "1 Tagesthema, zu dem du etwas gesagt hast",
      other: "{count} Tagesthemen, zu denen du etwas gesagt hast",
    },
    digests: { one: "1 Zusammenfassung über dich", other: "{count} Zusammenfassungen über dich" },
    messages: { one: "1 gespeicherte Nachricht von dir", other: "{count} gespeicherte Nachrichten von dir" },
  },
  readers: {
    cloudflare: "Ein Sprachmodell bei Cloudflare verarbeitet die Gespräche.",
    other:
      "Ein Sprachmodell verarbeitet die Gespräche. Welches, und was mit den Daten dort geschieht, sagen dir die Betreiber des Bots.",
    rules: "Es wird kein Sprachmodell genutzt: Feste Regeln suchen nach einfachen Aussagen.",
  },
  retention: {
    title: "Wie lange es gespeichert bleibt",
    messages: "Nachrichten: {span}",
    notes: "Notizen zu Gesprächen: {span}",
    facts: "Dauerhafte Fakten: {span}",
    expired: "Vorübergehende Fakten, nach ihrem Ablauf: {span}",
    replaced: "Fakten, die ein neuerer ersetzt hat: {span}",
    noLimit: "bis zur Löschung",
    processed: "bis zur Verarbeitung",
    days: { one: "1 Tag", other: "{count} Tage" },
  },
  consent: {
    out: "Du hast widersprochen",
    outHere:
      "Auf diesem Server: Deine Nachrichten werden nicht erfasst, über dich wird nichts gespeichert, und du wirst weder zitiert noch genannt.",
    outEverywhere:
      "Auf allen Servern mit diesem Bot, jetzt und später: Deine Nachrichten werden nicht erfasst, über dich wird nichts gespeichert, und du wirst weder zitiert noch genannt.",
    existing:
      "Was schon über dich da ist, bleibt gespeichert. Sehen können es nur du und das Team dieses Servers. Willst du es behalten?",
    eraseHereOnly:
      "Das Löschen gilt nur für diesen Server. Für andere Server nutze dort `/datenschutz löschen`.",
    keep: "Behalten",
    stillOut: "Dein Widerspruch gilt noch",
    stillOutEverywhere:
      "Du hast hier zugestimmt, aber auch für alle Server widersprochen, und das geht vor. Willst du auch das zurücknehmen?",
    outSince: "Widersprochen",
    outSinceThen: "Du hast inzwischen widersprochen.",
    remembered: "Ich merke mir hier Dinge über dich",
    rememberedNow:
      "Aus deinen neuen Nachrichten kann ich lernen, und was ich schon über dich weiß, nutze ich wieder.",
    lifted: "Dein Widerspruch für alle Server ist zurückgenommen",
    liftedRule: "Auf jedem Server gilt, was du dort gewählt hast, und sonst, was der Server vorgibt.",
    rememberedHere: "Hier merke ich mir Dinge über dich.",
    notRememberedHere: "Hier merke ich mir nichts über dich. Das ändert `/datenschutz zustimmen` ohne `wo`.",
    undoOptOut: "Widerspruch zurücknehmen",
  },
  erase: {
    title: "Alles löschen, was auf diesem Server über dich gespeichert ist?",
    what: "Das löscht endgültig deine Nachrichten, die Fakten daraus, was andere über dich gesagt haben, Notizen zu Gesprächen mit dir und alle Zitate und Erwähnungen von dir. **Das lässt sich nicht rückgängig machen.** Wenn du eine Kopie willst, nutze vorher `/datenschutz export`.",
    stays:
      "Damit deine alten Nachrichten nicht wieder erfasst werden, behält Keepsake deine Nutzer-ID, diese Entscheidung, ihren Zeitpunkt, Codes aus deinen Namen und die bloßen IDs deiner Nachrichten. In Discord bleiben deine Nachrichten stehen: Lösche sie dort.",
    andOptOut: "Löschen und widersprechen",
    andStay: "Löschen und neu anfangen",
    inProgress: "Das Löschen läuft",
    waiting: "Das Löschen beginnt gleich.",
    running: "Keepsake prüft alle Kanäle und die Datenbank. Das kann ein paar Minuten dauern.",
    notAgain: "Was du vor dieser Anfrage geschrieben hast, wird nicht wieder erfasst.",
    refresh: "Aktualisieren",
    done: "Gelöscht",
    times: "Angefordert {requested}, fertig {finished}.",
    nothingLeft: "Eine letzte Prüfung hat nichts mehr gefunden.",
    left: {
      one: "Eine letzte Prüfung hat noch an 1 Stelle Daten gefunden. Wende dich an das Team dieses Servers.",
      other:
        "Eine letzte Prüfung hat noch an {count} Stellen Daten gefunden. Wende dich an das Team dieses Servers.",
    },
  },
  erased: {
    messages: "Nachrichten",
    quotes: "Zitate von dir",
    memories: "Fakten",
    statements: "Aussagen",
    notes: "Notizen zu Gesprächen",
    reworded: "Umformulierte Texte anderer",
    digests: "Zusammenfassungen",
    windows: "Verarbeitungseinträge",
    keys: "API-Schlüssel",
    audit: "Anonymisierte Einträge im Protokoll",
  },
  links: {
    title: "Deine Konten auf diesem Server",
    what: "Wenn du hier mehrere Konten benutzt, kannst du sie verknüpfen. Beide zeigen, exportieren und löschen dann alles, was über eines von ihnen gespeichert ist, und ein Widerspruch mit einem gilt für alle. Niemand sonst sieht eine Verknüpfung, und jedes Konto liest weiterhin nur seine eigenen Kanäle.",
    none: "Mit diesem Konto ist kein anderes verknüpft.",
    linked: "{who}, verknüpft {when}",
    speaksFor: "{who}: Die Serververwaltung ordnet dieses Konto dieser Person zu, {when}",
    spokenBy: "{who}: Die Serververwaltung ordnet dir dieses Konto zu, {when}",
    end: "{number} beenden",
    makeCode: "Code anfordern",
    codeTitle: "Dein Code",
    code: "`{code}`\nBenutze mit deinem **anderen Konto** auf diesem Server `/datenschutz verknüpfen` und gib den Code bis {until} ein. Bestätige danach hier. Er wird nur einmal gezeigt.",
    warning: "**Gib diesen Code nicht weiter.** Niemand braucht ihn, um dir zu helfen.",
    check: "Prüfen und bestätigen",
    enteredTitle: "Dieses Konto mit {who} verknüpfen?",
    entered:
      "Wer das andere Konto benutzt, kann dann alles, was hier über dich gespeichert ist, **sehen, exportieren und löschen** und für dich widersprechen. Verknüpfe nur ein Konto, **das dir gehört**. Wenn dir jemand anderes den Code gegeben hat, brich ab.",
    both: "Beide Konten gehören mir",
    joinedTitle: "Noch ein Schritt",
    joined: "Bestätige jetzt mit {who}: Benutze dort bis {until} `/datenschutz verknüpfen`.",
    waitingTitle: "Gehört {who} dir?",
    waiting:
      "Dieses Konto hat deinen Code eingegeben und bestätigt. Es kann dann alles, was hier über dich gespeichert ist, **sehen, exportieren und löschen** und für dich widersprechen.",
    decline: "Nein, abbrechen",
    done: "Verknüpft",
    doneNow: "Dieses Konto und {who} sind verknüpft.",
    ended: "Die Verknüpfung ist beendet. Alles bleibt bei dem Konto, von dem es kam.",
    declined: "Abgebrochen. Nichts wurde verknüpft, und der Code gilt nicht mehr.",
    included: "Enthält auch, was über {accounts} gespeichert ist.",
    alsoOut: "Das gilt auch für {accounts}. Wieder zustimmen musst du mit jedem Konto.",
    alsoErased:
      "**Das löscht gleichzeitig auch {accounts}.** Wer diesen Server verwaltet, kann das bemerken.",
  },
  refusals: {
    failed:
      "Bei mir ist etwas schiefgegangen. Wenn das öfter passiert, gib den Betreibern des Bots diese Nummer: `{reference}`.",
    unknown_guild:
      "Ich kenne diesen Server noch nicht. Schreib etwas in einen Kanal, den ich lesen kann, und versuch es dann noch einmal.",
    unknown_channel: "In diesem Kanal habe ich noch keine Nachrichten gesehen.",
    unknown_member: "Diese Person habe ich auf diesem Server noch nicht gesehen.",
    unknown_memory: "Das weiß ich nicht mehr.",
    unknown_erasure:
      "Unter deinen Anfragen finde ich diesen Löschvorgang nicht. `/datenschutz ansehen` zeigt, was über dich gespeichert ist.",
    unknown_command:
      "Dieser Button oder Befehl ist veraltet. Gib den Befehl noch einmal ein. Wenn das nicht hilft, müssen die Betreiber des Bots die Befehle neu registrieren.",
    servers_only: "Ich arbeite nur auf Servern, nicht in Direktnachrichten.",
    forbidden:
      "Das kann nur die Person nutzen, die den Befehl eingegeben hat. Nutze selbst `/datenschutz ansehen`.",
    no_facts_here: "Aus diesem Kanal werden keine Fakten gespeichert.",
    read_only: "Das Speichern ist pausiert. Bis es weitergeht, kommt nichts Neues hinzu.",
    writing_off:
      "Die Serverleitung hat das Lernen abgeschaltet. Was ich weiß, kann weiterhin berichtigt und vergessen werden.",
    reading_off:
      "Die Serverleitung hat mein Gedächtnis für Fragen abgeschaltet. `/datenschutz ansehen` zeigt weiterhin, was über dich gespeichert ist.",
    opted_out:
      "Nichts gespeichert, weil es jemanden betrifft, über den ich mir hier nichts merke. Wenn du das bist, kannst du es mit `/datenschutz ansehen` ändern.",
    secret: "Das sieht aus wie ein Passwort, ein Schlüssel oder Kontaktdaten. So etwas speichere ich nie.",
    sensitive: "Das {kind}. So etwas speichert dieser Server nicht.",
    instruction: "Das liest sich wie eine Anweisung und nicht wie ein Fakt. Es wurde nicht gespeichert.",
    leaving:
      "Das Gedächtnis dieses Servers wird {when} gelöscht. Bis dahin speichere und beantworte ich hier nichts. `/datenschutz ansehen` geht weiterhin.",
    restoring:
      "Ein Backup des Gedächtnisses dieses Servers wird gerade wiederhergestellt. Versuche es in einigen Minuten noch einmal.",
    memory_full:
      "Ich weiß hierzu schon {limit} dauerhafte Fakten, und mehr geht nicht. Lass mich zuerst einen vergessen.",
    duplicate_fact: "Ein anderer Fakt sagt genau das schon.",
    busy: "Jemand anderes hat das gerade geändert. Versuch es noch einmal.",
    discord_unset:
      "Dieser Installation fehlt das Token des Bots, deshalb kann sie nichts von Discord lesen. Bitte den Betreiber des Bots, es zu setzen.",
    undo_over:
      "Das kannst du nicht rückgängig machen: Zehn Minuten sind um, es hat sich seitdem geändert, jemand hat widersprochen oder wurde gelöscht, oder es stammt nicht von dir.",
    nothing_known: "Dazu weiß ich nichts.",
    not_yours:
      "Das kannst du nicht ändern. Ändern können es nur die Person, um die es geht, die einzige Person, die es gesagt hat, oder die Serververwaltung.",
    managers_only: "Dafür brauchst du die Berechtigung *Server verwalten*.",
    blocked:
      "Die Serververwaltung hat dich hierfür gesperrt. `/datenschutz ansehen` und `/vergessen` gehen weiterhin.",
    guild_not_served:
      "Der Betreiber dieses Bots bedient diesen Server nicht. Deshalb zeichne ich hier nichts auf und beantworte nichts.",
    link_code:
      "Dieser Code ist falsch, abgelaufen oder schon benutzt. Hol mit deinem anderen Konto einen neuen: `/datenschutz verknüpfen`.",
    link_over: "Es gibt nichts zu bestätigen. Fang neu an: `/datenschutz verknüpfen`.",
    links_full: "Eines der beiden Konten hat die Höchstzahl an Verknüpfungen erreicht. Beende zuerst eine.",
    unknown_link: "Dieses Konto ist nicht mit deinem verknüpft.",
    too_many: "Zu viele Versuche. Versuch es in einer Stunde noch einmal.",
    cooling_down: {
      one: "Bitte warte kurz. Versuch es in 1 Sekunde noch einmal.",
      other: "Bitte warte kurz. Versuch es in {count} Sekunden noch einmal.",
    },
  },
}
