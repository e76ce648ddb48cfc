/** English phrases of work, studies and what somebody can. */
import { INSTRUMENT, JOB, PROGRAMMING, TONGUE } from "./en-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

const ROLE = `(?<job>(?!(?:not|no|the|my|your|bad|terrible|awful|good|great|horrible|decent|lousy|huge|total|complete|fake|wannabe|armchair|real|literal|born|natural|big|better|worse|shit)\\b)(?:[\\p{L}&-]+ ){0,3}?(?:${JOB}))`
const WORKPLACE =
  "(?:warehouse|factory|call cent(?:er|re)|shop|store|bakery|kitchen|restaurant|cafe|café|hotel|hospital|office|bank|pub|bar|garage|brewery|nursery|supermarket|salon|agency|school|library|museum)"
const PLACE_OF_WORK = "(?: (?<prep>at|for|in|from) <org:words>)?"

export const WORK: readonly Phrase[] = phraseRows(String.raw`
work/told: i (?:am|have been|work as|am working as|am training as|am training to be|became) (?<art>an?) ${ROLE}${PLACE_OF_WORK} => =
  + I'm a nurse -> Ana is a nurse | im a software engineer at a bank -> Ana is a software engineer at a bank
  + i work as a bus driver -> Ana works as a bus driver
  - I'm a bad cook | i'm a mess
work/told: (?:i )?(?:work|am working|have worked|working|have been working) (?<prep>at|for) <org:words>(?: as (?<as>an? .{3,40}))? => =
  + i work at google as a designer -> Ana works at Google as a designer
  + I've worked for the city since 2015 -> Ana has worked for the city since 2015
  + working at the library now -> Ana is working at the library
  - i work for me | i work for food
work/told: (?:i )?(?:work|am working|working) in (?<field>(?:the |an? )?(?:[\p{L}-]+ ){0,2}(?:retail|finance|it|tech|hospitality|logistics|healthcare|education|insurance|publishing|marketing|construction|banking|sales|hr|film|tv|games|gamedev|biotech|manufacturing|catering|security|advertising|recycling|robotics|accounting|advertising|academia|government|customer (?:support|service)|supply chain|quality assurance|qa|kitchen|warehouse|lab|library|school|hospital|factory|bakery|museum|bookshop|bookstore|archive)s?) => =
  + i work in logistics -> Ana works in logistics | i work in a tiny warehouse -> Ana works in a tiny warehouse
  + i work in the archive -> Ana works in the archive
  - i work in silence
work/told: (?:i )?(?:work|am working|working) (?<how>nights|night shifts?|days|early shifts?|late shifts?|weekends|from home|remotely|remote|part[- ]time|full[- ]time|freelance|for myself)(?: (?:now|this month))? => =
  + i work nights -> Ana works nights
  + I work nights until Sunday -> Ana works nights until 17 May 2026
work/needed: (?:i )?(?:have )?(?:got|landed|found|have) (?:a|my) (?:new )?job(?: at <site:words>)?,? (?:and )?(?:i )?(?:am )?(?:starting|start)(?: as (?<art>an?) <job:words>)?(?: (?<prep>at|with|for|in) <org:words>)? => got a new job[ at {site}][ as {art} {job}][ {prep} {org}], starting
  + got a new job, starting as a tester at moonfrog studios next monday -> Ana got a new job as a tester at Moonfrog Studios, starting on 18 May 2026
  + i got a new job at lidl, starting on friday -> Ana got a new job at Lidl, starting on 15 May 2026
  - got a new job for the bot, starting now
work/told: (?:i )?(?:got|have|have gotten|landed|accepted|was offered|got offered|took) (?:the|a) (?:new )?(?<what>(?:job |internship )?offer|job|position|internship|apprenticeship|role|fellowship|residency|gig|promotion)(?: (?<prep>at|with|from|in|as) <org:words>)? => =
  + got the job at ikea!! -> Ana got the job at Ikea | I got the internship -> Ana got the internship
  + I just got the job offer -> Ana got the job offer
work/told: they offered me (?:the|a) (?<what>job|position|internship|role|fellowship|place|gig)(?: (?<prep>at|in) <org:words>)? => was offered the {what}[ {prep} {org}]
  + they offered me the position -> Ana was offered the position
work: i (?!am\b|will\b|have\b|was\b|had\b|would\b|can\b|cannot\b|do\b)\p{L}+ <what:words> for (?:a living|work) => =
  + I repair pipe organs for a living -> Ana repairs pipe organs for a living
work/told: (?:i )?(?:have )?(?:got|was|been) promoted(?: to <title:words>)? => =
  + I got promoted! -> Ana got promoted | got promoted to team lead -> Ana got promoted to team lead
work/told: (?:i )?(?:have )?(?:started|am starting|starting|start) (?:a |my |at my |at a )new (?<what>job|position|role|internship|apprenticeship)(?: (?<prep>at|as|with|in) <org:words>)? => =
  + I started a new job last week -> Ana started a new job in the week of 4 May 2026
  + starting a new job at lidl on monday -> Ana is starting a new job at Lidl on 18 May 2026
work/needed: (?:i am |i )?start(?:ing)? as (?<art>an?) <job:words>(?: (?<prep>at|with|in|for) <org:words>)? => starts as {art} {job}[ {prep} {org}]
  + i start as a baker at lidl on friday -> Ana starts as a baker at Lidl on 15 May 2026
work/needed: (?:i am |i )?start(?:ing)? at <org:words>(?: as (?<as>an? .{3,30}))? => starts at {org}[ as {as}]
  + im starting at lidl tomorrow -> Ana starts at Lidl on 12 May 2026
  - starting at 9
work/told: (?:i )?(?:just )?(?:handed|turned|put) in my (?:notice|apron|badge|resignation|two weeks)(?: notice)?(?: at (?!(?:my|the) (?:flat|gym|landlord))<at:words>)?|(?:i )?gave (?:in )?my notice|(?:i )?(?:have )?(?:quit|left|resigned from) (?:my job|my work)(?: at <org:words>)?|(?:i )?quit (?:working )?at <from:words> => has quit their job[ at {org}{from}{at}]
  + handed in my notice at the call centre -> Ana has quit their job at the call centre
  + handed in my apron today lol -> Ana has quit their job on 11 May 2026
  + I quit my job at the bank last month -> Ana has quit their job at the bank in April 2026
  - i quit my game | might hand in my notice at the bank
work/told: (?:i )?(?:have )?(?:just )?(?:jacked|packed|chucked) in (?<what>(?:the|my) (?:job at .{3,30}|${WORKPLACE}))|(?:i )?(?:have )?quit (?<at>(?:the|my) (?!pub\b|bar\b|office\b|hospital\b)${WORKPLACE}) => has quit their job at {what}{at}
  + I've jacked in the warehouse btw -> Ana has quit their job at the warehouse
  - i jacked in the towel | packed in the car
work/told: (?:i am )?(?:driving|delivering|interning|consulting) for (?!(?:an?|the|\d+|hours?|days|weeks|ages|miles|fun|my|you|us|me|real|now|money|real|long|so|too|some|all|it|others?|charity|everyone|work)\b)<org:words> => is working for {org}
  + driving for Tesco now -> Ana is working for Tesco | im interning for siemens -> Ana is working for Siemens
  - driving for hours | driving for my mum | driving for the win on friday
work/told: i (?:work|am working|have worked) as (?<art>an?) <role:words> => =
  + I work as a diver -> Ana works as a diver
work/told: (?:i )?(?:got|was|have been|been) (?<how>laid off|fired|made redundant|let go)(?: (?:from|at) (?:my job|work|<org:words>))? => =
  + got laid off last week -> Ana got laid off in the week of 4 May 2026
  - got fired up
work: i (?:do not work|no longer work|stopped working|do not work anymore) (?<prep>at|for) <org:words>(?: anymore| any more)? => no longer works {prep} {org}
  + i dont work at bosch anymore -> Ana no longer works at Bosch
work: i (?:am|have been) (?:retired|in retirement)|i (?:have )?retired(?: (?:in|last|this) .{3,15})? => is retired
  + i retired in march -> Ana is retired
goal: i am (?:looking for|hunting for|applying for|in the market for) (?<what>(?:a |an |my )?(?:new |first |part[- ]time |summer |second )*(?:jobs?|work|internships?|apartment|flat|house|place to live|roommate|flatmate|housemate|room))(?: in <place>)? => =
  + im looking for a new job -> Ana is looking for a new job
work: i (?:run|own|manage|opened|have opened|am opening|run and own) (?<what>(?:a|my own|the|our own) (?:[\p{L}'’-]+ ){0,3}?(?:shop|bookshop|bookstore|bakery|cafe|café|restaurant|bar|pub|studio|salon|brewery|gallery|farm|vineyard|winery|business|company|startup|agency|gym|library|hostel|hotel|nursery|workshop|market stall|stall|food truck|podcast|newsletter|youtube channel|etsy shop|etsy store|record store|garage|kennel|clinic|practice|museum|theat(?:re|er)|school))(?: (?<prep>in|on|near|at|with) (?!(?:my|their|the) (?:heart|head|dreams?|mind)|wow\b)<where:words>)? => =
  + I own a small vineyard -> Ana owns a small vineyard
  + I run the tool library on Mill Road -> Ana runs the tool library on Mill Road
habit/told: i (?:volunteer|have volunteered|am volunteering|have been volunteering) (?<prep>at|for|with) (?=(?:the|an?|my|our) )<org:words> => =
  + I've volunteered at the food bank for two years -> Ana has volunteered at the food bank since 2024
work: i (?<verb>teach|coach) (?<what>(?!(?:me|you|him|her|them|the|my|myself|on|at|in|\p{L}+ to)\b)[\p{L}]+(?: [\p{L}]+){0,2}?)(?: (?<prep>at|in) <org:words>)? => =
  + I teach maths at a secondary school -> Ana teaches maths at a secondary school
study: (?:i )?(?:am studying|study|am majoring in|major in|studying|am reading) (?!(?:memes|people|hard|for|a|at|in|it|too|all|abroad|my|the|rn|with|today|characters?|themes?|maps?|tactics|openings|strats?|strategies|replays?|vods?|notes|recipes|patterns|examples|code|lines|lyrics|opponents?|enemies|builds?|logs|docs)\b)<subject:words>(?: (?<prep>at|in) <place>)? => =
  + I'm studying law -> Ana is studying law
  + studying marine biology in bergen -> Ana is studying marine biology in Bergen
  - i study memes | im studying hard | studying rn | i've been writing about plays, studying characters and themes
  - im studying replays | i was drawing all day, studying hands
study/told: i (?:am doing|am on|have started|started|am starting|am writing|am finishing) (?:a|my) (?<what>phd|masters?|master'?s|bachelor'?s?|degree|apprenticeship|bootcamp|traineeship|postdoc|thesis|dissertation|residency|internship|gap year)(?: (?<prep>in|at|on) <subject:words>)? => =
  + im doing a phd in robotics -> Ana is doing a phd in robotics
  + then I'm starting a PhD in Oslo -> Ana is starting a PhD in Oslo
study: (?:i am in (?:my )?)?(?<nth>1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|(?:final|last)(?= year of)) year (?!in a row|running|in the|(?:of )?(?:marriage|sobriety|recovery|covid|parenthood|therapy))(?:of )?(?<subject>[\p{L} ]{3,30}?)(?: student)?(?: (?:in|at) <place>)? => is in their {nth} year of {subject}[ in {place}]
  + 2nd year architecture in delft -> Ana is in their 2nd year of architecture in Delft (May 2026)
study: i (?:go|am going|am off) to (?<what>(?:the )?(?:uni(?:versity)?|college|grad school|art school|med school|law school|night school|culinary school)(?: (?:of|in|at) .{2,30})?|[\p{L}]+ (?:university|college)) => =
  + i go to uni in leeds -> Ana goes to uni in leeds
  - i go to school by bus
milestone/told: (?:i )?(?:have )?(?<did>graduated|dropped out|finished uni|finished college|finished school|passed my (?:(?:\p{L}+ ){0,2}(?:exams?|bar|finals|viva)|(?:driving|theory|written|oral|citizenship|language|entrance) test)|failed my (?:(?:\p{L}+ ){0,2}(?:exams?|finals)|driving test)|finished my (?:\p{L}+ ){0,2}(?:thesis|dissertation|degree|phd|masters|novel|book|apprenticeship|training)|finished (?:the|my) (?:first |second |final |rough )?draft of my (?:novel|book|thesis|dissertation|screenplay|paper)|defended my (?:thesis|phd)|got my (?:\p{L}+ ){0,2}(?:degree|licen[cs]e|certificate|citizenship|visa|phd|diploma|black belt|green card|passport))(?: (?:from|at|of|in) <org:words>)? => =
  + I graduated last year -> Ana graduated in 2025 | passed my driving test!! -> Ana passed their driving test
  + got my license last week -> Ana got their license in the week of 4 May 2026
milestone/needed: i graduate(?: from <org:words>)?|i am graduating(?: from <from:words>)? => =
  + I graduate in May -> Ana graduates in May 2026
skill: i (?:can )?speak (?:fluent |a bit of |a little |some )?(?<tongues>(?:${TONGUE})(?:(?:,| and|, and| &) (?:a bit of |a little |some )?(?:${TONGUE}))*)(?: at home| fluently| natively)? => =
  + I speak French and Dutch -> Ana speaks French and Dutch
  - i speak nonsense
skill: my (?:native|first|mother) (?:language|tongue) is (?<tongue>${TONGUE}) => {who}'s native language is {tongue}
  + my native language is polish -> Ana's native language is Polish
skill/told: i (?:know|code in|program in|write|work in|have been (?:coding|programming|writing) in|have been writing|have been coding) (?:mostly |mainly )?(?<langs>(?:${PROGRAMMING})(?:(?:,| and|, and| &|/) (?:${PROGRAMMING}))*) => codes in {langs}
  + I've been writing Kotlin for six years -> Ana codes in Kotlin since 2020
  + i know python and lua -> Ana codes in python and lua
  - i write c comments
skill/told: i (?:play|am playing|have been playing|have played) (?:the )?(?<what>(?:${INSTRUMENT})(?:(?:,| and|, and| &) (?:the )?(?:${INSTRUMENT}))*)(?: (?<where>in (?:a|an|the) .{2,30}))? => =
  + I play the cello -> Ana plays the cello | I play the drums in a ska band -> Ana plays the drums in a ska band
  - i play the fool
skill: i play the (?!fool|game|market|lottery|victim|part|role|long|same|next|waiting|devil|blame|other|one|new|first|last|old)<what:word> => =
  + i play the nyckelharpa -> Ana plays the nyckelharpa
  - i play the long game
goal/told: i (?:am|have been) (?:learning|teaching myself|picking up)(?: to play)? (?:the |some )?(?<what>${TONGUE}|${INSTRUMENT}|${PROGRAMMING})(?: (?:on duolingo|again|on the side|for fun))? => =
  + learning welsh on duolingo -> Ana is learning welsh on duolingo
work/told: (?:i )?(?:work|am working|have been working|working) (?<prep>in|at|on) (?<org2>(?:a|an|the) (?:(?!not|to|for|with\b)[\p{L}-]+ ){0,2}?(?:hotel|lab|school|kitchen|bar|pub|restaurant|cafe|café|shop|store|warehouse|museum|bank|factory|hospital|call cent(?:er|re)|garage|brewery|nursery|office|university|gallery|theat(?:er|re)|cinema|greenhouse|vineyard|kindergarten|clinic|farm|shipyard|mill|mine|zoo|aquarium|archive|town hall|city council))(?:,? (?:mornings|evenings|nights|weekends|part[- ]time))? => =
  + i work in a hotel -> Ana works in a hotel | work in a call center -> Ana works in a call center
  - work in a branch | i work in a team
work/told: (?:i )?(?:have )?lost my job at <org:words> => =
  + i lost my job at doordash -> Ana lost their job at Doordash
  - i lost my job
goal: i am learning (?:how )?to (?<what>sail|drive|swim|ski|surf|skate|sew|knit|crochet|weld|cook|bake|code|draw|paint|dance|sing|fly|row|juggle|fence|box|climb|ride|lockpick|solder) => is learning to {what}
  + i'm learning to sail -> Ana is learning to sail
`)
