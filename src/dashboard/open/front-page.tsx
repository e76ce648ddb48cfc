/** The front page, and the page on which people sign in. */

import { Icon, type IconName } from "../kit/icons.tsx"
import { Empty, Notice } from "../kit/parts.tsx"
import type { LocalPerson } from "../session/local-access.ts"

const PROMISES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "memory",
    title: "Remembers what matters",
    text: "Keepsake listens to conversations and keeps what may be useful later. Every fact cites the messages it rests on.",
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
      <footer class="foot-note">
        <a href="/privacy">Privacy</a>
        <a href="/docs">API</a>
      </footer>
    </>
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
          Keepsake asks Discord who you are and which servers you are in, and nothing else. It keeps no access
          to your account.
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
        <p>Stop the worker and start it with sample data: npm start -- --demo</p>
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
