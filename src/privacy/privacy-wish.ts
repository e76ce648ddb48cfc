/** Recognizes in plain words that somebody wants to be forgotten or no longer remembered, in five languages. Pure. */

/** `erase`: delete everything about them. `opt_out`: stop remembering them. */
export type PrivacyWish = "erase" | "opt_out"

const ALL = "(?:everything|all(?: of it)?|anything|whatever|what)"
const KNOWN =
  "(?:that )?(?:you|u)(?:['’]?ve)? (?:ever )?(?:know|have|remember|kept|keep|stored?|saved?|learn(?:ed|t)|got|hold)"
const OWN = "(?:data|memor(?:y|ies)|info(?:rmation)?|profile|stuff|history|messages|records?)"

const ERASE = [
  `(?:forget|un-?remember|delete|erase|remove|wipe|purge)(?: about)? (?:me|everything|${ALL} (?:about|on|of) me|${ALL} ${KNOWN}(?: (?:about|on|of|from) me)?|(?:all )?(?:of )?my ${OWN})`,
  `(?:delete|erase|remove|wipe|purge) me`,
  "i (?:want|wish|would like|['’]?d like|wanna) (?:you to (?:forget|erase|delete) (?:me|everything(?: about me)?)|to be (?:forgotten|erased|deleted))",
  "ich (?:möchte|will|wünsche)(?: mir)?,? (?:(?:bitte )?(?:vergessen|gelöscht) werden|dass du (?:mich|alles (?:über|von) (?:mich|mir)) (?:vergisst|löschst))",
  "vergiss (?:bitte )?(?:mich|alles(?: (?:über|von) (?:mich|mir))?|alles,? was du (?:über|von) (?:mich|mir) \\p{L}+)",
  "lösche? (?:bitte )?(?:mich|alles(?: (?:über|von) (?:mich|mir))?|alles,? was du (?:über|von) (?:mich|mir) \\p{L}+|(?:alle )?meine (?:daten|nachrichten|erinnerungen))",
  "(?:olvídame|olvidame|bórrame|borrame)",
  "(?:bórralo|borralo|olvídalo|olvidalo|elimínalo|eliminalo) todo(?: (?:sobre|de) m[ií])?",
  "(?:quiero|quisiera|me gustaría) que (?:me olvides|me borres|(?:olvides|borres)(?: todo)? lo que sabes (?:de|sobre) m[ií])",
  "(?:olvida|borra|elimina)(?: todo)?(?: lo que (?:sabes|tienes|guardas))?(?: (?:sobre|de) m[ií]| mis datos| todo)",
  "(?:oublie|efface|supprime)[- ](?:moi|tout(?: (?:sur|de) moi)?|tout ce que tu sais (?:sur|de) moi|(?:toutes )?mes données)",
  "(?:me esquece|esquece (?:de )?mim|(?:esquece|apaga) tudo(?: (?:que (?:você|vc) sabe )?(?:sobre|de) mim)?|apaga (?:os )?meus dados)",
]
const OPT_OUT = [
  "(?:stop|quit) (?:remembering|recording|tracking|storing|logging|saving|learning|collecting)(?: (?:things|stuff|anything|data))?(?: (?:about|on|from))? (?:me|my (?:messages|data)|what i say)",
  "(?:don['’]?t|do not|never) (?:ever )?(?:remember|record|track|store|log|save|learn) (?:me|anything(?: (?:about me|i say))?|what i say|my messages)(?: any ?more| again)?",
  "(?:i (?:want|would like|wanna|['’]?d like) to |i wanna |let me |can i |may i |how (?:do|can) i )?opt(?:ing)?[- ]?out",
  "(?:merk|speicher)e? (?:dir )?nichts(?: mehr)? (?:über|von) (?:mich|mir)",
  "(?:hör auf|stopp),? (?:dir )?(?:mich|sachen über mich|etwas über mich|dinge über mich) zu (?:merken|speichern)",
  "(?:deja|para) de (?:recordar(?:me)?|guardar|registrar(?:me)?)(?: (?:cosas|nada|mis mensajes))?(?: (?:sobre|de) m[ií])?",
  "i (?:don['’]?t|do not) want (?:you )?to (?:be remembered|remember (?:me|anything about me))",
  "(?:no quiero que )(?:me recuerdes|recuerdes nada|guardes nada)(?: (?:sobre|de) m[ií])?",
  "no (?:me )?(?:recuerdes|guardes|registres)(?: nada)?(?: m[aá]s)?(?: (?:sobre|de) m[ií])?",
  "arrête de (?:me )?(?:mémoriser|retenir|enregistrer)(?: (?:des|les) choses)?(?: sur moi)?",
  "para de (?:me )?(?:lembrar|guardar|gravar)(?: (?:coisas|nada))?(?: (?:sobre|de) mim)?",
]
const BEFORE =
  "(?:(?:hey|hi|hello|hallo|hola|oye|ok(?:ay)?|please|pls|bitte|por favor|s'il te pla[iî]t|keepsake|bot|just|now)[\\s,!.]+|(?:can|could|would|will) (?:you|u) (?:please |just )?|(?:i (?:want|need)|i['’]?d like) you to |kannst du |puedes |tu peux |(?:você|vc) pode )*"
const AFTER =
  "(?:[\\s,]+(?:please|pls|now|here|completely|entirely|forever|again|immediately|thanks|thank you|ok|bitte|jetzt|sofort|por favor|ya|ahora|maintenant|agora|from (?:your|this|the) (?:memory|server|database)|in this server|on this server))*[\\s.!?]*"

function whole(shapes: readonly string[]): RegExp {
  const one = `(?:${shapes.join("|")})`
  return new RegExp(
    `^${BEFORE}${one}(?:(?:[\\s,;.]+(?:and|und|y|e|et))?[\\s,;.]+${BEFORE}${one})*${AFTER}$`,
    "iu",
  )
}

const WISHES: readonly [PrivacyWish, RegExp][] = [
  ["erase", whole(ERASE)],
  ["opt_out", whole(OPT_OUT)],
]
const MOST_CHARACTERS = 160

/** `words` without the bot's mention. Returns `null` if they wish for neither. */
export function privacyWishOf(words: string): PrivacyWish | null {
  const text = words.trim()
  if (text.length > MOST_CHARACTERS) return null
  return WISHES.find(([, shape]) => shape.test(text))?.[0] ?? null
}
