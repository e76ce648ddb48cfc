/** Texts in German. Informal "du", as servers talk. */
import type { Texts } from "./en.ts"

export const DE: Texts = {
  labels: {
    right: "Stimmt",
    wrong: "Falsch",
    outdated: "Veraltet",
    noted: "Danke, ist vermerkt.",
    notNoted:
      "Danke. Ich vermerke es nicht, weil ich mir von dir hier nichts merke oder das Speichern pausiert ist.",
    noFact:
      "Hinter dieser Antwort steht kein Fakt, den du lesen kannst. Wenn sie auf Nachrichten beruht, bearbeite oder lösche sie; ich ziehe nach.",
    noFactHere:
      "Hinter der Antwort steht kein Fakt, den ich hier zeigen kann. Wenn sie auf Nachrichten beruht, bearbeite oder lösche sie; ich ziehe nach.",
    mayChange: "Du kannst es berichtigen oder mich vergessen lassen:",
    othersFact:
      "Das allein ändert nichts: {who} oder jemand mit *Server verwalten* kann es berichtigen oder mich vergessen lassen.",
    or: " oder ",
    whoeverToldMe: "wer es mir als Einziger gesagt hat,",
    pick: "Sag mir, was stattdessen stimmt („nein, es ist Sonntag“), oder öffne den Fakt, um ihn zu berichtigen oder vergessen zu lassen.",
    unsure:
      "Ich weiß nicht, welche Wörter ich ändern soll. Öffne den Fakt, um ihn zu berichtigen oder vergessen zu lassen.",
    basis: "Worauf die Antwort beruht",
    open: "Öffnen",
    openFact: "Fakt öffnen",
    openFactNumber: "Fakt {number} öffnen",
    corrected: "Berichtigt",
    insteadOf: "statt: {fact}",
    canUndo: "Das lässt sich zehn Minuten lang rückgängig machen.",
    undo: "Rückgängig",
    knownAlready: "Ein anderer Fakt sagt genau das schon. Es wurde nichts geändert.",
  },
  help: {
    title: "Was ich hier mache",
    intro:
      "Ich merke mir, was auf diesem Server gesagt wird, und antworte daraus. Dir sage ich nur, was du selbst lesen kannst, und immer auch, woher ich es weiß.",
    ask: "**Frag mich** mit `/fragen`, oder erwähne mich: „wo wohnt Bo?“, „was haben wir zum Raid beschlossen?“, „wann hat Ada Geburtstag?“. Unter der Antwort kannst du sagen, ob sie stimmt.",
    find: "**Schlag nach** mit `/suchen` (Fakten, Notizen und Nachrichten), `/rückblick` (worüber geredet wurde) und `/server` (Regeln, Beschlüsse und Termine).",
    teach:
      "**Sag mir etwas** mit `/merken`, mit **Apps → Das merken** an einer Nachricht oder in einer Erwähnung: „merk dir, dass ich Cello spiele“.",
    change:
      "**Berichtige oder vergiss** mit `/profil` und `/vergessen`, oder antworte auf eine Antwort: „nein, es ist Sonntag“. Ändern kannst du, was von dir handelt und was nur du mir gesagt hast.",
    privacy:
      "**Deine Daten:** `/datenschutz ansehen` zeigt, was ich über dich speichere, wie lange, und wie du das beendest oder alles löschst.",
    managers:
      "**Für die Verwaltung:** `/keepsake status` zeigt, was ich höre, behalte und koste, und führt zu den Einstellungen.",
    cannot:
      "Ich kann dich an nichts erinnern, keine Direktnachrichten und Dateien lesen und sonst nichts auf diesem Server tun.",
    here: {
      full: "Diesen Kanal lese ich, und Erwähnungen beantworte ich hier.",
      notes: "In diesem Kanal halte ich nur fest, worum es in Gesprächen ging, und keine Fakten über Leute.",
      roleplay: "In diesem Kanal höre ich nur, was außerhalb der Rolle gesagt wird.",
      off: "Dieser Kanal ist abgeschaltet: Ich lese hier nichts und antworte nicht auf Erwähnungen. Befehle gehen weiterhin.",
      quiet: "Auf Erwähnungen antworte ich in diesem Kanal nicht. Befehle gehen weiterhin.",
      paused: "Das Speichern ist pausiert: Ich antworte, merke mir aber nichts Neues.",
    },
    seePrivacy: "Gespeichertes ansehen",
    seeProfile: "Was ich über dich weiß",
  },
  recap: {
    title: "Worum es zuletzt ging",
    titleChannel: "Gespräche in {channel}",
    since: "seit {date}",
    sinceSpoke: "seit du zuletzt etwas gesagt hast, {time}",
    entries: { one: "1 Eintrag", other: "{count} Einträge" },
    goTo: "Zur Nachricht",
    noneSinceSpoke:
      "Seit du zuletzt etwas gesagt hast ({time}), gibt es keine Notizen. Sie entstehen einige Minuten nach dem Ende eines Gesprächs.",
    neverSpoke:
      "Ich habe keine Notiz zu einem Gespräch mit dir und weiß deshalb nicht, wann du zuletzt etwas gesagt hast. Nimm `/rückblick` mit `tage`.",
    noneChannel:
      "Zu Gesprächen in {channel} gibt es aus diesen Tagen keine Notizen, die du lesen kannst. Sie entstehen einige Minuten nach dem Ende eines Gesprächs.",
    off: "{channel} ist abgeschaltet: Dort lese ich nichts. Jemand mit *Server verwalten* kann das mit `/keepsake kanal` ändern.",
  },
  server: {
    title: "Über diesen Server",
    kinds: { rules: "Regeln", decisions: "Beschlüsse und Fakten", events: "Termine" },
    facts: { one: "1 Fakt", other: "{count} Fakten" },
    none: "Über den Server weiß ich nichts dieser Art, das du lesen kannst. Sag es mir mit `/merken` („unser Raid ist donnerstags“), oder klärt es in einem Kanal, den ich lese.",
    pinned: "📌 angeheftet",
    pin: "Anheften",
    unpin: "Lösen",
    pinnedNow: "Angeheftet: Es bleibt, bis jemand es vergessen lässt, und steht vorn.",
    unpinnedNow: "Gelöst: Es läuft ab wie jeder andere Fakt.",
    open: "Öffnen",
    back: "◀ Zurück",
    previous: "◀ Vorige",
    next: "Nächste ▶",
  },
}
