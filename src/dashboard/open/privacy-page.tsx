/** Tells a guild's members what is kept about them, for how long, who sees it, and how to object. It decides nothing. */
import type { Child, PropsWithChildren } from "hono/jsx"
import { Avatar, Notice, serverPictureOf } from "../kit/parts.tsx"
import { HEARD, keptFor, type PrivacyTerms, pausedText, READERS } from "./privacy-terms.ts"

const NIGHTS =
  "At night, Keepsake reviews what it knows: it merges facts that say the same thing, replaces outdated ones, and writes a note about each topic of the day's conversations."
const NIGHTS_READ = "The language model receives facts and notes for this."

const CONTENTS = [
  ["choices", "Your choices"],
  ["stored", "What is stored, and for how long"],
  ["where", "Where it is stored, and which models read it"],
  ["seen", "Who sees it"],
  ["excluded", "What does not become a fact"],
  ["deleted", "Deleted means deleted"],
] as const

/** Renders the page. No member wrote any of it; `contact` is the operator's and is escaped. */
export function privacyPage(terms: PrivacyTerms) {
  const { guild, paused } = terms
  const whom = terms.contact ?? `the people who run ${guild === null ? "your" : "this"} server`
  return (
    <>
      <header>
        {guild === null ? null : (
          <p class="person">
            <Avatar
              id={guild.id}
              name={guild.name ?? "Server"}
              picture={serverPictureOf(guild.id, guild.icon)}
              size="square large"
            />
            <span>
              <strong>{guild.name ?? "This server"}</strong>
              {guild.since === null ? null : <small>Has used Keepsake since {guild.since}</small>}
            </span>
          </p>
        )}
        <h1>What Keepsake remembers</h1>
        <p class="lead">
          Keepsake gives {guild === null ? "a Discord server" : "this server"} a memory. It reads the channels
          it can access, saves facts that may be useful later, and answers questions from them. Each answer
          cites the messages it is based on. Messages from before its bot came are read only if somebody who
          runs the server or the bot imports them, or a member imports their own messages.{" "}
          {guild === null
            ? "These are the default settings. A server may use different ones."
            : "These are this server's own settings."}
        </p>
      </header>
      {paused === null ? null : <Notice tone="warn">{pausedText(paused)}</Notice>}
      <p class="buttons">
        <a class="button main" href={guild === null ? "/app" : `/app/g/${guild.id}/me`}>
          See what is known about me
        </a>
        <a class="button" href={guild === null ? "/app" : `/app/g/${guild.id}/me/privacy`}>
          Opt out, export or erase
        </a>
      </p>
      <nav aria-label="On this page" class="toc">
        <ul>
          {CONTENTS.map(([id, text]) => (
            <li>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      <YourChoices consent={terms.consent} />
      <Retention terms={terms} />
      <Place terms={terms} />
      <Visibility />
      <ExcludedFacts terms={terms} />
      <Deletion messageDays={terms.messageDays} />
      <footer class="foot-note">Questions? Ask {whom}.</footer>
    </>
  )
}

function Part({ id, children }: PropsWithChildren<{ id: (typeof CONTENTS)[number][0] }>) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} class="prose">
      <h2 id={`${id}-title`}>{CONTENTS.find(([one]) => one === id)?.[1]}</h2>
      {children}
    </section>
  )
}

function YourChoices({ consent }: Pick<PrivacyTerms, "consent">) {
  return (
    <Part id="choices">
      <p>
        {consent === "opt_in"
          ? "You are remembered only if you opt in. Until then, your messages are not read."
          : "You are remembered unless you opt out."}{" "}
        You can change your mind at any time on these pages, or with <strong>/privacy</strong> in Discord:
      </p>
      <ul>
        <li>
          <strong>Opt out.</strong> From then on, Keepsake does not read your messages, write about you or
          quote you. You choose what happens to what it already knows: Keepsake erases it, or keeps it and
          shows it only to you and the operator of the bot.
        </li>
        <li>
          <strong>See it.</strong> You can see the facts about you and where they were said, except in
          channels that you cannot read. You can correct or delete any of them.
        </li>
        <li>
          <strong>Take it with you.</strong> You can download everything stored about you as one file.
        </li>
        <li>
          <strong>Have it erased.</strong> This deletes your messages, facts about you, what others reported
          about you, quotes of you, and notes about conversations you took part in. So that nothing comes
          back, Keepsake keeps your user ID, your choice, the time, codes made of your names for at least 31
          days, and the bare IDs of your messages. Logs keep what was done under a random name.
        </li>
      </ul>
    </Part>
  )
}

function Retention({ terms }: { terms: PrivacyTerms }) {
  const rows: [what: string, kept: number | string | null][] = [
    ["Messages as they were written, with an index of their words, from receipt on", terms.messageDays],
    ["Notes of a conversation or a day; without a language model, in people's words", terms.noteDays],
    ["Temporary facts, after they expire", terms.expiredDays],
    ["Facts that a newer one replaced", terms.historyDays],
    ["Decisions about each possible fact, with the reasons and its words", terms.decisionDays],
    ["The same decisions in numbers, with the ID of whom they are about and no words", terms.claimDays],
    ["Who changed, exported or erased something", terms.auditDays],
    [
      "Messages of an uploaded file, such as a member's data package, that wait to be read",
      "until the import ends, or 1 day in which it does not start or stays paused",
    ],
    ["Records of imports: IDs of channels and facts, counts, and who began them", terms.nightDays],
    ["Events, such as scheduled ones of the server", terms.eventDays],
    ["Costs of language models, which name nobody", terms.usageDays],
    ["Figures of each nightly run", terms.nightDays],
    ["What you say of an answer: right, wrong or outdated", terms.labelDays],
    ["Permanent facts", null],
  ]
  return (
    <Part id="stored">
      <table>
        <tbody>
          {rows.map(([what, kept]) => (
            <tr>
              <th scope="row">{what}</th>
              <td>{typeof kept === "string" ? kept : keptFor(kept)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {HEARD[terms.heard]} {nightsOf(terms)}
      </p>
      <p>
        If you sign in to these pages, Keepsake stores your user ID, your name, your picture's address, which
        of your servers use it, the times, and the names of your browser and its system, such as “Firefox on
        Windows”: until you sign out or do not come for a week, at most 30 days. One cookie keeps you signed
        in. Two more hold for ten minutes while you sign in. There are no others.
      </p>
    </Part>
  )
}

function nightsOf({ nights, reader }: PrivacyTerms): string {
  if (!nights) return ""
  return reader === "rules" ? NIGHTS : `${NIGHTS} ${NIGHTS_READ}`
}

function Place({ terms: { reader, models, region } }: { terms: PrivacyTerms }) {
  const named: Child = models.map((model, index) => (
    <>
      {index === 0 ? "" : ", "}
      <code>{model}</code>
    </>
  ))
  return (
    <Part id="where">
      <p>{READERS[reader]}</p>
      {models.length === 0 ? null : <p>Models: {named}</p>}
      <p>{region}</p>
    </Part>
  )
}

function Visibility() {
  return (
    <Part id="seen">
      <p>
        Keepsake shows people only what they could have read themselves. What was said where fewer people can
        read is never shown where more people can. If it is unclear who can read a channel, it counts as
        private. On these pages and in Discord, this holds for the people who run this server too.
      </p>
      <p>
        The exceptions: the operator of the bot can read everything. The server's administrators can create
        API keys. An admin key reads the whole server, including what these pages do not show them; other keys
        of the whole server read as the channel or person that each request names. A key bound to a channel
        reads what everyone in that channel may read. Keepsake logs each key that is created, and each time a
        key reads everything.
      </p>
    </Part>
  )
}

function ExcludedFacts({ terms: { refused, allowed, slurs } }: { terms: PrivacyTerms }) {
  return (
    <Part id="excluded">
      <p>
        Keepsake does not save these if it recognizes them: passwords and keys, phone numbers, email and
        street addresses, card and account numbers.{" "}
        {refused.length > 0
          ? `It also does not save facts about a person's ${listOf(refused)}; diets and most allergies, such as to nuts or cats, are saved, allergies to medicines such as penicillin are not. `
          : ""}
        {slurs === "refuse" ? "It refuses words from a short list of slurs. " : ""}
        {allowed.length > 0
          ? `This server allows Keepsake to remember facts about people's ${listOf(allowed)}.`
          : ""}
      </p>
      <p>
        Keepsake recognizes them by fixed patterns and English words, and by the language model if one is
        used. None of these finds everything, especially in other languages. If one slips through, you can
        delete it like any other fact. Messages themselves are kept as written for the time above.
      </p>
    </Part>
  )
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names)
}

function Deletion({ messageDays }: Pick<PrivacyTerms, "messageDays">) {
  return (
    <Part id="deleted">
      <p>
        If you delete or edit a message in Discord, the facts and notes based on the old words are deleted
        too, including from the search indexes. A fact that was also said elsewhere stays, in the words used
        there.{" "}
        {messageDays > 0
          ? "If the rest of the conversation is still stored, Keepsake reads it again without the old words. "
          : ""}
        The database keeps restore points for up to 30 days. They are never searched and expire on their own.
      </p>
    </Part>
  )
}
