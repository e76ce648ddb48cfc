// Ordinary talk among several people and its facts: others interrupt, plans change, answers come late.
import { expect, test } from "vitest"
import { extractTalk, sure } from "./rules-window.ts"

const kept = (talk: string) => sure(extractTalk(talk))

/** Each talk, followed by its facts. */
const TOLD = `
Omar: bad news, the visa is late|Nina: noo|Omar: so I'm moving on April 20th now, not in March
  Omar is moving on 20 April 1970
Rita: I GOT THE POSITION|Sven: RITA|Rita: the bakery school I applied to in spring|Rita: Halden|Sven: yesss|Rita: they want me to start September 5th|Rita: it's part-time
  Rita got the position at the bakery school they applied to in spring, starting on 5 September 1970
Tess: I'm leaving my job at the library in June|Uma: oh no, what next?|Tess: I'm opening a bookshop with my sister
  Tess is leaving their job at the library in June 1970 + Tess is opening a bookshop with their sister
Vik: we adopted a kitten yesterday|Uma: anyone up for cards?|Vik: she's called Pepper|Tess: aww|Vik: she's a nine week old tabby and she's scared of the vacuum
  Vik adopted a kitten named Pepper on 31 December 1969
Uma: my parrot's name is Kiwi|Vik: how old?|Uma: he's fourteen years old
  Uma's parrot is named Kiwi
Wes: I fly to Lima on Friday|Tess: does anyone have a spare charger?|Wes: I'm back on the 30th|Uma: have fun
  Wes flies to Lima on 2 January 1970 + Wes is back on 30 January 1970
Yara: I never miss it, I have pottery on Tuesdays|Zed: what are you making?|Yara: mugs, and they're all crooked
  Yara has pottery on Tuesdays
Zed: what does everyone not eat?|Xena: I'm allergic to sesame|Yara: I can't have gluten|Wes: I eat anything
  Xena is allergic to sesame + Yara can't have gluten
Omar: hi!|Nina: Name: Nina Age: 24 Pronouns: she/her Timezone: EST Role: healer
  Nina is 24 years old (January 1970) + Nina uses she/her pronouns + Nina is in the EST time zone + Nina mains healer
Nina: name: annika / age: 24 / from: Leeds, UK / languages: english, french
  Nina is called Annika + Nina is 24 years old (January 1970) + Nina is from Leeds + Nina speaks English and French
Nina: tz: utc+1|Omar: age: 31|Rita: languages: dutch, german
  Nina is in the utc+1 time zone + Omar is 31 years old (January 1970) + Rita speaks Dutch and German
Nina: I can't stand olives|Omar: more for me, I love olives
  Nina can't stand olives + Omar loves olives
Pia: what are you studying again, Sven?|Rita: brb|Sven: maritime law|Pia: where?|Sven: in Bergen
  Sven is studying maritime law in Bergen
Sven: I graduate in May|Rita: finally!!|Sven: then I'm starting a PhD in Oslo
  Sven graduates in May 1970 + Sven is starting a PhD in Oslo
Tess: who here knows Kotlin?|Uma: I've been writing Kotlin for six years|Vik: I tried it once
  Uma codes in Kotlin since 1964
Vik: I use Blender for everything|Tess: I prefer Maya
  Vik uses Blender
Wes: I work nights until Sunday, so no calls please|Xena: ok
  Wes works nights until 4 January 1970
Xena: I can't do Mondays anymore, I've got rehearsal|Yara: noted
  Xena can't do Mondays anymore
Pia: the raid got pushed to Saturday 9pm|Rita: ugh
  The raid is on Saturday 3 January 1970 at 21:00
Uma: are you still in Porto, Vik?|Vik: no, I moved to Braga in spring
  Vik moved to Braga
Wes: do you have any siblings?|Xena: two sisters|Wes: older?
  Xena has two sisters
Xena: what's your favorite board game?|Yara: Azul, hands down|Zed>1: Root
  Yara's favorite board game is Azul + Zed's favorite board game is Root
Yara: anyone playing Factorio tonight?|Zed: yep|Nina: not me, exam tomorrow
  Zed is playing Factorio + Nina has an exam on 2 January 1970
Zed: I'm a paramedic|Nina: oh wow, for how long?|Zed: eight years
  Zed is a paramedic
Omar: I knit socks for a living, sort of|Pia: really?
  Omar knits socks for a living
Pia: I just|Pia: moved to Gent|Pia: with my partner
  Pia moved to Gent with their partner
Rita: I'm left-handed and the scissors here hate me|Sven: same
  Rita is left-handed
Uma: I've volunteered at the food bank for two years|Vik: same place as Tess?
  Uma has volunteered at the food bank since 1968
Sven: I need to hand in the grant report by Thursday|Tess: good luck
  Sven needs to hand in the grant report by 8 January 1970
Uma: I ran my first half marathon last Sunday|Vik: !!! time?|Uma: 1:58
  Uma ran their first half marathon on 28 December 1969
Wes: I'll be in Dublin next week|Xena: bring rain
  Wes is in Dublin in the week of 5 January 1970
Xena: our cat is twelve years old|Yara: aw
  Xena's cat is twelve years old (January 1970)
Yara: I run the tool library on Mill Road|Zed: wait that's you?
  Yara runs the tool library on Mill Road
Nina: I draw comics|Omar: where can I read them?
  Nina draws comics
Pia: I'm learning Welsh|Rita: why|Pia: my grandmother speaks Welsh
  Pia is learning Welsh + Pia's grandmother speaks Welsh
Rita: I own a small vineyard|Sven: where?|Rita: near Tours
  Rita owns a small vineyard near Tours
Sven: Frank moved to Chicago last month|Tess: by himself?|Sven: with his dog
  Frank moved to Chicago with his dog in December 1969
Bex: change of plan|Bex: we're moving in June now|Cleo: oh, why?
  Bex is moving in June 1970
Dara: they offered me the fellowship!!|Arno: DARA|Dara: at the aquarium|Dara: i start in october
  Dara was offered the fellowship at the aquarium, starting in October 1970
Dara: I quit my job at the bank last month|Cleo: brave|Dara: I'm training as a carpenter now
  Dara has quit their job at the bank in December 1969 + Dara is training as a carpenter
Arno: my cousin Ilse works at the observatory|Bex: cool|Arno: she's an astronomer
  Arno's cousin Ilse works at the observatory + Arno's cousin Ilse is an astronomer
Cleo: is anyone here a vegetarian?|Dara: I am|Arno: I eat everything
  Dara is vegetarian
Dara: what instruments do people play?|Arno: viola|Bex: I play the drums in a ska band
  Arno plays viola + Bex plays the drums in a ska band
Arno: I've been restoring an old tram since 2019|Dara: where do you even keep a tram
  Arno has been restoring an old tram since 2019
Bex: I can't make it on Saturday|Cleo: no worries
  Bex can't make it on 3 January 1970
Bex: the picnic is on Sunday at 2pm|Cleo: I'll bring the lemonade|Dara: I'm baking the bread
  The picnic is on Sunday 4 January 1970 at 14:00
Arno: I swim every morning|Bex: even in winter?
  Arno swims every morning
Cleo: my favorite tea is lapsang|Dara: smoky
  Cleo's favorite tea is lapsang
Dara: I've got two dogs, Bix and Momo|Arno: !!
  Dara has two dogs, Bix and Momo
Arno: I went to the maritime museum yesterday|Bex: how was it
  Arno went to the maritime museum on 31 December 1969
Bex: I have an exam on Friday|Cleo: good luck
  Bex has an exam on 2 January 1970
Cleo: I'm taking a ceramics class this fall|Bex: nice
  Cleo is taking a ceramics class
Cleo: we're planning to visit Georgia in May|Arno: the state?|Cleo: the country
  Cleo is planning to visit Georgia in May 1970
Arno: I finished the first draft of my novel yesterday|Bex: WHAT|Cleo: congrats
  Arno finished the first draft of their novel on 31 December 1969
Bex: I'm from Leuven but I live in Ghent|Arno: neighbor!
  Bex is from Leuven + Bex lives in Ghent
Cleo: I collect enamel pins|Dara: show us
  Cleo collects enamel pins
Bex: we bought a cargo bike last week|Arno: jealous
  Bex bought a cargo bike in the week of 22 December 1969`
const TALKS = TOLD.trim().split(/\n(?! )/)

for (const [talk = "", facts = ""] of TALKS.map((entry) => entry.split("\n  "))) {
  test(`${talk} gives ${facts}`, () => {
    expect(kept(talk).map((claim) => claim.fact)).toEqual(facts.split(" + "))
  })
}
