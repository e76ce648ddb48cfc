/** The pages of `/setup`, as HTML. They decide nothing and never hold a secret. */
import { html } from "hono/html"
import { htmlDocument } from "./document.ts"
import type { Part, PartState } from "./part.ts"
import type { Result, SetupStep, StepOutcome } from "./steps.ts"

/** Why the page is closed. `foreign`: the form came from another site. */
export interface ClosedReason {
  kind: "no_token" | "closed" | "wrong" | "weak" | "foreign"
}

const REASONS: Record<ClosedReason["kind"], string> = {
  no_token: "",
  closed: "",
  wrong: "That is not the admin token. Copy it once more, without spaces around it.",
  weak: "That is the admin token, but it is too easy to guess: whoever knows it can read and change everything. Set a longer one as described below.",
  foreign: "That form did not come from this page, so nothing was done. Sign in and press the button again.",
}

export function signInPage({ kind }: ClosedReason) {
  const reason = REASONS[kind]
  return documentOf(html`
      <h1>Set up Keepsake</h1>
      ${reason && html`<p class="notice" role="alert">${reason}</p>`}
      ${kind === "no_token" || kind === "weak" ? tokenInstructions(kind) : signInForm()}`)
}

function signInForm() {
  return html`<p class="lead">Only the owner of this Worker may see this page. Sign in with the admin token: the value that you chose for <strong>ADMIN_TOKEN</strong> when you deployed, or that <code>npm run deploy</code> printed.</p>
      <form method="post" action="/setup/sign-in">
        <label for="token">Admin token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required autofocus />
        <button>Sign in</button>
      </form>
      <details>
        <summary>I do not have it any more</summary>
        ${tokenSteps()}
      </details>`
}

function tokenInstructions(kind: "no_token" | "weak") {
  return html`${
    kind === "no_token"
      ? html`<p class="lead">This Worker has no admin token yet. It is the password of this page. Set one, and this page opens:</p>`
      : ""
  }
      ${tokenSteps()}
      <p><a class="button" href="/setup">Reload this page</a></p>`
}

function tokenSteps() {
  return html`<ol>
          <li>Let a password manager make a password with at least 20 letters and digits, and save it there as the admin token.</li>
          <li>Open the <a href="https://dash.cloudflare.com">Cloudflare dashboard</a>, choose <strong>Workers &amp; Pages</strong>, and choose this Worker.</li>
          <li>Open <strong>Settings</strong> and find <strong>Variables and Secrets</strong>. Press <strong>Add</strong>, or edit <strong>ADMIN_TOKEN</strong> if it is there.</li>
          <li>Choose the type <strong>Secret</strong>, enter the variable name <strong>ADMIN_TOKEN</strong>, paste the password as the value, and press <strong>Deploy</strong>.</li>
          <li>Wait a minute, and reload this page.</li>
        </ol>`
}

/** The page for the owner who signed in. `outcomes`: of the steps that the last button ran. */
export function setupPage(parts: readonly Part[], outcomes: readonly StepOutcome[]) {
  const open = parts.filter(({ state }) => state !== "ok" && state !== "optional")
  return documentOf(html`
      <h1>${open.length === 0 ? "Keepsake is set up" : "Set up Keepsake"}</h1>
      <p class="lead">${leadOf(parts)}</p>
      ${outcomes.length > 0 && outcomeList(outcomes)}
      ${parts.some(({ state }) => state === "todo") && stepForm("all", "Set up everything")}
      ${parts.map(partSection)}
      <footer>
        <form method="get" action="/setup"><button class="quiet">Check again</button></form>
        <form method="post" action="/setup/sign-out"><button class="quiet">Sign out</button></form>
      </footer>`)
}

function leadOf(parts: readonly Part[]): string {
  const has = (state: PartState) => parts.some((part) => part.state === state)
  if (has("todo"))
    return "Press the button, and Keepsake does everything that it can do by itself. You can press it as often as you like."
  if (has("problem")) return "Follow the steps at each part marked “Your turn”. Then press “Check again”."
  if (has("waiting"))
    return "Nothing is left for the button to do. Some parts need a few minutes, or up to an hour; press “Check again” then. You can use Keepsake meanwhile."
  return "All parts work. You can come back to this page at any time, for example after an update."
}

const STATE_NAMES: Record<PartState, string> = {
  ok: "OK",
  todo: "To do",
  problem: "Your turn",
  waiting: "Waiting",
  optional: "Optional",
}

function partSection({ title, state, detail, next, step, link }: Part) {
  return html`<section class="${state}">
        <h2>${title} <span class="state">${STATE_NAMES[state]}</span></h2>
        <p>${detail}</p>
        ${next.length > 1 && html`<ol>${next.map((line) => html`<li>${line}</li>`)}</ol>`}
        ${next.length === 1 && html`<p>${next[0]}</p>`}
        ${link && html`<p><a href="${link.href}" rel="noreferrer">${link.text}</a></p>`}
        ${step && stepForm(step, STEP_BUTTONS[step])}
      </section>`
}

const STEP_BUTTONS: Record<SetupStep, string> = {
  database: "Set up the database",
  intents: "Switch on the intents",
  commands: "Register the commands",
  endpoint: "Set the endpoint",
  gateway: "Connect",
}

function stepForm(step: SetupStep | "all", text: string) {
  return html`<form method="post" action="/setup/do">
          <input type="hidden" name="step" value="${step}" />
          <button class="${step === "all" ? "main" : ""}">${text}</button>
        </form>`
}

const STEP_DONE: Record<SetupStep, { done: string; already: string; work: string }> = {
  database: {
    done: "The database was set up.",
    already: "The database was set up before.",
    work: "set up the database",
  },
  intents: {
    done: "The privileged intents were switched on.",
    already: "The privileged intents were on before.",
    work: "switch on the privileged intents",
  },
  commands: {
    done: "The commands were registered. If you do not see them, reload Discord; it may take up to an hour until everybody does.",
    already: "The commands were registered before.",
    work: "register the commands",
  },
  endpoint: {
    done: "The endpoint was set, and Discord tested it.",
    already: "The endpoint was set before.",
    work: "set the endpoint",
  },
  gateway: {
    done: "Keepsake began to connect to Discord.",
    already: "Keepsake was connected before.",
    work: "connect to Discord",
  },
}

const FAILURES: Record<Exclude<Result, "done" | "already">, string> = {
  unready: "the Discord values are missing or wrong. Follow the steps at Discord values below.",
  refused: "Discord does not accept DISCORD_TOKEN. Follow the steps at Discord values below.",
  rejected:
    "Discord did not accept it. Press the button again in a minute; if it fails again, read Discord values below.",
  limited: "Discord allows no more requests for now. Press the button again in some minutes.",
  unreachable: "Discord did not answer. Press the button again in a minute.",
  failed: "the database did not accept a change. Nothing is half done: press the button again.",
}

const REJECTED: Partial<Record<SetupStep, string>> = {
  intents:
    "Discord did not accept it. Open the page Bot in the Discord Developer Portal, switch on Server Members Intent and Message Content Intent, and press Save Changes. Once 10,000 people or more can see the bot, Discord must approve them first.",
  endpoint:
    "Discord tested this address and got a wrong answer. Press the button again in a minute; if it fails again, compare DISCORD_PUBLIC_KEY with the Public Key on the page General Information.",
  gateway: "Discord did not let Keepsake connect. Read the part Connection to Discord below.",
}

function outcomeList(outcomes: readonly StepOutcome[]) {
  return html`<div class="notice" role="status"><ul>${outcomes.map((one) => html`<li>${outcomeText(one)}</li>`)}</ul></div>`
}

function outcomeText({ step, result }: StepOutcome): string {
  const { work, ...texts } = STEP_DONE[step]
  if (result === "done" || result === "already") return texts[result]
  const why = (result === "rejected" && REJECTED[step]) || FAILURES[result]
  return `Keepsake could not ${work}: ${why}`
}

function documentOf(content: ReturnType<typeof html>) {
  return htmlDocument({ title: "Set up Keepsake", style: OWN_STYLE, content })
}

const OWN_STYLE = `
:root { --good: #1a7f37; --bad: #b35900; }
@media (prefers-color-scheme: dark) { :root { --good: #3fb950; --bad: #e3912d; } }
section { border-top: 1px solid var(--line); padding: .2rem 0 .6rem; overflow-wrap: anywhere; }
section h2 { display: flex; justify-content: space-between; gap: 1rem; margin: 1rem 0 .2rem; }
.state { font-size: .85rem; font-weight: 600; white-space: nowrap; color: var(--soft); }
.ok .state { color: var(--good); }
.todo .state, .problem .state { color: var(--bad); }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600; }
input { font: inherit; width: 100%; padding: .6rem; color: inherit; background: var(--tint); border: 1px solid var(--soft); border-radius: 6px; }
button, .button { display: inline-block; font: inherit; font-weight: 600; margin: .6rem 0; padding: .6rem 1.1rem; color: var(--ink); background: var(--tint); border: 1px solid var(--soft); border-radius: 6px; text-decoration: none; cursor: pointer; }
button.main { color: #fff; background: #4752c4; border-color: #4752c4; width: 100%; padding: .9rem; }
a { color: var(--mark); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
footer { display: flex; gap: 1rem; }
details { margin-top: 2rem; }
`
