/** Judges any verb at all by the time that goes with it: "we repainted the shed last weekend", whatever "repaint" means. */
import { type Complement, hasSecondClause, isProper } from "./complement.ts"
import type { Classification, FactKind } from "./kinds.ts"
import type { Predicate } from "./predicate.ts"
import { isDuration, isFuture, isPast, isRecurring } from "./times.ts"
import { isConcrete } from "./verb-rule.ts"

/** Verbs of speech, thought and repair: what was done with them is gone tomorrow. */
const PASSING =
  /^(?:sa(?:y|id)|t(?:ell|old)|ask\w*|answer\w*|talk\w*|think\w*|thought|look\w*|need\w*|tr(?:y|ied|ying)|want\w*|hear\w*|mean\w*|guess\w*|kn(?:ow|ew)|notic\w*|mention\w*|read|post\w*|sen[dt]|check\w*|test\w*|fix\w*|debug\w*|\w*install\w*|updat\w*|upgrad\w*|download\w*|upload\w*|compil\w*|re-?\w*boot\w*|restart\w*|boot\w*|click\w*|typ(?:e|ed|ing)|log\w*|report\w*|push\w*|pull\w*|merg\w*|commit\w*|deploy\w*|set|put|turn\w*|us(?:e|ed|ing)|remov\w*|add\w*|chang\w*|cop(?:y|ied|ying)|past(?:e|ed|ing)|delet\w*|enabl\w*|edit\w*|packag\w*|disabl\w*|configur\w*|happen\w*|wonder\w*|wait\w*|fe(?:el|lt)\w*|let|hope\w*|start\w*|stop\w*|seem\w*|wish\w*|believ\w*|remember\w*|forg\w*|agree\w*|appreciat\w*|thank\w*|realiz\w*|expect\w*|connect\w*|e?mail\w*|repl(?:y|ied)|show\w*|discover\w*|learn\w*|screw\w*|manag\w*|do|did|doing|done|be|been|being|hav(?:e|ing)|had|get|got|getting|love|like|hate|break|broke|turn|keep|kept)$/
/** Verbs so common that only a day makes news of them: "I saw a play last night". */
const LIGHT =
  /^(?:s(?:ee|aw|een|eeing)|f(?:i|ou)nd\w*|g(?:i|a)v\w*|sp(?:end|ent)|c(?:o|a)m(?:e|ing)|eat\w*|ate|miss\w*|lost|lose|call\w*|m(?:e|ee)t|hung|ran|run|join|leave|left|die|died|slept|woke\w*|cried|laughed|go|went|watch|take|made|make|hit|play|help\w*|work|buy|order)$/

const FLEETING =
  /^(?:break|nap|shower|walk|look|try|chance|while|guess|difference|bit|lot|few|couple|coffee|snack|drink|best|mind|word|point|memory|memories|fun|time|shot|go|dreams?|sense|one|ones|way|hand|head|eye|eyes)$/
/** What is said in the present of the days to come: "I fly on Friday". */
const SCHEDULED = /^(?:fly|leave|move|start|arrive|travel|return|begin|graduate|retire|land|go|have|finish)$/
/** What one takes upon oneself: "I'll bring the salad", "I'm baking the cake". */
const PROMISED =
  /^(?:do|doing|bring|bringing|make|making|bake|baking|cook|cooking|handle|handling|write|writing|draw|drawing|design|designing|build|building|organi[sz]e|organi[sz]ing|host|hosting|order|ordering|print|printing|solder|soldering|teach|paint|painting|record|recording|film|cover|covering|prepare|preparing|sew|sewing|grill|grilling|plan|book)$/

/** What one is just about, not at work on. */
const PASSING_ING =
  /^(?:hav|get|mak|tak|see|go|com|giv|watch|follow|los|eat|drink|play|hit|miss|call|help|leav|wear|wait|struggl|liv|lov|enjoy|suffer|fac|experienc)ing$/
/** What one wants to make or do in life, not in the next minute. */
const AMBITIOUS =
  /^(?:create|found|publish|compete|teach|explore|record|perform|organi[sz]e|host|design|launch|restore|renovate|build|attend|plant)$/
const IDIOMS = /^(?:living|effort|progress|job|work|sure|rest|opposite|trick|same|math|dishes|honors)$/

export function classifyByTime(p: Predicate, c: Complement): Classification | null {
  if (p.negated || /\bif\b/.test(c.text)) return null
  if (
    p.lemma === "take" &&
    p.auxiliaries.has("will") &&
    /^over(?: as .+| from .+|$)/.test(c.text) &&
    !c.technical
  )
    return { kind: "task", confidence: 1 }
  if (!isConcrete(c) || hasSecondClause(c)) return null
  if (promises(p, c)) return { kind: "task", confidence: 1 }
  if (p.intent === "done" && p.form === "base" && !p.auxiliaries.has("will") && SCHEDULED.test(p.lemma))
    return c.text !== "" && isFuture(c.text)
      ? { kind: p.lemma === "start" ? "milestone" : "plan", confidence: 1 }
      : null
  if (PASSING.test(p.lemma) || c.phrase.length === 0 || c.phrase[0] === "out") return null
  return anyDeed(p, c)
}

function promises(p: Predicate, c: Complement): boolean {
  if (p.intent !== "done" || !PROMISED.test(p.lemma) || c.preposition !== null || c.timed) return false
  const named = c.determiner !== null && c.head !== "" && !IDIOMS.test(c.head) && !FLEETING.test(c.head)
  const offered = p.auxiliaries.has("will") || (p.auxiliaries.has("can") && c.determiner === "the")
  const doing =
    p.form === "gerund" && p.auxiliaries.has("am") && !p.auxiliaries.has("been") && c.determiner === "the"
  return named && c.words.length <= 10 && (offered || doing)
}

/** "I just launched a campaign", "I finished my second script": news, though it says no day. */
function isFresh(p: Predicate, c: Complement): boolean {
  if (c.preposition !== null || c.words.length < 2) return false
  const fresh =
    p.verbGroup.some((word) => /^(?:just|recently|finally)$/i.test(word)) ||
    /\b(?:recently|lately)$/.test(c.text)
  if (LIGHT.test(p.lemma)) return p.lemma === "watch" && fresh && isProper(c)
  return c.determiner === "my" || (fresh && c.determiner === "a" && c.words.length >= 3)
}

/** "I'm thinking about starting a community garden". */
function isProject(p: Predicate, c: Complement): boolean {
  if (LIGHT.test(p.lemma) || PASSING_ING.test(p.lemma) || p.auxiliaries.has("will")) return false
  const own = c.determiner === "a" || c.determiner === "my"
  return own && c.preposition === null && c.phrase.length > 0 && !FLEETING.test(c.head)
}

function anyDeed(p: Predicate, c: Complement): Classification | null {
  const { auxiliaries: helpers, intent } = p
  if (helpers.has("can") || helpers.has("did")) return null
  if (intent === "former") return c.words.length >= 2 ? { kind: "habit", confidence: 1 } : null
  if (intent === "wish")
    return AMBITIOUS.test(p.lemma) && isProject(p, c) ? { kind: "goal", confidence: 1 } : null
  const kind =
    intent === "plan" || helpers.has("will") ? planned(p, c) : intent === "done" ? done(p, c) : null
  return kind === null ? null : { kind, confidence: 1 }
}

function planned(p: Predicate, c: Complement): FactKind | null {
  return isFuture(c.text) || isProject(p, c) ? "plan" : null
}

function done(p: Predicate, c: Complement): FactKind | null {
  switch (p.form) {
    case "past":
    case "participle":
      return isPast(c.text) || isFresh(p, c) ? "event" : null
    case "gerund":
      return going(p, c)
    default:
      if (p.auxiliaries.size > 0 || !isRecurring(c.text)) return null
      return /\bfor a living\b/i.test(c.text) ? "work" : "habit"
  }
}

/** "I've been restoring a boat" goes on, "I'm repainting the hall on Friday" is to come, "I'm sewing a long coat" is at work. */
function going(p: Predicate, c: Complement): FactKind | null {
  if (p.auxiliaries.has("been"))
    return isDuration(c.text) || isRecurring(c.text) || isProject(p, c) ? "habit" : null
  if (isFuture(c.text)) return "plan"
  return isProject(p, c) && c.phrase.length > 1 ? "task" : null
}
