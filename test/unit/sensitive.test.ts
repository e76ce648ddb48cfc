/** Each sensitive class is found in statements about people, and its words in everyday use are not. */
import { expect, test } from "vitest"
import { SENSITIVE, type Sensitive } from "../../src/domain/types.ts"
import { DEFAULT_POLICY, PolicySchema } from "../../src/policy/policy.ts"
import { refusedIn, sensitiveIn } from "../../src/privacy/sensitive.ts"
import { quickest } from "./timing.ts"

const TOLD: Record<Sensitive, string[]> = {
  health: [
    "Ada is pregnant",
    "Ada has ADHD",
    "Ada takes the meds twice a day",
    "Ada has diabetes",
    "I have asthma",
    "Ada sees a therapist on Tuesdays",
    "Ada broke her left leg",
    "Ada had an operation on her knee",
    "Ada needs another operation",
    "Ada is sick today",
    "I'm really depressed",
    "Ada was diagnosed with lupus",
    "Ada's mother has cancer",
    "Ada is deaf",
    "Ada is disabled",
    "Ada has the flu",
    "Ada caught a nasty cold",
    "Ada lost a lot of weight",
    "Ada has been sober for two years",
    "Ada has an ear infection",
    "Ada is in the hospital",
    "Ada had a mild stroke",
    "Ada has chronic pain",
    "Ada weighs 80 kg",
  ],
  sexuality: [
    "Ada is gay",
    "Ada came out as bi",
    "Ada is trans",
    "Ada is a trans woman",
    "Ada uses they/them and is non-binary",
    "Ada marched at the pride parade",
    "Ada is asexual",
    "Ada's brother is queer",
    "Ada transitioned to male",
    "Ada is on HRT",
    "Ada teaches people about trans lives",
    "Ada slept with her boss",
  ],
  religion: [
    "Ada is Catholic",
    "Ada is a devout Christian",
    "Ada goes to church every Sunday",
    "Ada is Muslim and fasts",
    "Ada keeps kosher",
    "Ada is an atheist",
    "Ada prays five times a day",
    "Ada observes Ramadan",
    "Ada plays the organ at her church",
    "Ada converted to Islam",
    "Ada is agnostic",
    "Ada leads a bible study",
    "Ada's faith in God is strong",
    "Ada was baptized in May",
    "Ada wears a cross to feel closer to their faith",
    "Ada sings with friends from church",
  ],
  politics: [
    "Ada is a Republican",
    "Ada voted for Trump",
    "Ada voted for the Green Party",
    "Ada is a socialist",
    "Ada is a climate activist",
    "Ada went to a protest on Saturday",
    "Ada is conservative",
    "Ada is very liberal",
    "Ada is running for mayor",
    "Ada campaigned for Labour",
    "Ada is pro-choice",
    "Ada worked on the presidential election",
    "Ada has strong political views",
    "Ada is a union rep",
  ],
  ethnicity: [
    "Ada is Latina",
    "Ada is black",
    "Ada is half-Japanese",
    "Ada is of Korean descent",
    "Ada is mixed race",
    "Ada is a refugee from Syria",
    "Ada's parents are immigrants",
    "Ada is African-American",
    "Ada is Native American",
    "Ada is a black woman",
    "Ada is dark-skinned",
  ],
  minors: [
    "Ada's son Leo plays chess",
    "Ada's daughter is 6",
    "Ada's kids go to the Hill school",
    "Ada is 14 years old",
    "Ada is 15",
    "I'm 13 and play drums",
    "Ada is in 7th grade",
    "Ada is in middle school",
    "Ada is a minor",
    "Ada has a son named Leo",
    "her daughter Mia is in a choir",
  ],
  finances: [
    "Ada's salary is 60k",
    "Ada earns $80 an hour",
    "Ada makes 120k",
    "Ada has student loans",
    "Ada is in debt",
    "Ada went bankrupt",
    "Ada pays 900 euros in rent",
    "Ada is broke",
    "Ada's savings are gone",
    "Ada lives on welfare",
    "Ada took out a loan",
    "Ada owes Bo 300 dollars",
    "Ada invested in crypto",
    "Ada has a mortgage",
  ],
  slurs: [
    "Ada called him a f4ggot",
    "Ada called Bo a fagot",
    "Ada says all pakis stink",
    "Ada calls Bo a retard",
    "what a tranny",
  ],
}

const EVERYDAY: Record<Sensitive, string[]> = {
  health: [
    "Ada wrote an operating system",
    "Ada runs the operation from Oslo",
    "Ada diagnosed the memory leak",
    "Ada disabled the cache",
    "Ada's account is disabled",
    "Ada is sick of meetings",
    "Ada drinks cold brew",
    "Ada had a cold start in the worker",
    "Ada is allergic to nuts",
    "Ada is allergic to cats",
    "Ada is vegan and lactose intolerant",
    "Ada has a stroke of luck",
    "Ada is blind to colors of the theme",
    "the treadmill is broken",
    "Ada broke the build",
    "Ada is addicted to chess",
    "Ada's laptop caught a virus",
    "Ada fixed the injection bug",
    "Ada finds the outage depressing",
    "Ada counsels patience",
    "Ada works as a nurse",
    "Ada works as a child therapist in Oslo",
    "Ada cites Parkinson's law",
    "Ada trains for a marathon",
  ],
  sexuality: [
    "Ada commits the transaction",
    "Ada transitioned to TypeScript",
    "Ada is transparent about bugs",
    "Ada takes pride in tests",
    "Ada goes straight home",
    "Ada uses a binary search",
    "Ada's laptop is bisected",
    "Ada works on cross-platform bindings",
    "Ada has two monitors",
    "Ada is dating Bo",
  ],
  religion: [
    "Ada backs up religiously",
    "Ada acts in good faith",
    "Ada has faith in the new compiler",
    "Christian plays chess with Ada",
    "Ada's editor is framework-agnostic",
    "Ada is agnostic about tabs",
    "Ada lives on Church Street",
    "Ada explained Church encoding",
    "Ada prays that it compiles",
    "Ada wrote the design bible",
    "Ada plays Temple Run",
    "Ada is a C++ evangelist",
    "Ada plays a priest in the raid",
    "Ada celebrates Christmas in Oslo",
    "Ada's Sunday is free",
  ],
  politics: [
    "Ada is liberal with salt",
    "Ada picks a liberal license",
    "Ada's estimate is conservative",
    "Ada is conservative about upgrades",
    "Ada wrote the leader election",
    "Ada won the election for moderator",
    "Ada does not run for president again",
    "Ada voted for Rust in the poll",
    "Ada hates office politics",
    "Ada runs a D&D campaign",
    "Ada went to a car rally",
    "Ada is a grammar nazi",
    "Ada is left handed",
    "Ada protests",
    "Ada is on the winning party",
    "Ada runs for the bus",
  ],
  ethnicity: [
    "Ada's car is black",
    "Ada has a black cat",
    "Ada fixed the race condition",
    "Ada is a black belt in judo",
    "Ada runs a race on Sunday",
    "Ada cooks Asian food",
    "Ada likes white noise",
    "Ada speaks Korean",
    "Ada is Norwegian",
    "Ada lives in Japan",
    "Ada is half done",
    "Ada found an undocumented flag",
    "Ada's race is on Sunday",
  ],
  minors: [
    "Ada has two kids",
    "Ada has a daughter",
    "Ada killed the child process",
    "Ada is 14 minutes late",
    "Ada is 34 years old",
    "Ada is 30",
    "Ada teaches at a high school",
    "Ada went to high school in Oslo",
    "Ada found a minor bug",
    "Ada moved the older Booth 6",
    "Ada is a minor contributor",
    "Ada is level 15 in the game",
    "Ada wrote child elements",
    "Ada has a 7 year old laptop",
  ],
  finances: [
    "Ada pays off technical debt",
    "Ada bought a bike for $300",
    "Ada handles incoming mail",
    "Ada counts memory savings",
    "Ada forgot daylight savings time",
    "Ada works at a bank",
    "Ada makes 12 cakes",
    "Ada invested a weekend in it",
    "Ada inherited the codebase",
    "Ada's build is in the red zone",
    "Ada is poor at chess",
    "Ada uses multiple inheritance",
    "Ada broke the build",
    "Ada has the book on loan",
  ],
  slurs: [
    "Ada toca el fagot en la orquesta",
    "Ada found a chink in the armor",
    "the kitchen is spic and span",
    "Ada has a Maine Coon",
    "Ada snickers",
    "Ada sells flame retardant",
  ],
}

const rows = (table: Record<Sensitive, string[]>) =>
  SENSITIVE.flatMap((kind) => table[kind].map((text): [Sensitive, string] => [kind, text]))

test.each(rows(TOLD))("class %s is found in: %s", (kind, text) => {
  expect(sensitiveIn(text, ["Ada", "Bo"])).toContain(kind)
})

test.each(rows(EVERYDAY))("class %s is not found in: %s", (_, text) => {
  expect(sensitiveIn(text, ["Ada", "Bo"])).toEqual([])
})

/** The first person says the same of them: "Ada is 15" as "i'm 15", "im 15". */
const FIRST: [string, string[]][] = [
  ["Ada is ", ["i'm ", "im ", "i am ", "she's ", "shes "]],
  ["Ada has been ", ["i've been ", "ive been "]],
  ["Ada has a", ["i've got a", "ive got a"]],
]
const inFirstPerson = (told: readonly string[]) =>
  told.flatMap((text) =>
    FIRST.flatMap(([start, others]) =>
      text.startsWith(start) ? others.map((one) => one + text.slice(start.length)) : [],
    ),
  )

test.each(SENSITIVE)("class %s is found without a name and without an apostrophe", (kind) => {
  for (const text of inFirstPerson(TOLD[kind]))
    expect([text, sensitiveIn(text)]).toEqual([text, expect.arrayContaining([kind])])
  for (const text of inFirstPerson(EVERYDAY[kind])) expect([text, sensitiveIn(text)]).toEqual([text, []])
})

const CHAT: [Sensitive, string[]][] = [
  [
    "minors",
    [
      "im 14 years old",
      "i'm 14 btw",
      "im 15",
      "im in 8th grade",
      "im a minor",
      "i'm a sophomore in high school",
      "i'm a freshman at lincoln high",
      "i turn 16 next month",
      "the twins are in first grade",
      "my daughter starts kindergarten on monday",
      "my mom wont let me stay up past 9",
      "mom took my phone",
      "ich geh in die 9. klasse",
    ],
  ],
  [
    "health",
    [
      "i'm on crutches til june",
      "got the flu",
      "just got out of hospital",
      "im off sick until friday",
      "stitches in my hand",
      "can't walk for 6 weeks",
      "carpal tunnel is acting up",
      "my knee is shot",
      "i passed out at work",
      "im due in august",
      "baby is due in june",
      "trying for a baby",
      "she's 20 weeks along",
      "ich hab mir den fuss verstaucht",
      "wir erwarten ein baby",
      "estoy de baja",
    ],
  ],
]
test.each(CHAT)("class %s is found in chat: %j", (kind, lines) => {
  for (const line of lines) expect([line, sensitiveIn(line)]).toEqual([line, [kind]])
})

test.each([
  "im 14 minutes late",
  "im in 3rd place",
  "Ada wohnt im 4. Stock",
  "i turn 30 next month",
  "we turn 4 pages a day",
  "passed out flyers at the fair",
  "homework from my evening class is due in august",
  "the rent is due on friday",
  "we were 15 people",
  "my back garden is huge",
  "i can't lift the curse until level 9",
  "a sophomore album",
])("chat about other things: %s", (line) => {
  expect(sensitiveIn(line)).toEqual([])
})

test("all classes are refused by default, and a guild may allow each one", () => {
  const refused = (given: Partial<Record<Sensitive, "allow">>, text: string) =>
    refusedIn(text, PolicySchema.parse({ sensitive: given }).sensitive, { people: ["Ada"] })
  expect(Object.values(DEFAULT_POLICY.sensitive)).toEqual(SENSITIVE.map(() => "refuse"))
  for (const kind of SENSITIVE) {
    const text = TOLD[kind][0] ?? ""
    expect(refused({}, text)).toBe(kind)
    expect(refused({ [kind]: "allow" }, text)).toBeNull()
  }
  expect(PolicySchema.safeParse({ sensitive: { health: "maybe" } }).success).toBe(false)
  expect(PolicySchema.safeParse({ sensitive: { age: "allow" } }).success).toBe(false)
})

test("an older policy refuses all classes", () => {
  expect(PolicySchema.parse({ gate: {}, recall: {} }).sensitive).toEqual(DEFAULT_POLICY.sensitive)
})

test("a person's name counts as a whole word, even with dots and brackets", () => {
  expect(sensitiveIn("A.d[a] is disabled", ["A.d[a]"])).toEqual(["health"])
  expect(sensitiveIn("Swap is disabled", ["Ada"])).toEqual([])
  expect(sensitiveIn("Adaptive is disabled", ["Ada"])).toEqual([])
})

test("a group rule is about nobody, unless it mentions a person", () => {
  const group = (text: string) =>
    refusedIn(text, DEFAULT_POLICY.sensitive, { people: ["Ada"], ofGroup: true })
  expect(group("No politics or religion here")).toBeNull()
  expect(group("Ada keeps her religion out")).toBe("religion")
  expect(group("she is pregnant")).toBe("health")
  expect(group("no trannies here")).toBe("slurs")
})

test("the longest hostile text is checked quickly", () => {
  // The first long text compiles the expressions, once.
  sensitiveIn("they ".repeat(800))
  const pieces = [
    "they is ",
    "is a a ",
    "child ",
    "her ",
    "they ",
    "earns 1",
    "1,",
    "voted for the ",
    "of x ",
  ]
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(4_000 / piece.length)).slice(0, 4_000)
    expect(
      quickest(() => sensitiveIn(text, ["Ada"]), 100),
      piece,
    ).toBeLessThan(100)
  }
})

test.each<[Sensitive, string[]]>([
  [
    "health",
    [
      "Ada's knee hurts",
      "Ada is on antibiotics",
      "Ada pulled a hamstring",
      "Ada got their wisdom teeth out",
      "Ada hat sich das Kreuzband gerissen",
      "Ada ist schwanger",
      "Ada ist seit gestern krank",
      "Ada se rompió el tobillo",
      "Ada está embarazada",
      "Ada s'est cassé le bras",
      "Ada est enceinte",
      "Ada quebrou o braço",
      "Ada está grávida",
    ],
  ],
  ["sexuality", ["Ada ist lesbisch", "Ada salió del clóset", "Ada é bissexual e lésbica"]],
  ["religion", ["Ada es católica", "Ada geht sonntags in die Kirche", "Ada est musulmane"]],
  ["politics", ["Ada vota a Vox", "Ada hat die AfD gewählt und wählt sie wieder: AfD", "Ada est syndiquée"]],
  [
    "minors",
    ["Ada geht in die 7. Klasse", "Ada tiene 15 años", "Ada a 14 ans", "Ada tem 13 anos", "Adas Sohn ist 6"],
  ],
  ["finances", ["Ada hat Schulden", "Ada tiene una hipoteca", "Ada touche le rsa"]],
])("%s in other languages: %j", (kind, facts) => {
  for (const fact of facts)
    expect(refusedIn(fact, DEFAULT_POLICY.sensitive, { people: ["Ada"], ofGroup: false }), fact).toBe(kind)
})

test.each([
  "Ada arbeitet im Krankenhaus",
  "Ada ist Krankenpflegerin",
  "Ada ist 34 Jahre alt",
  "Ada isst kein Gluten",
  "Ada geht in die Schule als Lehrerin",
  "Ada es psicóloga",
  "Ada tiene un gato que se llama Mochi",
  "Ada gana 3 partidas",
  "Ada est infirmière",
  "Ada est en première ligne",
  "Ada a un chat qui s'appelle Moka",
  "Ada é fonoaudióloga",
  "Ada loves Corona beer",
  "Ada's gripe is the boss fight",
  "Ada broke the build",
])("everyday words in other languages tell nothing sensitive: %s", (fact) => {
  expect(refusedIn(fact, DEFAULT_POLICY.sensitive, { people: ["Ada"], ofGroup: false })).toBeNull()
})
