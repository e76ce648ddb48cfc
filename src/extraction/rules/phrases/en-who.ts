/** English phrases of who somebody is: home, origin, name, family and pets. */
import { MODIFIERS, NATIONALITY, PET, RELATIVE } from "./en-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

const NUMBER = "(?:a|an|one|two|three|four|five|six|2|3|4|5|6|my|some)"

export const WHO: readonly Phrase[] = phraseRows(String.raw`
home: (?:i )?(?:live|living|am living|am based|based|reside) (?<prep>in|near|outside|outside of|close to) <place> => =
  + i live in lisbon -> Ana lives in Lisbon | im based in porto these days -> Ana is based in Porto
  + live in leeds now -> Ana lives in Leeds | i lvie in leeds -> Ana lives in Leeds
  - I live in fear | live in 5 minutes | i live in the vents | i live in vim | i live in sweatpants
  - i live in constant fear | i live in whiterun
home/told: (?:i )?(?:have )?moved (?:back )?(?:up |down |over |out )?to <place>(?: (?:with|for) (?<with>.{3,40}))? => =
  + moved to leeds last month btw -> Ana moved to Leeds in April 2026
  + I just moved to Oslo with my partner -> Ana moved to Oslo with their partner
  - I moved to the next level | moved to channel 4 | moved to postgres last month
home/told: (?:i am )?(?:(?:going to )?(?:moving|move)|relocating) (?:back )?to <place>(?: (?:with|for) .{3,40})? => =
  + We're moving to Canada -> Ana is moving to Canada
  + im moving to york in september -> Ana is moving to York in September 2026
  - i'm moving to firebase next week | i'm moving to a planted 60 on monday
  + im gonna move to trondheim!! -> Ana is going to move to Trondheim
origin: i (?:am|come|hail) (?:originally )?from <place>(?: originally)?|from <there:place> originally => is from {place}{there}
  + im from brazil -> Ana is from Brazil
  + originally from cork but living in ghent now -> Ana is from Cork; Ana is living in Ghent
  + im form peru -> Ana is from Peru
  - im from the future
origin: (?:i )?(?<how>grew up|was born|was raised)(?: and raised)? (?<prep>in|near|on|outside) <spot:thing> => =
  + grew up in ohio -> Ana grew up in Ohio | I was born in Cairo -> Ana was born in Cairo
  + born in peru -> Ana was born in Peru
  - i was born ready | born in the wrong century
belonging: i (?:do not (?:have|own)|have never (?:had|owned)) (?:any )?(?<what>(?:an? )?(?:car|tv|television|mic|headset|webcam|kids|children|pets|siblings|dog|cat|phone|smartphone|garden|dishwasher|microwave|bike|licen[cs]e|driving licen[cs]e|driver'?s licen[cs]e|passport|pc|laptop|desktop|console|printer|credit card|facebook|instagram|tiktok|whatsapp)) => =
  + i don't have a car -> Ana doesn't have a car | i don't have a mic -> Ana doesn't have a mic
  + no kids -> Ana doesn't have kids
  - i dont have a clue | no kids allowed
identity: i am (?:an? )?(?<nation>${NATIONALITY}) => is {nation}
  + i'm german btw -> Ana is German | im irish -> Ana is Irish
identity: i am (?<state>left[- ]?handed|right[- ]?handed|ambidextrous|bilingual|trilingual|retired|self[- ]employed|unemployed|an introvert|an only child|a twin|a night owl|a morning person|an early bird|a morning bird) => =
  + I'm left-handed -> Ana is left-handed | im an only child -> Ana is an only child
birthday: my birthday(?: is|'s) (?:on )?(?<day>(?:the )?(?:[12]?\d|3[01])(?:st|nd|rd|th)?(?: of)? \p{L}+|\p{L}+ (?:the )?(?:[12]?\d|3[01])(?:st|nd|rd|th)?)|i was born on (?<date>(?:the )?(?:[12]?\d|3[01])(?:st|nd|rd|th)?(?: of)? \p{L}+|\p{L}+ (?:[12]?\d|3[01])(?:st|nd|rd|th)?) => {who}'s birthday is {day}{date}
  + my birthday is March 3 -> Ana's birthday is March 3
  + my birthday's the 3rd of May -> Ana's birthday is the 3rd of May | my birthday's on june 12th -> Ana's birthday is June 12th
  + my birthday is the 9th of august btw -> Ana's birthday is the 9th of August
  - my bdays on the 4th of july
identity: i am (?<age>1[89]|[2-9]\d)(?: years old| yo| y/o)?|i (?:have )?turned (?<turned>1[89]|[2-9]\d) => is {age}{turned} years old
  + I'm 27 years old -> Ana is 27 years old (May 2026) | i just turned 30 -> Ana is 30 years old (May 2026)
  - just turned 30 | i am 15 years old | im 30 minutes late
identity: (?:(?:my )?pronouns(?: are| changed to|:| =) |i (?:use|go by|prefer) )?(?<pronouns>(?!he/she|she/he$)(?:she|he|they|xe|ze|it|any)/(?:her|hers|him|his|them|they|theirs|she|he|its|all|xem|hir)(?:/\p{L}+)?)(?: pronouns)?(?: pls| please| btw)? => uses {pronouns} pronouns
  + my pronouns are they/them -> Ana uses they/them pronouns | i use he/they -> Ana uses he/they pronouns
  + they/them pls -> Ana uses they/them pronouns
  - he/she
name: (?:you can |everyone |please |y'?all can )?call me (?!crazy|maybe|later|when|if|back|out|a |an |the |old|weird|tomorrow|today|tonight|again|mad|anytime|any |on |at |for |names|stupid|lazy)<name>|i go by <alias:name>|my (?:real |actual )?name is <own:name>|(?:everyone|everybody|most people|people|(?:my )?friends|people here) calls? me (?!(?:crazy|old|weird|mad|names|stupid|lazy|the|a|an|out|back|when|mom|mum|mama|dad|daddy|boss|sir|trouble)\b)<by:name>|i am called <so:name> => is called {name}{alias}{own}{by}{so}
  + everyone calls me Kettle -> Ana is called Kettle | my friends call me annie -> Ana is called Annie
  + i'm called kettle -> Ana is called Kettle | my name's ruth btw -> Ana is called Ruth
  + call me Kettle -> Ana is called Kettle | my name is actually Ruth -> Ana is called Ruth
  - everyone calls me crazy | call me when you are there | call me crazy
name: on (?<site>twitch|steam|github|youtube|instagram|insta|twitter|bluesky|mastodon|xbox|psn|reddit|tumblr|soundcloud|bandcamp) i am (?:called )?<handle:word>|my (?<place2>twitch|steam|github|youtube|instagram|insta|twitter|bluesky|mastodon|psn|reddit|soundcloud|bandcamp)(?: (?:name|handle|username|id|account))? is (?!(?:dead|gone|broken|bugged|lagging|private|empty)\b)<account:word> => is called {handle}{account} on {site}{place2}
  + on twitch im drewhistle now -> Ana is called drewhistle on Twitch
  + my steam name is moth_king -> Ana is called moth_king on Steam
  - on monday im free | my twitch is down
identity: (?:i am (?:in|on) |i am (?=utc|gmt)|my time zone is )(?<zone>(?:utc|gmt)(?:(?: )?[+-](?: )?\d{1,2}(?::\d\d)?)?|cet|cest|est|edt|cst|pst|pdt|mst|bst|jst|ist|aest|eastern|pacific|central)(?: time)? => is in the {zone} time zone
  + im utc+2 -> Ana is in the utc+2 time zone | im in utc+2 -> Ana is in the utc+2 time zone
  + my timezone is EST -> Ana is in the EST time zone
family/told: (?:i am |i have been )?(?<state>dating|engaged to|married to|going out with) (?<friend>(?!(?:a|an|the|my|your|someone|somebody|anyone|sims|profile|apps?|is|was)\b)\p{L}{2,20})(?: (?<since>(?:since|for) .{3,20}))? => is {state} {friend}[ {since}]
  + im dating tom -> Ana is dating Tom
  - dating apps
family/told: i am (?<state>married|engaged|divorced|widowed|single)(?: to (?!(?:my (?:job|work|game|bed|phone)|the|an?) ?\b)<friend:words>)?(?: with (?<kids>(?:\d|one|two|three|four) kids))? => =
  + im married with two kids -> Ana is married with two kids
  - I'm married to my job
family/told: (?:i )?(?:have )?(?:got|am getting) (?<what>married|engaged|divorced)(?: to <friend:words>)? => =
  + Just got engaged!! -> Ana got engaged | I'm getting married in June -> Ana is getting married in June 2026
family/told: (?:i )?broke up with (?<who2>my (?:${RELATIVE})) => =
  + I broke up with my girlfriend -> Ana broke up with their girlfriend
family/told: my (?<kin>${RELATIVE}) and (?:i|me) (?:broke up|split up|split|separated|have split|are done|are over) => and their {kin} have split up
  + my boyfriend and i broke up -> Ana and their boyfriend have split up
family: (?:(?!(?:${RELATIVE})\b)<friend:name> (?:and|n|&) (?:i|me)|(?:me|i) (?:and|n|&) (?!(?:my|${RELATIVE})\b)<ex:name>) (?:have )?(?:broke up|broken up|split up|split|separated|have split|are done|are over|called it quits)(?: .{3,15} ago|, .{3,60})? => {who} and {friend}{ex} have split up
  + felix and i split up 2 weeks ago -> Ana and Felix have split up
  + me and Callum have split up, before anyone asks -> Ana and Callum have split up
  - mum and i split the bill | me and mum split | me and Callum split up the chores | if me and Callum split up
family: i have (?<what>(?:a |an |one |two |three |four |five |\d |no )?(?:(?:older|younger|little|big|baby|twin|half|step) )*(?:${RELATIVE})(?: and (?:a |an |one |two |three |\d )?(?:(?:older|younger|little|big) )*(?:${RELATIVE}))?|${NUMBER} (?:boys|girls)(?: and ${NUMBER} (?:boys?|girls?))?)(?: (?:called|named) <name>| who (?:lives|works) .{3,40})? => =
  + i have two older brothers -> Ana has two older brothers | I have two kids -> Ana has two kids
  + i have two boys -> Ana has two boys | i have a brother who lives in malmo -> Ana has a brother who lives in malmo
pet: i (?:have|own|have got) (?<what>${NUMBER} ${MODIFIERS}(?:${PET})(?: and ${NUMBER} (?:[\p{L}-]+ ){0,2}?(?:${PET}))?)(?:,? (?:called|named) <names:words>|, <list:words>)? => =
  + I have a dog named Rex -> Ana has a dog named Rex | i have two cats and a parrot -> Ana has two cats and a parrot
  + I've got two dogs, Bix and Momo -> Ana has two dogs, Bix and Momo | have two cats -> Ana has two cats
  - i have a cat picture | have a nice day
pet/told: (?:i )?(?:have )?(?<did>adopted|rescued|got|bought|fostered|am getting|am adopting|am fostering) (?<what>(?:${NUMBER}|another|our first) ${MODIFIERS}(?:${PET}))(?: (?:called|named) <names:words>| from (?:the|a) (?:local )?(?:shelter|pound|breeder|rescue))? => =
  + I just adopted a cat! -> Ana adopted a cat | we got a new puppy yesterday -> Ana got a new puppy on 10 May 2026
  + rescued a greyhound named bolt -> Ana rescued a greyhound named Bolt
  - got a cat picture
pet: my (?<pet>(?:[\p{L}-]+ )?(?:${PET}))(?: is (?:called|named)|'s name is|s name is| goes by) <name> => {who}'s {pet} is named {name}
  + my dog's name is Biscuit -> Ana's dog is named Biscuit | our old cat is called momo -> Ana's old cat is named Momo
pet: my (?<pet>(?:${PET})(?: \p{Lu}\p{L}+)?) is (?<age>(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen) (?:weeks|months|years?)(?: old)?|an? (?:[\p{L}-]+ ){0,2}(?:${PET}|maine coon|siamese|ragdoll|persian|bengal|sphynx|shorthair|russian blue|calico|tortie|tuxedo|norwegian forest))(?: now| already)? => {who}'s {pet} is {age}
  + our cat is twelve years old -> Ana's cat is twelve years old (May 2026) | my dog is a beagle -> Ana's dog is a beagle
  + my cat is a maine coon -> Ana's cat is a maine coon
  - my cat is a menace
family: my (?<kin>${RELATIVE})(?: is (?:called|named)|'s name is|s name is) <name> => {who}'s {kin} is named {name}
  + my brother's name is Tomek -> Ana's brother is named Tomek
family: i am an? (?:proud |single |stay[- ]at[- ]home |new )?(?<parent>dad|mom|mum|father|mother|parent|grandma|grandpa)(?: (?:of|to) (?<kids>(?:two|three|four|five|\d)(?: (?:kids|boys|girls|children))?))? => =
  + im a dad of three -> Ana is a dad of three
home: i (?:live|am living) (?<prep>in|on) (?<what>an? (?:[\p{L}-]+ ){0,2}?(?:village|town|city|suburb|flat|apartment|house|cabin|farm|van|boat|houseboat|island|studio|cottage|commune|dorm)(?: (?:in|near|outside|outside of|with) .{3,25})?) => =
  + we live in a tiny village near bath -> Ana lives in a tiny village near bath | i live on a houseboat -> Ana lives on a houseboat
  - i live in a dream | i live in a swamp
birthday/needed: (?:it(?: i|')s )?my birthday(?: is)? => {who}'s birthday is
  + it's my birthday on friday -> Ana's birthday is on 15 May 2026
home/told: i have (?:lived|been living) (?<prep>in|near|outside) <place> => =
  + i've lived in turin since 2019 -> Ana has lived in Turin since 2019
`)
