/** English phrases of habits, schedules and promised tasks. */
import { CRAFT, RECURRING } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

const ACTIVITY = `(?<what>(?:[\\p{L}'’-]+ ){0,2}?(?:choir|orchestra|band(?: practice)?|practice|training|rehearsals?|class(?:es)?|lessons?|school|yoga|pilates|gym|football|soccer|swimming|gymnastics|karate|judo|pottery|ballet|dance|dancing|rowing|climbing|bouldering|basketball|volleyball|tennis|badminton|hockey|chess(?: club)?|therapy|shifts?|lectures?|lab|seminars?|improv|d&d|dnd|church|piano|night shifts?|league|raids?|book club|run club|quiz night|life drawing|volunteering|market))`

export const DAYS: readonly Phrase[] = [
  phrase(
    "schedule",
    "i am (?:usually|mostly|normally|generally) (?:online|on|around|free|available|awake) (?<time>(?:after|before|until|from|on|between|in the) .{2,30}|at night)",
    "=",
    [["im usually online after 8pm", "Ana is usually online after 8pm"]],
  ),
  phrase(
    "habit",
    "i (?:am |usually |mostly |normally )?(?:go|going) (?<what>running|swimming|climbing|jogging|cycling|hiking|to the (?:gym|pool)|for a (?:run|swim|walk)) (?<often>every (?:morning|day|evening|night|week|weekend)|(?:before|after) (?:work|school|breakfast|dinner)|daily)",
    "goes {what} {often}",
    [
      ["i usually go running before work", "Ana goes running before work"],
      ["going to the gym every morning", "Ana goes to the gym every morning"],
    ],
  ),
  phrase("schedule", `i (?:have|do|go to|am at) ${ACTIVITY} (?<day>${RECURRING})(?: .{3,40})?`, "=", [
    ["I have pottery on Tuesdays", "Ana has pottery on Tuesdays"],
    ["i have pottery thursdays till thanksgiving", "Ana has pottery Thursdays till thanksgiving"],
  ]),
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
      ["ill do the backups till youre back", null],
      ["i'll handle the server until you're back", null],
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
    "study",
    "i (?:am taking|have signed up for|signed up for|am doing) (?<what>(?:a|an|some) (?:[\\p{L}-]+ ){1,3}?(?:class|classes|course|courses|lessons|workshop|bootcamp|evening class))",
    "=",
    [["im taking a ceramics class", "Ana is taking a ceramics class"]],
    "told",
  ),
  phrase(
    "schedule",
    "i (?:have|get|take) (?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends) off",
    "has {day} off",
    [["i have mondays off", "Ana has Mondays off"]],
  ),
  phrase(
    "task",
    "i (?:will|can) (?<verb>write up|send|post|prepare|edit|record|update|upload|share|schedule|draft|translate|clean up|put together) (?<what>(?:the|our|some|a) (?!(?:\\p{L}+ )?(?:bugs?|patch|ticket|issue|pr|code|tests?|logs?|files?|config|server|driver|package|kernel|script|link|screenshot|output|pastebin|same|one|thing|note|message|request|example|exceptions?)\\b)[\\p{L}'’-]+(?: [\\p{L}'’-]+){0,3}?)(?: (?:and|for|to|if|so) .*)?",
    "will {verb} {what}",
    [["ill write up the meeting notes tonight and pin em", "Ana will write up the meeting notes tonight"]],
    "told",
  ),
  phrase(
    "habit",
    "i have been (?<what>(?!(?:trying|thinking|waiting|looking|having|getting|told|feeling|meaning|wondering|saying|asking|dying|sitting|staring|fighting|debugging|here|there)\\b)\\p{L}+ing(?: [\\p{L}'’&-]+){0,5}?)",
    "=",
    [
      ["I've been fencing épée for about five years now.", "Ana has been fencing épée since 2021"],
      ["i have been restoring an old tram since 2019", "Ana has been restoring an old tram since 2019"],
      ["ive been waiting for two hours", null],
    ],
    "needed",
  ),
  phrase(
    "schedule",
    `(?<what>gym|choir|training|practice|football|yoga|dnd|d&d|band practice|rehearsal|church|pottery|therapy|work) (?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)days(?:(?:,| and) (?:mon|tues|wednes|thurs|fri|satur|sun)days)?)`,
    "has {what} on {day}",
    [["gym tuesdays and thursdays so after 8 only", "Ana has gym on Tuesdays"]],
  ),
]
