/** Contact details as people write them in chat, in five languages: masked whole, and lines that look similar stay. */
import { expect, test } from "vitest"
import { holdsContact, maskContacts } from "../../src/privacy/contact-details.ts"
import { MASK } from "../../src/privacy/contact-mask.ts"

/** A line each; bars enclose the detail. */
const EMAILS = `
mail me: |quinn.harlow7 at protonmail dot com| ok
reach me at |sarahbee(at)fastmail.com|
my email is |bramble_77 [at] icloud [dot] com|
write to |pip at gmail dot com|
schreib an |hannes_m{at}posteo{dot}de|
mail: |kai.w @ web . de|
mi mail es |lucia_r98 arroba gmail punto com|
escribe a |pedro.sanz (arroba) yahoo (punto) es|
mon adresse |jules.petit (at) free (point) fr|
c'est |manon88 arobase gmail point com| merci
email: |tiago.reis arroba sapo ponto pt|
meu email |duda_lima [arroba] uol [ponto] com [ponto] br|
ping me |nora@pinemail dot com|
`

const NUMBERS = `
call me |4155550123| after 6
text me at |503 555 0199|
my number is |07911 123 456|
hit my cell |(646)555-0110|
whatsapp me |+1 (303) 555-0134|
ring me on |020 7946 0123|
her number's |917.555.0142|
reach me on |+61 491 570 156|
mein handy: |0151 23456789|
erreichst mich unter |0176/5551234|
ruf an: |+49 (0)30 1234567|
nummer: |0664 1234567| wien
tel |044 555 01 23| zürich
llámame al |634 555 012|
mi cel es |55 1234 5678|
mi número: |+54 9 11 5555 0123|
apunta |+34 600 11 22 33|
whatsapp |311 555 0147| bogotá
marca al |33 1555 0188|
mon tel |06.12.34.56.78|
appelle au |07 68 00 11 22| ce soir
joignable au |+33 (0)6 12 34 56 78|
num de ma mère |04-78-00-11-22|
zap |(11) 95555-0123|
meu número é |+351 912 345 678|
liga |21 2555-0199|
telemóvel |93 555 01 23|
tlm: |961234567|
`

const ADDRESSES = `
mail an |lotte.frosch ät gmx punkt de| bitte
i moved to |77 thornbury road|
come over |15 pine st apt 2|
address is |2214 w birch avenue|
pizza to |9 little acorn crescent|
we're at |31a mill lane, Oxford OX4 1AB|
drop it at |102 Cedar Court|
new place: |4 Orchard Way, flat 2b|
5pm at |640 elm blvd, unit 9|
im at |12 kings rd| rn
wohne |rosenweg 12a|
adresse: |ahornstraße 44, 3. stock|
adresse |Goethestr. 8, 10999 Berlin|
bin |am alten hafen 3, 28999 Bremen|
party |kastanienallee 23 hinterhaus|
paket an |Schillerplatz 5, 70999 Stuttgart|
komm |mozartring 14|
|lange gasse 7| klingel müller
|an der mühle 2, 04999 Leipzig|
|elbufer 9|
|kirchweg 4| bei oma
|berliner straße 101, EG rechts|
wohn |Tulpenweg 3, 2. OG|
vivo en |calle del pozo 14, 2º B|
|c/ de la luna 9, bajo izq|
estoy en |avenida de los pinos 120|
|avda. san martín 33, piso 4|
|plaza del sol 3|
mi dirección: |calle mayor 12, 28999 Madrid|
|paseo de la ribera 8, portal 2|
|calle Robles #45, col. Centro|
|pza. de los olivos nº 7|
|av. insurgentes 455 int. 3|
|c/ jazmín, 22|
j'habite |12 rue de la fontaine|
|5 bis rue des lilas|, sonne
|27 avenue jean jaurès|
livre |8 allée des peupliers, appt 12|
|14 chemin du moulin|
|3 place du marché 31999 toulouse|
|45, boulevard voltaire|
|6 rue saint-michel, 3e étage|
|22 av. du général leclerc|
|19 quai des brumes, bât B|
|102 route de lyon|
j'suis |17 rue du faubourg saint antoine| viens
estoy en la |calle jacinto benavente 5| esperando
|rua do comércio, n 88|
|carrer de les oliveres 215, 3º 1ª|
moro na |rua das flores 45|
|rua do sol, 12, apto 301|
|av. paulista, 999|
|travessa das oliveiras 8 2º esq|
|praça da república 15|
|alameda santos 300, bloco B|
|estrada do monte 77|
|r. da boavista 210, 3º dto, 4099-111 Porto|
|rua quinze de novembro 88|
|avenida brasil 1500 casa 2|
|largo do rato 6|
|rua XV de novembro nº 10 fundos|
`

/** Lines without a contact detail. */
const LOOKALIKES = `
5 people on the road
3 hour drive to grandma
2 lane road ahead
1000 mile road trip next summer
we saw 4 cop cars down the street
took 3 wrong turns on lane 7
21 jump street was funny
i own 2 street fighter cabinets
5 cheap street food places near me
10 min walk then 2 blocks down main street
the 1969 abbey road album
2024 wall street crash incoming
12 mile coastal road with no lights
6 foot tall street sign
got stuck behind 40 cars on the road
3 close calls today
8 players way ahead
2 left turns onto the lane
best 3 places to eat
300 bucks for a street price
we work at amazon dot com lol
i look at gmail dot com all day
meet me @ starbucks.com event
live @ twitch.tv tonight
logged in at github dot com
node20 works at 5 dot 3
he laughed at point 3 of the list
at some point dot matrix printers died
python3 at line 12
look at that . it was 5 am
lvl_3 @ home . no way
the at sign (at) is fun
order 5035550119 call me when it ships
call of duty id 123456789
text me when ticket 987654321 is closed
phone case sku 123456789012
call me, tracking 940010000000
isbn 9783161484100 phone me
my seed is 1234567890 call it luck
+1000000000 aura
+1 000 000 000 aura points
+2000000000 social credit
+9999999999 rep
+50 50 50 20 20 50 buffs
discord id 284719305518022657 call me
phone costs 1.299.000 pesos
call at 2026-11-28 20:30
05.12.18.22.41 lotto
version 01.02.03.04
age (21) 2024-2025
heimweg 5 ist gesperrt
umweg 3 km
parkplatz 12 ist frei
spielplatz 3 zu
startplatz 4 sicher
sitzplatz 22 wagen 7
birkenweg 5 minuten von hier
tabellenplatz 16 wieder
spring 2024 wird gut
string 5 ist leer
during 2020 alles zu
käufer 3 zahlt nicht
läufer 2 nach d4
die ganze straße 5 mal
unsere straße 12 häuser
platz 3 im turnier
auf dem dritten platz 3 punkte dahinter
spieler platz 3 gegen 4
immer wieder platz 2
guter weg 5 lang
staudamm 3 gebaut
zwei wege 2 ziele
am montag 7 uhr, 50000 leute
im spiel 5, dann 10000 gold
sackgasse 3 mal
am bahnhof 5, danach 12345 schritte
weg 3 ist der beste
plaza de toros 3 veces
calle hace 30 grados
en la calle 30 grados
plaza de garaje 7 libre
a lo largo de marzo 5 veces
a lo largo del partido 3 goles
la calle de la paz 3 veces cerrada
calle de mi casa 3
avenida de 5 carriles
paseo de 3 horas por el campo
calle llena de gente 200 personas
plaza de mayo 2001
la plaza estaba a 5 minutos
corrí por la calle del parque 10 km
calle 13 en concierto
llamé 3 veces
numero de pedido 123456789 llama
el pedido 212 555 0134 88 ya salió
the lottery numbers were 03 11 19 22 40
le tirage du loto: 02 14 21 33 45
a mega sena deu 05 16 24 31 44 58
id 612345678 llamame
seguimiento 912345678901
rue 3 fois
il reste 1 place de parking
2 place de concert
3 rue plus loin
12 avenues larges
1 chemin possible
1 place gratuite
a 20 h 30 rue du port
j'ai 2 passage obligé
6 cours de maths
5 route de nuit
appelle la commande 406771928
code 123456789 appelle
rumo aos 10 mil
rua sem saida 3 carros
a rua ta com 3 buracos
rua da minha casa 3 carros
largo 3 vezes
ao largo do rio 5 km
praça da alegria 3 vezes
liga dos campeões 2024
liga 3 jogos
pedido 912000574 liga pra mim
cpf 12345678909 liga
avenida cheia 200 pessoas
estrada da vida 3 horas
alameda 3
av 3 do mapa
avatar 3 sai em 2025
player1 @ 5 . so bad
5 punkt de
pay 10 at shop dot com
we go live at 8 dot 30
3 guys street racing
2nd street race 5
10 best way to win
5 Star Court Kings
7 Days on Mulholland Drive
42 is the answer at the crescent
100 old people in one lane
1 lane closed
paragraph 5 gassen weg 3
buffering 12
ring 5 gefunden
runenring 3 gefunden
zahlungsweg 2 nutzen
tom hat platz 2, ich 3
la r. de 5 puntos
i have 2 dead links and 40 tabs open at work
call of duty 2 on steam id 76561198000000000
text me if you see 3 stars in lane 5
phone has 128 gb and 12 gb ram 2400 mah
his number is 7 lol
my new number plate is 12 ab 34
ring me when you hit level 100
ring of 1000 souls
cell 4 row 12 in the spreadsheet
whatsapp update 2.24.20.89 sucks
call me in 10 minutes
mobile game made 1500000000 dollars
mobile game made 150000000 last year
dial up was 56k
drive 30 miles to 2nd street
3 weeks on the road
on the road for 16 hours on route 66
main street 5 years ago
there are 7 wonders
3 terrace houses for sale
200 meters up the lane
2 ants crossing the road
16 candles lane swap
took 5 back road shortcuts
5 chickens crossed the road
4 drunk dudes in the street
8 mile road is in detroit
in 1987 sunset blvd was wild
the 405 is closed at sunset boulevard
11 dimensional rainbow road
rainbow road in 58 seconds
mario kart 8 rainbow road
gta 5 grove street
gta 5 grove street families
lvl 4 baker street station
sims 4 willow creek lane
7 11 on baker street
chapter 3 mulberry street
wave 5 evergreen terrace
handy kostet 999 euro
mein handy hat 256 gb
ruf mich um 18 uhr an raum 204
ruf an zwischen 8 und 10
tel aviv 2024
telefon seit 2019 kaputt
festnetz ist seit 2022 tot
erreichbar ab 14:30
level 12 im waldweg 3 mal gestorben
rennstrecke nürburgring 24 stunden
nürburgring 20.832 km
hering 3 stück
training 5 mal die woche
alles gut im april 5 wochen urlaub
hier im haus 5, dann
platz 12 in der tabelle
spielte auf dem marktplatz 3 stunden
alexanderplatz 15 minuten warten
durchweg 5 sterne
der neue weg 2.0
am ring 24h rennen
am start 10000 leute
berliner weisse 5 euro
hamburger straße gesperrt seit 2 tagen
londoner u-bahn 150 jahre
die alte gasse 3 tage gesperrt
jede gasse 3 hunde
calle 8 miami
la calle del pecado 3 temporada
vi la serie paseo de la fama 2 veces
movistar 300 megas
llama 3 veces a la puerta
la llama 2024
el numero 123456789 es primo
el movil tiene 5000 mah
marca 3 goles
cel 3 de excel
plaza de españa 2 de mayo
plaza mayor 3 horas esperando
quedan 2 plazas libres
en la plaza del pueblo 30 personas
avenida de los incas 10 euros
r. 5 vs r. 6
c/ 2 jugadores
calle de noche 3 perros
carrera 10k en bogota
carrera de medicina 6 años
carretera nacional 340
rue de la paix au monopoly coute 400
rue de la paix 400
bd batman 3
j'ai lu 12 bd marvel
3 bd manga
j'ai acheté 4 bd de tintin
2 bd astérix
12 av jc
50 av jesus
3 place vendôme
allée 5 du magasin
porte 12 étage 2
je t'appelle dans 5 min
appelle le 15
appelle le 3114
tel que 100 fois
portable à 200000 fcfa
2 place vip
4 avenue q
cours 3 chapitre 2
mon numéro est le 10 au foot
num 123456789 de commande
liga portugal 2024/25
o numero 123456789
zap zap 2000
ligar 3 vezes
contato 2 anos
tel 4g 128gb
celular com 256 gb de 2023
praça 3 do jogo
r. kelly 50 anos
av brasil 3 temporadas
rua 25 de março
avenida brasil 2012
na rua do lado 5 cachorros
rua de cima 10 minutos
alameda dos anjos 2 filmes
travessa 3
email me at 5 or call
user@host ran 3 tests
me @ my desk at 5
@everyone at 5 dot
i was @ google . it was fun
foo@localhost
player_2 at home dot
at dot com boom 1999
v1.2 at github dot com
user_1 at twitch dot tv
tom (at) work
x (at) y (dot)
price at 3.50 dot
check index.html at example.com
john.doe at reddit.com said
area51.exe at microsoft.com
arroba everyone 3 veces
la arroba son 11.5 kg punto
pon punto com al final arroba
`

const lines = (text: string) => text.split("\n").filter((line) => line !== "")

test.each(lines(EMAILS + NUMBERS + ADDRESSES))("%s is masked whole, and nothing else", (line) => {
  const [before, detail, after] = line.split("|")
  const written = `${before}${detail}${after}`
  expect(maskContacts(written)).toBe(`${before}${MASK}${after}`)
  expect([holdsContact(written), holdsContact(maskContacts(written))]).toEqual([true, false])
})

test.each(lines(LOOKALIKES))("%s holds no contact", (line) => {
  expect([maskContacts(line), holdsContact(line)]).toEqual([line, false])
})

test("flat, floor, postcode and town are masked with their street, and the next sentence is not", () => {
  const streets = [
    "31 Mill Lane",
    "lindenweg 8",
    "calle del pozo 14",
    "9 rue de la fontaine",
    "rua das flores 45",
  ]
  const rests = [
    ", flat 9, Exmoor ZX7 4QQ",
    " apt 7d",
    ", 4. OG rechts, 21998 Hamburg",
    " bajo C",
    " 5º dcha",
    ", 6e étage porte droite",
  ]
  const more = [
    " 35998 rennes",
    ", 3º esq, 4998-997 Porto",
    " ap 71",
    " bloco D, cep 20998-970",
    " hinterhaus",
    " depto 309, 64998 Monterrey",
  ]
  for (const street of streets)
    for (const rest of [...rests, ...more])
      for (const after of [". See you", ", ok?", "\nflat 3 is empty"])
        expect(maskContacts(`at ${street}${rest}${after}`)).toBe(`at ${MASK}${after}`)
})
