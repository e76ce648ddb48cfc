/** English phrases of jobs and where somebody works. */
import { JOB } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

const ROLE = `(?<job>(?!(?:not|no|the|my|your|bad|terrible|awful|good|great|horrible|decent|lousy|huge|total|complete|fake|wannabe|armchair|real|literal|born|natural|big|better|worse|shit)\\b)(?:[\\p{L}&-]+ ){0,3}?(?:${JOB}))`
const PLACE_OF_WORK = "(?: (?<prep>at|for|in) <org:words>)?"

export const WORK: readonly Phrase[] = [
  phrase(
    "work",
    `i (?:am|have been|work as|am working as|am training as|am training to be|became) (?<art>an?) ${ROLE}${PLACE_OF_WORK}`,
    "=",
    [
      ["I'm a nurse", "Ana is a nurse"],
      ["im a software engineer at a bank", "Ana is a software engineer at a bank"],
      ["i work as a bus driver", "Ana works as a bus driver"],
      ["I'm a bad cook", null],
      ["i'm a mess", null],
    ],
    "told",
  ),
  phrase(
    "work",
    `i am (?:the )?(?<title>(?:head|director|chief|lead|vp|ceo|cto|founder|co-founder|owner|president|treasurer|secretary|captain|chair)(?: (?:of|for) .{2,25}?)?) (?:at|of) <org:words>`,
    "=",
    [
      ["im head of design at a small studio", "Ana is head of design at a small studio"],
      ["im good at chess", null],
      ["im at work", null],
    ],
  ),
  phrase("work", `working as (?<art>an?) ${ROLE}${PLACE_OF_WORK}`, "=", [
    ["working as a welder these days", "Ana is working as a welder"],
  ]),
  phrase(
    "work",
    "(?:i )?(?:work|am working|have worked|working|have been working) (?<prep>at|for) <org:words>(?: as (?<as>an? .{3,40}))?",
    "=",
    [
      ["i work at google as a designer", "Ana works at Google as a designer"],
      ["I've worked for the city since 2015", "Ana has worked for the city since 2015"],
      ["working at the library now", "Ana is working at the library"],
      ["i work for me", null],
      ["i work for food", null],
    ],
    "told",
  ),
  phrase(
    "work",
    "(?:i )?(?:work|am working|working) in (?<field>(?:the |an? )?(?:[\\p{L}-]+ ){0,2}(?:retail|finance|it|tech|hospitality|logistics|healthcare|education|insurance|publishing|marketing|construction|banking|sales|hr|film|tv|games|gamedev|biotech|manufacturing|catering|security|advertising|recycling|robotics|accounting|advertising|academia|government|customer (?:support|service)|supply chain|quality assurance|qa|kitchen|warehouse|lab|library|school|hospital|factory|bakery|museum|bookshop|bookstore|archive)s?)",
    "=",
    [
      ["i work in logistics", "Ana works in logistics"],
      ["i work in a tiny warehouse", "Ana works in a tiny warehouse"],
      ["i work in silence", null],
      ["i work in the archive", "Ana works in the archive"],
    ],
    "told",
  ),
  phrase("work", "i am on shift (?:all day )?(?:at|in) <thing>", "works at {thing}", [
    ["im on shift all day sunday at the pharmacy", "Ana works at the pharmacy"],
  ]),
  phrase(
    "work",
    "(?:i )?(?:work|am working|am on|working) (?<how>nights|night shifts?|days|early shifts?|late shifts?|weekends|from home|remotely|remote|part[- ]time|full[- ]time|freelance|for myself)(?: (?:now|this month))?",
    "=",
    [
      ["i work nights", "Ana works nights"],
      ["im on night shift", "Ana is on night shift"],
      ["I work nights until Sunday", "Ana works nights until 17 May 2026"],
    ],
    "told",
  ),
  phrase("work", "(?:my )?day ?job(?: is|:| =|'s) (?:a |an )?<job:thing>", "works as {job}", [
    [
      "day job = conservator at a photo museum in rotterdam",
      "Ana works as conservator at a photo museum in rotterdam",
    ],
  ]),
  phrase("work", "(?:i )?(?:do|am doing) <what:words> for (?:a living|work)", "=", [
    ["I do payroll for a living", "Ana does payroll for a living"],
  ]),
  phrase("work", "i \\p{L}+ <what:words> for (?:a living|work)", "=", [
    ["I repair pipe organs for a living", "Ana repairs pipe organs for a living"],
  ]),
  phrase(
    "work",
    "(?:i )?(?:got|have|have gotten|landed|accepted|was offered|got offered|took) (?:the|a) (?:new )?(?<what>(?:job |internship )?offer|job|position|internship|apprenticeship|role|fellowship|residency|gig|promotion)(?: (?<prep>at|with|from|in|as) <org:words>)?",
    "=",
    [
      ["got the job at ikea!!", "Ana got the job at Ikea"],
      ["I got the internship", "Ana got the internship"],
      ["I just got the job offer", "Ana got the job offer"],
    ],
    "told",
  ),
  phrase(
    "work",
    "they offered me (?:the|a) (?<what>job|position|internship|role|fellowship|place|gig)(?: (?<prep>at|in) <org:words>)?",
    "was offered the {what}[ {prep} {org}]",
    [["they offered me the position", "Ana was offered the position"]],
    "told",
  ),
  phrase(
    "work",
    "(?:i )?(?:have )?(?:got|was|been) promoted(?: to <title:words>)?",
    "=",
    [
      ["I got promoted!", "Ana got promoted"],
      ["got promoted to team lead", "Ana got promoted to team lead"],
    ],
    "told",
  ),
  phrase(
    "work",
    "(?:i )?(?:have )?(?:started|am starting|starting|start) (?:a |my |at my |at a )new (?<what>job|position|role|internship|apprenticeship)(?: (?<prep>at|as|with|in) <org:words>)?",
    "=",
    [
      ["I started a new job last week", "Ana started a new job in the week of 4 May 2026"],
      ["starting a new job at lidl on monday", "Ana is starting a new job at Lidl on 18 May 2026"],
    ],
    "told",
  ),
  phrase(
    "work",
    "(?:i am |i )?start(?:ing)? (?:at|with) <org:words>(?: as (?<as>an? .{3,30}))?",
    "starts at {org}[ as {as}]",
    [
      ["im starting at lidl tomorrow", "Ana starts at Lidl on 12 May 2026"],
      ["starting at 9", null],
    ],
    "needed",
  ),
  phrase(
    "work",
    "(?:i )?(?:just )?(?:handed|turned|put) in my (?:notice|apron|badge|resignation|two weeks)(?: notice)?|(?:i )?gave (?:in )?my notice|(?:i )?(?:have )?(?:quit|left|resigned from) (?:my job|my work)(?: at <org:words>)?|(?:i )?quit (?:working )?at <from:words>",
    "has quit their job[ at {org}{from}]",
    [
      ["handed in my apron today lol", "Ana has quit their job on 11 May 2026"],
      ["I quit my job at the bank last month", "Ana has quit their job at the bank in April 2026"],
      ["i quit my game", null],
    ],
    "told",
  ),
  phrase("work", `as an? ${ROLE} i .*`, "is a {job}", [
    ["as a vet tech i see this kind of thing every week", "Ana is a vet tech"],
  ]),
  phrase(
    "work",
    "(?:i )?(?:started|have started) at <org:words>(?: as (?<as>an? .{3,30}))?",
    "started at {org}[ as {as}]",
    [
      ["started at a bakery on monday", "Ana started at a bakery on 4 May 2026"],
      ["started at 9", null],
    ],
    "past",
  ),
  phrase(
    "work",
    "(?:they|work) laid me off",
    "was laid off",
    [["they laid me off yesterday", "Ana was laid off on 10 May 2026"]],
    "told",
  ),
  phrase("work", "(?:i am )?freelancing(?: full time)?(?: .*)?", "freelances", [
    ["freelancing full time since last summer", "Ana freelances"],
  ]),
  phrase(
    "work",
    "i am teaching (?<what>(?:year \\d{1,2} |grade \\d{1,2} )?(?:maths?|english|physics|chemistry|biology|history|art|music|french|german|spanish|pe|science|primary|kindergarten|special ed|geography))(?: .*)?|(?:i )?teach (?<that>(?:year \\d{1,2} |\\d\\p{L}+ grade )?(?:maths?|english|physics|chemistry|biology|history|art|music|french|german|spanish|pe|science|kindergarten|geography))",
    "teaches {what}{that}",
    [["teaching year 8 maths is what made me go grey", "Ana teaches year 8 maths"]],
  ),
  phrase(
    "work",
    "(?:i )?(?:wfh|work from home|am wfh) (?<day>(?:on )?(?:mon|tues|wednes|thurs|fri)days?(?: and (?:mon|tues|wednes|thurs|fri)days?)?)",
    "works from home {day}",
    [["wfh on thursdays and fridays so i can host then", "Ana works from home on Thursdays"]],
  ),
  phrase(
    "work",
    "i am (?:on|working|back on) (?<now>nights|days|earlies|lates) instead of (?<before>nights|days|earlies|lates)",
    "works {now} instead of {before}",
    [["im on nights instead of days now", "Ana works nights instead of days"]],
  ),
  phrase("work", "i (?:am )?no longer at <org:words>", "no longer works at {org}", [
    ["no longer at bosch, left in the summer", "Ana no longer works at Bosch"],
  ]),
  phrase(
    "work",
    "i (?:work|am working|have worked) as (?<art>an?) <role:words>",
    "=",
    [["I work as a diver", "Ana works as a diver"]],
    "told",
  ),
]
