/** Phrases in which people speak of themselves in English chat. */
import { type PhraseTable, phrase } from "./phrase.ts"

const AM = "(?:i'm |im |i am |i'll be |ill be )?"
const DIET =
  "(?<diet>vegan|vegetarian|veggie|pescatarian|teetotal|gluten[- ]free|dairy[- ]free|lactose intolerant)"
const FOOD =
  "(?<food>meat|beef|pork|fish|seafood|shellfish|dairy|gluten|lactose|nuts|peanuts|eggs?|sugar|alcohol|cilantro|coriander|mushrooms?|onions?|garlic|tomatoes|olives|cheese|caffeine|coffee|wheat|soy)"
const SYSTEM =
  "(?<system>debian|fedora|arch|ubuntu|mint|nixos|gentoo|opensuse|alpine|freebsd|openbsd|macos|linux|windows \\d+|pop ?!?_?os|endeavouros|manjaro)"
const SITE =
  "(?<site>twitch|steam|github|youtube|instagram|insta|twitter|bluesky|mastodon|xbox|psn|reddit|tumblr|soundcloud|bandcamp)"

export const ENGLISH: PhraseTable = {
  language: "en",
  fillers:
    /^(?:(?:ok|okay|oh|ah|so|also|and|but|well|anyway|btw|fyi|hey|yeah|yep|yes|yup|nah|nope|lol|lmao|haha+|hmm+|ugh|omg|honestly|tbh|actually|just|finally|guys|folks|pls|please|still|now|currently|officially|sorry|then|update|psa|heads up|since everyone'?s sharing)(?![\p{L}'])[\s,:]*)+|[\s,]*(?<![\p{L}'])(?:today|btw|tbh|lol|lmao|haha+|now|too|though|tho|fyi|ok|okay|pls|please|thanks|thx|again|already|anyway|rn|these days|atm|for now|right now|at the moment|guys|folks|sorry|i guess|so yeah|as well|for a while|serious|fr)$/iu,
  empty:
    /^(?:it|that|this|them|there|here|you|your|him|her|he|she|they|we|us|one|some|any|all|me|my|mine|what|when|where|who|how|why|if|not|stuff|things?|something|anything|nothing|everything|someone|anyone|everyone|same)(?:$|\s)|^(?:the|a|an)$/iu,
  usual: {
    veggie: "vegetarian",
    my: "their",
    insta: "Instagram",
    twitch: "Twitch",
    steam: "Steam",
    github: "GitHub",
    youtube: "YouTube",
    debian: "Debian",
    fedora: "Fedora",
    arch: "Arch",
    ubuntu: "Ubuntu",
    mint: "Mint",
    nixos: "NixOS",
    linux: "Linux",
    macos: "macOS",
  },
  phrases: [
    phrase(
      "constraint",
      `(?:.{0,30}(?:remember|reminder|note) (?:that )?)?(?:i am|i'm|im) (?:a |an |strictly )?${DIET}(?: this time.*| since .{3,20}| by the way)?`,
      "is {diet}",
      [
        ["im veggie", "Ana is vegetarian"],
        [
          "someone remember im veggie this time before buying a 12 pack of sausage rolls",
          "Ana is vegetarian",
        ],
        ["oh and i'm vegan", "Ana is vegan"],
        ["im tired", null],
      ],
    ),
    phrase("constraint", `no ${FOOD} for me`, "doesn't eat {food}", [
      ["no gluten for me please", "Ana doesn't eat gluten"],
      ["no bike for me", null],
    ]),
    phrase(
      "constraint",
      `i (?:don't|dont|do not|can't|cant|cannot) (?:really )?(?:eat|do|have|drink) (?:any )?${FOOD}(?: anymore)?`,
      "doesn't eat or drink {food}",
      [
        ["i dont do dairy", "Ana doesn't eat or drink dairy"],
        ["i dont do mondays", null],
      ],
    ),
    phrase("work", "(?:my )?day ?job(?: is|:| =|'s) (?:a |an )?<job:thing>", "works as {job}", [
      [
        "day job = conservator at a photo museum in rotterdam",
        "Ana works as conservator at a photo museum in rotterdam",
      ],
    ]),
    phrase(
      "work",
      "(?:i )?(?:just )?(?:handed|turned) in my (?:notice|apron|badge|resignation)|i quit my job|(?:i )?gave (?:in )?my notice",
      "has quit their job",
      [
        ["handed in my apron today lol", "Ana has quit their job"],
        ["i quit my game", null],
      ],
    ),
    phrase(
      "work",
      "(?:i'm |im |i am |i )?start(?:ing)? (?:at|with) <org:words>",
      "starts at {org}",
      [
        ["im starting at lidl tomorrow", "Ana starts at Lidl on 12 May 2026"],
        ["starting at 9", null],
      ],
      "needed",
    ),
    phrase("work", "(?:i'm |im |i am )?on shift (?:all day )?(?:at|in) <thing>", "works at {thing}", [
      ["im on shift all day sunday at the pharmacy", "Ana works at the pharmacy"],
    ]),
    phrase("habit", "i main <role:words>|(?:i'm|im|i am) (?:a )?<main:word> main", "mains {role}{main}", [
      ["i main support now btw", "Ana mains support"],
      ["im a mercy main", "Ana mains mercy"],
      ["int main", null],
    ]),
    phrase(
      "tool",
      `(?:i'm|im|i am) (?:running|using|on|back on) ${SYSTEM}(?: on everything| everywhere| full ?time| on my .*)?|(?:i )?(?:switched|moved|went back) to ${SYSTEM.replace("<system>", "<other>")}|running ${SYSTEM.replace("<system>", "<all>")} (?:on everything|everywhere)`,
      "uses {system}{other}{all}",
      [
        ["running debian on everything now", "Ana uses Debian"],
        ["running late", null],
        ["the driver on linux", null],
      ],
    ),
    phrase("name", "(?:you can |everyone )?call me <name>|i go by <alias:name>", "is called {name}{alias}", [
      ["call me Kettle", "Ana is called Kettle"],
      ["call me when you are there", null],
    ]),
    phrase("name", `on ${SITE} (?:i am|i'm|im) (?:called )?<handle:word>`, "is called {handle} on {site}", [
      ["on twitch im drewhistle now", "Ana is called drewhistle on Twitch"],
      ["on monday im free", null],
    ]),
    phrase(
      "absence",
      `${AM}(?:away|gone|travell?ing|on (?:holiday|vacation|leave|pto))(?: in <place>)?`,
      "is away[ in {place}]",
      [
        ["im travelling 23 to 28 may", "Ana is away from 23 May 2026 to 28 May 2026"],
        ["im away", null],
      ],
      "needed",
    ),
    phrase(
      "absence",
      `${AM}in <place>`,
      "is in {place}",
      [
        ["in lisbon the 10th til the 20th", "Ana is in Lisbon from 10 June 2026 to 20 June 2026"],
        ["in a minute", null],
      ],
      "needed",
    ),
    phrase(
      "appointment",
      `${AM}(?:flying|driving|travell?ing|heading|going|off|moving) to <place>(?: to .{3,40})?`,
      "goes to {place}",
      [
        ["im flying to winnipeg thursday to be with him", "Ana goes to Winnipeg on 14 May 2026"],
        ["going to bed", null],
      ],
      "needed",
    ),
    phrase(
      "constraint",
      "(?:and )?(?:don't|dont|do not|never) (?:ping|@|dm|message|call|text) me (?<time>(?:after|before|during|between) .{2,30}?)",
      "doesn't want to be messaged {time}",
      [
        ["pls dont ping me after 10pm for a while ok", "Ana doesn't want to be messaged after 10pm"],
        ["dont ping me", null],
      ],
    ),
    phrase("belonging", "(?:i )?(?:have |'ve )?sold (?:my|the) <thing>", "sold their {thing}", [
      ["sold my switch", "Ana sold their switch"],
      ["sold out", null],
    ]),
    phrase(
      "belonging",
      "(?:i )?(?:just )?(?:got|bought) (?:a|an|my) (?:new|used|second ?hand) <thing>",
      "got a new {thing}",
      [
        ["bought a used trumpet", "Ana got a new trumpet"],
        ["got it", null],
      ],
    ),
    phrase(
      "family",
      "<friend:name> (?:and|n) (?:i|me) (?:broke up|split up|split|separated|have split|are done|are over)(?: .{3,15} ago)?",
      "{who} and {friend} have split up",
      [
        ["felix and i split up 2 weeks ago", "Ana and Felix have split up"],
        ["mum and i split the bill", null],
      ],
    ),
    phrase(
      "study",
      "(?<nth>1st|2nd|3rd|4th|5th|first|second|third|fourth|final) year (?<subject>[\\p{L} ]{3,30}?)(?: student)?(?: (?:in|at) <place>)?",
      "is in their {nth} year of {subject}[ in {place}]",
      [["2nd year architecture in delft", "Ana is in their 2nd year of architecture in Delft"]],
    ),
    phrase(
      "schedule",
      "i have <thing> (?:on )?(?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)days)(?: .{3,40})?",
      "has {thing} on {day}",
      [["i have pottery thursdays till thanksgiving", "Ana has pottery on thursdays"]],
    ),
    phrase(
      "task",
      "i'll bring <thing>|ill bring <what:thing>|i can bring <item:thing>",
      "brings {thing}{what}{item}",
      [
        ["ill bring the jetboil and coffee for everyone", "Ana brings the jetboil and coffee for everyone"],
        ["ill bring it", null],
      ],
    ),
    phrase(
      "absence",
      "i (?:can't|cant|cannot|won't|wont) (?:make it|come|be there|do|join|play)(?: then)?",
      "can't make it",
      [
        ["i cant make it on friday", "Ana can't make it on 15 May 2026"],
        ["i cant make it", null],
      ],
      "needed",
    ),
    phrase(
      "absence",
      "(?:i'm |im |i am |i'll be |ill be )?back(?: home| in town)?",
      "is back",
      [
        ["back on the 2nd", "Ana is back on 2 June 2026"],
        ["back", null],
      ],
      "needed",
    ),
    phrase(
      "appointment",
      "(?:i have |i've |i )?(?:got )?(?:(?<art>an?|my) )?(?<what>exam|interview|job interview|driving test|driving exam|finals|viva|thesis defen[cs]e|wedding|concert|audition)(?: (?:for|in|at) .{2,30})?",
      "has[ {art}] {what}",
      [
        ["got my driving test on tuesday", "Ana has their driving test on 12 May 2026"],
        ["exam was fine", null],
      ],
      "needed",
    ),
    phrase(
      "constraint",
      "i (?:don't|dont|do not) (?<habit>drink|smoke|fly|drive)(?: at all| anymore)?",
      "doesn't {habit}",
      [
        ["i dont drink", "Ana doesn't drink"],
        ["i dont drive", "Ana doesn't drive"],
        ["i dont know", null],
      ],
    ),
    phrase("work", "(?:i )?got (?:the|a) (?:new )?job at <org:words>", "has a new job at {org}", [
      ["got the job at ikea!!", "Ana has a new job at Ikea"],
    ]),
  ],
}
