/** English phrases of games, sports and hobbies. */
import { CRAFTING, INSTRUMENT, SPORT } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

export const GAMES: readonly Phrase[] = [
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
    "habit",
    "(?:i am in|i sing in|i play in|i joined|joined|i am part of) (?<what>(?:a|an|my|the|our) (?:[\\p{L}-]+ ){0,3}?(?:choir|band|orchestra|club|team|league|guild|clan|static|book club|running club|improv group|theater group|theatre group|coven|makerspace))",
    "=",
    [["i sing in a community choir", "Ana sings in a community choir"]],
    "told",
  ),
  phrase(
    "habit",
    "(?<main>support|tank|healer|dps|jungle|jungler|mid|top|adc|sniper|medic|bard|cleric|wizard|rogue|paladin|druid|ranger|warlock) main(?: (?:here|btw))?",
    "mains {main}",
    [["hit diamond last season, support main", "Ana mains support"]],
  ),
  phrase(
    "habit",
    "i commute (?<how>by (?:bike|train|bus|car|ferry|e-?bike|tram)|on (?:a|my|an) (?:bike|e-?bike|scooter|motorbike))(?: .*)?",
    "commutes {how}",
    [["i commute on an e-bike", "Ana commutes on an e-bike"]],
  ),
  phrase(
    "habit",
    "i am on (?:the )?(?<server>eu|na|eu-?west|eune|euw|na east|na west|asia|oce|sea)(?: server)?(?: .*)?",
    "plays on {server}",
    [["im on the EU-west server, sorry", "Ana plays on EU-west"]],
  ),
  phrase(
    "habit",
    "(?:i )?(?:usually|mostly) play (?<role>tank|support|healer|dps|jungle|mid|top|adc|goalie|keeper|defense|striker)(?: .*)?",
    "plays {role}",
    [["i mostly play tank", "Ana plays tank"]],
  ),
  phrase(
    "habit",
    "i play (?<role>goalie|keeper|striker|midfield|defense|center|winger|point guard|goalkeeper|fullback|prop|hooker|libero) (?<where>(?:for|in) .{3,40})",
    "=",
    [["play goalie for a local team", "Ana plays goalie for a local team"]],
  ),
  phrase(
    "habit",
    "i (?:dm|gm|run) (?<what>(?:a|an|the) (?:[\\p{L}\\d&-]+ ){0,2}?(?:campaign|one-?shot|game night|dnd group|d&d group))(?: .*)?",
    "runs {what}",
    [["i dm a homebrew campaign for some coworkers", "Ana runs a homebrew campaign"]],
  ),
  phrase("taste", `i am (?:big )?into (?<craft>${CRAFTING})`, "is into {craft}", [
    ["into birding lately, bought binoculars", "Ana is into birding"],
  ]),
  phrase("taste", "i am hooked on <what:obj>", "is hooked on {what}", [
    ["currently hooked on factorio", "Ana is hooked on factorio"],
  ]),
  phrase(
    "taste",
    `(?<craft>${CRAFTING}|film photography) is (?:kinda |kind of )?my (?:thing|hobby|passion)(?: .*)?`,
    "does {craft}",
    [["film photography is kinda my thing on weekends", "Ana does film photography"]],
  ),
]
