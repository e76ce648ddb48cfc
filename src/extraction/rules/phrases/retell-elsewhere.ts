/** Puts what somebody tells of themselves in German or Spanish into third person: "Ich rudere" is "Ada rudert". Pure. */

import { capitalize } from "../../../text/display.ts"
import { type Language, languagesOf } from "../../../text/language.ts"
import { thirdPerson } from "./de-words.ts"
import { terceraPersona } from "./es-words.ts"

/** Returns `null` if a text is in another language, or has a first person that no rule here replaces. */
export function retoldElsewhere(text: string, name: string): string | null {
  const said = text.trim().replace(/[\s.!]+$/gu, "")
  const language = spokenIn(said)
  const told = language === "de" ? german(said, name) : language === "es" ? spanish(said, name) : null
  return told === null || OWN[language === "de" ? "de" : "es"].test(told) ? null : told
}

/** Returns true if a text is told by the one whom it is about, in German or Spanish. */
export function tellsOfSelf(text: string): boolean {
  const language = spokenIn(text)
  if (language === "de") return OWN.de.test(text)
  const [first = ""] = /\p{L}+/u.exec(text) ?? []
  return language === "es" && (OWN.es.test(text) || terceraPersona(first) !== null)
}

/** Short texts hold few words that tell, but "ich" is German alone. */
function spokenIn(text: string): Extract<Language, "de" | "es"> | null {
  const languages = languagesOf(text)
  if (/(?<!\p{L})(?:ich|mich|meine?[mnrs]?)(?!\p{L})/iu.test(text) && languages.includes("de")) return "de"
  return languages.includes("es") && languages[0] !== "de" ? "es" : null
}

const OWN = {
  de: /(?<!\p{L})(?:ich|mich|mir|mein\p{L}*|wir|uns\p{L}*)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:yo|mis?|mí|me|conmigo|nos|nuestr\p{L}+|soy|estoy|tengo|voy|hago|quiero|puedo|vivo)(?!\p{L})/iu,
}

function german(said: string, name: string): string | null {
  const [, verb = "", rest = ""] = /^ich (\p{L}+)(?!\p{L})(.*)$/iu.exec(said) ?? []
  if (verb !== "") return sentence(name, verb, rest)
  const [, kin = "", told = ""] = /^meine? (\p{L}.*?)(?!\p{L})( .*)$/iu.exec(said) ?? []
  if (kin !== "") return `${/(?:[sßxz]|ce)$/iu.test(name) ? `${name}’` : `${name}s`} ${kin}${ofThird(told)}`
  const [, lead = "", led = "", after = ""] =
    /^(\P{Lu}?.{2,60}?),? (\p{L}+) ich(?!\p{L})(.*)$/iu.exec(said) ?? []
  if (lead === "" || SUBORDINATE.test(lead)) return null
  return sentence(name, led, ` ${LOWER.test(lead) ? lowered(lead) : lead}${after}`)
}

/** "Wenn ich": another order of words. */
const SUBORDINATE =
  /^(?:wenn|weil|dass|ob|als|falls|obwohl|bevor|nachdem|sobald|seitdem|während|wer|was|wo|wie|warum|wann)(?!\p{L})|(?<!\p{L})(?:glaube|denke|sagt|meint|weiß)(?!\p{L})/iu
/** Words that have a capital letter only at the beginning of a sentence. */
const LOWER =
  /^(?:an|am|im|in|ab|vom|von|zu|zum|zur|über|bis|seit|nach|vor|jetzt|heute|morgen|übermorgen|gestern|nächste\p{L}*|kommende\p{L}*|diese\p{L}*|jede\p{L}*|\p{L}+tags|leider|eigentlich|meistens|manchmal|oft|immer|früher|bald|endlich|dort|hier|gegen|mit|bei|für|wegen|am liebsten)(?!\p{L})/iu

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function sentence(name: string, verb: string, rest: string): string | null {
  const third = thirdPerson(verb)
  return third === null ? null : `${name} ${third}${ofThird(rest)}`
}

/** German has no "their": "mit meiner Schwester" becomes "mit der Schwester". */
function ofThird(words: string): string {
  return words
    .replace(/(?<!\p{L})(?:mich|mir)(?!\p{L})/giu, "sich")
    .replace(
      /(?<!\p{L})mein(e|er|em|en|es)(?!\p{L})/giu,
      (_, ending: string) => ARTICLES[ending.toLowerCase()] ?? "",
    )
}
const ARTICLES: Record<string, string> = { e: "die", er: "der", em: "dem", en: "den", es: "des" }

function spanish(said: string, name: string): string | null {
  const [, likes = "", liked = ""] =
    /^(?:a mí )?me (gustan?|encantan?|interesan?|molestan?|dan? \p{L}+)(?!\p{L})(.*)$/iu.exec(said) ?? []
  if (likes !== "") return `A ${name} le ${likes}${deTercera(liked)}`
  const [, no = "", me = "", verb = "", rest = ""] =
    /^(?:yo )?(no |ya no |ya |nunca |también )?(me )?(\p{L}+)(?!\p{L})(.*)$/iu.exec(said) ?? []
  const third = terceraPersona(verb)
  if (third !== null) return `${name} ${no.toLowerCase()}${me === "" ? "" : "se "}${third}${deTercera(rest)}`
  const [, kin = "", of = "", state = ""] = /^[Mm]i (\p{Ll}+)((?: \p{Lu}\p{L}+)?)( .+)$/u.exec(said) ?? []
  if (FEMALE_OR_MALE.test(kin))
    return of === ""
      ? `${kin.endsWith("a") || kin === "madre" ? "La" : "El"} ${kin} de ${name}${deTercera(state)}`
      : `${of.trim()}, ${kin} de ${name},${deTercera(state)}`
  const [lead = "", tail = ""] = TIMES.exec(said) === null ? [] : splitAtVerb(said)
  if (lead === "") return null
  const told = spanish(tail, name)
  return told === null ? null : `${capitalize(lead)} ${told}`
}
const FEMALE_OR_MALE =
  /^(?:herman[oa]|prim[oa]|ti[oa]|tío|tía|abuel[oa]|madre|padre|mujer|marido|novi[oa]|hij[oa]|sobrin[oa]|amig[oa]|vecin[oa]|jef[oa]|compañer[oa]|gat[oa]|perr[oa]|casa|coche|moto|bici|móvil|trabajo|cumpleaños|pareja|suegr[oa]|cuñad[oa])$/u
const TIMES =
  /^(?:en|el|la|los|las|desde|a partir|por|mañana|pasado mañana|hoy|ahora|este|esta|cada|todos|del?|al)(?!\p{L})/iu

/** "En Nochebuena | ceno con ellos": before the first verb in first person. */
function splitAtVerb(said: string): string[] {
  const words = said.split(" ")
  const at = words.findIndex((word, index) => index > 0 && terceraPersona(word) !== null)
  if (at < 0) return []
  const from = /^(?:me|no)$/iu.test(words[at - 1] ?? "") ? at - 1 : at
  return [words.slice(0, from).join(" ").replace(/,$/u, ""), words.slice(from).join(" ")]
}

function deTercera(words: string): string {
  return words
    .replace(/(?<!\p{L})mi(s?)(?!\p{L})/giu, "su$1")
    .replace(/(?<!\p{L})me(?!\p{L})/giu, "se")
    .replace(/(?<!\p{L})conmigo(?!\p{L})/giu, "consigo")
}
