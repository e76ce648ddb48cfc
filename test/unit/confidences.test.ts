/** What is told in confidence is recognized in five languages, with the line beside it, and becomes no memory. */
import { expect, test } from "vitest"
import type { Message, Window } from "../../src/domain/types.ts"
import { redactWindow, windowRedactor } from "../../src/extraction/redact-window.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { confidencesIn, isConfidence } from "../../src/privacy/confidences.ts"
import { withoutConfidences } from "../../src/recall/secrets.ts"

test.each([
  "don't tell anyone but I'm leaving",
  "dont tell no one but ive been seeing someone from work",
  "please don't tell anybody, I got the job",
  "do not mention this to anyone",
  "keep this between us",
  "this stays between you and me",
  "just between us, he quit",
  "between you and me, she's moving",
  "keep it to yourself please",
  "keep it quiet for now but we're engaged",
  "off the record: the shop closes",
  "mum's the word",
  "don't tell Ben but we're throwing him a party",
  "not a word to anyone",
  "this doesn't leave this channel",
  "nobody can know yet",
  "no one knows this yet but I'm quitting",
  "never tell anyone that I cried",
  "don't repeat this to anyone",
  "don't share this with anyone",
  "Die PIN vom Fahrradschloss ist 4471, nicht weitersagen",
  "bitte nicht weitersagen: ich kündige",
  "sag das bitte niemandem",
  "sagt's keinem, aber ich bin verliebt",
  "das bleibt unter uns",
  "bleibt bitte unter uns",
  "behaltet das für euch",
  "behalt es bitte für dich",
  "unter uns gesagt, er nervt",
  "erzähl das niemandem",
  "verrat es keinem",
  "das darf niemand wissen",
  "kein Wort zu Anke",
  "no se lo digas a nadie",
  "no se lo digáis a nadie pero me caso",
  "no le cuentes esto a nadie",
  "que quede entre nosotros",
  "esto queda entre tú y yo",
  "que esto no salga de aquí",
  "guárdame el secreto",
  "no digas nada, pero dejo el curro",
  "entre nosotros, no me gusta",
  "ne le dis à personne",
  "ne dites rien à personne",
  "n'en parle à personne",
  "ça reste entre nous",
  "garde ça pour toi",
  "entre nous, il est nul",
  "não conta pra ninguém",
  "não fala isso pra ninguém",
  "isso fica entre nós",
  "cá entre nós, ele saiu",
  "please don't post it anywhere",
  "don't share this",
  "don't share this anywhere, we're splitting up",
  "do not screenshot this",
  "we're moving to Leeds, keep it quiet",
  "keep our news quiet",
  "between you, me and the gatepost, I'm off to Leeds",
  "Between you me and the bedpost the shop is closing",
  "between you and me the shop is closing",
  "I'm leaving in May, gaffer can't find out",
  "Priya mustn't know",
  "Ada must not find out about this",
  "my boss shouldn't hear about it yet",
  "Ben isn't supposed to know",
  "don't let the boss know",
  "I got the job, nobody knows yet (so shh)",
  "we're engaged, so shhh",
  "I haven't told anyone yet",
  "I'm pregnant 🤫",
  "Ich ziehe um, Chef darf das nicht wissen",
  "Mama darf davon nichts erfahren",
  "Die anderen sollen das noch nicht wissen",
  "bitte nicht weiterposten",
  "nicht weitersagen/-posten",
  "bitte nirgends posten",
  "teilt das bitte nicht",
  "das weiß noch keiner",
  "noch weiß es niemand",
  "me mudo a Lugo, que no se entere Marta",
  "mi jefa no puede enterarse",
  "que no se enteren mis padres",
  "no lo publiquen",
  "no lo compartáis en ningún sitio",
  "no publiquéis esto por ahí",
  "nadie lo sabe todavía",
  "todavía no lo sabe nadie",
])("it is told in confidence: %s", (text) => {
  expect(isConfidence(text)).toBe(true)
})

test.each([
  "don't tell me you forgot",
  "nobody told anyone about the meeting",
  "tell everyone I said hi",
  "the distance between you and me is 300 km",
  "between us we have four bikes",
  "unter uns sind drei Vegetarier",
  "entre nosotros hay tres médicos",
  "no me digas que no vienes",
  "no lo digas en inglés",
  "keep this between 20 and 30 degrees",
  "keep the door closed",
  "i can't tell anyone apart on this call",
  "secret santa is on the 12th",
  "the secret is butter",
  "no one knows how to fix it",
  "nobody can know everything",
  "das weiß niemand",
  "ich sag euch nichts Neues",
  "sag mir bescheid",
  "bleib unter dem Limit",
  "c'est entre nous et eux",
  "we live between the two rivers",
  "don't tell him to use apt",
  "keep it simple",
  "keep quiet in the library",
  "off the top of my head",
  "don't share your password",
  "don't repeat yourself",
  "er sagt nicht viel",
  "que quede claro",
  "no digas tonterías",
  "I can keep a secret",
  "we never tell ghost stories",
  "don't share a bathroom with anyone",
  "wir unter uns haben nur ein Auto",
  "nobody should know better than Ben",
  "don't share files that big",
  "don't share this file with the old version",
  "don't post memes in here",
  "don't post that meme twice",
  "nobody knows yet who wins",
  "nobody knows yet, who wins or loses",
  "between you and me there are four bikes",
  "I can't find out which bus goes there",
  "we can't know yet",
  "Ben can't find out how it works",
  "he must not know the answer",
  "don't let me know too late",
  "don't let the cat out",
  "I haven't told anyone how to do it",
  "shh is the sound of the sea",
  "keep it quiet after ten",
  "keep the dog quiet",
  "das darf man nicht vergessen",
  "du solltest nicht wissen müssen, wie es geht",
  "noch weiß niemand, wer gewinnt",
  "niemand weiß das",
  "wir teilen das Zimmer nicht",
  "das Zimmer kann man nicht teilen",
  "no se enteró de nada",
  "nadie sabe todavía quién gana",
  "no lo subas a la estantería",
  "no puede saber cómo acaba",
])("it is no confidence: %s", (text) => {
  expect(isConfidence(text)).toBe(false)
})

const ADA = { id: "1", name: "Ada" }
const BEN = { id: "2", name: "Ben" }
const said = (author: typeof ADA, content: string, id = "9"): Message => ({
  ...{ id, guildId: "7", channelId: "8", author, role: "member", content, at: 1_790_000_000_000 },
  ...{ replyTo: null, mentions: [], attachments: [], source: "chat" as const },
})

test.each<[string[], number[]]>([
  [
    ["A: I live in Oslo", "A: don't tell anyone but", "A: I play the harp"],
    [0, 1, 2],
  ],
  [
    ["B: I live in Oslo", "A: psst, bleibt unter uns", "A: ich spiele Harfe", "A: I live in Graz"],
    [1, 2],
  ],
  [["A: I play the harp", "B: I live in Oslo", "A: don't tell anyone I moved to Graz"], [2]],
  [["B: nice", "A: que quede entre nosotros", "B: I live in Oslo"], [1]],
])("a line beside goes with a wish that says no more: %j", (lines, expected) => {
  const messages = lines.map((line) => said(line.startsWith("A") ? ADA : BEN, line.slice(3)))
  expect([...confidencesIn(messages)].sort()).toEqual(expected)
})

test("a confidence gives no claim and stands in no note", () => {
  const lines = ["dont tell no one but", "I live in Oslo", "I play the harp"]
  const messages = lines.map((line, index) => ({
    ...said(index < 2 ? ADA : BEN, line, String(index)),
    source: "said",
  }))
  const window = {
    id: "w",
    guildId: "7",
    channelId: "8",
    channelName: null,
    reason: "lull",
    messages,
  } as Window
  const people = [ADA, BEN]
  const read = redactWindow(window, () => true, windowRedactor({ excluded: [], people }))
  const { claims, note } = extractByRules({ window: read, members: people })
  expect(claims.map(({ fact }) => fact)).toEqual(["Ben plays the harp"])
  expect(JSON.stringify(note)).not.toMatch(/Oslo|tell/u)
})

test("a confidence is left out of what recall finds, also beside a find", () => {
  const secret = { ...said(ADA, "not a word to anyone, I quit"), id: "9" }
  const other = { ...said(BEN, "we meet on Friday"), id: "8" }
  const hit = (message: Message, before: Message[]) => ({
    message,
    before,
    after: [secret],
    score: 1,
    fit: 1,
  })
  const found = { messages: [[hit(secret, [other]), hit(other, [secret])]] }
  const left = withoutConfidences(found as unknown as Parameters<typeof withoutConfidences>[0])
  expect(left.messages).toEqual([[{ ...hit(other, []), after: [] }]])
})

test("a wish for silence binds the lines sent beside it, also if a reply links others in between", () => {
  const sent = (place: number, author: typeof ADA, words: string) => ({
    ...said(author, words),
    id: String(100 + place),
    at: 1_000 * place,
  })
  const asked = sent(1, BEN, "what are you up to in May?")
  const [wish, secret] = [sent(2, ADA, "don't tell anyone"), sent(3, ADA, "I'm moving to Oslo")]
  const [reply, its] = [sent(5, ADA, "and the boat goes too"), sent(6, ADA, "keep that to yourselves")]
  const hit = { message: secret, score: 1, fit: 1, before: [wish, asked], after: [], nearby: [] }
  const other = { message: asked, score: 1, fit: 1, before: [], after: [reply], nearby: [its] }
  const found = { messages: [[hit, other]] }
  const left = withoutConfidences(found as unknown as Parameters<typeof withoutConfidences>[0])
  expect(left.messages).toEqual([[{ message: asked, score: 1, fit: 1, before: [], after: [] }]])
})

test("further lines after a message are told only if no wish for silence binds them", () => {
  const [asked, open] = [
    { ...said(BEN, "who comes on Friday?"), id: "101", at: 1 },
    { ...said(BEN, "at eight then"), id: "102", at: 2 },
  ]
  const [secret, wish] = [
    { ...said(ADA, "I'm moving to Oslo"), id: "103", at: 3 },
    { ...said(ADA, "don't tell anyone"), id: "104", at: 4 },
  ]
  const hit = {
    message: asked,
    score: 1,
    fit: 1,
    before: [],
    after: [],
    later: [open, secret],
    nearby: [wish],
  }
  const left = withoutConfidences({ messages: [[hit]] } as unknown as Parameters<
    typeof withoutConfidences
  >[0])
  expect(left.messages[0]?.[0]?.later).toEqual([open])
})
