/**
 * The page that tells a guild's members what is kept about them, for how long, who sees it, and how to
 * object. Text only: it decides nothing.
 */
import { html, raw } from "hono/html"

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
  cloudflare: "A language model on Cloudflare, where all of it is kept too, reads the conversations.",
  other:
    "A language model that the operator of this memory chose reads the conversations. Ask which, and what becomes of what it is sent.",
  rules: "No language model reads along: fixed rules look for plain statements.",
}

const NIGHTS =
  "At night what is known is gone through again: facts that say the same become one, outdated ones give way, and the conversations of a day get a note for each topic."
const NIGHTS_READ = "The language model is shown facts and notes for that."

const HEARD: Record<PrivacyTerms["heard"], string> = {
  all: "",
  most: "Some channels are not listened to.",
  chosen: "Only channels that were chosen for it are listened to.",
}

/** Renders the whole document. No member wrote any of it; `contact` is the operator's and is escaped. */
export function privacyPage(terms: PrivacyTerms) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>What Keepsake remembers</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>What Keepsake remembers</h1>
      <p class="lead">
        This server has a memory. It reads along in the channels it is let into, keeps facts that may be useful later,
        and answers questions from them, with the message each one came from.
        ${terms.ofGuild ? "These are this server's own settings." : "These are the usual settings; a server may have others."}
      </p>
      ${terms.paused ? html`<p class="notice">Memory is paused here right now: nothing new is remembered.</p>` : ""}
      ${yourChoices(terms)} ${retention(terms)} ${visibility()} ${excludedFacts(terms)} ${deletion(terms)}
      <footer>${terms.contact ? html`Questions? Ask ${terms.contact}.` : "Questions? Ask the people who run this server."}</footer>
    </main>
  </body>
</html>`
}

function yourChoices({ consent }: PrivacyTerms) {
  return html`<section>
    <h2>Your say</h2>
    <p>${
      consent === "opt_in"
        ? "You are remembered only if you agreed to it. Until then your messages are not read."
        : "You are remembered unless you say no."
    } You can change your mind at any time, with <strong>/privacy</strong> in Discord:</p>
    <ul>
      <li><strong>Say no.</strong> From then on you are not read, not written about, not quoted. What is known is shown to nobody but you and the people who run this server, or erased, as you choose.</li>
      <li><strong>See it.</strong> You can look at every fact about you, with where it was said, correct it, or have one forgotten.</li>
      <li><strong>Take it with you.</strong> You can have all that is held about you as one file.</li>
      <li><strong>Be erased.</strong> Your messages go, facts about you, what others reported about you, quotes of you, and notes of talks you were in. What stays is your id, your answer, and when you were erased, so that nothing of it comes back.</li>
    </ul>
  </section>`
}

function retention(terms: PrivacyTerms) {
  const rows: [what: string, days: number | null][] = [
    ["Messages as they were written", terms.messageDays],
    ["Notes: what a conversation or a day was about", terms.noteDays],
    ["Facts that were true for a time, after that time", terms.expiredDays],
    ["Facts that a newer one replaced", terms.historyDays],
    ["What was decided about each possible fact, and why", terms.decisionDays],
    ["What was done in each night, in numbers", terms.nightDays],
    ["Lasting facts", null],
  ]
  return html`<section>
    <h2>What is kept, and for how long</h2>
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
  if (days === null) return "until it is forgotten"
  if (days === 0) return "only until they were read"
  return days === 1 ? "1 day" : `${days} days`
}

function visibility() {
  return html`<section>
    <h2>Who sees it</h2>
    <p>
      Nobody learns here what they could not have read themselves. What was said where fewer people can read is never
      shown where more can; if it is not certain who can read a place, it counts as closed. The people who run this
      server can see all that is remembered, and each time they look at everything at once it is written down.
    </p>
  </section>`
}

function excludedFacts({ refused, allowed, slurs }: PrivacyTerms) {
  return html`<section>
    <h2>What does not become a fact</h2>
    <p>
      As far as they are recognized: passwords and keys, phone numbers, e-mail and street addresses, card and account
      numbers. ${refused.length > 0 ? `What tells of a person's ${listOf(refused)}.` : ""}
      ${slurs === "refuse" ? "Words of a short list of slurs." : ""}
      ${allowed.length > 0 ? `This server lets it remember facts about people's ${listOf(allowed)}.` : ""}
    </p>
    <p>
      They are recognized by fixed patterns and English words, and by the language model where one reads along. None
      finds everything, least of all in other languages: what slips through can be forgotten like any other fact.
      Messages themselves are kept as they were written, for the time above.
    </p>
  </section>`
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names)
}

function deletion({ messageDays }: PrivacyTerms) {
  return html`<section>
    <h2>Forgetting forgets</h2>
    <p>
      If you delete or edit a message in Discord, the facts and notes that rest on the old words go with it, also out of
      the search indexes. A fact that was said elsewhere too stays, in the words used there.
      ${messageDays > 0 ? "As long as the rest of the conversation is kept, it is read again without the old words." : ""}
      The database keeps restore points for up to 30 days. They are not searched and end by themselves.
    </p>
  </section>`
}

// The style sheet, inlined in the page. Follows the reader's light or dark setting.

const STYLE = raw(`
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --page: #fff; --tint: #f6f8fa; --mark: #5865f2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --page: #0d1117; --tint: #151b23; --mark: #949cf7; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 17px/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .4rem; }
p, ul { margin: .5rem 0; }
.lead { color: var(--soft); font-size: 1.1rem; }
.notice { border-left: 4px solid var(--mark); background: var(--tint); padding: .6rem 1rem; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .5rem 0; text-align: left; font-weight: normal; }
td { text-align: right; white-space: nowrap; padding-left: 1rem; }
li { margin: .3rem 0; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; color: var(--soft); }
`)
