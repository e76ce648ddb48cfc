/** English phrases of new jobs, last days, and what somebody runs. */
import { CRAFTING, JOB } from "./en-words.ts"
import { type Phrase, phrase } from "./phrase.ts"

const ROLE = `(?<job>(?!(?:not|no|the|my|your|bad|terrible|awful|good|great|horrible|decent|lousy|huge|total|complete|fake|wannabe|armchair|real|literal|born|natural|big|better|worse|shit)\\b)(?:[\\p{L}&-]+ ){0,3}?(?:${JOB}))`
const PLACE_OF_WORK = "(?: (?<prep>at|for|in) <org:words>)?"

export const JOBS: readonly Phrase[] = [
  phrase(
    "work",
    "i (?:am leaving|am quitting|leave) my job(?: at <org:words>)?",
    "=",
    [["I'm leaving my job at the library in June", "Ana is leaving their job at the library in June 2026"]],
    "told",
  ),
  phrase(
    "work",
    "(?:i )?(?:got|was|have been|been) (?<how>laid off|fired|made redundant|let go)(?: (?:from|at) (?:my job|work|<org:words>))?",
    "=",
    [
      ["got laid off last week", "Ana got laid off in the week of 4 May 2026"],
      ["got fired up", null],
    ],
    "told",
  ),
  phrase(
    "work",
    "i (?:do not work|no longer work|stopped working|do not work anymore) (?<prep>at|for) <org:words>(?: anymore| any more)?",
    "no longer works {prep} {org}",
    [["i dont work at bosch anymore", "Ana no longer works at Bosch"]],
  ),
  phrase("work", "i (?:am|have been) (?:retired|in retirement)|i (?:have )?retired", "is retired", [
    ["i retired in march", "Ana is retired"],
  ]),
  phrase(
    "goal",
    "i am (?:looking for|hunting for|applying for|in the market for) (?<what>(?:a |an |my )?(?:new |first |part[- ]time |summer |second )*(?:jobs?|work|internships?|apartment|flat|house|place to live|roommate|flatmate|housemate|room))(?: in <place>)?",
    "=",
    [["im looking for a new job", "Ana is looking for a new job"]],
  ),
  phrase(
    "work",
    "i (?:run|own|manage|opened|have opened|am opening|run and own) (?<what>(?:a|my own|the|our own) (?:[\\p{L}'’-]+ ){0,3}?(?:shop|bookshop|bookstore|bakery|cafe|café|restaurant|bar|pub|studio|salon|brewery|gallery|farm|vineyard|winery|business|company|startup|agency|gym|library|hostel|hotel|nursery|workshop|market stall|stall|food truck|podcast|newsletter|youtube channel|etsy shop|etsy store|record store|garage|kennel|clinic|practice|museum|theat(?:re|er)|school))(?: (?<prep>in|on|near|at|with) <where:words>)?",
    "=",
    [
      ["I own a small vineyard", "Ana owns a small vineyard"],
      ["I run the tool library on Mill Road", "Ana runs the tool library on Mill Road"],
    ],
  ),
  phrase(
    "habit",
    `(?:i )?(?:have been doing|got (?:back )?in(?: )?to|am getting (?:back )?in(?: )?to|have gotten (?:back )?in(?: )?to) (?<craft>${CRAFTING})`,
    "does {craft}",
    [
      ["ive been doing pottery for 3 years", "Ana does pottery since 2023"],
      ["got into birding", "Ana does birding"],
    ],
    "told",
  ),
  phrase(
    "habit",
    "i (?:volunteer|have volunteered|am volunteering|have been volunteering) (?<prep>at|for|with|in|as) <org:words>",
    "=",
    [["I've volunteered at the food bank for two years", "Ana has volunteered at the food bank since 2024"]],
    "told",
  ),
  phrase(
    "work",
    "i (?<verb>teach|coach) (?<what>(?!(?:me|you|him|her|them|the|my|myself)\\b)[\\p{L}]+(?: [\\p{L}]+){0,2}?)(?: (?<prep>at|in|to) <org:words>)?",
    "=",
    [["I teach maths at a secondary school", "Ana teaches maths at a secondary school"]],
  ),
  phrase(
    "work",
    `(?:i (?:am|have been) |been )an? ${ROLE}${PLACE_OF_WORK}`,
    "has been a {job}[ {prep} {org}]",
    [["been a paramedic for almost nine years", "Ana has been a paramedic since 2017"]],
    "told",
  ),
  phrase(
    "work",
    `(?:i am )?(?:(?:a|an) )?${ROLE} (?:by trade|by day|by profession|for a living)`,
    "works as {job}",
    [["electrician by trade", "Ana works as electrician"]],
  ),
  phrase(
    "work",
    `(?:\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) years as an? ${ROLE}`,
    "has worked as {job} for years",
    [["9 years as a nurse", "Ana has worked as nurse for years"]],
  ),
  phrase(
    "goal",
    "(?:so )?(?:i am )?(?<what>job hunting|between jobs|out of work|unemployed|looking for work|looking for a (?:new )?job|flat hunting|house hunting|apartment hunting)(?: .*)?",
    "is {what}",
    [["im job hunting", "Ana is job hunting"]],
  ),
  phrase(
    "work",
    "(?:my )?(?<which>last|first) day (?<prep>at|as|in) <org:words> is|(?:it is |today is )?my (?<which2>last|first) day (?<prep2>at|as|in) <org2:words>",
    "has their {which}{which2} day {prep}{prep2} {org}{org2}",
    [["my last day at tesco is friday", "Ana has their last day at Tesco on 15 May 2026"]],
    "needed",
  ),
  phrase(
    "work",
    "i run (?<what>(?:the|a|this|our) (?:[\\p{L}]+ ){0,2}?(?:server|wiki|website|bot|club|group|blog|channel|league|tournament|shop|stream|campaign|newsletter|meetup))(?: (?:for|of|here) .*)?",
    "runs {what}",
    [["i run the minecraft server for this place", "Ana runs the minecraft server"]],
  ),
  phrase("work", "(?:i )?(?:have )?(?:retired|took early retirement)", "is retired", [
    ["retired last year", "Ana is retired"],
  ]),
  phrase(
    "work",
    "i freelance(?: (?:as (?:a|an) <job:words>|in .*|for .*|mostly .*|on the side))?",
    "freelances[ as {job}]",
    [["i freelance, mostly book covers", "Ana freelances"]],
  ),
]
