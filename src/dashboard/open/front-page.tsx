/** The front page, and the page on which people sign in. */

import { Icon, type IconName } from "../kit/icons.tsx"
import { Card, Empty, Notice } from "../kit/parts.tsx"
import type { LocalPerson } from "../session/local-access.ts"

const PROMISES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "memory",
    title: "Remembers what matters",
    text: "Keepsake reads the channels you choose and keeps what may be useful later. Every fact cites the messages it rests on.",
  },
  {
    icon: "shield",
    title: "Shows people only what they could read",
    text: "What was said where fewer people read is never shown where more people do.",
  },
  {
    icon: "trash",
    title: "Forgets on request",
    text: "See, correct, export and erase what is stored about you. Deleted messages take their facts with them.",
  },
]

export function frontPage({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <div class="hero">
        <h1>The memory of your Discord server</h1>
        <p class="lead">
          See what Keepsake remembers, where it learned it and who may read it. Correct it, take it with you,
          or have it erased.
        </p>
        <p class="buttons">
          <a class="button main large" href={isSignedIn ? "/app" : "/app/sign-in"}>
            {isSignedIn ? "Open your servers" : "Sign in with Discord"}
          </a>
          <a class="button large" href="/privacy">
            What it stores
          </a>
        </p>
      </div>
      <div class="cards">
        {PROMISES.map(({ icon, title, text }) => (
          <section class="card">
            <div class="inner">
              <Icon name={icon} size={22} />
              <div>
                <h2>{title}</h2>
                <p class="soft">{text}</p>
              </div>
            </div>
          </section>
        ))}
      </div>
      <div class="grid">
        <Example />
        <Steps />
      </div>
      <Costs />
      <footer class="foot-note">
        <a href="/privacy">Privacy: what is stored, for how long, and who sees it</a>
        <a href="/docs">API</a>
      </footer>
    </>
  )
}

/** The answer that the README pictures: a payload recorded in the project's tests. */
function Example() {
  return (
    <Card title="What an answer looks like" lead="Bo asks in Discord. No language model was involved.">
      <p>
        <strong>Bo</strong> <code>/ask</code> Where does Ada live?
      </p>
      <blockquote>
        <p>
          <strong>Keepsake</strong>
        </p>
        <p>Ada lives in Oslo. [1]</p>
        <p class="small">From memory: [1]</p>
      </blockquote>
      <p class="soft small">
        [1] is a link to the message in which Ada said it. Only people who can read that message get this
        answer.
      </p>
    </Card>
  )
}

function Steps() {
  return (
    <Card title="Add it to your server" lead="For whoever manages the server, in a few minutes.">
      <ol>
        <li>
          Open the invitation link of this bot. Whoever runs it has the link: the setup page and{" "}
          <code>npm run register</code> show it.
        </li>
        <li>Choose your server in Discord. You need the permission Manage Server.</li>
        <li>
          Say with <code>/keepsake</code>, or on these pages, which channels it may read and for how long
          messages are kept.
        </li>
        <li>
          Ask with <code>/ask</code>. Everybody can see, export and erase their own data with{" "}
          <code>/privacy</code>.
        </li>
      </ol>
    </Card>
  )
}

function Costs() {
  return (
    <Card title="What it costs">
      <p>
        Members pay nothing. Whoever runs the bot pays Cloudflare: with the default models, a million messages
        cost $9.10 for models and $4.12 for the platform at full price, before Cloudflare's allowances.
        Without a model, fixed rules find facts instead, and models cost nothing.
      </p>
      <p class="soft small">Measured in November 2026. The project's docs/COST.md has every figure.</p>
    </Card>
  )
}

/** `people`: whoever may be chosen on one's own machine; null everywhere else. */
export function signInChoices({
  isSetUp,
  people,
}: {
  isSetUp: boolean
  people: readonly LocalPerson[] | null
}) {
  return (
    <>
      <header>
        <h1>Sign in</h1>
        <p class="lead">
          {people !== null && !isSetUp
            ? "On this machine nobody asks Discord: you choose who you are."
            : "Keepsake asks Discord who you are and which servers you are in, and nothing else. It keeps no access to your account."}
        </p>
      </header>
      {isSetUp ? (
        <p>
          <a class="button main large" href="/app/sign-in/discord">
            Sign in with Discord
          </a>
        </p>
      ) : people === null ? (
        <Notice tone="warn">
          Whoever runs this bot has not set up sign-in yet. You can see and erase your data with /privacy in
          Discord.
        </Notice>
      ) : (
        <LocalChoice people={people} />
      )}
    </>
  )
}

function LocalChoice({ people }: { people: readonly LocalPerson[] }) {
  if (people.length === 0)
    return (
      <Empty icon="people" title="Nobody is known yet">
        <p>
          If you started the worker with --demo, the sample server comes in within a minute: load this page
          again. If not, stop the worker and start it with npm start -- --demo.
        </p>
      </Empty>
    )
  return (
    <section class="card">
      <header>
        <h2>On this machine</h2>
        <p>On this machine you may choose a person of the sample server and sign in for them.</p>
      </header>
      <form method="post" action="/app/sign-in/local" class="inner stack">
        <div class="field">
          <label for="person">Person</label>
          <select id="person" name="person">
            {people.map(({ id, name, guilds }) => (
              <option value={id}>{`${name} (${guilds.map((guild) => guild.name).join(", ")})`}</option>
            ))}
          </select>
        </div>
        <div class="buttons">
          <button type="submit" class="main">
            Sign in
          </button>
        </div>
      </form>
    </section>
  )
}
