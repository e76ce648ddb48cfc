/**
 * Finds whom a statement told to Keepsake is about, if its speaker picked nobody: a member it names, the server, or
 * the speaker.
 */
import { sql } from "drizzle-orm"
import { DAY } from "../domain/calendar.ts"
import type { Id, Person, Viewer } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { peopleNamed } from "../memory/read/people-named.ts"
import { FIRST_PERSON, PRIVILEGE } from "./support/words.ts"

export type StatementSubject =
  | { kind: "person"; person: Person }
  | { kind: "guild" }
  /** Several members have the name that the statement begins with. */
  | { kind: "several"; name: string }

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
  const words = text.replace(LEADING, "").split(/\s+/).slice(0, MOST_NAME_WORDS).map(bare)
  const names = words.map((_, end) => words.slice(0, end + 1).join(" ")).filter((name) => name.length > 1)
  // The longest name wins: "Ana Bell plays bass" is not about another Ana.
  const named = await peopleNamed(db, viewer, names.toReversed())
  const people = named && named.people.length > 1 ? await spokeHere(db, viewer, named.people) : named?.people
  const [person] = people ?? []
  if (named && person && people)
    return people.length > 1 ? { kind: "several", name: named.name } : { kind: "person", person }
  if (GROUP.test(text)) return { kind: "guild" }
  return EVENT.test(text) && !FIRST_PERSON.test(text) ? { kind: "guild" } : own
}

/** "Raid night is on Thursday": what a server does together, and nobody's own. */
const EVENT =
  /^(?:the |der |die |das |el |la |le |les |o |a )?(?:[\p{L}\d'’-]+ ){0,3}(?:raid|night|meeting|meetup|club|event|tournament|contest|stream|release|deadline|party|session|practice|rehearsal|match|standup|stand-up|season|league|abend|treffen|turnier|probe|reunión|torneo|fiesta|ensayo|réunion|tournoi|soirée|répétition|reunião|torneio|festa|ensaio)s? (?:is|are|was|starts?|begins?|ends?|takes place|meets?|happens?|moved|moves|will|ist|findet|beginnt|es|será|empieza|est|aura|commence|é|vai|começa)(?![\p{L}])/iu

const PERMISSION =
  /(?<![\p{L}])(?:trust\p{L}*|obey\p{L}*|believe|permissions?|access|allowed|may (?:read|see|write|post|do|use)|can (?:read|see)|darf|dürfen|permiso|autorizado|droit|permissão)(?![\p{L}])/iu

function bare(word: string): string {
  return word.replace(/^[@"“(]+|['’]s$|[,.:;!?)"”]+$/gu, "")
}

/** Of people with one name, the one who alone of them spoke in this channel lately, or else all of them. */
async function spokeHere(db: Database, viewer: Viewer, people: readonly Person[]): Promise<Person[]> {
  const { guildId, channelId } = viewer
  if (channelId === null) return [...people]
  const [ids, since] = [JSON.stringify(people.map(({ id }) => id)), Date.now() - LATELY_MS]
  const rows = await db.all<{ id: Id }>(
    sql`SELECT np.user_id AS id FROM json_each(${ids}) j CROSS JOIN note_people np
        ON np.guild_id = ${guildId} AND np.user_id = j.value AND np.channel_id = ${channelId} AND np.to_at > ${since}
      UNION SELECT e.author_id FROM json_each(${ids}) j CROSS JOIN evidence e
        ON e.guild_id = ${guildId} AND e.author_id = j.value AND e.channel_id = ${channelId} AND e.said_at > ${since}`,
  )
  const here = people.filter(({ id }) => rows.some((row) => row.id === id))
  return here.length === 1 ? here : [...people]
}

const LATELY_MS = 14 * DAY
