/**
 * Names and descriptions of commands, options and choices in German and Spanish, by path: "command/option" and
 * "command/option=choice". The English ones stand in the definitions. A name is one word in small letters, at most 32
 * long; a description has at most 100 characters. Menus and choices have a name only. Discord shows them by the reader's
 * language and calls the command by its English name. Pure.
 */
import type { RESTPostAPIApplicationCommandsJSONBody } from "discord-api-types/v10"

type Words = readonly [name: string, description?: string]

const GERMAN: Record<string, Words> = {
  ask: ["fragen", "Frag, was ich von diesem Server weiß"],
  "ask/question": ["frage", "Deine Frage"],
  "ask/private": ["privat", "Nur du siehst die Antwort. Sie nutzt alles, was du lesen kannst"],
  forget: ["vergessen", "Lass mich etwas vergessen. Zehn Minuten lang kannst du es rückgängig machen"],
  "forget/what": ["was", "Tippe Wörter oder wähle einen Fakt. „alles“ wählt alle Fakten über dich"],
  "forget/member": ["mitglied", "Um wen es geht. Leer: du selbst und was du mir gesagt hast"],
  help: ["hilfe", "Was ich hier mache und was ich in diesem Kanal lese"],
  keepsake: ["keepsake", "Das Gedächtnis dieses Servers verwalten"],
  "keepsake/status": ["status", "Kanäle, Gedächtnis, Kosten und Verbindung auf einen Blick"],
  "keepsake/channel": ["kanal", "Was in welchem Kanal erfasst wird und wo der Bot still bleibt"],
  "keepsake/channel/channel": ["kanal", "Kanal, Thread oder Kategorie. Leer: alle eingestellten Kanäle"],
  "keepsake/channel/mode": ["modus", "Was Keepsake mit Nachrichten in diesem Kanal macht"],
  "keepsake/channel/mode=full": ["Volles Gedächtnis"],
  "keepsake/channel/mode=notes": ["Nur Notizen"],
  "keepsake/channel/mode=roleplay": ["Rollenspiel"],
  "keepsake/channel/mode=off": ["Ignorieren"],
  "keepsake/channel/mode=inherit": ["Von Kanal, Kategorie oder Server übernehmen"],
  "keepsake/channel/quiet": ["still", "Erwähnungen in diesem Kanal nicht beantworten"],
  "keepsake/policy": ["regeln", "Was zu Gedächtnis wird und wie lange Daten bleiben"],
  "keepsake/history": ["verlauf", "Frühere Fassungen der Regeln ansehen und zurückholen"],
  "keepsake/import": ["importieren", "Nachrichten von früher lesen: Vorschau, Start und Fortschritt"],
  "keepsake/review": ["prüfen", "Fakten prüfen, die auf Freigabe warten oder sich widersprechen"],
  "keepsake/persona": ["persona", "Charakter und Hausregeln des Bots auf diesem Server"],
  "keepsake/block": [
    "sperren",
    "Nachrichten eines Mitglieds weder erfassen noch beantworten, oder die Liste zeigen",
  ],
  "keepsake/block/member": ["mitglied", "Wer gesperrt wird. Leer: die Liste"],
  "keepsake/unblock": ["entsperren", "Nachrichten eines Mitglieds wieder erfassen und beantworten"],
  "keepsake/unblock/member": ["mitglied", "Wer entsperrt wird"],
  "keepsake/pause": ["pause", "Nichts Neues speichern. Was da ist, bleibt"],
  "keepsake/resume": ["fortsetzen", "Wieder Neues speichern"],
  privacy: ["datenschutz", "Sieh und bestimme, was über dich gespeichert ist. Nur du siehst die Antworten"],
  "privacy/see": ["ansehen", "Was hier über dich gespeichert ist und wie lange"],
  "privacy/export": ["export", "Alles über dich als eine Datei herunterladen"],
  "privacy/opt-out": ["widersprechen", "Keepsake soll sich nichts mehr über dich merken"],
  "privacy/opt-out/where": ["wo", "Wo das gilt. Standard: nur auf diesem Server"],
  "privacy/opt-out/where=here": ["Auf diesem Server"],
  "privacy/opt-out/where=everywhere": ["Auf allen Servern mit diesem Bot"],
  "privacy/opt-in": ["zustimmen", "Keepsake darf sich wieder etwas über dich merken"],
  "privacy/opt-in/where": ["wo", "Wo das gilt. Standard: nur auf diesem Server"],
  "privacy/opt-in/where=here": ["Auf diesem Server"],
  "privacy/opt-in/where=everywhere": ["Auf allen Servern mit diesem Bot"],
  "privacy/link": ["verknüpfen", "Deine Konten auf diesem Server verknüpfen, oder Verknüpfungen beenden"],
  "privacy/link/code": ["code", "Der Code, den dein anderes Konto bekommen hat. Leer: deine Verknüpfungen"],
  "privacy/erase": ["löschen", "Alles löschen, was hier über dich gespeichert ist"],
  profile: ["profil", "Was ich über dich oder jemand anderen weiß"],
  "profile/user": ["person", "Um wen es geht. Leer: du selbst"],
  recall: ["suchen", "Durchsuche, was ich weiß"],
  "recall/about": ["wonach", "Ein paar Wörter oder eine Frage"],
  "recall/member": ["mitglied", "Auch nach Fakten über dieses Mitglied suchen"],
  "recall/topic": ["thema", "Nur Treffer zu diesem Thema"],
  recap: ["rückblick", "Themen und Gespräche der letzten Zeit, die du lesen kannst"],
  "recap/days": ["tage", "Wie viele Tage zurück. Standard: 1"],
  "recap/channel": ["kanal", "Nur Gespräche in diesem Kanal, seinen Threads oder dieser Kategorie"],
  "recap/since": ["seit", "Ab einem Moment statt ab einem Tag"],
  "recap/since=last-spoke": ["Seit ich zuletzt etwas gesagt habe"],
  remember: ["merken", "Sag mir etwas, das ich mir merken soll"],
  "remember/fact": ["fakt", "Ein Satz, ein Link zu einer Nachricht oder „die letzten 20 Nachrichten“"],
  "remember/member": ["mitglied", "Um wen es geht. Leer, wenn der Satz es sagt"],
  "Remember this": ["Das merken"],
  server: ["server", "Regeln, Beschlüsse und Termine dieses Servers"],
  "server/about": ["was", "Nur eine Art. Standard: alle"],
  "server/about=rules": ["Regeln"],
  "server/about=decisions": ["Beschlüsse und Fakten"],
  "server/about=events": ["Termine"],
  "What do you know?": ["Was weißt du?"],
}

const SPANISH: Record<string, Words> = {
  ask: ["preguntar", "Pregunta qué recuerdo de este servidor"],
  "ask/question": ["pregunta", "Tu pregunta"],
  "ask/private": ["privado", "Solo tú ves la respuesta. Usa todo lo que puedes leer"],
  forget: ["olvidar", "Haz que olvide algo. Puedes deshacerlo durante diez minutos"],
  "forget/what": ["qué", "Escribe palabras o elige un dato. «todo sobre mí» elige todos los datos"],
  "forget/member": ["miembro", "De quién se trata. Vacío: tú y lo que me contaste"],
  help: ["ayuda", "Qué hago aquí y qué leo en este canal"],
  keepsake: ["keepsake", "Gestionar la memoria de este servidor"],
  "keepsake/status": ["estado", "Canales, memoria, coste y conexión de un vistazo"],
  "keepsake/channel": ["canal", "Elige qué se registra por canal y dónde calla el bot"],
  "keepsake/channel/channel": ["canal", "Un canal, hilo o categoría. Vacío: todos los canales configurados"],
  "keepsake/channel/mode": ["modo", "Qué hace Keepsake con los mensajes de este canal"],
  "keepsake/channel/mode=full": ["Memoria completa"],
  "keepsake/channel/mode=notes": ["Solo notas"],
  "keepsake/channel/mode=roleplay": ["Juego de rol"],
  "keepsake/channel/mode=off": ["Ignorar"],
  "keepsake/channel/mode=inherit": ["Heredar del canal, la categoría o el servidor"],
  "keepsake/channel/quiet": ["callado", "No responder a las menciones en este canal"],
  "keepsake/policy": ["reglas", "Elige qué se recuerda y cuánto tiempo se guardan los datos"],
  "keepsake/history": ["historial", "Ver versiones anteriores de las reglas y recuperar una"],
  "keepsake/import": ["importar", "Leer los mensajes de antes: vista previa, inicio y progreso"],
  "keepsake/review": ["revisar", "Revisar datos que esperan aprobación o se contradicen"],
  "keepsake/persona": ["persona", "El carácter y las normas del bot en este servidor"],
  "keepsake/block": ["bloquear", "Dejar de registrar a un miembro y de responderle, o ver la lista"],
  "keepsake/block/member": ["miembro", "A quién bloquear. Vacío: la lista"],
  "keepsake/unblock": ["desbloquear", "Volver a registrar a un miembro y a responderle"],
  "keepsake/unblock/member": ["miembro", "A quién desbloquear"],
  "keepsake/pause": ["pausar", "No guardar nada nuevo. Lo guardado se queda"],
  "keepsake/resume": ["reanudar", "Volver a guardar lo nuevo"],
  privacy: ["privacidad", "Qué se guarda de ti y qué decides. Solo tú ves las respuestas"],
  "privacy/see": ["ver", "Ver qué se guarda de ti aquí y durante cuánto tiempo"],
  "privacy/export": ["exportar", "Descargar en un archivo todo lo que se guarda de ti aquí"],
  "privacy/opt-out": ["excluirme", "Que no se registren tus mensajes ni se te recuerde"],
  "privacy/opt-out/where": ["dónde", "Dónde se aplica. Por defecto: solo en este servidor"],
  "privacy/opt-out/where=here": ["En este servidor"],
  "privacy/opt-out/where=everywhere": ["En todos los servidores con este bot"],
  "privacy/opt-in": ["permitir", "Permitir que Keepsake vuelva a recordarte"],
  "privacy/opt-in/where": ["dónde", "Dónde se aplica. Por defecto: solo en este servidor"],
  "privacy/opt-in/where=here": ["En este servidor"],
  "privacy/opt-in/where=everywhere": ["En todos los servidores con este bot"],
  "privacy/link": ["vincular", "Vincular tus cuentas en este servidor, o terminar vínculos"],
  "privacy/link/code": ["código", "El código que recibió tu otra cuenta. Vacío: tus vínculos"],
  "privacy/erase": ["borrar", "Borrar todo lo que se guarda de ti aquí"],
  profile: ["perfil", "Ver qué sé de ti o de otra persona"],
  "profile/user": ["persona", "De quién se trata. Vacío: tú"],
  recall: ["buscar", "Buscar en lo que recuerdo"],
  "recall/about": ["sobre", "Unas palabras o una pregunta"],
  "recall/member": ["miembro", "Buscar también datos sobre este miembro"],
  "recall/topic": ["tema", "Solo resultados sobre este tema"],
  recap: ["resumen", "Ver temas y conversaciones recientes que puedes leer"],
  "recap/days": ["días", "Cuántos días hacia atrás. Por defecto: 1"],
  "recap/channel": ["canal", "Solo conversaciones de este canal, sus hilos o esta categoría"],
  "recap/since": ["desde", "Desde un momento concreto en lugar de un día"],
  "recap/since=last-spoke": ["Desde la última vez que hablé"],
  remember: ["recordar", "Cuéntame algo que deba recordar"],
  "remember/fact": ["dato", "Una frase, un enlace a un mensaje o «los últimos 20 mensajes»"],
  "remember/member": ["miembro", "De quién se trata. Vacío si la frase lo dice"],
  "Remember this": ["Recordar esto"],
  server: ["servidor", "Ver las normas, decisiones y eventos de este servidor"],
  "server/about": ["qué", "Solo un tipo. Por defecto: todos"],
  "server/about=rules": ["Normas"],
  "server/about=decisions": ["Decisiones y datos"],
  "server/about=events": ["Eventos"],
  "What do you know?": ["¿Qué sabes?"],
}

/** @internal */
export const COMMAND_TABLES = { GERMAN, SPANISH }

/** Discord's languages for each table. */
const LOCALES: readonly (readonly [locale: string, table: Record<string, Words>])[] = [
  ["de", GERMAN],
  ["es-ES", SPANISH],
  ["es-419", SPANISH],
]

interface Named {
  name: string
  description?: string
  options?: readonly Named[]
  choices?: readonly (Named & { value: string | number })[]
}

/** Adds the translations to a definition. */
export function localizedDefinition(
  definition: RESTPostAPIApplicationCommandsJSONBody,
): RESTPostAPIApplicationCommandsJSONBody {
  // The copy differs by the added fields alone, which every definition, option and choice may have.
  return localized(definition as Named, definition.name) as RESTPostAPIApplicationCommandsJSONBody
}

function localized<Part extends Named>(part: Part, path: string): Part {
  const { options, choices } = part
  return {
    ...part,
    ...wordsFor(path, part.description !== undefined),
    ...(options && { options: options.map((one) => localized(one, `${path}/${one.name}`)) }),
    ...(choices && { choices: choices.map((one) => localized(one, `${path}=${one.value}`)) }),
  }
}

function wordsFor(path: string, isDescribed: boolean) {
  const found = LOCALES.flatMap(([locale, table]) => {
    const words = table[path]
    return words ? [{ locale, words }] : []
  })
  const byLocale = (at: 0 | 1) =>
    Object.fromEntries(found.flatMap(({ locale, words }) => (words[at] ? [[locale, words[at]]] : [])))
  return {
    name_localizations: byLocale(0),
    ...(isDescribed ? { description_localizations: byLocale(1) } : {}),
  }
}
