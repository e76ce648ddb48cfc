/** English phrases of days and plans, and of what is no longer so. */
import { CRAFT, MODIFIERS, RECURRING } from "./en-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

const ACTIVITY = `(?<what>(?:[\\p{L}'’-]+ ){0,2}?(?:choir|orchestra|band(?: practice)?|practice|training|rehearsals?|class(?:es)?|lessons?|school|yoga|pilates|gym|football|soccer|swimming|gymnastics|karate|judo|pottery|ballet|dance|dancing|rowing|climbing|bouldering|basketball|volleyball|tennis|badminton|hockey|chess(?: club)?|therapy|shifts?|lectures?|lab|seminars?|improv|d&d|dnd|church|piano|night shifts?|league|raids?|book club|run club|quiz night|life drawing|volunteering|market))`
const AM = "(?:i am |i will be )?"
const OCCASION =
  "(?<what>(?:(?:job|final|driving|theory|written|oral|math|maths|bio|chem|physics|history|spanish|french|german|phone|second|band|choir|piano|court|visa|dance) )?(?:exams?|interview|test|finals|midterms?|viva|thesis defen[cs]e|wedding|concert|audition|recital|gig|flight|deadline|presentation|exhibition|competition|tournament|marathon|race|graduation|bar exam|hearing|move|half marathon|appointment|meeting with my (?:advisor|supervisor)))"

export const DAYS: readonly Phrase[] = phraseRows(String.raw`
schedule: i am (?:usually|mostly|normally|generally) (?:online|on|around|free|available|awake) (?<time>(?:after|before|until|from|on|between|in the) .{1,30}|at night) => =
  + im usually online after 8pm -> Ana is usually online after 8pm
schedule: i (?:have|do|go to|am at) ${ACTIVITY} (?<day>${RECURRING})(?: .{3,40})? => =
  + I have pottery on Tuesdays -> Ana has pottery on Tuesdays
  - i have pottery thursdays till thanksgiving
schedule: i (?:cannot|cannot ever|never|do not) (?<verb>do|play|work|make|raid) (?<day>(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|mornings|evenings)(?: anymore)? => =
  + I can't do Mondays anymore -> Ana can't do Mondays anymore
habit: i (?<verb>${CRAFT}|swim|run|cook|read|go to the gym|go for a run|go for a walk|go climbing|go swimming|go running|work out|volunteer|write|stream|game|commute) (?<often>every (?:day|morning|evening|night|week|weekend|other day|mon\p{L}+|tue\p{L}+|wed\p{L}+|thu\p{L}+|fri\p{L}+|sat\p{L}+|sun\p{L}+)|daily|(?:once|twice|(?:three|four|five|\d) times) (?:a|per) week|(?:on )?(?:weekends|weekday mornings|mon\p{L}+s|tue\p{L}+s|wed\p{L}+s|thu\p{L}+s|fri\p{L}+s|sat\p{L}+s|sun\p{L}+s)|competitively|a lot|for fun|as a hobby|in my (?:free|spare) time) => =
  + I swim every morning -> Ana swims every morning | i stream every thursday -> Ana streams every Thursday
study/told: i (?:am taking|have signed up for|signed up for|am doing) (?<what>(?:a|an|some) (?:[\p{L}-]+ ){1,3}?(?:class|classes|course|courses|lessons|workshop|bootcamp|evening class)) => =
  + im taking a ceramics class -> Ana is taking a ceramics class
schedule: i (?:have|get|take) (?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends) off => has {day} off
  + i have mondays off -> Ana has Mondays off
event/told: (?:i )?(?:ran|finished|did|completed|won|played in|entered) (?<what>(?:a|my|the|my first|our) ${MODIFIERS}(?:marathon|half marathon|half|race|5k|10k|triathlon|tournament|hackathon|contest|competition|recital|gig|show|exhibition))(?: (?:in|at) (?<prep>.{2,30}))? => =
  + I ran my first half marathon last Sunday -> Ana ran their first half marathon on 10 May 2026
goal/told: i (?:am|have been) (?<verb>working on|building|writing|restoring|making|developing|recording|translating|renovating|training for|saving(?: up)? for|planning) (?<what>(?:a|an|my|our|my own) (?:[\p{L}\d'’-]+ ){0,4}?(?:novel|book|album|ep|game|boat|treehouse|shed|deck|mod|podcast|thesis|dissertation|comic|webcomic|film|short film|documentary|screenplay|play|musical|synth|keyboard|telescope|guitar|violin|house|kitchen|bathroom|van|car|motorbike|tram|app|website|zine|cookbook|memoir|marathon|half marathon|triathlon|ironman|race|wedding|trip|roadtrip|tabletop game|board game|robot|greenhouse|garden|pc|nas|3d printer|startup|portfolio|quilt|blanket|sweater|costume|cosplay|map|font|language|conlang))(?: .{0,40})? => =
  + I'm working on a novel -> Ana is working on a novel | im training for a marathon -> Ana is training for a marathon
  - im working on it
habit: i (?<verb>draw|paint|knit|make|bake|build|brew|carve|sew|crochet|design|restore|breed|grow) (?<what>(?!(?:the|this|that|these|those|it|you|your|my|a|an|some|one|exactly|about|at least|sense|fun|sure|up|down|out|on|in|to|from|for|with|all|more|money|mistakes|no|people|them|him|her|code|scripts?|tests?|docs|functions?)\b)[\p{L}-]+(?: [\p{L}-]+){0,2}) => =
  + I draw comics -> Ana draws comics
  - i make sure
absence/needed: ${AM}(?:away|traveling|off work|offline|on (?:holiday|vacation|leave|pto|a trip)|out of (?:town|office)|afk|abroad)(?: in <place>)?|i (?:am|will be) (?:gone|out|off) => is away[ in {place}]
  + im travelling 23 to 28 may -> Ana is away from 23 May 2026 to 28 May 2026
  + I'm on vacation until Monday -> Ana is away until 18 May 2026
  + i'll be away next week -> Ana is away in the week of 18 May 2026
  - im away | out in october
absence/needed: ${AM}in <place>(?: (?<why>(?:visiting|seeing|staying with|with) (?:my|some|the|friends|family)(?: \p{L}+){0,3}?))? => is in {place}[ {why}]
  + I'm in Osaka visiting my parents till the 20th -> Ana is in Osaka visiting their parents until 20 May 2026
  + in lisbon the 10th til the 20th -> Ana is in Lisbon from 10 June 2026 to 20 June 2026
  - in a minute
appointment/needed: (?:i am (?:going )?|i )?(?:fly|flying|driving|traveling|heading|going|off|taking the train|go|drive|travel) (?:back |home |over |up |down )?to (?!(?:from|\d+|see|be|have|do|get|make|take|visit|watch|play|meet|start|finish|try|go|buy|sell|run|eat|cook|work|study|learn|write|read|host|join|perform|celebrate|pick|drop|help|give|bring|sleep|stay|hang|look|find|ask|talk|call|wait|quit|leave|become|spend|drive|fly|ride|walk|compete|present|record|film|stream|post|vote|sign|apply|graduate|retire|marry|bed|sleep|class|work|school)\b)<place>(?: (?:to|for|with) .{3,40})? => =
  - im flying to winnipeg thursday to be with him
  + I fly to Lima on Friday -> Ana flies to Lima on 15 May 2026
  + we're going to Iceland in August -> Ana is going to Iceland in August 2026
  - going to bed
absence/needed: i cannot do => can't make it
  + i can't do wednesday -> Ana can't make it on 13 May 2026
  - next week i can't do wednesday
absence/needed: i (?:cannot|will not|am not going to) (?:be able to )?(?:make it|come|be there|be around|join|play|attend|raid)(?: then| in)? => =
  + i cant make it on friday -> Ana can't make it on 15 May 2026
  - i cant make it
absence/needed: ${AM}back(?: home| in town| at work| online)? => is back
  + i'm back on the 2nd -> Ana is back on 2 June 2026
  - back | back on the 22nd
appointment/needed: (?:i have |i got |got |have )(?:(?<art>an?|my|our) )?${OCCASION}(?: (?:for|in|at|to|with) .{2,30})?|(?:(?<my>my) )?(?:(?<an>exam|interview)|(?<one>(?:job|driving|math|maths|bio|chem|physics|history) (?:exam|interview|test)|viva)|(?<all>finals|midterms|exams))(?: (?:for|in|at|to|with) .{2,30})? => has[ {art}{my}] {what}[an {an}][a {one}]{all}
  + interview on the 22nd -> Ana has an interview on 22 May 2026
  + got my driving test on tuesday -> Ana has their driving test on 12 May 2026
  + I have an exam on Friday -> Ana has an exam on 15 May 2026
  - exam was fine
appointment/needed: my ${OCCASION} is => =
  + my wedding is on 3 october -> Ana's wedding is on 3 October 2026
event/past: (?:i )?(?<did>went to|visited|got back from|came back from|attended) (?!(?:bed|sleep|war|work|school|class|church|hell|town|(?:the |my )?(?:doctor|dentist|hospital|er|vet|gym|shops?|store|toilet|bathroom|pub|bar|supermarket|office|therapist))\b)<what:words>(?: (?:with|for|in) .{3,30})? => =
  + Yesterday, I went to a concert -> Ana went to a concert on 10 May 2026
  - went to bed | i went to the shop
appointment/needed: i (?:am|will be) (?<what>(?:moving(?= in with | out$| out of | house$|$)|leaving my (?:job|work|phd)|visiting|planning to (?:visit|move|marry)|hosting(?= )|running(?= an? (?!fever|temperature|risk))|hiking|camping|performing|exhibiting|competing|speaking|presenting|defending|playing(?= (?:an?|at|in) ))(?: [\p{L}'’&-]+){0,7}?) => =
  + im running a booth at the zine fair on saturday -> Ana is running a booth at the zine fair on 16 May 2026
  + im moving in with tess in october -> Ana is moving in with tess in October 2026
  - im crying on monday | starting tomorrow the shops close early | im collecting until oct 2 | tuesdays 8 then, starting the 13th
absence/needed: ${AM}(?:basically |mostly |mainly )?(?<what>offline|busy|unavailable|not around|not available|afk|away from (?:my )?(?:pc|desk|discord)|swamped|on call) => is {what}
  + mostly offline until the 30th -> Ana is offline until 30 May 2026
  - im busy
event/past: (?:i )?went (?<how>camping|hiking|swimming|skiing|climbing|fishing|kayaking|surfing|sailing|dancing|diving|bowling|skating|bouldering|snowboarding|stargazing|birding|canoeing|biking|dancing|sledding|horse ?riding)(?: (?:with|in|at|on|to) .{3,40})? => =
  + we went camping two weeks ago -> Ana went camping in the week of 27 April 2026
event/past: (?:i )?(?:have )?(?<did>joined|applied (?:to|for)|celebrated|hosted|organi[sz]ed|volunteered (?:at|for)|performed (?:at|in)|competed in|took part in|participated in|hiked|climbed|spoke at) <what:obj>(?: for (?:kids|children|charity))? => =
  + i joined a mentorship program last weekend -> Ana joined a mentorship program on the weekend of 9 May 2026
  - i started the daemon yesterday | i joined it last week
event/told: (?:i )?(?:have )?(?<did>joined|applied to|applied for|opened|launched|started|founded) (?<what>(?:a|an|my own|my|our|our own) (?:(?!new service)[\p{L}-]+ ){0,3}?(?:studio|store|shop|business|company|club|band|podcast|blog|newsletter|charity|startup|gym|mentorship program|support group|book club|choir|degree|bakery|cafe|café|youtube channel|twitch channel|patreon|zine|label)|adoption agencies) => =
  + i opened an online clothes store -> Ana opened an online clothes store | i started a dance studio -> Ana started a dance studio
  + i applied to adoption agencies -> Ana applied to adoption agencies
task/needed: i (?:will|can|am going to|have to|need to|must) (?<verb>(?!(?:be|have|see|try|let|get|know|need|think|say|tell|ask|never|not|probably|go|come|look|talk|do|make|take|give|keep|just|start|stop|still|wait|show|call|miss|love|want)\b)\p{L}{3,}(?: in)?) (?<what>(?:the|a|an|some|our|my|all the|two|three) (?!same|other|rest|one|thing|lot|bit|way|time|server|driver|kernel|package|patch|link|logs?\b)[\p{L}'’-]+(?: [\p{L}'’-]+){0,3}?)(?: by)? => =
  + i'll upload the recordings on friday -> Ana will upload the recordings on 15 May 2026
  + i have to renew my passport by friday -> Ana has to renew their passport by 15 May 2026
  + ill check the vat this weekend -> Ana will check the vat on the weekend of 16 May 2026 | I need to finish the report by Friday -> Ana needs to finish the report by 15 May 2026
  - i have to finish the report | i'll try the new one tomorrow
schedule: (?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)days) (?:are (?:bad|dead|out|no good|tricky|rough|impossible)|never work|do not work) for me(?: now)? => can't do {day}
  + mondays are bad for me, choir -> Ana can't do Mondays
schedule: (?:on )?(?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)days) i (?:have|do|go to|am at) ${ACTIVITY} => has {what} on {day}
  + thursdays i have band practice -> Ana has band practice on Thursdays
event/told: i am (?:stepping down as|going back to|going to start|leaving) (?<what>treasurer|guild lead|mod|moderator|admin|captain|guild leader|raid leader|president|secretary|school|uni|college|university|the (?:team|band|guild|club|board|raid team)) => =
  + Im stepping down as treasurer in january -> Ana is stepping down as treasurer in January 2027
`)
