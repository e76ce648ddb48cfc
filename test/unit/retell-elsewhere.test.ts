/** First-person statements in German and Spanish as facts with a name: each row stands for a way to say it. */
import { expect, test } from "vitest"
import { retoldElsewhere } from "../../src/extraction/rules/phrases/retell-elsewhere.ts"

test.each([
  ["Ich bin gegen Haselnüsse allergisch", "Ada ist gegen Haselnüsse allergisch"],
  ["Ich fahre an Silvester nach Wien", "Ada fährt an Silvester nach Wien"],
  ["An Silvester fahre ich nach Wien", "Ada fährt an Silvester nach Wien"],
  ["Am Montag fange ich bei Bosch an", "Ada fängt am Montag bei Bosch an"],
  ["Übermorgen habe ich ein Vorstellungsgespräch", "Ada hat übermorgen ein Vorstellungsgespräch"],
  ["Lakritz mag ich nicht", "Ada mag Lakritz nicht"],
  ["Mein Sohn Emil kommt im August in die Schule", "Adas Sohn Emil kommt im August in die Schule"],
  ["Ich arbeite in einer Bäckerei", "Ada arbeitet in einer Bäckerei"],
  ["ich kaufte ein Boot", "Ada kaufte ein Boot"],
  ["Ich fahre mit meiner Schwester nach Kiel", "Ada fährt mit der Schwester nach Kiel"],
  ["Ich freue mich auf den Sommer", "Ada freut sich auf den Sommer"],
  ["Weihnachten bin ich bei meinen Eltern", "Ada ist Weihnachten bei den Eltern"],
  ["En Nochebuena ceno con mis suegros en Sevilla", "En Nochebuena Ada cena con sus suegros en Sevilla"],
  [
    "El próximo lunes empiezo a trabajar en una panadería",
    "El próximo lunes Ada empieza a trabajar en una panadería",
  ],
  ["Tengo una perrita que se llama Nube", "Ada tiene una perrita que se llama Nube"],
  ["Odio el cilantro, el perejil no", "Ada odia el cilantro, el perejil no"],
  ["Me mudo el 15 de enero", "Ada se muda el 15 de enero"],
  ["No como carne de cerdo", "Ada no come carne de cerdo"],
  ["Me gusta la lluvia de abril", "A Ada le gusta la lluvia de abril"],
  ["mi primo Eladio tiene la llave del local", "Eladio, primo de Ada, tiene la llave del local"],
  ["Mi abuela cumple 90 en julio", "La abuela de Ada cumple 90 en julio"],
  ["He adoptado un gato de la calle", "Ada ha adoptado un gato de la calle"],
])("%s → %s", (said, told) => {
  expect(retoldElsewhere(said, "Ada")).toBe(told)
})

test.each([
  ["another order of words", "Wenn ich nach Wien fahre, nehme ich den Zug"],
  ["a second first person", "Ich weiß nicht, was ich machen soll"],
  ["a possessive of unknown gender", "Ich wasche mein Auto am Samstag"],
  ["another language", "I row on Sundays"],
  ["somebody else", "Der Verein trifft sich am Montag in der Halle"],
  ["a verb that is not known", "Desayuno en la cama los domingos"],
])("leaves %s alone", (_, said) => {
  expect(retoldElsewhere(said, "Ada")).toBeNull()
})
