/**
 * Finds whom a statement told to Keepsake is about, if its speaker picked nobody: a member it names, the server, or
 * the speaker.
 */
import type { Person, Viewer } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { type PersonSaid, personNamed } from "../memory/read/people-named.ts"
import { bareWord, isWholeName } from "../text/person-names.ts"
import { FIRST_PERSON, PRIVILEGE } from "./support/words.ts"

export type StatementSubject = PersonSaid | { kind: "person"; person: Person } | { kind: "guild" }

/** A name has at most this many words. */
const MOST_NAME_WORDS = 3

/** Words before the subject of a sentence: "yesterday Dana moved", "btw, since May Dana works at Lidl". */
const LEADING =
  /^(?:(?:yesterday|today|tomorrow|tonight|now|(?:last|next|this) (?:night|week|month|year|\p{L}+day)|(?:on|since|in|from|until) (?:\p{L}+day|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})s?|actually|apparently|btw|fyi|also|and|so|ok|well|note|gestern|heute|morgen|seit \p{L}+|übrigens|ayer|hoy|mañana|desde \p{L}+|hier|demain|aujourd['’]hui|depuis \p{L}+|au fait|ontem|hoje|amanhã)(?: that)?[,:]? )+/iu

/** The words by which people speak of their server as a whole. */
const GROUP =
  /^(?:(?:in |on )?(?:the|this|our|dieser|der|unser|el|este|nuestro|le|ce|notre|o|este|nosso) )?(?:server|guild|community|discord|servidor|serveur|comunidad|communauté|comunidade)\b|^(?:we|our|us|everyone|everybody|all members|rule|house rule|wir|unsere?|alle|regel|nosotros|nuestr\p{L}+|todos|regla|nous|notre|tout le monde|règle|nós|nosso|nossa|todo mundo|regra)\b/iu

/**
 * Returns the subject of a statement. A statement in first person is about its speaker. One whose subject is a
 * member's name, whole or first, or a nickname, is about that member, if the viewer may know of them. One about the
 * server, "us" or an event is the server's. Anything else is about its speaker: people leave out the "I".
 */
export async function statementSubject(
  db: Database,
  viewer: Viewer,
  { text, speaker }: { text: string; speaker: Person },
): Promise<StatementSubject> {
  const own: StatementSubject = { kind: "person", person: speaker }
  // Who may do what here is Discord's to say: such words stay what one person said.
  if (PRIVILEGE.test(text) || PERMISSION.test(text)) return own
  const words = text.replace(LEADING, "").split(/\s+/).slice(0, MOST_NAME_WORDS).map(bareWord)
  const names = words.map((_, end) => words.slice(0, end + 1).join(" ")).filter((name) => name.length > 1)
  // A speaker whom nobody has heard yet is no member that a lookup finds.
  if (names.some((name) => isWholeName(speaker, name))) return own
  // The longest name wins: "Ana Bell plays bass" is not about another Ana.
  const named = await personNamed(db, viewer, names.toReversed())
  if (named) return named
  if (GROUP.test(text)) return { kind: "guild" }
  return EVENT.test(text) && !FIRST_PERSON.test(text) ? { kind: "guild" } : own
}

/** "Raid night is on Thursday": what a server does together, and nobody's own. */
const EVENT =
  /^(?:the |der |die |das |el |la |le |les |o |a )?(?:[\p{L}\d'’-]+ ){0,3}(?:raid|night|meeting|meetup|club|event|tournament|contest|stream|release|deadline|party|session|practice|rehearsal|match|standup|stand-up|season|league|abend|treffen|turnier|probe|reunión|torneo|fiesta|ensayo|réunion|tournoi|soirée|répétition|reunião|torneio|festa|ensaio)s? (?:is|are|was|starts?|begins?|ends?|takes place|meets?|happens?|moved|moves|will|ist|findet|beginnt|es|será|empieza|est|aura|commence|é|vai|começa)(?![\p{L}])/iu

/** A group of the server, by its kind: "our book club", "unsere Laufgruppe". "Our dog" is a family's. */
const OWN_GROUP =
  /^(?:our|this|unser[e]?|diese[r]?|nuestr[oa]|este|notre|noss[oa]) (?:[\p{L}\d'’-]+ ){0,2}\p{L}*(?:club|group|server|guild|community|discord|band|choir|league|raid|campaign|crew|klub|gruppe|runde|chor|liga|kampagne|verein|treffen|grupo|servidor|comunidad|banda|coro|liga|campaña|peña|groupe|serveur|communauté|chorale|ligue|comunidade)(?![\p{L}])/iu

/** Returns true if a text that names its member speaks of a group of the server, not of the member. */
export function tellsOfGroup(text: string): boolean {
  return (
    OWN_GROUP.test(text) &&
    !/(?<!\p{L})(?:i|my|me|ich|mein\p{L}*|yo|mis?|je|mon|eu|meus?)(?!\p{L})/iu.test(text)
  )
}

const PERMISSION =
  /(?<![\p{L}])(?:trust\p{L}*|obey\p{L}*|believe|permissions?|access|allowed|may (?:read|see|write|post|do|use)|can (?:read|see)|darf|dürfen|permiso|autorizado|droit|permissão)(?![\p{L}])/iu
