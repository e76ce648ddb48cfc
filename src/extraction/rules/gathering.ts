/** What a group does together and when: "game night is on Wednesdays", "dinner at mine on the 14th". */

import type { Proposition } from "./claims.ts"
import { isUncertain } from "./source-filter.ts"
import type { SpeechContext } from "./statement.ts"
import { capitalizeDates, isTime } from "./times.ts"

const HEADS =
  "(?:night|dinner|lunch|brunch|breakfast|party|meeting|meetup|meet-up|practice|rehearsals?|quiz|fair|deadline|release|launch|raid|match|game|tournament|session|standup|demo|picnic|bbq|barbecue|concert|wedding|exam|gig|show|trip|hike|race|workshop|class|lesson|recital|reunion|festival|market|sale|potluck|ceremony|campaign|stream|screening|retro|sync|kickoff|interview|walk|ride|tour|jam|bonfire|sleepover|book club|movie|call)"
const GATHERING = new RegExp(`\\b${HEADS}\\b`, "i")
const WHAT = `((?:(?:the|our|this year's|next) )?(?:[\\p{L}-]+ ){0,3}?${HEADS}(?: for (?:the |our )?[\\p{L}-]+(?: [\\p{L}-]+)?)?)`
const MOVED =
  "(?:(?:has been|have been|is being|got|gets|is|was) )?(?:moved|pushed|postponed|rescheduled|bumped|shifted|delayed|brought forward|changed)(?: back| forward| up)?"
const HELD = new RegExp(
  `^${WHAT}(?: is|'s| are| will be| (${MOVED})| (moves|starts|begins|happens|takes place)(?: back)?) (?:now )?(to |until |till )?(.{2,50})$`,
  "iu",
)
const HOSTED = new RegExp(
  `^(?:the |our )?((?:[\\p{L}-]+ ){0,2}?${HEADS}) at (?:mine|my place|my house|our place|ours|my flat|my apartment) (.{2,50})$`,
  "iu",
)
const NO_SUBJECT =
  /\b(?:i|i'm|you|your|it|he|she|they|my|his|her|their|that|no|any|every|first|last|one|and|of)\b/i

/** Reads a clause as the time of something shared; null where it is none. `at` is a time said before it: "from next week". */
export function readGathering(said: string, at: string, speech: SpeechContext): Proposition | null {
  const text = said.replace(/[\s.!]+$/, "").replace(/,? (?:now|then|instead|same time|as usual)$/i, "")
  if (text.length > 110 || !GATHERING.test(text) || isUncertain(text)) return null
  const words = text.split(" ")
  for (const length of [3, 2, 1]) {
    const lead = words.slice(0, length).join(" ")
    if (/^(?:from |starting )?/i.test(lead) && isTime(lead.replace(/^(?:from|starting) /i, "")))
      return held(words.slice(length).join(" "), ` ${lead}`, speech)
  }
  return hosted(text, speech) ?? held(text, at, speech)
}

function held(text: string, at: string, speech: SpeechContext): Proposition | null {
  const [, what = "", moved, begins, to = "", when = ""] = HELD.exec(text) ?? []
  const named = what.replace(/^(?:our|this year's) /i, "the ")
  if (what === "" || NO_SUBJECT.test(what) || !(isTime(`${to}${when}`) || isTime(when))) return null
  const verb =
    moved === undefined
      ? (begins ?? "is")
      : moved.replace(/^(?:got|gets|is being|has been|have been|is) |^(?!was)/i, "was ")
  return draft(speech, {
    subject: speech.guild,
    label: named.charAt(0).toUpperCase() + named.slice(1),
    verb,
    object: `${to}${capitalizeDates(when)}${at}`,
    lemma: what.toLowerCase(),
  })
}

function hosted(text: string, speech: SpeechContext): Proposition | null {
  const [, what = "", when = ""] = HOSTED.exec(text) ?? []
  if (what === "" || NO_SUBJECT.test(what) || !isTime(when)) return null
  const { speaker } = speech
  return draft(speech, {
    subject: speaker,
    label: speaker.name,
    verb: "is hosting",
    object: `${/(?:dinner|lunch|brunch|breakfast|night|club|practice|class|rehearsals?)$/i.test(what) ? "" : "a "}${what.toLowerCase()} ${capitalizeDates(when)}`,
    lemma: "host",
  })
}

function draft(
  speech: SpeechContext,
  own: Pick<Proposition, "subject" | "label" | "verb" | "object" | "lemma">,
): Proposition {
  const { speaker, line, at } = speech
  return {
    ...own,
    speaker: speaker,
    plural: false,
    isKin: false,
    tail: "",
    kind: "gathering",
    confidence: speech.laughing ? 0.8 : 1,
    lines: new Set([line]),
    place: null,
    timed: true,
    lastLine: line,
    lastAt: at,
  }
}
