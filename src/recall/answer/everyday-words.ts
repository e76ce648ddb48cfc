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
`
  .trim()
  .split("\n")
