/** Spanish phrases of what comes and what changes: moves, jobs, trips, exams, weekly days, pets, what somebody cannot eat. */
import { AHORA, DIAS, EL, ELLA, EN_CASA, FAMILIA, HE, MASCOTA, OCASION, RUTINA } from "./es-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

export const SPANISH_PLANS: readonly Phrase[] = phraseRows(String.raw`
home/told: ${AHORA}(?:me mudo|nos mudamos|me voy a vivir|nos vamos a vivir) (?:ya |por fin )?a <place> => se muda a {place}
  + el 1 de noviembre me mudo a valencia -> Ana se muda a Valencia el 1 de noviembre de 2026 | nos mudamos a zaragoza en julio -> Ana se muda a Zaragoza en julio de 2026
  - me mudo a vivir | me mudo a linux el viernes | no me mudo a valencia | me mudo a valencia o no
home/needed: ${AHORA}(?:me mudo|nos mudamos)(?: ya| por fin| de (?:piso|casa))? => se muda
  + cambio de planes chicos, el traslado se retrasa, me mudo el 15 de junio -> Ana se muda el 15 de junio de 2026 | la semana que viene nos mudamos de piso -> Ana se muda la semana del 18 de mayo de 2026
  - me mudo | te mudas el 15 de junio? | no me mudo el 15 de junio
home/needed: ${AHORA}(?:me mudo|nos mudamos) (?<con>con (?:mi|mis) (?:${FAMILIA})|al piso nuevo|a la casa nueva|a un piso nuevo)(?: en <place>)? => se muda {con}[ en {place}]
  + el sábado me mudo al piso nuevo -> Ana se muda al piso nuevo el 16 de mayo de 2026
work/needed: ${AHORA}(?:empiezo|comienzo|entro) (?:a (?:trabajar|currar) |a hacer prácticas |a dar clases? |las prácticas )?(?<prep>en|como|de) (?!(?:tanque|healer|heal|support|dps|main|.*(?:raid|partida|torneo)|serio|breve|nada|cero|nuevo|casa|punto|racha|camino|el juego)(?![\p{L}]))<org:words> => empieza a trabajar {prep} {org}
  + Empiezo a trabajar en una panadería el miércoles -> Ana empieza a trabajar en una panadería el 13 de mayo de 2026 | el 7 de junio empiezo en correos -> Ana empieza a trabajar en Correos el 7 de junio de 2026
  - empiezo de cero el miércoles | empiezo de tanque el viernes en la raid | empiezo en serio el lunes | no empiezo en correos el lunes
work/told: ${HE("conseguido|encontrado|pillado")} (?:(?:el|un|mi primer|por fin un|otro) )?(?:nuevo )?(?:trabajo|curro|empleo|puesto)(?: nuevo)?(?: (?<prep>en|de|como) <org:words>)?|(?:ya )?(?:me han dado|me dieron|me cogieron en|me han cogido en) el (?:trabajo|curro|puesto)(?: (?<prep2>en|de) <org2:words>)?|${AHORA}tengo (?:nuevo |un nuevo )(?:trabajo|curro|empleo)(?: (?<prep3>en|de|como) <org3:words>)? => tiene trabajo nuevo[ {prep} {org}][ {prep2} {org2}][ {prep3} {org3}]
  + me han dado el trabajo en correos -> Ana tiene trabajo nuevo en correos | he encontrado trabajo en un hotel -> Ana tiene trabajo nuevo en un hotel
  - no me han dado el trabajo | he encontrado un trabajo para ti
work/told: (?:${HE("dejado|perdido")}|dejé|perdí) (?:el|mi) (?:trabajo|curro|empleo)(?: (?<prep>en|de) <org:words>)? => ya no tiene su trabajo[ {prep} {org}]
  + he dejado el trabajo -> Ana ya no tiene su trabajo | dejé el curro en el bar -> Ana ya no tiene su trabajo en el bar
  - no he dejado el trabajo | he dejado el trabajo para mañana
work: (?:yo )?(?:trabajo|llevo (?:\p{L}+|\d+) (?:años?|mes(?:es)?) trabajando)(?: desde hace (?:\p{L}+|\d+) (?:años?|mes(?:es)?)| desde [\p{L}\d]+)? (?<prep>en|de|como|para) (?!(?:casa|ello|eso|nada|serio|equipo|esto)(?![\p{L}]))<thing> => trabaja {prep} {thing}
  + llevo tres años trabajando en una panadería -> Ana trabaja en una panadería | trabajo desde hace un mes en una clínica veterinaria -> Ana trabaja en una clínica veterinaria
  - trabajo en ello
study: (?:yo )?(?:estoy estudiando|estudio|he empezado a estudiar) (?!(?:para|mucho|en|a|hasta|con|por|como|el|todo|toda|hoy|mañana)(?![\p{L}]))<thing> => estudia {thing}
  + estoy estudiando enfermería en murcia -> Ana estudia enfermería en murcia
  - estoy estudiando mucho | estoy estudiando para el examen
goal/told: (?:yo )?(?:estoy aprendiendo|aprendo|he empezado a aprender|he empezado a tocar|estoy aprendiendo a tocar|aprendo a tocar) (?:el |la )?(?<what>inglés|alemán|francés|italiano|portugués|japonés|coreano|chino|ruso|árabe|euskera|catalán|gallego|lengua de signos|guitarra|piano|violín|batería|bajo|ukelele|acordeón|flauta) => aprende {what}
  + estoy aprendiendo alemán -> Ana aprende alemán | he empezado a tocar el violín -> Ana aprende violín
appointment/needed: ${AHORA}(?:voy|vamos|me voy|nos vamos|iré|iremos) a (?!(?:por|ver|la cama|dormir|casa|clase|trabajar|\p{L}+[aei]r(?:l[aeo]s?|me|te|se|nos)?)(?![\p{L}]))<place>(?: (?:a ver a|con) .{3,25})? => va a {place}
  + En Nochevieja voy a Sevilla -> Ana va a Sevilla en Nochevieja 2026 | este viernes nos vamos a cádiz -> Ana va a Cádiz el 15 de mayo de 2026
  - voy a sevilla | voy a full el viernes | me voy a dormir | el viernes voy a trabajar | no voy a sevilla el viernes | el viernes voy a por pan
appointment/needed: ${AHORA}(?:vuelo|volamos|viajo|viajamos) a <place> => viaja a {place}
  + el 22 de junio vuelo a méxico -> Ana viaja a México el 22 de junio de 2026
  - vuelo a méxico | vuelo a verte el viernes
absence/needed: ${AHORA}(?:vuelvo|volvemos|regreso) (?:a|de) <place> => vuelve a o de {place}
  + vuelvo a lima el 22 de junio -> Ana vuelve a o de Lima el 22 de junio de 2026
absence/needed: ${AHORA}(?:estoy|estamos|estaré|estaremos) (?:de (?:vacaciones|viaje) )?en <place> => está en {place}
  + del 3 al 8 de junio estoy en roma -> Ana está en Roma del 3 de junio de 2026 al 8 de junio de 2026
  - estoy en roma | estoy en casa el lunes | no estoy en roma el viernes
absence/needed: ${AHORA}(?:estoy|estamos|estaré|voy a estar) (?<how>fuera|de viaje|de vacaciones|sin internet|desconectad[oa]) => está {how}
  + la semana que viene estoy fuera, congreso en viena -> Ana está fuera la semana del 18 de mayo de 2026
  - estoy fuera
absence/needed: ${AHORA}(?<does>ceno|cenamos|como|comemos|celebro|celebramos) (?<en>${EN_CASA}|con (?:mi|mis) (?:${FAMILIA}))(?: en <place>)? => {does} {en}[ en {place}]
  + En Nochebuena ceno con mis suegros en Sevilla -> Ana cena con sus suegros en Sevilla en Nochebuena 2026
  - ceno con mis suegros | no ceno con mis suegros en nochebuena
absence/needed: ${AHORA}(?:paso|pasamos|pasaré|pasaremos|estoy|estamos|estaré)(?: (?:las?|el))? (?<en>${EN_CASA}|con (?:mi|mis) (?:${FAMILIA}))(?: en <place>)? => está {en}[ en {place}]
  + paso las navidades en casa de mi abuela en lugo -> Ana está en casa de su abuela en Lugo en Navidades 2026
  - paso con mi hermana
appointment/needed: ${AHORA}(?:tengo|tenemos) (?<art>un |una |el |la |mi |los |las )?(?<what>${OCASION})(?: (?<prep>en|con|de|para) <org:words>)? => tiene {art}{what}[ {prep} {org}]
  + el próximo viernes tengo entrevista en una editorial -> Ana tiene entrevista en una editorial el 15 de mayo de 2026 | mañana tengo examen de conducir -> Ana tiene examen de conducir el 12 de mayo de 2026
  - tengo un examen | no tengo examen el viernes | el viernes tengo que estudiar
appointment/needed: mi (?<what>${OCASION}) es => tiene {what}
  + mi examen de inglés es el 12 de junio -> Ana tiene examen de inglés el 12 de junio de 2026
  - mi entrevista es | mi entrevista no es el 12 de junio
milestone/told: mi (?:(?<ella>${ELLA})|(?<el>${EL})) se casa => [La {ella}][El {el}] de {who} se casa
  + mi hermana se casa el 6 de junio -> La hermana de Ana se casa el 6 de junio de 2026
milestone/told: (?:vamos a tener|esperamos) un (?:bebé|hijo)|voy a ser (?<kin>madre|padre|mamá|papá|abuel[oa]|tí[oa]) => espera un bebé[ (será {kin})]
  + vamos a tener un bebé en agosto -> Ana espera un bebé en agosto de 2026
milestone/told: ${HE("aprobado|sacado|pasado")} (?:ya |por fin )?(?<what>(?:el|la|las|mi) (?:carnet(?: de conducir)?|oposición|oposiciones|selectividad|examen(?: de \p{L}+)?|carrera|tesis|práctico|teórico)) => ha aprobado {what}
  + he aprobado el carnet de conducir!! -> Ana ha aprobado el carnet de conducir
  - no he aprobado el carnet | he pasado el examen a papel
schedule: ${AHORA}(?<does>(?!voy (?:los|cada|todos))(?:${RUTINA})) (?:ya |siempre )?(?<where>(?:al?|en|con|de) (?!(?:mí|ti|él|ella|vosotros)(?![\p{L}]))(?:la |el |los |las )?\p{L}+(?: \p{L}+){0,2}? )?(?<day>${DIAS}) => {does} {where}{day}
  + ahora nado los martes y jueves -> Ana va a nadar los martes y jueves | ahora voy al gimnasio los lunes y miércoles -> Ana va al gimnasio los lunes y miércoles
  - no nado los martes | voy los lunes
schedule: ${AHORA}tengo (?<what>(?:clases? de|ensayo|entreno|entrenamiento|turno de|taller de|coro|yoga|natación|guitarra|piano)(?: \p{L}+){0,2}?) (?<day>${DIAS}) => tiene {what} {day}
  + a partir de julio tengo clase de cerámica los jueves -> Ana tiene clase de cerámica los jueves a partir de julio de 2026
pet: (?:${HE("adoptado|acogido|rescatado|comprado")}|(?:yo )?(?:ya )?(?:tengo|tenemos)|me han regalado) (?:ya |por fin )?(?<what>(?:un|una|dos|tres) (?:[\p{L}]+ )?(?:${MASCOTA}))(?:(?:,| y)? (?:que )?(?:se llama|llamad[oa]) <name>)? => tiene {what}[ que se llama {name}]
  + he adoptado una perrita! -> Ana tiene una perrita | Tengo una perrita que se llama Nube -> Ana tiene una perrita que se llama Nube | hemos adoptado un gato, se llama pelusa -> Ana tiene un gato que se llama Pelusa
  - no tengo perro | mi vecina ha adoptado una perrita | a ver si adopto un perro | he visto un perro
pet: mi (?:(?<ella>perrita?|gatita?|perra|gata|tortuga|coneja|cobaya|gallina)|(?<el>perr(?:it)?o|gat(?:it)?o|conejo|hámster|loro|caballo|hurón)) se llama <name> => [La {ella}][El {el}] de {who} se llama {name}
  + mi perro se llama rocco -> El perro de Ana se llama Rocco
  - mi vecino se llama rocco
favorite: mi (?:(?<ella>(?:película|peli|serie|canción|comida|estación|novela|autora) favorita)|(?<el>(?:libro|juego|grupo|color|plato|animal|disco|autor) favorito)) es (?!(?:est|es[aeo]|aquel|no|el que|la que))<thing> => [La {ella}][El {el}] de {who} es {thing}
  + mi libro favorito es rayuela -> El libro favorito de Ana es rayuela
  - mi libro favorito es ese
taste: (?:yo )?(?:odio|detesto|no soporto) (?=(?:el|la|los|las) )<thing>(?:,| y| pero) prefiero (?=(?:el|la|los|las) )<other:words> => odia {thing} y prefiere {other}
  + odio el cilantro, prefiero el perejil -> Ana odia el cilantro y prefiere el perejil
taste: (?:yo )?(?:no soporto|no aguanto|no me gustan? nada) (?=(?:el|la|los|las) )(?!(?:el|la|los|las) (?:que|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?))<thing> => no soporta {thing}
  + no soporto el cilantro -> Ana no soporta el cilantro
  - no soporto eso | no soporto los lunes
taste: (?:yo )?prefiero (?=(?:el|la|los|las) )<thing> (?<than>al?|que) (?=(?:el|la|los|las)? ?\p{L})<other:words> => prefiere {thing} {than} {other}
  + prefiero el té al café -> Ana prefiere el té al café
constraint: (?:yo )?(?:me he hecho|me hice|ahora soy|ya soy|desde [\p{L}]+ soy|soy) (?<diet>vegan[oa]|vegetarian[oa]|celíac[oa]) => es {diet}
  + me he hecho vegetariano -> Ana es vegetariano | a partir de julio soy vegana -> Ana es vegana a partir de julio de 2026
  - me he hecho daño | no soy vegana
constraint: (?:yo )?soy (?:muy )?(?<how>intolerante (?:a la lactosa|al gluten|a la fructosa)) => es {how}
  + soy intolerante a la lactosa -> Ana es intolerante a la lactosa
constraint: ${AHORA}(?:ya )?no (?:puedo comer|como|puedo tomar|bebo) (?<food>carne|pescado|gluten|lactosa|lácteos|cerdo|marisco|huevos?|frutos secos|cacahuetes|azúcar|alcohol|soja|ternera) => no toma {food}
  + no puedo comer gluten -> Ana no toma gluten | ya no como carne -> Ana no toma carne
  - no como nada
`)
