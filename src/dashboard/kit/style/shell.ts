/** The frame around every page: the sidebar, which is a menu on phones, the head of a page, and pages without a guild. */

export const SHELL = `
.skip { position: absolute; left: -999px; top: .5rem; z-index: 10; }
.skip:focus { left: .5rem; background: var(--card); padding: .5rem 1rem; }
.shell { display: grid; grid-template-columns: 15rem minmax(0, 1fr); min-height: 100vh; min-height: 100dvh; }
.side { position: sticky; top: 0; display: flex; flex-direction: column; gap: var(--size-2); height: 100vh; height: 100dvh; width: auto; margin: 0; padding: var(--size-2) .6rem; border: 0; border-right: 1px solid var(--line); background: var(--side); color: inherit; overflow: hidden; inset: auto; }
.side nav { display: grid; gap: 1px; flex: 1; min-height: 0; align-content: start; overflow-y: auto; margin: 0 -.6rem; padding: 2px .6rem; }
.side h2 { font-size: .75rem; font-weight: 500; color: var(--soft); padding: .6rem .5rem .2rem; letter-spacing: 0; }
.side a { display: flex; align-items: center; gap: .55rem; min-height: 1.75rem; padding: .15rem .5rem; border-radius: var(--radius-2); color: var(--soft); text-decoration: none; font-weight: 500; font-size: .8125rem; }
.side a:hover { background: var(--hover); color: var(--ink); }
.side a[aria-current] { background: light-dark(#e9ecf1, #23282f); color: var(--ink); }
.side a svg { flex: none; opacity: .85; }
.side .place { color: var(--ink); font-weight: 600; font-size: .875rem; min-height: 2.4rem; }
.side .place small { display: block; font-weight: 400; color: var(--soft); font-size: .75rem; line-height: 1.2; }
.side .count { margin-left: auto; font-size: .75rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.side .foot { flex: none; padding-top: var(--size-2); border-top: 1px solid var(--line); display: grid; gap: 1px; }
.side .foot form { display: grid; }
.side .foot button { justify-content: flex-start; min-height: 1.9rem; padding: .2rem .5rem; gap: .55rem; }
.bar { display: none; }
.body { min-width: 0; display: grid; grid-template-rows: auto 1fr; }
.head { padding: var(--size-3) var(--size-7) 0; max-width: 76rem; width: 100%; margin: 0 auto; }
.crumbs { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; font-size: .8125rem; color: var(--soft); min-height: 1.5rem; padding: 0; margin: 0; list-style: none; }
.crumbs li + li::before { content: "/"; margin-right: .35rem; color: var(--line-strong); }
.crumbs a { color: var(--soft); text-decoration: none; }
.crumbs a:hover { color: var(--ink); text-decoration: underline; }
.title { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: flex-start; justify-content: space-between; margin-top: .35rem; }
.title .lead { color: var(--soft); margin-top: .2rem; max-width: 46rem; }
.content { padding: var(--size-4) var(--size-7) var(--size-9); max-width: 76rem; width: 100%; margin: 0 auto; display: grid; gap: var(--size-4); align-content: start; }
.content > * { min-width: 0; }
.narrow { max-width: 46rem; }

.top { border-bottom: 1px solid var(--line); background: var(--side); }
.top > div { display: flex; align-items: center; justify-content: space-between; gap: 1rem; max-width: 64rem; margin: 0 auto; padding: .6rem var(--size-4); }
.brand { display: inline-flex; white-space: nowrap; flex: none; align-items: center; gap: .5rem; font-weight: 600; font-size: .9375rem; color: var(--ink); text-decoration: none; }
.sheet { max-width: 64rem; margin: 0 auto; padding: var(--size-7) var(--size-4) var(--size-9); display: grid; gap: var(--size-5); }
.sheet > header .lead { color: var(--soft); margin-top: .35rem; font-size: 1rem; max-width: 40rem; }
.sheet.text { max-width: 44rem; }
.sheet h1 { font-size: 1.625rem; }
.hero { padding: var(--size-8) 0 var(--size-5); display: grid; gap: var(--size-4); justify-items: start; }
.hero h1 { font-size: clamp(2rem, 5vw, 3rem); line-height: 1.12; letter-spacing: -.03em; max-width: 20ch; }
.hero .lead { font-size: 1.0625rem; color: var(--soft); max-width: 36rem; }
.foot-note { color: var(--soft); font-size: .8125rem; border-top: 1px solid var(--line); padding-top: var(--size-3); display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; }

@media (max-width: 52rem) {
  .shell { display: block; }
  .bar { display: flex; align-items: center; gap: .5rem; position: sticky; top: 0; z-index: 5; padding: .4rem .75rem; background: var(--side); border-bottom: 1px solid var(--line); font-weight: 600; }
  .bar button { min-height: 2.5rem; min-width: 2.5rem; padding: .25rem; }
  .bar .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .side { display: none; }
  .side:popover-open { display: flex; position: fixed; inset: 0 auto 0 0; width: min(18rem, 85vw); z-index: 20; box-shadow: var(--lift-high); }
  .side::backdrop { background: #0007; }
  .side a, .side .foot button { min-height: 2.5rem; }
  .head { padding: var(--size-3) var(--size-3) 0; }
  .content { padding: var(--size-3) var(--size-3) var(--size-8); }
  button, .button, input, select { min-height: 2.5rem; }
  input, select, textarea { font-size: 1rem; }
}
@media (min-width: 52.01rem) { .side { display: flex; } .side::backdrop { display: none; } .only-phone { display: none; } }
`
