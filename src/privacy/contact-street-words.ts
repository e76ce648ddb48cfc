/** Words and shapes that tell a street from other talk with a number: what no name holds, and what a number counts. Pure. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** No word of an English street in small letters. */
export const NOT_ENGLISH_NAME =
  set(`a an the of on in at to from for with without and or but if is are was were be been being has have
had do does did can could will would this that these those my your his her our their its it i you he she we they me us him them not no
so as by into onto over under up down off out across along around through per more most other some any all every each which what when
where who then than just like about only very too also still same different whole entire long short busy dead end one two three four
wrong right dirt gravel bumpy big small narrow wide empty quiet next last first second third best worst good bad single double straight
side back open closed random separate million thousand hundred billion k m km mile miles hour hours hr hrs min mins minute
minutes sec secs second seconds day days week weeks month months year years yr yrs times x meter meters metre metres foot
feet ft inch inches yard yards lane lanes way ways star stars block blocks step steps player players people ppl person man men woman
women guy guys kid kids dog dogs cat cats car cars bike bikes truck trucks bus buses house houses home homes shop shops store stores
bar bars cop cops light lights dollar dollars bucks euro euros pounds kg lb lbs gb mb tb fps hz mph kmh percent am pm pcs level lvl
floor floors hits kills wins points pts gold hp xp ping free cool nice cheap great tiny huge crazy insane longest busiest
sesame jump rainbow dimensional candles go goes went drive drives drove walk walked run ran until till before after during near past vs via because`)

/** Words that make a street's word part of another: "5 rocky road bikes". */
export const COMPOUND =
  /^(?: |-)(?:trips?|bikes?|maps?|blocks?|works?|tax|rage|runners?|rac(?:e|ing|er|ers)|tests?|warriors?|signs?|users?|closures?|food|art|fighters?|views?|wear|smarts?|cred|lights?|dogs?|cats?|parking|vendors?|performers?|names?|levels?|teams?|style|photos?|photography|outfits?|prices?|value|changes?|opponents?|partners?|phase|bridges?|journal|bets|bros?|band|albums?|remaster|songs?|studios?|season|crash|patricks?|louis|swaps?|famil(?:y|ies)|gang|ahead|lanes?|tiles?|segments?|pieces?|networks?|rules|safety)(?!\p{L})/iu

/** German words that end like a street and are none. */
export const NOT_GERMAN =
  /^(?:heim|hin|her|um|r[üu](?:ck|eck)|rueck|aus|ab|irr|holz|mittel|lösungs|rechts|dienst|post|luft|see|land|geh|fuß|fuss|rad|fahrrad|arbeits|schul|wander|rund|jakobs|lebens|bildungs|karriere|reise|trampel|schleich|flucht|atem|vor|durch|schlicht|frisch|über|ueber|unter|halb|gerade|keines|des|zu|nach|anfahrts?|transport|zahlungs?|kommunikations|brems|gold|königs|königinnen|questen?|level)weg$|^(?:spiel|park|arbeits|sitz|start|steh|stell|sport|fu(?:ß|ss)ball|bolz|zelt|camping|fenster|gang|studien|ausbildungs|praktikums|kita|therapie|listen|tabellen|end|podest|podiums|relegations|abstiegs|aufstiegs|champions|gruppen|rang|rank|ranglisten|steck|slot|speicher|schau|liege|lager|schlaf|wohnheim|garten|tisch|bau|ersatz|treppchen|sieger|medaillen|stamm|lieblings|finger|flug|tennis|golf|reit|übungs|trainings|grill|rast|picknick|kinder|sammel|spitzen|mittelfeld|frei|server|raid|kader|heimat|brut|warte|einkaufs|wett|fantasy|weltranglisten)platz$|^(?:stau|bahn|hochwasser|god|ver)damm$|^(?:see|fluss|fluß|meeres)ufer$|[äa]ufer$|^(?:einbahn|milch|daten|wasch|schnell|auto|neben|seiten|spiel|seiden|fertigungs|schotter|wasser|test|panorama|bundes|landes|kreis|vorfahrts|rennstrecken?)stra(?:ß|ss)e$|^(?:sack|boxen|rettungs)gasse$|^(?:sub|mini|regi|ad|demon)str\.?$/iu

/** The ends of names of rings: many English words end like "-ring". */
export const RING =
  /(?:eichen|birken|linden|buchen|tannen|rosen|ahorn|kastanien|ulmen|erlen|weiden|sonnen|wiesen|gärten|mühlen|blumen|schulen|stadt|nord|süd|sued|ost|west|kaiser|hansa|berg|burg|bach|wald|park|tal|hof|feld|dorf|mozart|beethoven|schiller|goethe|wagner|hohenzollern|sachsen|\p{L}-)ring$/iu

/** Words before "straße", "gasse" and the like that are no name. */
export const NOT_GERMAN_NAME =
  set(`der die das den dem des ein eine einer einem eines dieser diese diesem dieses jeder jede jedes jener welche
welcher meine meiner deine deiner seine seiner ihre ihrer unsere unserer eure eurer keine keiner ganze ganzer nächste nächster letzte
letzter andere anderer erste erster zweite zweiter dritte dritter vierte vierter fünfter beste bester guter schlechter gute rechte linke
rechter linker selbe selber gleiche gleicher lieber lecker immer aber wieder unter über hinter oder leider weiter besser spieler gegner
sicher super mehrere viele alle aller beide beider jetzt nicht auch noch dann und in auf an zur zum von mit für per pro durch entlang
halbe volle leere enge breite steile dunkle nasse gesperrte kaputte tolle schöne hässliche sicherer einziger einzige hier dort sein
unser euer vier server später früher größer jeweiliger häufiger solcher mancher ewiger fester freier neuer eigener sesame wall abbey`)

/** Adjectives that begin names of German streets. */
export const GERMAN_ADJECTIVE =
  /^(?:alte|kleine|gro(?:ß|ss)e|lange|obere|untere|hohe|neue|krumme|schmale|hintere|vordere|grüne|rote|weiße|schwarze|kurze)$/iu

/** Words of Romance names that do not count as their words. */
export const ARTICLE = set("de del la las los el du des le les da do dos das d l y e i")

/** Titles, and abbreviations of them, with which streets named after people begin. */
export const TITLE =
  /^(?:coronel|cel\.?|cnel\.?|dr[a.]?\.?|doctor|doutor|gral\.?|gen\.?|general|g[ée]n[ée]ral|san|santa|santo|sta\.?|sto\.?|s[ãa]o|saint|sainte|ste?\.?|capit[áa]n|capit[ãa]o|cap\.?|capitaine|padre|pe\.?|rey|reina|rei|rainha|don|doña|dom|dona|conde|duque|marqu[ée]s|marechal|mar[ée]chal|mal\.?|prof\.?|professora?|profesora?|presidente?|pres\.?|pte\.?|pdte\.?|almirante|alm\.?|engenheiro|eng\.?|ing\.?|virgen|obispo|bispo|arzobispo|alcalde|maestro|mestre|bar[ãa]o|visconde|ministro|senador|deputado|governador|tenente|ten\.?|teniente|comandante|cmte\.?|major|maj\.?|sargento|sgto\.?|frei|fray|nossa|nuestra|ntra\.?|n\.|infante|docteur|pr[ée]sident|abb[ée]|commandant|colonel|[áa]lvaro|juan|jos[ée]|jo[ãa]o|jean|victor|marcel)$/iu

/** No word of a Romance street in small letters. */
export const NOT_ROMANCE_NAME =
  set(`que hace hacen hay es está esta están estan son tiene tienen con por para en a al pero porque cuando donde
sobre desde hasta como más mas menos no se me te lo su mi tu mis tus sus un una unos unas fue era ya muy todo toda casi solo sólo siempre
nunca cada otra otro este ese esa esto eso ni sin tras entre cerca lleva llena cerrada cortada vi vimos voy vamos queda quedan hubo lado
enfrente arriba abajo siguiente mejor peor primera segunda tercera última ultima noche día dia estado tem têm com não nao está tá ta foi
eram em na no nas nos ao à às aos pra um uma mas só já até ate aqui ali lá esse essa minha meu sua seu outra outro cima baixo frente todo
uns umas quando onde ficou fica ficam vai vou duas três dois tres cuatro cinco años anos partido longo nivel mapa centro`)

/** Ordinary places: "plaza de garaje 7". */
export const NO_SQUARE = set(
  "garaje parking aparcamiento aparcamientos toros funcionario soberanía becario profesor auxiliar estacionamiento pie médico enfermero interino juegos",
)

/** Ends the name of a French street in small letters. */
export const ENDS_FRENCH =
  set(`à a au aux tu je j' il elle on nous vous ils elles c c' c'est cest cé ça ca sa et ou mais donc si pour par avec sans
dans sur sous chez vers en y pas plus est es suis sont était etait ai as avez peut peux faut fait viens vient venez passe passez rdv
demain ce cet cette ces mon ma mes ton ta tes son ses notre nos votre vos leur leurs qui que quoi quand où comme là près pres devant
derrière derriere face entre avant après apres svp stp lol mdr ptdr merci soirée soiree samedi dimanche lundi mardi mercredi jeudi
vendredi heures heure h min sonne sonnez appelle appelez code digicode bat bât bâtiment batiment appt apt appartement escalier étage
etage porte interphone jhabite habite dispo ok voilà voila dsl ya t'es jsuis j'habite possible possibles parallèle parallele libre
libres gratuite gratuit dispo restante restantes assise perdue fois mètres metres km loin`)

/** No French street, after an article: "1 place de parking". */
export const NO_FRENCH_PLACE =
  set(`parking ciné cine cinéma cinema concert concerts libre libres podium train avion niveau quartier jeu jeux
classement ligue route garage théâtre stage travail maths math python vie retour chose choix plus moins nuit jour campagne montagne secours jc jésus jesus manga mangas droite gauche`)

/** Adjectives and numbers within French names: "des trois hiboux". */
export const FRENCH_ADJECTIVE =
  /^(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|vieux|vieil|vieilles?|petite?s?|grande?s?|hauts?|hautes?|bas|basses?|bons?|bonnes?|beaux?|belles?|saints?|saintes?|st|ste|champs?|nouvelle|nouveau|faubourg|fbg|fg|ancien|anciens|anciennes?|faux|longs?|premier|onze|mille|général|docteur|maréchal|président|capitaine|colonel|abbé|commandant|professeur|frères?|rois?)$/iu

/** Words that a number counts, in five languages. */
export const COUNTED =
  "x|×|mal|veces|vez|vezes|fois|times|grad|grados?|graus?|degr[ée]s?|km|kms|m|met(?:er|ers|re|res|ros?)|mètres?|miles?|min|mins|minut(?:en?|es|os?)|std|stunden?|hours?|hrs?|horas?|hs|heures?|h|uhr|am|pm|tagen?|days?|d[íi]as?|jours?|wochen?|weeks?|semanas?|semaines?|monaten?|months?|mes|meses|mois|jahren?|years?|años?|anos?|ans|leuten?|people|personen|personas?|personnes?|pessoas?|gente|carriles|coches|carros?|voitures?|autos?|häusern?|casas|bares|tiendas|lojas|euros?|eur|pesos|reais|dollars?|prozent|puntos?|pontos?|punkten?|points?|niveles|vueltas|voltas|buracos|schritten?|plätzen?|spieler|gegner|runden?|sternen?|kindern?|kills?|wins|level|lvl|blocks?|cuadras|manzanas|quadras|quarteirões|por ciento|por cento|million(?:en|s)?|mio|tausend|mil|de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro)|temporadas?|cap[íi]tulos?|seasons?|episod\\p{L}{1,3}|staffeln?|folgen?|partes?|filmes?|saisons?|gold|xp|views?|aufrufe|credits?|coins?"
const COUNTS = new RegExp(`^ ?(?:[%€$£°º]|(?:${COUNTED})(?![\\p{L}\\d]))`, "iu")
/** Plurals in Romance languages, other than verbs and words that may follow an address. */
const PLURAL =
  /^ (?!tras |dos |tres |trois |más |mas |depois|después|despues|gracias|antes|pues|puis|après|alors|vous|nous|sous|dans|sans|chez|plus|stairs|jsuis|bis |tous|toujours|merci|portas|puertas|fundos|izqs|bairros|paris|cas)\p{Ll}{2,30}(?<!mos|ais)s(?!\p{L})/u

/** Returns true if what follows a number says that it counts something. */
export function isCounting(after: string, plural = false): boolean {
  return COUNTS.test(after) || (plural && PLURAL.test(after))
}

/** A house number, with its letter. */
export const NUMBER = "\\d{1,5}(?:[a-z]| [a-z](?=$|[,.;)\\n]))?(?![\\p{L}\\d:]|[.,]\\d)"
/** A word that may belong to a name. */
export const NAME_WORD = "\\p{L}[\\p{L}'’.-]{0,24}"
/** Not part of a price, a time, a version or a larger number. */
export const FREE = "(?<![\\p{L}\\d.,:/$€£#+-]|\\d |\\d[,;] |\\d ?h )"

/** Reads a match: its groups, its end and what follows. */
export function readStreet({ 0: { length }, index, input, groups = {} }: RegExpExecArray) {
  const end = index + length
  const { kind = "", word = kind, name = "", number = "" } = groups
  const written = name.trim()
  return {
    word: word.toLowerCase(),
    written,
    names: written.toLowerCase().split(" "),
    number,
    end,
    after: input.slice(end, end + 48),
    before: input.slice(Math.max(0, index - 24), index),
  }
}

/** The years that people write of. */
export const isYear = (number: string) => /^(?:19\d\d|20[0-3]\d)$/.test(number)
