/** Phrases in which people speak of themselves in Portuguese chat. */
import { type PhraseTable, phraseRows } from "./phrase.ts"

const EU = "(?:eu )?(?:já |agora |ainda )?"

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
`),
}
