/** Phrases in which people speak of themselves in Portuguese chat. */
import { type PhraseTable, phraseRows } from "./phrase.ts"

const EU = "(?:eu )?(?:já |agora |ainda )?"

const PARENTE =
  "(?<kin>mãe|pai|irmã|irmão|namorada|namorado|esposa|marido|filha|filho|avó|avô|tia|tio|prima|primo|sogra|sogro)"
const OFICIO =
  "(?<job>professora?|enfermeir[oa]|médic[oa]|engenheir[oa]|programadora?|dev|designer|fotógraf[oa]|eletricista|padeir[oa]|cozinheir[oa]|advogad[oa]|arquitet[oa]|jornalista|motorista|psicólog[oa]|dentista|veterinári[oa]|músic[oa]|cabeleireir[oa]|mecânic[oa]|farmacêutic[oa]|costureira)"

const TOCADO =
  "(?:violão|viola|violino|violoncelo|guitarra|baixo|bateria|piano|teclado|flauta(?: transversal)?|clarinete|sax(?:ofone)?|trompete|trombone|cavaquinho|cavaco|bandolim|pandeiro|cajón|sanfona|acordeão|gaita|ukulele|banjo|harpa|tuba|rabeca)"

export const PORTUGUESE: PhraseTable = {
  language: "pt",
  fillers:
    /^(?:(?:ah|oh|e|mas|então|aí|gente|galera|pessoal|oi|olá|bom|olha|tipo|aliás|k{3,}|rs+|sim|é|né|vdd|agora|hoje)(?![\p{L}])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:ontem|k{3,}|rs+|né|viu|gente|galera|agora|hj|hoje|já|mesmo|sério|tb|também|pfv)$/iu,
  empty:
    /^(?:isso|isto|ele|ela|eles|elas|você|vc|te|me|mim|meu|minha|eu|o|a|os|as|que|quem|onde|quando|como|algo|nada|tudo|aqui|ali|lá|não|de|um|uma)$|^(?:isso|que|se|te|me|meu|minha|não|vc|você|muito)\s/iu,
  usual: { meu: "seu", minha: "sua", poe2: "Path of Exile 2", lol: "LoL" },
  phrases: phraseRows(String.raw`
home: ${EU}moro (?:em|no|na) <place>(?: desde \d{4})? => mora em {place}
  + moro em joinville desde 2019 -> Ana mora em Joinville
work: ${EU}trabalho (?<prep>com|como|na|no|em|numa|num) <thing> => trabalha {prep} {thing}
  + trabalho numa padaria -> Ana trabalha numa padaria
constraint: ${EU}sou (?<diet>vegan[oa]|vegetarian[oa]|celíac[oa]) => é {diet}
  + sou vegana -> Ana é vegana
taste: ${EU}(?:adoro|gosto (?:muito )?de) <thing> => gosta de {thing}
  + adoro coentro -> Ana gosta de coentro
  - adoro isso
taste: ${EU}(?:odeio|detesto) <thing> => odeia {thing}
  + odeio coentro -> Ana odeia coentro
habit: (?:sou )?main <role:word> => é main {role}
  + main omen agora -> Ana é main omen
habit: ${EU}(?:larguei|aposentei|parei (?:de jogar|com)|desisti de) (?:(?<art>o|a|as|os) )?<thing> => largou[ {art}] {thing}
  + larguei o rag -> Ana largou o rag | aposentei a jett -> Ana largou a jett
  - larguei tudo
habit: ${EU}(?:tô|to|estou|fiquei) (?:n[oa]|tocando) (?<thing>${TOCADO}) => toca {thing}
  + tô no violão agora -> Ana toca violão | eu tô na viola -> Ana toca viola
habit: ${EU}(?:tô|to|estou) (?:jogando|no(?! (?:dentista|médico|ônibus|trabalho|banho|hospital|carro|mercado|metrô|trampo))) <thing> => joga {thing}
  + tô no path of exile 2 -> Ana joga path of exile 2
belonging: ${EU}vendi (?<art>o|a|meu|minha) <thing> => vendeu {art} {thing}
  + pessoal vendi o baixo de 4 cordas -> Ana vendeu o baixo de 4 cordas
habit: ${EU}toco <thing> => toca {thing}
  + toco flauta transversal -> Ana toca flauta transversal
absence/needed: ${EU}(?:viajo|vou viajar|estarei|vou estar|tô) (?:para|pra|em) <place> => está em {place}
  + vou estar em recife dia 20 -> Ana está em Recife em 20 de maio de 2026
origin: (?:eu )?sou (?:de|do|da) <place> => é de {place}
  + sou de recife -> Ana é de Recife
absence/needed: (?:eu )?não (?:posso|consigo|vou poder|tô|estarei)(?: ir)? => não pode
  + sexta eu não posso -> Ana não pode em 15 de maio de 2026
  - não posso
appointment/needed: (?:eu )?tenho (?:uma? |minha )?(?<what>prova|entrevista|casamento|exame)(?: na facul| na faculdade| na escola)? => tem {what}
  + quinta tenho prova na facul -> Ana tem prova em 14 de maio de 2026
work: (?:eu )?(?:já )?pedi demissão|saí do (?:meu )?(?:emprego|trampo|trabalho) => pediu demissão
  + pedi demissão hoje -> Ana pediu demissão
study: (?:eu )?(?:estudo|faço faculdade de|curso) <thing> => estuda {thing}
  + faço faculdade de letras -> Ana estuda letras
task: (?:eu )?levo (?<art>o|a|os|as) <thing> => leva {art} {thing}
  + eu levo o gelo -> Ana leva o gelo
  - levo o meu
belonging: (?:o )?(?:meu|minha) <thing> (?<new>nov[oa]) chegou => tem {thing} {new}
  + meu pc novo chegou hj!! -> Ana tem pc novo
pet: (?:eu )?tenho (?<art>um|uma) (?<animal>gat[oa]|cachorr[oa]|calopsita|coelho) (?:chamad[oa]|que se chama) <name> => tem {art} {animal}: {name}
  + tenho um gato chamado waldir -> Ana tem um gato: Waldir
pet: (?:eu )?(?:tenho|temos|adotei|adotamos) (?<what>(?:uma?|dois|duas|três|quatro) (?:[\p{L}]+ )?(?:gat[oa]s?|cachorr[oa]s?|cachorrinh[oa]s?|gatinh[oa]s?|coelhos?|hamsters?|calopsitas?|papagaios?|tartarugas?|cavalos?|galinhas?|peixes)(?: e (?:uma?|dois|duas) (?:gat[oa]s?|cachorr[oa]s?|coelhos?|calopsitas?|papagaios?|tartarugas?))?)(?: .{0,40})? => tem {what}
  + tenho dois cachorros e uma calopsita -> Ana tem dois cachorros e uma calopsita
absence/needed: (?:eu )?(?:viajo|vou viajar|to viajando|tô viajando)(?: .{0,20})? => viaja
  + viajo dia 15 -> Ana viaja em 15 de maio de 2026
home: (?:eu )?(?:me mudei|mudei) (?:pra|para|pro) <place>(?: .{0,40})? => se mudou para {place}
  + mudei pra curitiba mês passado -> Ana se mudou para Curitiba
identity: (?:eu )?tenho (?<age>1[89]|[2-9]\d) anos => tem {age} anos
  + tenho 27 anos -> Ana tem 27 anos
birthday: (?:eu )?(?:faço (?:aniversário|niver|anos)|meu (?:aniversário|niver) é) (?:dia |em |no dia )?(?<day>\d{1,2}(?: de \p{L}+|/\d{1,2}))(?: .{0,40})? => faz aniversário em {day}
  + meu niver é 4 de julho -> Ana faz aniversário em 4 de julho
work: (?:eu )?sou (?<job>(?:professora?|prof|enfermeir[oa]|engenheir[oa]|programadora?|dev|designer|fotógraf[oa]|estudante|bibliotecári[oa]|mecânic[oa]|eletricista|padeir[oa]|cozinheir[oa]|veterinári[oa]|advogad[oa]|arquitet[oa]|tradutora?|jornalista|motorista|psicólog[oa]|médic[oa]|dentista|barista|garçom|caminhoneir[oa])(?: (?:de|em|na|no) .{2,25})?) => é {job}
  + sou enfermeira em recife -> Ana é enfermeira em recife
skill: (?:eu )?(?:tô aprendendo|to aprendendo|estou aprendendo|aprendo) (?<what>inglês|francês|espanhol|alemão|italiano|japonês|coreano|chinês|libras|violão|guitarra|piano|bateria|python|rust)(?: .{0,30})? => está aprendendo {what}
  + tô aprendendo japonês -> Ana está aprendendo japonês
family: (?:eu )?tenho (?<what>(?:uma?|dois|duas|três|quatro) (?:irm[ãa]os?|irmãs?|filh[oa]s?|prim[oa]s?|net[oa]s?|sobrinh[oa]s?)) => tem {what}
  + tenho duas irmãs -> Ana tem duas irmãs
belonging: (?:eu )?comprei (?<what>(?:uma?|o|a) (?:[\p{L}]+ )?(?:carro|moto|bicicleta|bike|guitarra|violão|baixo|câmera|notebook|pc|celular|ps5|switch|xbox|monitor|casa|apartamento|teclado|headset))(?: .{0,30})? => comprou {what}
  + comprei um violão usado -> Ana comprou um violão
work: (?:eu )?comecei (?:a trabalhar )?(?<prep>num|numa|no|na|em) <org:words> => começou {prep} {org}
  + comecei num estúdio de tatuagem -> Ana começou num Estúdio de Tatuagem
birthday: (?:eu )?faço anos (?:no )?dia (?<day>\d{1,2})(?:,? .*)? => faz anos no dia {day}
  + faço anos dia 21, já sabem -> Ana faz anos no dia 21
home/needed: ${EU}vou (?:me )?mudar (?:pra|para|pro) <place> => vai se mudar para {place}
  + vou me mudar pra recife em junho -> Ana vai se mudar para Recife em junho de 2026
family: (?:meu|minha) ${PARENTE}(?: <name>)? (?:mora|vive) (?:em|no|na) <place> => {who} tem família em {place}: {kin}[ {name}]
  + minha irmã mora em natal -> Ana tem família em Natal: irmã
family: (?:meu|minha) ${PARENTE}(?: <name>)? é ${OFICIO} => {who} tem família: {kin}[ {name}], {job}
  + minha prima bia é fotógrafa -> Ana tem família: prima Bia, fotógrafa
pet: (?:meu|minha) (?<pet>gat[oa]|cachorr[oa]|calopsita|coelho|papagaio|tartaruga) se chama <name> => tem um bicho chamado {name}: {pet}
  + meu gato se chama miau -> Ana tem um bicho chamado Miau: gato
name: (?:podem|pode|pd) me chamar de <name>|me chamem? de <alias:name> => é chamado/a de {name}{alias}
  + podem me chamar de jo -> Ana é chamado/a de Jo
identity: meus pronomes são (?<pronouns>\p{L}+(?:/\p{L}+)?) => usa os pronomes {pronouns}
  + meus pronomes são ela/dela -> Ana usa os pronomes ela/dela
identity: (?:eu )?sou (?<region>brasileir[oa]|portugu[êe]sa?|mineir[oa]|carioca|paulista|paulistan[oa]|baian[oa]|gaúch[oa]|cearense|pernambucan[oa]|paraense|catarinense|goian[oa]|angolan[oa]) => é {region}
  + sou mineira -> Ana é mineira
favorite: (?:meu|minha) (?<what>jogo|filme|série|banda|livro|comida|prato|personagem|música|time) favorit[oa] é <thing> => favorito de {who}: {what} {thing}
  + meu jogo favorito é hades -> favorito de Ana: jogo hades
taste: (?:eu )?amo (?!(?:a|o|as|os) |você|vc|vcs|vocês|isso|essa|esse|muito|tanto)<thing> => gosta de {thing}
  + amo pagode -> Ana gosta de pagode
constraint: (?:eu )?não (?:como|bebo|tomo) (?<food>carne|porco|peixe|camarão|frutos do mar|glúten|lactose|leite|álcool|café|ovos?) => não consome {food}
  + não como carne -> Ana não consome carne
constraint: (?:eu )?(?:sou|tenho) (?:alérgic[oa]|alergia) (?:à|ao|aos|a) <thing> => tem alergia a: {thing}
  + sou alérgico a camarão -> Ana tem alergia a: camarão
constraint: (?:por favor )?não me (?:marca|marquem|pinga|pinguem|chama|chamem|liga|liguem) (?<time>(?:depois|antes) d[ae]s? .{2,15}) => não quer mensagens {time}
  + não me marca depois das 22h -> Ana não quer mensagens depois das 22h
skill: (?:eu )?falo (?<what>(?:inglês|francês|espanhol|alemão|italiano|japonês|coreano|chinês|libras|russo|guarani)(?: e (?:um pouco de )?(?:inglês|francês|espanhol|alemão|italiano|japonês))?) => fala {what}
  + falo espanhol -> Ana fala espanhol
work/needed: (?:eu )?começo (?<prep>na|no|em|num|numa) <thing> => começa {prep} {thing}
  + começo na ambev dia 1 de junho -> Ana começa na ambev em 1 de junho de 2026
belonging: (?:eu )?(?:comprei|peguei|ganhei|tô com|to com|estou com) (?<what>(?:um|uma) (?:[\p{L}]+ )?(?:steam deck|switch|ps5|pc|notebook|celular|bike|bicicleta|moto|carro|guitarra|violão|baixo|bateria|teclado|câmera|monitor|impressora)(?: (?:de|da|do) [\p{L}\d ]{1,15})?) => tem {what}
  + comprei um steam deck -> Ana tem um steam deck | tô com um baixo de 5 cordas -> Ana tem um baixo de 5 cordas
habit: (?:eu )?corro (?<often>todo \p{L}+|toda \p{L}+|todos os \p{L}+) => corre {often}
  + corro todo domingo -> Ana corre todo domingo
habit: (?:eu )?faço (?<what>live|lives|yoga|pilates|natação|teatro|cerâmica|escalada|crossfit) (?<often>todo \p{L}+|toda \p{L}+|às? \p{L}+) => faz {what} {often}
  + faço live toda quinta -> Ana faz live toda quinta
habit: (?:eu )?não jogo mais <game:words> => não joga mais {game}
  + não jogo mais dota -> Ana não joga mais dota
habit: (?:eu )?parei de (?<what>fumar|beber|comer carne|tomar café|correr|treinar|estudar) => parou de {what}
  + parei de fumar -> Ana parou de fumar
habit: (?:eu )?coleciono <thing> => coleciona {thing}
  + coleciono vinil -> Ana coleciona vinil
habit: (?:eu )?(?:organizo|cuido d[oae]s?) (?<what>(?:o |a |os |as )?(?:campeonato|torneio|bebidas?|comidas?|som|fotos|artes|ingressos|vaquinha|caixa|evento|servidor|lista|churrasco)) => cuida de {what}
  + organizo o campeonato -> Ana cuida de o campeonato
task: (?:eu )?faço (?<what>(?:as|os) (?:fotos|artes|cartazes|convites|flyers|doces|salgados)(?: d[oa] [\p{L}]+)?) => faz {what}
  + faço as fotos do show -> Ana faz as fotos do show
task/needed: (?:eu )?levo <thing> => leva {thing}
  + levo refri no sábado -> Ana leva refri em 16 de maio de 2026
family: (?:eu )?terminei com (?:a|o|meu|minha) <friend:name> => terminou com {friend}
  + terminei com a ju -> Ana terminou com Ju
milestone/told: (?:vou casar|a gente vai casar|caso) => vai casar
  + vou casar dia 3 de agosto -> Ana vai casar em 3 de agosto de 2026
absence/needed: (?:eu )?(?:tô|to|estou|vou estar) de (?<what>férias|prova|plantão|viagem|mudança)(?: em <place>)? => está de {what}[ em {place}]
  + tô de férias de 3 a 10 de agosto -> Ana está de férias de 3 de agosto de 2026 a 10 de agosto de 2026
schedule: (?:às? |toda )?(?<day>segundas?|terças?|quartas?|quintas?|sextas?|sábados?|domingos?) (?:eu )?tenho (?<what>aula(?: de [\p{L}]+)?|treino|ensaio|terapia|inglês|futebol|academia|plantão) => tem {what} de {day}
  + terça tenho aula de dança -> Ana tem aula de dança de terça
goal: (?:eu )?(?:procuro|tô procurando|to procurando) (?<what>apê|apartamento|casa|quarto|emprego|trampo|estágio|alguém pra dividir apê)(?: em <place>)? => procura {what}[ em {place}]
  + procuro apê em são paulo -> Ana procura apê em São Paulo
task: (?:eu )?(?:tô )?vend(?:o|endo) (?<art>meu|minha|um|uma) <thing> => vende {art} {thing}
  + vendo minha bike -> Ana vende sua bike
home: (?:eu )?acabei de me mudar (?:pra|para|pro) <place> => acabou de se mudar para {place}
  + acabei de me mudar pra santos -> Ana acabou de se mudar para Santos
tool: (?:eu )?(?:migrei|mudei|passei) (?:pro|pra|para o) (?<tool>linux|arch|fedora|ubuntu|debian|mint|mac|windows|android|iphone|neovim|obsidian) => usa {tool}
  + migrei pro linux -> Ana usa linux
study: (?:eu )?(?:faço|tô fazendo|to fazendo) (?<what>mestrado|doutorado|graduação|técnico|pós|cursinho|residência) (?<prep>em|de|no|na) <thing> => faz {what} {prep} {thing}
  + faço mestrado em física -> Ana faz mestrado em física
task/needed: (?:eu )?faço (?<what>(?:o|a|um|uma) (?:bolo|torta|churrasco|salada|pizza|sobremesa|almoço|janta|feijoada))(?: p(?:ro|ra))? => faz {what}
  + eu faço o bolo pro dia 16 -> Ana faz o bolo em 16 de maio de 2026
  - eu faço o bolo pro sábado
task: (?:eu )?vou levar (?<art>o|a|os|as|um|uma) <thing> => leva {art} {thing}
  + vou levar a caixa de som -> Ana leva a caixa de som
`),
}
