/** What is never claimed of anybody, however plainly it was said: health beyond diet, faith, politics, sexuality, money, minors. */
const PRIVATE = new RegExp(
  `\\b(?:${[
    "pregnan\\w*|miscarr\\w*|ivf|due date|trimester|expecting (?:a|our|their|twins)",
    "gay|lesbian|bisexual|asexual|pansexual|queer|lgbt\\w*|trans|transgender|transition(?:ed|ing)?|non-?binary|coming out|pride (?:parade|march|event|fest\\w*|month)|sexuality",
    "christian\\w*|catholic\\w*|protestant|muslim|islam\\w*|jewish|judaism|hindu\\w*|buddhis\\w*|mormon|sikh|atheis\\w*|agnostic|religio\\w*|church|mosque|synagogue|temple|bible|quran|pray\\w*|baptis\\w*|ramadan|faith",
    "politic\\w*|republican|democrats?|labour party|conservatives?|liberals?|socialis\\w*|communis\\w*|activis\\w*|election|vot(?:e|ed|ing) for|campaign(?:ing)?|protests?|running for office",
    "adhd|autis\\w*|ocd|ptsd|bipolar|depress\\w*|anxiety|anxious|panic attacks?|therapy|therapist|counsel(?:l?ing)|psychiatr\\w*|mental health|suicid\\w*|self-harm|rehab|addict(?:ion|ed to (?:drugs|alcohol|pills))|sober|alcoholi\\w*|relaps\\w*",
    "cancer|tumou?r|chemo\\w*|diabet\\w*|asthma\\w*|epilep\\w*|migraines?|arthritis|dyslexi\\w*|scoliosis|endometriosis|tinnitus|insomnia|hiv|covid|disease|disab\\w*|illness|diagnos\\w*|surger\\w*|operation|medication|meds|doctor's appointment|prescri\\w*|infect\\w*|injur\\w*|broke (?:\\w+ )?(?:leg|arm|wrist|ankle|foot|hand|finger|nose|rib|collarbone|toe|hip)|deaf|blind|colou?r-?blind|wheelchair|overweight|obese|lose weight|losing weight|lost weight|pounds lighter",
    "salar\\w*|income|debts?|mortgage|bankrupt\\w*|loans?|net worth|welfare|savings|in the red|unemployment",
  ].join("|")})\\b`,
  "i",
)
const CHILD =
  "(?:kids?|child(?:ren)?|babys?|babies|sons?|daughters?|toddlers?|twins|grandsons?|granddaughters?|niece|nephew|stepson|stepdaughter|little (?:one|brother|sister)|(?:younge|olde)(?:r|st))"
/** A child's name, age, school or health; that one has children is one's own. */
const OF_CHILD = new RegExp(
  `\\b(?:${CHILD} (?:named|called) |${CHILD}'s? (?:name|birthday|school|teacher|age)\\b)`,
  "i",
)
const OF_KIN_CHILD = new RegExp(`^\\S+'s (?:\\w+ ){0,2}${CHILD}\\b`, "i")

const CHILD_TOLD = new RegExp(
  `\\b${CHILD}(?:'s)? (?:\\p{Lu}\\p{Ll}+|name|named|called)|\\b${CHILD}\\b.{0,30}\\b(?:is|are|turned|turns|just turned) \\d`,
  "u",
)

/** Whether a line is no matter for a note that others read. */
export function isPrivate(line: string): boolean {
  return PRIVATE.test(line) || CHILD_TOLD.test(line)
}

/** Whether a fact belongs to nobody but the one it is about. */
export function isSensitive(fact: string): boolean {
  return PRIVATE.test(fact) || OF_CHILD.test(fact) || OF_KIN_CHILD.test(fact)
}
