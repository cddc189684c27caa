import type { FastifyInstance } from 'fastify';

/** Path of the stylesheet of the documentation. */
export const STYLE_PATH = '/docs/style.css';

/**
 * Stylesheet of the documentation, in the colours of the Studio. The contrast of all text is at least 7:1, in both
 * colour schemes.
 */
const style = `
:root { color-scheme: light dark; --ink: #16191d; --paper: #f6f6f4; --raised: #fff; --box: #ecece9;
  --line: #11141820; --line-strong: #11141840; --link: #713b00; --note: #454c55; --mark: #d9822b40; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef1; --paper: #0e1013; --raised: #15181d; --box: #1c2026;
    --line: #ffffff1c; --line-strong: #ffffff38; --link: #ffb765; --note: #b3bac4; --mark: #ffb76540; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.6 Inter, system-ui, sans-serif; -webkit-font-smoothing: antialiased; }
a { color: var(--link); text-underline-offset: .2em; }
h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 1rem; }
h2 { font-size: 1.3rem; letter-spacing: -.01em; margin: 2.4rem 0 .6rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
h2 > a, h3 > a { color: inherit; text-decoration: none; }
h2 > a:hover, h3 > a:hover { text-decoration: underline; }
pre { background: var(--box); border: 1px solid var(--line); padding: .8rem 1rem; overflow-x: auto; font-size: .85rem;
  line-height: 1.5; border-radius: 10px; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
pre code { font-size: inherit; }
table { border-collapse: collapse; }
th { text-align: left; padding: .4rem 1.5rem .4rem 0; vertical-align: top; white-space: nowrap; }
td { padding: .4rem 1rem .4rem 0; vertical-align: top; overflow-wrap: anywhere; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: .4rem .8rem; background: var(--raised); }
.top { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.2rem;
  padding: .6rem 1.2rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.top a { text-decoration: none; }
.brand { display: flex; align-items: center; gap: .55rem; font-weight: 600; color: var(--ink); }
.brand span { font-weight: 400; color: var(--note); }
.top form { flex: 1 1 12rem; max-width: 26rem; }
.top input { width: 100%; height: 2.2rem; padding: 0 .8rem; font: inherit; font-size: .92rem; color: inherit;
  background: var(--box); border: 1px solid var(--line-strong); border-radius: 8px; }
.top input::placeholder { color: var(--note); opacity: 1; }
.top .places { display: flex; gap: 1.2rem; margin-left: auto; }
.columns { display: grid; grid-template-columns: 14rem minmax(0, 1fr); max-width: 88rem; margin: 0 auto; }
.side { position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto;
  padding: 1.6rem .8rem 2rem 1.2rem; font-size: .92rem; }
.side p { margin: 1.2rem 0 .3rem; padding: 0 .6rem; color: var(--note); font-size: .82rem; }
.side p:first-child { margin-top: 0; }
.side ul { list-style: none; margin: 0; padding: 0; }
.side a { display: block; padding: .22rem .6rem; border-radius: 8px; color: var(--ink); text-decoration: none; }
.side a:hover { background: var(--box); }
.side a[aria-current] { background: var(--box); font-weight: 600; color: var(--link); }
main { min-width: 0; padding: 2rem 1.5rem 4rem; }
main > * { max-width: 46rem; }
.lead { color: var(--note); font-size: 1.12rem; margin-top: 0; }
.note { color: var(--note); font-size: .9rem; }
.guide { display: grid; grid-template-columns: minmax(0, 46rem) 13rem; gap: 3rem; max-width: none; }
.guide table { display: block; overflow-x: auto; margin: 1rem 0; }
.guide th, .guide td { padding: .45rem 1.2rem .45rem 0; border-bottom: 1px solid var(--line); white-space: normal; }
.guide th { font-size: .88rem; color: var(--note); }
.guide img { max-width: 100%; height: auto; border-radius: 10px; display: block; }
.toc { position: sticky; top: 5.5rem; align-self: start; font-size: .88rem; }
.toc p { margin: 0 0 .4rem; color: var(--note); }
.toc ul { list-style: none; margin: 0; padding: 0; border-left: 1px solid var(--line-strong); }
.toc a { display: block; padding: .18rem .8rem; color: var(--ink); text-decoration: none; }
.toc a:hover { color: var(--link); }
.next { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1rem;
  border-top: 1px solid var(--line); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .9rem; max-width: 64rem;
  list-style: none; margin: 1rem 0; padding: 0; }
.cards a { display: block; height: 100%; padding: 1rem 1.1rem; color: inherit; text-decoration: none;
  background: var(--raised); border: 1px solid var(--line); border-radius: 14px; }
.cards a:hover { border-color: var(--link); }
.cards strong { display: block; margin-bottom: .2rem; color: var(--link); }
.cards span { color: var(--note); font-size: .92rem; line-height: 1.45; display: block; }
.results { list-style: none; padding: 0; }
.results li { padding: .9rem 0; border-bottom: 1px solid var(--line); }
.results p { margin: .2rem 0 0; color: var(--note); font-size: .92rem; }
.results .note { margin-left: .5rem; }
mark { background: var(--mark); color: inherit; border-radius: 3px; }
.contents { line-height: 1.9; }
.contents a { margin-right: .6rem; white-space: nowrap; }
.names code { margin-right: .6rem; white-space: nowrap; }
.fields th { font-weight: normal; }
.depth-1 { padding-left: 1.2rem; } .depth-2 { padding-left: 2.4rem; } .depth-3 { padding-left: 3.6rem; }
.controls { display: flex; gap: .8rem; align-items: center; }
.controls input { flex: 1; }
.controls button { min-width: 5rem; padding: .4rem .8rem; font: inherit; }
.controls output { font-variant-numeric: tabular-nums; min-width: 7rem; text-align: right; }
figure { margin: 0; }
figure img { display: block; border-radius: 4px; }
.shots { display: grid; grid-template-columns: repeat(auto-fill, 192px); gap: 1rem; }
.effect { display: grid; grid-template-columns: 192px 1fr; gap: 1.2rem; padding: 1rem 0;
  border-top: 1px solid var(--line); }
.effect p { margin: 0 0 .4rem; }
.effect th { font-weight: normal; }
:focus-visible { outline: 3px solid #d97706; outline-offset: 2px; }
.name { display: flex; align-items: center; gap: .6rem; margin-bottom: .3rem; }
framemill-player { border-radius: 8px; overflow: hidden; margin-bottom: .8rem; }
.film { display: block; width: 100%; aspect-ratio: 16 / 9; border-radius: 8px; background: #05070d; }
@media (max-width: 76rem) { .guide { display: block; } .toc { display: none; } }
@media (max-width: 52rem) {
  .columns { display: flex; flex-direction: column; }
  .side { order: 1; position: static; max-height: none; border-top: 1px solid var(--line); }
  .top { position: static; }
  html { scroll-padding-top: 0; }
}
@media (max-width: 36rem) { .effect { grid-template-columns: 1fr; } }
`;

/** Serves the stylesheet of the documentation. */
export function installDocsStyle(app: FastifyInstance): void {
  app.get(STYLE_PATH, { schema: { hide: true } }, (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
  );
}
