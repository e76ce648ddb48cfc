/** Phrases in which people speak of themselves in English chat. The tables are in en-*.ts. */
import { DAYS } from "./en-days.ts"
import { ENDINGS } from "./en-endings.ts"
import { TASTES } from "./en-tastes.ts"
import { THINGS } from "./en-things.ts"
import { WHO } from "./en-who.ts"
import { WORK } from "./en-work.ts"
import type { PhraseTable } from "./phrase.ts"
import { plainEnglish } from "./plain-english.ts"

export const ENGLISH: PhraseTable = {
  language: "en",
  plain: plainEnglish,
  fillers:
    /^(?:(?:ok|okay|oh|ah|so|also|and|but|well|anyway|btw|fyi|hey|hi|yeah|yep|yes|yup|nah|nope|no(?=[,\s]+(?:i|im|i['’]m|ive|my|we)(?![\p{L}]))|lol|lmao|haha+|hmm+|ugh|omg|honestly|tbh|actually|just|finally|guys|folks|pls|please|still|now|currently|officially|sorry|then|update|psa|heads up|since everyone'?s sharing|fun fact|good news|bad news|big news|news|guess what|not gonna lie|ngl|as for me|for me|personally|me(?! (?:and|n|&) )|turns out|little known fact|confession|for the record)(?![\p{L}'])[\s,:]*)+|[\s,]*(?<![\p{L}'])(?:btw|tbh|lol|lmao|haha+|now|too|though|tho|fyi|ok|okay|pls|please|thanks|thx|again|already|anyway|rn|these days|nowadays|atm|for now|right now|at the moment|guys|folks|sorry|i guess|so yeah|as well|for a while|lately|recently|serious|fr|ngl|wtf|omg|omfg|ffs|smh|istg|jfc|imo|imho|fml|bruh|bro|man|dude|damn|personally|honestly|actually|finally|instead|and|but|so|y'?all|yay|woo+|yesss*|by the way|you know|myself|here)$/iu,
  empty:
    /^(?:w|u|n|y|bc|it|that|this|them|there|here|you|your|him|her|he|she|they|we|us|one|some|any|all|me|mine|what|when|where|who|how|why|if|not|stuff|things?|something|anything|nothing|everything|someone|anyone|everyone|(?:each |one an)other(?:s|['’]s)?|same|both|(?:the|a|an) (?:same|one|other|others|thing|lot|bit|few|whole|rest|best|worst|problem|issue|way|point|mess|joke|idea|next|server|channel|file|game|terminal|other day))(?:$|\s)|^(?:the|a|an)$/iu,
  usual: {
    veggie: "vegetarian",
    my: "their",
    insta: "Instagram",
    twitch: "Twitch",
    steam: "Steam",
    github: "GitHub",
    youtube: "YouTube",
    debian: "Debian",
    fedora: "Fedora",
    arch: "Arch",
    ubuntu: "Ubuntu",
    mint: "Mint",
    nixos: "NixOS",
    linux: "Linux",
    macos: "macOS",
  },
  phrases: [...ENDINGS, ...WHO, ...WORK, ...TASTES, ...THINGS, ...DAYS],
}
