/** Phrases in which people speak of themselves in Spanish chat. */
import { type PhraseTable, phraseRows } from "./phrase.ts"

const YO = "(?:yo )?(?:ya |ahora |todavía |aún )?"
const ROLE = "(?<role>top|mid|medio|jungla|jungle|support|soporte|adc|tirador|tanque|healer|dps|portero)"

const PARIENTE =
  "(?<kin>madre|padre|hermana|hermano|novia|novio|mujer|marido|pareja|hija|hijo|abuela|abuelo|tía|tío|prima|primo|compañera de piso|compañero de piso)"
const OFICIO =
  "(?<job>profesora?|profe|maestr[oa]|enfermer[oa]|médic[oa]|ingenier[oa]|programadora?|diseñadora?|fotógraf[oa]|fontaner[oa]|electricista|carpinter[oa]|cociner[oa]|camarer[oa]|abogad[oa]|arquitect[oa]|periodista|farmacéutic[oa]|peluquer[oa]|mecánic[oa]|músic[oa]|camioner[oa]|taxista|veterinari[oa])"

export const SPANISH: PhraseTable = {
  language: "es",
  fillers:
    /^(?:(?:pues|bueno|ah|oh|ay|y|pero|oye|oigan|ojo que|ojo|por cierto|chicos|banda|gente|la verdad|jaja\p{L}*|sí|eh|entonces|total|hola|venga)(?![\p{L}])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:hoy|eh|jaja\p{L}*|xd|la verdad|tío|tía|wey|güey|ahora|ya|hoy|jeje|también|por cierto|chicos)$/iu,
  empty:
    /^(?:lo|la|le|les|los|las|eso|esto|ese|esta|ella|él|ellos|tú|te|me|mi|mí|yo|que|qué|quien|donde|cuando|como|algo|nada|todo|así|aquí|allí|ahí|aún|muy|más|no|de|a|un|una|vivir|casa|paz)$|^l[oa]s (?:que|de)|^(?:lo|le|les|eso|esto|que|qué|si|te|me|mi|mis|tu|tus|no)\s/iu,
  usual: { mi: "su", soporte: "support", jungle: "jungla" },
  phrases: phraseRows(String.raw`
home: ${YO}(?:vivo|sigo) en <place>(?: (?:pero|con|desde) .*)? => vive en {place}
  + vivo en valencia -> Ana vive en Valencia | sigo en bilbao pero en otro piso -> Ana vive en Bilbao
home/told: ${YO}me mudo a <place> => se muda a {place}
  + el 1 de noviembre me mudo a valencia -> Ana se muda a Valencia el 1 de noviembre de 2026
  - me mudo a vivir
work: ${YO}(?:trabajo|curro) (?<prep>en|de|como|para) <thing> => trabaja {prep} {thing}
  + trabajo en un hotel -> Ana trabaja en un hotel
work/needed: ${YO}(?:empiezo|arranco|entro) en <thing> => empieza en {thing}
  + empiezo el martes en la papelería -> Ana empieza en la papelería el 12 de mayo de 2026
  - empiezo el martes en la papelería de mi tía
family: <friend:name> y yo (?:lo dejamos|terminamos|cortamos|nos separamos|hemos roto)(?: .{3,20})? => {who} y {friend} ya no están juntos
  + amaia y yo lo dejamos en septiembre -> Ana y Amaia ya no están juntos
pet: (?:yo )?tengo (?<art>un|una) (?<animal>gat[oa]|perr[oa]|conejo|hámster|loro) (?:que se llama|llamad[oa]) <name> => tiene {art} {animal} que se llama {name}
  + tengo un gato llamado mochi -> Ana tiene un gato que se llama Mochi
origin: (?:yo )?soy de <place> => es de {place}
  + soy de oaxaca -> Ana es de Oaxaca
  - soy de los que duermen
work: (?:yo )?(?:ya )?(?:renuncié|dejé (?:el trabajo|el curro|mi trabajo))(?: al trabajo| a mi trabajo)? => dejó su trabajo
  + renuncié hoy -> Ana dejó su trabajo
study: (?:yo )?estudio <thing> => estudia {thing}
  + estudio derecho en sevilla -> Ana estudia derecho en sevilla
pet: (?:yo )?(?:tengo|tenemos|adopté|adoptamos) (?<what>(?:un|una|dos|tres|cuatro) (?:[\p{L}]+ )?(?:gat[oa]s?|perr[oa]s?|gatit[oa]s?|perrit[oa]s?|conejos?|hámsters?|loros?|tortugas?|peces|caballos?|gallinas?|cobayas?|hurones?))(?: .{0,40})? => tiene {what}
  + tengo una tortuga más vieja que yo -> Ana tiene una tortuga
skill: (?:yo )?hablo (?<what>(?:inglés|francés|catalán|euskera|gallego|alemán|italiano|portugués|japonés|chino|ruso|árabe|valenciano|quechua|guaraní)(?:(?:,| y| e) (?:algo de |un poco de )?(?:inglés|francés|catalán|euskera|gallego|alemán|italiano|portugués|japonés|chino|ruso|árabe))*)(?: .{0,40})? => habla {what}
  + hablo catalán en casa y algo de francés -> Ana habla catalán
birthday: (?:yo )?(?:cumplo(?: años)?|mi cumple(?:años)? es) el (?<day>\d{1,2} de \p{L}+) => cumple años el {day}
  + cumplo el 4 de julio -> Ana cumple años el 4 de julio
identity: (?:yo )?tengo (?<age>1[89]|[2-9]\d) años => tiene {age} años
  + tengo 27 años -> Ana tiene 27 años
skill: (?:yo )?toco (?:el |la )?(?<what>guitarra|bajo|piano|batería|violín|flauta|saxo|trompeta|acordeón|cajón|ukelele|violonchelo|clarinete)(?: .{0,40})? => toca {what}
  + toco la batería en un grupo -> Ana toca batería
skill: (?:yo )?(?:estoy aprendiendo|aprendo|estudio) (?<what>inglés|francés|catalán|euskera|alemán|italiano|portugués|japonés|chino|ruso|coreano|guitarra|piano|python|rust) => está aprendiendo {what}
  + estoy aprendiendo japonés -> Ana está aprendiendo japonés
family: (?:yo )?tengo (?<what>(?:un|una|dos|tres|cuatro) (?:herman[oa]s?|hij[oa]s?|niñ[oa]s?|primos?|nietos?|sobrin[oa]s?)(?: (?:mayor|menor|pequeñ[oa])(?:es|s)?)?) => tiene {what}
  + tengo dos hermanas -> Ana tiene dos hermanas
work: (?:yo )?soy (?<job>(?:profesor(?:a)?|profe|maestr[oa]|enfermer[oa]|ingenier[oa]|programador(?:a)?|diseñador(?:a)?|fotógraf[oa]|estudiante|bibliotecari[oa]|mecánic[oa]|electricista|carpinter[oa]|panader[oa]|cociner[oa]|veterinari[oa]|abogad[oa]|arquitect[oa]|traductor(?:a)?|periodista|farmacéutic[oa]|camarer[oa]|camioner[oa]|médic[oa]|dentista|barista|músico|peluquer[oa])(?: de [\p{L}]+)?)(?: en .{3,30})? => es {job}
  + soy enfermera en un hospital -> Ana es enfermera
home: (?:yo )?(?:me mudé|me he mudado|me fui a vivir) a <place>(?: .{0,40})? => se mudó a {place}
  + me he mudado a sevilla con mi novia -> Ana se mudó a Sevilla
study: (?:yo )?(?:ya )?(?:acabé|terminé|he acabado|he terminado) (?<what>(?:el|la|mi) (?:máster|carrera|grado|doctorado|tesis|bachillerato|fp|curso|tfg|tfm|uni))(?: .{0,30})? => terminó {what}
  + acabé el máster en junio -> Ana terminó el máster
work: (?:ya )?me (?:echaron|despidieron|han echado|han despedido)(?: .*)? => perdió su trabajo
  + me echaron la semana pasada -> Ana perdió su trabajo
study: (?:yo )?estoy en (?<nth>primero|segundo|tercero|cuarto|quinto|último año) de (?<subject>[\p{L} ]{3,30}?) => está en {nth} de {subject}
  + estoy en tercero de biología -> Ana está en tercero de biología
habit: (?:desde .{3,25} )?${YO}(?:voy|juego|me pongo)(?: yo)? de ${ROLE}(?: ahora| siempre)?|(?:y )?yo (?<lane>top|mid|jungla|support|adc|tirador)(?: como siempre)? => juega de {role}{lane}
  + desde la temporada nueva voy de jungla -> Ana juega de jungla | y yo mid -> Ana juega de mid
  - voy de culo
habit: ${YO}no (?:llevo|juego) (?:de )?${ROLE}(?: .{0,5})? => ya no juega de {role}
  + ya no llevo support eh -> Ana ya no juega de support
constraint: (?:yo )?soy (?<diet>vegan[oa]|vegetarian[oa]|celíac[oa]|celiac[oa])(?: desde .{3,20})? => es {diet}
  + soy vegana -> Ana es vegana
constraint: (?:yo )?soy alérgic[oa] (?:a la|al|a los|a las|a) <thing> => tiene alergia a: {thing}
  + soy alérgica al kiwi -> Ana tiene alergia a: kiwi
taste: (?:a mí )?me (?:gusta|encanta)n? (?:mucho )?<thing> => A {who} le gusta {thing}
  + me encanta el cilantro -> A Ana le gusta el cilantro
  - me gusta eso
taste: (?:yo )?(?:odio|detesto) <thing> => odia {thing}
  + odio el cilantro -> Ana odia el cilantro
belonging: ${YO}vendí (?<art>el|la|mi|los|las) <thing> => vendió {art} {thing}
  + bueno yo ya vendí el vento -> Ana vendió el vento | por cierto vendí la switch -> Ana vendió la switch
belonging: (?:con eso )?${YO}me (?:compré|pillé|agarré|he comprado) (?<art>el|la|un|una) <thing> => se compró {art} {thing}
  + con eso me pillé la steam deck de segunda mano -> Ana se compró la steam deck de segunda mano
absence/needed: (?:yo )?(?:estoy|voy a estar|estaré|ando) en <place> => está en {place}
  + estoy en lisboa del 3 al 5 de junio -> Ana está en Lisboa del 3 de junio de 2026 al 5 de junio de 2026
constraint: (?:yo )?no (?:como|bebo|tomo) (?<food>carne|cerdo|pescado|mariscos?|gluten|lactosa|lácteos|alcohol|café|huevos?) => no consume {food}
  + yo no como carne -> Ana no consume carne
absence/needed: (?:yo )?no (?:puedo|estoy|voy a poder)(?: ir)? => no puede
  + el viernes no puedo -> Ana no puede el 15 de mayo de 2026
  - no puedo
appointment/needed: (?:yo )?tengo (?:un |una |mi )?(?<what>examen|entrevista|boda|parcial|final) => tiene {what}
  + el viernes tengo examen -> Ana tiene examen el 15 de mayo de 2026
task: (?:yo )?(?:llevo|traigo) (?:yo )?(?<art>el|la|los|las) <thing> => lleva {art} {thing}
  + yo llevo las bebidas -> Ana lleva las bebidas | llevo la vida -> Ana lleva la vida
habit: (?:yo )?(?:soy|soy el|soy la) main <main:words> => es main {main}
  + soy main healer en el gremio -> Ana es main healer en el gremio
habit: (?:yo )?(?:dejé|he dejado) (?<what>de fumar|de beber|de jugar a [\p{L} ]{2,20}|el tabaco|el café|el gimnasio|twitter|instagram|la carrera|la uni)(?: .{0,30})? => dejó {what}
  + dejé de fumar en enero -> Ana dejó de fumar
tool: (?:yo )?uso (?<tool>debian|arch|ubuntu|fedora|linux|mac|windows|vim|neovim|emacs|blender|krita|godot|unity|obs|firefox)(?: .{0,30})? => usa {tool}
  + uso debian en todo -> Ana usa debian
schedule: los (?<day>lunes|martes|miércoles|jueves|viernes|sábados|domingos) (?:tengo|voy a|hago|juego a) (?<what>[\p{L}]+(?: [\p{L}]+){0,4}?) => tiene {what} los {day}
  + los jueves tengo ensayo con el coro -> Ana tiene ensayo con el coro los jueves
taste: (?:yo )?no (?:soporto|aguanto) <thing> => no soporta {thing}
  + no soporto el reguetón, lo siento -> Ana no soporta el reguetón
schedule: los (?<day>lunes|martes|miércoles|jueves|viernes|sábados|domingos) (?:nunca |no )puedo(?: .*)? => no puede los {day}
  + los lunes nunca puedo, tengo coro -> Ana no puede los lunes
absence/needed: (?:yo )?no estaré => no está
  + no estaré del 5 al 12 de junio -> Ana no está del 5 de junio de 2026 al 12 de junio de 2026
task: (?:yo )?me encargo de <what:words> => se encarga de {what}
  + yo me encargo de reservar la mesa -> Ana se encarga de reservar la mesa
appointment/needed: (?:yo )?(?:vuelo|viajo|me voy) a <place> => viaja a {place}
  + el viernes vuelo a lisboa -> Ana viaja a Lisboa el 15 de mayo de 2026
home/told: ${YO}me (?:voy|fui) a vivir a <place> => se va a vivir a {place}
  + me voy a vivir a lisboa -> Ana se va a vivir a Lisboa
family: ${YO}vivo (?:ahora )?con mi ${PARIENTE} => vive con su {kin}
  + vivo con mi hermano -> Ana vive con su hermano
family: mi ${PARIENTE} vive en <place> => {who} tiene familia en {place}: {kin}
  + mi hermana vive en sevilla -> Ana tiene familia en Sevilla: hermana
family: mi ${PARIENTE} es ${OFICIO} => {who} tiene familia: {kin}, {job}
  + mi novio es fontanero -> Ana tiene familia: novio, fontanero
pet: mi (?<pet>gat[oa]|perr[oa]|conejo|hámster|loro|tortuga) se llama <name> => tiene un animal que se llama {name}: {pet}
  + mi gato se llama mochi -> Ana tiene un animal que se llama Mochi: gato
name: (?:llamadme|llámame|llamame|llámenme|podéis llamarme|pueden llamarme|puedes llamarme) <name> => se llama {name}
  + podéis llamarme lu -> Ana se llama Lu
identity: mis pronombres son (?<pronouns>\p{L}+(?:/\p{L}+)?) => usa los pronombres {pronouns}
  + mis pronombres son ella -> Ana usa los pronombres ella
identity: soy (?<region>español(?:a)?|andaluz(?:a)?|catal[áa]na?|galleg[oa]|vasc[oa]|valencian[oa]|canari[oa]|asturian[oa]|argentin[oa]|mexican[oa]|chilen[oa]|colombian[oa]|peruan[oa]|uruguay[oa]|venezolan[oa]|ecuatorian[oa]|cuban[oa]) => es {region}
  + soy gallega -> Ana es gallega
habit: ${YO}(?:juego|estoy jugando|vicio)(?: mucho)? a(?:l)? (?!la vez|las|los|veces|saco|tope|lo)<game:words> => juega a {game}
  + ahora juego al poe2 -> Ana juega a poe2
habit: ya no juego a(?:l)? <game:words> => ya no juega a {game}
  + ya no juego al dota -> Ana ya no juega a dota
habit: ${YO}(?:corro|salgo a correr) (?<often>todos los \p{L}+|cada \p{L}+|los \p{L}+) => corre {often}
  + corro todos los domingos -> Ana corre todos los domingos
habit: ${YO}entreno (?<often>todos los \p{L}+|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)(?: y \p{L}+)?) => entrena {often}
  + entreno los lunes -> Ana entrena los lunes
habit: ${YO}hago (?<what>los directos|directos?|stream|yoga|pilates|escalada|crossfit|boxeo|teatro|cerámica|natación) (?<often>todos los \p{L}+|los \p{L}+) => hace {what} {often}
  + hago los directos los jueves -> Ana hace los directos los jueves
habit: ${YO}colecciono <thing> => colecciona {thing}
  + colecciono vinilos -> Ana colecciona vinilos
taste: ${YO}estoy enganchad[oa] a(?:l)? <thing> => está enganchado/a a {thing}
  + estoy enganchado a elden ring -> Ana está enganchado/a a elden ring
favorite: mi (?<what>juego|peli|película|serie|grupo|libro|comida|plato|personaje|color|disco) favorit[oa] es <thing> => favorito de {who}: {what} {thing}
  + mi juego favorito es hades -> favorito de Ana: juego hades
milestone/told: (?:me caso|nos casamos) => se casa
  + me caso el 3 de agosto -> Ana se casa el 3 de agosto de 2026
absence/needed: ${YO}(?:estoy|estaré|voy a estar) de (?<what>vacaciones|viaje|exámenes|baja paternal|finales)(?: en <place>)? => está de {what}[ en {place}]
  + estoy de vacaciones del 3 al 10 de agosto -> Ana está de vacaciones del 3 de agosto de 2026 al 10 de agosto de 2026
task/needed: ${YO}(?:llevo|traigo) (?!\p{L}+ (?:años?|mes(?:es)?|días?|semanas?|horas?)|sin|tiempo|mucho|tod)<thing> => lleva {thing}
  + llevo tortilla el sábado -> Ana lleva tortilla el 16 de mayo de 2026
task: yo (?:pongo|llevo) (?<what>el (?:coche|altavoz|proyector|bafle)|la (?:furgo|furgoneta|casa|música|bebida|comida|mesa)) => pone {what}
  + yo pongo el coche, 4 plazas -> Ana pone el coche
task: yo organizo (?<what>(?:el|la|los|las) <thing>) => organiza {what}
  + yo organizo el torneo -> Ana organiza el torneo
constraint: (?:por favor )?no me (?:escrib\p{L}+|llam\p{L}+|mencion\p{L}+|etiquet\p{L}+|mand\p{L}+ mensajes) (?<time>(?:después|antes|a partir) de (?:las )?.{2,20}) => no quiere mensajes {time}
  + no me escribáis después de las 22 -> Ana no quiere mensajes después de las 22
goal: ${YO}(?:busco|estoy buscando) (?<what>piso|habitación|curro|trabajo|compañer[oa] de piso|prácticas)(?: en <place>)? => busca {what}[ en {place}]
  + busco piso en valencia -> Ana busca piso en Valencia
task: ${YO}vendo (?<art>mi|el|la|un|una) <thing> => vende {art} {thing}
  + vendo la bici -> Ana vende la bici
identity: ya no soy (?<what>mod|moderadora?|admin|capit[aá]na?) => ya no es {what}
  + ya no soy mod -> Ana ya no es mod
work: ${YO}salgo del (?:curro|trabajo) en <thing> a las? \d{1,2}(?::\d\d)? => trabaja en {thing}
  + salgo del curro en el hotel a las 23 -> Ana trabaja en el hotel
home: ${YO}(?:me acabo de mudar|acabo de mudarme) a <place> => se ha mudado a {place}
  + me acabo de mudar a gijón -> Ana se ha mudado a Gijón
work: ${YO}llevo (?<since>(?:un|dos|tres|cuatro|cinco|\d+) (?:años?|meses)) trabajando (?<prep>en|de|como|para) <thing> => trabaja {prep} {thing} desde hace {since}
  + llevo dos años trabajando en correos -> Ana trabaja en correos desde hace dos años
work: ya no trabajo en <thing> => ya no trabaja en {thing}
  + ya no trabajo en el bar -> Ana ya no trabaja en el bar
milestone/needed: mi ${PARIENTE} y yo nos casamos => se casa
  + mi pareja y yo nos casamos el 12 de septiembre -> Ana se casa el 12 de septiembre de 2026
tool: ${YO}me (?:he )?(?:pasé|pasado|cambié|cambiado) a (?<tool>debian|arch|ubuntu|fedora|linux|mac|windows|android|neovim|vim|obsidian) => usa {tool}
  + me he pasado a linux -> Ana usa linux
study: ${YO}(?:estoy haciendo|hago) (?<what>un (?:máster|grado|doctorado|ciclo|curso|posgrado|fp)) (?<prep>en|de|sobre) <thing> => hace {what} {prep} {thing}
  + estoy haciendo un máster en datos -> Ana hace un máster en datos
task/needed: (?:yo )?hago (?<what>(?:la|el|una|un) (?:tortilla|paella|tarta|bizcocho|ensalada|pizza|postre|cena|comida|empanada))(?: para)? => hace {what}
  + yo hago la tortilla para el 16 de mayo -> Ana hace la tortilla el 16 de mayo de 2026
  - yo hago la tortilla para el sábado
absence/needed: (?:esta semana )?(?:yo )?(?:estoy|estaré) (?:fuera|de puente|desconectad[oa]) => está fuera
  + estoy fuera hasta el viernes -> Ana está fuera hasta el 15 de mayo de 2026
belonging: ${YO}tengo (?<what>(?:un|una) (?:[\p{L}]+ )?(?:portátil|thinkpad|macbook|steam deck|switch|ps5|pc|cámara|guitarra|bajo|moto|coche|bici|furgo|furgoneta|teclado|monitor|impresora 3d|piano)(?: [\p{L}\d]*\d[\p{L}\d]*| [\p{L}]+ [\p{L}\d]*\d[\p{L}\d]*)?) => tiene {what}
  + tengo un portátil thinkpad t480 -> Ana tiene un portátil thinkpad t480
`),
}
