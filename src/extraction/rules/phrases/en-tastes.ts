/** English phrases of tastes, diets and wishes to be left alone. */
import { ALLERGEN, FOOD } from "./en-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

const DIET =
  "(?<diet>vegan|vegetarian|veggie|pescatarian|teetotal|gluten[- ]free|dairy[- ]free|lactose intolerant|halal|kosher|keto|coeliac|celiac)"
/** Anybody may say so: it tells nothing of one. */
const NO_TASTE = `(?!(?:(?:playing|gaming|reading|talking|chatting|hanging)(?: (?:for fun|around|games|with (?:people|friends|others)|to people|out(?: with (?:people|friends))?))?|(?:helping|making|meeting|teaching|supporting|entertaining|cheering up)(?: (?:out|new))? (?:people|others|everyone|everybody|folks|strangers|friends|newbies)(?: (?:out|up|laugh|happy|smile))?|(?:winning|losing|trying|learning|sharing|working|being|making|creating|chilling|relaxing)(?: (?:new )?(?:things|stuff|something(?: new)?|together|hard))?)$)`
/** An activity may be liked by anybody, or means little without its talk: "sinking into different worlds". */
const NO_DOING =
  "(?!(?:helping|watching|learning|creating|finding|sinking|getting|running|experimenting|curling|trying|seeing|being|having|doing|spending|exploring|sharing|meeting|working|going|taking|giving|bringing|using|hearing|thinking|talking|playing different) )"
const MUCH = "(?: (?:so much|a lot|more than anything|to bits|with a passion|the most|too much|very much))?"

export const TASTES: readonly Phrase[] = phraseRows(String.raw`
constraint: (?:.{0,30}(?:remember|reminder|note) (?:that )?)?i (?:am|have been) (?:a |an |strictly |mostly )?${DIET}(?: this time.*| (?:since|for) .{3,20}| by the way)? => is {diet}
  + im veggie -> Ana is vegetarian
  + someone remember im veggie this time before buying a 12 pack of sausage rolls -> Ana is vegetarian
  + oh and i'm vegan -> Ana is vegan | i've been vegan for six years -> Ana is vegan
  - vegan except for bacon | im tired
constraint: (?:i )?(?:have gone|went|am going|turned|became) (?<diet>vegan|vegetarian|pescatarian|gluten[- ]free|dairy[- ]free|plant[- ]based|keto)(?: (?:in|last|since) .{3,15})? => is {diet}
  + went vegan in january -> Ana is vegan
constraint: i am (?:not|no longer) (?<diet>vegan|vegetarian|pescatarian|gluten[- ]free|keto)(?: anymore| any more)? => is no longer {diet}
  + im not vegan anymore -> Ana is no longer vegan | no im not vegan -> Ana is no longer vegan
constraint: no (?<food>${FOOD}) for me => doesn't eat {food}
  + no gluten for me please -> Ana doesn't eat gluten
  - no bike for me
constraint: i (?:do not|cannot) (?:eat|do|have|drink|touch) (?:any )?(?<food>(?:${FOOD})(?:(?:,| or|, or| and) (?:${FOOD}))*)(?: anymore| at all)? => =
  + i dont do dairy -> Ana doesn't do dairy | i dont do mondays -> Ana doesn't do Mondays
  + I don't eat meat -> Ana doesn't eat meat
constraint: (?:i (?:never|do not)|do not) (?<habit>drink|smoke|fly|vape|drive)(?: at all)?|i never (?<verb>eat|drink) (?<food>${FOOD}) => =
  + I never drink coffee -> Ana never drinks coffee | i dont drink -> Ana doesn't drink
  - i dont know
constraint: (?:i am |(?=allergic))(?:deathly |very |super |badly |severely |mildly )?(?<how>allergic|intolerant) to (?<what>(?:most |all )?${ALLERGEN}(?:(?:,|,? and|,? or) ${ALLERGEN})*) => =
  + I'm allergic to peanuts -> Ana is allergic to peanuts | allergic to cats btw -> Ana is allergic to cats
  - im allergic to mondays lol | im allergic to this | i'm allergic to mornings
constraint: i have an? (?<what>${ALLERGEN}) allergy => =
  + I have a peanut allergy -> Ana has a peanut allergy
favorite: my (?<rank>(?:all[- ]time |absolute |second |least )?)favorite (?!bug|sin|mistake|excuse|lie|error)<what:words> (?:is|are|has to be|will be|of all time is) (?:the |probably )?<value:obj> => {who}'s {rank}favorite {what} is {value}
  + my favorite editor is Neovim -> Ana's favorite editor is Neovim
  + my fav food is sushi -> Ana's favorite food is sushi
  - my favorite part is when he falls | my favorite bug is a feature
taste: i (?:do )?(?:(?:really|so|do|fucking|freaking|totally|seriously) )*(?<verb>love|like(?= \p{L}+ing(?: |$)|.* a lot$| [\p{L}'’-]+(?: [\p{L}'’-]+)?$)|(?<=(?:do|really|so|fucking|freaking|totally|seriously) )like|adore|enjoy|(?:hate|dislike|despise|detest)(?! an? )|prefer(?= .+ (?:over|to) | \p{L}+ing(?: |$))) ${NO_TASTE}${NO_DOING}<what:obj>${MUCH} => {verb}s {what}
  + I love hiking -> Ana loves hiking | i hate cilantro with a passion -> Ana hates cilantro
  + I prefer tea over coffee -> Ana prefers tea over coffee
  + i love action and sci-fi movies -> Ana loves action and sci-fi movies
  - I love the new avatar | i like it | i love horror, action and sci-fi movies
  - i love action and sci-fi movies, but that one was bad | i enjoy each others company | i enjoy each other's company
  + i like playing the banjo -> Ana likes playing the banjo | I like green tea -> Ana likes green tea
  - i hate a retired science teacher | i hate mondays ffs | i prefer unicast | i love you guys | i hate when that happens | i like playing around | i just enjoy winning | i love making people laugh
  - i prefer the blue ones | i like cozy ones | i love trying new things | i love helping the community
taste: i (?:do not (?:really )?(?:like|enjoy|care for)|cannot stand|am not (?:really )?(?:a (?:big |huge )?fan of|into|keen on)|never liked|have never liked) (?!(?:still|out|idly)\b)<what:obj>${MUCH} => =
  + I can't stand olives -> Ana can't stand olives | im not a fan of horror movies -> Ana isn't a fan of horror movies
  - i dont like that
taste: i am (?:so |really |super |very )?(?:into|obsessed with|addicted to|crazy about|a (?:big |huge |massive )?fan of|hooked on) <what:obj> => =
  + I am into photography -> Ana is into photography | im a huge fan of jazz -> Ana is a huge fan of jazz
  - im so into this
constraint: (?:and )?(?:(?:please )?(?:(?:do not|never)|no) (?:ping|@|dm|message|call|text|tag)(?:ing|s)? me|(?:please )?no (?:pings|calls|messages|texts|dms|tags)|i'd rather not be (?:pinged|called|messaged|tagged)) (?<time>at work|(?:after|before|during|between|on|while|until) .{2,30}?) => doesn't want to be messaged {time}
  + pls dont ping me after 10pm ok -> Ana doesn't want to be messaged after 10pm
  - pls dont ping me after 10pm for a while ok
  + pls no pings before noon -> Ana doesn't want to be messaged before noon
  + no calls after 9pm please -> Ana doesn't want to be messaged after 9pm
  + i'd rather not be pinged at work -> Ana doesn't want to be messaged at work
  - dont ping me
constraint: (?:please )?(?:do not (?:ever dm|ever ping|dm|ever @) me|no dms)(?: please| thanks| ever)? => doesn't want to be messaged
  + pls do not dm me ever -> Ana doesn't want to be messaged | no dms please -> Ana doesn't want to be messaged
taste: (?<verb>(?:hate|despise|detest|loathe)(?! an? )|adore|love(?= an? | \p{L}+ing )) (?!you\b|u\b|each\b)${NO_DOING}<what:obj>${MUCH} => {verb}s {what}
  + absolutely hate cilantro -> Ana hates cilantro
  - love you all | love it
taste: (?:i have )?been (?:really |super |so )?(?:into|obsessed with|hooked on|listening to a lot of|reading a lot of|watching a lot of) <what:obj> => is into {what}
  + been really into ska lately -> Ana is into ska
favorite: <value:obj> (?:is|are) my (?:all[- ]time |absolute )?favorite <what:words> => {who}'s favorite {what} is {value}
  + mango is my favorite fruit -> Ana's favorite fruit is mango
`)
