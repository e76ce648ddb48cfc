/** English phrases of tools, games, hobbies and belongings. */
import { BELONGING, CRAFTING, INSTRUMENT, MODIFIERS, SPORT } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

const SYSTEM =
  "(?:debian|fedora|arch|ubuntu|mint|nixos|gentoo|opensuse|alpine|freebsd|openbsd|macos|linux|windows(?: \\d+)?|pop ?!?_?os|endeavouros|manjaro|android|ios|graphene ?os|neovim|nvim|vim|emacs|vs ?code|helix|sublime|intellij|pycharm|zed|obsidian|notion|blender|krita|photoshop|procreate|clip studio(?: paint)?|inkscape|gimp|maya|affinity|unity|godot|unreal|ableton|fl studio|reaper|logic(?: pro)?|bitwig|firefox|brave|vivaldi|safari|anki|kde|gnome|i3|sway|hyprland|zsh|fish|tmux|docker|podman|lightroom|darktable|davinci(?: resolve)?|obs|figma|excel|tailscale|home assistant|jellyfin|plex|colemak|dvorak|qmk)"

export const THINGS: readonly Phrase[] = [
  phrase(
    "tool",
    `(?:i )?(?:use|am running|am using|am on|am back on|run|daily drive|running|have been using|have been on|swear by) (?<tool>${SYSTEM})(?: on (?:everything|everywhere|full ?time|my .*|all my .*)| everywhere| full ?time| for (?:everything|work|most things|notes|music|art|gaming|dev)| daily| as my (?:daily driver|editor|main|distro))?`,
    "uses {tool}",
    [
      ["running debian on everything now", "Ana uses Debian"],
      ["i use arch btw", "Ana uses Arch"],
      ["I use Blender for everything", "Ana uses Blender"],
      ["running late", null],
      ["the driver on linux", null],
    ],
  ),
  phrase(
    "tool",
    `(?:i )?(?:have )?(?:switched|moved|went back|changed|migrated|converted)(?: over| back)?(?: from <from:words>)? to (?<tool>${SYSTEM})(?: (?:from|for) .{3,30})?`,
    "uses {tool} now[ instead of {from}]",
    [
      ["switched to fedora", "Ana uses Fedora now"],
      [
        "i switched from vim to helix last week",
        "Ana uses helix now instead of vim in the week of 4 May 2026",
      ],
    ],
    "told",
  ),
  phrase(
    "tool",
    `(?:i )?(?:have )?(?:switched|swapped|traded|replaced|changed) (?:from )?(?:my )?(?:old )?<from:words> (?:for|to|with) (?<art>an?|my) (?:new )?<to:words>`,
    "has {art} {to} now instead of the {from}",
    [["swapped my thinkpad for a macbook", "Ana has a macbook now instead of the thinkpad"]],
    "told",
  ),
  phrase(
    "tool",
    `my (?<what>main|main hero|main class|distro|editor|daily driver|keyboard layout|os|first language|hometown|major|shell|de|browser|daw|engine|role|position|rank|elo|class|character name|main instrument)(?: is|'s) (?:a |an )?(?!down|up|dead|broken|so|not|too|good|bad|very|ok|fine|back|still|about|almost|getting|getting|gone|weak|trash|garbage|fucked|better)<value:obj>`,
    "{who}'s {what} is {value}",
    [
      ["my distro is nixos", "Ana's distro is NixOS"],
      ["my main is mercy", "Ana's main is mercy"],
      ["my editor is kakoune", "Ana's editor is kakoune"],
      ["my main is down", null],
    ],
  ),
  phrase("habit", "i main <role:words>|i am (?:a )?<main:word> main", "mains {role}{main}", [
    ["i main support now btw", "Ana mains support"],
    ["im a mercy main", "Ana mains mercy"],
    ["int main", null],
  ]),
  phrase(
    "habit",
    `i (?:play|am playing|have been playing) (?<sport>${SPORT})(?: (?<where>for .{2,30}|at .{2,30}|with .{2,30}|in .{2,30}|since .{3,12}))?`,
    "=",
    [
      ["i play rugby for a local club", "Ana plays rugby for a local club"],
      ["i play chess", "Ana plays chess"],
    ],
    "told",
  ),
  phrase(
    "habit",
    "i (?:have been playing|play|am playing|have played) (?:a lot of |a ton of |way too much |mostly |mainly |some )?(?<game>(?!(?:the|this|that|these|those|it|ever|each|together|outside|online|often|well|hard|\\p{L}+ly|you|your|his|her|their|to|on|in|at|with|for|around|along|by|as|a|an|my|when|more|games?|video|again|tomorrow|tonight|music|along|dumb|nice|fair)\\b)[\\p{L}\\p{N}:'’.+-]+(?: [\\p{L}\\p{N}:'’.+-]+){0,3}?)(?: (?<span>for .{3,20}|since .{3,12}|on (?:pc|switch|ps\\d|xbox|steam|mobile)))?",
    "plays {game}[ {span}]",
    [
      ["ive been playing a lot of factorio lately", "Ana plays factorio"],
      ["i play support", "Ana plays support"],
      ["i play with fire", null],
    ],
    "told",
  ),
  phrase(
    "belonging",
    `(?:i )?(?:have )?(?<did>sold|sold off|gave away|got rid of|traded in) (?:my|the|our) (?<what>${MODIFIERS}(?:${BELONGING}))(?: (?:to|for) .{2,30})?`,
    "=",
    [
      ["sold my switch", "Ana sold their switch"],
      ["sold out", null],
      ["sold my soul", null],
    ],
    "told",
  ),
  phrase(
    "belonging",
    `(?:i )?(?:have )?(?<did>got|bought|ordered|picked up|have got|treated myself to|inherited|built) (?:myself )?(?<what>(?:a|an|my|two|some|our) (?:own |first |new |used |second ?hand |old |refurbished |vintage )*${MODIFIERS}(?:${BELONGING}))(?: (?:from|off|for|on|at) .{2,30})?`,
    "=",
    [
      ["bought a used trumpet", "Ana bought a used trumpet"],
      ["we bought a cargo bike last week", "Ana bought a cargo bike in the week of 4 May 2026"],
      ["got it", null],
      ["got a new high score", null],
    ],
    "told",
  ),
  phrase(
    "belonging",
    `i (?:own|have|drive|ride) (?<what>(?:a|an|two|three|my own) ${MODIFIERS}(?:${BELONGING}))(?: (?:called|named) <name>)?`,
    "=",
    [
      ["I own a sailboat", "Ana owns a sailboat"],
      ["i drive an old van", "Ana drives an old van"],
      ["i have a problem", null],
    ],
  ),
  phrase(
    "belonging",
    "my (?<what>car|bike|laptop|phone|camera|wallet|guitar) (?:got|was|has been) (?<how>stolen|totaled|totalled|nicked)",
    "=",
    [["my bike got stolen", "Ana's bike got stolen"]],
    "told",
  ),
  phrase("habit", "i (?:collect|am collecting|have been collecting|have a collection of) <what:obj>", "=", [
    ["I collect vintage cameras", "Ana collects vintage cameras"],
    ["i collect it", null],
  ]),
  phrase(
    "habit",
    `i (?:do|practice|practise|have been doing) (?<craft>${CRAFTING})(?: (?<when>in my free time|as a hobby|on the side|for fun))?`,
    "does {craft}",
    [["i do calligraphy for fun", "Ana does calligraphy"]],
    "told",
  ),
  phrase(
    "habit",
    `i (?:started|took up|have started|have taken up|picked up|got back into) (?:playing )?(?:the )?(?<what>${CRAFTING}|${INSTRUMENT}|${SPORT})(?: again)?`,
    "=",
    [
      ["i took up bouldering", "Ana took up bouldering"],
      ["picked up chess", "Ana picked up chess"],
      ["i picked up chess again", "Ana picked up chess"],
    ],
    "told",
  ),
  phrase("belonging", "(?:my )?daily(?: driver)? is (?<what>(?:an?|my) .{3,30}?)", "drives {what}", [
    ["daily is an 04 miata", "Ana drives an 04 miata"],
  ]),
  phrase(
    "belonging",
    "(?:i am |i have |got |i got |still )?(?:running|rocking|on|using|upgraded to|got|have) (?:an? |my )?(?:old )?(?<gpu>(?:rtx|gtx|rx|arc) \\d{4}(?: ?ti| ?super| ?xtx?)?|\\d{4} ?(?:ti|super|xtx?|x3d)|ryzen \\d(?: \\d{4}\\w*)?|m[1-5](?: (?:mac|macbook|pro|max|air))?)(?: (?:and|with) (?:an? )?(?<cpu>ryzen \\d(?: \\d{4}\\w*)?|i[3579](?:-\\d+\\w*)?))?",
    "has {gpu}[ and {cpu}]",
    [
      ["running a 3060 ti and a ryzen 5 still", "Ana has 3060 ti"],
      ["i have 3000 gold", null],
    ],
  ),
  phrase(
    "habit",
    "i (?<role>tank|heal|dps|jungle|support)(?: (?:in|for|on) (?:my|the|a) (?:static|guild|raid|group|team|party|clan))?",
    "plays {role}",
    [["i tank in our static", "Ana plays tank"]],
  ),
  phrase(
    "habit",
    "(?:i )?(?:hit|reached|made it to|climbed to|ranked up to) (?<rank>bronze|silver|gold|platinum|plat|emerald|diamond|masters?|grandmaster|gm|challenger|immortal|radiant|ascendant|mythic|legend)(?: \\d)?(?: (?:rank|in <game:words>))?",
    "reached {rank}[ in {game}]",
    [["finally hit diamond in valorant", "Ana reached diamond in valorant"]],
    "told",
  ),
  phrase(
    "habit",
    `(?<did>took up|started|picked up|got back into|have started) (?:playing )?(?:the )?(?<what>${CRAFTING}|${INSTRUMENT}|${SPORT})(?: again)?`,
    "{did} {what}",
    [["took up bouldering after xmas and my forearms r dead", "Ana took up bouldering after xmas"]],
    "told",
  ),
  phrase(
    "habit",
    "been (?:playing|grinding) (?:a lot of |a ton of |way too much |nothing but )?(?<game>(?!(?:the|this|that|these|those|it|ever|each|together|outside|online|often|well|hard|\\p{L}+ly|you|with|on|in|around)\\b)[\\p{L}\\p{N}:'’.+-]+(?: [\\p{L}\\p{N}:'’.+-]+){0,3}?)",
    "plays {game}",
    [["been playing way too much balatro", "Ana plays balatro"]],
    "told",
  ),
  phrase(
    "belonging",
    `(?:i )?(?:have )?(?<did>bought|got|ordered|built|sold) (?<what>the ${MODIFIERS}(?:${BELONGING}))(?: i .*)?`,
    "{did} {what}",
    [["finally bought the kiln i been saving for", "Ana bought the kiln"]],
    "told",
  ),
  phrase(
    "habit",
    "(?:i am in|i sing in|i play in|i joined|joined|i am part of) (?<what>(?:a|an|my|the|our) (?:[\\p{L}-]+ ){0,3}?(?:choir|band|orchestra|club|team|league|guild|clan|static|book club|running club|improv group|theater group|theatre group|coven|makerspace))",
    "=",
    [["i sing in a community choir", "Ana sings in a community choir"]],
    "told",
  ),
  phrase(
    "belonging",
    `(?<what>(?:two|three|four|five|six|\\d) ${MODIFIERS}(?:dogs?|cats?|ferrets?|rabbits?|chickens?|horses?|parrots?|rats?|snakes?|geckos?|hamsters?|kids|brothers|sisters|guitars|bikes|motorbikes|cameras))(?: (?:here|at home))?`,
    "has {what}",
    [
      ["three ferrets", "Ana has three ferrets"],
      ["two dogs here", "Ana has two dogs"],
    ],
  ),
  phrase(
    "tool",
    "(?<tool>[\\p{L}\\d+#.-]+) (?<role>user|main|player|owner|enjoyer|driver|dev|developer|programmer) (?:here|going on .{3,15}|for .{3,15}|since .{3,15})",
    "is a {tool} {role}",
    [["neovim user going on six years", "Ana is a neovim user"]],
  ),
  phrase(
    "habit",
    "(?<main>support|tank|healer|dps|jungle|jungler|mid|top|adc|sniper|medic|bard|cleric|wizard|rogue|paladin|druid|ranger|warlock) main(?: (?:here|btw))?",
    "mains {main}",
    [["hit diamond last season, support main", "Ana mains support"]],
  ),
  phrase("belonging", `(?:i )?sold (?:off )?all my <what:words>`, "sold all their {what}", [
    ["sold all my warhammer stuff", "Ana sold all their warhammer stuff"],
  ]),
  phrase(
    "belonging",
    `(?:i )?(?:do not|never|have never) (?<verb>own|owned|got|had|have) (?<what>(?:an?|my|any) ${MODIFIERS}(?:${BELONGING}|licen[cs]e|driver'?s licen[cs]e|console|degree|passport|credit card|tattoos?))`,
    "never or not: {what}",
    [["dont own a console", "Ana never or not: a console"]],
  ),
]
