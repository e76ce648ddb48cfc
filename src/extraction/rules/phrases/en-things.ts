/** English phrases of tools, belongings, and what somebody plays. */
import { BELONGING, CRAFTING, INSTRUMENT, MODEL, MODIFIERS, SPORT } from "./en-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

const SYSTEM =
  "(?:debian|fedora|arch|ubuntu|mint|nixos|gentoo|opensuse|alpine|freebsd|openbsd|macos|linux|windows(?: \\d+)?|pop ?!?_?os|endeavouros|manjaro|android|ios|graphene ?os|neovim|nvim|vim|emacs|vs ?code|helix|sublime|intellij|pycharm|zed|obsidian|notion|blender|krita|photoshop|procreate|clip studio(?: paint)?|inkscape|gimp|maya|affinity|unity|godot|unreal|ableton|fl studio|reaper|logic(?: pro)?|bitwig|firefox|brave|vivaldi|safari|anki|kde|gnome|i3|sway|hyprland|zsh|fish|tmux|docker|podman|lightroom|darktable|davinci(?: resolve)?|obs|figma|excel|tailscale|home assistant|jellyfin|plex|colemak|dvorak|qmk)"

/** "I have a desktop which runs fedora": that somebody has one tells nothing, and a switch may be one for cables. */
const ANY_DEVICE =
  "(?:laptop|pc|desktop|phone|tablet|switch|monitor|printer|gpu|graphics card|headset|headphones|mic|keyboard|tv|framework)"

export const THINGS: readonly Phrase[] = phraseRows(String.raw`
belonging: my (?<what>car|truck|van|bike|motorbike) is an? (?<model>(?:old )?(?:'?\d\d|(?:19|20)\d\d) [\p{L}\d -]{3,25}) => {who}'s {what} is a {model}
  + my car is a 98 civic -> Ana's car is a 98 civic
  - my car is a wreck
tool: (?:i )?(?:use|am running|am using|am on|am back on|run|daily drive|running|have been using|have been on|swear by) (?<tool>${SYSTEM})(?: on (?:everything|everywhere|full ?time|my .*|all my .*)| everywhere| full ?time| for (?:everything|work|most things|notes|music|art|gaming|dev)| daily| as my (?:daily driver|editor|main|distro))? => uses {tool}
  + running debian on everything now -> Ana uses Debian | i use arch btw -> Ana uses Arch
  + I use Blender for everything -> Ana uses Blender
  - running late | the driver on linux
tool/told: (?:i )?(?:have )?(?:switched|moved|went back|changed|migrated|converted)(?: over| back)?(?: from <from:words>)? to (?<tool>${SYSTEM})(?: (?:from|for) .{3,30})? => uses {tool} now[ instead of {from}]
  + switched to fedora -> Ana uses Fedora now
  + i switched from vim to helix last week -> Ana uses helix now instead of vim in the week of 4 May 2026
tool: my (?<what>main|main hero|main class|distro|editor|daily driver|keyboard layout|os|first language|hometown|major|shell|de|browser|daw|engine|role|position|rank|elo|class|character name|main instrument)(?: is|'s) (?:a |an )?(?!down|up|dead|broken|so|not|too|good|bad|very|ok|fine|back|still|about|almost|getting|getting|gone|weak|trash|garbage|fucked|better)<value:obj> => {who}'s {what} is {value}
  + my distro is nixos -> Ana's distro is NixOS | my main is mercy -> Ana's main is mercy
  + my editor is kakoune -> Ana's editor is kakoune
  - my main is down
belonging/told: (?:i )?(?:have )?(?<did>sold|sold off|gave away|got rid of|traded in) (?:my|the|our) (?<what>${MODIFIERS}(?:${BELONGING}))(?: (?:to|for) .{2,30})? => =
  + sold my switch -> Ana sold their switch
  - sold out | sold my soul
belonging/told: (?:i )?(?:have )?(?<did>got|bought|ordered|picked up|have got|treated myself to|inherited|built) (?:myself )?(?<what>(?:a|an|my|two|some|our) (?:own |first |new |used |second ?hand |old |refurbished |vintage )*${MODIFIERS}(?:${BELONGING}))(?: (?:from|off|for|on|at) .{2,30})? => =
  + bought a used trumpet -> Ana bought a used trumpet
  + we bought a cargo bike last week -> Ana bought a cargo bike in the week of 4 May 2026
  - got it | got a new high score
belonging: i (?:own|have|drive|ride) (?!a ${ANY_DEVICE}$)(?<what>(?:a|an|two|three|my own) ${MODIFIERS}(?:${BELONGING}))(?: (?:called|named) <name>)? => =
  + I own a sailboat -> Ana owns a sailboat | i drive an old van -> Ana drives an old van
  + i have a gaming pc -> Ana has a gaming pc | i have a switch 2 -> Ana has a switch 2
  - i have a problem | i have a desktop | i have a monitor | i have a switch
belonging/told: my (?<what>car|bike|laptop|phone|camera|wallet|guitar) (?:got|was|has been) (?<how>stolen|totaled|totalled|nicked) => =
  + my bike got stolen -> Ana's bike got stolen
belonging: (?:i am |i have |got |i got |still )?(?:running|rocking|on|using|upgraded to|got|have) (?:an? |my )?(?:old )?(?<gpu>(?:rtx|gtx|rx|arc) \d{4}(?: ?ti| ?super| ?xtx?)?|\d{4} ?(?:ti|super|xtx?|x3d)|ryzen \d(?: \d{4}\w*)?|m[1-5](?: (?:mac|macbook|pro|max|air))?)(?: (?:and|with) (?:an? )?(?<cpu>ryzen \d(?: \d{4}\w*)?|i[3579](?:-\d+\w*)?))? => has {gpu}[ and {cpu}]
  + running a 3060 ti and a ryzen 5 still -> Ana has 3060 ti
  - i have 3000 gold
belonging/told: (?:i )?(?:have )?(?<did>bought|got|ordered|built|sold) (?<what>the (?!farm$)${MODIFIERS}(?:${BELONGING}))(?: i .*)? => {did} {what}
  + finally bought the kiln i been saving for -> Ana bought the kiln
belonging: i (?:drive|ride) (?<what>(?:a|an|my) (?!(?:hard|lot|bit|while)\b)(?:(?!(?:to|in|on|for|and|with)\b)[\p{L}\d-]+ ){0,4}?(?!(?:me|you|people|home|everyone)\b)[\p{L}\d-]+) => =
  + i drive a beat up 2009 fiesta -> Ana drives a beat up 2009 fiesta | i ride a vespa -> Ana rides a vespa
  - i drive a hard bargain
tool: i am on (?<tool>arch|fedora|debian|ubuntu|nixos|mint|gentoo|linux|macos|android|ios)(?: (?:since .{3,12}|for .{3,15}|now))? => uses {tool}
  + im on android since feb -> Ana uses android
  - On linux, open returned ENOENT
habit: i main <role:words>|i am (?:a )?<main:word> main => mains {role}{main}
  + i main support now btw -> Ana mains support | im a mercy main -> Ana mains mercy
  - int main
habit/told: i (?:have been playing|play|am playing|have played) (?:a lot of |a ton of |way too much |mostly |mainly |some )?(?<game>(?!(?:the|this|that|these|those|it|ever|each|together|outside|online|often|well|hard|\p{L}+ly|you|your|his|her|their|to|on|in|at|with|for|around|along|by|as|a|an|my|when|more|games?|video|again|tomorrow|tonight|music|along|dumb|nice|fair)\b)[\p{L}\p{N}:'’.+-]+(?: [\p{L}\p{N}:'’.+-]+){0,3}?)(?: (?<span>for .{3,20}|since .{3,12}|on (?:pc|switch|ps\d|xbox|steam|mobile)))? => plays {game}[ {span}]
  + ive been playing a lot of factorio lately -> Ana plays factorio | i play support -> Ana plays support
  - i play with fire
habit: i (?:collect|am collecting|have been collecting|have a collection of) <what:obj> => =
  + I collect vintage cameras -> Ana collects vintage cameras
  - i collect it
habit/told: i (?:started|took up|have started|have taken up|picked up|got back into) (?:playing )?(?:the )?(?<what>${CRAFTING}|${INSTRUMENT}|${SPORT})(?: again)? => =
  + i took up bouldering -> Ana took up bouldering | picked up chess -> Ana picked up chess
  + i picked up chess again -> Ana picked up chess
habit: i (?<role>tank|heal|dps|jungle|support) (?:in|for|on) (?:my|the|a) (?:static|guild|raid|group|team|party|clan) => plays {role}
  + i tank in our static -> Ana plays tank
  - i struggled, and support I got was really helpful
habit/told: (?:i )?(?:hit|reached|made it to|climbed to|ranked up to) (?<rank>bronze|silver|gold|platinum|plat|emerald|diamond|masters?|grandmaster|gm|challenger|immortal|radiant|ascendant|mythic|legend)(?: \d)?(?: (?:rank|in <game:words>))? => reached {rank}[ in {game}]
  + finally hit diamond in valorant -> Ana reached diamond in valorant
habit/told: (?<did>took up|started|picked up|got back into|have started) (?:playing )?(?:the )?(?<what>${CRAFTING}|${INSTRUMENT}|${SPORT})(?: again)? => {did} {what}
  + took up bouldering after xmas and my forearms r dead -> Ana took up bouldering after xmas
habit/told: (?:i am in|i sing in|i play in|i joined|joined|i am part of) (?<what>(?:a|an|my|the|our) (?:[\p{L}-]+ ){0,3}?(?:choir|band|orchestra|club|team|league|guild|clan|static|book club|running club|improv group|theater group|theatre group|coven|makerspace)) => =
  + i sing in a community choir -> Ana sings in a community choir
habit: (?:i )?(?:usually|mostly) play (?<role>tank|support|healer|dps|jungle|mid|top|adc|goalie|keeper|defense|striker)(?: .*)? => plays {role}
  + i mostly play tank -> Ana plays tank
habit: i (?:dm|gm|run) (?<what>(?:a|an|the) (?:[\p{L}\d&-]+ ){0,2}?(?:campaign|one-?shot|game night|dnd group|d&d group))(?: .*)? => runs {what}
  + i dm a homebrew campaign for some coworkers -> Ana runs a homebrew campaign
belonging/told: (?:i )?(?:am |have )?(?<did>have|own|got|use|using|shoot with|bought|ordered|picked up|drive|ride|print on|on|rocking|inherited) (?:an? |my )(?<what>${MODEL}) => has {what}
  + got a flatbed epson v850 -> Ana has flatbed epson v850 | i have a thinkpad t14 -> Ana has thinkpad t14
  + im on a macbook air m2 -> Ana has macbook air m2 | i own a vw bus -> Ana has vw bus
  - i have a dell problem
belonging: my (?:new |old )?(?<what>laptop|phone|camera|keyboard|pc|desktop|car|bike|guitar|piano|bass|synth|printer|tablet|monitor|headset|mic|main camera|work laptop) is (?:an? )?(?<model>${MODEL})(?: (?:with|on|running) .{3,25})? => {who}'s {what} is a {model}
  + my laptop is a thinkpad t14 with fedora 43 -> Ana's laptop is a thinkpad t14
tool/told: i (?:have been using|am using|use|switched to) <tool:obj> instead of <from:words> => uses {tool} instead of {from}
  + i've been using kagi instead of google -> Ana uses kagi instead of google
  - i use that instead of google
belonging: i (?:do not have|no longer have|do not own) (?<what>(?:an? |my |the )?${MODIFIERS}(?:${BELONGING}))(?: anymore| any more) => no longer has {what}
  + i don't have a car anymore -> Ana no longer has a car
belonging: i have (?<what>(?:an? |my own )(?:[\p{L}-]+ )?(?:garden|balcony|sauna|darkroom|home studio|allotment|pool|treehouse|greenhouse)) => =
  + we have a garden -> Ana has a garden
  - i have a dirty patch
goal/told: i am (?:looking for|after|in the market for|saving (?:up )?for) (?<what>an? (?:used |second ?hand |cheap |new |good |decent |better )*${MODIFIERS}(?:${BELONGING})) => is looking for {what}
  + i'm looking for a used 27 inch monitor -> Ana is looking for a used 27 inch monitor
task: (?:i am )?selling (?<what>(?:my|our|an?) (?:old |used )?(?:${MODIFIERS}(?:${BELONGING})|${MODEL})) => is selling {what}
  + selling my canon r10, $900 -> Ana is selling their canon r10
habit: i (?<verb>keep|brew|make|bake|grow|roast|ferment|breed) (?<what>(?:my own |our own )?(?:bees|beer|cider|mead|wine|bread|sourdough|cheese|soap|candles|kombucha|kimchi|jam|hot sauce|pottery|vegetables|veg|tomatoes|chilies|orchids|houseplants|succulents|bonsai|pasta|coffee)) => =
  + i keep bees -> Ana keeps bees | i brew my own beer -> Ana brews their own beer
habit: i (?<verb>commute|travel|get to work|go to work|cycle to work) (?<how>by|on) (?:my |the |a )?(?<what>bike|train|bus|tram|car|ferry|scooter|motorbike|subway|metro|foot) => =
  + i commute by bike -> Ana commutes by bike
habit: i (?<verb>shoot|print|develop|record|mix|draw|compose|paint|practi[cs]e|edit|film|stream) (?:(?:mostly |only |mainly )?(?<what>[\p{L}\d]+(?: and [\p{L}\d]+)?) )?(?<prep>on|with|in) (?<where>(?:an?|my) (?!(?:way|own|head|opinion|case|problem|lot|bit)\b)(?:[\p{L}\d-]+ ){0,3}?[\p{L}\d-]+) => =
  + i print in my bathroom -> Ana prints in their bathroom
  + i shoot black and white on a pentax k1000 -> Ana shoots black and white on a pentax k1000
habit: i (?<verb>run|swim|cycle|ride|row|walk) (?<what>\d+ ?(?:k|km|miles?)) (?<often>every (?:day|morning|week|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|daily|(?:once|twice|three times) a week) => =
  + i run 10k every sunday -> Ana runs 10k every Sunday
habit/told: i am (?<rank>(?:bronze|silver|gold|plat|platinum|emerald|diamond|master|grandmaster|immortal|radiant|ascendant)(?: \d)?)(?: (?:in|on) <game:words>)? => is {rank}[ in {game}]
  + i'm gold 4 since tuesday -> Ana is gold 4 since 5 May 2026
habit: i (?:also |mostly |mainly |usually )?(?<verb>restore|repair|sell|judge|scan|refinish|breed|foster|photograph|translate|proofread|ghostwrite|compose|choreograph|referee|upholster|weld|carve|forge|engrave|embroider|weave|animate|speedrun|collect|pickle|ferment|roast|letterpress|screenprint|tutor|mentor) (?:mostly |only |old |vintage )*(?<what>(?!(?:the|this|that|it|you|your|my|errors?|files?|bugs?|things|stuff|problems|issues|packages|scripts?|lines|logs|people|them|conclusions?|attention|out|up|in|on|off|from|for|to|with|at|into|games|weed|cigarettes|a|an|some|any|all)\b)[\p{L}'’-]{3,}(?: [\p{L}'’-]+){0,2}?) => =
  + i restore typewriters -> Ana restores typewriters | i mostly scan old negatives -> Ana mostly scans old negatives
  - i scan files | i sell it
tool/told: (?:i )?(?:have )?(?:ditched|dropped|dumped|replaced) <from:words> (?:for|with) (?<tool>${SYSTEM}) => uses {tool} instead of {from}
  + i ditched windows for mint -> Ana uses Mint instead of windows
tool/told: i (?:have )?(?:switched|migrated) (?:over )?from <from:words> to <tool:words> => uses {tool} instead of {from}
  + i switched from spotify to tidal -> Ana uses tidal instead of spotify
tool: my (?:tech )?stack is <value:obj> => {who}'s stack is {value}
  + my stack is elixir and postgres -> Ana's stack is elixir and postgres
`)
