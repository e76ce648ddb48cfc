/**
 * Texts in English, the language that the others are translated from. `{name}` is filled in; a text with `one` and
 * `other` is chosen by a number. `/command` stands in code marks. Translators change `de.ts` and `es.ts` alone.
 */
export const EN = {
  labels: {
    right: "Right",
    wrong: "Wrong",
    outdated: "Outdated",
    noted: "Thanks, noted.",
    notNoted: "Thanks. I keep no note of it, because you are not remembered here or saving is paused.",
    noFact:
      "I keep no fact behind this answer that you can read. If it rests on messages, edit or delete them, and I follow.",
    noFactHere:
      "I keep no fact behind that answer that I can show here. If it rests on messages, edit or delete them, and I follow.",
    mayChange: "You can correct it, or have me forget it:",
    othersFact:
      "That alone changes nothing: {who} or someone with *Manage Server* can correct it or have me forget it.",
    or: " or ",
    whoeverToldMe: "whoever told me, if nobody else did,",
    pick: "Tell me what is so instead (“no, it's Sunday”), or open the fact to correct it or have me forget it.",
    unsure: "I can't tell which words to change. Open the fact to correct it or have me forget it.",
    basis: "What the answer rests on",
    open: "Open",
    openFact: "Open the fact",
    openFactNumber: "Open fact {number}",
    corrected: "Corrected",
    insteadOf: "instead of: {fact}",
    canUndo: "You can undo this for ten minutes.",
    undo: "Undo",
    knownAlready: "Another fact already says exactly this. Nothing was changed.",
  },
  help: {
    title: "What I do here",
    intro:
      "I remember what is said in this server and answer from it. I repeat to you only what you can read yourself, and I always say where I learned it.",
    ask: "**Ask** with `/ask`, or mention me: “where does Bo live?”, “what did we decide about the raid?”, “when is Ada's birthday?”. Below an answer, say whether it is right.",
    find: "**Look things up** with `/recall` (facts, notes and messages), `/recap` (what was talked about) and `/server` (rules, decisions and events).",
    teach:
      "**Tell me** with `/remember`, with **Apps → Remember this** on a message, or in a mention: “remember that I play the cello”.",
    change:
      "**Correct or forget** with `/profile` and `/forget`, or reply to an answer: “no, it's Sunday”. You can change what is about you and what only you told me.",
    privacy:
      "**Your data:** `/privacy see` shows what I store about you, for how long, and how to stop it or erase everything.",
    managers: "**Managers:** `/keepsake status` shows what I hear, keep and cost, and leads to the settings.",
    cannot:
      "I can't remind you of things, read direct messages or files, or do anything else in this server.",
    here: {
      full: "I read this channel and answer mentions here.",
      notes: "In this channel I only keep notes of conversations, and no facts about anybody.",
      roleplay: "In this channel I hear only what is said out of character.",
      off: "This channel is switched off: I read nothing here and don't answer mentions. Commands still work.",
      quiet: "I don't answer mentions in this channel. Commands still work.",
      paused: "Saving is paused: I answer, but keep nothing new.",
    },
    seePrivacy: "See what is stored",
    seeProfile: "What I know about you",
  },
  recap: {
    title: "Recent topics and conversations",
    titleChannel: "Recent conversations in {channel}",
    since: "since {date}",
    sinceSpoke: "since you last spoke, {time}",
    entries: { one: "1 entry", other: "{count} entries" },
    goTo: "Go to message",
    noneSinceSpoke:
      "Nothing was noted since you last spoke ({time}). Notes are written a few minutes after a conversation ends.",
    neverSpoke:
      "I have no note of a conversation with you, so I don't know when you last spoke. Use `/recap` with `days`.",
    noneChannel:
      "There are no notes that you can read of conversations in {channel} from these days. Notes are written a few minutes after a conversation ends.",
    off: "{channel} is switched off: I read nothing there. Someone with *Manage Server* can change that with `/keepsake channel`.",
  },
  server: {
    title: "About this server",
    kinds: { rules: "Rules", decisions: "Decisions and facts", events: "Events" },
    facts: { one: "1 fact", other: "{count} facts" },
    none: "I know nothing of this kind about the server that you can read. Tell me with `/remember` (“our raid night is on Thursday”), or settle it in a channel that I read.",
    pinned: "📌 pinned",
    pin: "Pin",
    unpin: "Unpin",
    pinnedNow: "Pinned: it stays until somebody forgets it, and stands first.",
    unpinnedNow: "Unpinned: it expires like any other fact.",
    open: "Open",
    back: "◀ Back",
    previous: "◀ Previous",
    next: "Next ▶",
  },
}

/** A table like the English one, in any words. */
export type Texts = Translated<typeof EN>
type Translated<Table> = { [Key in keyof Table]: Table[Key] extends string ? string : Translated<Table[Key]> }
