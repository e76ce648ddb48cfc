/** The parts that pages are made of: cards, lists, badges, figures, notices, filters, charts. */

export const PARTS = `
.card { background: var(--card); border: 1px solid var(--line); border-radius: .625rem; box-shadow: var(--lift); min-width: 0; }
.card > header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem 1rem; padding: .7rem var(--size-3); border-bottom: 1px solid var(--line); }
.card > header p { color: var(--soft); font-size: .8125rem; width: 100%; }
.card > .inner { padding: var(--size-3); display: grid; gap: var(--size-3); }
.card > footer { padding: .6rem var(--size-3); border-top: 1px solid var(--line); }
.grid { display: grid; gap: var(--size-3); grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); align-items: stretch; }
.grid.of-three { grid-template-columns: repeat(3, minmax(0, 1fr)); }
@media (max-width: 64rem) { .grid.of-three { grid-template-columns: minmax(0, 1fr); } }
.cards { display: grid; gap: var(--size-3); grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
a.card { color: inherit; text-decoration: none; padding: var(--size-3); display: flex; gap: .75rem; align-items: center; }
a.card:hover { border-color: var(--line-strong); background: var(--hover); }
a.card strong { display: block; font-weight: 600; }
a.card small { color: var(--soft); }

.figures { display: flex; flex-wrap: wrap; border: 1px solid var(--line); border-radius: var(--radius-3); background: var(--card); overflow: hidden; margin: 0; }
.figures > div { flex: 1 1 9.5rem; box-shadow: 1px 1px 0 var(--line); padding: .75rem var(--size-3); display: flex; flex-direction: column-reverse; justify-content: flex-end; gap: .1rem; }
.figures.by-3 > div { flex-basis: max(9.5rem, 30%); } .figures.by-4 > div { flex-basis: max(9.5rem, 23%); } .figures.by-5 > div { flex-basis: max(9.5rem, 18%); }
.figures dt { color: var(--soft); font-size: .8125rem; order: 1; }
.figures dd { margin: 0; font-size: 1.375rem; font-weight: 600; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.figures dd small { display: block; font-size: .75rem; font-weight: 400; color: var(--soft); letter-spacing: 0; }

.badge { display: inline-flex; align-items: center; gap: .3rem; font-size: .75rem; font-weight: 500; line-height: 1.25rem; padding: 0 .45rem; border-radius: 99rem; background: var(--sunken); color: var(--soft); white-space: nowrap; }
.badge.accent { background: var(--accent-tint); color: var(--accent); }
.badge.good { background: var(--good-tint); color: var(--good); }
.badge.warn { background: var(--warn-tint); color: var(--warn); }
.badge.bad { background: var(--bad-tint); color: var(--bad); }
.badge.dot::before { content: ""; width: .4rem; height: .4rem; border-radius: 50%; background: currentColor; }

.avatar { flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%; display: inline-grid; place-items: center; font-size: .75rem; font-weight: 600; line-height: 1; color: #fff; background: #5a6472; object-fit: cover; text-transform: uppercase; overflow: hidden; }
.avatar.square { border-radius: var(--radius-2); }
.avatar.small { width: 1.25rem; height: 1.25rem; font-size: .5625rem; }
.avatar.large { width: 2.5rem; height: 2.5rem; font-size: 1rem; }
.tone-0 { background: #3b5bdb; } .tone-1 { background: #0b7285; } .tone-2 { background: #2b8a3e; } .tone-3 { background: #a3450f; }
.tone-4 { background: #9c36b5; } .tone-5 { background: #c2255c; } .tone-6 { background: #5f3dc4; } .tone-7 { background: #495057; }
.person { display: inline-flex; align-items: center; gap: .4rem; }

.rows { list-style: none; margin: 0; padding: 0; }
.rows > li { padding: .7rem var(--size-3); border-bottom: 1px solid var(--line); display: flex; gap: .75rem; align-items: flex-start; }
.rows > li:last-child { border-bottom: 0; }
.rows > li:hover { background: var(--hover); }
.rows .main-part { flex: 1; min-width: 0; display: grid; gap: .2rem; }
.rows .fact { color: var(--ink); text-decoration: none; }
.rows a.fact:hover { text-decoration: underline; }
.rows .end { flex: none; display: flex; gap: .25rem; align-items: center; color: var(--soft); font-size: .8125rem; }
.meta { display: flex; flex-wrap: wrap; gap: .15rem .4rem; align-items: center; color: var(--soft); font-size: .8125rem; }
.meta > *:not(:last-child, .badge, :has(+ .badge))::after { content: "·"; margin-left: .4rem; color: var(--line-strong); }
.clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.prose { display: grid; gap: .6rem; font-size: .9375rem; line-height: 1.6; scroll-margin-top: var(--size-5); }
.toc ul { columns: 2 14rem; list-style: none; padding: var(--size-2) var(--size-3); background: var(--side); border: 1px solid var(--line); border-radius: .625rem; }
.toc li { padding: .15rem 0; break-inside: avoid; }
.sheet > header .person { margin-bottom: var(--size-3); gap: .75rem; }
.sheet > header .person small { display: block; color: var(--soft); }
.prose h2 { font-size: 1.0625rem; }
.prose li { margin: .35rem 0; }
.prose table { border: 1px solid var(--line); border-radius: .625rem; border-collapse: separate; border-spacing: 0; background: var(--card); }
.prose td { text-align: right; color: var(--soft); }
.prose th { font-weight: 400; }
.scroll { overflow-x: auto; }
.scroll th, .scroll td { overflow-wrap: break-word; }
.scroll .below { padding-left: var(--size-3); }

.pairs { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: .45rem var(--size-3); margin: 0; }
.pairs dt { color: var(--soft); }
.pairs dd { margin: 0; min-width: 0; }
.pairs time, .lead time { white-space: normal; }

.notice { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .6rem var(--size-3); border: 1px solid var(--line); border-radius: var(--radius-3); background: var(--accent-tint); }
.notice.good { background: var(--good-tint); }
.notice.warn { background: var(--warn-tint); }
.notice.bad { background: var(--bad-tint); }
.empty { display: grid; justify-items: center; gap: .5rem; text-align: center; padding: var(--size-8) var(--size-3); color: var(--soft); }
.empty h2 { color: var(--ink); }
.empty p { max-width: 30rem; }
.empty svg { width: 2rem; height: 2rem; opacity: .6; }

.filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
.filters .field { flex: 1 1 7.5rem; max-width: 14rem; }
.filters .field:has(select) { flex-basis: 9.5rem; }
.filters .field.wide { flex: 2 1 9rem; max-width: 24rem; }
.filters label { font-size: .75rem; color: var(--soft); }
.side-by-side { display: grid; gap: var(--size-2) var(--size-3); grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); align-items: start; }
.side-by-side.broad { grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
.side-by-side > .wide, .side-by-side > .buttons { grid-column: 1 / -1; }
@media (min-width: 64rem) { .filters:has(> .field:nth-child(7)) > .field { flex: 1 1 calc(25% - .5rem); max-width: calc(25% - .375rem); } }
@media (max-width: 52rem) { .filters .field, .filters .field.wide { max-width: none; } .filters .field.wide { flex-basis: 100%; } }
.tabs { display: flex; gap: .25rem; border-bottom: 1px solid var(--line); overflow-x: auto; }
.tabs a { padding: .4rem .6rem; color: var(--soft); text-decoration: none; font-weight: 500; font-size: .8125rem; border-bottom: 2px solid transparent; white-space: nowrap; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--ink); border-color: var(--accent-fill); }
.pager { display: flex; justify-content: space-between; gap: .5rem; }

.confirm { position: relative; }
.confirm > summary { list-style: none; }
.confirm > summary::-webkit-details-marker { display: none; }
dialog.sheet-dialog, .pop { border: 1px solid var(--line); border-radius: var(--radius-3); background: var(--card); color: inherit; box-shadow: var(--lift-high); padding: var(--size-4); width: min(28rem, calc(100vw - 2rem)); margin: auto; inset: 0; height: fit-content; }
.pop::backdrop { background: #0006; }
.pop h2 { margin-bottom: .4rem; font-size: 1rem; }
.pop form.stack { display: grid; }
.pop .buttons { margin-top: var(--size-3); justify-content: flex-end; }

.chart { display: grid; gap: .3rem; }
.chart svg { width: 100%; height: 8rem; display: block; }
.chart .scale { display: flex; justify-content: space-between; gap: .5rem; margin: 0; color: var(--soft); font-size: .75rem; font-variant-numeric: tabular-nums; }
.chart .bar-fill { fill: var(--accent-fill); }
.chart .bar-fill.second { fill: light-dark(#a5b4e8, #46528c); }
.chart .axis { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.meter { height: .4rem; border-radius: 99rem; width: 100%; appearance: none; border: 0; background: var(--sunken); overflow: hidden; }
.meter::-webkit-meter-bar { background: var(--sunken); border: 0; border-radius: 99rem; height: .4rem; }
.meter::-webkit-meter-optimum-value { background: var(--accent-fill); border-radius: 99rem; }
.meter::-webkit-meter-suboptimum-value { background: var(--warn); border-radius: 99rem; }
.meter::-webkit-meter-even-less-good-value { background: var(--bad-fill); border-radius: 99rem; }
.meter::-moz-meter-bar { background: var(--accent-fill); }
`
