/**
 * Kinds of everyday things with the general words by which people ask for them, in the form of `everyday-words.ts`. Months,
 * weekdays, countries and measures are no class: one is never meant by another. Data only.
 */
export const EVERYDAY_KINDS: readonly string[] = `
pet pets haustier haustiere mascota mascotas guinea meerschweinchen cobaya cobayas hamster gerbil ferret frettchen hurón furet rabbit rabbits bunny kaninchen conejos lapins coelhos chinchilla rats
reptile reptiles reptil snake snakes python gecko lizard iguana tortoise turtle terrarium schlange echse schildkröte serpiente lagarto tortuga serpent lézard tortue cobra lagartixa tartaruga
bird birds vogel vögel pájaro pájaros ave oiseau oiseaux pássaro budgie parakeet parrot canary cockatiel owl wellensittich papagei kanarienvogel eule periquito loro canario perruche perroquet hibou papagaio canário
fish aquarium fisch fische acuario goldfish betta guppy trout salmon carp pike cod tuna forelle lachs karpfen hecht trucha salmón atún truite saumon brochet truta salmão atum
breed labrador retriever poodle dachshund shepherd collie beagle terrier husky corgi pug mongrel mutt rasse mischling dackel schäferhund pudel raza caniche mestizo race bâtard teckel berger raça vira-lata
breed siamese persian ragdoll sphynx tabby calico ginger bengal siamkatze perser tricolor siamés persa siamois persan siamês
horse horses pony mare gelding stallion foal riding stable pferd pferde stute wallach hengst reiten reitet caballo yegua potro montar cheval jument poney équitation cavalo égua
farm animals hens chickens hen goat goats sheep cow ducks hühner huhn ziege ziegen schafe enten gallinas cabra cabras oveja poules chèvre mouton galinhas ovelha
insect insects bug wasp wasps bee bees ant ants cockroach moth insekt wespe wespen biene bienen ameisen motten insecto avispa abeja abejas hormigas guêpe abeille abeilles fourmis vespa abelha abelhas formigas mosquito mücke mosquitos moustique
phobia heights spiders spider snakes needles clowns höhenangst spinnen spinne spritzen arañas araña alturas vértigo araignées araignée vertige aranhas aranha altura agulhas fear afraid angst miedo peur medo
instrument wind brass trumpet trombone tuba horn saxophone saxofón saxofone clarinet klarinette clarinete clarinette flute querflöte blasinstrument oboe bassoon euphonium trompeta trompette trompete
percussion drums drum drummer cajon cajón bongos djembe marimba xylophone schlagzeug schlagzeuger trommel batería baterista percusión tambor batteur batterie percussions bateria percussão
sport martial boxing judo karate taekwondo jiujitsu fencing wrestling kampfsport boxen boxt fechten ringen boxeo esgrima lucha boxe escrime lutte luta capoeira aikido
sport winter skiing ski snowboard snowboarding skating sledding curling skifahren langlauf schlittschuh eislaufen esquí esquiar esquiando patinaje patinage esqui patinação raquettes
racket tennis badminton squash padel pádel pingpong tischtennis raqueta raquette raquete schläger tenis tênis bádminton federball
swim swims swimming swam pool lake sea diving dive snorkel schwimmbad freibad hallenbad tauchen taucht piscina bucear buceo piscine nager nage nagé plongée nadar nadou mergulho
gym workout lifting weights crossfit pilates yoga zumba fitness fitnessstudio krafttraining gimnasio pesas salle musculation muscu academia musculação malhar
outdoor hiking climbing bouldering surfing surf skateboarding skate paragliding canyoning kitesurf wandern klettern bouldern surfen gleitschirm senderismo escalada surfear parapente escalade escalar grimper trilha
dance dances danced dancing tanz tanzen tanzt getanzt baile bailar baila danser danse dançar dança salsa tango bachata ballet swing lindy waltz walzer flamenco forró hiphop ballett
car passat polo corsa clio fiat opel skoda toyota honda ford renault peugeot volvo audi bmw mercedes tesla dacia auto coche voiture carro wagen
vehicle motorbike motorcycle scooter moped vespa quad campervan caravan motorhome fahrzeug motorrad roller wohnmobil wohnwagen vehículo moto autocaravana véhicule camping-car veículo trailer
fuel petrol gas diesel electric hybrid charge charging charger benzin sprit tanken getankt elektro gasolina gasóleo eléctrico cargador essence carburant électrique elétrico álcool combustível
bike bicycle gravel racer mtb mountainbike ebike tandem cargo rennrad lastenrad tourenrad pedelec bicicleta eléctrica btt vtt vélo électrique
boat laser optimist catamaran trimaran sloop ketch skiff rowboat motorboat jolle katamaran ruderboot catamarán bote lancha barque zodiac barco catamarã jangada
subject music drama latin latein philosophy philosophie filosofía filosofia sociology soziologie sociología religion ethics ethik psychology psychologie psicología kunst fach asignatura matière matéria
degree bachelor master masters doctorate phd diploma studiengang promotion doktor grado máster licenciatura doctorado licence doctorat diplôme graduação mestrado doutorado
major medicine law engineering architecture nursing business economics medizin maschinenbau architektur bwl informatik derecho ingeniería arquitectura enfermería informática médecine droit ingénierie informatique direito engenharia enfermagem
color colour turquoise teal beige brown grey gray gold silver navy maroon violet braun grau lila rosa türkis golden silbern marrón gris morado dorado marron doré cinza roxo dourado
pattern striped stripes checked plaid dotted polka floral plain muster gestreift kariert gepunktet geblümt rayas cuadros lunares flores rayures carreaux listrado xadrez bolinhas
food indian thai chinese mexican italian korean vietnamese greek turkish cuisine indisch thailändisch mexikanisch indio mexicana tailandés indien mexicain thaï cozinha comida
dish dumplings noodles dumpling falafel hummus kebab döner schnitzel quiche pancakes omelette tortilla croquetas empanadas gyoza crêpes raclette fondue coxinha moqueca pfannkuchen
snack snacks crisps chips nachos popcorn pretzels olives dips knabberzeug salzstangen brezeln picoteo aperitivo patatas aceitunas apéro cacahuètes salgadinhos petiscos pipoca
sweets candy chocolate gummies lollipops icecream süßigkeiten schokolade eis gummibärchen dulces helado caramelos golosinas bonbons chocolat glace doces sorvete balas
spice spices herb herbs basil parsley coriander cilantro thyme cumin cinnamon gewürz kräuter basilikum petersilie zimt especias albahaca perejil canela épices basilic persil cannelle coentro
allergy pollen hayfever dust mites grass latex penicillin heuschnupfen pollenallergie hausstaub polen ácaros polvo penicilina acariens pénicilline pólen ácaro poeira
allergy eggs egg soy soya sesame mustard sulphites kiwi strawberries eier ei soja sesam senf huevo huevos sésamo mostaza œufs œuf sésame moutarde ovo ovos gergelim
diet vegetarian vegan pescatarian halal kosher keto paleo vegetarisch vegetarier vegetarierin veganer vegetariana vegetarianos vegana végétarien végane végan vegetariano dieta régime
drink tea chamomile mint rooibos earl matcha tee kamille pfefferminz grüntee té manzanilla thé tisane infusion chá camomila chimarrão
coffee espresso latte cappuccino americano decaf filter mocha kaffee milchkaffee entkoffeiniert café cortado descafeinado noisette allongé cafezinho
wine rosé riesling merlot rioja prosecco champagne cava sekt rotwein weißwein vino tinto blanco vin crémant vinho espumante
beer lager ale stout ipa pils weizen helles radler bier cerveza caña bière blonde ambrée cerveja chope chopp
role moderator admin administrator mod owner helper staff moderatorin administratorin moderador moderadora administrador administradora modérateur modératrice modo dono rolle rol rôle
role paladin wizard mage rogue cleric bard druid ranger warlock sorcerer barbarian monk magier schurke kleriker barde druide waldläufer mago pícaro clérigo bardo voleur clerc druida
band role singer drummer bassist guitarist keyboarder frontman vocalist sänger schlagzeuger gitarrist bassistin cantante baterista bajista guitarrista chanteur batteur bassiste guitariste vocalista baixista
position striker midfielder defender winger fullback setter libero stürmer verteidiger mittelfeld delantero delantera defensa centrocampista attaquant défenseur milieu ailier atacante zagueiro
platform discord slack whatsapp telegram zoom teams skype mumble teamspeak plattform plataforma plateforme app
social instagram tiktok facebook twitter youtube reddit mastodon bluesky insta profil account perfil conta compte
relative mother-in-law father-in-law in-laws stepfather stepmother stepbrother godmother godfather schwiegermutter schwiegervater schwager schwägerin suegra suegro cuñado cuñada belle-mère beau-père beau-frère belle-sœur sogra sogro cunhado cunhada
sibling siblings twin twins geschwister zwilling zwillinge brüder schwestern gemelo gemela mellizos hermanos hermanas jumeau jumelle jumeaux frères sœurs gêmeo gêmea irmãos irmãs
illness diabetes diabetic asthma epilepsy cancer arthritis anemia thyroid coeliac zuckerkrank krebs schilddrüse rheuma cáncer tiroides asma epilepsia asthme épilepsie câncer tireoide doença
infection chickenpox measles scarlet mumps lice norovirus tonsillitis windpocken masern scharlach läuse mandelentzündung varicela sarampión piojos anginas varicelle rougeole poux angine catapora sarampo piolhos amigdalite
injury shoulder elbow ankle ligament meniscus tendon muscle hamstring schulter ellbogen bänderriss meniskus sehne hombro codo ligamento menisco épaule coude ménisque ligaments ombro cotovelo
body neck hip foot leg arm finger rücken nacken hüfte fuß bein espalda cuello cadera pierna cou hanche pied jambe costas pescoço quadril pé perna
operation appendix appendicitis tonsils hernia cataract surgery operiert blinddarm leistenbruch operado operada apendicitis opéré opérée appendicite hernie operou apendicite hérnia
tool chainsaw jigsaw pliers hacksaw crowbar shovel spade rake wheelbarrow mower kettensäge stichsäge zange schaufel spaten rechen schubkarre rasenmäher motosierra alicates pala tronçonneuse pince pelle tondeuse motosserra alicate pá
plant cactus succulent monstera orchid fern ficus ivy aloe basil kaktus orchidee farn efeu orquídea helecho orchidée fougère cacto samambaia zimmerpflanze
flower flowers roses rose tulips tulip sunflowers lilies peonies daffodils lavender rosen tulpen sonnenblumen lilien lavendel rosas tulipanes girasoles tulipes tournesols lavande tulipas girassol
tree trees oak birch maple pine willow apple cherry baum bäume eiche birke ahorn kiefer weide árbol roble pino olivo arbre chêne bouleau érable árvore carvalho pinheiro
vegetable pumpkin courgette zucchini aubergine eggplant peppers beans peas lettuce kürbis paprika bohnen erbsen calabaza calabacín berenjena pimientos judías citrouille courgettes aubergines poivrons haricots abóbora abobrinha berinjela pimentão
fabric cotton linen wool silk polyester denim velvet fleece stoff baumwolle leinen wolle seide samt tela algodón lino lana seda tissu coton lin laine soie tecido algodão linho lã
yarn wool merino alpaca mohair acrylic skein garn wolle knäuel hilo lana ovillo laine pelote fil fio novelo lã
wood oak pine walnut beech plywood mdf spruce birch ash holz eiche kiefer buche fichte sperrholz nussbaum madera roble nogal haya bois chêne noyer hêtre contreplaqué madeira nogueira compensado
material plastic metal steel aluminium leather glass ceramic carbon kunststoff plastik stahl leder keramik plástico acero cuero vidrio plastique acier cuir verre aço couro
clothing jacket coat dress skirt trousers jeans jumper sweater hoodie socks jacke mantel kleid hose pullover chaqueta abrigo vestido pantalón veste manteau robe pantalon casaco calça jaqueta
shoes shoe boots trainers sneakers sandals heels spikes cleats schuhe stiefel turnschuhe zapatos botas zapatillas chaussures bottes crampons sapatos tênis chuteira
jewelry jewellery ring necklace earrings bracelet schmuck kette ohrringe armband halskette joya anillo collar pendientes pulsera bijou bague collier boucles brinco colar anel
luggage bag suitcase backpack rucksack suitcases tasche koffer gepäck maleta mochila equipaje bolsa valise sac bagages mala bagagem
job doctor plumber hairdresser cook chef pharmacist vet firefighter police pilot friseur friseurin apotheker feuerwehr polizist médica cocinero peluquera bombero policía coiffeuse cuisinier pompier cabeleireira bombeiro
job programmer designer architect journalist translator librarian accountant consultant programmierer architektin journalistin übersetzer buchhalter programador diseñadora arquitecta periodista traductora développeur graphiste architecte journaliste traductrice desenvolvedor arquiteta jornalista
database supabase firebase elasticsearch cassandra clickhouse duckdb dynamodb neo4j datenbank datos données banco
engine unity unreal godot gamemaker bevy motor moteur pygame phaser cryengine
tool figma photoshop gimp krita blender procreate illustrator inkscape canva affinity programm software programa logiciel editor
software daw ableton reaper logic cubase audacity garageband protools obs premiere davinci resolve programm programa logiciel
ci jenkins travis circleci buildkite pipeline pipelines docker kubernetes podman helm terraform ansible container
game minecraft valorant fortnite overwatch dota valheim factorio terraria csgo warcraft eldenring zelda spiel juego jeu jogo
boardgame azul gloomhaven pandemic terraforming wingspan dominion risk codenames brettspiel siedler risiko juego jeu jogo
hobby hobbies pottery photography drawing painting gardening astronomy birdwatching fishing töpfern fotografieren zeichnen malen angeln afición fotografía dibujar pesca loisir photographie dessin pêche fotografia desenho pescar
`
  .trim()
  .split("\n")
