/** The document around the content of the setup page. Its style sheet is inlined and follows the reader's light or dark setting. */
import { html, raw } from "hono/html"

const STYLE = raw(`
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --page: #fff; --tint: #f6f8fa; --mark: #5865f2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --page: #0d1117; --tint: #151b23; --mark: #949cf7; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 17px/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .4rem; }
p, ul { margin: .5rem 0; }
.lead { color: var(--soft); font-size: 1.1rem; }
.notice { border-left: 4px solid var(--mark); background: var(--tint); padding: .6rem 1rem; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .5rem 0; text-align: left; font-weight: normal; }
td { text-align: right; white-space: nowrap; padding-left: 1rem; }
li { margin: .3rem 0; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; color: var(--soft); }
`)

/** `style`: rules of this page alone. */
export function htmlDocument({
  title,
  style = "",
  content,
}: {
  title: string
  style?: string
  content: ReturnType<typeof html>
}) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <style>${STYLE}${raw(style)}</style>
  </head>
  <body>
    <main>${content}
    </main>
  </body>
</html>`
}
