/** Names of games, of places in them, and of software: "in valheim" and "to postgres" are no places. Data only. */

const any = (words: string) =>
  words
    .trim()
    .split(/\s*\|\s*/)
    .join("|")

/** Names that mean a game wherever they stand. */
const GAME =
  any(`minecraft | skyrim | oblivion | morrowind | whiterun | the sims | sims | gta | roblox | valheim | stardew(?: valley)?
  | terraria | factorio | rimworld | animal crossing | acnh | elden ring | dark souls | bg3 | baldur'?s gate | zelda | hyrule | totk | botw
  | pok[eé]mon | azeroth | stormwind | orgrimmar | ffxiv | ff ?14 | eorzea | runescape | osrs | gielinor | eve online | geoguessr
  | civ ?\\d | crusader kings | ck3 | eu4 | cities skylines | dwarf fortress | subnautica | palworld | hogwarts | hogsmeade | middle[- ]earth
  | mordor | narnia | tatooine | novigrad | night city | cyberpunk | vrchat | second life | among us | tarkov | westeros | arrakis | gotham
  | monopoly | d&d | dnd | pathfinder`)

const SOFTWARE =
  any(`postgres(?:ql)? | mysql | mariadb | sqlite | mongo(?:db)? | redis | firebase | supabase | vercel | netlify | aws | azure
  | gcp | cloudflare | heroku | docker | kubernetes | k8s | podman | github | gitlab | bitbucket | codeberg | jira | notion | obsidian | slack
  | discord | teams | zoom | matrix | mastodon | bluesky | twitter | reddit | vim | neovim | nvim | emacs | vs ?code | intellij | zed | linux
  | arch | debian | ubuntu | fedora | nixos | gentoo | windows | macos | wayland | x11 | gnome | kde | hyprland | sway | firefox | chrome
  | brave | react | vue | svelte | angular | next\\.?js | django | flask | rails | laravel | typescript | javascript | python | golang | rust
  | kotlin | swift | elixir | haskell | zig | php | ruby | tailwind | webpack | vite | ipv6 | prod(?:uction)? | staging | unity | unreal | godot
  | blender | steam | spotify | gmail | protonmail | bitwarden | android | ios | iphone | starlink | fiber | usb-?c | dvorak | colemak | qwerty
  | excel | sql | git | tmux | bash | zsh`)

const TABLE =
  any(`npcs? | dm | gm | campaign | one-?shot | dungeon | inspiration | session \\d+ | in[- ]game | initiative | nat ?20 | long rest
  | loot | quest | goblins? | spielleiter | kampagne | partida de rol | mesa de rol`)

/** A text that speaks of a game. */
export const OF_GAME = new RegExp(`(?<![\\p{L}])(?:${GAME}|${TABLE})(?![\\p{L}])`, "iu")

/** Says that something happens in a game. */
export const IN_GAME = new RegExp(`(?<![\\p{L}])(?:in|on|at) (?:my )?(?:${GAME})(?![\\p{L}])`, "iu")

/** A name that as a whole is no place. */
export const NO_PLACE_NAME = new RegExp(
  `(?:^|\\s)(?:${GAME})$|^(?:my |the )?(?:${SOFTWARE})(?: \\d+)?$`,
  "iu",
)
