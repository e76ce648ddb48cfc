/** English phrases of tools, belongings, and what somebody plays. */
import { BELONGING, CRAFTING, INSTRUMENT, MODEL, MODIFIERS, SPORT } from "./en-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

const SYSTEM =
  "(?:debian|fedora|arch|ubuntu|mint|nixos|gentoo|opensuse|alpine|freebsd|openbsd|macos|linux|windows(?: \\d+)?|pop ?!?_?os|endeavouros|manjaro|android|ios|graphene ?os|neovim|nvim|vim|emacs|vs ?code|helix|sublime|intellij|pycharm|zed|obsidian|notion|blender|krita|photoshop|procreate|clip studio(?: paint)?|inkscape|gimp|maya|affinity|unity|godot|unreal|ableton|fl studio|reaper|logic(?: pro)?|bitwig|firefox|brave|vivaldi|safari|anki|kde|gnome|i3|sway|hyprland|zsh|fish|tmux|docker|podman|lightroom|darktable|davinci(?: resolve)?|obs|figma|excel|tailscale|home assistant|jellyfin|plex|colemak|dvorak|qmk)"

/** "I have a desktop which runs fedora": that somebody has one tells nothing, and a switch may be one for cables. */
const ANY_DEVICE =
  "(?:laptop|pc|desktop|phone|tablet|switch|monitor|printer|gpu|graphics card|headset|headphones|mic|keyboard|tv|framework)"

export const THINGS: readonly Phrase[] = phraseRows(String.raw`
tool: (?:i )?(?:use|am running|am using|am on|am back on|run|daily drive|running|have been using|have been on|swear by) (?<tool>${SYSTEM})(?: on (?:everything|everywhere|full ?time|my .*|all my .*)| everywhere| full ?time| for (?:everything|work|most things|notes|music|art|gaming|dev)| daily| as my (?:daily driver|editor|main|distro))? => uses {tool}
  + running debian on everything now -> Ana uses Debian | i use arch btw -> Ana uses Arch
  + I use Blender for everything -> Ana uses Blender
  - running late | the driver on linux
tool/told: (?:i )?(?:have )?(?:switched|moved|went back|changed|migrated|converted)(?: over| back)?(?: from <from:words>)? to (?<tool>${SYSTEM})(?: from .{3,30})? => uses {tool} now[ instead of {from}]
  + switched to fedora -> Ana uses Fedora now
  + i switched from vim to helix last week -> Ana uses helix now instead of vim in the week of 4 May 2026
tool: my (?:(?<what>main|main hero|main class|first language|hometown|major|main instrument|class|role|position)(?: is|'s) (?:an? )?(?!down|up|dead|broken|so|not|too|good|bad|very|ok|fine|back|still|about|almost|getting|gone|weak|trash|garbage|fucked|better)<value:obj>|(?<kind>editor|distro|daily driver|os|shell|de|browser|daw|engine)(?: is|'s) (?<system>${SYSTEM}|kakoune|micro|kate|nano|slackware|void|solus|xfce|cinnamon|bash)) => {who}'s {what}{kind} is {value}{system}
  + my distro is nixos -> Ana's distro is NixOS | my main is mercy -> Ana's main is mercy
  + my editor is kakoune -> Ana's editor is kakoune
  - my main is down
belonging/told: (?:i )?(?:have )?(?<did>sold|sold off|gave away|got rid of|traded in) (?:my|the|our) (?<what>${MODIFIERS}(?:${BELONGING}))(?: (?:to|for) .{2,30})? => =
  + sold my switch -> Ana sold their switch
  - sold out | sold my soul
belonging/told: (?:i )?(?:have )?(?<did>got|bought|ordered|picked up|have got|treated myself to|inherited|built) (?:myself )?(?<what>(?:a|an|my|two|some|our) (?!second (?!hand))(?:own |first |new |used |second ?hand |old |refurbished |vintage )*${MODIFIERS}(?:${BELONGING}))(?: (?:from|off|for|on|at) .{2,30})? => =
  + bought a used trumpet -> Ana bought a used trumpet
  + we bought a cargo bike last week -> Ana bought a cargo bike in the week of 4 May 2026
  - got it | got a new high score | i bought a second air fryer
belonging: i (?:own|have|drive|ride) (?!a ${ANY_DEVICE}$)(?<what>(?:a|an|two|three|my own) ${MODIFIERS}(?:${BELONGING}))(?: (?:called|named) <name>)? => =
  + I own a sailboat -> Ana owns a sailboat | i drive an old van -> Ana drives an old van
  + i have a gaming pc -> Ana has a gaming pc | i have a switch 2 -> Ana has a switch 2
  - i have a problem | i have a desktop | i have a monitor | i have a switch
habit: i main <role:words>|i am (?:a )?<main:word> main => mains {role}{main}
  + i main support now btw -> Ana mains support | im a mercy main -> Ana mains mercy
  - int main
habit/told: i (?:(?:have been|am) playing|play|have played) (?:(?:a lot of|a ton of|way too much|mostly|mainly) (?:mostly |mainly )?(?<game>(?!(?:the|this|that|with|on|in)\b)[\p{L}\p{N}:'’.+-]+(?: [\p{L}\p{N}:'’.+-]+){0,3}?)|(?<sport>${SPORT}))(?: (?<span>for .{3,20}|since .{3,12}|often|on (?:pc|switch|ps\d|xbox|steam|mobile)))? => plays {game}{sport}[ {span}]
  + ive been playing a lot of factorio lately -> Ana plays factorio | i play chess on steam -> Ana plays chess on steam
  - i play with fire | i play dumb
habit: i (?:collect|am collecting|have been collecting|have a collection of) (?!my |the |parking |dust$)<what:obj> => =
  + I collect vintage cameras -> Ana collects vintage cameras
  - i collect it
habit/told: (?:i )?(?:have )?(?:started|took up|taken up|picked up|got back into) (?:playing )?(?:the )?(?<what>${CRAFTING}|${INSTRUMENT}|${SPORT})(?: again)? => =
  + i took up bouldering -> Ana took up bouldering | picked up chess -> Ana picked up chess
  + i picked up chess again -> Ana picked up chess
habit/told: (?:i am in|i sing in|i play in|i joined|joined|i am part of) (?<what>(?:a|an|my|the|our) (?:[\p{L}-]+ ){0,3}?(?:choir|band|orchestra|club|team|league|guild|clan|static|book club|running club|improv group|theater group|theatre group|coven|makerspace)) => =
  + i sing in a community choir -> Ana sings in a community choir
habit: (?:i )?(?:usually|mostly) play (?<role>tank|support|healer|dps|jungle|mid|top|adc|goalie|keeper|defense|striker)(?: .*)? => plays {role}
  + i mostly play tank -> Ana plays tank
belonging: i (?:drive|ride) (?<what>(?:a|an|my) (?!(?:hard|lot|bit|while)\b)(?:(?!(?:to|in|on|for|and|with)\b)[\p{L}\d-]+ ){0,4}?(?!(?:me|you|people|home|everyone)\b)[\p{L}\d-]+) => =
  + i drive a beat up 2009 fiesta -> Ana drives a beat up 2009 fiesta | i ride a vespa -> Ana rides a vespa
  - i drive a hard bargain
belonging/told: (?:i )?(?:am |have )?(?<did>have|own|got|use|using|shoot with|bought|ordered|picked up|drive|ride|print on|on|rocking|inherited) (?<art>an? )(?<what>${MODEL}) => has {art} {what}
  + got a flatbed epson v850 -> Ana has a flatbed epson v850 | i have a thinkpad t14 -> Ana has a thinkpad t14
  + im on a macbook air m2 -> Ana has a macbook air m2 | i own a vw bus -> Ana has a vw bus
  - i have a dell problem
belonging: my (?:new |old )?(?<what>laptop|phone|camera|keyboard|pc|desktop|car|bike|guitar|piano|bass|synth|printer|tablet|monitor|headset|mic|main camera|work laptop) is (?:an? )?(?<model>${MODEL})(?: (?:with|on|running) .{3,25})? => {who}'s {what} is a {model}
  + my laptop is a thinkpad t14 with fedora 43 -> Ana's laptop is a thinkpad t14
belonging: i (?:do not have|no longer have|do not own) (?<what>(?:an? |my |the )?${MODIFIERS}(?:${BELONGING}))(?: anymore| any more) => no longer has {what}
  + i don't have a car anymore -> Ana no longer has a car
`)
