/** The figures of costs as text. */
import type { Figures } from "./cost-figures.ts"

export function printed(figures: Figures): string {
  const { lean, full } = figures.tokensACall
  const { windows, untriaged, messages } = figures.callsPer100
  return [
    `${figures.messages} messages, ${figures.plays.lean.windows} windows`,
    `model calls per 100 messages: ${windows.toFixed(2)}; without triage ${untriaged.toFixed(2)}; one a message ${messages.toFixed(0)}`,
    `tokens a call, as estimated: ${whole(lean[0])} in, ${whole(lean[1])} out; at most ${whole(full[0])} in, ${whole(full[1])} out`,
    ...(["lean", "full"] as const).map((play) => {
      const { callsPer100, tokensACall } = figures.secondReadings[play]
      const most = play === "full" ? "at most " : ""
      return `second readings per 100 messages: ${most}${callsPer100.toFixed(2)}, of ${whole(tokensACall[0])} in, ${whole(tokensACall[1])} out; tokens in all ${whole(figures.tokensPer100[play])}`
    }),
    "\nReading, $ per million messages\n",
    row(["", "by window", "at most", "no triage", "by message", "ratio"]),
    ...figures.reading.map(({ model, lean, full, untriaged, each }) =>
      row([
        model,
        dollars(lean),
        dollars(full),
        dollars(untriaged),
        dollars(each),
        lean === 0 ? "–" : `${(each / lean).toFixed(1)}×`,
      ]),
    ),
    "\nBeside it, $ per million messages\n",
    row(["embedding (bge-m3)", dollars(figures.embedding)]),
    row(["nights", dollars(figures.nights)]),
    ...figures.platform.map(({ part, dollars: of }) => row([part, dollars(of)])),
    "\nAll together, $ per million messages\n",
    row(["", "as found", "at most"]),
    ...figures.totals.map(({ model, lean, full }) => row([model, dollars(lean), dollars(full)])),
  ].join("\n")
}

function row([first = "", ...rest]: string[]): string {
  return first.padEnd(36) + rest.map((cell) => cell.padStart(12)).join("")
}

function dollars(amount: number): string {
  return amount.toFixed(2)
}

function whole(count: number): string {
  return Math.round(count).toLocaleString("en")
}
