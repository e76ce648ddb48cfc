/**
 * Texts in English, the language that the others are translated from. `{name}` is filled in; a text with `one` and
 * `other` is chosen by a number. `/command` stands in code marks. Translators change `de.ts` and `es.ts` alone.
 */
export const EN = {
  language: "en",
  buttons: {
    open: "Open",
    correct: "Correct",
    forget: "Forget",
    undo: "Undo",
    cancel: "Cancel",
    goTo: "Go to message",
    back: "◀ Back",
    previous: "◀ Previous",
    next: "Next ▶",
  },
  answers: {
    fromMemory: "From memory: {links}",
    fromTalk: "From what was just said here.",
    general: "General knowledge, not from this server's memory.",
    overQuota:
      "You have had {count} answers in my own words within an hour, so I quote. The next one is possible {when}.",
  },
  labels: {
    right: "Right",
    wrong: "Wrong",
    outdated: "Outdated",
    noted: "Thanks, noted.",
    notNoted: "Thanks. I keep no note of it, because you are not remembered here or saving is paused.",
    noFact:
      "This answer rests on no fact that you can read. If it rests on messages, edit or delete them, and I will update what I know.",
    noFactHere:
      "That answer rests on no fact that I can show here. If it rests on messages, edit or delete them, and I will update what I know.",
    mayChange: "You can correct it, or have me forget it:",
    othersFact:
      "That alone changes nothing: {who} or someone with *Manage Server* can correct it or have me forget it.",
    or: " or ",
    whoeverToldMe: "whoever told me, if nobody else did,",
    pick: "Tell me what is so instead (“no, it's Sunday”), or open the fact to correct it or have me forget it.",
    unsure: "I can't tell which words to change. Open the fact to correct it or have me forget it.",
    basis: "What the answer rests on",
    openFact: "Open the fact",
    openFactNumber: "Open fact {number}",
    canUndo: "You can undo this for ten minutes.",
  },
  help: {
    title: "What I do here",
    intro:
      "I remember what is said in this server and answer from it. I tell you only what you can read yourself, and I always say where I learned it.",
    ask: "**Ask** with `/ask`, or mention me: “where does Bo live?”, “what did we decide about the raid?”, “when is Ada's birthday?”. Below an answer, say whether it is right.",
    find: "**Look things up** with `/recall` (facts, notes and messages), `/recap` (what was talked about) and `/server` (rules, decisions and events).",
    teach:
      "**Tell me** with `/remember`, with **Apps → Remember this** on a message, or in a mention: “remember that I play the cello”.",
    change:
      "**Correct or forget** with `/profile` and `/forget`, or reply to my answer: “no, it's Sunday”. You can change what is about you and what only you told me.",
    privacy:
      "**Your data:** `/privacy see` shows what I store about you, for how long, and how to stop it or erase everything.",
    managers: "**Managers:** `/keepsake status` shows what I read, keep and cost, and leads to the settings.",
    cannot:
      "I can't remind you of things, read direct messages or files, or do anything else in this server.",
    here: {
      full: "I read this channel and answer mentions here.",
      notes: "In this channel I only keep notes of conversations, and no facts about anybody.",
      roleplay: "In this channel I keep only what is said out of character.",
      off: "I am switched off in this channel: I read nothing here and don't answer mentions. Commands still work.",
      quiet: "I don't answer mentions in this channel. Commands still work.",
      paused: "Saving is paused: I answer, but keep nothing new.",
    },
    seePrivacy: "See what is stored",
    seeProfile: "What I know about you",
  },
  history: {
    title: "Messages from before",
    administrators: "An import covers every channel, so only administrators can start and see one.",
    gone: "There is no such import any more. Run `/keepsake import` again.",
    explained:
      "Nothing is read until you start. People who opted out, deleted messages and ignored channels are left out.",
    counting: "Counting what there is to read: {counted} of {channels} channels and threads.",
    found: "**{messages}** messages by people in **{channels}** channels and threads.",
    cost: "About {low} to {high} model calls, {from} to {to}.",
    costUnknown: "About {low} to {high} model calls. The price of this model is unknown.",
    costRules: "Rules read them, which costs nothing.",
    time: "It takes up to {minutes} minutes.",
    cap: "At most {usd}; after that, rules read the rest.",
    running: "▶️ Reading",
    paused: "⏸️ Paused",
    done: "✅ Everything was read",
    stopped: "⏹️ Stopped. What was read stays.",
    progress:
      "{read} messages fetched, {accepted} new, of about {total} by people · {done} of {channels} channels and threads",
    spent: "Spent so far: {usd} for {calls} model calls.",
    leftOut: "Left out:",
    skipped: {
      forbidden: "{count} I may not read",
      missing: "{count} deleted",
      off: "{count} ignored",
      excluded: "{count} excluded",
      refused: "{count} refused by Discord",
    },
    reasons: {
      no_structure: "⚠️ I don't know this server's channels yet. Connect the gateway, then try again.",
      replaced: "A newer preview replaced this one.",
      no_discord: "⚠️ This deployment has no bot token, so it can't read from Discord.",
    },
    buttons: {
      start: "Start",
      cancel: "Cancel",
      pause: "Pause",
      resume: "Resume",
      stop: "Stop",
      refresh: "Refresh",
    },
  },
  introduction: {
    title: "Hello, I'm Keepsake",
    intro:
      "I remember what is said in this server and answer questions from it. I tell people only what they can read themselves. Ask me with `/ask`, or mention me; `/help` shows the rest.",
    heard: {
      full: "**What I read:** from now on, every channel I can see. I read earlier messages only if an administrator imports them.",
      notes:
        "**What I read:** from now on, every channel I can see. I note what conversations were about, but I keep no facts about people.",
      roleplay:
        "**What I read:** from now on, in every channel I can see, only what people say out of character.",
      off: "**What I read:** nothing until someone with *Manage Server* chooses channels.",
    },
    kept: "**What I keep:** facts and notes, and the messages themselves for a few days. Use `/privacy see` to see what I keep about you, and to stop it or erase it.",
    managers:
      "**For people who manage this server:** choose which channels I read, and whether I remember everyone unless they opt out, or only people who opt in. Only people with *Manage Server* can use these buttons.",
    chooseChannels: "Choose channels",
    optOut: "Remember everyone unless they opt out",
    optIn: "Remember only people who opt in",
    privacy: "What is stored here",
    nowOptOut:
      "Done: I remember everyone unless they opt out with `/privacy opt-out`. You can change this at any time with `/keepsake policy`.",
    nowOptIn:
      "Done: I remember only people who opt in with `/privacy opt-in`. You can change this at any time with `/keepsake policy`.",
  },
  recap: {
    title: "Recent topics and conversations",
    titleChannel: "Recent conversations in {channel}",
    since: "since {date}",
    sinceSpoke: "since you last spoke, {time}",
    entries: { one: "1 entry", other: "{count} entries" },
    noneSinceSpoke:
      "Nothing was noted since you last spoke ({time}). Notes are written a few minutes after a conversation ends.",
    neverSpoke:
      "I have no note of a conversation with you, so I don't know when you last spoke. Use `/recap` with `days`.",
    noneChannel:
      "There are no notes that you can read of conversations in {channel} from these days. Notes are written a few minutes after a conversation ends.",
    none: {
      one: "There are no conversation notes that you can read from yesterday or today.",
      other: "There are no conversation notes that you can read from the last {count} days.",
    },
    noneYet:
      "Notes are written a few minutes after a conversation ends, and grouped into daily topics at night.",
    search: "Search for something specific with `/recall`.",
    lookFurther: "Look further back with `/recap days:7`, or search for something specific with `/recall`.",
    morePeople: " and {count} more",
    conversations: { one: "1 conversation", other: "{count} conversations" },
    off: "I am switched off in {channel}: I read nothing there. Someone with *Manage Server* can change that with `/keepsake channel`.",
  },
  server: {
    title: "About this server",
    kinds: { rules: "Rules", decisions: "Decisions and facts", events: "Events" },
    kind: { rules: "rule", decisions: "decision or fact", events: "event" },
    none: "I know no rules, decisions or events of this server yet that you can read. Tell me one with `/remember` (“our raid night is every Thursday”), or agree on one in a channel that I read.",
    pinned: "📌 pinned",
    pin: "Pin",
    unpin: "Unpin",
    pinnedNow: "Pinned: it comes first, and stays until someone forgets it.",
    unpinnedNow: "Unpinned: it expires like any other fact.",
  },
  remember: {
    remembered: "Remembered",
    noLonger: "No longer true",
    insteadOf: "instead of: {fact}",
    soAgain: "True again",
    several:
      "Several members are called {name}. Pick the one you mean with the command's `member` option, or mention them.",
    unseen:
      "I processed it, but there is nothing to show: I know something newer, or it is stored in a channel that you cannot read.",
    nothing: "I found nothing to remember in that. Try one plain sentence.",
    nothingInMessages: "I found nothing to remember in these messages.",
    noMessages:
      "I have no messages from there. I keep them only for a while, and only from channels that I read.",
    notSaved: "Not saved: {reasons}.",
    onlyPeople: "I only remember people, not bots.",
    notAMember: "This person is not a member of this server. I only remember members.",
    noWords: "That contains no words to remember.",
    useTheirName:
      "Use the person's name: write “Ada lives in Oslo” instead of “I live in Oslo”. Otherwise I would save your words about yourself as a fact about them.",
    tellMe: "Tell me what to remember: mention me and write “remember that …”.",
  },
  correct: {
    title: "Correct what I remember",
    fact: "The fact",
    factHint: "One sentence with the name of the person it is about.",
    importance: "Importance",
    lifetime: "How long to keep it after it was last said",
    corrected: "Corrected",
    unchanged: "Nothing was changed",
    knownAlready: "Another fact already says exactly this. Nothing was changed.",
  },
  forget: {
    nothing: "Nothing was forgotten.",
    noneOwn:
      "No fact about you matches “{words}”, and none that only you told me, so nothing was forgotten. Type at least two letters in `/forget` to pick a fact from a list, or browse `/profile`.",
    noneOther:
      "No fact about {who} that you can read matches “{words}”, so nothing was forgotten. `/profile` with `user` shows what there is.",
    which: "Which of these?",
    match: { one: "1 fact matches.", other: "{count} facts match." },
    isItOne: "Is it one of these?",
    guessed: "No fact has these words, but these may be what you mean.",
    onlyLatest: "The latest {count} are listed below. Add more words to see the others.",
    choose: "Choose what to forget",
    allNext: { one: "Forget 1 fact…", other: "Forget all {count}…" },
    all: { one: "Forget 1 fact", other: "Forget all {count}" },
    sureAll: { one: "Forget 1 fact?", other: "Forget all {count}?" },
    more: "… and {count} more",
    notYours: "Not yours to forget",
    othersToldPerson:
      "Others told me this. Only the person it is about or someone with *Manage Server* may have it forgotten.",
    canAsk: "I can ask them here: a message in this channel that names no fact.",
    askThem: "Ask them about …",
    asks: "{who}: {asker} asks whether I should forget something that others told me about you.",
    look: "Look at it",
    onlyYouSee: "Only you see what this opens. You can forget the fact there, or keep it.",
    forgotten: { one: "Forgotten", other: "Forgotten: {count} facts" },
    deleted: {
      one: "The fact, its sources and its mentions in notes were deleted. You can undo this for ten minutes.",
      other:
        "The facts, their sources and their mentions in notes were deleted. You can undo this for ten minutes.",
    },
    deletedForGood: {
      one: "The fact, its sources and its mentions in notes were permanently deleted.",
      other: "The facts, their sources and their mentions in notes were permanently deleted.",
    },
    undone: "Undone",
    restored: {
      one: "The fact and its sources are restored.",
      other: "All {count} facts and their sources are restored.",
    },
    publicNone:
      "I found nothing like that about you that I can share here. Use `/forget` to search everything I know about you.",
    publicNoneOther:
      "I found nothing like that about them that I can share here. Use `/forget` with `member` to search everything that you may read about them.",
    publicNotYours:
      "Only the person it is about, or a manager, can have that forgotten. Managers use `/forget` with `member`. If you use it, the person is asked.",
    publicGuess: "I may know what you mean. Use `/forget` to choose in private.",
    publicSeveral: "Several facts match. Use `/forget` to choose in private.",
  },
  profile: {
    titleOwn: "What I know about you",
    titleOther: "What I know about {who}",
    temporary: ", {count} of them temporary",
    noneOwn:
      "I know nothing about you yet. Tell me something with `/remember`, right-click a message of yours and choose **Apps → Remember this**, or just talk: I learn from the channels that I can read. To see or change what I may store, use `/privacy see`.",
    noneOther:
      "I know nothing about {who} that you can read. Tell me something with `/remember`, or search with `/recall`.",
  },
  facts: {
    count: { one: "1 fact", other: "{count} facts" },
    aboutPerson: "about {who}",
    aboutServer: "about this server",
    aboutProject: "about the project {name}",
    learned: "learned {when}",
    inMessage: " in [a message](<{url}>)",
    from: " from {people}",
    expires: "expires {when}",
    toldDirectly: "told to me directly",
    fromEvent: "event {id}",
    message: "message",
    whereLearned: "Where I learned it",
    onlyLatest: "Only the latest are shown.",
    sources: { one: "1 source", other: "{count} sources" },
    kind: "Kind",
    section: "Section",
    topics: "Topics",
    confidence: "Confidence",
    said: { one: "said once", other: "said {count} times" },
    importance: "Importance",
    stored: "Stored",
    storedUntil: ", until {date}",
    when: "When",
    until: "Until",
    learnedOn: "Learned",
    lastSaid: ", last said {when}",
    status: "Status",
    before: "Before",
    saidBy: "said by {who}, ",
  },
  sections: {
    bio: "Biography",
    interests: "Interests",
    skills: "Skills",
    opinions: "Opinions",
    relationships: "Relationships",
    other: "Other",
    temporary: "Temporary",
  },
  types: {
    profile: "personal detail",
    preference: "preference",
    task_state: "current activity",
    constraint: "restriction",
    episode: "event",
  },
  lifetimes: {
    "1d": "for a day",
    "3d": "for 3 days",
    "7d": "for a week",
    "30d": "for 30 days",
    "90d": "for 90 days",
    permanent: "permanently",
  },
  importances: { low: "low", medium: "medium", high: "high" },
  states: {
    shadow: "saved but hidden, not used",
    queued: "waiting for a server manager's approval",
    superseded: "replaced or retracted, kept as history",
    expired: "expired",
    contradicted: "contradicted by another fact",
  },
  confidences: {
    verySure: "very sure",
    sure: "sure",
    fairlySure: "fairly sure",
    notVerySure: "not very sure",
    unsure: "unsure",
  },
  notKept: {
    already_known: "I already know that",
    outdated: "I have newer information",
    several_meant: "several members have that name, so a manager decides whose it is",
    opted_out: "it involves someone who asked not to be remembered",
    secret: "it looks like a password, key or contact detail",
    instruction: "it looks like an instruction, not a fact",
    read_only: "memory is paused",
    subject_full: "the limit of facts about them is reached (forget one first)",
    window_full: "that is too much at once (send less at a time)",
    hour_full: "this hour's limit is reached (try again later)",
    type_off: "this server does not save this kind of information",
    scope_off: "this server does not save this kind of information",
    writing_off: "learning is switched off here",
    subject_off: "this server's managers have switched learning off for this",
    low_confidence: "I am not sure enough about it",
    empty: "it contains no fact",
    sensitive: "it {kind}, which this server does not save",
    other: "it does not meet this server's memory rules",
  },
  sensitive: {
    health: "is about someone's health",
    sexuality: "is about someone's sexuality",
    religion: "is about someone's religion",
    politics: "is about someone's politics",
    ethnicity: "is about someone's ethnicity",
    minors: "is about children",
    finances: "is about someone's finances",
    slurs: "contains a slur",
    other: "is sensitive",
  },
  recall: {
    title: "What I remember",
    about: "about “{words}”, best matches first",
    partial: "some sources did not answer in time",
    fromConversation: "from a conversation, {date}",
    said: "said {when}",
    none: "I don't remember anything about “{words}”. Try other words, remove the topic or the person, or browse `/profile`.",
  },
  privacy: {
    title: "Your privacy in this server",
    optedOutEverywhere: "You are **not remembered**: you opted out everywhere {when}.",
    optedOut: "You are **not remembered** here: you opted out.",
    notOptedIn: "You are **not remembered** here: this server remembers only people who opt in.",
    optedIn: "You are **remembered** here: you opted in.",
    byDefault: "You are **remembered** here: this server remembers everyone who has not opted out.",
    paused: "Memory is paused: nothing new is saved.",
    stored: "Stored about you here",
    nothing: "Nothing.",
    silent: {
      one: "1 channel did not answer. Try again.",
      other: "{count} channels did not answer. Try again.",
    },
    onlyYours:
      "This page shows only what you can read yourself. It leaves out what others said about you in channels that you cannot read.",
    questions: "Questions? Ask {contact}.",
    questionsServer: "Questions? Ask the people who run this server.",
    export: "Export",
    optOut: "Opt out",
    optIn: "Opt in",
    erase: "Erase…",
    exportTitle: "Your data",
    exported:
      "This file contains your messages, what is known about you, and what you can read about others. Keepsake records this export in its audit log.",
    tooLarge:
      "Your data is too large for one Discord file. Ask the people who run this server for the complete export.",
    hintErase:
      "`/privacy erase` deletes everything I store about you in this server. `/privacy see` shows it first. Only you see both.",
    hintOptOut:
      "`/privacy opt-out` makes me stop remembering you. `/privacy erase` also deletes what I already store. Only you see both.",
    openOptOut: "Opt out…",
  },
  held: {
    memories: { one: "1 fact about you", other: "{count} facts about you" },
    statements: {
      one: "1 message of yours that is cited by facts about others",
      other: "{count} messages of yours that are cited by facts about others",
    },
    notes: {
      one: "1 note about a conversation you took part in",
      other: "{count} notes about conversations you took part in",
    },
    topics: { one: "1 daily topic you took part in", other: "{count} daily topics you took part in" },
    digests: { one: "1 summary about you", other: "{count} summaries about you" },
    messages: { one: "1 stored message of yours", other: "{count} stored messages of yours" },
  },
  readers: {
    cloudflare: "A language model on Cloudflare processes the conversations.",
    other:
      "A language model chosen by the bot's operator processes the conversations. Ask the operator which one, and what happens to the data it receives.",
    rules: "No language model is used: fixed rules look for plain statements.",
  },
  retention: {
    title: "How long it is kept",
    messages: "Messages: {span}",
    notes: "Conversation notes: {span}",
    facts: "Facts: until forgotten",
    expired: "Temporary facts, after they expire: {span}",
    replaced: "Facts that a newer one replaced: {span}",
    noLimit: "no limit",
    processed: "until processed",
    days: { one: "1 day", other: "{count} days" },
  },
  consent: {
    out: "You have opted out",
    outHere:
      "In this server: your messages are not recorded, nothing is saved about you, and you are not quoted or named.",
    outEverywhere:
      "In every server with this bot, now and later: your messages are not recorded, nothing is saved about you, and you are not quoted or named.",
    existing:
      "Existing data about you is still stored. Only you and the people who run this server can see it. Do you want to keep it?",
    eraseHereOnly: "Erasing applies to this server only. In other servers, use `/privacy erase` there.",
    keep: "Keep it",
    stillOut: "Still opted out",
    stillOutEverywhere:
      "You opted in here, but you also opted out of all servers, which takes precedence. Do you want to undo that too?",
    outSince: "Opted out",
    outSinceThen: "You have opted out since then.",
    remembered: "You are remembered here",
    rememberedNow: "Your new messages can become memory, and existing data about you is used again.",
    lifted: "You are no longer opted out of all servers",
    liftedRule: "In each server, your choice there applies. If you made none, the server's default applies.",
    rememberedHere: "You are remembered here.",
    notRememberedHere: "You are not remembered here. To change that, run `/privacy opt-in` without `where`.",
    undoOptOut: "Undo opt-out",
  },
  erase: {
    title: "Erase everything stored about you in this server?",
    what: "This permanently deletes your messages, the facts learned from them, what others said about you, notes about conversations that you took part in, and quotes and mentions of you. **This cannot be undone.** To keep a copy, run `/privacy export` first.",
    stays:
      "Keepsake keeps your user ID and this choice so that your old messages are not recorded again. Your messages stay in Discord: delete them there.",
    andOptOut: "Erase and opt out",
    andStay: "Erase and start over",
    inProgress: "Erasure in progress",
    waiting: "The erasure starts in a moment.",
    running: "Keepsake is checking every channel and the database. This can take a few minutes.",
    notAgain: "Nothing that you wrote before your request will be recorded again.",
    refresh: "Refresh",
    done: "Erased",
    times: "Requested {requested}, finished {finished}.",
    nothingLeft: "A final check found nothing left.",
    left: {
      one: "A final check still found data in 1 place. Contact the people who run this server.",
      other: "A final check still found data in {count} places. Contact the people who run this server.",
    },
  },
  erased: {
    messages: "Messages",
    quotes: "Quotes of you",
    memories: "Facts",
    statements: "Statements",
    notes: "Notes about conversations",
    reworded: "Texts by others that were reworded",
    digests: "Summaries",
    windows: "Processing records",
    keys: "API keys",
    audit: "Audit log entries that were anonymized",
  },
  links: {
    title: "Your accounts in this server",
    what: "If you use several accounts here, you can link them. Both accounts then show, export and erase everything stored about either, and opting out with one opts out all of them. Nobody else can see a link, and each account still reads only its own channels.",
    none: "No account is linked with this one.",
    linked: "{who}, linked {when}",
    speaksFor: "{who}: a server manager attributed this account to them {when}",
    spokenBy: "{who}: a server manager attributed that account to you {when}",
    end: "End {number}",
    makeCode: "Get a code",
    codeTitle: "Your code",
    code: "`{code}`\nWith your **other account**, run `/privacy link` in this server and enter the code before {until}. Then come back here to confirm. It is shown only once.",
    warning: "**Don't share this code.** Nobody needs it to help you.",
    check: "Check and confirm",
    enteredTitle: "Link this account with {who}?",
    entered:
      "Whoever uses that account will be able to **see, export and erase** everything stored about you here, and to opt you out. Link only an account **that is yours**. If somebody else gave you the code, cancel.",
    both: "Both accounts are mine",
    joinedTitle: "One step left",
    joined: "Now confirm with {who}: run `/privacy link` there before {until}.",
    waitingTitle: "Is {who} yours?",
    waiting:
      "That account entered your code and confirmed. It will be able to **see, export and erase** everything stored about you here, and to opt you out.",
    decline: "No, cancel",
    done: "Linked",
    doneNow: "This account and {who} are linked.",
    ended: "The link has ended. Everything stays with the account it came from.",
    declined: "Canceled. Nothing was linked, and the code no longer works.",
    included: "Includes what is stored about {accounts}.",
    alsoOut: "This also applies to {accounts}. To opt in again, use each account.",
    alsoErased:
      "**This also erases {accounts}** at the same time. The people who run this server may notice.",
  },
  refusals: {
    failed:
      "Something went wrong on my side. If this keeps happening, give this reference to the bot's operator: `{reference}`.",
    unknown_guild:
      "I don't know this server yet. Send a message in a channel that I can read, then try again.",
    unknown_channel: "I haven't seen any messages in that channel yet.",
    unknown_member: "I haven't seen this person in this server yet.",
    unknown_memory: "I don't remember that anymore.",
    unknown_erasure:
      "I can't find that erasure among your requests. `/privacy see` shows what is stored about you.",
    unknown_command:
      "This button or command is outdated. Run the command again. If that fails, ask the bot's operator to register the commands again.",
    servers_only: "I only work in servers, not in direct messages.",
    forbidden: "Only the person who ran this command can use it. Run `/privacy see` yourself.",
    no_facts_here: "This channel is set to keep no facts.",
    read_only: "Memory is paused. Nothing new is saved until it is resumed.",
    writing_off:
      "This server's managers have switched learning off. You can still correct and delete what I know.",
    reading_off:
      "This server's managers have switched my memory off for questions. `/privacy see` still shows what is stored about you.",
    opted_out:
      "Nothing was saved, because it involves someone who is not remembered here. If that is you, you can change it with `/privacy see`.",
    secret: "That looks like a password, key or contact detail. These are never saved.",
    sensitive: "That {kind}. This server does not save that kind of information.",
    instruction: "That reads like an instruction, not a fact. It was not saved.",
    leaving:
      "This server's memory will be erased {when}. Until then, I don't save or answer anything here. `/privacy see` still works.",
    restoring: "A backup of this server's memory is being restored. Try again in a few minutes.",
    memory_full:
      "I already know {limit} permanent facts about this subject, which is the limit. Forget one first.",
    duplicate_fact: "Another fact already says exactly this.",
    busy: "Someone else changed this at the same time. Try again.",
    undo_over:
      "You can't undo this: ten minutes have passed, it has changed since, or it is not yours to undo.",
    nothing_known: "I don't remember anything about that.",
    not_yours:
      "You cannot change that. Only the person it is about, the only person who said it, or a server manager can.",
    managers_only: "You need the *Manage Server* permission for that.",
    blocked: "This server's managers have blocked you from this. `/privacy see` and `/forget` still work.",
    guild_not_served:
      "The operator of this bot does not serve this server, so I record nothing here and answer nothing.",
    link_code:
      "This code is wrong, expired or already used. Get a new one with your other account: `/privacy link`.",
    link_over: "Nothing is waiting for this confirmation. Start again: `/privacy link`.",
    links_full: "One of the two accounts has reached the limit for links. End one first.",
    unknown_link: "That account is not linked with this one.",
    too_many: "Too many attempts. Try again in an hour.",
    cooling_down: {
      one: "Please wait. Try again in 1 second.",
      other: "Please wait. Try again in {count} seconds.",
    },
  },
}

/** A table like the English one, in any words. */
export type Texts = Translated<typeof EN>
type Translated<Table> = { [Key in keyof Table]: Table[Key] extends string ? string : Translated<Table[Key]> }
