/** English phrases of what is no longer so. */
import { BELONGING, CRAFTING, FOOD, INSTRUMENT, PROGRAMMING, SPORT } from "./en-words.ts"
import { type Phrase, phraseRows } from "./phrase.ts"

export const ENDINGS: readonly Phrase[] = phraseRows(String.raw`
habit/told: (?:i )?(?:have )?(?:quit|stopped|given up|gave up|kicked) (?<what>smoking|drinking|vaping|weed|nicotine|caffeine|coffee|sugar|alcohol|meat|gambling|social media|twitter|instagram|facebook|tiktok|reddit|${CRAFTING})(?: (?:for good|for a year|cold turkey))? => quit {what}
  + finally quit smoking -> Ana quit smoking
  - quit whining
habit/told: (?:i )?(?:have )?(?:quit|stopped|gave up) (?<verb>playing|going to|watching|using) (?:the )?<what:obj>(?: (?:for good|altogether|anymore))? => stopped {verb} {what}
  + stopped playing league -> Ana stopped playing league
  - stopped doing that
habit: i (?:do not|no longer|never) (?<verb>play|use|do|watch|eat|drink|smoke|read|own|run|train|teach|stream|main|code in|speak to|ride|drive|collect|live in|live with|work from|go to)(?: (?:the |my )?(?<what>${FOOD}|${PROGRAMMING}|${INSTRUMENT}|${SPORT}|${CRAFTING}|${BELONGING}|(?!(?:it|that|this|them)\b)[\p{L}\d'’-]+(?: [\p{L}\d'’-]+){0,2}?))? (?:anymore|any more|any longer|these days) => no longer {verb}s[ {what}]
  + dont play chess anymore -> Ana no longer plays chess | i dont play chess anymore -> Ana no longer plays chess
  + i dont smoke anymore -> Ana no longer smokes
  - i don't do that anymore
habit: i no longer (?<verb>play|use|watch|eat|drink|smoke|main|stream|teach|run|own|live in|work at|work for|go to|train|collect)(?: (?:the |my )?<what:obj>)? => no longer {verb}s[ {what}]
  + i no longer play league -> Ana no longer plays league
home/told: (?:i )?(?:have )?moved out of <place>(?: (?:into|to) .{3,30})?|i no longer live in <from:place> => no longer lives in {place}{from}
  + moved out of leeds -> Ana no longer lives in Leeds
tool: (?:i am )?(?:off|no longer on) (?<what>facebook|instagram|twitter|x|tiktok|reddit|whatsapp|snapchat|linkedin|windows|fedora|ubuntu|arch|android|ios|chrome)(?: (?:since .{3,20}|anymore))? => is no longer on {what}
  + im off instagram -> Ana is no longer on instagram
habit: i used to (?<what>(?:work|live|play|teach|study|own|smoke|drink|sing|dance|coach|serve|do|row|swim|ride|drive)(?: [\p{L}'’-]+){1,6}?) => used to {what}
  + i used to do sound for a theatre -> Ana used to do sound for a theatre
  - i used to it
`)
