/** English phrases of who somebody is and what they are called. */
import { NATIONALITY } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

export const IDENTITY: readonly Phrase[] = [
  phrase("identity", `i am (?:an? )?(?<nation>${NATIONALITY})`, "is {nation}", [
    ["i'm german btw", "Ana is German"],
    ["im irish", "Ana is Irish"],
  ]),
  phrase(
    "identity",
    "i am (?<state>left[- ]?handed|right[- ]?handed|ambidextrous|bilingual|trilingual|retired|self[- ]employed|unemployed|an introvert|an only child|a twin|a night owl|a morning person|an early bird|a morning bird)",
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
    "(?:you can |everyone |please |y'?all can )?call me (?!crazy|maybe|later|when|if|back|out|a |an |the |old|weird|tomorrow|today|tonight|again|mad|anytime|any |on |at |for |names|stupid|lazy)<name>|i go by <alias:name>|my (?:real |actual )?name is <own:name>|(?:everyone|everybody|most people|(?:my )?friends|people here) calls? me (?!(?:crazy|old|weird|mad|names|stupid|lazy|the|a|an|out|back|when)\\b)<by:name>|i am called <so:name>",
    "is called {name}{alias}{own}{by}{so}",
    [
      ["everyone calls me Kettle", "Ana is called Kettle"],
      ["my friends call me annie", "Ana is called Annie"],
      ["i'm called kettle", "Ana is called Kettle"],
      ["my name's ruth btw", "Ana is called Ruth"],
      ["everyone calls me crazy", null],
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
    "(?:i am (?:in|on) |i am (?=utc|gmt)|my time zone is )(?<zone>(?:utc|gmt)(?:(?: )?[+-](?: )?\\d{1,2}(?::\\d\\d)?)?|cet|cest|est|edt|cst|pst|pdt|mst|bst|jst|ist|aest|eastern|pacific|central)(?: time)?",
    "is in the {zone} time zone",
    [
      ["im utc+2", "Ana is in the utc+2 time zone"],
      ["im in utc+2", "Ana is in the utc+2 time zone"],
      ["my timezone is EST", "Ana is in the EST time zone"],
    ],
  ),
  phrase(
    "birthday",
    "i (?:am turning|turn) (?<age>1[89]|[2-9]\\d)",
    "turns {age}",
    [["i turn 30 on saturday", "Ana turns 30 on 16 May 2026"]],
    "needed",
  ),
  phrase("identity", "i am (?<age>1[89]|[2-6]\\d)", "is {age} years old", [
    ["I'm 41, probably the oldest one here", "Ana is 41 years old"],
    ["im 30 minutes late", null],
  ]),
  phrase(
    "identity",
    "(?<pronouns>(?:she/her|he/him|they/them|she/they|he/they|they/she|they/he|it/its|any/all|xe/xem|ze/hir))(?: pls| please| btw)?",
    "uses {pronouns} pronouns",
    [["they/them pls", "Ana uses they/them pronouns"]],
  ),
]
