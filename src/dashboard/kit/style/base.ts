/** Colors by their purpose, and the look of plain HTML: text, links, buttons, fields, tables. */

export const BASE = `
*, *::before, *::after { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; scroll-padding-top: var(--size-9); }
body { margin: 0; background: var(--page); color: var(--ink); font: 400 .875rem/1.5 var(--font-system-ui); overflow-wrap: anywhere; }
h1, h2, h3 { margin: 0; line-height: 1.3; font-weight: 600; text-wrap: balance; letter-spacing: -.01em; }
h1 { font-size: 1.375rem; }
h2 { font-size: .9375rem; }
h3 { font-size: .875rem; }
p, ul, ol, dl, figure, blockquote { margin: 0; }
ul, ol { padding-left: var(--size-4); }
ul.plain, ol.plain { list-style: none; padding: 0; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
a.quiet { color: inherit; text-decoration: none; }
a.quiet:hover { text-decoration: underline; }
code, .mono { font-family: var(--font-mono); font-size: .8125rem; }
code { background: var(--sunken); border-radius: var(--radius-1); padding: .1em .35em; }
pre { margin: 0; padding: var(--size-3); background: var(--sunken); border: 1px solid var(--line); border-radius: var(--radius-2); overflow-x: auto; font: .8125rem/1.5 var(--font-mono); white-space: pre-wrap; }
img, svg { vertical-align: middle; max-width: 100%; }
time { white-space: nowrap; }
small, .small { font-size: .8125rem; }
.soft { color: var(--soft); }
.number { font-variant-numeric: tabular-nums; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: var(--radius-1); }
hr { border: 0; border-top: 1px solid var(--line); margin: 0; }
blockquote { border-left: 2px solid var(--line-strong); padding-left: var(--size-2); color: var(--soft); }

:root {
  --page: light-dark(#fff, var(--gray-11));
  --side: light-dark(var(--gray-0), #111418);
  --card: light-dark(#fff, #14171b);
  --sunken: light-dark(var(--gray-1), #1c2025);
  --hover: light-dark(var(--gray-1), #1f2329);
  --line: light-dark(#e4e7eb, #262b31);
  --line-strong: light-dark(var(--gray-4), #3d444d);
  --ink: light-dark(var(--gray-10), #e9ecef);
  --soft: light-dark(#565d66, #a2a9b2);
  --accent: light-dark(var(--indigo-9), var(--indigo-3));
  --accent-fill: light-dark(var(--indigo-8), var(--indigo-8));
  --accent-fill-hover: light-dark(var(--indigo-9), var(--indigo-9));
  --accent-tint: light-dark(var(--indigo-0), #1b2340);
  --focus: light-dark(var(--indigo-7), var(--indigo-4));
  --good: light-dark(#23742f, var(--green-4));
  --good-tint: light-dark(var(--green-0), #12261a);
  --warn: light-dark(#9a4a00, #f0b35b);
  --warn-tint: light-dark(#fff6e6, #2b2110);
  --bad: light-dark(#b42323, #ff9c9c);
  --bad-tint: light-dark(var(--red-0), #2e1717);
  --bad-fill: light-dark(#c02a2a, #b53030);
  --lift: 0 1px 2px light-dark(#00000010, #00000060);
  --lift-high: 0 8px 30px light-dark(#0000002b, #000000a0);
}

button, .button { display: inline-flex; align-items: center; justify-content: center; gap: .4rem; min-height: 2rem; padding: .25rem .7rem; border: 1px solid var(--line-strong); border-radius: var(--radius-2); background: var(--card); color: var(--ink); font: 500 .8125rem/1.4 var(--font-system-ui); text-decoration: none; cursor: pointer; box-shadow: var(--lift); white-space: nowrap; }
button:hover, .button:hover { background: var(--hover); }
button.main, .button.main { background: var(--accent-fill); border-color: var(--accent-fill); color: #fff; }
button.main:hover, .button.main:hover { background: var(--accent-fill-hover); }
button.danger, .button.danger { color: var(--bad); }
button.danger.main, .button.danger.main { background: var(--bad-fill); border-color: var(--bad-fill); color: #fff; }
button.bare, .button.bare { background: none; border-color: transparent; box-shadow: none; color: var(--soft); }
button.bare:hover, .button.bare:hover { background: var(--hover); color: var(--ink); }
button.large, .button.large { min-height: 2.5rem; padding: .4rem 1rem; font-size: .9375rem; }
button[disabled] { opacity: .55; cursor: not-allowed; }

label, legend { font-weight: 500; font-size: .8125rem; }
fieldset { border: 0; padding: 0; margin: 0; min-width: 0; }
input, select, textarea { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line-strong); border-radius: var(--radius-2); padding: .3rem .6rem; min-height: 2rem; width: 100%; }
input[type="checkbox"], input[type="radio"] { width: 1rem; height: 1rem; min-height: 0; margin: 0; accent-color: var(--accent-fill); flex: none; }
input[type="file"] { padding: .25rem; }
textarea { min-height: 5rem; resize: vertical; }
::placeholder { color: var(--soft); opacity: 1; }
.field { display: grid; gap: .3rem; align-content: start; }
select { text-overflow: ellipsis; }
.field .help { color: var(--soft); font-size: .8125rem; }
.problem { color: var(--bad); font-size: .8125rem; font-weight: 500; display: block; }
[aria-invalid="true"]:not(fieldset) { border-color: var(--bad); outline-color: var(--bad); }
.check { display: flex; gap: .5rem; align-items: flex-start; font-weight: 400; }
.check input { margin-top: .2rem; }
form.stack { display: grid; gap: var(--size-3); }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.buttons form { display: contents; }
.inline { display: inline-flex; }

table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding-bottom: .5rem; }
th { font-weight: 500; color: var(--soft); font-size: .8125rem; }
th, td { text-align: left; padding: .5rem .75rem; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
tbody tr:hover { background: var(--hover); }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody th { color: var(--ink); font-size: .875rem; }

details > summary { cursor: pointer; color: var(--soft); font-size: .8125rem; width: fit-content; }
details > summary:hover { color: var(--ink); }
details[open] > summary { margin-bottom: .5rem; }
@media (prefers-reduced-motion: no-preference) { button, .button, a { transition: background-color .12s var(--ease-2), color .12s var(--ease-2); } }
@media print { .side, .bar, .buttons { display: none; } }
`
