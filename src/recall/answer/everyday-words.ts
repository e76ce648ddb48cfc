/**
 * Classes of everyday words that ask for and tell the same matter, in English, German, Spanish, French and Portuguese, a
 * class a line. A word may stand in several. Data only.
 */
export const EVERYDAY_WORDS: readonly string[] = `
job work works working career employer gig company office profession shift shifts lates quit hired boss colleague colleagues training trainee apprentice apprenticeship arbeit arbeiten arbeitet beruf stelle firma schicht chef kündigen kollegen ausbildung azubi lehre trabajo trabajar trabaja trabajando curro currar curra empleo empresa jefe oficio travail travailler travaille bosse bosser boulot taf métier emploi trabalho trabalhar trabalha trampo emprego
live lives living move moved moving home house flat apartment place city town address neighborhood wohnen wohnt wohne wohnung ziehen umziehen umzug gezogen bude stadt haus zuhause vivir vive vivo mudar mudanza mudé piso casa ciudad barrio habiter habite appart appartement déménager déménage maison ville vit vivre morar mora moro mudei apê apartamento cidade bairro relocate relocating relocated relocates
buy bought buying purchase get got order ordered paid kaufen gekauft kauft holen geholt bestellt comprar compré compró compra compro pillar pillé acheter acheté achète prendre pris comprei comprou
sell sold selling sale wts verkaufen verkauft vender vendí vendió vendo vende vendre vendu vend vends vendi vendeu
price cost costs paid pay pays money fee charge bucks dollars euros deposit owe owes cash sponsor sponsors sponsored budget spent preis kostet kosten zahlen bezahlt geld gebühr beitrag precio cuesta costó pagar pagué pagó dinero pasta plata cuota prix coûte coûté payer payé argent sous cotisation preço custa custou paguei pagou dinheiro grana taxa
eat eats food diet meal dish lunch dinner breakfast cook cooking cooks recipe bake baking vegetarian vegan allergic essen isst kochen kocht backen gericht rezept vegetarisch allergie comer come como comida cena cenar cocinar receta vegetariano vegano alergia manger mange bouffe bouffer plat repas cuisiner cuisine recette végé végétarien végétarienne jantar almoço cozinhar receita
drink drinks drinking beer wine coffee tea juice booze trinken trinkt bier wein kaffee tee getränk getränke beber bebe bebida cerveza vino café té boire boit boisson bière vin thé cerveja vinho chá
bring brings bringing carry take taking haul mitbringen bringen bringt nehmen traer trae traigo llevar lleva llevo apporter apporte amener amène ramener ramène prendre prends trazer traz trago levar leva levo
start starts started begin begins began kick opening open opens beginn beginnt anfangen fängt starten losgehen los eröffnet empezar empieza empezó comenzar arrancar abre commencer commence début démarrer ouvre começar começa começou início
end ends ended finish finishes finished close closes closed over deadline until ende endet schluss fertig schließt frist terminar termina acabar acaba acabó cierra fin plazo finir finit fini terminer termine ferme acabou fecha fim prazo
meet meets meeting meetup gather gathering assemble rendezvous join show treffen trifft treffpunkt versammlung quedar quedamos quedada encuentro reunión retrouver retrouve rdv rendez-vous réunion encontrar encontro reunião
leave leaves left leaving depart quit quits stop stopped gone drop dropped gave up history verlassen weg aufgehört aufhören ausgestiegen dejar dejó dejé salir sale irse largar quitter quitté partir part parti arrêter arrêté lâcher sair saiu larguei largou parar parou deixar deixou
travel trip travelling traveling fahren fährt fahre fahrt flight fly flying holiday vacation visit visiting away abroad reise reisen fliegen fliegt urlaub ferien besuch viaje viajar volar vuelo vacaciones visita voyage voyager voler vol vacances visite viagem voar voo férias
car drive drives driving van truck ride lift auto fahren fährt wagen bulli mitfahren coche conducir furgo furgoneta voiture conduire camion camionnette carro dirigir carona
bike bicycle cycling motorbike motorcycle scooter fahrrad rad radeln motorrad bici bicicleta moto vélo
train bus tram rail station platform bahn zug bahnhof haltestelle tren estación autobús gare trem estação ônibus
cat kitty kitten cats feline katze kater kätzchen gato gata gatito chat chatte chaton gatinho
dog puppy dogs pup hund hündin welpe perro perra cachorro chien chienne chiot cachorra cão
pet pets animal animals haustier tier mascota bicho animaux bestiole cat kitty kitten cats katze katzen kater gato gata gatito chat chatte chaton dog puppy dogs hund hunde hündin welpe perro perra perrito perrita cachorro chien chienne hamster rabbit kaninchen conejo lapin coelho parrot fish
kid kids child children son daughter baby toddler kind kinder sohn tochter hijo hija niño niña niños crío enfant enfants gosse fils fille gamin filho filha criança filhos
partner boyfriend girlfriend husband wife fiance fiancé married marry wedding dating together couple freund freundin mann frau verlobt heiraten hochzeit novio novia marido mujer esposa pareja boda copain copine mari femme mariage namorado namorada casal casamento
breakup split broke divorced ex separated trennung getrennt auseinander ruptura cortar cortaron rompieron rupture séparés séparé término terminaram separados
brother sister sibling cousin bruder schwester hermano hermana primo prima frère soeur sœur irmão irmã
mother mom mum father dad parents parent mutter mama vater papa eltern madre padre mamá papá padres mère maman père mãe pai pais
sick ill illness ache hurt pain injury injured surgery operation doctor hospital medication krank schmerzen verletzt arzt krankenhaus enfermo enferma dolor lesión operación médico malade mal blessé opération médecin hôpital doente dor lesão cirurgia
study studies studying student school college university uni degree course exam class studiert studium schule prüfung klausur kurs estudiar estudia carrera universidad examen clase étudie étudier études fac école cours estuda estudar faculdade facul prova curso aula
play plays playing main mains game gaming role position spielen spielt spiel rolle jugar juega juego jugando rol puesto jouer joue jeu poste rôle jogar joga jogo função posição personagem
character hero class agent champion char figur held personaje campeón perso personnage personagem boneco campeão
team teams squad guild clan crew roster mannschaft equipo escuadra équipe groupe time equipe
win won wins winner champion victory gewonnen gewinnt sieger ganar ganó ganador gagner gagné vainqueur ganhar ganhou vencedor venceu
lose lost loses loser defeat verloren verliert perder perdió perdre perdu perdeu
score rank rating tier level levels lvl elo result punkte rang stand ergebnis nivel rango resultado niveau résultat nível
computer laptop pc notebook machine thinkpad macbook desktop rechner ordenador portátil compu ordi portable computador note
phone mobile cell number handy telefon nummer móvil teléfono celular téléphone portable numéro telefone
screen monitor display bildschirm pantalla écran tela
camera cam photo photos picture pictures shoot shooting lens film kamera foto fotos cámara objetivo appareil câmera lente
photowalk walk hike hiking stroll trail loop wanderung wandern spaziergang caminata paseo ruta senderismo rando randonnée balade marche caminhada trilha passeio
music song songs band album track playlist gig concert musik lied konzert música canción banda concierto musique chanson groupe show
guitar bass drums instrument keyboard piano gitarre schlagzeug instrumento guitarra bajo batería guitare basse batterie baixo bateria cello violin viola flute trumpet saxophone sax harp clarinet banjo ukulele accordion geige bratsche flöte trompete saxofon harfe violín flauta trompeta violon flûte trompette violino acordeón
thesis paper dissertation essay hausarbeit masterarbeit bachelorarbeit doktorarbeit tesis tfg trabajo mémoire thèse tcc tese
rehearsal rehearse practice practise training train probe proben üben training übung ensayo ensayar ensayamos practicar practicamos entrenar répétition répéter entraînement ensaio ensaiar treino
plant plants garden gardening water waters watering flowers vegetables tomatoes garten pflanzen pflanze gießen gießt blumen gemüse tomaten huerto jardín plantas regar flores tomates jardin plantes arroser horta jardim
demo beta playtest trial tryout try test probieren testen ausprobieren probar prueba essayer tester testar
stream streaming live twitch channel streamt directo canal direct chaîne
watch watching movie film show series episode schauen serie folge ver peli película voir regarder série assistir filme
read reading book novel lesen buch leer libro lire livre bouquin ler livro
game night raid session campaign scrim match tournament cup spieleabend runde turnier partie spiel partida torneo partido tournoi torneio campeonato jogo
organize organizing host hosts hosting run runs running charge lead leads leader boss coach coaches captain coordinator chair president head dm gm admin mod leiten leitet leiter leiterin organisiert chef vorsitz trainer jugendwart jugendwartin organizar coordinador coordinadora presidenta presidente jefe jefa responsable organiza dirige lleva organiser organise gère mener comanda
decide decided decision agree agreed settle settled vote voted poll entschieden beschlossen einig abgestimmt decidir decidido acordado votar votación décider décidé voté combinado votação
rule rules allowed forbidden ban banned regel regeln erlaubt verboten regla reglas norma normas permitido prohibido règle règles interdit autorisé regra regras proibido
register signup signups sign enter entry entries submit submission anmelden anmeldung einreichen inscribir inscripción apuntar inscrire inscription inscrever inscrição
late delay delayed postpone postponed shift shifted move moved reschedule verschoben verschieben später aplazar aplazado retrasar reportér reporté décalé adiar adiado adiou passou
cancel cancelled canceled off abgesagt fällt aus cancelado cancelar annulé annuler
change changed switch switched swap swapped replace replaced new wechseln gewechselt tausch getauscht neu cambiar cambió cambio changer changé échanger trocar trocou troquei mudar mudou
name called named nickname nick call heißt heißen genannt spitzname llama llamar nombre apodo appelle nom surnom prénom chama nome apelido
age old years birthday born alt jahre geburtstag edad años cumple cumpleaños nacido âge ans anniversaire né idade anos aniversário
like likes love loves favorite favourite prefer enjoy fan mag liebt liebling lieblings gern gusta encanta favorito prefiere aime adore préféré kiffe gosta adora prefere
hate hates dislike annoying hasst nervt odia odio détester déteste supporte odeia odeio detesta
afraid scared fear phobia angst miedo peur medo
need needs want wants looking brauchen braucht suchen sucht necesitar necesita busca besoin cherche veut précisa precisa procura quer
lend lent borrow borrowed loan leihen leiht geliehen ausleihen prestar presta prestado prêter prête prêté emprestar empresta emprestado
give gave gift present geschenk geben schenken regalo dar regalar cadeau donner offrir presente
fix fixed solve solved solution repair repaired work workaround resolve repariert gelöst lösung behoben arreglar arreglado solución réparer réparé résolu consertar consertado resolver resolvi solução
bug crash error broken broke issue problem fail fails kaputt fehler absturz roto fallo problema cassé erreur panne problème quebrado erro
cause reason why because grund wegen razón motivo raison razão
install version release ship update upgrade merge veröffentlichung instalar versión actualizar installer mise lançar versão atualizar
key keys lock schlüssel llave llaves clé clés clef chave chaves
room hall venue place location spot raum saal halle ort sala lugar sitio salle lieu endroit
train training practice rehearsal rehearse drill probe üben ensayo ensayar entrenamiento entrenar répète répétition entraînement ensaio ensaiar treino treinar practise practising practises practicing practices rehearsing rehearsals rehearses proben geprobt ensayamos
sport football soccer handball basketball run running gym fußball laufen deporte fútbol correr foot courir futebol
party celebration celebrate fest feier feiern fiesta celebrar fête soirée festa comemorar
day days date weekday schedule tag datum termin día fecha jour dia data
color colour colored farbe couleur cor
size big large small größe groß tamaño talla taille grand tamanho grande
brand make model manufacturer marke modell marca modelo marque modèle
breed race rasse raza raça
dead die died death broken tot gestorben muerto murió mort morreu morto
noise loud quiet laut lärm leise ruido bruit barulho
neighbor neighbour neighbors nachbar vecino voisin vizinho
hair clothes wear wearing shirt jersey kleidung trikot trikots ropa camiseta habits maillot roupa camisa uniforme
speak speaks language spricht sprache habla idioma parle langue fala língua
from origin country hometown herkunft land país origen pays origine origem
busy free available time can't zeit frei keine libre ocupado dispo occupé livre
replace sub substitute stand-in cover fill ersatz vertreten einspringen vertretung suplente sustituir remplacer remplaçant substituir reserva
goal keeper goalkeeper tor torwart pfosten portero portería but gardien gol goleiro
ban mute kick warn punishment fine penalty strafe kasse multa castigo amende punition punição
delete deleted remove removed gone take löschen gelöscht entfernt borrar borrado eliminar supprimer supprimé effacer deletar deletou apagar apagou
message ping dm tag mention write nachricht schreiben anpingen mensaje escribir avisar écrire mensagem escrever marcar
ticket tickets entry seat seats karten karte platz plätze entrada entradas billet billets place places ingresso ingressos
camp camping tent sleep stay overnight hotel hut zelt schlafen übernachten hütte dormir tienda cabaña tente hôtel refuge barraca
allergy allergies allergic intolerant intolerance allergisch allergie vertrage verträgt unverträglichkeit alergia alergias alérgico alérgica alérgicos alérgicas allergique alergico alergica
vegetable vegetables veggies gemüse verdura verduras hortaliza légume légumes legumes celery carrot carrots onion onions tomato tomatoes broccoli spinach mushroom mushrooms garlic potato potatoes cucumber sellerie karotte karotten zwiebel zwiebeln tomate tomaten pilze knoblauch kartoffel kartoffeln gurke apio zanahoria cebolla champiñones ajo patata patatas céleri carotte oignon champignons ail
meat fleisch carne viande pork beef chicken ham bacon lamb turkey sausage schwein rind hähnchen speck lamm wurst cerdo ternera pollo jamón cordero porc bœuf poulet jambon porco frango
nut nuts nuss nüsse nuez nueces noix hazelnut hazelnuts peanut peanuts almond almonds walnut walnuts cashew cashews haselnuss haselnüsse erdnuss erdnüsse mandel mandeln walnüsse avellana avellanas cacahuete cacahuetes almendra almendras noisette cacahuète amande amendoim
seafood fish shellfish fisch meeresfrüchte marisco mariscos pescado poisson prawn prawns shrimp shrimps crab lobster mussels garnelen krabben muscheln gambas mejillones crevettes camarão
instrument instruments instrumento instrumentos akkordeon acordeón accordéon posaune trombón trombone oboe fagott dulzaina gaita bagpipes mundharmonika harmonica
sport sports deporte deportes tennis basketball volleyball swimming swim swims climbing bouldering rowing badminton hockey rugby cricket karate judo yoga nada nadar natación escalada escalar tenis schwimmen schwimmt klettern klettert rudern turnen natation escalade natação
language languages sprache sprachen idioma idiomas lengua langue langues língua english german spanish french portuguese italian japanese korean chinese russian polish dutch arabic deutsch englisch spanisch französisch italienisch japanisch koreanisch inglés alemán francés japonés anglais allemand espagnol
holidays feiertage feiertagen festtage christmas xmas weihnachten navidad navidades fiestas noël natal silvester nochevieja neujahr ostern easter pascua reyes nochebuena
reserve reserved reservation reservations book booked booking bookings reservieren reserviert reservierung buchen gebucht bucht buchung reservar reservado reservé reservó reserva réserver réservé réservation reservou reservei agendar
pay paid paying settle settled reimburse reimbursed reimbursement refund refunded transfer transferred venmo paypal überweisen überwiesen überweisung erstatten erstattet reembolso reembolsar transferencia transferir bizum rembourser remboursé remboursement virement reembolsado transferência pix
debt debts owe owes owed owing schulden schulde schuldet schuldest deber debe debo deuda deudas dette dettes devoir doit dois dívida dívidas devo deve
lend lent lends lending borrow borrowed borrowing rent rented renting rental hire hired leihen lieh geliehen verleihen ausleihen ausgeliehen mieten gemietet alquilar alquilado alquiler prestado louer loué alugar alugou aluguel emprestou
return returned returning returns zurückgeben zurückgebracht zurückgegeben zurückbringen devolver devuelto devolvió devolución rendre rendu retourner retourné devolveu devolvido devolução
rent landlord landlady lease tenant tenancy miete vermieter vermieterin mietvertrag kaution warmmiete kaltmiete alquiler casero casera arrendador fianza inquilino loyer propriétaire proprio bail caution locataire aluguel senhorio inquilina
flatmate flatmates roommate roommates housemate housemates subletter mitbewohner mitbewohnerin wg untermieter zwischenmieter compañero compañera coloc colocs colocataire colocation república
chore chores clean cleans cleaned cleaning vacuum vacuumed mop tidy tidied scrub putzen putzt geputzt putzplan sauber aufräumen aufgeräumt staubsaugen limpiar limpia limpieza limpió barrer ménage nettoyer nettoyé aspirateur limpar limpou faxina
trash rubbish garbage bin bins recycling waste recycle müll mülltonne tonne abfall altpapier biotonne basura reciclaje contenedor poubelle poubelles déchets ordures recyclage lixo lixeira reciclagem
laundry washing washer dryer detergent washed wäsche waschen gewaschen waschmaschine trockner waschküche lavadora lavar colada secadora detergente lessive linge laver lavé roupa lavanderia
dishes dishwasher washing-up spülen abwasch geschirr spülmaschine gespült abwaschen fregar platos lavavajillas vaisselle lave-vaisselle évier louça lava-louças
parcel parcels package packages delivery deliveries deliver delivered courier paket pakete päckchen lieferung geliefert liefern zugestellt paquete paquetes entrega entregado repartidor colis livraison livré livrer livreur pacote encomenda entregar entregue
ship shipped shipping postage post posted mailed mail tracking versand versenden versendet verschickt verschicken porto enviar enviado envío correos expédier expédié envoyer envoyé envoi poste correio enviou frete
arrive arrives arrived arriving arrival landed eta ankommen angekommen ankunft ankommt eingetroffen llegar llega llegó llegado llegada arriver arrivé arrivée chegar chegou chega chegada
pickup collect collected collects collecting fetch fetched abholen abgeholt abholt abholung recoger recoge recogió recogida récupérer récupéré chercher récupère buscar retirar retirada pegou
subscription subscriptions subscribe subscribed renew renewed renewal membership abo abonnement abonniert abonnieren verlängert suscripción suscrito renovar renovado abono abonné renouveler renouvelé assinatura assinar renovou mensalidade
password passwords passcode passphrase pin credentials passwort passwörter kennwort contraseña contraseñas clave mdp passe senha senhas
server servers host hosted hosting vps hetzner aws digitalocean cloud machine gehostet hoster servidor servidores alojado alojamiento nube serveur serveurs hébergé hébergeur hébergement hospedado hospedagem nuvem
deploy deploys deployed deploying deployment deployments rollout rolled release released shipped prod production ausrollen ausgerollt deployen deployt desplegar desplegado despliegue déployer déployé déploiement implantar implantação
rollback revert reverted reverting reverts undo undone downgrade downgraded zurückgerollt zurücksetzen rückgängig revertir revertido deshacer annulation rétablir reverter desfazer
outage down downtime offline crashed unreachable ausfall ausgefallen caído caída tumbado panne injoignable planté caiu queda indisponível
restart restarted restarting reboot rebooted rebooting reset neustart neustarten neugestartet hochfahren reiniciar reiniciado reinicio reinició redémarrer redémarré redémarrage reiniciou reinicialização
backup backups snapshot snapshots restore restored restoring sicherung sicherungen backupen gesichert wiederherstellen wiederhergestellt copia respaldo restaurar restaurado sauvegarde sauvegardes restaurer sauvegarder cópia restaurou
database databases db postgres postgresql mysql mariadb sqlite mongodb redis mongo datenbank datenbanken bbdd
programming coding language python rust javascript typescript java golang kotlin swift php ruby csharp cpp haskell programmiersprache programmieren programmiert programar programación programmer programmation programação
framework library frontend react vue svelte angular django flask rails laravel nextjs express bibliothek librería librerías bibliothèque biblioteca
system os linux windows macos ubuntu debian fedora arch mint nixos distro distribution betriebssystem distribución sistema système
browser firefox chrome chromium safari brave edge opera vivaldi navegador navigateur
editor ide vscode vim neovim emacs intellij jetbrains sublime notepad éditeur éditeurs
hardware gpu cpu graphics ram ssd motherboard psu processor nvidia radeon ryzen intel grafikkarte prozessor mainboard netzteil festplatte procesador placa fuente processeur graphique processador
keyboard mouse headset headphones microphone mic webcam earbuds tastatur maus kopfhörer mikrofon mikro teclado ratón auriculares micrófono micro clavier souris casque manette fone microfone
console ps5 ps4 playstation xbox switch steamdeck steam nintendo konsole consola plattform platform plataforma plateforme
wifi wlan internet router modem connection broadband isp fibre fiber verbindung netz glasfaser conexión fibra proveedor connexion réseau débit roteador conexão rede
lag laggy lags latency ping slow stutter stutters stuttering fps ruckelt ruckeln langsam lento lenta tirones retraso lent rame ramer saccade travando travar lentidão
freeze freezes froze frozen hang hangs hung stuck stalls unresponsive einfrieren eingefroren friert hängt aufgehängt congelado congela colgado cuelga bloqué figé gelé congelou travou
leak leaks leaking leaked leaky drip drips dripping flood flooded undicht leck tropft wasserschaden überschwemmt gotea gotera fuga inundado fuite fuit goutte inondé vazamento vazando goteira
heating heater boiler radiator thermostat furnace heizung heizkörper therme heizt calefacción caldera radiador chauffage chaudière radiateur aquecimento aquecedor caldeira
plumber electrician handyman mechanic technician craftsman repairman klempner elektriker handwerker mechaniker techniker fontanero electricista mecánico técnico plombier électricien mécano technicien encanador eletricista mecânico
furniture sofa couch armchair wardrobe shelf shelves dresser bookcase desk möbel schrank regal sessel schreibtisch kommode muebles sillón armario estantería escritorio meubles canapé armoire étagère bureau móveis sofá estante
appliance fridge freezer oven stove microwave toaster kettle kühlschrank gefrierschrank herd ofen backofen wasserkocher nevera frigorífico horno cocina microondas frigo congélateur geladeira fogão forno
tool tools drill hammer screwdriver wrench ladder spanner sander werkzeug bohrmaschine akkuschrauber säge leiter herramienta herramientas taladro martillo sierra escalera outil outils perceuse marteau scie échelle ferramenta furadeira
paint painted painting paints repaint wallpaper plaster streichen gestrichen streicht tapezieren anstrich pintar pintó pintado pintura peindre peint peinture repeindre pintou pintando
build built building builds assemble assembled construct constructed bauen gebaut aufbauen aufgebaut zusammenbauen construir construido montar montado montaje construire construit monter monté construiu montou montagem
dismantle dismantled teardown takedown disassemble abbauen abgebaut abbau desmontar desmontaje desmontado démonter démontage démonté desmontou desmontagem
cake cakes pie brownies cookies muffins dessert tart pudding cheesecake tiramisu kuchen torte plätzchen nachtisch nachspeise tarta pastel postre bizcocho galletas gâteau gâteaux tarte bolo sobremesa torta
dish pizza pasta curry lasagne lasagna chili soup stew risotto tacos burger burgers sushi ramen paella salad suppe eintopf nudeln salat sopa ensalada soupe gratin salade feijoada
fruit fruits apple apples banana bananas strawberries berries cherries oranges pears obst äpfel erdbeeren kirschen birnen beeren fruta manzana manzanas fresas cerezas pomme pommes fraises cerises frutas maçã morangos
dairy lactose milk cheese butter yoghurt yogurt cream laktose milch käse sahne joghurt lácteos leche queso mantequilla nata lait fromage beurre crème laitages leite queijo manteiga
gluten coeliac celiac wheat bread flour rolls sourdough glutenfrei zöliakie weizen brot brötchen mehl celíaco celíaca trigo harina cœliaque blé farine pão farinha
drink drinks lemonade cola coke cider gin whisky whiskey rum vodka cocktail cocktails spezi sprudel saft limo refresco zumo sidra jus cidre limonade suco refrigerante cerveza beer
restaurant pizzeria pub bar cafe café diner bistro tavern brewery kneipe wirtshaus gaststätte lokal biergarten restaurante taberna resto brasserie bistrot boteco lanchonete restaurants
barbecue bbq grill grilling grilled grills potluck picnic grillen gegrillt grillt picknick barbacoa parrilla asado grillades pique-nique churrasco churras piquenique
groceries supermarket grocery market aldi lidl rewe edeka tesco mercadona carrefour supermarkt lebensmittel wochenmarkt supermercado mercado supermarché marché épicerie mercadinho feira
medicine medication pill pills tablets antibiotics ibuprofen prescription inhaler insulin medikament medikamente tabletten rezept antibiotika medicina pastillas medicamento receta médicament médicaments comprimés ordonnance remédio comprimido
flu cold fever cough covid corona virus bronchitis migraine stomach grippe erkältung erkältet fieber husten gripe resfriado fiebre rhume fièvre toux gastro febre tosse resfriada
fracture fractured broken sprain sprained twisted crutches wrist ankle knee gebrochen verstaucht gips krücken knöchel knie esguince escayola muletas tobillo rodilla fracturé foulé plâtre béquilles cheville genou quebrou torceu gesso
tooth teeth dentist toothache wisdom braces filling zahn zähne zahnarzt zahnärztin zahnspange diente dientes muela dentista dent dents dentiste appareil dente dentes aparelho
appointment appointments checkup consultation termin termine arzttermin untersuchung cita citas revisión consulta rendez-vous contrôle exame
doctor doctors physio physiotherapist therapist therapy psychologist gp surgeon dermatologist hausarzt ärztin therapeut therapie physiotherapie médica fisio fisioterapeuta terapia kiné psy thérapie médecin fisioterapia médico
vet vets veterinary vaccinated vaccine vaccination vaccines jab neutered spayed chipped tierarzt tierärztin geimpft impfung kastriert veterinario veterinaria vacuna vacunado castrado vétérinaire véto vaccin vacciné veterinário vacina vacinado
feed feeds fed feeding petsit petsitter sitter kibble füttern füttert gefüttert futter alimentar pienso nourrir nourri croquettes alimentou ração
walk walks walked walking walkies leash gassi spazieren leine pasear paseo correa promener promène balader laisse passear coleira
babysit babysitter babysitting nanny childcare daycare nursery kindergarten kita tagesmutter babysitten kinderbetreuung niñera guardería canguro nounou crèche garde babá creche
pregnant pregnancy expecting birth newborn schwanger schwangerschaft geburt entbindung embarazada embarazo parto enceinte grossesse accouchement accouché grávida gravidez nascimento
grandmother grandma granny nana gran grandfather grandpa grandad grandparents oma opa großmutter großvater großeltern abuela abuelo abuelos yaya mamie papi papy grand-mère grand-père avó avô vó vô avós
aunt auntie uncle niece nephew nieces nephews relatives tante onkel nichte neffe verwandte tía tío sobrina sobrino oncle nièce neveu tia tio sobrinha
school teacher teachers headteacher headmaster professor prof tutor lecturer instructor lehrer lehrerin dozent dozentin professorin profe profesor profesora maestra maestro maître maîtresse enseignant professora
homework assignment assignments coursework worksheet worksheets exercise exercises hausaufgabe hausaufgaben übungsblatt aufgabe abgabe deberes tarea tareas ejercicio ejercicios devoirs exercice exercices dever lição exercícios
exam exams examination midterm midterms finals quiz resit retake klausuren prüfungen abitur abi nachklausur exámenes parcial parciales recuperación oposición examen examens partiel partiels bac rattrapage provas vestibular
pass passed passes failed fail flunked bestanden bestehen durchgefallen durchfallen aprobar aprobado aprobó suspender suspendido suspenso réussi réussir raté échoué passou aprovado reprovou reprovado
grade grades mark marks results scored gpa noten ergebnisse notas calificación calificaciones nota moyenne résultats resultados média
subject subjects major maths math mathematics physics chemistry biology history geography economics law fach mathe physik chemie geschichte jura asignatura matemáticas física química historia matière physique chimie matéria matemática
deadline deadlines due submit submitted submission handed hand-in cutoff abgeben abgegeben abgabe abgabetermin stichtag frist entregar entrega plazo rendre rendu échéance délai prazo entregou vencimento
extension extend extended extends prolong prolonged verlängern verlängert verlängerung fristverlängerung prórroga prorrogar ampliar ampliado prolongation prolonger prolongé prorrogação prorrogado prorrogou
presentation presentations presenting presented talk talks slides speech pitch referat vortrag vorträge präsentation folien presentación charla diapositivas ponencia exposer exposé présentation diapos apresentação apresentar palestra
interview interviews interviewed application applied apply applying applicant cv resume bewerbung beworben bewerben vorstellungsgespräch lebenslauf entrevista solicitud currículum candidatura entretien candidature postuler postulé candidato currículo
salary wage wages raise paycheck payslip bonus gehalt lohn gehaltserhöhung sueldo salario nómina subida salaire paie augmentation salário aumento
fired sacked laid-off layoff layoffs redundant resign resigned resignation gekündigt kündigung entlassen kündigte despedido despedida despido renunciar dimitir viré licencié démission démissionner demitido demitida demissão
job nurse teacher engineer developer waiter barista lawyer accountant electrician carpenter baker krankenpfleger krankenschwester lehrer ingenieur koch bäcker tischler enfermera ingeniera camarero abogada infirmière ingénieur serveur avocat enfermeira engenheiro garçom
internship intern placement traineeship praktikum praktikant praktikantin prácticas becario becaria stagiaire alternance estágio estagiário estagiária
election elected elect elects nominated nominate nomination candidate candidates gewählt wählen wahl kandidat kandidatin kandidiert elección elegido elegida elegir candidata élection élu élue élire candidat eleição eleito eleita eleger
vote votes voted voting ballot poll majority unanimous abstained abstimmen abstimmung stimmen stimme mehrheit einstimmig umfrage voto votos votaron encuesta mayoría voté sondage voix majorité votaram enquete maioria
role treasurer secretary moderator chairman captain president vicepresident kassenwart kassierer kassiererin schriftführer schriftführerin vorstand vorsitzende kapitän tesorero tesorera secretaria secretario capitán trésorier trésorière secrétaire capitaine tesoureiro tesoureira secretária
volunteer volunteers volunteered volunteering helper helpers help helped helping freiwillig freiwillige ehrenamt helfen helfer hilft geholfen voluntario voluntaria voluntarios ayudar ayuda bénévole bénévoles bénévolat aider aide voluntária ajudar ajuda ajudou
task tasks duty duties responsible responsibility assigned assignee chore aufgabe aufgaben zuständig verantwortlich zuständigkeit tarea responsable encargado encargada encarga tâche tâches chargé occupe responsável tarefa tarefas encarregado
donate donated donation donations fundraiser fundraising raised charity collected spende spenden gespendet spendet donar donado donación donaciones recaudar recaudado don dons collecte cagnotte doação doações doar vaquinha
budget funds fund funding balance kitty treasury kasse vereinskasse gemeinschaftskasse kontostand presupuesto fondo fondos caja caisse trésorerie orçamento caixa saldo
invoice invoices bill bills receipt receipts rechnung rechnungen quittung beleg kassenbon abrechnung factura facturas recibo tique facture factures reçu fatura boleto nota-fiscal recibos
discount discounted coupon voucher promo cheaper offer rabatt gutschein angebot ermäßigt ermäßigung descuento cupón oferta rebaja réduction remise promotion desconto cupom promoção
sell sold selling listed ebay vinted kleinanzeigen wallapop leboncoin olx craigslist marketplace verkauft verkaufen vendido vendida vender vendu vendre secondhand gebraucht
amount quantity number count total dozen pieces anzahl menge stück viele insgesamt cantidad número cuántos cuántas unidades quantité combien quantidade quantos quantas
weather forecast rain rains rained raining snow snowed sunny storm thunderstorm wind windy wetter regen regnet regnete schnee schneit gewitter sturm lluvia llueve llover nieve tormenta météo pluie pleut pleuvoir neige orage chuva chove chovendo tempestade
postpone postponed rearranged rearrange reschedule rescheduled brought-forward earlier verlegt verlegen vorgezogen vertagt verschoben pospuesto posponer aplazado adelantado reprogramar repoussé repousser avancé reporté remarcado remarcar adiado adiantado
absent absence missing miss missed skip skips skipped fehlen fehlt gefehlt abwesend verpasst verpassen ausente falta faltar faltó perderse absente manqué manquer raté ausência faltou
invite invited invites inviting invitation guest guests einladen eingeladen einladung gast gäste invitar invitado invitada invitados invitación inviter invité invités convidar convidado convidados convite
accept accepted approve approved approval confirm confirmed confirmation bestätigt bestätigen bestätigung genehmigt zugesagt zusage confirmar confirmado aceptado aceptar aprobado confirmer confirmé accepté validé confirmou aprovado aceito
reject rejected refuse refused decline declined denied turned-down ablehnen abgelehnt absage verweigert rechazar rechazado rechazó denegado refuser refusé rejeté refus recusar recusou rejeitado negado
lost misplaced missing mislaid find found finds verlegt verloren gefunden fundbüro finden perdido perdió encontrado encontró extraviado perdu retrouvé trouvé égaré perdeu achou encontrou achado
stolen steal stole theft thief robbed burglary break-in gestohlen geklaut klauen diebstahl einbruch robado robaron robo ladrón cambriolage voleur roubado roubaram roubo furto
bike bikes puncture punctured flat tyre tire tires brake brakes chain gears saddle reifen platten bremse bremsen kette sattel pinchazo pinchado rueda frenos cadena crevé crevaison pneu freins chaîne vélo furado freio corrente
boat boats kayak canoe dinghy sailing sail sailed yacht ferry rowing paddle regatta boot boote segeln segelt segelboot kajak kanu fähre barco vela velero piragua regata bateau voile voilier canoë aviron veleiro caiaque
choir choirs chorus sing sings sang sung singing singer soprano alto tenor vocals chor singen singt gesungen sopran sänger sängerin coro cantar canta cantante chorale chanter chante chanteur chanteuse coral cantor cantora
concert concerts gig gigs perform performs performed performance festival auftritt auftritte auftreten konzerte concierto conciertos actuación bolo actuar spectacle représentation apresentação actuaciones
craft crafts knit knits knitted knitting crochet crocheted sew sews sewed sewn sewing embroidery pottery stricken strickt gestrickt häkeln gehäkelt nähen näht genäht töpfern ganchillo punto tejer coser tricot tricoter coudre couture broderie crochê tricô costura
garden plot allotment greenhouse compost seeds seedlings sow sowed sown planted harvest harvested schrebergarten beet gewächshaus samen säen gesät gepflanzt ernten geerntet ernte huerto semillas sembrar sembrado cosecha potager serre graines semer semé récolte horta sementes semear colheita
accommodation lodging hotel hostel airbnb guesthouse cottage cabin campsite unterkunft ferienwohnung pension jugendherberge hütte alojamiento hostal albergue cabaña hébergement auberge gîte chalet hospedagem pousada
carpool carpooling rideshare lift ride passenger mitfahrgelegenheit fahrgemeinschaft mitgenommen mitfahren blablacar covoiturage covoiturer passager plazas carona caronas pasajero coche
licence license permit visa passport id führerschein ausweis reisepass genehmigung erlaubnis carnet permiso pasaporte dni permis passeport carteira habilitação passaporte cnh
insurance insured policy liability versicherung versichert haftpflicht versichern seguro asegurado aseguradora póliza assurance assuré mutuelle sinistre segurado seguradora apólice
role tank healer healing dps support carry jungler jungle midlaner adc heiler heilt curandero sanador soigneur heal suporte curador
recruit recruits recruiting recruited recruitment tryouts newcomer applicants rekrutieren rekrutiert aufnahme aufgenommen reclutar reclutamiento fichar fichado fichaje recruter recruté recrutement recrutar recrutou recrutamento
boardgame boardgames game catan chess poker uno carcassonne scrabble monopoly brettspiel brettspiele schach kartenspiel skat ajedrez mesa cartas échecs jeux plateau xadrez tabuleiro baralho
genre rock jazz metal punk pop techno hiphop rap folk blues classical klassik stilrichtung género clásica musique classique gênero sertanejo samba
movie movies film films horror comedy thriller documentary anime cartoon cinema kino komödie krimi película películas cine comedia terror cinéma comédie horreur comédia filmes
teach teaches taught teaching learn learns learned learnt learning explain lernen lernt gelernt beibringen unterrichtet unterrichten enseñar enseña aprender aprende aprendiendo apprendre apprend appris enseigne enseigner ensinar ensina aprendendo aprendeu
recommend recommended recommends recommendation suggest suggested suggestion propose proposed proposal advise empfehlen empfohlen empfiehlt vorschlag vorgeschlagen vorschlagen recomendar recomienda recomendó sugerir propuesta recommander conseiller conseillé proposé proposition recomendou sugestão sugeriu proposta
record recorded recording records studio mix mixed mixing mastering aufnehmen aufgenommen aufnahme aufnahmen grabar grabado grabación estudio enregistrer enregistré enregistrement gravar gravação gravou estúdio
marathon race races raced running ran 10k 5k triathlon jog jogging lauf laufen gelaufen lief gerannt joggen maratón carrera carreras corrió couru corrida maratona correu
shirts hoodie hoodies merch stickers jersey jerseys kit uniform costume pulli kostüm sudadera sudaderas camisetas disfraz sweat déguisement maillots moletom fantasia
color red blue green yellow black white purple orange pink farbe rot blau grün gelb schwarz weiß rojo azul verde amarillo negro couleur rouge bleu vert jaune noir vermelho amarelo preto
`
  .trim()
  .split("\n")
