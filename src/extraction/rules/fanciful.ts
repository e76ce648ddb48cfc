/** Tells what is only imagined, "if I won the lottery I'd raise goats", in five languages. Pure. */

const IF =
  "if (?:i|we|you|he|she|they|it|(?:the |my )?\\p{L}+) (?:ever |just |only )?(?:were|was|won|had|could|lost|got|found|\\p{L}{2,}ed)"
const SUPPOSES = new RegExp(
  `(?<!\\p{L})(?:${IF}(?!\\p{L}).*(?:['’]d|would|could|might)(?!\\p{L})|(?:\\p{L}+['’]d|would|could)(?!\\p{L}).*(?<!\\p{L})${IF}|i swear i['’]?d|wenn .*(?<!\\p{L})(?:würd|hätt|wär|könnt)\\p{L}*|(?:würd|hätt|wär|könnt)\\p{L}*(?!\\p{L}).*(?<!\\p{L})wenn|si (?:yo |me |te |nos )*(?:fuera|tuviera|pudiera|ganara|tocara|\\p{L}+iera)|si j['’](?:étais|avais|\\p{L}+ais)|se eu (?:fosse|tivesse|pudesse|ganhasse))(?!\\p{L})`,
  "iu",
)
/** Nobody does that: "uninstalling and moving to the woods". */
const JEST =
  /(?<!\p{L})(?:mov(?:e|ing)|retir(?:e|ing)|run(?:ning)? away|liv(?:e|ing)) (?:away )?(?:to|in) (?:the )?(?:woods|moon|mars|an? (?:cave|desert island|swamp|hole)|forest|north pole|antarctica)(?!\p{L})/iu

export function isFanciful(text: string): boolean {
  return SUPPOSES.test(text) || JEST.test(text)
}
