/** Closed word lists of the English phrases, as alternatives of a pattern. Contains no logic. */

const any = (words: string) =>
  words
    .trim()
    .split(/\s*\|\s*/)
    .join("|")

/** Relatives and people somebody lives with. */
export const RELATIVE =
  any(`wife | husband | partner | girlfriend | boyfriend | fianc[eé]e? | spouse | mom | mum | mother | dad | father
  | parents | brothers? | sisters? | sibling | siblings | twin | sons? | daughters? | kids? | grandma | grandpa | grandmother
  | grandfather | grandparents | nan | aunt | uncle | cousins? | niece | nephew | roommates? | flatmates? | housemates?
  | best friend | in-laws | mother-in-law | father-in-law | sister-in-law | brother-in-law | stepdad | stepmom | ex`)

export const PET =
  any(`(?:guinea )?pigs? | dogs? | cats? | pupp(?:y|ies) | kittens? | rabbits? | bunn(?:y|ies) | hamsters? | parrots? | birds? | turtles? | tortoises?
  | snakes? | geckos? | lizards? | horses? | pon(?:y|ies) | goldfish | ferrets? | chickens? | hens? | ducks? | hedgehogs? | chinchillas?
  | poodles? | corgis? | lab(?:rador)?s? | retrievers? | husk(?:y|ies) | beagles? | pugs? | dachshunds? | budgies? | cockatiels?
  | axolotls? | rats? | greyhounds? | terriers? | pups? | kitt(?:y|ies) | spaniels? | collies? | shepherds? | bulldogs? | chihuahuas?
  | mutts? | tabby | tabbies | goats? | sheep | donkeys? | cows? | llamas? | alpacas? | gerbils? | degus? | bees | tarantulas?`)

/** Occupations. */
export const JOB =
  any(`nurse | midwife | doctor | dev | developer | programmer | engineer | teacher | student | chef | cook | baker | pilot
  | lawyer | paralegal | artist | musician | writer | author | designer | scientist | researcher | professor | lecturer | electrician
  | plumber | carpenter | mechanic | vet | vet tech | veterinarian | dentist | accountant | architect | journalist | photographer
  | translator | interpreter | librarian | archivist | conservator | pharmacist | paramedic | firefighter | soldier | farmer
  | barista | waiter | waitress | bartender | cashier | manager | consultant | analyst | sysadmin | admin assistant | devops | sre | dba
  | freelancer | contractor | intern | apprentice | postdoc | phd student | grad student | undergrad | freshman | sophomore | trainee
  | guitarist | drummer | bassist | pianist | singer | dancer | physicist | chemist | biologist | mathematician | historian | linguist
  | economist | psychologist | therapist | counselor | social worker | tailor | welder | machinist | trucker | (?:bus |truck |tram |train |taxi |delivery )?driver
  | actor | actress | comedian | dj | producer | composer | luthier | potter | sculptor | jeweler | blacksmith | zookeeper
  | astronomer | geologist | surveyor | tutor | nanny | optician | optometrist | physio | physiotherapist | radiographer | radiologist
  | surgeon | barber | hairdresser | florist | butcher | brewer | coach | personal trainer | instructor | lifeguard | sailor
  | fisherman | ranger | judge | realtor | recruiter | copywriter | editor | publisher | novelist | poet | screenwriter | illustrator
  | animator | painter | decorator | gardener | landscaper | beekeeper | technician | lab tech | data scientist | tester
  | receptionist | secretary | cleaner | caretaker | courier | postman | mail carrier | dispatcher | roofer | bricklayer | joiner
  | stonemason | upholsterer | tattooist | tattoo artist | makeup artist | seamstress | bookseller | bookbinder | ta | teaching assistant | tech lead | team lead
  | product manager | project manager | shift lead | supervisor | dental hygienist | care worker | caregiver | carer | ux designer | biochemist`)

/** Belongings. */
export const BELONGING =
  any(`house | flat | apartment | condo | cottage | farm | allotment | greenhouse | cabin | boat | sailboat | canoe | kayak | car | van | truck | campervan | camper | motorhome
  | bike | ebike | e-bike | motorbike | motorcycle | scooter | moped | bicycle | skateboard | longboard | surfboard | snowboard
  | guitar | bass | piano | keyboard | synth | violin | cello | trumpet | saxophone | sax | flute | clarinet | drum kit | drums | banjo | ukulele | accordion | harp
  | camera | lens | telescope | microscope | laptop | macbook(?: air| pro)? | thinkpad | framework | chromebook | pc | gaming pc | desktop | phone | iphone(?: \\w+)? | pixel(?: \\w+)? | tablet
  | ipad | kindle | switch(?: 2)? | steam ?deck | ps[345] | playstation | xbox | headset | headphones | mic | monitor | gpu | graphics card | 3d printer | printer
  | nas | drone | tent | sewing machine | loom | kiln | air fryer | espresso machine | record player | turntable | typewriter | tattoo
  | wheelchair | skis | bow | tv | projector | vr headset | graphics tablet | wacom`)

export const INSTRUMENT =
  any(`violin | viola | guitar | piano | drums | cello | flute | ukulele | uke | saxophone | sax | trumpet | clarinet | harp | banjo
  | bass | bass guitar | trombone | accordion | harmonica | oboe | mandolin | sitar | organ | keys | synth | bagpipes | bassoon | french horn | tuba | double bass | fiddle | recorder | theremin | marimba | xylophone | vibraphone | glockenspiel | timpani | tabla | didgeridoo | mandola | kalimba | cajon | djembe | melodica | euphonium | piccolo | lute | zither | hurdy[- ]gurdy | concertina`)

export const TONGUE =
  any(`english | french | german | spanish | italian | portuguese | dutch | swedish | norwegian | danish | finnish | polish
  | russian | ukrainian | czech | slovak | hungarian | romanian | bulgarian | greek | turkish | arabic | hebrew | persian | farsi | hindi
  | urdu | bengali | tamil | punjabi | chinese | mandarin | cantonese | japanese | korean | vietnamese | thai | indonesian | malay
  | tagalog | swahili | welsh | irish | gaelic | basque | catalan | latin | esperanto | icelandic | estonian | latvian | lithuanian
  | serbian | croatian | slovenian | albanian | georgian | armenian | afrikaans | zulu | yoruba | asl | bsl | sign language`)

export const NATIONALITY =
  any(`english | french | german | spanish | italian | portuguese | dutch | swedish | norwegian | danish | finnish | polish | russian
  | ukrainian | czech | slovak | hungarian | romanian | bulgarian | greek | turkish | persian | indian | chinese | japanese | korean
  | vietnamese | thai | indonesian | malaysian | filipino | filipina | welsh | irish | scottish | british | american | canadian | mexican
  | brazilian | argentinian | chilean | peruvian | colombian | australian | nigerian | kenyan | south african | egyptian | moroccan
  | swiss | austrian | belgian | catalan | basque | icelandic | estonian | latvian | lithuanian | serbian | croatian | slovenian | albanian
  | georgian | armenian | cuban | pakistani | bangladeshi | taiwanese | kiwi | singaporean`)

export const SPORT =
  any(`football | soccer | rugby | tennis | badminton | squash | golf | hockey | ice hockey | baseball | basketball | volleyball | handball | cricket | padel
  | table tennis | ping pong | darts | snooker | pool | chess | shogi | bridge | poker | d&d | dnd | pathfinder | ultimate(?: frisbee)? | lacrosse | softball | netball | water polo | pickleball | roller derby`)

export const CRAFT = any(
  `climb|boulder|hike|swim|cycle|meditate|surf|ski|snowboard|garden|knit|bake|dance|sing|draw|paint|sew|crochet|brew|fish|sculpt|weave|carve|quilt|row|sail|skate|run|fence|box|busk|whittle|dive|kayak|birdwatch|embroider`,
)

export const CRAFTING = any(
  `climbing|bouldering|hiking|swimming|cycling|biking|surfing|skiing|snowboarding|gardening|knitting|baking|dancing|singing|drawing|painting|sewing|crocheting|crochet|brewing|homebrewing|fishing|sculpting|weaving|carving|woodcarving|woodworking|quilting|rowing|sailing|skating|running|jogging|fencing|boxing|diving|kayaking|birding|birdwatching|embroidery|pottery|ceramics|photography|calligraphy|astronomy|origami|karate|judo|aikido|kendo|yoga|pilates|ballet|geocaching|cosplay|larping|archery|bouldering|speedrunning|lockpicking|beekeeping|foraging|bookbinding|blacksmithing|glassblowing|leatherworking|parkour|taekwondo|jiu ?jitsu|bjj|capoeira|improv|journaling|coding|programming|streaming|tabletop|bonsai`,
)

export const PROGRAMMING =
  any(`python | golang | rust | java | javascript | typescript | c | c\\+\\+ | c# | kotlin | swift | ruby | php | haskell | elixir | scala
  | clojure | lua | sql | perl | ocaml | zig | julia | matlab | fortran | cobol | erlang | nim | dart | gdscript | lisp | assembly | bash`)

export const FOOD =
  any(`meat | red meat | beef | pork | fish | seafood | shellfish | shrimp | dairy | milk | gluten | lactose | nuts | peanuts? | tree nuts | eggs? | sugar | alcohol
  | cilantro | coriander | mushrooms? | onions? | garlic | tomatoes | olives | cheese | caffeine | coffee | wheat | soy | sesame | chocolate | bread | walnuts | cashews | almonds | celery | kiwi | strawberries | bananas? | bell peppers | spicy food`)

/** Days on which something recurs. */
export const RECURRING =
  "(?:(?:every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?= (?:mornings|afternoons|evenings|nights)))(?: (?:mornings?|afternoons?|evenings?|nights?))?(?:(?:,| and|,? &) (?:mon|tues|wednes|thurs|fri|satur|sun)days?)?"

/** Up to three words before a noun, none of which begins a phrase of its own. */
export const MODIFIERS =
  "(?:(?!(?:with|of|on|for|in|to|from|at|and|or|the|my|your|that|problems?|issues?|questions?|bunch|lot|pair)\\b)[\\p{L}\\d'’-]+ ){0,3}?"

/** Makers whose names tell a model: "a thinkpad t14", "an epson v850". */
export const MODEL = `(?:[\\p{L}-]+ ){0,2}?(?:${any(`thinkpad | macbook | dell | lenovo | asus | acer | hp | epson | canon | nikon | sony | fuji(?:film)?
  | pentax | olympus | leica | hasselblad | mamiya | pixel | fairphone | iphone | galaxy | oneplus | steam deck | kobo | kindle | roland | yamaha | korg | fender | gibson
  | ibanez | behringer | moog | akai | prusa | bambu | ender | logitech | wacom | razer | shure | sennheiser | audio[- ]technica | raspberry pi
  | synology | tesla | vw | volkswagen | toyota | honda | ford | fiat | bmw | audi | mazda | subaru | volvo | renault | peugeot | opel | skoda
  | kawasaki | ducati | suzuki | brompton | bosch | singer | bernina | elgato | valve index | meta quest | quest`)})(?: (?!(?:with|for|on|in|and|that|which|now|problem|issue|question|bug|error|but|from|since|to|as)\\b)[\\p{L}\\d-]+){0,3}?`

/** Allergens that people name in earnest. */
export const ALLERGEN = `(?:${FOOD}|${PET}|${any(`reptiles | animals(?: with fur)? | fur | pet hair | pollen | dust(?: mites)? | mold | mould | grass | hay | ragweed | latex | nickel | wool | mohair
  | bees? | bee stings? | wasps? | wasp stings? | penicillin | ibuprofen | aspirin | amoxicillin | sulfa | peanut | nut | egg | soya? | lupin | mustard | crustaceans | crab | lobster | prawns? | avocados? | apples? | citrus | mango(?:es)? | pineapple | hazelnuts? | pistachios? | pecans? | sunscreen | perfume | cat hair | dog hair`)})`
