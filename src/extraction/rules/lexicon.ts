/** Word lists for the rules. Contains no logic. */

const list = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

export const KIN =
  list(`wife husband partner girlfriend boyfriend fiance fiancee fiancé fiancée spouse gf bf bff
  mom mum mother dad father parents mama papa brother brothers sister sisters sibling siblings twin son sons daughter
  daughters kid kids child children baby grandma grandpa grandmother grandfather grandparents grandson granddaughter
  nan aunt uncle cousin cousins niece nephew family roommate roommates flatmate flatmates housemate housemates
  neighbor neighbors neighbour boss manager coworker coworkers colleague colleagues teammates bandmates friend friends bestie stepmom stepdad stepson
  stepdaughter in-laws mother-in-law father-in-law sister-in-law brother-in-law mentor coach bandmate`)

export const PETS =
  list(`dog dogs cat cats puppy puppies kitten kittens rabbit bunny hamster parrot bird turtle
  tortoise snake gecko lizard horse pony goldfish ferret chicken chickens hedgehog chinchilla poodle corgi
  labrador retriever husky beagle pug dachshund budgie cockatiel axolotl guinea pig pigs pets pet goat goats rat greyhound terrier
  pup pups pooch kitty kitties spaniel collie shepherd dalmatian bulldog chihuahua mutt tabby donkey cow cows lamb owl`)

export const GOT_THINGS =
  list(`job offer promotion raise degree license licence scholarship internship grant puppy
  kitten dog cat visa passport citizenship tattoo tickets ticket diploma award certificate certification divorce
  house apartment car bike place role position gig tenure`)

export const IDENTITIES =
  list(`vegan vegetarian pescatarian teetotal celiac coeliac left-handed lefthanded right-handed
  married single engaged divorced widowed retired unemployed self-employed freelance bilingual trilingual
  introverted extroverted lactose-intolerant lactose intolerant gluten-free ambidextrous`)

export const FILLERS =
  list(`just actually literally basically totally honestly seriously finally already really even
  simply kinda sorta definitely absolutely obviously apparently officially personally so truly quite`)

export const ADVERBS =
  list(`always never still currently recently usually mostly often rarely sometimes also only
  mainly both now generally normally occasionally regularly previously originally once lately almost nearly barely
  secretly too ever frequently primarily typically soon formerly professionally happily proudly`)

export const LANGUAGES =
  list(`english french german spanish italian portuguese dutch swedish norwegian danish finnish
  polish russian ukrainian czech slovak hungarian romanian bulgarian greek turkish arabic hebrew persian farsi hindi
  urdu bengali tamil punjabi chinese mandarin cantonese japanese korean vietnamese thai indonesian malay tagalog
  swahili welsh irish gaelic basque catalan latin esperanto icelandic estonian latvian lithuanian serbian croatian
  slovenian albanian georgian armenian afrikaans zulu asl`)

export const STOPWORDS =
  list(`a an the and or but if then else so as at by for from in into of off on onto out over per than
  that this these those there here to up down with without within about after before again against all any both each
  few more most other some such no nor not only own same too very can cannot could would should will shall may might
  must do does did doing done have has had having be is am are was were been being i me my mine we us our ours you
  your yours he him his she her hers it its they them their theirs who whom whose which what when where why how
  just like really actually yeah yes yep nope ok okay oh ah hey hi hello thanks thank please sorry lol haha well
  good great nice cool sure get got gets getting go goes going gone went know knows think thing things stuff want
  wants need needs one two much many lot lots bit also even still already maybe now ever never always don't doesn't
  didn't isn't aren't wasn't can't won't wouldn't couldn't i'm i've i'll i'd it's that's there's you're they're we're
  he's she's let lets let's make makes made say says said see use used using way time right back something anything
  nothing someone anyone everyone today try trying tried work works worked working look looks looking come comes
  came take takes took put man guys dude wow omg gonna wanna because since while though until around them's bye
  morning night day week hmm hm um uh im ive dont cant id ur u r ya pls thx np btw tbh idk imo lmao rofl
  yet give first last next end new old long every whole keep kept feel feels felt hope glad love loved amazing away sad congratulations congrats
  month months week weeks year years tonight tomorrow yesterday weekend hour hours minute minutes
  awesome totally happy fun hear heard sounds sound better best tell told nice`)

/** German and Spanish words that ask, greet or help, and say nothing of a topic on their own. */
export const HELPING_WORDS =
  list(`wer wen wem wo wann warum wieso weshalb welche welcher welches welchen wohin woher wieviel gehe geht gehst machen mache machst macht
  weiß weißt sagt sagen kommt kommst danke bitte hallo moin nächste nächsten nächster nächstes könnte könnt kannst müssen wollen
  quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas cómo dónde adónde llevo llevas lleva próximo próxima suerte digo dice
  dices creo crees puedo puedes puede pueden quiero quieres quiere hago haces hacemos sabes sé gracias hola buenas buenos`)

export const INSTRUMENTS =
  list(`violin guitar piano drums cello flute ukulele saxophone trumpet clarinet harp banjo bass viola
  trombone accordion harmonica oboe mandolin sitar organ`)
