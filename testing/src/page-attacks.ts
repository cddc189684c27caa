import type { Html } from '@framemill/timeline';

/**
 * Possible outcome of rendering a hostile page: an image, or the fault that is reported. Which of several faults is
 * detected first may differ between machines.
 */
export type Outcome = 'picture' | 'hang' | 'stall' | 'crash' | 'left' | 'broken' | 'too much';

/** Time limit that no harmless page reaches. */
export const ampleTime = timeOf(60_000);

/**
 * Creates a time limit of `ms` of CPU time and of `patience` times as much elapsed time. The default of `patience`
 * suffices even on a very busy machine.
 */
export function timeOf(ms: number, patience = 100) {
  return { answerMs: ms, spendMs: () => ms, patience, spent: () => undefined };
}

/** Hostile HTML page, with the possible outcomes of rendering it. */
export interface PageAttack {
  readonly name: string;
  readonly page: Html;
  readonly outcomes: readonly Outcome[];
}

const drawn: readonly Outcome[] = ['picture'];
/**
 * Outcomes of a page that loops forever. On a busy machine it may get hardly any CPU time, and then counts as stalled.
 */
const hangs: readonly Outcome[] = ['hang', 'stall'];
/** Outcomes of a page that may run out of memory before it reaches its time limit. */
const stuck: readonly Outcome[] = [...hangs, 'crash'];
const any: readonly Outcome[] = ['picture', 'hang', 'stall', 'crash', 'left', 'broken', 'too much'];

const script = (name: string, outcomes: readonly Outcome[], js: string): PageAttack => ({
  name,
  outcomes,
  page: { html: '<b>x</b>', js },
});
const markup = (name: string, outcomes: readonly Outcome[], html: string, css = ''): PageAttack => ({
  name,
  outcomes,
  page: { html, css },
});

/** Pages that try to block the render process, each in a different way. */
export const pageAttacks: readonly PageAttack[] = [
  script('an endless loop', hangs, 'for (;;);'),
  script('an endless loop in an animation frame', hangs, 'requestAnimationFrame(() => { for (;;); })'),
  script('promises without end', stuck, 'const more = () => Promise.resolve().then(more); more()'),
  script('animation frames without end', drawn, 'const more = () => requestAnimationFrame(more); more()'),
  script('a regular expression that backtracks', hangs, "/^(a+)+$/.test('a'.repeat(60) + 'b')"),
  script(
    'WebAssembly that loops',
    hangs,
    `const code = [0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11];
     new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports.f()`,
  ),
  script('dialogs without end', hangs, 'for (;;) { alert(1); confirm(2); prompt(3) }'),
  script('dialogs and a print', drawn, "alert('a'); confirm('b'); prompt('c'); print()"),
  script(
    'an end that wants to be asked',
    drawn,
    "onbeforeunload = (event) => { event.preventDefault(); return 'stay' }",
  ),
  script(
    'a form that sends itself',
    any,
    "document.body.innerHTML = '<form action=/other><input name=a></form>'; document.forms[0].submit()",
  ),
  markup(
    'a form that a script in the markup sends',
    any,
    '<form id=f method=post action="http://127.0.0.1:9/"><input name=a></form><script>f.submit()</script>',
  ),
  script('another address', any, "location = 'http://127.0.0.1:9/'"),
  script(
    'another address in each frame',
    any,
    "const go = () => { location.href = '/?' + Math.random(); requestAnimationFrame(go) }; go()",
  ),
  script('a reload', any, 'location.reload()'),
  script('the page before it', ['left', ...hangs], 'history.back(); history.go(-1)'),
  script(
    'an address of its own text',
    any,
    "location = 'data:text/html,x'; location = 'javascript:void(0)'; location = 'about:blank'",
  ),
  markup('a refresh in the markup', any, '<meta http-equiv="refresh" content="0;url=about:blank">x'),
  script('windows without end', any, "for (let i = 0; i < 200; i++) open('about:blank'); open('/')"),
  script('a document written anew', any, "document.open(); document.write('<b>new</b>'); document.close()"),
  script('a document written without end', any, "for (;;) document.write('<b>new</b>')"),
  script(
    'another hook',
    any,
    'window.__framemill = { seed() {}, ready() {}, advance: () => new Promise(() => {}), loadFonts() {} }',
  ),
  script(
    'a hook that is defined anew',
    any,
    "try { delete window.__framemill } catch {} Object.defineProperty(window, '__framemill', { get() { for (;;); } })",
  ),
  script('other promises', ['broken', ...hangs], 'Promise.prototype.then = () => {}; globalThis.Promise = class {}'),
  script('other maps and arrays', any, 'Map.prototype.values = Array.prototype[Symbol.iterator] = () => { for (;;); }'),
  script('another clock', any, 'requestAnimationFrame = setTimeout = () => {}; Date = performance = undefined'),
  script('other messages', ['picture', ...hangs], 'MessagePort.prototype.postMessage = () => {}'),
  script(
    'work after its picture',
    drawn,
    'const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { for (let i = 0; i < 1e6; i++); ' +
      'port2.postMessage(0) }; port2.postMessage(0)',
  ),
  script(
    'a loop after its picture',
    any,
    'let n = 0; const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { if (n++ > 60000) for ' +
      '(;;); port2.postMessage(0) }; port2.postMessage(0)',
  ),
  script('animations that loop when asked', any, 'document.getAnimations = () => { for (;;); }'),
  script(
    'waiting for the network',
    any,
    "const x = new XMLHttpRequest(); x.open('GET', '/nothing', false); try { x.send() } catch {}",
  ),
  script(
    'waiting for its own address',
    any,
    "for (;;) { const x = new XMLHttpRequest(); x.open('GET', '/', false); try { x.send() } catch {} }",
  ),
  script(
    'workers that loop',
    any,
    "const u = URL.createObjectURL(new Blob(['for(;;);'])); for (let i = 0; i < 20; i++) { try { new Worker(u); " +
      'new SharedWorker(u) } catch {} }',
  ),
  markup(
    'frames in frames',
    any,
    `${'<iframe srcdoc="<iframe srcdoc=x></iframe><script>for(;;);</script>"></iframe>'.repeat(50)}`,
  ),
  script('half a million elements', any, "document.body.innerHTML = '<div><i>x</i></div>'.repeat(250000)"),
  script(
    'elements a hundred thousand deep',
    any,
    "let at = document.body; for (let i = 0; i < 1e5; i++) at = at.appendChild(document.createElement('div'))",
  ),
  script(
    'a huge canvas',
    any,
    "for (let i = 0; i < 40; i++) { const c = document.createElement('canvas'); c.width = c.height = 16384; " +
      "c.getContext('2d').fillRect(0, 0, 16384, 16384); document.body.append(c) }",
  ),
  script('memory without end', stuck, 'const kept = []; for (;;) kept.push(new Array(2 ** 24).fill(1.5))'),
  script('blobs without end', any, 'const kept = []; for (;;) kept.push(new Blob([new Uint8Array(2 ** 26)]))'),
  script('a text that doubles', any, "let text = 'x'; for (;;) { text += text; document.title = text.slice(-9) }"),
  markup(
    'drawings that use each other',
    any,
    `<svg><defs><g id="a0"><circle r="9"/></g>${Array.from({ length: 12 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#a12"/></svg>`,
  ),
  markup(
    'filters on filters',
    any,
    '<div></div>'.repeat(300),
    'div { width: 3000px; height: 3000px; filter: blur(90px) drop-shadow(0 0 200px red); position: absolute }',
  ),
  markup(
    'styles that multiply',
    any,
    '<p></p>'.repeat(3000),
    `${Array.from({ length: 30 }, (_, i) => `:root{--v${i + 1}:var(--v${i},x)var(--v${i},x)}`).join('')} p:has(~ p ~ p):nth-child(2n):after { content: var(--v30) }`,
  ),
  markup(
    'a shadow larger than the world',
    any,
    'x',
    'body { box-shadow: 0 0 1e9px 1e9px red; zoom: 1e6; transform: scale(1e9) }',
  ),
];
