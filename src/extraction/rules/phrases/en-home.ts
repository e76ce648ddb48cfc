/** English phrases of where somebody lives and comes from. */
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
      ["live in leeds now", "Ana lives in Leeds"],
      ["live in 5 minutes", null],
      ["i lvie in leeds", "Ana lives in Leeds"],
      ["i live in the vents", null],
      ["i live in vim", null],
      ["i live in sweatpants", null],
      ["i live in constant fear", null],
      ["i live in whiterun", null],
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
      ["moved to postgres last month", null],
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
      ["i'm moving to firebase next week", "Ana is moving to firebase in the week of 18 May 2026"],
      ["im gonna move to trondheim!!", "Ana is going to move to Trondheim"],
    ],
    "told",
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
      ["im form peru", "Ana is from Peru"],
    ],
  ),
  phrase(
    "origin",
    "(?:i )?(?<how>grew up|was born|was raised)(?: and raised)? (?<prep>in|near|on|outside) <spot:thing>",
    "=",
    [
      ["grew up in ohio", "Ana grew up in Ohio"],
      ["I was born in Cairo", "Ana was born in Cairo"],
      ["i was born ready", null],
      ["born in peru", "Ana was born in Peru"],
      ["born in the wrong century", null],
    ],
  ),
  phrase("constraint", "i (?:do not|cannot) (?<what>drive|swim|cook|ride a bike)", "doesn't {what}", [
    ["i cant drive", "Ana doesn't drive"],
  ]),
  phrase(
    "belonging",
    "i (?:do not (?:have|own)|have never (?:had|owned)) (?:any )?(?<what>(?:an? )?(?:car|tv|television|mic|headset|webcam|kids|children|pets|siblings|dog|cat|phone|smartphone|garden|dishwasher|microwave|bike|licen[cs]e|driving licen[cs]e|driver'?s licen[cs]e|passport|pc|laptop|desktop|console|printer|credit card|facebook|instagram|tiktok|whatsapp))",
    "=",
    [
      ["i don't have a car", "Ana doesn't have a car"],
      ["i dont have a clue", null],
      ["i don't have a mic", "Ana doesn't have a mic"],
      ["no kids", "Ana doesn't have kids"],
      ["no kids allowed", null],
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
]
