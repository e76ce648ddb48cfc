/**
 * The words by which the support check tells questions, denials, wishes, jokes and orders apart, in the
 * languages it knows: English, German, Spanish, French, Portuguese, Polish, Italian, Dutch and Japanese.
 */

/** Matches any of these words or phrases as whole words, and any of `inside` anywhere (scripts without spaces). */
function anyOf(words: string, inside = ""): RegExp {
  const whole = `(?<![\\p{L}\\p{N}_])(?:${words
    .trim()
    .split(/\s*\|\s*/)
    .join("|")})(?![\\p{L}\\p{N}_])`
  return new RegExp(inside === "" ? whole : `${whole}|${inside}`, "iu")
}

/** "I", "my": the speaker speaks of themself. */
export const FIRST_PERSON = anyOf(
  `i | i['’]?m | im | i['’]?(?:ve|ll|d) | ive | my | me | mine | myself
  | ich | mein\\p{L}* | mir | mich | hab | bin
  | yo | mi | mis | me | conmigo | soy | estoy | tengo | vivo | trabajo
  | je | j['’]\\p{L}+ | mon | ma | mes | moi | m['’]\\p{L}+
  | eu | meu | minha | meus | minhas | mim | sou | estou | tenho | moro | trabalho
  | ja | mój | moja | moje | mnie | mi | jestem | mam | mieszkam | pracuję
  | io | mio | mia | sono | ho | ik | mijn`,
  "私|僕|俺|わたし|ぼく|うち(?:は|の)|自分",
)

/** "You", "he", "she": somebody other than the speaker is meant. */
export const OTHER_PERSON = anyOf(
  `you | your | you['’]?re | ur | u | he | she | they | him | her | his | their | them | he['’]?s | she['’]?s | they['’]?re
  | du | dein\\p{L}* | dir | dich | er | sie | ihn | ihm | ihr\\p{L}* | sein\\p{L}*
  | tú | tu | tus | te | él | ella | ellos | su | sus | usted
  | toi | ton | ta | tes | il | elle | lui | son | sa | ses | vous | votre
  | você | vc | teu | tua | ele | ela | dele | dela | seu | sua
  | ty | twój | twoja | on | ona | jego | jej | lei | lui | suo | sua | tuo | hij | zij | zijn | haar | jij | jouw`,
  "彼|彼女|あなた|君|さん(?:は|が|の|も)|ちゃん|くん",
)

const NEGATORS = `not | no | never | \\p{L}+n['’]t | dont | doesnt | didnt | cant | wont | isnt | arent | wasnt | havent | hasnt | aint
  | none | nobody | nothing | without | w\\/o | neither | nor | cannot | nope | nah
  | nicht | nich | nix | kein\\p{L}* | nie | niemals | ohne | weder
  | nunca | jamás | tampoco | sin | ningún\\p{L}* | nada
  | ne | pas | jamais | sans | aucun\\p{L}* | n['’]\\p{L}+ | rien
  | não | nao | nem | sem | nenhum\\p{L}* | num
  | nie | nigdy | bez | żaden | żadn\\p{L}* | non | senza | niet | geen | nooit`

/** An explicit "not". */
export const NEGATOR = anyOf(NEGATORS, "ない|なかった|ません|ありません|じゃな|ではな|ぬ$|ず(?:に|$)")

/** Words that deny something without a "not": "quit", "vegan", "hates". */
export const NEGATIVE = anyOf(
  `dead | busy | booked | tot | muert[oa] | mort[oe]?
  | zero | zéro | cero | außer | sauf | excepto | menos | exceto | oprócz | remov\\p{L}* | tir(?:amos|ou|ei|aram) | sacamos | raus | weggelassen | quit\\p{L}* | stop\\p{L}* | gave up | given up | give up | drop\\p{L}* | left | leav\\p{L}+ | sold | lost | lose\\p{L}* | lack\\p{L}* | miss\\p{L}* | ended | over (?:now|with) | it['’]?s over | done with | cancel\\p{L}*
  | hat(?:e|es|ed|ing) | dislik\\p{L}+ | avoid\\p{L}* | refus\\p{L}+ | fail\\p{L}* | allergic | intolerant | vegan\\p{L}* | vegetarian\\p{L}* | teetotal\\p{L}* | sober | free | against | unable | impossible | broke\\p{L}* | split\\p{L}* | separat\\p{L}* | divorc\\p{L}* | dipped | former\\p{L}* | used to | anymore | no longer | ex | except | instead | only | rather | away | out of | sick of | tired of | fed up | bann?\\p{L}* | forbid\\p{L}* | prohibit\\p{L}* | closed | single | retired | deaf | skip\\p{L}* | can['’]?t stand | denie[sd] | deny
  | hass\\p{L}* | hört\\p{L}* auf | aufgehört | verkauft | weg | vorbei | gekündigt | getrennt | allergisch | vegan\\p{L}* | vegetari\\p{L}* | statt | verboten | verlor\\p{L}* | abgesagt | nur | mehr | ledig | ex-?\\p{L}* | ungern | raus | fertig mit | verlass\\p{L}* | geschieden | abgegeben | abgebrochen | schluss
  | odi\\p{L}+ | dej[óoaé]\\p{L}* | vend\\p{L}+ | perd\\p{L}+ | alérgic\\p{L}+ | vegan\\p{L}+ | vegetarian\\p{L}+ | prohib\\p{L}+ | ya no | renunci\\p{L}* | cancel\\p{L}+ | solo | sólo | terminó | rompi\\p{L}+ | evita\\p{L}* | soltero | soltera
  | déteste\\p{L}* | arrêt\\p{L}+ | quitt\\p{L}+ | vendu\\p{L}* | perdu\\p{L}* | allergique | végé\\p{L}* | végan\\p{L}* | interdi\\p{L}+ | plus | annul\\p{L}+ | seulement | évite\\p{L}* | célibataire | rompu
  | odei\\p{L}+ | parou | parei | larg\\p{L}+ | vendeu | vendi | perdeu | alérgic\\p{L}+ | proibid\\p{L}+ | cancel\\p{L}+ | só | apenas | terminou | evita\\p{L}* | solteir\\p{L}+ | deixou | saiu | mais
  | nienawidz\\p{L}+ | rzuc\\p{L}+ | sprzeda\\p{L}+ | zgubi\\p{L}+ | uczulon\\p{L}+ | wega\\p{L}+ | zakaz\\p{L}+ | już | odwołan\\p{L}+ | tylko | przesta\\p{L}+ | zrezygnowa\\p{L}+ | odesz\\p{L}+`,
  "嫌い|苦手|やめ|辞め|売っ|失く|アレルギー|禁止|中止|だけ|無理|退|別れ|卒業|引退|ベジタリアン|ヴィーガン|飽き",
)

/** "Not only", "can't wait": a "not" that denies nothing. */
export const NO_DENIAL =
  /(?<![\p{L}])(?:not (?:only|just|bad|to mention|gonna lie|sure if|yet)|can['’]?t wait|cannot wait|can['’]?t believe|couldn['’]?t (?:be|agree|resist|stop|help)|no (?:doubt|problem|prob|worries|wonder|way|joke|cap|idea why|lie|offen[cs]e|pressure|rush|biggie|need)|why (?:not|don['’]?t)|if not|whether or not|nothing but|not (?:that )?(?:far|long ago)|don['’]?t (?:forget|worry|mind|judge|laugh|hate me|tell (?:anyone|anybody)|@ me|ask|you)|never ?mind|nvm|won['’]?t lie|ain['’]?t gonna lie|doesn['’]?t matter|isn['’]?t it|aren['’]?t (?:you|we|they)|nicht (?:nur|schlecht|übel|wahr)|kein (?:problem|ding|scheiß|stress)|keine (?:sorge|ahnung warum)|no (?:solo|sólo|veo la hora)|n['’]est-ce pas|pas (?:mal|de souci|que|seulement)|n['’ ]\p{L}+ (?:\p{L}+ )?que(?![\p{L}])|ne \p{L}+ (?:\p{L}+ )?que(?![\p{L}])|não (?:só|vejo a hora|é\?)|nie (?:tylko|ma sprawy)|(?:no|nope|nah),)/giu

export const QUESTION_START =
  /^\W*(?:who|what|where|when|why|which|whose|how(?! (?:i|we)\b)|do|does|did|is|are|was|were|has|have|can|could|would|will|should|anyone|anybody|any of you|r u|wer|was|wo|wann|warum|wieso|wie|welche\p{L}*|hast du|bist du|kann(?:st)?|willst|weiß jemand|jemand|quién|qué|dónde|cuándo|por qué|cómo|cuál|alguien|qui|quoi|où|quand|pourquoi|comment|quel\p{L}*|est-ce que|tu as|quem|onde|quando|por que|como|qual|alguém|kto|co|gdzie|kiedy|dlaczego|jak|czy|ktoś)\b/iu

/** A statement that ends like a question: "i'm vegan, remember?" */
export const TAG_QUESTION =
  /[,.…] *(?:right|remember|no|ok|okay|k|eh|huh|yeah|you know|y['’]?know|isn['’]?t it|innit|deal|cool|sounds good|nicht wahr|oder|gell|ne|ja|verdad|no|sabes|vale|hein|non|d['’]accord|ok|né|certo|tá|prawda|nie|co|wiesz) *[?？]+$/iu

export const YES =
  /^\W*(?:yes|yep|yeah|yup|ya|yea|ye|yass*|sure|true|correct|exactly|indeed|absolutely|definitely|totally|of course|same(?: here)?|me too|i do|i am|i did|i have|it is|guilty|ja+|jo|jep|jup|klar|genau|stimmt|richtig|ich auch|sí|si|claro|exacto|así es|yo también|cierto|ou[ia]s?|exact\p{L}*|carrément|moi aussi|bien sûr|sim|isso|com certeza|eu também|tak|no tak|jasne|dokładnie|ja też|zgadza się|はい|うん|そう|ええ|私も|僕も|俺も)(?![\p{L}])/iu
export const NO =
  /^\W*(?:no+|nope|nah|nay|not (?:me|really|anymore|at all|yet|happening)|count me out|they went with (?:someone|somebody) else|got rejected|never|no way|can['’]?t|cannot|forget it|pass\b|i don['’]?t|i['’]?m not|didn['’]?t|nein|nö|nee|nicht mehr|kann (?:leider )?nicht|auf keinen fall|no,|no puedo|(?:yo )?ni (?:de|loco|en)|para nada|qué va|non|pas du tout|plus maintenant|(?:je )?peux pas|não|nao|nunca|nie(?! tylko)|いいえ|いや|ううん|違う)(?![\p{L}])/iu

/** Somebody imagines, guesses, or wishes. */
export const UNREAL = anyOf(
  `if | wish | wished | would love | i['’]?d love | would like | i['’]?d like | maybe | perhaps | might | may | thinking (?:of|about) | considering | hope | hopefully | hoping | someday | one day | imagine | dream(?:s|ing)? of | what if | i should | should (?:probably|really) | could (?:always|also) | if only | would be (?:nice|sick|great|lovely) | tempted | probably | i guess | i bet | bet | supposed?ly | in another life | were i | suppose | idk if | not sure | unless | wanna | want to | would
  | wenn | falls | vielleicht | evtl | eventuell | würde\\p{L}* | hätte\\p{L}* | wäre\\p{L}* | wünsch\\p{L}+ | möchte\\p{L}* | hoffe\\p{L}* | wär['’]?s | wär | irgendwann | eines tages | überleg\\p{L}* | wahrscheinlich | vermutlich | glaub\\p{L}* | könnte\\p{L}*
  | ojalá | quizás? | tal vez | si | me gustaría | gustaría | algún día | espero | a lo mejor | podría | pensando en | creo
  | peut-être | j['’]aimerais | aimerait | voudrais | si | un jour | un de ces quatre | faudrait | il faudrait | j['’]espère | pourrait | je pense | on dirait | sûrement
  | talvez | gostaria | queria | quem sabe | tomara | um dia | se(?! (?:llama|llaman|casan?|muda|mudan|retrasa|adelanta|hace|va)(?!\\p{L})) | espero | poderia | acho | pensando em | quero
  | może | gdyby | chciał\\p{L}* | chyba | mam nadzieję | kiedyś | pewnie | jeśli | zastanawiam`,
  "たら|もし|かも|たい|ればいい|だろう|でしょう|と思う|夢",
)

/** Nothing has changed: "still". */
export const STILL = anyOf(
  `still | kept? | keeps | (?:immer )?noch | todavía | aún | sigue\\p{L}* | toujours | encore | ainda | continua | nadal | wciąż | ancora | nog`,
  "まだ",
)

/** The fact itself says that it is a wish, a guess or a plan. */
export const HEDGED = anyOf(
  `if | when | wish\\p{L}* | want\\p{L}* | would | may | might | maybe | consider\\p{L}* | think\\p{L}* | hope\\p{L}* | plan\\p{L}* | dream\\p{L}* | interested | likely | probably | possibly | could | tempted | intend\\p{L}* | expect\\p{L}* | guess\\p{L}* | suspect\\p{L}* | believ\\p{L}* | looking (?:at|for|to) | aim\\p{L}* | unless | unsure | undecided | prefer\\p{L}* | should | suggest\\p{L}* | propos\\p{L}* | offer\\p{L}* | bietet | oferec\\p{L}+ | offre
  | wenn | falls | will | möchte | würde | vielleicht | plant | überleg\\p{L}* | hofft | träum\\p{L}* | wünscht | erwägt | denkt | glaubt | vermut\\p{L}* | wahrscheinlich | könnte | bevorzugt | lieber | schlägt
  | ofrec\\p{L}+ | si | quiere | querría | quizás? | piensa | espera | planea | gustaría | desea | cree | podría | sueña | prefiere | propone
  | veut | voudrait | aimerait | peut-être | envisage | pense | espère | rêve | souhaite | compte | préfère | propose | croit
  | quer | gostaria | talvez | pensa | espera | planeja | pretende | sonha | deseja | acha | prefere | se | poderia | propõe
  | chce | może | chciał\\p{L}* | planuje | myśli | rozważa | marzy | woli | ma nadzieję | jeśli | proponuje`,
  "たい|たがって|かも|予定|考え|希望|検討|夢|つもり|好|条件|ルール",
)

export const JOKE =
  /(?:^|\s)\/s\b|(?<![\p{L}])(?:jk|j\/k|just kidding|kidding|kiddin|just joking|joking|lol jk|scherz|spaß|war nur spaß|es broma|broma|je (?:rigole|déconne|plaisante)|blague|brincadeira|zoeira|tô zoando|żart\p{L}*|冗談|嘘(?:だよ|です)?$)(?![\p{L}])/iu

/** The line poses as a system, or orders the memory about. */
export const POSES_AS_SYSTEM =
  /^\W*(?:system|sys|admin|root|developer|assistant|keepsake|memory|server|discord|bot)(?: (?:message|notice|update|note|override|prompt|announcement|alert|msg|command))?\W*[:>\]]|\[(?:system|admin|memory|note|override)[^\]]*\]|(?<![\p{L}])(?:system (?:message|notice|override|prompt)|new memory|memory update|update (?:your|the) memory|add (?:this )?to (?:your |the )?memory|systemmeldung|mensaje del sistema|message système|mensagem do sistema|wiadomość systemowa)\b|システム(?:メッセージ|通知)?[:：]|[【[](?:システム|管理)[^】\]]*[】\]]/iu
export const ORDERS_TO_REMEMBER =
  /(?<![\p{L}])(?:(?:please |pls |plz )?(?:remember|memori[sz]e|note|save|store|record|log|write down|keep in mind|make a note|don['’]?t forget)(?: (?:this|that|down|it|for (?:the )?(?:record|future)))?\b[: ]|for the record[,:]|merk(?:e)? dir|speicher\p{L}*|notier\p{L}*|recuerda\p{L}* que|guarda que|anota|retiens|souviens-toi|note(?:z)? que|enregistre|lembr\p{L}+ (?:que|de)|anota aí|grave (?:que|a[íi])|salva a[íi]|zapamiętaj|zapisz)|覚えて|記憶(?:して|せよ|しろ)|メモして/iu

/** Rank or privilege on the server. */
export const PRIVILEGE =
  /(?<![\p{L}])(?:admin\p{L}*|owner|co-?owner|moderator\p{L}*|mods?|boss|king|queen|god|leader|trusted|verified|in charge|may do (?:anything|everything)|exempt|besitzer\p{L}*|chef\p{L}*|eigentümer\p{L}*|dueñ[oa]|propriétaire|dono|dona|właściciel\p{L}*|szef\p{L}*)(?![\p{L}])|管理者|オーナー/iu

/** Abuse told as a fact. */
export const INSULT =
  /(?<![\p{L}])(?:idiot\p{L}*|moron\p{L}*|imbecile?\p{L}*|stupid|dumb\p{L}*|dumbass|loser|trash|garbage|noob|clown|asshole|arsehole|jerk|bitch|bastard|scum|pathetic|worthless|useless|braindead|retard\p{L}*|creep|liar|crybaby|cheater|scammer|douche\p{L}*|twat|prick|dickhead|cunt|ugly|brainless|airhead|dimwit|worst (?:player|person|mod|healer|tank|driver|cook)|smells|stinks|sucks|dumm\p{L}*|blöd\p{L}*|idiotin|arschloch|trottel|depp\p{L}*|vollpfosten|versager\p{L}*|lügner\p{L}*|hurensohn|penner|spast\p{L}*|tont[oa]|estúpid[oa]|idiota|imbécil|gilipollas|pendej[oa]|inútil|cabr[óo]n|payas[oa]|mentiros[oa]|basura|conne|connard|connasse|débile|crétin\p{L}*|abruti\p{L}*|bouffon\p{L}*|menteu[rs]e?|imbecil|burr[oa]|otári[oa]|trouxa|lixo|babaca|palhaç[oa]|debil|kretyn\p{L}*|głup\p{L}+|frajer\p{L}*|śmieć|kłamca|palant|stronzo|scemo|cretino)(?![\p{L}])|馬鹿|バカ|ばか|アホ|クズ|ゴミ|無能|嘘つき|ブス/iu

/** A plan was moved: what was said before no longer holds. */
export const MOVED =
  /(?<![\p{L}])(?:mov(?:e|ed|ing)|push(?:ed)?|postpon\p{L}+|delay\p{L}*|reschedul\p{L}+|shift\p{L}*|instead|rather|make (?:it|that)|chang(?:e|ed|ing)|switch(?:ed)? to|actually|no wait|wait no|scratch that|correction|earlier|later|better|can['’]?t (?:do|make)|doesn['’]?t work|let['’]?s (?:do|say|go)|now (?:at|on)|new (?:time|date|place)|update|verschob\p{L}+|verschieb\p{L}+|verleg\p{L}+|stattdessen|doch|lieber|besser|später|früher|sondern|geändert|neue? (?:uhrzeit|zeit|termin)|cambi\p{L}+|mejor|movemos|movimos|aplaz\p{L}+|retras\p{L}+|adelant\p{L}+|en vez|al final|más tarde|décal\p{L}+|repouss\p{L}+|report\p{L}+|plutôt|finalement|chang\p{L}+|avanc\p{L}+|mud\p{L}+|adi\p{L}+|remarc\p{L}+|melhor|em vez|na verdade|passou para|przen\p{L}+|przesu\p{L}+|przełoż\p{L}+|jednak|zamiast|lepiej|zmian\p{L}+|spost\p{L}+|verplaatst)(?![\p{L}])|変更|変わ|ずら|延期|やっぱ|早め|遅ら|移動|に(?:しよう|する|します|なった)|^\*/iu

/** The fact reports that something was asked or sought, so a question supports it. */
export const ASKING =
  /(?<![\p{L}])(?:ask\p{L}*|wonder\p{L}*|wants? to know|looking for|look(?:s|ed) for|seek\p{L}*|search\p{L}*|needs?|invit\p{L}+|offer\p{L}*|propos\p{L}+|suggest\p{L}+|sucht|fragt\p{L}*|braucht|lädt|schlägt|busca\p{L}*|pregunt\p{L}+|necesita|propone|cherche|demande|besoin|propose|procura|pergunt\p{L}+|precisa|propõe|szuka|pyta|potrzebuje|proponuje)(?![\p{L}])|探し|聞い|尋ね|募集/iu

/** A new clause begins here. */
export const CLAUSES =
  /[,;:–—()]|(?<=\p{L}{3,} )(?=(?:i|he|she|we|they) (?:never|don['’]?t|can['’]?t|won['’]?t|didn['’]?t|barely|hardly)\b)|(?<![\p{L}])(?:but|though|although|because|since|so|and|while|except|aber|sondern|weil|denn|und|obwohl|pero|porque|aunque|sino|mais|parce que|car|et|mas|embora|e|ale|bo|więc)(?![\p{L}])|けど|でも|が、|から、/iu

/** The speaker says that the same holds for them: "same", "me neither". */
export const AGREES =
  /(?<![\p{L}])(?:same(?: here)?|me too|me neither|neither do i|so do i|ditto|ich auch(?: nicht)?|dito|yo también|yo tampoco|igual|moi aussi|moi non plus|pareil|idem|eu também(?: não)?|ja też(?: nie)?)(?![\p{L}])|私も|僕も|俺も/iu
