/** English phrases of where somebody lives and comes from, who they are, and what they are called. */
import { NATIONALITY } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

export const HOME: readonly Phrase[] = [
  phrase(
    "home",
    "i (?:live|am living|am based|reside) (?<prep>in|near|outside|outside of|close to) <place>",
    "=",
    [
      ["i live in lisbon", "Ana lives in Lisbon"],
      ["im based in porto these days", "Ana is based in Porto"],
      ["I live in fear", null],
      ["i live in the vents", null],
    ],
  ),
  phrase("home", "(?:living|based) in <place>", "lives in {place}", [
    ["living in ghent now", "Ana lives in Ghent"],
    ["living in denial", null],
  ]),
  phrase(
    "home",
    "(?:i )?(?:have )?moved (?:back )?(?:up |down |over |out )?to <place>(?: (?:with|for) (?<with>.{3,40}))?",
    "=",
    [
      ["moved to leeds last month btw", "Ana moved to Leeds in April 2026"],
      ["I just moved to Oslo with my partner", "Ana moved to Oslo with their partner"],
      ["I moved to the next level", null],
      ["moved to channel 4", null],
    ],
    "told",
  ),
  phrase("home", "(?:i )?moved in with <friend:words>", "=", [
    ["just moved in with my girlfriend", "Ana moved in with their girlfriend"],
  ]),
  phrase(
    "home",
    "(?:i am )?(?:(?:going to )?(?:moving|move)|relocating) (?:back )?to <place>(?: (?:with|for) .{3,40})?",
    "=",
    [
      ["We're moving to Canada", "Ana is moving to Canada"],
      ["im moving to york in september", "Ana is moving to York in September 2026"],
      ["im gonna move to trondheim!!", "Ana is going to move to Trondheim"],
    ],
    "told",
  ),
  phrase(
    "home",
    "i am moving(?: out| house| flats| apartments)?",
    "=",
    [
      ["im moving on saturday", "Ana is moving on 16 May 2026"],
      ["im moving", null],
    ],
    "needed",
  ),
  phrase(
    "home",
    "(?:i )?(?:bought|have bought) (?:a|my first|our first) (?<what>house|flat|apartment|condo|cottage|farm)(?: (?<prep>in|near) <place>)?",
    "=",
    [
      ["we bought a house!!", "Ana bought a house"],
      ["bought a flat in leeds", "Ana bought a flat in Leeds"],
      ["bought a house in monopoly", null],
    ],
  ),
  phrase(
    "origin",
    "i (?:am|come|hail) (?:originally )?from <place>(?: originally)?|from <there:place> originally",
    "is from {place}{there}",
    [
      ["im from brazil", "Ana is from Brazil"],
      ["originally from cork but living in ghent now", "Ana is from Cork; Ana lives in Ghent"],
      ["im from the future", null],
    ],
  ),
  phrase("origin", "originally from <place>", "is from {place}", [
    ["originally from cork", "Ana is from Cork"],
  ]),
  phrase(
    "origin",
    "(?:i )?(?<how>grew up|was born|was raised)(?: and raised)? (?<prep>in|near|on|outside) <spot:thing>",
    "=",
    [
      ["grew up in ohio", "Ana grew up in Ohio"],
      ["I was born in Cairo", "Ana was born in Cairo"],
      ["i was born ready", null],
      ["born in the wrong century", null],
    ],
  ),
  phrase("identity", `i am (?:an? )?(?<nation>${NATIONALITY})`, "is {nation}", [
    ["i'm german btw", "Ana is German"],
    ["im irish", "Ana is Irish"],
  ]),
  phrase(
    "identity",
    "i am (?<state>left[- ]?handed|right[- ]?handed|ambidextrous|bilingual|trilingual|colou?r ?blind|retired|self[- ]employed|unemployed|an introvert|an only child|a twin|a night owl|a morning person|an early bird|a morning bird)",
    "=",
    [
      ["I'm left-handed", "Ana is left-handed"],
      ["im an only child", "Ana is an only child"],
    ],
  ),
  phrase(
    "birthday",
    "my birthday is (?:on )?(?<day>(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? \\p{L}+|\\p{L}+ (?:the )?\\d{1,2}(?:st|nd|rd|th)?)|i was born on (?<date>(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? \\p{L}+|\\p{L}+ \\d{1,2}(?:st|nd|rd|th)?)",
    "{who}'s birthday is {day}{date}",
    [
      ["my birthday is March 3", "Ana's birthday is March 3"],
      ["my bdays on the 4th of july", null],
      ["my birthday is the 9th of august btw", "Ana's birthday is the 9th of August"],
    ],
  ),
  phrase(
    "identity",
    "i am (?<age>1[89]|[2-9]\\d)(?: years old| yo| y/o)|i (?:have )?turned (?<turned>1[89]|[2-9]\\d)",
    "is {age}{turned} years old",
    [
      ["I'm 27 years old", "Ana is 27 years old"],
      ["just turned 30", null],
      ["i just turned 30", "Ana is 30 years old"],
      ["i am 15 years old", null],
    ],
  ),
  phrase(
    "identity",
    "(?:my )?pronouns(?: are|:| =) (?<pronouns>\\p{L}+/\\p{L}+(?:/\\p{L}+)?)|i (?:use|go by|prefer) (?<used>(?:she|he|they|xe|ze|it|any)/\\p{L}+(?:/\\p{L}+)?)(?: pronouns)?",
    "uses {pronouns}{used} pronouns",
    [
      ["my pronouns are they/them", "Ana uses they/them pronouns"],
      ["i use he/they", "Ana uses he/they pronouns"],
    ],
  ),
  phrase(
    "name",
    "(?:you can |everyone |please |y'?all can )?call me (?!crazy|maybe|later|when|if|back|out|a |an |the |old|weird|tomorrow|today|tonight|again|mad|anytime|any |on |at |for |names|stupid|lazy)<name>|i go by <alias:name>|my (?:real |actual )?name is <own:name>",
    "is called {name}{alias}{own}",
    [
      ["call me Kettle", "Ana is called Kettle"],
      ["my name is actually Ruth", "Ana is called Ruth"],
      ["call me when you are there", null],
      ["call me crazy", null],
    ],
  ),
  phrase(
    "name",
    "on (?<site>twitch|steam|github|youtube|instagram|insta|twitter|bluesky|mastodon|xbox|psn|reddit|tumblr|soundcloud|bandcamp) i am (?:called )?<handle:word>|my (?<place2>twitch|steam|github|youtube|instagram|insta|twitter|bluesky|mastodon|psn|reddit|soundcloud|bandcamp)(?: (?:name|handle|username|id|account))? is <account:word>",
    "is called {handle}{account} on {site}{place2}",
    [
      ["on twitch im drewhistle now", "Ana is called drewhistle on Twitch"],
      ["my steam name is moth_king", "Ana is called moth_king on Steam"],
      ["on monday im free", null],
      ["my twitch is down", null],
    ],
  ),
  phrase(
    "identity",
    "(?:i am (?:in|on) |my time zone is )(?<zone>(?:utc|gmt)(?:(?: )?[+-](?: )?\\d{1,2}(?::\\d\\d)?)?|cet|cest|est|edt|cst|pst|pdt|mst|bst|jst|ist|aest|eastern|pacific|central)(?: time)?",
    "is in the {zone} time zone",
    [
      ["im in utc+2", "Ana is in the utc+2 time zone"],
      ["my timezone is EST", "Ana is in the EST time zone"],
    ],
  ),
  phrase("constraint", "i (?:do not|cannot) (?<what>drive|swim|cook|ride a bike)", "doesn't {what}", [
    ["i cant drive", "Ana doesn't drive"],
  ]),
  phrase(
    "belonging",
    "i (?:do not (?:have|own)|have never (?:had|owned)) (?:any )?(?<what>(?:an? )?(?:car|tv|television|kids|children|pets|siblings|dog|cat|phone|smartphone|garden|dishwasher|microwave|bike|licen[cs]e|driving licen[cs]e|driver'?s licen[cs]e|passport|pc|laptop|desktop|console|printer|credit card|facebook|instagram|tiktok|whatsapp))",
    "=",
    [
      ["i don't have a car", "Ana doesn't have a car"],
      ["i dont have a clue", null],
    ],
  ),
  phrase(
    "event",
    "i have never (?<what>been (?:to|on|in) <place>|seen (?:the )?<film:words>|played <game:words>|(?:eaten|tried|read|watched) <dish:words>)",
    "=",
    [
      ["I've never been to Paris", "Ana has never been to Paris"],
      ["i've never been this tired", null],
    ],
  ),
  phrase(
    "home",
    "(?:i am |i live )?(?:way )?out in the (?<where>sticks|country|countryside|suburbs|boonies|middle of nowhere|woods|burbs)",
    "lives out in the {where}",
    [["we're out in the sticks", "Ana lives out in the sticks"]],
  ),
  phrase(
    "origin",
    "(?:i am )?<there:place> born and (?:raised|bred)|born and raised in <place>",
    "is from {there}{place}",
    [["glasgow born and bred", "Ana is from Glasgow"]],
  ),
  phrase(
    "identity",
    "(?:my pronouns are )?(?<pronouns>(?:she|he|they|xe|ze|it|any)/\\p{L}+(?:/\\p{L}+)?)(?: pronouns)?(?: (?:is|are))? (?:good|fine|works?|preferred|for me|ok)(?: for me)?",
    "uses {pronouns} pronouns",
    [["she/they is good, thx", "Ana uses she/they pronouns"]],
  ),
  phrase(
    "birthday",
    "(?:my )?birthday['’]?s?(?: is)? (?:on )?(?<day>(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? \\p{L}+|\\p{L}+ (?:the )?\\d{1,2}(?:st|nd|rd|th)?)(?: (?:so|if|for) .*)?",
    "{who}'s birthday is {day}",
    [["birthdays the 29th of feb", "Ana's birthday is the 29th of feb"]],
  ),
  phrase(
    "birthday",
    "i (?:am turning|turn) (?<age>1[89]|[2-9]\\d)",
    "turns {age}",
    [["i turn 30 on saturday", "Ana turns 30 on 16 May 2026"]],
    "needed",
  ),
]
