/**
 * Kinds of attribute values: countries and regions versus towns, trades with their synonyms, stages of a
 * relationship. Data and lookups for `attributes.ts`. Pure.
 */
import { stems } from "./stems.ts"

const set = (words: string) => new Set(words.split("|"))

/** Countries and regions that contain towns: someone who lives in Oslo lives in Norway. */
const LANDS = set(
  "norway|sweden|denmark|finland|iceland|germany|france|spain|portugal|italy|austria|switzerland|belgium|the netherlands|netherlands|holland|luxembourg|ireland|scotland|england|wales|the uk|uk|united kingdom|the united kingdom|britain|great britain|poland|czechia|czech republic|slovakia|hungary|romania|bulgaria|greece|turkey|ukraine|russia|belarus|serbia|croatia|slovenia|bosnia|albania|estonia|latvia|lithuania|the us|us|the usa|usa|united states|the united states|america|canada|mexico|brazil|argentina|chile|colombia|peru|ecuador|uruguay|venezuela|cuba|india|pakistan|bangladesh|sri lanka|nepal|china|japan|korea|south korea|taiwan|thailand|vietnam|malaysia|indonesia|singapore|the philippines|philippines|australia|new zealand|south africa|egypt|morocco|nigeria|kenya|ghana|ethiopia|israel|iran|iraq|saudi arabia|europe|asia|africa|south america|north america|scandinavia|the eu|eu|california|texas|florida|new jersey|ohio|oregon|washington state|colorado|arizona|nevada|utah|michigan|illinois|wisconsin|minnesota|virginia|north carolina|south carolina|tennessee|kentucky|alabama|massachusetts|pennsylvania|maine|vermont|alaska|hawaii|ontario|quebec|alberta|british columbia|bavaria|catalonia|tuscany|brittany|the midwest|the east coast|the west coast|new england",
)
/** Things one moves to that are no places: systems, tools, teams. */
const NO_PLACE =
  /^(?:android|ios|linux|windows|mac|macos|arch|nixos|ubuntu|debian|fedora|discord|slack|teams|matrix|signal|telegram|neo?vim|emacs|vs ?code|rust|python|typescript|javascript|java|kotlin|go|golang|c\+\+|firefox|chrome|brave|notion|obsidian|github|gitlab|pc|xbox|playstation|switch|steam|spotify|netflix|youtube|management|product|sales|marketing|support|design|engineering|qa|platinum|gold|diamond|silver|bronze|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|react|vue|svelte|postgres|kubernetes|aws|azure)\b/u

export type PlaceKind = "land" | "dwelling" | "town"

/** Returns the kind of place, or `null` if the value is no place. */
export function placeKind(value: string): PlaceKind | null {
  if (NO_PLACE.test(value)) return null
  if (LANDS.has(head(value))) return "land"
  return /^(?:a|an|his|her|their|my|the (?:same|middle|woods|dorms?|countryside|city(?! of\b)|suburbs?|mountains|country)|dorms?|uni|town(?! of\b))\b/u.test(
    value,
  )
    ? "dwelling"
    : "town"
}

function head(value: string): string {
  return (
    value.split(/[,.!(]| (?:with|since|because|but|where|when|while|until|near|now|and|for|as|in|at) /u)[0] ??
    value
  ).trim()
}

/** Occupations, one line of synonyms each. */
const TRADES = [
  "nurse|registered nurse",
  "paramedic|emt",
  "doctor|physician|surgeon|gp",
  "dentist",
  "pharmacist",
  "vet|veterinarian",
  "teacher|professor|lecturer|tutor",
  "lawyer|attorney|solicitor",
  "accountant|bookkeeper|auditor",
  "developer|programmer|coder|software engineer|software developer|web developer|engineer|game developer|frontend developer|backend developer|sysadmin|data analyst|data scientist|data engineer|designer|product manager|architect",
  "electrician",
  "plumber",
  "carpenter|joiner|cabinet maker",
  "mechanic|car mechanic",
  "welder",
  "chef|cook|line cook|baker|pastry chef",
  "barista|waiter|waitress|bartender|server",
  "cashier|shop assistant|retail worker",
  "truck driver|bus driver|taxi driver|driver",
  "pilot",
  "flight attendant",
  "firefighter",
  "police officer|cop",
  "soldier",
  "librarian",
  "journalist|reporter",
  "translator|interpreter",
  "farmer",
  "hairdresser|barber",
  "physiotherapist|physical therapist",
  "psychologist|therapist|psychiatrist",
  "social worker",
  "bank teller|banker",
  "real estate agent|realtor",
  "postman|mail carrier",
  "locksmith",
  "tailor|seamstress",
  "butcher",
  "gardener|landscaper",
  "painter|house painter",
  "roofer",
  "photographer",
  "midwife",
  "optician|optometrist",
  "receptionist",
  "warehouse worker",
  "security guard|bouncer",
  "cleaner|janitor",
  "florist",
  "train driver",
  "paralegal",
].map((names) => names.split("|"))

const TRADE = TRADES.flat()
  .sort((a, b) => b.length - a.length)
  .join("|")
/** All trade names, as part of a pattern. */
export const ANY_TRADE = `(?:${TRADE})`
const AT_END = new RegExp(`(?:^|[ -])(${TRADE})$`, "u")

/** Returns the index of the trade that a job title ends in, or `null` if it is not listed. */
export function tradeOf(value: string): number | null {
  const name = AT_END.exec(head(value.replace(/^(?:an?|the) /u, "")))?.[1]
  return name === undefined ? null : TRADES.findIndex((names) => names.includes(name))
}

/** Returns true if two phones cannot be the same one: other platforms, or other makers. */
export function phonesDiffer(a: string, b: string): boolean {
  const [one, other] = [makerOf(a), makerOf(b)]
  return one !== other && (one === "apple" || other === "apple" || (one !== null && other !== null))
}

/** Returns `null` for a phone of which only the platform is known. */
function makerOf(value: string): string | null {
  if (/^(?:iphone|ios)\b/u.test(value)) return "apple"
  const maker = /^(?:google pixel|pixel|samsung|galaxy|oneplus|xiaomi|fairphone)\b/u.exec(value)?.[0]
  return maker?.replace("google ", "").replace("galaxy", "samsung") ?? null
}

const STAGES: [RegExp, string][] = [
  [/married|wife|husband|spouse/u, "married"],
  [/engaged|fianc/u, "engaged"],
  [/dating|girlfriend|boyfriend|seeing|relationship/u, "dating"],
]

/** Returns the stage of a relationship that a word implies, or `null` if the word fits every stage. */
export function stageOf(words: string): string | null {
  return STAGES.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

/** Returns true if one name only adds words to the other. */
export function sameName(a: string, b: string): boolean {
  const [left, right] = [stems(head(a)), stems(head(b))]
  return left.every((stem) => right.includes(stem)) || right.every((stem) => left.includes(stem))
}
