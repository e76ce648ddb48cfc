/** The matters that known facts are about, in five languages. Pure. */
import { stems } from "../../../text/stems.ts"
import { INSTRUMENT, JOB, PET, PROGRAMMING, SPORT } from "../phrases/en-words.ts"
import type { LifeMatter } from "./ending.ts"

const words = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${list.replace(/\s*\n\s*/g, "")})(?![\\p{L}])`, "iu")

const MAKES =
  "corolla|civic|prius|tesla|mazda|toyota|honda|ford|volkswagen|vw|golf|polo|bmw|audi|mercedes|fiat|panda|renault|clio|peugeot|opel|corsa|seat|skoda|kia|hyundai|subaru|volvo|nissan|jeep|dacia|mini|yaris|focus|fiesta|miata|vespa|yamaha|kawasaki|harley"
const SYSTEMS =
  "linux|windows|mac ?os|ubuntu|debian|fedora|arch|nixos|mint|vim|neovim|emacs|vs ?code|vscode|jetbrains|intellij|helix|sublime|zed|notion|obsidian|firefox|chrome|brave|spotify|react|vue|svelte|angular|blender|figma|unity|godot|unreal"
const GAMES =
  "league|lol|valorant|overwatch|wow|ffxiv|final fantasy|minecraft|fortnite|apex|dota|destiny|warframe|genshin|elden ring|baldur'?s gate|stardew|rocket league|cs2?|csgo|counter-?strike|rust|tarkov|runescape|osrs|guild wars|gw2|eve|path of exile|poe|diablo|helldivers|deep rock|roblox|smash|tekken|street fighter|fifa|pokemon|pokémon|magic|mtg|hearthstone|terraria|factorio|satisfactory|valheim|starcraft|pubg|mario kart|splatoon|monster hunter"

/** Words of a fact by which it is about a matter. */
const MATTERS: Readonly<Record<LifeMatter, RegExp>> = {
  home: words(
    "lives?|living|resides|is based|moved (?:to|into)|rents|(?:has|got|found) (?:a |an )?(?:\\p{L}+ )?(?:flat|apartment|room|house|place)|shares an? (?:flat|apartment|house)|wohnt|lebt|zog|zieht|vive|mora|habite|vit|se muda|se mudou|(?:a )?emménagé|comparte (?:piso|casa)|divide (?:apartamento|casa)",
  ),
  job: words(
    `works?|working|job|employed|employer|shifts?|is an? (?:[\\p{L}-]+ ){0,2}(?:${JOB})|teaches|manages|freelances|interns?|internship|apprentice\\p{L}*|arbeitet|jobbt|kellnert|trabaja|travaille|bosse|trabalha|stage|estágio`,
  ),
  study: words(
    "stud(?:y|ies|ying)|student|degree|phd|masters?|major(?:s|ing)?|semester|uni|university|college|school|course|class|thesis|goes to (?:\\p{L}+ ){1,3}(?:high|school|academy)|studiert|student\\p{L}*|ausbildung|estudia\\p{L}*|carrera|máster|étudi\\p{L}+|fac|licence|estuda\\p{L}*|faculdade|mestrado|curso",
  ),
  partner: words(
    "dating|dates|girlfriend|boyfriend|partner|married|engaged|wife|husband|fianc[eé]e?|in a relationship|(?:is|been) with \\p{L}+|seeing somebody|zusammen|freundin|freund|verheiratet|verlobt|novi[oa]|pareja|casad[oa]|prometid[oa]|sale con|copine?|fiancé|mariée?|sort avec|namor\\p{L}+|noiv\\p{L}+",
  ),
  pet: words(
    `${PET}|pet|katzen?|kater|hunde?|hündin|hasen?|gat[oa]s?|perr[oa]s?|conejo|chats?|chiens?|lapin|cachorr[oa]s?|gatinh[oa]`,
  ),
  vehicle: words(
    `drives|rides|commutes by|car|truck|van|campervan|motorbike|motorcycle|scooter|moped|bike|bicycle|${MAKES}|auto|wagen|motorrad|roller|fahrrad|coche|carro|moto|bici|bicicleta|voiture|vélo`,
  ),
  device: words(
    `phone|iphone|pixel|galaxy|android|laptop|macbook|thinkpad|pc|desktop|console|ps[345]|playstation|xbox|switch|steam ?deck|tablet|ipad|keyboard|mouse|headset|monitor|gpu|graphics card|camera|handy|móvil|ordenador|teclado|téléphone|ordi|celular|notebook`,
  ),
  game: words(
    `mains?|maining|plays (?!(?:the )?(?:${INSTRUMENT}|${SPORT})\\b)|${GAMES}|hauptcharakter|zockt|spielt|juega|joue|joga`,
  ),
  diet: words(
    "vegan|vegetarian|pescatarian|keto|paleo|gluten[- ]free|dairy[- ]free|halal|kosher|(?:doesn't|does not) eat|veganer\\p{L}*|vegetarier\\p{L}*|vegetarian[oa]|végétarien(?:ne)?|végane|vegan[oa]",
  ),
  zone: words("time ?zone|utc|gmt|zeitzone|zona horaria|fuseau|fuso"),
  pronouns: words("pronouns?|pronomen|pronombres|pronoms|(?:she|he|they|xe|ze)/\\p{L}+"),
  main: words(
    "mains?|main \\p{L}+|plays (?:tank|support|healer|dps|jungle|mid|top|adc|goalie|keeper)|juega (?:siempre )?de|é suporte|est main|es main|é main|spielt (?:im tor|tank|heiler)",
  ),
  handle: words(
    "(?:on|auf|en|sur|no|na) (?:twitch|youtube|steam|instagram|github|xbox|psn|soundcloud|bluesky|mastodon)",
  ),
  tool: words(`uses|codes in|programs in|writes in|runs|${SYSTEMS}|${PROGRAMMING}|nutzt|usa|utilise`),
}

/** Nouns that name what a fact tells in other words: "sold my car" ends "drives a Corolla". */
const COMMON_NOUNS: readonly (readonly [fact: RegExp, nouns: string])[] = [
  [
    words(`drives|${MAKES}|fährt|conduce|conduit|dirige`),
    "car truck van whip ride wheels auto wagen coche carro voiture",
  ],
  [
    words("rides|motorbike|motorcycle|yamaha|kawasaki|ducati|suzuki|harley|vespa"),
    "bike motorbike motorcycle scooter moto motorrad",
  ],
  [words("iphone|pixel|galaxy|android"), "phone handy móvil celular téléphone"],
  [words("macbook|thinkpad|chromebook"), "laptop notebook"],
  [MATTERS.job, "job gig position stelle job trabajo curro boulot taf emprego trampo"],
  [
    MATTERS.study,
    "uni university college school degree course major studium carrera fac facul faculdade curso",
  ],
  [
    MATTERS.partner,
    "girlfriend boyfriend partner relationship wife husband freundin freund pareja copine copain",
  ],
  [words("lives|rents|wohnt|vive|mora|habite"), "place flat apartment apt wohnung piso casa appart"],
]

/** Returns true if a fact is about a matter. */
export function isOfMatter(fact: string, matter: LifeMatter): boolean {
  return MATTERS[matter].test(fact)
}

/** Returns stems of the common nouns that name what a fact tells. */
export function commonNouns(fact: string): string[] {
  return COMMON_NOUNS.flatMap(([about, nouns]) => (about.test(fact) ? stems(nouns) : []))
}
