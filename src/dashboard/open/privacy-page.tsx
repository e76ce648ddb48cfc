/**
 * The page that tells a guild's members what is kept about them, for how long, who sees it, and how to
 * object. Text only: it decides nothing.
 */
import { html } from "hono/html"

/** The terms of one guild, or the defaults. */
export interface PrivacyTerms {
  /** True for one guild's own settings. */
  ofGuild: boolean
  consent: "opt_out" | "opt_in"
  /** The channels that are read: all, most, or only chosen ones. */
  heard: "all" | "most" | "chosen"
  paused: boolean
  /** Days that messages are kept. */
  messageDays: number
  /** Days that notes, expired facts and replaced facts are kept; `null` means until someone deletes them. */
  noteDays: number | null
  expiredDays: number | null
  historyDays: number | null
  /** Days that the decision about each possible fact is kept, with its text. */
  decisionDays: number | null
  /** Days that the figures of each night are kept. */
  nightDays: number | null
  labelDays: number | null
  /** True if nights review what is known. */
  nights: boolean
  /** Personal topics that facts may not contain, and those the guild allows, as members call them. */
  refused: readonly string[]
  allowed: readonly string[]
  slurs: "refuse" | "allow"
  /** The reader of the messages. */
  reader: "cloudflare" | "other" | "rules"
  /** Whom to ask, if the operator set it. */
  contact: string | null
}

const READERS: Record<PrivacyTerms["reader"], string> = {
  cloudflare: "A language model on Cloudflare reads the conversations. All data is stored on Cloudflare too.",
  other:
    "A language model chosen by the bot's operator reads the conversations. Ask the operator which one, and what happens to the data it receives.",
  rules: "No language model reads the conversations. Fixed rules look for plain statements.",
}

const NIGHTS =
  "At night, Keepsake reviews what it knows: it merges facts that say the same thing, replaces outdated ones, and writes a note about each topic of the day's conversations."
const NIGHTS_READ = "The language model receives facts and notes for this."

const HEARD: Record<PrivacyTerms["heard"], string> = {
  all: "",
  most: "Some channels are not read.",
  chosen: "Only chosen channels are read.",
}

/** Renders the page. No member wrote any of it; `contact` is the operator's and is escaped. */
export function privacyPage(terms: PrivacyTerms) {
  return html`
      <h1>What Keepsake remembers</h1>
      <p class="lead">
        Keepsake gives this server a memory. It reads the channels it can access, saves facts that may be useful later,
        and answers questions from them. Each answer cites the messages it is based on.
        ${terms.ofGuild ? "These are this server's own settings." : "These are the default settings. A server may use different ones."}
      </p>
      ${terms.paused ? html`<p class="notice">Memory is paused here right now. Nothing new is saved.</p>` : ""}
      ${yourChoices(terms)} ${retention(terms)} ${visibility()} ${excludedFacts(terms)} ${deletion(terms)}
      <footer>${terms.contact ? html`Questions? Ask ${terms.contact}.` : "Questions? Ask the people who run this server."}</footer>`
}

function yourChoices({ consent }: PrivacyTerms) {
  return html`<section>
    <h2>Your choices</h2>
    <p>${
      consent === "opt_in"
        ? "You are remembered only if you opt in. Until then, your messages are not read."
        : "You are remembered unless you opt out."
    } You can change your mind at any time with <strong>/privacy</strong> in Discord:</p>
    <ul>
      <li><strong>Opt out.</strong> From then on, Keepsake does not read your messages, write about you or quote you. You choose what happens to what it already knows: Keepsake erases it, or keeps it and shows it only to you and the people who run this server.</li>
      <li><strong>See it.</strong> You can see every fact about you and where it was said. You can correct or delete any of them.</li>
      <li><strong>Take it with you.</strong> You can download everything stored about you as one file.</li>
      <li><strong>Have it erased.</strong> This deletes your messages, facts about you, what others reported about you, quotes of you, and notes about conversations you took part in. Keepsake keeps only your user ID, your choice and the time of the erasure, so that nothing comes back.</li>
    </ul>
  </section>`
}

function retention(terms: PrivacyTerms) {
  const rows: [what: string, days: number | null][] = [
    ["Messages as they were written", terms.messageDays],
    ["Notes: what a conversation or a day was about", terms.noteDays],
    ["Temporary facts, after they expire", terms.expiredDays],
    ["Facts that a newer one replaced", terms.historyDays],
    ["Decisions about each possible fact, with the reasons", terms.decisionDays],
    ["Figures of each nightly run", terms.nightDays],
    ["What you say of an answer: right, wrong or outdated", terms.labelDays],
    ["Permanent facts", null],
  ]
  return html`<section>
    <h2>What is stored, and for how long</h2>
    <table>
      ${rows.map(([what, days]) => html`<tr><th scope="row">${what}</th><td>${spanOf(days)}</td></tr>`)}
    </table>
    <p>${READERS[terms.reader]} ${HEARD[terms.heard]} ${nightsOf(terms)}</p>
  </section>`
}

function nightsOf({ nights, reader }: PrivacyTerms): string {
  if (!nights) return ""
  return reader === "rules" ? NIGHTS : `${NIGHTS} ${NIGHTS_READ}`
}

function spanOf(days: number | null): string {
  if (days === null) return "until deleted"
  if (days === 0) return "only until they are processed"
  return days === 1 ? "1 day" : `${days} days`
}

function visibility() {
  return html`<section>
    <h2>Who sees it</h2>
    <p>
      Keepsake shows people only what they could have read themselves. What was said where fewer people can read is never
      shown where more people can. If it is unclear who can read a channel, it counts as private. The exception: the people
      who run this server can see everything that is remembered. Each time they view everything at once, Keepsake logs it.
    </p>
  </section>`
}

function excludedFacts({ refused, allowed, slurs }: PrivacyTerms) {
  return html`<section>
    <h2>What does not become a fact</h2>
    <p>
      Keepsake does not save these if it recognizes them: passwords and keys, phone numbers, email and street addresses,
      card and account numbers. ${refused.length > 0 ? `It also does not save facts about a person's ${listOf(refused)}.` : ""}
      ${slurs === "refuse" ? "It refuses words from a short list of slurs." : ""}
      ${allowed.length > 0 ? `This server allows Keepsake to remember facts about people's ${listOf(allowed)}.` : ""}
    </p>
    <p>
      Keepsake recognizes them by fixed patterns and English words, and by the language model if one is used. None of these
      finds everything, especially in other languages. If one slips through, you can delete it like any other fact.
      Messages themselves are kept as written for the time above.
    </p>
  </section>`
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names)
}

function deletion({ messageDays }: PrivacyTerms) {
  return html`<section>
    <h2>Deleted means deleted</h2>
    <p>
      If you delete or edit a message in Discord, the facts and notes based on the old words are deleted too,
      including from the search indexes. A fact that was also said elsewhere stays, in the words used there.
      ${messageDays > 0 ? "If the rest of the conversation is still stored, Keepsake reads it again without the old words." : ""}
      The database keeps restore points for up to 30 days. They are never searched and expire on their own.
    </p>
  </section>`
}
