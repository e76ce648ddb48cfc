/** English phrases of relatives, partners and pets. */
import { MODIFIERS, PET, RELATIVE } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

const NUMBER = "(?:a|an|one|two|three|four|five|six|2|3|4|5|6|my|some)"

export const FAMILY: readonly Phrase[] = [
  phrase(
    "family",
    "(?:i am |i have been )?(?<state>dating|engaged to|married to|going out with) (?<friend>(?!(?:a|an|the|my|your|someone|somebody|anyone|sims|profile|apps?|is|was)\\b)\\p{L}{2,20})(?: (?<since>(?:since|for) .{3,20}))?",
    "is {state} {friend}[ {since}]",
    [
      ["im dating tom", "Ana is dating Tom"],
      ["dating apps", null],
    ],
    "told",
  ),
  phrase("family", "i (?:live|am living) (?<how>alone|by myself|with my <kin:thing>)", "=", [
    ["i live with my two sisters", "Ana lives with their two sisters"],
    ["i live alone", "Ana lives alone"],
  ]),
  phrase(
    "family",
    "i am (?<state>married|engaged|divorced|widowed|single)(?: to (?!my (?:job|work|game|bed|phone))<friend:words>)?(?: with (?<kids>(?:\\d|one|two|three|four) kids))?",
    "=",
    [
      ["im married with two kids", "Ana is married with two kids"],
      ["I'm married to my job", null],
    ],
    "told",
  ),
  phrase(
    "family",
    "(?:i )?(?:have )?got (?<what>married|engaged|divorced)(?: to <friend:words>)?",
    "=",
    [["Just got engaged!!", "Ana got engaged"]],
    "told",
  ),
  phrase(
    "family",
    "i am getting (?<what>married|divorced)(?: to <friend:words>)?",
    "=",
    [["I'm getting married in June", "Ana is getting married in June 2026"]],
    "told",
  ),
  phrase(
    "family",
    `(?:i )?broke up with (?<who2>my (?:${RELATIVE}))`,
    "=",
    [["I broke up with my girlfriend", "Ana broke up with their girlfriend"]],
    "told",
  ),
  phrase(
    "family",
    `my (?<kin>${RELATIVE}) and (?:i|me) (?:broke up|split up|split|separated|have split|are done|are over)`,
    "and their {kin} have split up",
    [["my boyfriend and i broke up", "Ana and their boyfriend have split up"]],
    "told",
  ),
  phrase(
    "family",
    "<friend:name> (?:and|n|&) (?:i|me) (?:broke up|split up|split|separated|have split|are done|are over)(?: .{3,15} ago)?",
    "{who} and {friend} have split up",
    [
      ["felix and i split up 2 weeks ago", "Ana and Felix have split up"],
      ["mum and i split the bill", null],
    ],
  ),
  phrase(
    "family",
    `i have (?<what>(?:a |an |one |two |three |four |five |\\d |no )?(?:(?:older|younger|little|big|baby|twin|half|step) )*(?:${RELATIVE})(?: and (?:a |an |one |two |three |\\d )?(?:(?:older|younger|little|big) )*(?:${RELATIVE}))?|${NUMBER} (?:boys|girls)(?: and ${NUMBER} (?:boys?|girls?))?)(?: (?:called|named) <name>| who (?:lives|works) .{3,40})?`,
    "=",
    [
      ["i have two older brothers", "Ana has two older brothers"],
      ["I have two kids", "Ana has two kids"],
      ["i have two boys", "Ana has two boys"],
      ["i have a brother who lives in malmo", "Ana has a brother who lives in malmo"],
    ],
  ),
  phrase(
    "pet",
    `i (?:have|own|have got) (?<what>${NUMBER} ${MODIFIERS}(?:${PET})(?: and ${NUMBER} (?:[\\p{L}-]+ ){0,2}?(?:${PET}))?)(?:,? (?:called|named) <names:words>|, <list:words>)?`,
    "=",
    [
      ["I have a dog named Rex", "Ana has a dog named Rex"],
      ["i have two cats and a parrot", "Ana has two cats and a parrot"],
      ["I've got two dogs, Bix and Momo", "Ana has two dogs, Bix and Momo"],
      ["i have a cat picture", null],
      ["have two cats", "Ana has two cats"],
      ["have a nice day", null],
    ],
  ),
  phrase(
    "pet",
    `(?:i )?(?:have )?(?<did>adopted|rescued|got|bought|fostered|am getting|am adopting|am fostering) (?<what>(?:${NUMBER}|another|our first) ${MODIFIERS}(?:${PET}))(?: (?:called|named) <names:words>| from (?:the|a) (?:local )?(?:shelter|pound|breeder|rescue))?`,
    "=",
    [
      ["I just adopted a cat!", "Ana adopted a cat"],
      ["we got a new puppy yesterday", "Ana got a new puppy on 10 May 2026"],
      ["rescued a greyhound named bolt", "Ana rescued a greyhound named Bolt"],
      ["got a cat picture", null],
    ],
    "told",
  ),
  phrase(
    "pet",
    `my (?<pet>(?:[\\p{L}-]+ )?(?:${PET}))(?: is (?:called|named)|'s name is|s name is| goes by) <name>`,
    "{who}'s {pet} is named {name}",
    [
      ["my dog's name is Biscuit", "Ana's dog is named Biscuit"],
      ["our old cat is called momo", "Ana's old cat is named Momo"],
    ],
  ),
  phrase(
    "pet",
    `my (?<pet>(?:${PET})(?: \\p{Lu}\\p{L}+)?) is (?<age>(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen) (?:weeks|months|years?)(?: old)?|an? (?:[\\p{L}-]+ ){0,2}(?:${PET}|maine coon|siamese|ragdoll|persian|bengal|sphynx|shorthair|russian blue|calico|tortie|tuxedo|norwegian forest))(?: now| already)?`,
    "{who}'s {pet} is {age}",
    [
      ["our cat is twelve years old", "Ana's cat is twelve years old"],
      ["my dog is a beagle", "Ana's dog is a beagle"],
      ["my cat is a maine coon", "Ana's cat is a maine coon"],
      ["my cat is a menace", null],
    ],
  ),
  phrase(
    "family",
    `my (?<kin>${RELATIVE})(?: is (?:called|named)|'s name is|s name is) <name>`,
    "{who}'s {kin} is named {name}",
    [["my brother's name is Tomek", "Ana's brother is named Tomek"]],
  ),
  phrase(
    "family",
    `(?:(?:i have )?been|i was) (?<how>married|together|with my (?:${RELATIVE})) (?:for )?(?<count>\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) (?<unit>years|months)(?: now)?`,
    "has been {how} for {count} {unit}",
    [
      ["been married 12 years", "Ana has been married for 12 years"],
      ["married 3 years now", "Ana has been married for 3 years"],
    ],
  ),
  phrase(
    "pet",
    `my (?:old |little |poor )?(?<pet>(?:${PET})(?: \\p{Lu}\\p{L}+)?) (?:passed(?: away)?|died)`,
    "{who}'s {pet} died",
    [["our old dog passed in august", "Ana's dog died in August 2026"]],
    "told",
  ),
  phrase(
    "family",
    "i am an? (?:proud |single |stay[- ]at[- ]home |new )?(?<parent>dad|mom|mum|father|mother|parent|grandma|grandpa)(?: (?:of|to) (?<kids>(?:two|three|four|five|\\d)(?: (?:kids|boys|girls|children))?))?",
    "=",
    [["im a dad of three", "Ana is a dad of three"]],
  ),
  phrase(
    "pet",
    "i am (?:picking up|getting|adopting) (?<what>(?:the|a|my|our|two) (?:new )?(?:puppy|kitten|dog|cat|kittens|puppies|rabbit|bunny))",
    "is getting {what}",
    [["picking up the puppy on saturday", "Ana is getting the puppy on 16 May 2026"]],
    "needed",
  ),
]
