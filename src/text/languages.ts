/**
 * Words of German, Spanish, French and Portuguese facts by which attributes, denials and plans are recognized, in
 * English, so that one table of patterns compares facts in all of them. Names and values stay as they are. Pure.
 */

/** Words that no English fact has. Most facts match none and need no replacement. */
const FOREIGN =
  /(?<![\p{L}])(?:der|das|ist|sind|für|und|wird|wurde|findet|spielt|wohnt|lebt|arbeitet|studiert|lernt|kommt|heißt|fährt|fliegt|nicht|kein\p{L}*|hat (?:am|einen?|keine?)|wieder|tiene|vive|trabaja|estudia|sale con|juega|viaja|vuela|usa (?:una?|uma?|el|la|o|a)|cumple|está|ya no|también|habite|vit|travaille|étudie|joue|apprend|utilise|s'appelle|sort avec|a (?:\d+ ans|été|lieu|une?|déménagé)|n'\p{L}+|(?<!\b[io]n )est(?! time)|é|tem|mora (?:em|no|na)|trabalha|estuda|joga|namora|não|também)(?![\p{L}])/u

const PLACE_PREPOSITION = "(?:am|an der|im|in der|in den|in|bei|beim|auf dem|auf der)"

/** Applied in order to a fact in lower case. */
const TRANSLATIONS: readonly (readonly [RegExp, string])[] = (
  [
    [`findet ${PLACE_PREPOSITION} (.+?) statt`, "is at $1"],
    // Denials and endings
    ["kein(?:e|en|em|er|es)? (.+?) mehr\\b", "no longer $1"],
    ["(\\p{L}+) nicht mehr (.+)", "no longer $1 $2"],
    ["(\\p{L}+) (.+?) nicht mehr$", "no longer $1 $2"],
    ["(?:kein(?:e|en|em|er|es)?|nicht)", "not"],
    ["(?:ya no|nunca más)", "no longer"],
    ["n(?:'|e )(\\p{L}+) plus", "no longer $1"],
    ["n(?:'|e )(\\p{L}+) (?:pas|jamais)", "not $1"],
    ["não (\\p{L}+) mais", "no longer $1"],
    ["(?:não|nunca|jamás|nie)", "not"],
    ["(?:wurde|ist|fällt) (?:abgesagt|aus)", "is cancelled"],
    ["(?:se canceló|(?:está|fue) cancelad[oa])", "is cancelled"],
    ["(?:est|a été) annulée?", "is cancelled"],
    ["(?:foi|está) cancelad[oa]", "is cancelled"],
    ["(?:wieder|de nuevo|otra vez|de nouveau|à nouveau|de novo|outra vez)", "again"],
    ["(?:auch|zusätzlich|también|además|aussi|également|também)", "also"],
    ["(?:statt|anstatt|en vez de|en lugar de|au lieu de|em vez de)", "instead of"],
    // Home, work, study
    ["(?:wohnt|lebt) (?:seit|ab) .{3,30}? in", "lives in"],
    ["(?:wohnt|lebt) in", "lives in"],
    ["vive en|habite (?:à|en|au)|vit (?:à|en|au)|mora (?:em|no|na)|vive (?:em|no|na)", "lives in"],
    ["ist nach (.+?) (?:um)?gezogen", "moved to $1"],
    ["se mudó a|a déménagé à|(?:se )?mudou(?:-se)? para", "moved to"],
    ["arbeitet als|trabaja (?:como|de)|travaille comme|trabalha como", "works as"],
    [
      "arbeitet (?:bei|für|beim)|trabaja (?:en|para)|travaille (?:chez|pour)|trabalha (?:na|no|em|para)",
      "works at",
    ],
    ["studiert|estudia|étudie|estuda", "studies"],
    ["kommt aus|es de|vient de|é de", "is from"],
    ["ist (\\d{1,3}) jahre alt", "is $1 years old"],
    ["(?:tiene|cumplió) (\\d{1,3}) años", "is $1 years old"],
    ["a (\\d{1,3}) ans", "is $1 years old"],
    ["(?:tem|fez) (\\d{1,3}) anos", "is $1 years old"],
    ["hat am (.+?) geburtstag", "birthday is $1"],
    ["geburtstag ist am", "birthday is"],
    ["(?:cumple años|su cumpleaños es) el", "birthday is"],
    ["(?:faz aniversário|seu aniversário é) (?:em|no dia)?", "birthday is"],
    ["(?:fête son anniversaire|est née?) le", "birthday is"],
    ["heißt|se llama|s'appelle|se chama", "is called"],
    // Relationships
    ["ist mit (.+?) (?:zusammen|liiert)", "is dating $1"],
    ["ist mit (.+?) verheiratet", "is married to $1"],
    ["(?:sale|está saliendo) con|sort avec|(?:namora|está namorando)(?: com)?", "is dating"],
    ["está casad[oa] (?:con|com)|est mariée? (?:à|avec)|é casad[oa] com", "is married to"],
    // Games and things
    ["spielt hauptsächlich|juega (?:sobre todo|principalmente)(?: a| al)?", "mains"],
    ["joue (?:surtout|principalement)(?: à| au)?|joga (?:principalmente|mais)", "mains"],
    ["juega (?:siempre |ahora )?de|joga (?:sempre |agora )?de", "plays"],
    ["é main", "mains"],
    ["spielt|juega(?: al?)?|toca|joue(?: (?:à|au|du|de la|de l'))?|joga", "plays"],
    ["lernt|aprende|apprend|está aprendendo", "learns"],
    ["(?:hat|tiene|a|tem) (?:einen?|eine|ein|una?|une|um|uma)", "has a"],
    ["(?:fährt|conduce|conduit|dirige) (?:einen?|eine|una?|une|um|uma)", "drives a"],
    ["benutzt|nutzt|utilise|usa(?= (?:una?|uma?|el|la|o|a) )", "uses"],
    ["für (?:die|das|den) (.+?) ist (.+?) (?:zuständig|verantwortlich)", "$2 is responsible for $1"],
    ["ist für (?:die |das |den )?(.+?) (?:zuständig|verantwortlich)", "is responsible for $1"],
    [
      "(?:es|está) (?:responsable|encargad[oa]) de|est responsable de|é responsável (?:por|pelo|pela)",
      "is responsible for",
    ],
    // Plans
    ["se hace en|tiene lugar en|a lieu (?:à|au|chez)|acontece (?:em|no|na)", "is at"],
    ["(?:viaja|vuela|va) a|part (?:à|au|en)|viaja (?:para|a)|vai (?:para|a)", "goes to"],
    ["(?:fährt|fliegt|reist) nach", "goes to"],
    ["(?:ist|sind)", "is"],
    ["está|(?<!\\b[io]n )est(?! time)|é", "is"],
  ] as const
).map(([words, english]) => [new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, "gu"), english] as const)

/** Returns a fact in lower case with the words that matter for comparison in English. */
export function inEnglishWords(fact: string): string {
  if (!FOREIGN.test(fact)) return fact
  return TRANSLATIONS.reduce((text, [words, english]) => text.replace(words, english), fact)
}
