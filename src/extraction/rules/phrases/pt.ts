/** Phrases in which people speak of themselves in Portuguese chat. */
import { type PhraseTable, phraseRows } from "./phrase.ts"

const EU = "(?:eu )?(?:já |agora |ainda )?"

const TOCADO =
  "(?:violão|viola|violino|violoncelo|guitarra|baixo|bateria|piano|teclado|flauta(?: transversal)?|clarinete|sax(?:ofone)?|trompete|trombone|cavaquinho|cavaco|bandolim|pandeiro|cajón|sanfona|acordeão|gaita|ukulele|banjo|harpa|tuba|rabeca)"

export const PORTUGUESE: PhraseTable = {
  language: "pt",
  fillers:
    /^(?:(?:ah|oh|e|mas|então|aí|gente|galera|pessoal|oi|olá|bom|olha|tipo|aliás|k{3,}|rs+|sim|é|né|vdd|agora|hoje)(?![\p{L}])[\s,:]*)+|[\s,]*(?<![\p{L}])(?:k{3,}|rs+|né|viu|gente|galera|agora|já|mesmo|sério|tb|também|pfv)$/iu,
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
habit: ${EU}(?:larguei|aposentei|parei (?:de jogar|com)|desisti de) (?<art>o|a|as|os) <thing> => largou {art} {thing}
  + larguei o rag -> Ana largou o rag | aposentei a jett -> Ana largou a jett
  - larguei tudo
habit: ${EU}(?:tô|to|estou|fiquei) (?:n[oa]|tocando) (?<thing>${TOCADO}) => toca {thing}
  + tô no violão agora -> Ana toca violão | eu tô na viola -> Ana toca viola
origin: (?:eu )?sou (?:de|do|da) <place> => é de {place}
  + sou de recife -> Ana é de Recife
absence/needed: (?:eu )?não (?:posso|consigo|vou poder|tô|estarei)(?: ir)? => não pode
  + sexta eu não posso -> Ana não pode em 15 de maio de 2026
  - não posso
pet: (?:eu )?(?:tenho|temos|adotei|adotamos) (?<what>(?:uma?|dois|duas|três|quatro) (?:[\p{L}]+ )?(?:gat[oa]s?|cachorr[oa]s?|cachorrinh[oa]s?|gatinh[oa]s?|coelhos?|hamsters?|calopsitas?|papagaios?|tartarugas?|cavalos?|galinhas?|peixes)(?: e (?:uma?|dois|duas) (?:gat[oa]s?|cachorr[oa]s?|coelhos?|calopsitas?|papagaios?|tartarugas?))?)(?: .{0,40})? => tem {what}
  + tenho dois cachorros e uma calopsita -> Ana tem dois cachorros e uma calopsita
identity: (?:eu )?tenho (?<age>1[89]|[2-9]\d) anos => tem {age} anos
  + tenho 27 anos -> Ana tem 27 anos (maio de 2026)
work: (?:eu )?sou (?<job>(?:professora?|prof|enfermeir[oa]|engenheir[oa]|programadora?|dev|designer|fotógraf[oa]|estudante|bibliotecári[oa]|mecânic[oa]|eletricista|padeir[oa]|cozinheir[oa]|veterinári[oa]|advogad[oa]|arquitet[oa]|tradutora?|jornalista|motorista|psicólog[oa]|médic[oa]|dentista|barista|garçom|caminhoneir[oa])(?: (?:de|em|na|no) .{2,25})?) => é {job}
  + sou enfermeira em recife -> Ana é enfermeira em recife
`),
}
