/** Matches a request such as "forget my old address" against memories, by their words and by what they are about. Pure. */
import { stems } from "../../text/stems.ts"
import type { FoundMemory } from "./search.ts"

const EVERYTHING =
  /^\W*(?:(?:everything|all)(?: about me)?|it all|all of it|alles(?: über mich)?|todo sobre mí)\W*$/iu
const FILLER = new Set(
  stems(
    "forget remember know known about that the fact please told said tell memory memories where what when who how old former",
  ),
)

/** Returns true for "everything", "all of it", "alles". A bare "todo" is a word of English too. */
export function asksForEverything(request: string): boolean {
  return EVERYTHING.test(request)
}

/** The share of the request's words that the best match must have if no memory has all of them. */
const MIN_SHARE = 0.6

/**
 * Returns the memories a request refers to: all that contain every meaningful word of it, or failing that
 * those with most of them.
 */
export function matchForgetRequest(
  request: string,
  memories: readonly FoundMemory[],
  name: string,
): FoundMemory[] {
  if (asksForEverything(request)) return [...memories]
  const named = new Set(stems(name))
  const asked = [...new Set(stems(request))].filter((stem) => !FILLER.has(stem) && !named.has(stem))
  if (asked.length === 0) return []
  const scored = memories.map((found) => {
    const has = new Set(stems(`${found.memory.fact} ${found.memory.topics.join(" ")}`))
    return { found, share: asked.filter((stem) => has.has(stem)).length / asked.length }
  })
  const best = Math.max(0, ...scored.map((entry) => entry.share))
  return best < MIN_SHARE ? [] : scored.filter((entry) => entry.share === best).map((entry) => entry.found)
}

/** A matter that people and facts name in different words. English and the words that are alike elsewhere. */
interface Matter {
  asked: RegExp
  stated: RegExp
}

const any = (words: string) =>
  new RegExp(`(?<![\\p{L}])(?:${words.trim().replace(/\s*\|\s*/g, "|")})(?![\\p{L}])`, "iu")

const MATTERS: readonly Matter[] = [
  {
    asked: any(
      "address | home | hometown | city | town | country | apartment | flat | house | live | living | location | adresse | wohn\\p{L}* | domicilio | dirección | vivo | casa | habite | moro | endereço",
    ),
    stated: any(
      "lives? | living | moved | moving | home | based | resides? | relocated | apartment | flat | house | wohnt | vive | habite | mora | from",
    ),
  },
  {
    asked: any(
      "job | work | employer | company | boss | career | profession | salary | arbeit\\p{L}* | beruf | trabajo | travail | boulot | trabalho | emprego",
    ),
    stated: any(
      "works? | working | worked | job | employed | employer | hired | fired | retired | engineer | teacher | nurse | developer | manager | freelanc\\p{L}* | arbeitet | trabaja | travaille | trabalha",
    ),
  },
  {
    asked: any(
      "age | old | birthday | birthdate | born | alter | geburtstag | edad | cumpleaños | âge | anniversaire | idade | aniversário",
    ),
    stated: any(
      "born | birthday | turns? | turned | years old | is \\d{1,2} | geburtstag | cumple\\p{L}* | anniversaire | aniversário",
    ),
  },
  {
    asked: any(
      "partner | relationship | girlfriend | boyfriend | wife | husband | marriage | dating | ex | love life | freund | freundin | beziehung | novi[ao] | pareja | copine? | copain | namorad[ao]",
    ),
    stated: any(
      "partner | girlfriend | boyfriend | wife | husband | married | engaged | dating | single | broke up | divorced | relationship | separated | fiancée?",
    ),
  },
  {
    asked: any(
      "family | relatives | siblings | parents | kids | children | familie | familia | famille | família",
    ),
    stated: any(
      "brothers? | sisters? | mother | mom | mum | father | dad | parents | son | sons | daughters? | kids? | children | uncle | aunt | cousins? | grand\\p{L}+ | siblings?",
    ),
  },
  {
    asked: any("pets? | animals? | cat | dog | haustier\\p{L}* | mascotas? | animal | bicho"),
    stated: any(
      "pets? | cats? | dogs? | kittens? | pupp(?:y|ies) | hamsters? | parrots? | rabbits? | tortoise | horses? | fish",
    ),
  },
  {
    asked: any(
      "school | studies | study | university | uni | college | degree | major | studium | estudios | études | estudos | faculdade",
    ),
    stated: any(
      "stud(?:y|ies|ied|ying|ent) | university | uni | college | degree | major(?:s|ed)? | school | graduated | thesis | phd | bachelor\\p{L}* | master\\p{L}*",
    ),
  },
  {
    asked: any("diet | food | eating | allerg(?:y|ies) | ernährung | dieta | régime | alimentação"),
    stated: any(
      "vegan | vegetarian | eats? | allergic | allergy | intolerant | can['’]t eat | does not eat | diet | gluten | halal | kosher",
    ),
  },
  {
    asked: any("car | vehicle | bike | ride | auto | coche | voiture | carro"),
    stated: any("car | drives? | bike | motorcycle | bicycle | truck | van | scooter | golf | civic | tesla"),
  },
  {
    asked: any(
      "phone | computer | pc | setup | hardware | laptop | device | handy | rechner | ordenador | ordinateur",
    ),
    stated: any(
      "phone | iphone | pixel | galaxy | pc | laptop | macbook | gpu | monitor | keyboard | build | rtx | ryzen",
    ),
  },
  {
    asked: any("name | nickname | real name | pronouns? | spitzname | apodo | surnom | apelido"),
    stated: any("called | name is | named | nickname | goes by | pronouns?"),
  },
  {
    asked: any(
      "trip | travel | vacation | holidays? | urlaub | reise | viaje | vacaciones | voyage | vacances | viagem | férias",
    ),
    stated: any(
      "trip | travel\\p{L}* | vacation | holidays? | flies | flying | visit\\p{L}* | away | back on | abroad",
    ),
  },
]

/**
 * Returns the memories on a matter that the request names in other words: "where I live" means "Kai moved to Oslo".
 * A guess, to be confirmed.
 */
export function memoriesOnMatter(request: string, memories: readonly FoundMemory[]): FoundMemory[] {
  const matters = MATTERS.filter(({ asked }) => asked.test(request))
  return memories.filter(({ memory }) => matters.some(({ stated }) => stated.test(memory.fact)))
}
