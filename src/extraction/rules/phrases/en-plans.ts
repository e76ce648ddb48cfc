/** English phrases of plans, events and absences. */
import { MODIFIERS, RELATIVE } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

const AM = "(?:i am |i will be )?"
const OCCASION =
  "(?<what>(?:(?:job|final|driving|theory|written|oral|math|maths|bio|chem|physics|history|spanish|french|german|phone|second|band|choir|piano|court|visa|dance) )?(?:exams?|interview|test|finals|midterms?|viva|thesis defen[cs]e|wedding|concert|audition|recital|gig|flight|deadline|presentation|exhibition|competition|tournament|marathon|race|graduation|bar exam|hearing|move|half marathon|appointment|meeting with my (?:advisor|supervisor)))"

export const PLANS: readonly Phrase[] = [
  phrase(
    "event",
    `(?:i )?(?:ran|finished|did|completed|won|played in|entered) (?<what>(?:a|my|the|my first|our) ${MODIFIERS}(?:marathon|half marathon|half|race|5k|10k|triathlon|tournament|hackathon|contest|competition|recital|gig|show|exhibition))(?: (?:in|at) (?<prep>.{2,30}))?`,
    "=",
    [["I ran my first half marathon last Sunday", "Ana ran their first half marathon on 10 May 2026"]],
    "told",
  ),
  phrase(
    "goal",
    `i (?:am|have been) (?<verb>working on|building|writing|restoring|making|developing|recording|translating|renovating|training for|saving(?: up)? for|planning) (?<what>(?:a|an|my|our|my own) (?:[\\p{L}\\d'’-]+ ){0,4}?(?:novel|book|album|ep|game|boat|treehouse|shed|deck|mod|podcast|thesis|dissertation|comic|webcomic|film|short film|documentary|screenplay|play|musical|synth|keyboard|telescope|guitar|violin|house|kitchen|bathroom|van|car|motorbike|tram|app|website|zine|cookbook|memoir|marathon|half marathon|triathlon|ironman|race|wedding|trip|roadtrip|tabletop game|board game|robot|greenhouse|garden|pc|nas|3d printer|startup|portfolio|quilt|blanket|sweater|costume|cosplay|map|font|language|conlang))(?: .{0,40})?`,
    "=",
    [
      ["I'm working on a novel", "Ana is working on a novel"],
      ["im training for a marathon", "Ana is training for a marathon"],
      ["im working on it", null],
    ],
    "told",
  ),
  phrase(
    "absence",
    `${AM}(?:away|gone|traveling|out|off|off work|offline|on (?:holiday|vacation|leave|pto|a trip)|out of (?:town|office)|afk|abroad)(?: in <place>)?`,
    "is away[ in {place}]",
    [
      ["im travelling 23 to 28 may", "Ana is away from 23 May 2026 to 28 May 2026"],
      ["I'm on vacation until Monday", "Ana is away until 18 May 2026"],
      ["i'll be away next week", "Ana is away in the week of 18 May 2026"],
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
    `(?:i am (?:going )?|i )?(?:fly|flying|driving|traveling|heading|going|off|taking the train|go|drive|travel) (?:back |home |over |up |down )?to <place>(?: (?:to|for|with) .{3,40})?`,
    "=",
    [
      [
        "im flying to winnipeg thursday to be with him",
        "Ana is flying to Winnipeg to be with him on 14 May 2026",
      ],
      ["I fly to Lima on Friday", "Ana flies to Lima on 15 May 2026"],
      ["we're going to Iceland in August", "Ana is going to Iceland in August 2026"],
      ["going to bed", null],
    ],
    "needed",
  ),
  phrase(
    "absence",
    "i (?:cannot|will not|am not going to) (?:be able to )?(?:make it|come|be there|be around|do|join|play|attend|raid)(?: then| in)?",
    "=",
    [
      ["i cant make it on friday", "Ana can't make it on 15 May 2026"],
      ["i cant make it", null],
    ],
    "needed",
  ),
  phrase(
    "absence",
    `${AM}back(?: home| in town| at work| online)?`,
    "is back",
    [
      ["back on the 2nd", "Ana is back on 2 June 2026"],
      ["back", null],
    ],
    "needed",
  ),
  phrase(
    "appointment",
    `(?:(?:i have |i got |got |have )(?:(?<art>an?|my|our) )?${OCCASION}|(?:(?<art2>an?|my) )?(?<what2>(?:(?:math|maths|bio|chem|physics|history|driving|job) )?(?:exams?|interview|finals|midterms?|driving test|viva)))(?: (?:for|in|at|to|with) .{2,30})?`,
    "has[ {art}{art2}] {what}{what2}",
    [
      ["got my driving test on tuesday", "Ana has their driving test on 12 May 2026"],
      ["I have an exam on Friday", "Ana has an exam on 15 May 2026"],
      ["exam was fine", null],
    ],
    "needed",
  ),
  phrase(
    "appointment",
    `my ${OCCASION} is`,
    "=",
    [["my wedding is on 3 october", "Ana's wedding is on 3 October 2026"]],
    "needed",
  ),
  phrase(
    "event",
    "(?:i )?(?<did>went to|visited|got back from|came back from|attended|saw) <what:words>(?: (?:with|for|in) .{3,30})?",
    "=",
    [
      ["Yesterday, I went to a concert", "Ana went to a concert on 10 May 2026"],
      ["went to bed", null],
      ["i went to the shop", null],
    ],
    "past",
  ),
  phrase(
    "event",
    `my (?<kin>${RELATIVE})['’]?s (?<what>wedding|birthday|graduation|funeral|party|exam|concert|anniversary) is`,
    "=",
    [["my sister's wedding is in september", "Ana's sister's wedding is in September 2026"]],
    "needed",
  ),
  phrase(
    "appointment",
    "i (?:am|will be) (?<what>(?!(?:so|dead|dying|going|gonna|not|tired|sick|done|screwed|excited|sure|glad|happy|sorry|free|available|crying|hoping|thinking|waiting|looking|trying|back|away|off|in|at|out|very|really|pretty|too|fucked|hyped|scared|nervous|busy)\\b)\\p{L}+ing(?: [\\p{L}'’&-]+){0,7}?)",
    "=",
    [
      [
        "im running a booth at the zine fair on saturday",
        "Ana is running a booth at the zine fair on 16 May 2026",
      ],
      ["im crying on monday", null],
      ["starting tomorrow the shops close early", null],
    ],
    "needed",
  ),
  phrase(
    "absence",
    `${AM}(?:basically |mostly |mainly )?(?<what>offline|busy|unavailable|not around|not available|afk|away from (?:my )?(?:pc|desk|discord)|swamped|on call)`,
    "is {what}",
    [
      ["mostly offline until the 30th", "Ana is offline until 30 May 2026"],
      ["im busy", null],
    ],
    "needed",
  ),
  phrase(
    "event",
    "(?:i )?(?:booked|got tickets for|got tickets to|bought tickets for|bought tickets to|signed up for|registered for|am signed up for) (?<what>(?:an?|the|my|our|two|some|tickets|flights|a table) [\\p{L}\\d'’ -]{3,40}?)(?: for .{3,30})?",
    "=",
    [
      ["booked a cabin in wales for june", "Ana booked a cabin in wales for June"],
      ["signed up for a half marathon", "Ana signed up for a half marathon"],
    ],
    "told",
  ),
  phrase(
    "absence",
    "count me out(?: for)?",
    "can't make it",
    [["count me out for friday", "Ana can't make it on 15 May 2026"]],
    "needed",
  ),
  phrase(
    "absence",
    "(?:i am )?taking a break (?:from (?<what>discord|gaming|the server|raiding|social media|work|uni))?(?: until .*)?",
    "is taking a break[ from {what}]",
    [["taking a break from discord", "Ana is taking a break from discord"]],
  ),
  phrase(
    "event",
    "i am (?:stepping down as|going back to|going to start|leaving) (?<what>treasurer|guild lead|mod|moderator|admin|captain|guild leader|raid leader|president|secretary|school|uni|college|university|the (?:team|band|guild|club|board|raid team))",
    "=",
    [["Im stepping down as treasurer in january", "Ana is stepping down as treasurer in January 2027"]],
    "told",
  ),
]
