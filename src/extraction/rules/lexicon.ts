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

/** Possessions that say something about their owner. */
export const BELONGINGS =
  list(`car house home apartment flat condo cottage farm garden boat bike motorcycle bicycle truck van
  piano guitar violin drums cello telescope tattoo tattoos degree phd masters master's bachelor's license
  licence certificate certification job internship business company shop store bakery restaurant studio band blog
  podcast newsletter channel bookshop bookstore gallery salon brewery allergy allergies hobby collection greenhouse workshop camper scooter skateboard
  kayak surfboard keyboard camera twin`)

export const PLACES_TO_GO =
  list(`concert festival wedding conference convention museum beach mountains park zoo
  retreat camp gym funeral theater theatre opera game match gallery aquarium reunion party shelter parade workshop
  meetup course class hospital university college school church yoga group lake coast cabin spa vineyard market fair
  exhibition show marathon hackathon countryside island desert forest waterfall castle bakery restaurant cafe`)

/** Visits, trips and other events worth keeping for a month. */
export const EVENTS =
  list(`concert festival wedding conference marathon race 5k 10k half-marathon triathlon exam
  interview surgery operation appointment trip vacation holiday presentation recital tournament reunion party
  ceremony graduation deadline thesis test finals defense flight move meeting audition birthday anniversary game
  match class course workshop retreat hackathon convention talk show exhibition competition contest date picnic cruise hike reading gig performance photoshoot shoot auction fundraiser gala playoffs rehearsal recital screening`)

export const GOT_THINGS =
  list(`job offer promotion raise degree license licence scholarship internship grant puppy
  kitten dog cat visa passport citizenship tattoo tickets ticket diploma award certificate certification divorce
  house apartment car bike place role position gig tenure`)

/** Technical words. Statements about them are momentary. */
export const TECHNICAL =
  list(`error errors file files folder directory driver drivers package packages kernel module
  modules install installation installer server servers script scripts command commands terminal shell channel config
  configuration settings setting partition disk drive cd dvd usb iso boot bios grub screen resolution monitor
  network wifi wireless router connection dns ip port ssh ftp apt repo repository update updates upgrade upgrades
  version versions bug bugs log logs output code function method class object variable string type types api
  request requests webhook webhooks endpoint token page pages link url site website browser firefox window windows
  desktop gnome kde session process daemon service program app application build compile compiler library lib
  plugin extension option options flag value values key keys database table tables query root sudo user users
  password login account permission permissions problem problems issue issues question questions trouble same thing
  things stuff idea way lot bit few couple others message messages text line lines button menu icon tab
  customer customers payment payments charge charges invoice subscription subscriptions plan plans card cards
  checkout trait struct enum crate macro template wiki category edit edits revision card video
  graphics sources.list xorg x mount image backup machine box pc patch commit branch pull merge ticket dependency
  dependencies cache memory ram swap tool tools feature features system os setup sense luck point reason answer
  solution fix case cases guess clue effect default`)

export const IDENTITIES =
  list(`vegan vegetarian pescatarian teetotal celiac coeliac left-handed lefthanded right-handed
  married single engaged divorced widowed retired unemployed self-employed freelance bilingual trilingual
  introverted extroverted lactose-intolerant lactose intolerant gluten-free ambidextrous`)

export const ROLES =
  list(`nurse doctor dev developer programmer engineer teacher student chef cook baker pilot lawyer
  artist musician writer author designer scientist researcher professor electrician plumber carpenter mechanic vet
  veterinarian dentist accountant architect journalist photographer translator librarian pharmacist paramedic
  firefighter cop policeman soldier farmer barista waiter waitress bartender cashier manager consultant analyst
  admin sysadmin devops sre dba pm ceo cto founder freelancer contractor intern postdoc undergrad grad
  mom mum mother dad father parent grandparent twin vegetarian vegan pescatarian
  veteran introvert extrovert feminist perfectionist guitarist drummer bassist pianist singer dancer
  gamer streamer runner cyclist climber swimmer surfer hiker gardener beekeeper maintainer physicist chemist
  biologist mathematician historian linguist economist psychologist therapist counselor social worker tailor
  welder machinist trucker driver actor actress model comedian dj producer composer luthier potter sculptor
  jeweler blacksmith zookeeper astronomer geologist surveyor tutor lecturer nanny midwife optometrist
  physiotherapist radiologist surgeon psychiatrist barber hairdresser florist butcher brewer sommelier coach
  personal trainer instructor lifeguard diver sailor fisherman ranger judge paralegal notary realtor broker banker
  trader actuary auditor recruiter copywriter editor publisher novelist poet screenwriter illustrator animator
  cartoonist painter native speaker morning night owl person citizen resident freshman sophomore junior senior`)

/** Words people call themselves in jest. Not facts. */
export const SELF_MOCKERY =
  list(`idiot noob n00b newb newbie fool moron dummy mess loser dumbass genius bit little lot
  tad sucker failure disaster bot robot god legend hero liar joke bad good goner potato user guest member
  man guy girl kid big huge stupid dumb total complete human boy gal pain infant guru rookie amateur dork gamer scrub nobody minute second moment ghost`)

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
  yet give first last next end new old long every whole keep kept feel feels felt hope glad love loved amazing
  month months week weeks year years tonight tomorrow yesterday weekend hour hours minute minutes
  awesome totally happy fun hear heard sounds sound better best tell told nice`)

/** Foods that people say they cannot have. */
export const FOODS =
  list(`dairy gluten nuts peanuts peanut eggs egg soy shellfish lactose caffeine sugar alcohol milk wheat
  pork beef seafood fish meat chocolate cheese bread garlic onion onions shrimp crab mushrooms strawberries coffee
  almonds sesame corn tomatoes citrus cashews walnuts`)

/** Technical words that name a product one chooses to use. */
export const PRODUCTS = list("gnome kde firefox windows xorg")

/** Programming languages. */
export const PROGRAMMING =
  list(`python go golang rust java javascript typescript c c++ c# kotlin swift ruby php haskell elixir
  scala clojure lua sql html css bash perl ocaml zig julia matlab fortran cobol`)

/** Activities scheduled on certain days. */
export const ACTIVITIES =
  list(`choir orchestra band practice training rehearsal rehearsals class classes lessons school work yoga
  football soccer swimming gymnastics karate judo pottery ballet dance rowing climbing basketball volleyball tennis hockey
  chess therapy shifts lectures lab seminar improv`)

export const INSTRUMENTS =
  list(`violin guitar piano drums cello flute ukulele saxophone trumpet clarinet harp banjo bass viola
  trombone accordion harmonica oboe mandolin sitar organ`)
