/** English phrases of habits, plans, absences and promised tasks. */
import { CRAFT, MODIFIERS, RECURRING, RELATIVE } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

const AM = "(?:i am |i will be )?"
const ACTIVITY = `(?<what>(?:[\\p{L}'’-]+ ){0,2}?(?:choir|orchestra|band(?: practice)?|practice|training|rehearsals?|class(?:es)?|lessons?|school|yoga|pilates|gym|football|soccer|swimming|gymnastics|karate|judo|pottery|ballet|dance|dancing|rowing|climbing|bouldering|basketball|volleyball|tennis|badminton|hockey|chess(?: club)?|therapy|shifts?|lectures?|lab|seminars?|improv|d&d|dnd|church|piano|night shifts?|league|raids?|book club|run club|quiz night|life drawing|volunteering|market))`
const OCCASION =
  "(?<what>(?:(?:job|final|driving|theory|written|oral|math|maths|bio|chem|physics|history|spanish|french|german|phone|second|band|choir|piano|court|visa|dance) )?(?:exams?|interview|test|finals|midterms?|viva|thesis defen[cs]e|wedding|concert|audition|recital|gig|flight|deadline|presentation|exhibition|competition|tournament|marathon|race|graduation|bar exam|hearing|move|half marathon|appointment|meeting with my (?:advisor|supervisor)))"

export const DAYS: readonly Phrase[] = [
  phrase("schedule", `i (?:have|do|go to|am at) ${ACTIVITY} (?<day>${RECURRING})(?: .{3,40})?`, "=", [
    ["I have pottery on Tuesdays", "Ana has pottery on Tuesdays"],
    ["i have pottery thursdays till thanksgiving", "Ana has pottery Thursdays till thanksgiving"],
  ]),
  phrase(
    "schedule",
    `${ACTIVITY} (?:is )?(?<day>(?:on |every )(?:mon|tues|wednes|thurs|fri|satur|sun)days?)(?: for me| as (?:usual|always))`,
    "has {what} {day}",
    [["gym on tuesdays for me", "Ana has gym on Tuesdays"]],
  ),
  phrase(
    "schedule",
    `i (?:cannot|cannot ever|never|do not) (?<verb>do|play|work|make|raid) (?<day>(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|mornings|evenings)(?: anymore)?`,
    "=",
    [["I can't do Mondays anymore", "Ana can't do Mondays anymore"]],
  ),
  phrase(
    "habit",
    `i (?<verb>${CRAFT}|swim|run|cook|read|go to the gym|go for a run|go for a walk|go climbing|go swimming|go running|work out|volunteer|write|stream|game|commute) (?<often>every (?:day|morning|evening|night|week|weekend|other day|mon\\p{L}+|tue\\p{L}+|wed\\p{L}+|thu\\p{L}+|fri\\p{L}+|sat\\p{L}+|sun\\p{L}+)|daily|(?:once|twice|(?:three|four|five|\\d) times) (?:a|per) week|(?:on )?(?:weekends|weekday mornings|mon\\p{L}+s|tue\\p{L}+s|wed\\p{L}+s|thu\\p{L}+s|fri\\p{L}+s|sat\\p{L}+s|sun\\p{L}+s)|competitively|a lot|for fun|as a hobby|in my (?:free|spare) time)`,
    "=",
    [
      ["I swim every morning", "Ana swims every morning"],
      ["i stream every thursday", "Ana streams every Thursday"],
    ],
  ),
  phrase(
    "habit",
    "i (?<verb>draw|paint|knit|make|bake|build|brew|carve|sew|crochet|design|restore|breed|grow) (?<what>(?!(?:the|this|that|these|those|it|you|your|my|a|an|some|one|sense|fun|sure|up|down|out|on|in|to|from|for|with|all|more|money|mistakes|no|people|them|him|her|code|scripts?|tests?|docs|functions?)\\b)[\\p{L}-]+(?: [\\p{L}-]+){0,2})",
    "=",
    [
      ["I draw comics", "Ana draws comics"],
      ["i make sure", null],
    ],
  ),
  phrase(
    "habit",
    `i run (?<what>(?:half |ultra)?marathons|ultras|ultramarathons|5ks|10ks|cross country|track)`,
    "=",
    [["i run ultramarathons", "Ana runs ultramarathons"]],
  ),
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
    "appointment",
    "i am (?:visiting|seeing) <who2:words>(?: in <place>)?",
    "=",
    [["im visiting my parents next weekend", "Ana is visiting their parents on the weekend of 23 May 2026"]],
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
    "task",
    "i (?:will|can|am going to|am) (?:bring(?:ing)?|bak(?:e|ing)|cook(?:ing)?) (?!with\\b|in\\b|for\\b|on\\b)<thing>",
    "=",
    [
      ["ill bring the jetboil and coffee for everyone", "Ana will bring the jetboil and coffee for everyone"],
      ["I'm baking the bread", "Ana is baking the bread"],
      ["ill bring it", null],
    ],
  ),
  phrase(
    "task",
    "i (?:will|can|am going to) (?<verb>host|organi[sz]e|print|book|drive|pick up|take over|dm|gm|design|draw|handle|set up|order|lend you|do(?= the| our)|run(?= the| our)) (?<what>(?:the|a|an|some|our|my) (?!same|other|rest|one|thing|lot|bit|virtual|test|clean|fresh)[\\p{L}'’-]+(?: [\\p{L}'’-]+){0,4})",
    "=",
    [
      ["I'll do the cover", "Ana will do the cover"],
      ["i can do the layout", "Ana can do the layout"],
      ["ill do the same", null],
    ],
    "told",
  ),
  phrase(
    "task",
    "i (?:need to|have to|must) (?<what>(?:finish|hand in|submit|send|write|file|renew|book|pay|return|prepare|grade|present|deliver) (?:my|the|a) [\\p{L} -]{3,40}?)",
    "=",
    [
      ["I need to finish the report by Friday", "Ana needs to finish the report on 15 May 2026"],
      ["i have to finish the report", null],
    ],
    "needed",
  ),
  phrase(
    "goal",
    "i am (?:planning|going|about|set) to <what:words>",
    "=",
    [
      ["im planning to quit my job next month", "Ana is planning to quit their job in June 2026"],
      ["im going to bed", null],
    ],
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
    "study",
    "i (?:am taking|have signed up for|signed up for|am doing) (?<what>(?:a|an|some) (?:[\\p{L}-]+ ){1,3}?(?:class|classes|course|courses|lessons|workshop|bootcamp|evening class))",
    "=",
    [["im taking a ceramics class", "Ana is taking a ceramics class"]],
    "told",
  ),
  phrase(
    "event",
    "i am (?:stepping down as|going back to|going to start|leaving) (?<what>treasurer|mod|moderator|admin|captain|guild leader|raid leader|president|secretary|school|uni|college|university|the (?:team|band|guild|club|board|raid team))",
    "=",
    [["Im stepping down as treasurer in january", "Ana is stepping down as treasurer in January 2027"]],
    "told",
  ),
]
