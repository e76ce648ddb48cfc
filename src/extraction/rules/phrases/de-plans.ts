/** German phrases of what comes and what changes: moves, jobs, trips, exams, weekly days, pets, what somebody cannot eat. */
import {
  EMPLOYED,
  HOUSE_PET,
  NOW,
  OCCASION,
  RECURS,
  RELATIVES,
  WEEKLY_VERB,
  WIR,
  WITH_KIN,
} from "./de-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

const PLAIN_ART = "(?<art>ein|eine|einen|ne|nen|n|zwei|drei|vier)"
const OWN_ART = "(?<art>ein|eine|einen|ne|nen|n|die|den|das|meine|meinen|mein)"

export const GERMAN_PLANS: readonly Phrase[] = phraseRows(String.raw`
home/told: ${WIR}(?:zieh|ziehe|ziehen) ${NOW}(?:nach|in die nähe von) <place>(?: um)? => zieht nach {place}
  + wir ziehen zum 1.10. nach kassel -> Ana zieht nach Kassel am 1. Oktober 2026
  + Ich ziehe am 10. Juni nach Bremen -> Ana zieht nach Bremen am 10. Juni 2026 | ende august ziehen wir endlich nach graz -> Ana zieht nach Graz Ende August 2026
  - ich ziehe nach dem essen um | ich ziehe am mittwoch nach vorne | ich ziehe nicht nach bremen | zieh ich nach bremen oder nicht
home/told: ${WIR}(?:werde|werden) ${NOW}nach <place> (?:um)?ziehen => zieht nach {place}
  + wir werden im august nach kiel ziehen -> Ana zieht nach Kiel im August 2026
home/needed: ${WIR}(?:zieh|ziehe|ziehen) ${NOW}um => zieht um
  + ich ziehe erst am 10. juni um -> Ana zieht um am 10. Juni 2026 | nächste woche ziehen wir um -> Ana zieht um in der Woche vom 18. Mai 2026
  - ich ziehe um | ich zieh mich am montag um
home/told: ${WIR}(?:zieh|ziehe|ziehen) ${NOW}zu(?:m|r)? (?:${WITH_KIN}|(?<nounm2>vater|papa|opa|bruder|onkel|freund)|(?<nounf2>oma|mutter|mama|schwester|tante|freundin|familie)|(?!mir|dir|uns|ihm|ihr|euch|ihnen|hause|viel|weit|schnell)(?<friend>\p{L}{3,}))(?: (?:nach|in) <place>)? => zieht[ zu den {noun}][ zur {nounf}][ zum {nounm}][ zum {nounm2}][ zur {nounf2}][ zu {friend}][ nach {place}]
  + Ich ziehe zum 15. Juni zu Freya nach Bremen -> Ana zieht zu Freya nach Bremen am 15. Juni 2026 | ich zieh wieder zu meinen eltern -> Ana zieht zu den Eltern
  - ich ziehe zu viel | ich zieh die tür zu
home/needed: ${WIR}(?:zieh|ziehe|ziehen) ${NOW}in (?:die|eine|ne|meine|unsere|das|ein|mein|unser) (?:neue |neues |erste |eigene |eigenes )*(?:(?<nounf>wohnung|wg)|(?<noun>haus))(?: in <place>)?(?: ein| um)? => zieht[ in eine neue {nounf}][ in ein neues {noun}][ in {place}]
  + am 12. juni ziehe ich in die neue wohnung in linden -> Ana zieht in eine neue Wohnung in Linden am 12. Juni 2026
work/needed: ${WIR}(?:fang|fange|fangen|starte|starten|beginne|beginnen) ${NOW}(?:${EMPLOYED}(?: als <as:word>)?|als (?!ers|letz|nächs|zweit|erst)<role:word>)(?: an)? => beginnt[ {prep} {org}][ als {as}][ als {role}]
  + ich fange am 1. Juni dort als Assistenzärztin an -> Ana beginnt als Assistenzärztin am 1. Juni 2026 | Ich fange am 1. Juni bei Bosch an -> Ana beginnt bei Bosch am 1. Juni 2026
  + Am Mittwoch fange ich bei Bosch an -> Ana beginnt bei Bosch am 13. Mai 2026 | ab august fang ich in der stadtbibliothek an -> Ana beginnt in der Stadtbibliothek ab August 2026
  - ich fang am montag bei null an | ich fange am montag als erster an | fange ich am montag bei bosch an oder nicht | ich fange nicht bei bosch an
work/told: ${WIR}(?:hab|habe) ${NOW}(?:(?:einen|nen|den|die|ne|eine) )(?:neuen |neue |festen |feste )*(?<noun>job|stelle|ausbildungsplatz|ausbildung|praktikum|praktikumsplatz|nebenjob|minijob)(?: ${EMPLOYED})?(?: (?:bekommen|gekriegt|gefunden|angenommen))? => hat einen neuen Job[ {prep} {org}]
  + hab jetzt nen job in der stadtbibliothek -> Ana hat einen neuen Job in der Stadtbibliothek | ich habe die stelle bei bosch bekommen -> Ana hat einen neuen Job bei Bosch
  - ich hab einen job für dich | ich hab die stelle nicht bekommen | hab keinen job
work/told: ${WIR}(?:hab|habe) ${NOW}(?:(?:meinen|den) job )?(?:bei <org:words> )?gekündigt => hat den Job[ bei {org}] gekündigt
  + hab meinen job gekündigt -> Ana hat den Job gekündigt | ich hab jetzt bei ikea gekündigt -> Ana hat den Job bei Ikea gekündigt
  - hab netflix gekündigt | ich hab nicht gekündigt
appointment/needed: ${WIR}(?:fahr|fahre|fahren|reise|reisen) ${NOW}(?:mit (?:dem zug|dem auto|der bahn|der familie) )?nach <place> => fährt nach {place}
  + An Silvester fahre ich nach Wien -> Ana fährt nach Wien an Silvester 2026 | wir fahren am 20. nach Kiel -> Ana fährt nach Kiel am 20. Mai 2026
  - ich fahr nach wien | ich fahre am mittwoch nach oben | ich fahre am montag nach hause | fahr ich an silvester nach wien oder nicht | ich fahr am montag nicht nach wien
appointment/needed: ${WIR}(?:flieg|fliege|fliegen) ${NOW}nach <place> => fliegt nach {place}
  + ich flieg am 20. nach lissabon und bin am 27. wieder da -> Ana fliegt nach Lissabon am 20. Mai 2026; Ana ist wieder da am 27. Mai 2026
absence/needed: ${WIR}(?:bin|sind) ${NOW}wieder (?:da|zurück|online|erreichbar) => ist wieder da
  + bin am 27. wieder da -> Ana ist wieder da am 27. Mai 2026
  - bin wieder da | bin ich am montag wieder da
absence/needed: ${WIR}(?:bin|sind|bleib|bleibe|bleiben) ${NOW}(?:bei|mit) ${WITH_KIN}(?: in <place>)? => ist bei[ den {noun}][ der {nounf}][ dem {nounm}][ in {place}]
  + Weihnachten bin ich bei meinen Eltern in Passau, vom 23. bis 27. Dezember -> Ana ist bei den Eltern in Passau vom 23. Dezember 2026 bis 27. Dezember 2026
  + an weihnachten bin ich bei meiner oma in kiel -> Ana ist bei der Oma in Kiel an Weihnachten 2026
  - bin bei meinen eltern | bin ich an weihnachten bei meinen eltern oder nicht
absence/needed: ${WIR}(?:bin|sind) ${NOW}(?:im (?<noun>(?:ski)?urlaub)|auf (?<nounf>dienstreise|klassenfahrt)|(?<how>verreist|unterwegs|offline|nicht erreichbar))(?: (?:in|auf) <place>)? => ist[ im {noun}][ auf {nounf}][ {how}][ in {place}]
  + vom 3. bis 10. juni bin ich im urlaub in tirol -> Ana ist im Urlaub in Tirol vom 3. Juni 2026 bis 10. Juni 2026 | bin nächste woche im urlaub -> Ana ist im Urlaub in der Woche vom 18. Mai 2026
  - bin im urlaub
absence/needed: ${WIR}(?<does>essen|esse|feiere?|feiern) ${NOW}(?:bei|mit) ${WITH_KIN}(?: in <place>)? => {does} bei[ den {noun}][ der {nounf}][ dem {nounm}][ in {place}]
  + an heiligabend essen wir bei meinen schwiegereltern -> Ana isst bei den Schwiegereltern an Heiligabend 2026
appointment/needed: ${WIR}(?:hab|habe|haben) ${NOW}(?:${OWN_ART} )?(?<noun>${OCCASION})(?: (?<prep>bei|beim|in|im|an der|als) <org:words>)? => hat[ {art}] {noun}[ {prep} {org}]
  + am freitag hab ich ein vorstellungsgespräch bei der sparkasse -> Ana hat ein Vorstellungsgespräch bei der Sparkasse am 15. Mai 2026 | Übermorgen habe ich ein Vorstellungsgespräch bei Bosch -> Ana hat ein Vorstellungsgespräch bei Bosch am 13. Mai 2026
  - ich hab eine prüfung | am freitag hab ich keine prüfung
appointment/needed: (?<art>meine|mein) (?<noun>${OCCASION}) => hat {art} {noun}
  + nächsten freitag meine führerscheinprüfung -> Ana hat die Führerscheinprüfung am 15. Mai 2026
  - meine prüfung
appointment/needed: (?:meine|mein) (?<noun>${OCCASION}) ist => {whose} {noun} ist
  + meine mathe klausur ist am 8. juni -> Anas Mathe Klausur ist am 8. Juni 2026
milestone/told: (?:meine|mein|unsere?) (?<noun>${RELATIVES}) (?<did>heiratet|kommt zu besuch) => {whose} {noun} {did}
  + meine schwester heiratet am 6. juni -> Anas Schwester heiratet am 6. Juni 2026
milestone/told: ${WIR}(?:bekommen|kriegen|erwarten) ${NOW}ein baby|ich werde (?:endlich |bald )?(?<kin>mutter|vater|mama|papa|oma|opa|tante|onkel) => bekommt Nachwuchs[ ({kin})]
  + wir bekommen im august ein baby -> Ana bekommt Nachwuchs im August 2026
  - wir bekommen nie ein baby
milestone/told: ${WIR}(?:hab|habe|haben) ${NOW}${OWN_ART} (?<noun>führerschein|motorradführerschein|\p{L}*prüfung|abitur|abi|bachelor|master|staatsexamen|studium|ausbildung) (?<did>bestanden|geschafft|abgeschlossen|in der tasche) => hat {art} {noun} {did}
  + hab die führerscheinprüfung bestanden!! -> Ana hat die Führerscheinprüfung bestanden
  - hab die prüfung nicht bestanden
schedule: ${WIR}(?<does>${WEEKLY_VERB}) ${NOW}(?<day>${RECURS}) ${NOW}(?<where>(?:zum|zur|zu den|ins|in die|in den|in der|im|beim|bei der|bei|auf dem|mit) (?!mir|dir|uns|ihm|ihr|euch)\p{L}+(?: \p{L}+){0,2}?) => {does} {day} {where}
  + ich geh jetzt dienstags und donnerstags zum bouldern -> Ana geht dienstags und donnerstags zum bouldern | montags bin ich immer beim chor -> Ana ist montags beim chor
  + ab juli bin ich montags immer beim chor -> Ana ist montags beim chor ab Juli 2026 | ich bin ab jetzt jeden sonntag beim fußball -> Ana ist jeden sonntag beim fußball
  - bin ich montags beim chor | ich geh montags nicht zum bouldern
schedule: (?:ich )?(?:hab|habe) ${NOW}(?<day>${RECURS}) ${NOW}(?!(?:zeit|keine?|nie|angst|hunger|lust|bock|frei|immer nur)(?![\p{L}]))<thing> => hat {day} {thing}
  + dienstags hab ich chor bis 8 -> Ana hat dienstags chor bis 8 | ich hab jetzt jeden mittwoch gitarrenunterricht -> Ana hat jeden mittwoch gitarrenunterricht
  - montags hab ich nie lust | dienstag hab ich ein problem
schedule: (?<day>montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag) hab(?:e)? ich (?:immer )?(?=(?:chor|training|bandprobe|probe|yoga|\p{L}+(?:kurs|unterricht))(?![\p{L}]))<thing> => hat {day}s {thing}
  + mittwoch hab ich chor bis 8 -> Ana hat mittwochs chor bis 8
schedule: (?:ich )?(?<does>trainier|trainiere|schwimm|schwimme|jogg|jogge|reite|reit|tanz|tanze|koch|koche|arbeite|arbeit) ${NOW}(?<day>${RECURS})(?: (?<stead>(?:statt|anstatt) ${RECURS}))? => {does} {day}[ {stead}]
  + ich schwimme jetzt dienstags und freitags -> Ana schwimmt dienstags und freitags
  - ich schwimme montags nie
pet: ${WIR}(?:hab|habe|haben) (?:uns |mir )?(?:jetzt |endlich |gestern |heute |seit .{3,15} )*${PLAIN_ART} (?:[\p{L}]+ ){0,2}?(?<noun>${HOUSE_PET})(?: aus dem tierheim)?(?: (?:geholt|adoptiert|bekommen|gekauft|zugelegt|aufgenommen|gerettet))?(?:,? (?:und )?(?:namens|(?:der|die|das|er|sie|es) hei(?:ß|ss)t|die heißen) <name>)? => hat {art} {noun}[ namens {name}]
  + wir haben jetzt einen Hund, er heißt Bruno -> Ana hat einen Hund namens Bruno | wir haben uns nen kater geholt, er heißt mogli -> Ana hat einen Kater namens Mogli
  + hab ne katze aus dem tierheim adoptiert -> Ana hat eine Katze
  + ich hab zwei katzen -> Ana hat zwei Katzen
  - ich hab keinen hund | ich hab einen hund gesehen | ich hatte einen hund
pet: (?:mein|meine|unser|unsere) (?:\p{L}+ )?(?<noun>${HOUSE_PET}) (?:heißt|heisst|hört auf den namen) <name> => {whose} {noun} heißt {name}
  + mein hund heißt balu -> Anas Hund heißt Balu
  - mein hund heißt nicht balu | mein hund heißt so
favorite: (?:mein|meine) (?<noun>lieblings(?:buch|film|serie|spiel|essen|band|farbe|tier|song|album|autor|autorin|jahreszeit|eis|tee|fach|verein|sport)) ist (?!(?:der|die|das|nicht|auch|so|hier|da) ?$)<thing> => {whose} {noun} ist {thing}
  + mein lieblingsbuch ist momo -> Anas Lieblingsbuch ist momo
  - mein lieblingsbuch ist das | mein lieblingsfilm ist nicht alien
taste: (?:ich )?kann <thing> (?:überhaupt |gar |absolut |echt |wirklich )*nicht ausstehen => mag nicht: {thing}
  + ich kann rosenkohl nicht ausstehen -> Ana mag nicht: rosenkohl
  - ich kann ihn nicht ausstehen | ich kann es nicht ausstehen
taste: (?:ich )?(?<does>trinke?|esse?|höre?|lese?) am liebsten <thing> => {does} am liebsten {thing}
  + am liebsten trinke ich earl grey -> Ana trinkt am liebsten earl grey
  - am liebsten würde ich kündigen
constraint: (?:ich )?bin (?:leider |total |stark |ziemlich |auch )*(?:gegen (?!dich|euch|alles|penicillin|antibiotik|medikament)(?<what>\p{L}+(?:,? (?:und )?\p{L}+)?) allergisch|allergisch (?:gegen|auf) (?!dich|euch|alles|penicillin|antibiotik|medikament|leute)(?<thing>\p{L}+(?:,? und \p{L}+)?)) => ist allergisch gegen {what}{thing}
  + Ich bin gegen Haselnüsse allergisch -> Ana ist allergisch gegen Haselnüsse | bin leider gegen nüsse und soja allergisch -> Ana ist allergisch gegen nüsse und soja
  - ich bin gegen dich allergisch | bin nicht gegen nüsse allergisch | ich bin allergisch gegen leute
constraint: (?:ich )?(?:hab|habe) (?:leider |auch |ja )*(?:eine |ne )(?<noun>(?:nuss|erdnuss|haselnuss|laktose|gluten|fruktose|histamin|katzen|pollen|tierhaar|soja|ei|milch|fisch|krebstier)-?(?:allergie|unverträglichkeit|intoleranz)) => hat eine {noun}
  + ich hab ne nussallergie -> Ana hat eine Nussallergie
goal/told: (?:ich )?(?:lern|lerne) ${NOW}(?:seit .{3,15} )?(?<what>englisch|französisch|spanisch|italienisch|japanisch|koreanisch|chinesisch|türkisch|arabisch|russisch|polnisch|niederländisch|schwedisch|norwegisch|dänisch|portugiesisch|latein|gebärdensprache|gitarre|klavier|geige|schlagzeug|ukulele|saxophon|cello)(?: mit duolingo)? => lernt {what}
  + ich lerne gerade japanisch -> Ana lernt japanisch
belonging: ${WIR}(?:hab|habe|haben) (?:mir|uns) (?:jetzt |endlich |gestern |heute )*(?<art>ein|eine|einen|ne|nen|n) (?:\p{L}+ ){0,2}?(?<what>e-bike|fahrrad|rennrad|lastenrad|auto|motorrad|roller|wohnmobil|kamera|gitarre|klavier|laptop|haus|wohnung|keyboard|3d-drucker) (?:gekauft|geholt|zugelegt) => hat sich {art} {what} gekauft
  + ich hab mir ein e-bike gekauft -> Ana hat sich ein e-bike gekauft
  - ich hab mir ein auto angeschaut
`)
