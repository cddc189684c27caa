import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openBrowser } from '@framemill/compositor/browser';
import type { Check } from '../check.ts';

const run = promisify(execFile);

// Runs in the page: the name of the WebGL renderer; null when there is none.
const askWebGl = `(() => {
  const gl = document.createElement('canvas').getContext('webgl2');
  const names = gl && gl.getExtension('WEBGL_debug_renderer_info');
  return gl && gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
})()`;

/**
 * Reports the OpenGL renderer of this machine, as EGL names it, or else the browser for html clips. The pool `cpu`
 * needs none.
 */
export const gl: Check = {
  name: 'GL renderer',
  async run({ settings }) {
    const renderer = (await eglRenderer()) ?? (settings.htmlClips ? await browserRenderer() : null);
    const text = renderer ?? 'none found by eglinfo or a browser; only pools without GL can be served';
    return { verdict: 'ok', text, details: { renderer } };
  },
};

async function eglRenderer(): Promise<string | null> {
  try {
    const { stdout } = await run('eglinfo', ['-B'], { timeout: 10_000 });
    return /OpenGL (?:core profile |ES profile )?renderer(?: string)?: *(.+)/.exec(stdout)?.[1] ?? null;
  } catch {
    // Not installed, or no display of any kind: the browser is tried next.
    return null;
  }
}

async function browserRenderer(): Promise<string | null> {
  // A browser that is missing or does not start has no renderer: the check `Chromium` reports why.
  const browser = await openBrowser().catch(() => null);
  if (browser === null) return null;
  try {
    const page = await browser.newPage();
    const said: unknown = await page.evaluate(askWebGl);
    return typeof said === 'string' ? `${said} (in the browser)` : null;
  } finally {
    await browser.close();
  }
}
