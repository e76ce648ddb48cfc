/** Finds sensitive statements about a person by their words: health, faith, money and similar. Pure. */

import { SENSITIVE, type Sensitive } from "../domain/types.ts"
import { mayMatch, PatternTable, QuickPattern } from "../text/quick-pattern.ts"
import { remembered } from "../text/remembered.ts"
import { WORDS_ELSEWHERE } from "./sensitive-words.ts"

// Words by class, and slurs. A word is listed alone only if it has no everyday meaning; otherwise with the
// words that relate it to a person.

const KIN =
  "(?:mother|father|mom|mum|dad|parents?|sister|brother|wife|husband|spouse|partner|girlfriend|boyfriend|friend|roommate|boss|coworker|colleague|uncle|aunt|cousin|grandm(?:a|other)|grandpa|grandfather)"
/** The person a line speaks of. Names of people present are replaced by "they" first. */
const WHO = `\\b(?:i|he|she|they|we|you|who|someone|${KIN}(?: \\w+)?)`
const HOW =
  "(?: (?:a|an|the|very|quite|also|still|really|not|now|both|actually|openly|pretty|fairly|only|just|half|part|legally|clinically|severely|chronically|currently|never|deeply|proudly|kind of|feeling))*"
/** "I'm", "im", "she is a very", "they came out as"; not the German "im 4. Stock". */
const IS = `(?:${WHO}(?:['’](?:m|s|re)| am| is| are| was| were| has been| have been|['’]ve been| got| became| identif(?:y|ies) as| c(?:ame|omes?|oming) out as| feels?| turned| will be)|\\b(?:im(?! \\d+\\. \\w)|hes|shes|theyre|youre|whos|(?:i|they|we|you)ve been))${HOW}`
const HAS = `(?:${WHO}(?:['’](?:ve|s)(?: got)?| ha(?:ve|s|d)(?: got)?| caught| got)|\\b(?:(?:i|they|we|you)ve(?: got)?|s?hes got|whos got))${HOW}`
const THEIR = "(?:his|her|their|my|our|your|they['’]s?)"
const END =
  "(?=[\\s]*(?:[.,;!?)]|$|\\b(?:and|but|since|because|so|this|today|for|again|after|at|in|with|too|btw|lol|lmao|tbh|rn|ngl|fyi|haha|now)\\b))"

/** Words for a child. Excludes technical uses such as "child process" and "child element". */
const CHILD =
  "(?:kids?|child(?:ren)?(?![ -](?:process|node|element|class|theme|component|window|thread|table|row|page|support))|babys?|babies|sons?|daughters?|toddlers?|twins|grandsons?|granddaughters?|niece|nephew|stepson|stepdaughter|little (?:one|brother|sister))"
/** Up to seventeen, in figures or words. */
const MINOR_AGE =
  "(?:1[0-7]|\\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)"
const AFTER_AGE = "and|but|so|now|today|btw|lol|lmao|tbh|rn|ngl|fyi|haha|too|still|soon"
const AGE_END = `(?![.,]\\d)(?=\\s*(?:[.,;!?)]|$|(?:${AFTER_AGE})\\b))`
const BIRTHDAY_END = `(?![.,]\\d)(?=\\s*(?:[.,;!?)]|$|(?:${AFTER_AGE}|this|next|in|on)\\b))`
const GRADE =
  "(?:kindergarten|preschool|(?:elementary|primary|grade|middle|secondary|(?:junior )?high) school|(?:[1-9](?:st|nd|rd|th)|1[0-2]th|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) grade|grade (?:[1-9]|1[0-2])\\b|year (?:[1-9]|1[0-3])\\b(?! of))"
const BODY =
  "(?:knee|back|shoulder|neck|hip|wrist|ankle|stomach|head|face|chin|hand|finger|thumb|foot|toe|leg|arm|elbow|tooth|teeth)s?"

const WORDS: Record<Sensitive, string[]> = {
  health: [
    "\\b(?:pregnan(?:t|cy)|miscarr(?:y|ied|iage)|ivf|trimester|expecting (?:a (?:baby|child)|twins|our)|trying (?:for a (?:baby|kid|child)|to conceive)|weeks along\\b|infertil\\w*|abortion|menopaus\\w*|menstrua\\w*)",
    "\\b(?:adhd|autis(?:m|tic)|asperger\\w*|ocd|ptsd|bipolar|schizo\\w+|depression|anxiety|panic attacks?|anorexi\\w*|bulimi\\w*|eating disorder|traumati[sz]ed|self-harm\\w*|suicid\\w*|mental(?:ly)? (?:health|ill\\w*))\\b",
    "\\b(?:(?<!retail |retail-)therapy|(?<!\\b(?:as|is|am|are|be|become|became|was|being) an? (?:\\w+ )?)(?:therapist|psychiatrist|psychologist)|psychiatric|psychotherapy|counsel(?:l)?ing|antidepressants?|ssris?|prozac|zoloft|xanax|ritalin|adderall|insulin|dialysis|chemo(?:therapy)?|meds|medications?|painkillers?|prescription (?:drugs?|pills?|medicine)|prescribed)\\b",
    "\\b(?:cancer|tumou?rs?|leuk(?:a)?emia|diabet(?:es|ic)|epilep\\w+|asthma\\w*|migraines?|arthritis|dyslexi\\w*|scoliosis|endometriosis|tinnitus|insomnia\\w*|hiv|hepatitis|covid(?:-19)?|lupus|crohn['’]?s|fibromyalgia|alzheimer\\w*|dementia|parkinson['’]?s(?! law)|pneumonia|bronchitis|herpes|chlamydia|multiple sclerosis|carpal tunnel|sciatica|tend[oi]nitis|appendicitis|tonsillitis|shingles|eczema|psoriasis|kidney stones?|food poisoning|stomach bug|cerebral palsy|paraplegic|quadriplegic|amputee)\\b",
    "\\b(?:surgery|surgeries|injur(?:y|ies|ed)|disabilit(?:y|ies)|wheelchair|hearing aids?|hard of hearing|legally blind|colou?r-? ?blind|hospitali[sz]ed|concussion|overweight|obes(?:e|ity)|rehab|alcoholi(?:c|sm)|relaps(?:e|ed|ing)|vaccinated|chronic(?:ally)? (?:pain|ill\\w*|fatigue|disease|condition)|terminally ill|(?:diagnosed with|a diagnosis of) (?!the\\b)\\w+|disease)\\b",
    "\\b(?:heart (?:attack|condition|disease|failure)|blood (?:pressure|sugar)|cholesterol|seizures|(?:had|suffered|after) a (?:\\w+ )?stroke(?! of)|(?:hospital|clinic|fertility|(?:oncolog|cardiolog|dermatolog|neurolog|urolog|gyn(?:a)?ecolog|endocrinolog|rheumatolog|gastroenterolog|nephrolog|psychiatr|psycholog)(?:ist|y)|shrink)(?:['’]s)? appointment|appointment (?:at|with|for|in) (?:the |an? |my |her |his |their )?(?:\\w+ )?(?:hospital|clinic|fertility|therapist|shrink|specialist|(?:oncolog|cardiolog|dermatolog|neurolog|urolog|gyn(?:a)?ecolog|endocrinolog|rheumatolog|gastroenterolog|nephrolog|psychiatr|psycholog)(?:ist|y))|(?:see|sees|seeing|saw) (?:a|the|my|her|his|their) (?:doctor|shrink|specialist|oncologist|cardiologist|dermatologist|neurologist))\\b",
    "\\b(?:los(?:e|es|ing|t) (?:\\w+ ){0,3}(?:weight|pounds|kilos|kg|lbs)|pounds lighter|addict(?:ion|ed) to (?:drugs|alcohol|pills|opioids|heroin|cocaine|painkillers|gambling)|drug addict\\w*)\\b",
    `\\b(?:broke|broken|sprained|fractured|tore|dislocated) (?:\\w+ ){0,2}(?:legs?|arms?|wrists?|ankles?|foot|hand|fingers?|nose|ribs?|collarbone|toes?|hip|ligaments?|acl|shoulder)\\b`,
    "\\b(?:ear|sinus|kidney|bladder|urinary|chest|throat|tooth|eye|lung|yeast|skin|wound) infection\\b",
    "\\b(?:admitted to|rushed to|taken to|stayed in|in and out of) (?:the |a )?hospital\\b",
    `${IS} (?:in|back from|out of) (?:the )?hospital\\b|\\bout of (?:the )?hospital\\b`,
    "\\b(?:on crutches|in a (?:cast|sling)|(?:neck|knee|back|wrist|ankle) brace|off sick|sick (?:leave|day)|call(?:ed|ing|s)? in sick|under the weather|fainted|threw up|throwing up)\\b",
    `\\bpassed out\\b(?! (?:\\w+ )?\\w+s\\b)|\\bstitches (?:in|on) ${THEIR} ${BODY}\\b|\\b(?:(?:baby|wife|girlfriend|partner|she)(?:['’]?s| is)|i['’]?m|i am) due (?:in|on|any|next|this)\\b`,
    "\\b(?:can['’]?t|cannot|not allowed to) (?:walk|lift (?:anything|weights|heavy)|stand up)\\b.{0,25}\\b(?:for|until)\\b",
    "\\b(?:got|have|has|had|having|caught|down with) (?:the |a |a bad |a nasty )?(?:flu|fever|strep)\\b",
    "\\b(?:my|his|her|their) (?:shrink|psych|gp|oncologist)\\b",
    `${IS} (?:sick|ill|unwell)\\b(?! of)`,
    `${IS} (?:depressed|anxious all|suicidal|sober|disabled|blind|deaf|diagnosed|infected|contagious|paraly[sz]ed|medicated|allergic to (?:penicillin|antibiotics))\\b(?! (?:to|about))`,
    `${HAS} (?:a |the )?(?:bad |nasty |mild )?(?:flu|fever|cold|strep)\\b(?![ -](?:start|boot|brew|one|drink|beer|room|storage|case|heart|wallet|call|email|shower|war|plunge))`,
    "\\b(?:had|has|having|have|needs?|after|before|recovering from|scheduled for) (?:an|the|her|his|their|my|another|that)?(?: \\w+)? ?operation(?! (?:mode|system|name|count|log|type|order|room))\\b",
    `${WHO} weighs? \\d`,
    "\\b(?:on|off) (?:the pill|birth control|steroids|hormones|antibiotics|blood thinners)\\b",
    `\\b(?:pulled|twisted|strained|bruised|threw|thrown|tweaked) (?:${THEIR}|an?|the) (?:\\w+ )?(?:hamstring|calf|groin|back|neck|knee|ankle|shoulder|wrist|hip|rib|quad)\\b`,
    `\\b${THEIR} ${BODY}(?:['’]s| is| are| has| was)?(?: been)? (?:hurt(?:s|ing)?|ach(?:es|ing)|kill(?:s|ing)|sore|swollen|shot|busted|acting up|infected)\\b`,
    "\\b\\w{3,}(?:cillin|mycin|prazole|statin|triptan|azepam|oxetine)\\b",
    "\\b(?:wisdom (?:teeth|tooth)|root canal|physio(?:therap\\w+)?|blood test|mri|x-?ray|ultrasound|biopsy|vasectomy|transfusion|due date)\\b",
  ],
  sexuality: [
    "\\b(?:gay|lesbians?|bisexual\\w*|asexual\\w*|pansexual\\w*|homosexual\\w*|heterosexual\\w*|queer|lgbt\\w*|transgender\\w*|non-?binary|genderfluid|genderqueer|agender|enby|cisgender|intersex|sexual orientation|sexuality|deadname\\w*|polyamor\\w+|polycule|closeted)\\b",
    "\\b(?:trans|cis) (?:person|people|man|men|wom[ae]n|girls?|guys?|boys?|folks?|fem(?:me)?|masc|kids?|rights|community)\\b",
    `${IS} (?:trans|bi|cis|ace|in the closet)${END}|\\b(?:about|being) trans\\b`,
    "\\b(?:identif(?:y|ies) as|c(?:ame|omes?|oming) out (?:as|to)) (?:a |an )?(?:trans|bi|ace|male|female|m[ae]n|wom[ae]n|straight|they|his|her|my|their)\\b",
    "\\b(?:gender (?:identity|transition|dysphoria|reassignment)|transition(?:ed|ing) (?:to (?:a )?(?:male|female|m[ae]n|wom[ae]n)|from (?:male|female)|mtf|ftm)|hormone replacement|hrt)\\b",
    "\\bpride (?:parade|march|event|fest\\w*|month|flag|week)\\b",
    "\\b(?:sex life|sex with|had sex|having sex|sle(?:ep|eps|pt|eping) with (?:him|her|them|they|someone|somebody|people|m[ae]n|wom[ae]n|guys|girls|everyone|each other|(?:(?:his|her|their|my|an?|the) )(?:\\w+ )?(?:ex|crush|date|neighbou?r|girl|guy|m[ae]n|wom[ae]n|boss|coworker|girlfriend|boyfriend|friend))\\b|one-night stand|masturbat\\w*|nudes|onlyfans|fetish\\w*|kink(?:s|y)?|(?:watch\\w*|into|addicted to|makes?) porn\\w*|virginity|horny|threesome)\\b",
  ],
  religion: [
    "\\b(?:catholic\\w*|protestants?|evangelicals?|muslims?|islam(?:ic)?|jewish|judaism|hindu(?:s|ism)?|buddhis(?:t|ts|m)|mormons?|sikh(?:s|ism)?|atheis(?:t|ts|m)|christianity|lutheran\\w*|methodist\\w*|anglican\\w*|presbyterian\\w*|baptists?|scientolog\\w*|jehovah['’]?s witness\\w*|quakers?|wicca\\w*|rastafari\\w*|(?:greek|russian|eastern) orthodox|orthodox (?:jew\\w*|christian\\w*|church))\\b",
    "\\b(?:(?<!name (?:is|was) )(?<=(?:is|am|are|was|be|becam?e?|raised|devout|practi[cs]ing|born-again|as|an?|['’]m|['’]s|not|very) )christians?|christian (?:faith|church|school|family|music|band|values|community))\\b",
    `${IS} (?:agnostic(?! (?:to|about|of))|religious|pagan|a believer|spiritual|baptized|baptised|confirmed in|a jew|a nun|a pastor|a rabbi|an imam)\\b`,
    "\\b(?:religions?|seminary|mosque|synagogue|quran|koran|torah|ramadan|yom kippur|rosh hashanah|shabbat|baptism|bapti[sz]ed|god-fearing|atone\\w*|(?:believes?|believed|faith) in (?:god|jesus|allah|christ)|found (?:god|jesus)|people of faith|(?:lost|found|shares?) (?:his|her|their|my) (?:christian )?faith)\\b",
    "\\b(?:go|goes|going|went|attends?|attended|drives?|walks?|volunteers?|sings?|plays?|married|active|belongs?|came|back|member|choir|mass|service) (?:to |at |in |of |from |for )?(?:a |an |the |his |her |their |my |our )?(?:\\w+ )?(?:church|temple|chapel)\\b(?! (?:encoding|numeral|street|st|road|rd|run|of doom))",
    `\\b${THEIR} faith\\b(?! in\\b)|\\b(?:friends?|people|folks|group|someone) (?:from|at|of) (?:\\w+ )?church\\b`,
    `\\b(?:${THEIR}|the local) (?:church|congregation|parish|pastor|priest|imam|rabbi|prayers?)\\b`,
    "\\b(?:read(?:s|ing)? the bible|bible (?:study|group|verses?|camp|school|class)|prayer (?:group|meeting|room|mat|circle)|says? (?:his|her|their|my) prayers)\\b",
    `${WHO} pray(?:s|ed)?(?: \\w+)? (?:daily|every|each|at|to|in|five|before|regularly|together)\\b`,
    "\\b(?:keeps? (?:kosher|halal)|eats? (?:only )?(?:kosher|halal)|celebrat\\w+ (?:eid|hanukkah|chanukah|diwali|passover|purim|lent|vesak)|convert(?:ed|s|ing)? to (?:islam|judaism|christianity|catholicism|hinduism|buddhism))\\b",
  ],
  politics: [
    "\\b(?:republicans?|democrats?|labour party|tory|tories|liberal democrat|libertarians?|socialis(?:t|ts|m)|communis(?:t|ts|m)|marxis(?:t|ts|m)|anarchis(?:t|ts|m)|fascis(?:t|ts|m)|(?<!(?:grammar|language|spelling|style|code|soup)[ -])nazis?|leftists?|left-wing\\w*|right-wing\\w*|far[- ](?:left|right)|alt-right|centrists?|activis(?:t|ts|m)|maga|brexit\\w*|conservative party|green party|suffrag\\w*)\\b",
    `${IS} (?:conservative|liberal|progressive|apolitical|(?:left|right)[- ]leaning)\\b(?= (?:voter|politically|and)|[\\s]*(?:[.,;!?)]|$))`,
    "\\b(?:conservatives|liberals|(?<!office |internal |company )politics|politician|political(?:ly)? (?:views?|part(?:y|ies)|active|activis\\w+|affiliation|beliefs?|campaign|left|right|rall(?:y|ies)|refugee|prisoner|opinions?))\\b",
    "\\b(?:presidential|general|local|parliamentary|midterm|mayoral|federal|european|national|city council) elections?\\b|\\b(?:in|for|before|after|won|lost|followed) the (?:last |next |coming )?election\\b(?! of| for (?:mod|admin|captain|leader|lead))",
    "\\bvot(?:e|es|ed|ing) (?:for |against )?(?:the )?(?:trump|biden|harris|obama|clinton|labour|conservatives?|greens?|leave|remain|le pen|macron|modi|putin|erdogan|left|right|republican|democrat|independent|president|(?:\\w+ )?party|(?:\\w+ )?candidate)\\b",
    "\\b(?:campaign(?:ed|s|ing) (?:for|against)|canvass(?:ed|es|ing) (?:for|in)|(?:run|runs|ran|running) for (?:office|mayor|president of (?!the (?:club|guild|server|society|team|association))|president in \\d|council|city council|congress|senate|parliament)|trump support\\w*|supports? (?:trump|biden|putin|hamas|antifa)|antifa)\\b",
    `\\b(?:(?:at|to|join\\w*|attend\\w*|organi[sz]\\w*) (?:a|an|the|this|that)?(?: \\w+)? ?(?:protests?|demonstration against|(?:climate|women['’]s|peace) (?:march|strike)))\\b|${WHO} protest(?:s|ed) (?:against|for)\\b`,
    "\\bpro-(?:life|choice|palestin\\w*|israel\\w*|gun|trump|brexit|russia\\w*|ukrain\\w*|immigration)\\b",
    "\\b(?:trade|labor|labour|teachers['’]?) union\\b|\\bunion (?:member|rep|organi[sz]er|steward)\\b|\\bjoined (?:the|a) union\\b",
  ],
  ethnicity: [
    "\\b(?:ethnic(?:ity|ally)|racial(?:ly)?|mixed[- ]race|biracial|multiracial|latin(?:o|a|x|os|as)|hispanics?|african[- ]american|asian[- ]american|native american|caucasian|aboriginal|romani|person of colou?r|people of colou?r|(?:dark|light|brown|black)[- ]skinned|skin colou?r|immigrants?|refugees?|asylum(?: seeker)?|(?:undocumented|illegal) (?:immigrant|migrant|worker)s?|dalit|brahmin|(?:his|her|their|my) caste)\\b",
    `${IS}(?: half[- ]?| part[- ]?)? ?(?:black|white|brown|asian|arab(?:ic)?|indigenous|native|roma|kurdish|slavic|desi|a person of)(?: (?:man|woman|guy|girl|boy|person|kid|teen|american|british))?${END}`,
    "\\b(?:black|white|asian|arab|brown) (?:man|woman|guy|girl|family|parents|community|american|descent|heritage)\\b",
    "\\bof (?:\\w+ )?\\w+ (?:descent|heritage|ancestry|ethnicity)\\b",
    `\\b${THEIR} (?:ancestors|heritage|ancestry|race)\\b(?! (?:is on|starts|time|condition|car|bike|day|was on))`,
    "\\bhalf[- ]\\w+(?:ese|ean|ian|can|ish)\\b(?! (?:done|finished))",
  ],
  minors: [
    `\\b${CHILD}(?:\\b(?:named|called) | (?:named|called) |'s? (?:name|birthday|school|teacher|age)\\b)`,
    `\\b${CHILD}\\b.{0,30}\\b(?:is|are|turned|turns|just turned) (?:${MINOR_AGE})\\b`,
    `^(?:\\S+['’]s|they['’]s|their|his|her|my|our) (?:\\w+ ){0,2}(?:${CHILD}|youngest|oldest|eldest)\\b`,
    `${IS} ${MINOR_AGE}(?:[ -]?years?[ -]?old|[ -]?y\\/?o\\b| years of age)`,
    `${IS} (?:1[0-7]|\\d)${AGE_END}`,
    `${IS} (?:in|at|attending|starting) ${GRADE}`,
    `\\b${CHILD}\\b.{0,20}\\b(?:in|starts?|starting|started|enters?|entering|goes to|attends?) ${GRADE}`,
    `(?:${WHO}|\\b(?:im|i['’]m|${CHILD}))(?: \\w+)? turn(?:s|ing)? (?:1[0-7]|[4-9])${BIRTHDAY_END}`,
    "\\b(?:freshman|sophomore|junior|senior) (?:in|at) (?:\\w+ ){0,2}(?:high|hs)\\b",
    "\\b(?:mom|mum|dad|parents?|mother|father)s? (?:won['’]?t|doesn['’]?t|didn['’]?t|don['’]?t|never|would(?:n['’]?t)?) let me\\b|\\b(?:mom|mum|dad|parents) (?:took|takes|confiscated) (?:away )?my (?:phone|pc|laptop|computer|switch|console|xbox|tablet|internet)\\b",
    `\\bage ?[:=] ?(?:1[0-7]|[5-9])\\b|\\bunderage\\b|${IS} (?:grounded|minor)(?! (?:in|by|contributor|character|role|league|version|player|key))\\b`,
  ],
  finances: [
    "\\b(?:salar(?:y|ies)|income(?! tax (?:form|software))|mortgages?|bankrupt(?:cy)?|net worth|alimony|child support|food stamps|unemployment(?! rate)|paychecks?|payslips?|credit score|overdraft|overdrawn|life savings|savings account|retirement savings|student loans?|(?:car|home|bank|personal|payday) loans?|debt collectors?)\\b",
    "\\b(?<!technical |tech |code |design |documentation )debts?\\b(?! (?:of gratitude|ceiling))",
    `\\b(?:earns?|earned|makes?|made|paid|gets?|got a raise (?:to|of)) (?:about |around |over |almost |only )?(?:[$€£¥]\\s?\\d[\\d.,]*\\s?k?|\\d[\\d.,]*\\s?k?\\s?(?:dollars|euros|pounds|usd|eur|gbp|[$€£]))\\s?(?:k|an?|per|each|every|\\/)\\s?(?:y(?:ea)?r|month|mo|hour|hr|h|week|annum)?\\b`,
    `${WHO} (?:earns?|makes?) (?:about |around |over )?[$€£]?\\d[\\d.,]*k\\b`,
    `\\b${THEIR} savings\\b|\\b(?:took out|takes? out|got|applied for|pay(?:s|ing)? off) (?:a|an|the|his|her|their|my) loan\\b`,
    "\\b(?:on|living on|lives on|receives?|collects?) (?:welfare|benefits|the dole|disability)\\b|\\b(?:behind on|can['’]?t (?:afford|pay)|cannot (?:afford|pay)|struggles to pay) (?:the |his |her |their |my )?(?:rent|bills|food|mortgage|loan)\\b",
    `${IS} (?:broke|in the red|poor|rich|wealthy|a millionaire|in financial trouble)(?=\\s*(?:[.,;!?)]|$))`,
    "\\b(?:owes? (?:\\w+ ){0,3}(?:[$€£]\\s?\\d|\\d+ (?:dollars|euros|pounds|bucks))|inherit(?:ed|s) (?:money|[$€£]\\d|a (?:fortune|house)|\\d)|invest(?:ed|s|ing) (?:[$€£]|\\d|in (?:stocks|shares|crypto|bitcoin)))",
    "\\bpays? (?:[$€£]\\s?\\d[\\d.,]*|\\d[\\d.,]* (?:dollars|euros|pounds)) (?:in |for |of )?(?:rent|taxes|tax)\\b",
  ],
  slurs: [
    "\\bn[i1!]gg(?:er|a|uh|az)s?\\b",
    // The bassoon in Spanish is no slur.
    "\\bf[a@4]g(?:g(?:ot|it))?s?\\b(?! end)|(?<!\\b(?:el|del|al|un|los|de|toca|con) )\\bf[a@4]g(?:ot|it)s?\\b",
    "\\b(?:kikes?|wetbacks?|gooks?|towel ?heads?|rag ?heads?|sand n\\w+|trann(?:y|ies)|shemales?|jigaboos?|beaners?|golliwogs?|pikeys?|zipperheads?)\\b",
    "\\bchinks?\\b(?! (?:in|of)\\b)",
    "\\bspics?\\b(?! and span)",
    "\\bpakis?\\b",
    "\\bretard(?:s|ed)?\\b(?! (?:potential|time|spark|the|wave|solution))",
    "\\bcunts?\\b",
    `${IS} dykes?\\b`,
  ],
}

/** A guild's rule for each class: the `sensitive` part of its policy. */
export type SensitiveRule = Record<Sensitive, "refuse" | "allow">

const SHAPES = new PatternTable(
  SENSITIVE.flatMap((kind) =>
    [...WORDS[kind], ...WORDS_ELSEWHERE[kind]].map((shape) => ({
      kind,
      shape: new QuickPattern(inAscii(shape), "i"),
    })),
  ),
  ({ shape }) => shape,
)

/**
 * Returns a text in ASCII letters: "schön" as "schon", and letters that have none as "x". Expressions know only these as
 * letters, so that "fährt" does not contain the word "hrt"; those that know all scripts take half a second to build.
 */
function inAscii(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{ASCII}]/gu, (sign) => (/[\p{L}\p{N}]/u.test(sign) ? "x" : sign))
}

/** A child by name. Only this expression is case-sensitive: the capital marks the name. */
const CHILD_BY_NAME = new RegExp(`\\b${CHILD}(?:'s)?,? \\p{Lu}\\p{Ll}+`, "u")

/**
 * Returns the classes of what a text says about somebody. Whole-word names of `people` count as persons.
 * @internal
 */
export function sensitiveIn(text: string, people: readonly string[] = []): Sensitive[] {
  const told = classesIn(inAscii(withoutNames(text, people)))
  return SENSITIVE.filter((kind) => told.includes(kind) || (kind === "minors" && CHILD_BY_NAME.test(text)))
}

/** A line and the fact made of it are checked for the note, the title, the claim and each reader. */
const classesIn = remembered(
  (text): readonly Sensitive[] => {
    const said: Sensitive[] = []
    for (const { kind, shape } of SHAPES.among(mayMatch(text.toLowerCase())))
      if (!said.includes(kind) && shape.regExp.test(text)) said.push(kind)
    return said
  },
  { most: 1_000 },
)

/** Returns true if the author of a text tells that they are a minor: of them nothing is kept, whatever else it says. */
export function isByMinor(text: string): boolean {
  const ascii = inAscii(text)
  return OWN_MINORITY.test(ascii, ascii.toLowerCase())
}
const OWN_MINORITY = new QuickPattern(
  inAscii(
    `\\b(?:i['’]?m(?! \\d+\\. \\w)|i am|i (?:just )?turned|i (?:will )?turn)${HOW} (?:${MINOR_AGE}(?:[ -]?years?[ -]?old|[ -]?y\\/?o\\b)|(?:1[0-7]|[6-9])${AGE_END}|in ${GRADE}|(?:a |an )?(?:minor|underage)${END}|a (?:freshman|sophomore|junior|senior) (?:in|at) (?:\\w+ ){0,2}(?:high|hs)\\b)|\\bage ?[:=] ?(?:1[0-7]|[5-9])\\b|\\b(?:ich bin|ich werd['e]?) 1[0-7]\\b|\\btengo 1[0-7] (?:años|anos)\\b|\\bj['’]?ai 1[0-7] ans\\b|\\btenho 1[0-7] anos\\b`,
  ),
  "i",
)

/** Subject of a text: names that may occur in it, and whether it describes the group instead of one person. */
export interface About {
  people: readonly string[]
  ofGroup?: boolean
}

/**
 * Returns the first class in a text that the rule refuses; `null` if there is none. "No politics here" is
 * about nobody: a fact of the group is refused only if it speaks of somebody, or for slurs.
 */
export function refusedIn(text: string, rule: SensitiveRule, { people, ofGroup }: About): Sensitive | null {
  const ofNobody = ofGroup === true && !speaksOfSomeone(text, people)
  const refused = sensitiveIn(text, people).filter((kind) => rule[kind] === "refuse")
  return refused.find((kind) => kind === "slurs" || !ofNobody) ?? null
}

function speaksOfSomeone(text: string, people: readonly string[]): boolean {
  return withoutNames(text, people) !== text || /\b(?:i|he|she|his|her|my)\b/iu.test(text)
}

/** Returns the classes that a rule refuses, in the order of the vocabulary. */
export function refusedClasses(rule: SensitiveRule): Sensitive[] {
  return SENSITIVE.filter((kind) => rule[kind] === "refuse")
}

/** "Ada is ill" becomes "they is ill": about a name is about a person, about another word may not be. */
function withoutNames(text: string, people: readonly string[]): string {
  // Most lines name nobody. A name of one letter cannot be told from other words.
  const said = people.filter((name) => name.length > 1 && text.includes(name))
  return said.length === 0 ? text : text.replace(namesPattern(said.join("\n")), "they")
}

/** Matches each of these names, a line each, as a whole word, the longest first. */
const namesPattern = remembered(
  (said) => {
    const names = said.split("\n").toSorted((a, b) => b.length - a.length)
    const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu")
  },
  { most: 500 },
)
