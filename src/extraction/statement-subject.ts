/**
 * Finds whom a statement told to Keepsake is about, if its speaker picked nobody: a member it names, the server, or
 * the speaker.
 */
import { sql } from "drizzle-orm"
import type { Person, Viewer } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { members } from "../memory/db/schema.ts"
import { mentionable } from "../memory/read/consent-sql.ts"
import { mayKnowOf } from "../memory/read/members.ts"
import { peopleCalled } from "../memory/read/nicknames.ts"
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
  const found = await namedMembers(db, viewer, names)
  // The longest name wins: "Ana Bell plays bass" is not about another Ana.
  for (const name of names.reverse()) {
    const whole = found.filter((person) => isNamed(person, name))
    const people = whole.length > 0 ? whole : found.filter((person) => isNamed(person, name, true))
    if (people.length > 1) return { kind: "several", name }
    const [person] = people
    if (person) return { kind: "person", person }
  }
  const [called, ...more] = await peopleCalled(db, viewer, names)
  if (called)
    return more.length > 0
      ? { kind: "several", name: names.at(-1) ?? "" }
      : { kind: "person", person: called }
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

function isNamed({ name }: Person, words: string, first = false): boolean {
  const [one, other] = [name.toLowerCase(), words.toLowerCase()]
  return first ? one.startsWith(`${other} `) : one === other
}

/** Members with one of these names, or with one that begins with it. */
function namedMembers(db: Database, viewer: Viewer, names: readonly string[]): Promise<Person[]> {
  const wanted = JSON.stringify(names)
  return db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(
      sql`guild_id = ${viewer.guildId} AND id IN (
        SELECT m.id FROM json_each(${wanted}) said CROSS JOIN members m
          ON m.guild_id = ${viewer.guildId} AND m.name = said.value COLLATE NOCASE
        UNION SELECT m.id FROM json_each(${wanted}) said CROSS JOIN members m ON m.guild_id = ${viewer.guildId}
          AND m.name >= said.value || ' ' COLLATE NOCASE AND m.name < said.value || '!' COLLATE NOCASE)
        AND ${mentionable(viewer, sql`members.id`)} AND ${mayKnowOf(viewer, sql`members.id`)}`,
    )
}
