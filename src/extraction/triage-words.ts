/** The words that triage decides with. Only words live here, no decisions. */
import { GOT_THINGS, IDENTITIES, INSTRUMENTS, KIN, LANGUAGES, PETS } from "./rules/lexicon.ts"

const list = (text: string): string[] => text.trim().split(/\s+/)

/** What is said in passing and tells of nobody. */
export const SMALL_TALK: ReadonlySet<string> = new Set(
  list(`hello hi hey hiya yo morning evening afternoon night nite all folks everybody everyone guys cheers welcome back bye cya
  later gn lol lmao rofl haha heh hehe hm hmm hmmm ah oh ooh ok okay alright cool nice great neat sweet good yep yeah yes yup no nope
  nah sure right true indeed same thanks thank thx ty np please ping pong test anyone somebody anybody there brb re wb gg congrats
  sorry oops duh huh eh wow yay xd ha aha k kk exactly agreed interesting awesome perfect weird strange odd so much very you it that
  for is see got well again too alrighty welp nvm yw sup bbl bbs afk found out fine glad helpful super idk dunno probably maybe`),
)

/** Words of English sentences that its neighbors do not share. */
export const COMMON_ENGLISH: ReadonlySet<string> = new Set(
  list(`the is are were being been what what's whats how does do did why where when who which anyone someone this that that's these
  those it's its you you're your there's and or but of for with not doesn't don't can't could would should have has if than then just
  about some any from by as at only it`),
)

/** Words that mean one thing among people and another in a machine. */
const OF_MACHINES = list(
  "license licence certificate certification position tickets ticket place role gig bass harp go single",
)

/** What people's lives are told with. */
export const LIFE: ReadonlySet<string> = new Set(
  [
    ...KIN,
    ...PETS,
    ...GOT_THINGS,
    ...IDENTITIES,
    ...LANGUAGES,
    ...INSTRUMENTS,
    ...list(`married wedding moved moving job exam interview thesis surgery vacation holiday birthday anniversary gym yoga school
    university hospital concert festival trip flight marathon pregnant allergic`),
  ].filter((word) => !OF_MACHINES.includes(word)),
)
